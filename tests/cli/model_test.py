"""strider model: predictions of searches on ranks, and the machines that they are for."""

import json
import pathlib
import re
import subprocess
import sys
import unittest

from program import STRIDER, ProgramTest

MACHINE = {
    "latency_s": 1e-6, "overhead_s": 5e-7, "gap_s": 5e-7, "gap_s_per_byte": 1e-10,
    "overhead_s_per_byte": 0, "rendezvous_bytes": 16384, "ranks_per_node": 2,
    "node_latency_s": 5e-7, "node_gap_s_per_byte": 1e-10, "arcs_per_s": 1e8, "bytes_per_s": 1e10,
}  # fmt: skip


class Model(ProgramTest):
    def test_steps_add_up_to_phases_and_phases_to_all(self):
        for scheme in ("1d", "2d", "delegate"):
            result = self.json("model", scheme, "--scale", "24", "--ranks", "64")
            self.assertEqual((result["verb"], result["algorithm"]), ("model", scheme))
            self.assertEqual((result["ranks"], result["vertices"]), (64, 2**24))
            for key, ranks in (("network_s", 1), ("bytes", 64), ("messages", 64)):
                total = sum(phase[key] for phase in result["phases"].values())
                self.assertAlmostEqual(total / result[key], 1)
                self.assertAlmostEqual(sum(step[key] for step in result["steps"]) / ranks / total, 1)
            computing = sum(phase["computing_s"] for phase in result["phases"].values())
            self.assertAlmostEqual(computing / result["computing_s"], 1)
            parts = [part["computing_s"] for part in result["steps"] + result["levels"]]
            self.assertAlmostEqual(sum(parts) / computing, 1)
            self.assertAlmostEqual((result["network_s"] + computing) / result["time_s"], 1)
            self.assertGreater(result["memory_bytes"], 4 * 2**28 / 64)
            self.assertAlmostEqual(sum(level["arcs"] for level in result["levels"]), 1, 2)

    def test_schemes_say_what_they_chose(self):
        grid = ["model", "2d", "--scale", "24", "--ranks", "32"]
        self.assertEqual(self.json(*grid)["grid"], "8x4")
        self.assertEqual(self.json(*grid, "--grid", "4x8")["grid"], "4x8")
        delegate = ["model", "delegate", "--scale", "33", "--ranks", "124"]
        self.assertEqual(self.json(*delegate)["delegate_threshold"], 128)
        given = self.json(*delegate, "--delegate-threshold", "64")
        self.assertEqual(given["delegate_threshold"], 64)
        self.assertEqual({level["direction"] for level in given["levels"]}, {"none"})
        self.assertIn("delegates above degree 128: scale 33 on 124 ranks of ray", self.ok(*delegate))
        none = [*delegate, "--delegate-threshold", str(2**64 - 1)]
        self.assertIsNone(self.json(*none)["delegate_threshold"])
        self.assertIn("delegate, no delegates: scale 33", self.ok(*none))

    def test_auto_takes_a_scheme(self):
        model = ["model", "auto", "--scale", "30"]
        few = self.json(*model, "--ranks", "8")
        self.assertEqual((few["algorithm"], few["grid"]), ("2d", "8x1"))
        for ranks in ("64", "16384"):
            taken = self.json(*model, "--ranks", ranks)
            scheme = taken["algorithm"]
            self.assertEqual(taken, self.json("model", scheme, "--scale", "30", "--ranks", ranks))
        self.assertEqual((scheme, taken["grid"]), ("2d", "128x128"))

    def test_a_machine_is_a_name_or_a_file(self):
        self.write("machine.json", json.dumps(MACHINE))
        model = ["model", "1d", "--scale", "20", "--ranks", "16", "--machine"]
        self.assertEqual(self.json(*model, "k")["machine"], "k")
        of_file = self.json(*model, "machine.json")
        self.assertEqual(of_file["machine"], "machine.json")
        self.assertEqual({level["direction"] for level in of_file["levels"]}, {"top-down", "bottom-up"})
        self.write("slow.json", json.dumps({**MACHINE, "latency_s": 1}))
        self.assertGreater(self.json(*model, "slow.json")["time_s"], 1000 * of_file["time_s"])

    def test_rates_are_of_the_machine(self):
        model = ["model", "1d", "--scale", "20", "--ranks", "16", "--machine"]
        self.write("machine.json", json.dumps(MACHINE))
        self.write("slow.json", json.dumps({**MACHINE, "arcs_per_s": 1e7}))
        fast, slow = self.json(*model, "machine.json"), self.json(*model, "slow.json")
        self.assertEqual(fast["machine_parameters"], MACHINE)
        self.assertEqual(fast["network_s"], slow["network_s"])
        self.assertGreater(slow["phases"]["search"]["time_s"], 5 * fast["phases"]["search"]["time_s"])

    def test_calibrate_writes_a_machine(self):
        written = self.ok("model", "calibrate", "--scale", "14")
        self.write("here.json", written)
        here = json.loads(written)
        self.assertEqual(set(here), set(MACHINE))
        self.assertGreater(here["arcs_per_s"], 1e5)
        ray = self.json("model", "1d", "--scale", "14", "--ranks", "1")["machine_parameters"]
        rates = ("arcs_per_s", "bytes_per_s")
        # One rank a node, which has the network of all of its ranks.
        ray["gap_s_per_byte"] /= ray["ranks_per_node"]
        ray["ranks_per_node"] = 1
        self.assertEqual({**here, **{rate: ray[rate] for rate in rates}}, ray)
        alone = self.json("model", "1d", "--scale", "14", "--ranks", "1", "--machine", "here.json")
        self.assertEqual((alone["network_s"], alone["bytes"]), (0, 0))
        for scale in ("0", "31"):
            self.assertIn("--scale", self.fails(2, "model", "calibrate", "--scale", scale))

    def test_forests_by_messages(self):
        model = ["model", "ghs", "--scale", "20", "--machine", "fdr"]
        few, many = (self.json(*model, "--ranks", ranks) for ranks in ("8", "64"))
        self.assertEqual((few["algorithm"], few["ranks"], few["levels"]), ("ghs", 8, []))
        for result, ranks in ((few, 8), (many, 64)):
            types = result["message_types"]
            self.assertEqual(set(types), {"connect", "initiate", "test", "accept", "reject", "report",
                                          "change-core"})
            for name, sums in types.items():
                self.assertAlmostEqual(sums["wired"] / sums["sent"], 1 - 1 / ranks)
                size = 19 if name in ("initiate", "test", "report") else 10
                self.assertAlmostEqual(sums["bytes_sent"] / sums["wired"], size)
            total = sum(sums["bytes_sent"] for sums in types.values())
            self.assertAlmostEqual(total / ranks / result["bytes"], 1)
            self.assertAlmostEqual(result["bytes"] / result["messages"], 10000)
            # An edge outside the forest costs two messages.
            sent = sum(sums["sent"] for sums in types.values())
            self.assertTrue(2 < sent / 15.7e6 < 3, sent)
        self.assertEqual(few["message_types"]["test"]["sent"], many["message_types"]["test"]["sent"])
        small = self.json(*model, "--ranks", "64", "--packet-bytes", "100")
        self.assertAlmostEqual(small["messages"] / many["messages"], 100)
        self.assertGreater(small["network_s"], many["network_s"])
        alone = self.json(*model, "--ranks", "1")
        self.assertEqual((alone["network_s"], alone["bytes"]), (0, 0))
        self.assertIn("ghs: scale 20 on 64 ranks of fdr", self.ok(*model, "--ranks", "64"))
        for more in (["--ranks", "0"], ["--ranks", "8", "--packet-bytes", "0"],
                     ["--ranks", "2097152"]):
            self.fails(2, *model, *more)

    def test_goal_is_a_schedule(self):
        model = ["model", "2d", "--scale", "20", "--ranks", "16"]
        self.assertIn("2d, grid 4x4", self.ok(*model, "--goal", "search.goal"))
        text = (self.folder / "search.goal").read_text()
        self.assertTrue(text.startswith("num_ranks 16\n\nrank 0 {\nl1: calc "))
        self.assertEqual(text.count("rank "), 16)
        self.assertEqual(text.count(": send "), text.count(": recv "))
        self.assertRegex(text, r"\nl2: send \d+b to 1 tag 0\nl2 requires l1\n")
        self.fails(3, *model, "--goal", "absent/search.goal")
        self.assertEqual(self.ok(*model, "--goal", "-"), text)
        self.assertIn("--json", self.fails(2, *model, "--goal", "-", "--json"))
        self.assertIn("use fewer ranks", self.fails(2, "model", "1d", "--scale", "30", "--ranks", "10000",
                                                    "--goal", "large.goal"))  # fmt: skip
        self.assertFalse((self.folder / "large.goal").exists())

    def expect_table(self, result, script):
        """The rows that the script prints are those of the page, but for rounding."""
        project = pathlib.Path(__file__).resolve().parents[2]
        page = project / "benchmarks" / "results" / result
        run = subprocess.run([sys.executable, "-B", project / "benchmarks" / "suite" / script, STRIDER],
                             capture_output=True, text=True)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        printed = run.stdout.splitlines()
        bars = printed[0].count("|")
        committed = [line for line in page.read_text().splitlines() if line.count("|") == bars]
        self.assertEqual(len(printed), len(committed))
        number = re.compile(r"[-+]?[0-9.]+")
        for line, other in zip(printed, committed):
            self.assertEqual(number.sub("#", line), number.sub("#", other))
            values = ([float(value) for value in number.findall(text.replace(",", "")) if value != ".."]
                      for text in (line, other))  # fmt: skip
            yield line, list(zip(*values))

    def test_predictions_are_those_of_the_table(self):
        for line, pairs in self.expect_table("2026-11-27-model.md", "model_table.py"):
            # The last digit may be rounded otherwise; per cent have no others.
            for value, expected in pairs[:-1]:
                self.assertAlmostEqual(value, expected, delta=max(0.1, 0.01 * expected), msg=line)
            for value, expected in pairs[-1:]:
                self.assertAlmostEqual(value, expected, delta=1, msg=line)

    def test_steps_of_many_ranks_are_those_of_the_table(self):
        for line, pairs in self.expect_table("2026-11-27-scale.md", "scale_table.py"):
            for value, expected in pairs:
                self.assertAlmostEqual(value, expected, delta=max(0.1, 1e-4 * expected), msg=line)

    def test_what_is_no_machine_is_refused(self):
        model = ["model", "1d", "--scale", "20", "--ranks", "16", "--machine"]
        self.assertIn("no known machine (ray, ", self.fails(3, *model, "absent"))
        for text, message in (
            ("", "must be a JSON object"),
            ("[]", "must be a JSON object"),
            (json.dumps({**MACHINE, "gap_s": "no"}), 'gap_s must be a number, got "no"'),
            ('{"latency_s": 1}', "overhead_s is missing"),
            (json.dumps({**MACHINE, "ranks_per_node": 1.9}), "must be an integer in 1 .. 2147483647, got 1.9"),
            (json.dumps({**MACHINE, "ranks_per_node": 2**32 + 1}), "got 4294967297"),
            (json.dumps({**MACHINE, "ranks_per_node": -1}), "got -1"),
            (json.dumps({key: MACHINE[key] for key in MACHINE if key != "arcs_per_s"}), "arcs_per_s is missing"),
            (json.dumps({**MACHINE, "gap": 1}), "'gap' is not a key of a machine"),
        ):
            self.write("machine.json", text)
            error = self.fails(3, *model, "machine.json")
            self.assertIn(message, error)
            self.assertIn("machine.json: ", error)
            self.assertIn("docs/model.md lists the keys", error)
        self.write("machine.json", json.dumps({**MACHINE, "gap_s": -1}))
        self.assertIn(
            "machine.json: gap_s must be a finite number of at least 0, got -1",
            self.fails(2, *model, "machine.json"),
        )
        self.assertIn("/: cannot be read as text", self.fails(3, *model, "/"))

    def test_what_is_no_search_is_refused(self):
        self.assertIn("--ranks is required", self.fails(2, "model", "2d", "--scale", "20"))
        for more in (["--ranks", "0"], ["--ranks", "6", "--grid", "4x4"], ["--ranks", "2097152"]):
            self.fails(2, "model", "2d", "--scale", "20", *more)
        self.fails(2, "model", "1d", "--scale", "20", "--ranks", "6", "--grid", "3x2")
        large = ("model", "2d", "--scale", "40", "--ranks", "4")
        self.assertIn("start more ranks", self.fails(2, *large))
        for factor in ("inf", "nan", "1e20", "1e-6", "0"):
            self.fails(2, "model", "1d", "--scale", "20", "--ranks", "6", "--edge-factor", factor)
        for scheme in ("1d", "2d", "delegate"):
            error = self.fails(2, "model", scheme, "--scale", "60", "--ranks", "1000000000")
            self.assertIn("has 2^63 arcs or more", error)


if __name__ == "__main__":
    unittest.main()
