"""strider cluster, as docs/cli.md promises it."""

import unittest

from program import SMALL_MTX, ProgramTest

# 1 -1- 2 -5- 3 -2- 4, and 9 -2- 8.
WEIGHTED = "1 2 1\n2 3 5\n3 4 2\n9 8 2\n"


class Cluster(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("w.wel", WEIGHTED)
        self.write("small.mtx", SMALL_MTX)

    def rows(self, *arguments):
        out = self.ok("cluster", *arguments, "--validate", "--quiet", "-o", "-")
        head, *lines = out.splitlines()
        self.assertEqual(head, "vertex\tcluster")
        return dict(line.split("\t") for line in lines)

    def test_by_distance_and_by_count(self):
        listed = ["w.wel", "--only-listed"]
        expected = {"1": "1", "2": "1", "3": "3", "4": "3", "8": "8", "9": "8"}
        self.assertEqual(self.rows(*listed, "--threshold", "2"), expected)
        self.assertEqual(self.rows(*listed, "--count", "3"), expected)
        self.assertEqual(self.rows(*listed, "--threshold", "1", "--count", "2")["3"], "3")
        self.assertEqual(self.rows(*listed, "--count", "5")["2"], "1")
        self.assertEqual(len(set(self.rows("small.mtx", "--threshold", "1").values())), 2)

    def test_by_betweenness(self):
        rows = self.rows("small.mtx", "--betweenness", "--count", "3")
        self.assertEqual([rows[str(v)] for v in range(1, 9)], list("11144477"))
        result = self.json("cluster", "small.mtx", "--betweenness", "--count", "3")
        self.assertEqual(result["levels"], [{"clusters": 3, "removed": 1, "u": 3, "v": 4}])

    def test_report(self):
        result = self.json("cluster", "w.wel", "--only-listed", "--threshold", "2", "--validate")
        self.assertEqual((result["clusters"], result["largest"]), (3, 2))
        self.assertEqual((result["last_distance"], result["next_distance"]), (2, 5))
        self.assertTrue(result["passed"])
        self.assertIn("apart", self.ok("cluster", "w.wel", "--threshold", "2"))

    def test_refusals(self):
        self.assertIn("needs --threshold, --count", self.fails(2, "cluster", "w.wel"))
        self.assertIn("--betweenness needs --count", self.fails(2, "cluster", "w.wel", "--betweenness"))
        self.assertIn("--count 1: the graph has 2 components",
                      self.fails(2, "cluster", "w.wel", "--only-listed", "--count", "1"))
        self.assertIn("the graph is directed (as asked for)",
                      self.fails(2, "cluster", "w.wel", "--directed", "--count", "1"))
        self.assertIn("--count 1: the graph has 2 components",
                      self.fails(2, "cluster", "w.wel", "--only-listed", "--betweenness", "--count", "1"))
        for way in ([], ["--betweenness"]):
            self.assertIn("--count 99: the graph has", self.fails(2, "cluster", "w.wel", *way, "--count", "99"))
        self.assertIn("must be a number, got nan", self.fails(2, "cluster", "w.wel", "--threshold", "nan"))


if __name__ == "__main__":
    unittest.main()
