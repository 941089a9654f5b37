"""strider flow, as docs/cli.md and docs/flow.md promise it."""

import unittest

from program import SMALL_MTX, ProgramTest

# Two ways from 1 to 4 and one between them; the second line of 1 2 adds to the first.
MAX = """c a small problem
p max 4 6
n 1 s
n 4 t
a 1 2 3
a 1 2 1
a 1 3 2
a 2 3 3
a 2 4 1
a 3 4 5
"""


class Flow(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.max", MAX)
        self.write("small.mtx", SMALL_MTX)

    def flow(self, *arguments):
        out = self.ok("flow", *arguments, "--quiet", "-o", "-").splitlines()
        self.assertEqual(out[0], "u\tv\tflow")
        return [tuple(map(float, line.split("\t"))) for line in out[1:]]

    def test_a_dimacs_file_names_the_ends(self):
        result = self.json("flow", "small.max", "--validate", "--threads", "2")
        self.assertEqual((result["source"], result["target"], result["flow"]), (1, 4, 6))
        self.assertEqual(sorted(result["cut"]), [[2, 4], [3, 4]])
        self.assertTrue(result["directed"] and result["validated"] and result["passed"])
        self.assertEqual(sum(f for u, _, f in self.flow("small.max") if u == 1), 6)
        self.assertEqual(self.json("flow", "small.max", "--source", "2", "--target", "3")["flow"], 3)
        out = self.ok("flow", "small.max", "--validate")
        self.assertIn("6 from 1 to 4", out)
        self.assertIn("valid", out)

    def test_other_verbs_read_it(self):
        self.assertEqual(self.json("info", "small.max")["edges_listed"], 6)
        self.ok("convert", "small.max", "small.strider", "--keep-duplicates")
        result = self.json("flow", "small.strider", "--source", "1", "--target", "4")
        self.assertEqual(result["flow"], 6)

    def test_problems_are_not_written(self):
        for out in (["copy.max"], ["copy", "--to", "max"]):
            self.assertIn("a graph has no source and target", self.fails(2, "convert", "small.max", *out))
            self.assertFalse((self.folder / out[0]).exists())
        self.assertIn("write .gr", self.fails(2, "generate", "grid", "--rows", "2", "--columns", "2",
                                              "-o", "grid.max"))  # fmt: skip
        self.assertIn("the source and the target of the flow are lost",
                      self.ok("convert", "small.max", "small.gr", "--keep-duplicates"))
        result = self.json("flow", "small.gr", "--source", "1", "--target", "4")
        self.assertEqual(result["flow"], 6)

    def test_broken_problems_are_refused_with_their_line(self):
        for line, fault in (("n 2 s", "a second source"), ("n 9 t", "9"), ("n 4 x", "'s' or 't'")):
            self.write("bad.max", MAX.replace("n 1 s\n", f"n 1 s\n{line}\n"))
            self.assertIn(fault, self.fails(3, "flow", "bad.max"))
        self.write("bad.max", MAX.replace("a 3 4 5\n", ""))
        self.assertIn("6 edges", self.fails(3, "flow", "bad.max"))

    def test_undirected_edges_of_capacity_one(self):
        result = self.json("flow", "small.mtx", "--source", "1", "--target", "6", "--validate")
        self.assertEqual(result["flow"], len(result["cut"]))
        self.assertFalse(result["weighted"])
        self.assertIn("every edge has weight 1",
                      self.ok("flow", "small.mtx", "--source", "1", "--target", "6"))

    def test_real_and_infinite_capacities(self):
        self.write("real.wel", "a b inf\nb c 0.5\nb c 0.25\nc d inf\n")
        result = self.json("flow", "real.wel", "--source", "a", "--target", "d", "--validate")
        self.assertEqual(result["flow"], 0.75)
        self.assertEqual(result["cut"], [["b", "c"], ["b", "c"]])
        self.write("open.wel", "a b inf\nb c inf\n")
        self.assertIn("no bound", self.fails(2, "flow", "open.wel", "-s", "a", "-t", "c"))
        self.write("negative.wel", "a b 1\nb c -1\n")
        self.assertIn("negative.wel", self.fails(3, "flow", "negative.wel", "-s", "a", "-t", "c"))

    def test_huge_capacities(self):
        # Of up to 32 bits exact sums, above those of doubles.
        most = 2**32 - 1
        self.write("huge.max", "p max 3 4\nn 1 s\nn 3 t\n" + f"a 1 2 {most}\na 2 3 {most}\n" * 2)
        result = self.json("flow", "huge.max", "--validate")
        self.assertEqual(result["flow"], 2 * most)
        huge = 2**63
        self.write("huge.max", "p max 3 4\nn 1 s\nn 3 t\n" + f"a 1 2 {huge}\na 2 3 {huge}\n" * 2)
        self.assertEqual(self.json("flow", "huge.max", "--validate")["flow"], 2.0 * huge)
        self.write("huge.wel", "a b 1.7e308\na b 1.7e308\nb c 1.7e308\nb c 1.7e308\n")
        self.assertIn("no finite sum", self.fails(3, "flow", "huge.wel", "-s", "a", "-t", "c"))

    def test_equal_on_any_number_of_threads(self):
        self.ok("generate", "grid", "--rows", "40", "--columns", "40", "--weights", "integer",
                "--quiet", "-o", "grid.wel")  # fmt: skip
        rows = [
            self.flow("grid.wel", "--undirected", "-s", "0", "-t", "1599", "--threads", str(threads))
            for threads in (1, 2, 4)
        ]
        self.assertTrue(rows[0])
        self.assertTrue(rows[0] == rows[1] == rows[2])

    def test_ends_that_are_missing_or_the_same(self):
        self.assertIn("--source", self.fails(2, "flow", "small.mtx"))
        self.assertIn("differ", self.fails(2, "flow", "small.mtx", "-s", "1", "-t", "1"))
        self.fails(2, "flow", "small.mtx", "-s", "1", "-t", "77")

    def test_connectivity(self):
        self.write("cliques.el", "0 1\n0 2\n1 2\n3 4\n3 5\n4 5\n2 3\n")
        result = self.json("flow", "cliques.el", "--undirected", "--connectivity")
        self.assertEqual((result["edge_connectivity"], result["cut"]), (1, [[2, 3]]))
        self.assertRegex(self.ok("flow", "cliques.el", "--undirected", "--connectivity"),
                         "(?m)^cut         1 edge, the edge connectivity: without it the graph is")
        self.fails(2, "flow", "cliques.el", "--connectivity", "--source", "1")
        self.assertNotIn("left_open", result)
        for direction in ("--undirected", "--directed"):
            result = self.json("flow", "cliques.el", direction, "--connectivity", "--validate")
            self.assertTrue(result["validated"] and result["passed"])
            self.assertNotIn("left_open", result)
        self.assertIn("prove that no cut has fewer",
                      self.ok("flow", "cliques.el", "--undirected", "--connectivity", "--validate"))


if __name__ == "__main__":
    unittest.main()
