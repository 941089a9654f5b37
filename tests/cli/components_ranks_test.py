"""strider components on several ranks, and on their devices."""

import unittest

from program import SMALL_MTX
from ranks_program import RanksTest

SPARSE = "70 90\n90 20\n20 70\n5 8\n8 6\n6 5\n1 300\n"


class Components(RanksTest):
    def content(self, name):
        return (self.folder / name).read_bytes()

    def test_rows_are_those_of_one_machine(self):
        self.write("sparse.el", SPARSE)
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        for graph in ("sparse.el", "k.strider"):
            for suffix in ("tsv", "npy"):
                one = self.json("components", graph, "-o", f"one.{suffix}")
                for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"]):
                    many = self.json_on(3, "components", graph, *options, "--validate",
                                        "-o", f"many.{suffix}")
                    self.assertEqual(self.content(f"many.{suffix}"), self.content(f"one.{suffix}"))
                    for key in ("components", "largest", "isolated", "vertices", "edges"):
                        self.assertEqual(many[key], one[key], key)
                    self.assertEqual((many["ranks"], many["passed"]), (3, True))
                    self.assertEqual(many["partition"]["scheme"], "1d")
                    self.assertGreater(many["traffic"]["bytes_sent"], 0)

    def test_report(self):
        self.write("small.mtx", SMALL_MTX)
        out = self.ok_on(2, "components", "small.mtx", "--validate", "--traffic")
        self.assertIn("2; the largest has 6 vertices; 0 of one vertex", out)
        self.assertIn("valid", out)
        self.assertIn("exchange", out)

    def test_refusals(self):
        self.write("small.mtx", SMALL_MTX)
        line = self.fails_on(2, 2, "components", "small.mtx", "--partition", "2d")
        self.assertIn("strider components supports only --partition 1d", line)

    def test_on_devices(self):
        self.write("sparse.el", SPARSE)
        one = self.ok("components", "sparse.el", "--quiet", "-o", "-")
        run = self.mpirun(2, "components", "sparse.el", "--device", "simt", "--quiet", "-o", "-")
        if run.returncode == 6:
            self.skipTest(run.stderr)
        self.assertEqual(run.stdout, one)


if __name__ == "__main__":
    unittest.main()
