"""strider msf on devices: results, reports and refusals.

The device is an emulated one, or the CUDA device that STRIDER_TEST_DEVICE names.
"""

import os
import unittest

from program import SMALL_MTX, ProgramTest

DEVICE = os.environ.get("STRIDER_TEST_DEVICE", "simt")

# A square with a diagonal, and a pair apart; labels are sparse.
WEIGHTED = "10 20 1.5\n20 30 2\n30 40 -1\n40 10 2\n10 30 2\n7 8 0.25\n"


class DeviceMsf(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("w.wel", WEIGHTED)
        self.write("small.mtx", SMALL_MTX)
        self.msf = ["msf", "w.wel"]
        if DEVICE != "simt":
            probe = self.run_program(*self.msf, "--quiet", "--device", DEVICE)
            if probe.returncode == 6:
                # cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
                print("no CUDA device:", probe.stderr.strip())
                self.skipTest(probe.stderr)

    def test_every_method_writes_what_the_host_writes(self):
        self.write("d.wel", "0 0 -9\n0 1 5\n1 0 3\n0 1 7\n1 2 1\n")
        self.assertEqual(self.json("msf", "d.wel", "--maximum", "--device", DEVICE)["weight"], 8)
        for graph in ("w.wel", "small.mtx", "d.wel"):
            for objective in ([], ["--maximum"]):
                verb = ["msf", graph, "--quiet", "-o", "-", *objective]
                expected = self.ok(*verb)
                for method in ("auto", "boruvka"):
                    found = self.ok(*verb, "--device", DEVICE, "--algorithm", method)
                    self.assertEqual(found, expected, (graph, method))

    def test_report(self):
        result = self.json(*self.msf, "--device", DEVICE, "--seed", "5", "--validate")
        host = self.json(*self.msf)
        self.assertEqual((result["device"], result["algorithm"], result["seed"]), (DEVICE, "auto", 5))
        self.assertEqual("emulated" in result["device_name"], DEVICE == "simt")
        self.assertTrue(result["validated"] and result["passed"])
        for key in ("weight", "forest_edges", "trees", "objective", "weighted"):
            self.assertEqual(result[key], host[key], key)
        for key in ("device_name", "prepare_s", "fetch_s"):
            self.assertIn(key, result)
            self.assertNotIn(key, host)
        # The seed of a schedule that was not asked for.
        self.assertEqual(self.json(*self.msf, "--device", DEVICE)["seed"], 1)
        self.assertEqual(host["seed"], 0)
        text = self.ok(*self.msf, "--device", DEVICE)
        self.assertIn(result["device_name"], text)
        self.assertIn("minimum by auto: weight 2.75, 4 edges in 2 trees", text)

    def test_options(self):
        on_device = [*self.msf, "--device", DEVICE]
        self.ok(*on_device, "--tune", "block-threads=64", "--device-memory", "1000000")
        self.assertIn("--tune block-threads", self.fails(2, *on_device, "--tune", "block-threads=33"))
        self.assertIn("on the device", self.fails(5, *on_device, "--device-memory", "99"))
        self.check_device_memory(*on_device, tries=2)
        for option, value in (("--tune", "block-threads=64"), ("--device-memory", "64")):
            self.assertIn(option, self.fails(2, *self.msf, option, value))

    def test_refusals(self):
        on_device = [*self.msf, "--device", DEVICE]
        for method in ("kruskal", "prim", "filter-kruskal"):
            self.assertIn(method, self.fails(2, *on_device, "--algorithm", method))
        self.assertIn("--undirected", self.fails(2, *on_device, "--directed"))
        # Before the graph is read.
        for options in (["--algorithm", "prim"], ["--tune", "block-threads=33"]):
            line = self.fails(2, "msf", "none.wel", "--device", DEVICE, *options)
            self.assertIn(options[0], line)
        for device in ("cuda:99", "cuda:x", "tpu"):
            self.fails(6, *self.msf, "--device", device)


if __name__ == "__main__":
    unittest.main()
