"""strider bc on devices: results, reports and refusals.

The device is an emulated one, or the CUDA device that STRIDER_TEST_DEVICE names.
"""

import os
import unittest

from program import SMALL_MTX, ProgramTest

DEVICE = os.environ.get("STRIDER_TEST_DEVICE", "simt")

METHODS = ["auto", "vertex-parallel", "edge-parallel", "work-efficient", "hybrid"]


class BetweennessOnDevices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("some", "1\n3\n")
        self.bc = ["bc", "small.mtx"]
        if DEVICE != "simt":
            probe = self.run_program(*self.bc, "--quiet", "--device", DEVICE)
            if probe.returncode == 6:
                # cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
                print("no CUDA device:", probe.stderr.strip())
                self.skipTest(probe.stderr)

    def scores(self, *options):
        rows = self.ok(*self.bc, "--quiet", "-o", "-", *options).splitlines()
        return [[round(float(number), 9) for number in row.split("\t")] for row in rows[1:]]

    def test_every_method_writes_the_scores_of_the_host(self):
        for question in ([], ["--edges"], ["--normalized", "--endpoints"], ["--samples", "3"],
                         ["--sources", "some", "--targets", "some"]):  # fmt: skip
            expected = self.scores(*question)
            self.assertGreaterEqual(len(expected), 8)
            for method in METHODS:
                on_device = ["--device", DEVICE, "--algorithm", method]
                self.assertEqual(self.scores(*question, *on_device), expected, (method, question))

    def test_by_weight(self):
        self.write("w.wel", "a b 0.1\nb c 0.2\na c 0.3\nc d 0.7\na d 1.0\n")
        for question in ([], ["--edges"], ["--undirected"]):
            weighted = ["bc", "w.wel", "--weighted", "--quiet", "-o", "-", *question]
            expected = self.ok(*weighted)
            self.assertEqual(self.ok(*weighted, "--device", DEVICE), expected, question)
        report = self.json("bc", "w.wel", "--weighted", "--device", DEVICE)
        self.assertTrue(report["weighted"])
        # Hops where there are no weights.
        self.assertEqual(self.scores("--weighted", "--device", DEVICE), self.scores())
        line = self.fails(2, "bc", "w.wel", "--weighted", "--device", DEVICE, "--algorithm", "hybrid")
        self.assertIn("does not support weights", line)
        self.write("zero.wel", "a b 0\nb c 1\n")
        self.write("wide.wel", "a b 1e20\nb c 3\n")
        for name in ("zero.wel", "wide.wel"):
            line = self.fails(2, "bc", name, "--weighted", "--device", DEVICE)
            self.assertIn("use the host", line)
        self.write("negative.wel", "a b 0.1\nb c -0.2\n")
        line = self.fails(3, "bc", "negative.wel", "--weighted", "--device", DEVICE)
        self.assertIn("negative.wel: the edge from b to c has the weight -0.2", line)

    def test_report(self):
        result = self.json(*self.bc, "--device", DEVICE, "--seed", "5", "--tune", "sources-at-once=2",
                           "--tune", "block-threads=64", "--validate")  # fmt: skip
        host = self.json(*self.bc)
        self.assertEqual((result["device"], result["algorithm"], result["seed"]), (DEVICE, "auto", 5))
        self.assertEqual("emulated" in result["device_name"], DEVICE == "simt")
        self.assertNotIn("device_name", host)
        self.assertTrue(result["passed"])
        self.assertEqual(result["sources"], host["sources"])
        self.assertIn(result["device_name"], self.ok(*self.bc, "--device", DEVICE))

    def test_a_checkpoint_resumes_where_it_stopped(self):
        run = ["--device", DEVICE, "--checkpoint", "kept"]
        expected = self.scores(*run)
        self.assertEqual(self.scores(*run, "--resume"), expected)
        # Another method adds up in another order.
        self.fails(3, *self.bc, *run, "--resume", "--algorithm", "work-efficient")

    def test_within_a_bound(self):
        run = ["--device", DEVICE, "--epsilon", "0.1", "--normalized", "--seed", "3"]
        result = self.json(*self.bc, *run)
        self.assertLessEqual(result["estimate"]["normalized_bound"], 0.1)
        expected = dict(self.scores("--normalized"))
        for vertex, score in self.scores(*run):
            self.assertAlmostEqual(score, expected[vertex], delta=0.1)
        self.fails(2, *self.bc, *run, "--edges")

    def test_memory(self):
        message = self.fails(5, *self.bc, "--device", DEVICE, "--device-memory", "400")
        self.assertIn("betweenness from 1 source at once (", message)
        on_device = [*self.bc, "--device", DEVICE]
        one = self.check_device_memory(*on_device, tries=2)
        self.assertEqual(self.check_device_memory(*on_device, "--tune", "sources-at-once=1", tries=2), one)
        # Side by side they take less than each by itself.
        many = [*on_device, "--tune", "sources-at-once=256"]
        together = self.check_device_memory(*many, tries=2)
        by_themselves = self.check_device_memory(*many, "--algorithm", "work-efficient", tries=2)
        self.assertLess(together, by_themselves)
        line = self.fails(5, *many, "--device-memory", str((one + together) // 2))
        self.assertIn(f"({together} bytes) needed", line)
        self.check_device_memory(*on_device, "--edges", "--directed", "--tune", "sources-at-once=2", tries=2)
        self.check_device_memory(*on_device, "--epsilon", "0.1", tries=2)
        self.write("loops.wel", "0 0 1\n0 1 2\n0 1 3\n1 2 4\n")
        kept = ["bc", "loops.wel", "--keep-self-loops", "--keep-duplicates", "--device", DEVICE]
        self.check_device_memory(*kept, tries=2)
        self.check_device_memory(*kept, "--weighted", tries=2)

    def test_refusals(self):
        on_device = [*self.bc, "--device", DEVICE]
        self.assertIn("serial", self.fails(2, *on_device, "--algorithm", "serial"))
        self.assertIn("--tune block-threads", self.fails(2, *on_device, "--tune", "block-threads=33"))
        self.assertIn("--tune sources-at-once", self.fails(2, *self.bc, "--tune", "sources-at-once=2"))


if __name__ == "__main__":
    unittest.main()
