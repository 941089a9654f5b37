"""Shortest paths on several ranks."""

import unittest

from ranks_program import RanksTest


class Bounds(RanksTest):
    def test_paths_within_bounds(self):
        self.ok("generate", "kronecker", "--scale", "8", "--weights", "real", "-o", "k.strider")
        self.write("road.wel", "".join(f"a{i} a{i + 1} {i % 7}\n" for i in range(90)) + "x y 1\n")
        cases = (("k.strider", "3", ("--cutoff", "0.2")), ("k.strider", "3", ("--target", "5")),
                 ("k.strider", "3", ("--cutoff", "0.05", "--target", "5")),
                 ("road.wel", "a10", ("--target", "a25")), ("road.wel", "a10", ("--target", "y")),
                 ("road.wel", "a10", ("--target", "a10", "--cutoff", "0")))  # fmt: skip
        for graph, source, bounds in cases:
            sssp = ["sssp", graph, "--undirected", "--source", source, *bounds, "--validate"]
            one = self.json(*sssp, "-o", "one.tsv")
            for scheme in ("1d", "delegate"):
                many = self.json_on(3, *sssp, "--partition", scheme, "-o", "many.tsv")
                self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
                for key in ("reached", "target", "distance"):
                    self.assertEqual(many.get(key), one.get(key), (bounds, scheme))
                # Of equally long paths another one may be found.
                self.assertEqual(len(many.get("path", [])) > 0, len(one.get("path", [])) > 0)
                if graph == "road.wel":
                    self.assertEqual(many.get("path"), one.get("path"))
                self.assertTrue(many["passed"])
        text = self.ok_on(2, "sssp", "road.wel", "--undirected", "--source", "a0", "--target", "a3")
        self.assertIn("path        length 3, 3 edges: a0 a1 a2 a3", text)
        sssp = ["sssp", "road.wel", "--source", "a0"]
        self.assertIn("cutoff must be at least 0", self.fails_on(2, 2, *sssp, "--cutoff", "-1"))
        self.assertIn("'b'", self.fails_on(2, 2, *sssp, "--target", "b"))


if __name__ == "__main__":
    unittest.main()
