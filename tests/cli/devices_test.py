"""strider bfs, sssp and graph500 on devices: results, reports and refusals.

The device is an emulated one, or the CUDA device that STRIDER_TEST_DEVICE names.
"""

import os
import re
import unittest

from program import SMALL_MTX, ProgramTest

DEVICE = os.environ.get("STRIDER_TEST_DEVICE", "simt")

METHODS = [
    "auto", "edge-mapped", "vertex-mapped", "twc", "merge-path", "direction-optimizing",
    "persistent", "vertex-parallel", "scatter-compact",
]  # fmt: skip


class Devices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.bfs = ["bfs", "small.mtx", "--source", "1"]
        if DEVICE != "simt":
            probe = self.run_program(*self.bfs, "--quiet", "--device", DEVICE)
            if probe.returncode == 6:
                # cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
                print("no CUDA device:", probe.stderr.strip())
                self.skipTest(probe.stderr)

    def test_every_method_writes_the_levels_of_the_host(self):
        def levels(*options):
            rows = self.ok(*self.bfs, "--quiet", "-o", "-", *options).splitlines()
            return [row.split("\t")[:2] for row in rows]

        expected = levels()
        self.assertGreater(len(expected), 8)
        for method in METHODS:
            for layout in ("none", "degree"):
                on_device = ["--device", DEVICE, "--algorithm", method, "--prepare", layout]
                self.assertEqual(levels(*on_device), expected, (method, layout))

    def test_deterministic_parents_are_those_of_the_host(self):
        bfs = [*self.bfs, "--deterministic", "--quiet", "-o", "-"]
        self.assertEqual(self.ok(*bfs, "--device", DEVICE), self.ok(*bfs))

    def test_diameters_are_those_of_the_host(self):
        for question in ([], ["--all"], ["--eccentricities", "--directed"]):
            host, device = (self.json("diameter", "small.mtx", *question, "--device", name, "--validate")
                            for name in ("host", DEVICE))  # fmt: skip
            self.assertTrue(device["passed"])
            for key in ("diameter", "radius", "counted"):
                self.assertEqual(device[key], host[key], key)

    def test_report(self):
        result = self.json(*self.bfs, "--device", DEVICE, "--seed", "5", "--validate")
        host = self.json(*self.bfs)
        self.assertEqual((result["device"], result["algorithm"], result["seed"]), (DEVICE, "auto", 5))
        self.assertEqual("emulated" in result["device_name"], DEVICE == "simt")
        self.assertNotIn("device_name", host)
        for key in ("reached", "levels"):
            self.assertEqual(result[key], host[key], key)
        counts = [(row["level"], row["vertices"], row["edges"]) for row in result["frontier"]]
        expected = [(row["level"], row["vertices"], row["edges"]) for row in host["frontier"]]
        self.assertEqual(counts, expected)
        text = self.ok(*self.bfs, "--device", DEVICE, "--seed", "5")
        seed = ", seed 5" if DEVICE == "simt" else ""
        self.assertRegex(text, rf"(?m)^device +{re.escape(result['device_name'])}{seed}$")

    def test_tuning(self):
        self.ok(*self.bfs, "--device", DEVICE, "--algorithm", "edge-mapped", "--tune", "block-threads=64,edges-per-thread=8")  # fmt: skip
        self.ok(*self.bfs, "--device", DEVICE, "--tune", "warp-degree=2,grid-degree=4",
                "--tune", "forward-factor=10,backward-factor=0.5")  # fmt: skip
        line = self.fails(2, *self.bfs, "--device", DEVICE, "--tune", "block-threads=33")
        self.assertIn("--tune block-threads", line)
        self.assertIn("--tune block-threads", self.fails(2, *self.bfs, "--tune", "block-threads=64"))

    def test_methods_of_the_other_place_are_refused(self):
        self.assertIn("bag", self.fails(2, *self.bfs, "--device", DEVICE, "--algorithm", "bag"))
        self.assertIn("twc", self.fails(2, *self.bfs, "--algorithm", "twc"))

    def test_devices_that_are_not_there(self):
        for device in ("cuda:99", "cuda:x", "cuda:-1", "tpu", ""):
            error = self.fails(6, *self.bfs, "--device", device)
            self.assertEqual(len(error.strip().splitlines()), 1, error)
        if not os.path.exists("/dev/nvidiactl"):
            self.fails(6, *self.bfs, "--device", "cuda")

    def test_verbs_of_the_host(self):
        self.assertIn("only on the host", self.fails(6, "info", "small.mtx", "--device", DEVICE))

    def test_shortest_paths(self):
        self.write("w.wel", "a b 2\nb c 1.5\nc d 0\na d 9\nd b 0\ne f 1\n")
        verb = ["sssp", "w.wel", "--undirected", "--source", "a"]
        on_device = [*verb, "--device", DEVICE]
        expected = self.ok(*verb, "--quiet", "-o", "-")
        self.assertIn("d\t2\t", expected)
        for options in (["auto"], ["near-far", "--delta", "0.25"], ["bellman-ford"]):
            written = self.ok(*on_device, "--quiet", "-o", "-", "--algorithm", *options)
            self.assertEqual(written, expected, options)
        host = self.json(*verb, "--target", "c")
        result = self.json(*on_device, "--target", "c", "--validate", "--seed", "5")
        self.assertEqual((result["device"], result["algorithm"]), (DEVICE, "auto"))
        self.assertEqual("emulated" in result["device_name"], DEVICE == "simt")
        for key in ("reached", "distance", "path"):
            self.assertEqual(result[key], host[key], key)
        self.assertTrue(result["passed"] and result["fetch_s"] >= 0)
        self.assertIn(result["device_name"], self.ok(*on_device, "--tune", "block-threads=64"))

    def test_shortest_paths_refusals(self):
        self.write("w.wel", "a b 2\nb c -1.5\n")
        self.write("one.wel", "a b 2\n")
        verb = ["sssp", "one.wel", "--source", "a"]
        for cause, status, options in (
            ("dijkstra", 2, ["--algorithm", "dijkstra"]),
            ("--prepare", 2, ["--prepare", "auto"]),
            ("--tune block-threads", 2, ["--tune", "block-threads=33"]),
            ("on the device", 5, ["--device-memory", "9"]),
        ):
            self.assertIn(cause, self.fails(status, *verb, "--device", DEVICE, *options))
        self.assertIn("near-far", self.fails(2, *verb, "--algorithm", "near-far"))
        self.assertIn("--tune warp-degree", self.fails(2, *verb, "--tune", "warp-degree=4"))
        line = self.fails(3, "sssp", "w.wel", "--source", "a", "--device", DEVICE)
        self.assertIn("w.wel: the edge from b to c has the weight -1.5", line)
        self.write("far.wel", "a b 1e308\nb c 1e308\n")
        far = ["sssp", "far.wel", "--source", "a"]
        line = self.fails(3, *far, "--device", DEVICE)
        self.assertIn("far.wel: the distance of vertex c is too large for its type", line)
        self.assertEqual(line, self.fails(3, *far))

    def test_memory(self):
        verb = [*self.bfs, "--device", DEVICE, "--device-memory"]
        self.assertIn("on the device", self.fails(5, *verb, "40"))
        self.ok(*verb, "100000")
        # The graph first, then both.
        self.check_device_memory(*verb[:-1], tries=2)
        self.write("small.wel", "0 1 2\n1 2 3\n")
        for name in ("small.mtx", "small.wel"):
            self.check_device_memory("sssp", name, "--source", "1", "--device", DEVICE, tries=2)
        self.assertIn("--device-memory", self.fails(2, *verb, "0"))
        self.assertIn("--device-memory: ", self.fails(2, *verb, "9" * 23))
        self.assertIn("--device-memory", self.fails(2, *self.bfs, "--device-memory", "99"))
        self.assertIn("--transport", self.fails(2, *verb, "99", "--transport", "staged"))

    def test_graph500(self):
        verb = ["graph500", "--scale", "9", "--roots", "4"]
        on_device = [*verb, "--device", DEVICE]
        host = self.json(*verb)
        self.assertNotIn("device_name", host)
        for method in ("auto", "edge-mapped"):
            result = self.json(*on_device, "--algorithm", method)
            self.assertEqual((result["device"], result["algorithm"]), (DEVICE, method))
            self.assertEqual(result["layout"], "degree" if method == "auto" else "none")
            self.assertTrue(result["validated"] and result["passed"])
            for ours, theirs in zip(result["searches"], host["searches"]):
                for key in ("source", "reached", "edges", "levels"):
                    self.assertEqual(ours[key], theirs[key], key)
        text = self.ok(*on_device, "--tune", "block-threads=64")
        self.assertIn(result["device_name"], text)
        self.assertEqual(text.count("harmonic_mean_TEPS"), 1)

    def test_graph500_shortest_paths(self):
        verb = ["graph500", "--scale", "8", "--roots", "3", "--kernel"]
        host = self.json(*verb, "both")
        for kernel, method in (("sssp", "near-far"), ("both", "bellman-ford"), ("both", "twc")):
            result = self.json(*verb, kernel, "--device", DEVICE, "--algorithm", method)
            self.assertTrue(result["validated"] and result["passed"])
            for ours in result["searches"]:
                theirs = next(search for search in host["searches"]
                              if (search["kernel"], search["source"]) ==
                              (ours["kernel"], ours["source"]))  # fmt: skip
                for key in ("reached", "edges"):
                    self.assertEqual(ours[key], theirs[key], key)
            self.assertEqual(len(result["searches"]), 3 if kernel == "sssp" else 6)
        self.assertIn("twc", self.fails(2, *verb, "sssp", "--device", DEVICE, "--algorithm", "twc"))

    def test_graph500_refusals(self):
        verb = ["graph500", "--scale", "5"]
        self.fails(6, *verb, "--device", "cuda:99")
        for cause, status, options in (
            ("bag", 2, ["--algorithm", "bag"]),
            ("locality", 2, ["--prepare", "locality"]),
            ("on the device", 5, ["--device-memory", "99"]),
        ):
            self.assertIn(cause, self.fails(status, *verb, "--device", DEVICE, *options))
        self.assertIn("--tune warp-degree", self.fails(2, *verb, "--tune", "warp-degree=4"))


if __name__ == "__main__":
    unittest.main()
