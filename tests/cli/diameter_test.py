"""strider diameter, as docs/cli.md promises it."""

import unittest

from program import ProgramTest

# A path of five vertices, a triangle, and a vertex alone.
EDGES = "10 20\n20 30\n30 40\n40 50\n1 2\n2 3\n3 1\n7 7\n"


class Diameter(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("g.el", EDGES)

    def test_of_the_largest_component(self):
        result = self.json("diameter", "g.el", "--undirected", "--validate")
        self.assertEqual((result["diameter"], result["radius"], result["center"]), (4, 2, 30))
        self.assertEqual(sorted(result["ends"]), [10, 50])
        self.assertEqual((result["counted"], result["verb"]), (5, "diameter"))
        self.assertGreaterEqual(result["searches"], 2)
        self.assertTrue(result["validated"] and result["passed"])
        result = self.json("diameter", "g.el", "--undirected", "--center")
        self.assertEqual((result["center_size"], result["periphery_size"]), (1, 2))
        out = self.ok("diameter", "g.el", "--undirected", "--center")
        self.assertRegex(out, r"(?m)^diameter +4, from ")
        self.assertRegex(out, r"(?m)^center +1 vertex$")

    def test_of_all_components(self):
        result = self.json("diameter", "g.el", "--undirected", "--all", "--validate")
        self.assertEqual((result["diameter"], result["radius"], result["counted"]), (4, 0, 9))

    def test_eccentricities(self):
        out = self.ok("diameter", "g.el", "--undirected", "--eccentricities", "--quiet", "-o", "-")
        rows = dict(line.split("\t") for line in out.splitlines())
        self.assertEqual(rows["vertex"], "eccentricity")
        expected = {"10": "4", "20": "3", "30": "2", "40": "3", "50": "4",
                    "1": "1", "2": "1", "3": "1", "7": "0"}  # fmt: skip
        self.assertEqual({v: rows[v] for v in expected}, expected)

    def test_directed_distances_are_the_finite_ones(self):
        result = self.json("diameter", "g.el", "--directed", "--validate")
        self.assertEqual((result["diameter"], result["radius"], result["ends"]), (4, 0, [10, 50]))
        self.write("cycle.el", "0 1\n1 2\n2 3\n3 0\n")
        result = self.json("diameter", "cycle.el", "--directed", "--validate")
        self.assertEqual((result["diameter"], result["radius"]), (3, 3))

    def test_bounds(self):
        self.ok("generate", "grid", "--rows", "9", "--columns", "30", "-o", "grid.strider")
        result = self.json("diameter", "grid.strider", "--most-searches", "1")
        self.assertEqual(result["searches"], 1)
        self.assertLessEqual(result["diameter"], 37)
        self.assertGreaterEqual(result["diameter_at_most"], 37)
        self.assertGreaterEqual(19, result["radius_at_least"])
        self.assertRegex(self.ok("diameter", "grid.strider", "--most-searches", "1"),
                         r"(?m)^diameter +\d+ to \d+, from ")  # fmt: skip

    def test_weights(self):
        self.write("w.wel", "0 1 5\n1 2 0.25\n2 3 1\n")
        result = self.json("diameter", "w.wel", "--undirected", "--weighted")
        self.assertEqual((result["diameter"], result["radius"], result["center"]), (6.25, 5, 1))
        self.assertEqual(self.json("diameter", "w.wel", "--undirected")["diameter"], 3)
        out = self.ok("diameter", "w.wel", "--undirected", "--weighted", "--eccentricities",
                      "--quiet", "-o", "-")  # fmt: skip
        self.assertEqual(out.splitlines(), ["vertex\teccentricity", "0\t6.25", "1\t5", "2\t5.25", "3\t6.25"])
        # Without weights each edge is 1 long.
        self.assertEqual(self.json("diameter", "g.el", "--undirected", "--weighted")["diameter"], 4)

    def test_effective_diameter(self):
        self.write("path.el", "".join(f"{v} {v + 1}\n" for v in range(10)))
        result = self.json("diameter", "path.el", "--undirected", "--effective")
        # Of 110 ordered pairs 98 are within 7, 104 within 8.
        self.assertEqual((result["effective_diameter"], result["samples"]), (8, 11))
        self.assertEqual((result["effective_diameter_at_least"], result["effective_diameter_at_most"]), (8, 8))
        arguments = ("diameter", "path.el", "--undirected", "--effective", "--samples", "3", "--seed", "5")
        one, two = (self.json(*arguments, "--threads", threads) for threads in ("1", "2"))
        self.assertEqual(one["effective_diameter"], two["effective_diameter"])
        self.assertEqual((one["samples"], one["seed"]), (3, 5))
        self.assertRegex(self.ok(*arguments), r"(?m)^effective +\d")

    def test_info_bounds_it_and_looks_for_sides(self):
        self.ok("generate", "grid", "--rows", "30", "--columns", "40", "-o", "g.strider")
        result = self.json("info", "g.strider")
        self.assertEqual((result["bipartite"], result["diameter_at_least"]), (True, 68))
        self.assertGreaterEqual(result["diameter_at_most"], 68)
        self.write("triangle.el", "0 1\n1 2\n2 0\n")
        result = self.json("info", "triangle.el", "--directed")
        self.assertEqual((result["bipartite"], result["diameter_at_least"]), (False, None))
        text = self.ok("info", "triangle.el", "--undirected")
        self.assertRegex(text, r"(?m)^diameter +1$")
        self.assertRegex(text, r"(?m)^bipartite +no$")

    def test_info_of_a_deep_graph_takes_few_searches(self):
        self.ok("generate", "grid", "--rows", "1", "--columns", "300000", "-o", "path.strider")
        result = self.json("info", "path.strider", timeout=20)
        self.assertEqual((result["diameter_at_least"], result["diameter_at_most"]), (299999, 299999))

    def test_wrong_use(self):
        self.fails(2, "diameter", "g.el", "-o", "out.tsv")
        self.fails(2, "diameter", "g.el", "--undirected", "--most-searches", "2", "--validate")
        self.fails(2, "diameter", "g.el", "--undirected", "--weighted", "--validate")
        self.fails(2, "diameter", "g.el", "--undirected", "--most-searches", "2", "--center")
        self.fails(2, "diameter", "g.el", "--directed", "--effective")
        self.fails(2, "diameter", "g.el", "--undirected", "--effective", "--all")
        self.fails(2, "diameter", "g.el", "--undirected", "--samples", "5")


if __name__ == "__main__":
    unittest.main()
