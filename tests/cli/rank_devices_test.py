"""Verbs on ranks with devices: results, reports and refusals.

The devices are emulated ones, or the CUDA device that STRIDER_TEST_DEVICE names, for all ranks.
"""

import os
import pathlib
import unittest

from program import SMALL_MTX
from ranks_program import SCHEMES, RanksTest, needed_and_free

GRAPHS = pathlib.Path(__file__).parent.parent / "data" / "graphs"
DEVICE = os.environ.get("STRIDER_TEST_DEVICE", "simt")
ON_DEVICE = ["--device", DEVICE]


class DevicesTest(RanksTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        if DEVICE != "simt":
            probe = self.run_program("bfs", "small.mtx", "--source", "1", "--quiet", *ON_DEVICE)
            if probe.returncode == 6:
                # cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
                print("no CUDA device:", probe.stderr.strip())
                self.skipTest(probe.stderr)


class Results(DevicesTest):
    def test_levels_are_those_of_the_host(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        cases = (
            (["k.strider", "--source", "3"], ["--delegate-threshold", "40"]),
            ([GRAPHS / "lesmis.el", "--undirected", "--source", "11"], ["--partition", "delegate"]),
            (["small.mtx", "--source", "8"], ["--delegate-threshold", "2"]),
        )
        for graph, delegates in cases:
            self.ok("bfs", *graph, "-o", "host.tsv")
            ways = [(ranks, scheme) for ranks in (1, 2, 4) for scheme in SCHEMES]
            for ranks, scheme in ways if "k.strider" in graph else ways[3:6]:
                cut = delegates if scheme == "delegate" else ["--partition", scheme]
                self.ok_on(ranks, "bfs", *graph, *ON_DEVICE, *cut, "--validate", "--quiet", "-o",
                           "device.tsv", "--seed", ranks)  # fmt: skip
                self.assertEqual(self.columns("device.tsv"), self.columns("host.tsv"), cut)
        self.ok("validate", "bfs", "small.mtx", "device.tsv")
        self.ok("bfs", "small.mtx", "--source", "8", "--levels-only", "-o", "host.tsv")
        for ranks, scheme in zip((2, 4, 2), SCHEMES):
            self.ok_on(ranks, "bfs", "small.mtx", "--source", "8", "--levels-only", *ON_DEVICE,
                       "--partition", scheme, "--validate", "-o", "device.tsv")
            self.assertEqual(*((self.folder / name).read_text() for name in ("host.tsv", "device.tsv")))

    def test_a_directed_graph(self):
        self.write("directed.el", "1 2\n2 3\n3 1\n3 4\n5 1\n")
        graph = ["directed.el", "--directed", "--source", "2"]
        self.ok("bfs", *graph, "-o", "host.tsv")
        for scheme in SCHEMES:
            self.ok_on(2, "bfs", *graph, *ON_DEVICE, "--partition", scheme, "--validate", "-o", "d.tsv")
            self.assertEqual(self.columns("d.tsv"), self.columns("host.tsv"))

    def test_deterministic_parents_are_those_of_the_host(self):
        bfs = ["bfs", GRAPHS / "lesmis.el", "--undirected", "--source", "11", "--deterministic",
               "--quiet", "-o", "-"]  # fmt: skip
        self.assertEqual(self.ok_on(2, *bfs, *ON_DEVICE), self.ok(*bfs))

    def test_report(self):
        bfs = ["bfs", "small.mtx", "--source", "1", "--validate"]
        host = self.json_on(2, *bfs)
        result = self.json_on(2, *bfs, *ON_DEVICE, "--seed", "5")
        self.assertEqual((result["device"], result["ranks"], result["seed"]), (DEVICE, 2, 5))
        self.assertTrue(result["passed"])
        self.assertEqual(host["device"], "host")
        self.assertNotIn("device_name", host)
        for key in ("reached", "levels", "edges"):
            self.assertEqual(result[key], host[key], key)
        counts = [(row["level"], row["vertices"], row["edges"]) for row in result["frontier"]]
        expected = [(row["level"], row["vertices"], row["edges"]) for row in host["frontier"]]
        self.assertEqual(counts, expected)
        self.assertGreater(result["traffic"]["messages"], 0)
        trials = self.json_on(2, "bfs", "small.mtx", "--trials", "3", *ON_DEVICE)["trials"]
        self.assertEqual(len(trials), 3)
        self.assertIn(result["device_name"], self.ok_on(2, *bfs, *ON_DEVICE))

    def test_tuning(self):
        bfs = ["bfs", "small.mtx", "--source", "1", *ON_DEVICE, "--validate", "--tune", "block-threads=64"]
        for options in (
            ["--partition", "2d", "--tune", "edges-per-thread=8,alpha=9", "--encoding", "list"],
            ["--tune", "warp-degree=2,block-degree=4", "--reduction", "blocking"],
            ["--tune", "dd-forward-factor=0,dn-forward-factor=9,nd-backward-factor=0"],
            ["--delegate-threshold", "2", "--uniquify", "off", "--local-all-to-all"],
            ["--algorithm", "top-down", "--distribution", "cyclic", "--shuffle", "3",
             "--transport", "staged"],
        ):
            self.assertTrue(self.json_on(2, *bfs, *options)["passed"])

    def test_distances_are_those_of_the_host(self):
        self.ok("generate", "grid", "--rows", "12", "--columns", "20", "--weights", "integer", "-o", "grid.strider")
        for graph in (["grid.strider", "--source", "3"], ["small.mtx", "--source", "8"]):
            self.ok("sssp", *graph, "-o", "host.tsv")
            for cut in (["--partition", "1d", "--transport", "staged"],
                        ["--partition", "1d", "--distribution", "cyclic", "--encoding", "list"],
                        ["--delegate-threshold", "2"]):  # fmt: skip
                result = self.json_on(2, "sssp", *graph, *ON_DEVICE, *cut, "--validate", "-o", "d.tsv")
                self.assertTrue(result["passed"])
                self.assertEqual(result["device"], DEVICE)
                self.assertEqual(self.columns("d.tsv"), self.columns("host.tsv"), cut)
        self.assertIn(result["device_name"], self.ok_on(2, "sssp", *graph, *ON_DEVICE))

    def test_bad_weights_are_named(self):
        self.write("minus.wel", "10 20 3\n20 30 -1.5\n30 40 1\n")
        self.write("far.wel", "10 20 1e308\n20 30 1e308\n30 40 1\n")
        for cut in (["--partition", "1d"], ["--delegate-threshold", "1"]):
            end = ["--undirected", "--source", "10", *cut, *ON_DEVICE]
            self.assertIn("minus.wel: the edge from 20 to 30 has the weight -1.5",
                          self.fails_on(2, 3, "sssp", "minus.wel", *end))
            self.assertIn("far.wel: the distance of vertex 30 is too large for its type",
                          self.fails_on(2, 3, "sssp", "far.wel", *end))

    def test_betweenness_is_that_of_the_host(self):
        graph = [GRAPHS / "lesmis.el", "--undirected"]
        host = self.json("bc", *graph, "-o", "host.tsv")
        for ranks, options in ((2, ["--algorithm", "work-efficient"]), (4, ["--tune", "sources-at-once=1"])):
            result = self.json_on(ranks, "bc", *graph, *ON_DEVICE, *options, "--validate", "-o", "device.tsv")
            self.assertTrue(result["passed"])
            self.assertEqual((result["share"], result["device"]), ("replicated", DEVICE))
            self.assertEqual("emulated" in result["device_name"], DEVICE == "simt")
            self.assertEqual(result["sources"], host["sources"])
            rows = [(self.folder / name).read_text().split() for name in ("host.tsv", "device.tsv")]
            self.assertEqual(rows[0][:2] + rows[0][2::2], rows[1][:2] + rows[1][2::2])
            for expected, score in zip(rows[0][3::2], rows[1][3::2]):
                self.assertAlmostEqual(float(score), float(expected), delta=1e-9 * max(1, float(expected)))

    def test_betweenness_of_the_host_only(self):
        graph = [GRAPHS / "lesmis.el", "--undirected"]
        self.write("w.wel", "1 2 0.1\n2 3 0.2\n")
        self.assertIn("by hops only", self.fails_on(2, 2, "bc", "w.wel", "--weighted", *ON_DEVICE))
        for status, cause, options in ((2, "--share", ["--epsilon", "0.1", "--share", "partitioned"]),
                                       (2, "serial", ["--algorithm", "serial"]),
                                       (5, "on the device", ["--device-memory", "999"])):
            self.assertIn(cause, self.fails_on(2, status, "bc", *graph, *ON_DEVICE, *options))
        self.assertIn("--tune sources-at-once", self.fails_on(2, 2, "bc", *graph, "--tune", "sources-at-once=2"))

    def test_betweenness_tells_the_memory_that_is_enough(self):
        # By whichever way of sharing takes less.
        bc = ["bc", "small.mtx", *ON_DEVICE, "--quiet"]
        limit = ["--device-memory", "9"]
        lines = [self.fails_on(2, 5, *bc, "--share", share, *limit)
                 for share in ("replicated", "partitioned", "auto")]  # fmt: skip
        replicated, partitioned, either = (needed_and_free(line)[0] for line in lines)
        self.assertLess(replicated, partitioned)
        self.assertEqual(either, replicated)
        self.ok_on(2, *bc, "--device-memory", either)

    def test_betweenness_within_a_bound(self):
        estimate = ["bc", GRAPHS / "lesmis.el", "--undirected", "--epsilon", "0.1", "--seed", "4",
                    *ON_DEVICE]  # fmt: skip
        one = self.json(*estimate, "-o", "one.npy")
        many = self.json_on(2, *estimate, "-o", "many.npy")
        self.assertEqual((many["estimate"], many["top"]), (one["estimate"], one["top"]))
        self.assertEqual((many["device"], many["ranks"]), (DEVICE, 2))
        self.assertIn("device_name", many)
        self.assertEqual((self.folder / "many.npy").read_bytes(),
                         (self.folder / "one.npy").read_bytes())

    def test_graph500(self):
        host = self.json("graph500", "--scale", "8", "--roots", "4")
        for scheme in SCHEMES:
            result = self.json_on(2, "graph500", "--scale", "8", "--roots", "4", *ON_DEVICE,
                                  "--partition", scheme)  # fmt: skip
            self.assertEqual((result["device"], result["ranks"]), (DEVICE, 2))
            self.assertTrue(result["validated"] and result["passed"])
            for ours, theirs in zip(result["searches"], host["searches"]):
                for key in ("source", "reached", "edges", "levels"):
                    self.assertEqual(ours[key], theirs[key])
        result = self.json_on(2, "graph500", "--scale", "7", "--roots", "2", "--kernel", "both", *ON_DEVICE)
        self.assertTrue(result["validated"] and result["passed"])
        text = self.ok_on(2, "graph500", "--scale", "5", "--roots", "2", *ON_DEVICE)
        self.assertIn(result["device_name"], text)


class Refusals(DevicesTest):
    def setUp(self):
        super().setUp()
        self.bfs = ["bfs", "small.mtx", "--source", "1", "-o", "out.tsv"]

    def test_devices_that_are_not_there(self):
        for verb in (self.bfs, ["graph500", "--scale", "5", "-o", "out.txt"]):
            for device in ("cuda:99", "tpu"):
                line = self.fails_on(2, 6, *verb, "--device", device)
                self.assertIn(device, line)
                self.assertNotIn("rank ", line)
        if not os.path.exists("/dev/nvidiactl"):
            self.assertIn("cuda", self.fails_on(3, 6, *self.bfs, "--device", "cuda"))

    def test_shortest_paths(self):
        sssp = ["sssp", "small.mtx", "--source", "1", "-o", "out.tsv"]
        self.assertIn("cuda:99", self.fails_on(2, 6, *sssp, "--device", "cuda:99"))
        for options, cause in (
            (["--encoding", "varint"], "--encoding varint"),
            (["--algorithm", "dijkstra"], "dijkstra"),
        ):
            self.assertIn(cause, self.fails_on(2, 2, *sssp, *ON_DEVICE, *options))
        self.assertIn("2d", self.fails_on(2, 6, *sssp, *ON_DEVICE, "--partition", "2d"))
        self.assertIn("--transport", self.fails_on(2, 2, *sssp, "--transport", "staged"))
        for scheme in ("1d", "delegate"):
            verb = [*sssp, *ON_DEVICE, "--partition", scheme, "--device-memory"]
            line = self.fails_on(2, 5, *verb, "1")
            self.assertIn("by the 2 ranks of this machine that share it", line)
            needed, _ = needed_and_free(line)
            self.assertEqual(needed_and_free(self.fails_on(2, 5, *verb, needed - 1)), (needed, needed - 1))
            self.ok_on(2, *verb, needed, "--validate", "--quiet")

    def test_options_that_make_no_sense(self):
        for options, cause in (
            (["--algorithm", "twc"], "direction-optimizing"),
            (["--encoding", "varint"], "--encoding varint"),
            (["--partition", "1d", "--tune", "warp-degree=4"], "--tune warp-degree"),
            (["--grid", "2x1", "--tune", "block-degree=4"], "--grid"),
            (["--partition", "delegate", "--tune", "edges-per-thread=2"], "1d or 2d"),
            (["--tune", "forward-factor=2"], "--tune forward-factor"),
            (["--tune", "nd-forward-factor=-1"], "a number from 0"),
            (["--tune", "block-threads=33"], "--tune block-threads"),
            (["--prepare", "degree"], "--prepare"),
        ):
            self.assertIn(cause, self.fails_on(2, 2, *self.bfs, *ON_DEVICE, *options))
        self.assertIn("--tune block-threads", self.fails_on(2, 2, *self.bfs, "--tune", "block-threads=64"))

    def test_a_device_that_holds_one_rank_but_not_four(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        for scheme, transport in zip(SCHEMES, ("staged", "auto", "auto")):
            verb = ["bfs", "k.strider", "--source", "3", *ON_DEVICE, "--partition", scheme,
                    "--transport", transport, "--device-memory"]  # fmt: skip
            line = self.fails_on(4, 5, *verb, "1", "-o", "out.tsv")
            self.assertIn("by the 4 ranks of this machine that share it", line)
            needed, _ = needed_and_free(line)
            line = self.fails_on(4, 5, *verb, needed - 1, "-o", "out.tsv")
            self.assertEqual(needed_and_free(line), (needed, needed - 1))
            self.ok_on(4, *verb, needed, "--validate", "--quiet")
        line = self.fails_on(2, 5, "graph500", "--scale", "8", *ON_DEVICE, "--device-memory", "9999")
        self.assertIn("by the 2 ranks", line)


if __name__ == "__main__":
    unittest.main()
