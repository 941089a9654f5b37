"""strider core, as docs/cli.md promises it."""

import unittest

from program import ProgramTest

# A triangle with a tail, and an isolated vertex by its number.
TAIL = "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 4\n2 1\n3 2\n3 1\n4 3\n"


class Core(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tail.mtx", TAIL)

    def test_rows(self):
        out = self.ok("core", "tail.mtx", "--validate", "--quiet", "-o", "-")
        self.assertEqual(out, "vertex\tcore\n1\t2\n2\t2\n3\t2\n4\t1\n5\t0\n")

    def test_report(self):
        result = self.json("core", "tail.mtx", "--validate", "--threads", "2")
        self.assertEqual((result["verb"], result["degeneracy"]), ("core", 2))
        self.assertTrue(result["validated"] and result["passed"])
        self.assertIn("2: the highest core number", self.ok("core", "tail.mtx"))

    def test_directed_edges_count_at_both_ends(self):
        self.write("d.el", "0 1\n1 2\n2 0\n0 2\n3 3\n")
        out = self.ok("core", "d.el", "--directed", "--keep-self-loops", "--quiet", "-o", "-")
        self.assertEqual(out, "vertex\tcore\n0\t2\n1\t2\n2\t2\n3\t0\n")

    def test_on_an_emulated_device(self):
        run = self.run_program("core", "tail.mtx", "--device", "simt", "--quiet", "-o", "-")
        if run.returncode == 6:
            self.skipTest(run.stderr)
        self.assertEqual(run.stdout, self.ok("core", "tail.mtx", "--quiet", "-o", "-"))
        self.write("d.el", "0 1\n")
        self.assertIn("need an undirected graph",
                      self.fails(2, "core", "d.el", "--directed", "--device", "simt"))


if __name__ == "__main__":
    unittest.main()
