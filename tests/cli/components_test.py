"""strider components and strider validate components, as docs/cli.md promises them."""

import unittest

from program import SMALL_MTX, ProgramTest

# Two triangles and a pair; labels are sparse, and 1 is the first vertex only by its number.
SPARSE = "70 90\n90 20\n20 70\n5 8\n8 6\n6 5\n1 300\n"
NAMED = '"St. Gallen",Zurich\nZurich,Bern\nRome,Milan\n'


class Components(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("sparse.el", SPARSE)
        self.write("named.csv", NAMED)

    def rows(self, *arguments):
        out = self.ok("components", *arguments, "--quiet", "-o", "-")
        return dict(line.split("\t") for line in out.splitlines()[1:])

    def test_labels_are_those_of_the_first_vertex_of_the_input(self):
        out = self.ok("components", "small.mtx", "--quiet", "-o", "-")
        self.assertEqual(out.splitlines()[0], "vertex\tcomponent")
        labels = [line.split("\t") for line in out.splitlines()[1:]]
        self.assertEqual(labels, [[str(v), "1" if v <= 6 else "7"] for v in range(1, 9)])
        expected = {"1": "1", "300": "1", "5": "5", "6": "5", "8": "5",
                    "20": "20", "70": "20", "90": "20"}
        self.assertEqual(self.rows("sparse.el"), expected)
        self.assertEqual(self.rows("named.csv")["Bern"], "St. Gallen")
        self.assertEqual(self.rows("named.csv")["Milan"], "Rome")

    def test_directed_edges_lead_both_ways(self):
        self.write("d.el", "0 1\n2 1\n3 4\n")
        expected = {"0": "0", "1": "0", "2": "0", "3": "3", "4": "3"}
        for option in ("--directed", "--undirected"):
            self.assertEqual(self.rows("d.el", option), expected)
        self.assertIn("2, weakly connected; the largest has 3 vertices; 0 of one vertex",
                      self.ok("components", "d.el", "--directed"))

    def test_report(self):
        result = self.json("components", "small.mtx", "--validate", "--threads", "2")
        self.assertEqual((result["components"], result["largest"], result["isolated"]), (2, 6, 0))
        self.assertEqual((result["verb"], result["algorithm"], result["threads"]),
                         ("components", None, 2))
        self.assertTrue(result["validated"] and result["passed"])
        self.assertGreater(result["teps"], 0)
        out = self.ok("components", "small.mtx", "--validate")
        self.assertIn("2; the largest has 6 vertices; 0 of one vertex", out)
        self.assertIn("valid", out)
        # Those that info counts.
        info = self.json("info", "small.mtx")
        self.assertEqual((info["components"], info["largest_component"]), (2, 6))

    def test_strong_components(self):
        # 7 -> 5 <-> 6 -> 9 <-> 8, and 4 -> 8.
        self.write("s.el", "7 5\n5 6\n6 5\n6 9\n9 8\n8 9\n4 8\n")
        expected = {"4": "4", "5": "5", "6": "5", "7": "7", "8": "8", "9": "8"}
        self.assertEqual(self.rows("s.el", "--strong", "--validate"), expected)
        result = self.json("components", "s.el", "--strong", "--validate")
        self.assertEqual((result["components"], result["largest"], result["isolated"]), (4, 2, 2))
        self.assertTrue(result["validated"] and result["passed"])
        self.assertIn("4, strongly connected; the largest has 2 vertices; 2 of one vertex",
                      self.ok("components", "s.el", "--strong"))
        self.assertEqual(self.json("components", "s.el", "--strong", "--undirected")["components"], 1)
        self.ok("components", "s.el", "--strong", "--quiet", "-o", "s.tsv")
        self.assertIn("4 components", self.ok("validate", "components", "s.el", "s.tsv", "--strong"))
        self.assertEqual(
            self.json("validate", "components", "s.el", "s.tsv", "--strong")["components"], 4)
        right = (self.folder / "s.tsv").read_text()
        for was, wrong, rule in (("9\t8", "9\t9", "no cycle leads"), ("7\t7", "7\t5", "leads from its"),
                                 ("6\t5", "6\t4", "first vertex")):
            self.write("w.tsv", right.replace(was, wrong))
            self.assertIn(rule, self.fails(4, "validate", "components", "s.el", "w.tsv", "--strong"))

    def test_parts_are_written_as_graphs(self):
        self.write("s.wel", "7 5 1.5\n5 6 2.5\n6 5 3.5\n6 9 1\n9 8 1\n8 5 2\n4 8 1\n")
        self.ok("components", "s.wel", "--directed", "--strong", "--largest", "l.wel", "--condensation", "c.el",
                "--quiet")
        edges = lambda name: sorted(
            line for line in (self.folder / name).read_text().splitlines() if line[0].isdigit())
        self.assertEqual(edges("l.wel"), ["5 6 2.5", "6 5 3.5", "6 9 1", "8 5 2", "9 8 1"])
        self.assertEqual(edges("c.el"), ["4 5", "7 5"])
        self.ok("components", "s.wel", "--undirected", "--largest", "l.strider", "--quiet")
        info = self.json("info", "l.strider")
        self.assertEqual((info["vertices"], info["edges"], info["weighted"]), (6, 6, True))
        self.assertIn("suffix", self.fails(2, "components", "s.wel", "--largest", "l.what"))

    def test_graphs_without_edges_and_vertices(self):
        self.write("lonely.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 0\n")
        result = self.json("components", "lonely.mtx", "--validate")
        self.assertEqual((result["components"], result["largest"], result["isolated"]), (3, 1, 3))
        self.write("loop.el", "4 4\n4 4\n")
        result = self.json("components", "loop.el", "--keep-self-loops", "--validate")
        self.assertEqual((result["components"], result["isolated"]), (1, 1))

    def test_every_format_is_written_and_checked(self):
        for suffix in ("tsv", "csv", "npy", "tsv.gz", "csv.zst"):
            self.ok("components", "sparse.el", "--quiet", "-o", f"c.{suffix}")
            out = self.ok("validate", "components", "sparse.el", f"c.{suffix}")
            self.assertIn("3 components", out)
        self.ok("components", "sparse.el", "--quiet", "-o", "c.ldbc")
        self.assertIn("90 20\n", (self.folder / "c.ldbc").read_text())
        self.ok("components", "named.csv", "--quiet", "-o", "c.json")
        self.assertIn('"component": "St. Gallen"', (self.folder / "c.json").read_text().replace(
            '":"', '": "'))

    def test_wrong_labels_are_refused(self):
        right = self.ok("components", "sparse.el", "--quiet", "-o", "-")
        for wrong in ("90\t70", "90\t5", "90\t90", "90\t4"):
            self.write("w.tsv", right.replace("90\t20", wrong))
            line = self.fails(4, "validate", "components", "sparse.el", "w.tsv")
            self.assertIn("validation failed at vertex 90", line)
        self.write("w.tsv", right.replace("90\t20\n", ""))
        self.fails(4, "validate", "components", "sparse.el", "w.tsv")
        run = self.run_program("validate", "components", "sparse.el", "w.tsv", "--json")
        self.assertEqual(run.returncode, 4)
        self.assertIn('"wrong": 1', run.stdout)
        self.write("w.tsv", right + "90\t20\n")
        self.assertIn("has a second row", self.fails(3, "validate", "components", "sparse.el", "w.tsv"))
        self.write("w.tsv", right.replace("90\t20", "91\t20"))
        self.assertIn("no vertex '91'", self.fails(3, "validate", "components", "sparse.el", "w.tsv"))

    def test_wrong_use(self):
        self.fails(2, "components", "small.mtx", "--algorithm", "afforest")
        self.fails(2, "components", "small.mtx", "--device-memory", "5")
        self.fails(3, "components", "none.mtx")
        self.fails(6, "components", "small.mtx", "--partition", "1d")
        self.fails(2, "components", "small.mtx", "-o", "c.bmp")


if __name__ == "__main__":
    unittest.main()
