"""strider bipartite, as docs/cli.md promises it."""

import unittest

from program import SMALL_MTX, ProgramTest


class Bipartite(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        # A square and a path; labels are sparse.
        self.write("even.el", "70 20\n20 90\n90 40\n40 70\n5 8\n8 6\n")

    def test_sides(self):
        out = self.ok("bipartite", "even.el", "--quiet", "--validate", "-o", "-")
        self.assertEqual(out.splitlines()[0], "vertex\tside")
        sides = dict(line.split("\t") for line in out.splitlines()[1:])
        self.assertEqual(
            sides,
            {"5": "0", "6": "0", "8": "1", "20": "0", "90": "1", "70": "1", "40": "0"},
        )
        result = self.json("bipartite", "even.el", "--validate", "--threads", "2")
        self.assertIs(result["bipartite"], True)
        self.assertIsNone(result["odd_cycle"])
        self.assertTrue(result["validated"] and result["passed"])
        self.assertIn("yes; 4 on side 0, 3 on side 1", self.ok("bipartite", "even.el"))

    def test_odd_cycle(self):
        result = self.json("bipartite", "small.mtx", "--validate")
        self.assertIs(result["bipartite"], False)
        self.assertEqual(sorted(result["odd_cycle"]), [1, 2, 3])
        self.assertTrue(result["passed"])
        self.assertIn("no; a cycle of 3 vertices:", self.ok("bipartite", "small.mtx"))
        # There are no sides to write.
        self.ok("bipartite", "small.mtx", "--quiet", "-o", "sides.tsv")
        self.assertFalse((self.folder / "sides.tsv").exists())

    def test_self_loops_count_where_they_are_kept(self):
        self.write("loop.el", "1 2\n2 2\n")
        self.assertTrue(self.json("bipartite", "loop.el")["bipartite"])
        result = self.json("bipartite", "loop.el", "--keep-self-loops", "--validate")
        self.assertEqual(result["odd_cycle"], [2])

    def test_directed_edges_lead_both_ways(self):
        self.write("d.el", "0 1\n2 1\n0 2\n")
        for option in ("--directed", "--undirected"):
            self.assertEqual(len(self.json("bipartite", "d.el", option)["odd_cycle"]), 3)

    def test_it_runs_on_the_host(self):
        self.fails(6, "bipartite", "even.el", "--device", "simt")


if __name__ == "__main__":
    unittest.main()
