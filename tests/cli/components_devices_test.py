"""strider components on devices: an emulated one, or the CUDA device that STRIDER_TEST_DEVICE names."""

import os
import unittest

from program import SMALL_MTX, ProgramTest

DEVICE = os.environ.get("STRIDER_TEST_DEVICE", "simt")


class DeviceComponents(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        if DEVICE != "simt":
            probe = self.run_program("components", "small.mtx", "--quiet", "--device", DEVICE)
            if probe.returncode == 6:
                # cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
                print("no CUDA device:", probe.stderr.strip())
                self.skipTest(probe.stderr)

    def test_writes_what_the_host_writes(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        for graph in ("small.mtx", "k.strider"):
            for option in ("--undirected", "--directed"):
                verb = ["components", graph, option, "--quiet", "-o", "-"]
                self.assertEqual(self.ok(*verb, "--device", DEVICE), self.ok(*verb))

    def test_report(self):
        result = self.json("components", "small.mtx", "--device", DEVICE, "--validate")
        self.assertEqual((result["components"], result["device"]), (2, DEVICE))
        self.assertTrue(result["passed"])
        self.assertIn("prepare_s", result)
        self.assertIn(result["device_name"], self.ok("components", "small.mtx", "--device", DEVICE))

    def test_memory_is_refused_before_it_is_taken(self):
        self.check_device_memory("components", "small.mtx", "--device", DEVICE, tries=2)


if __name__ == "__main__":
    unittest.main()
