"""Verbs on several ranks that neither search nor write: info and validate."""

import json
import unittest

from ranks_program import RanksTest


class Info(RanksTest):
    KEYS = ("edges_listed", "self_loops", "duplicates", "vertices", "edges", "directed", "format", "compression", "directed_reason", "weighted",
            "weight_type", "labels", "labels_remapped", "notes", "isolated", "degree", "components",
            "largest_component", "bipartite", "diameter_at_least", "diameter_at_most")  # fmt: skip

    def compare(self, keys, *arguments, ranks=(2, 3, 4)):
        one = self.json("info", *arguments)
        for count in ranks:
            many = self.json_on(count, "info", *arguments)
            self.assertEqual(many["ranks"], count)
            for key in keys:
                with self.subTest(arguments=arguments, ranks=count, key=key):
                    self.assertEqual(many[key], one[key])
        return many

    def test_numbers_are_those_of_one_machine(self):
        self.ok("generate", "kronecker", "--scale", "9", "--weights", "real", "-o", "k.strider")
        self.compare(self.KEYS, "k.strider")
        # Of its edges others are made, so that they are counted anew.
        self.compare(self.KEYS, "k.strider", "--keep-duplicates", ranks=(2,))
        self.write("loops.el", "1 1\n1 2\n1 2\n3 4\n9 9\n5 6\n7 6\n70 6\n")
        keys = self.KEYS
        self.compare(keys, "loops.el", "--undirected")
        self.compare(keys, "loops.el", "--undirected", "--keep-self-loops", "--keep-duplicates")
        self.compare(keys, "loops.el", "--undirected", ranks=(5,))
        self.write("words.wel", "a b 3\nb c 4\nc d 5\n")
        self.compare(keys, "words.wel", "--undirected", ranks=(2,))
        for options in (["--distribution", "cyclic"], ["--shuffle", "5"]):
            one = self.json("info", "loops.el", "--undirected")
            many = self.json_on(3, "info", "loops.el", "--undirected", *options)
            self.assertEqual([many[key] for key in keys], [one[key] for key in keys])

    def test_directed(self):
        # Ranks look for sides in undirected graphs only.
        self.write("d.el", "1 1\n1 2\n1 2\n3 4\n4 1\n9 9\n5 6\n7 6\n")
        keys = [key for key in self.KEYS if key != "bipartite"]
        many = self.compare(keys, "d.el", "--directed")
        self.assertIsNone(many["bipartite"])
        # A self-loop that is kept makes a vertex one with an edge, which ranks cannot tell.
        keys.remove("isolated")
        many = self.compare(keys, "d.el", "--directed", "--keep-self-loops", ranks=(2,))
        self.assertIsNone(many["isolated"])

    def test_empty(self):
        self.write("empty.el", "")
        keys = [key for key in self.KEYS if key != "bipartite"]
        self.compare(keys, "empty.el", ranks=(2,))

    def test_summary_and_file(self):
        self.write("t.el", "0 1\n1 2\n0 2\n2 3\n")
        text = self.ok_on(2, "info", "t.el", "--undirected", "--traffic")
        for line in ("size        4 vertices, 4 edges", "degree      min 1, median 2, mean 2.00",
                     "components  1; the largest has 4 vertices; 0 isolated vertices",
                     "diameter    2", "bipartite   no", "weights     none", "traffic     "):  # fmt: skip
            self.assertIn(line, text)
        self.assertNotIn("memory", text)
        self.ok_on(3, "info", "t.el", "--undirected", "-o", "info.json", "--quiet")
        self.assertIn('"largest_component": 4', (self.folder / "info.json").read_text())

    def test_refusals(self):
        self.write("t.el", "0 1\n")
        self.assertIn("run it without mpirun", self.fails_on(2, 2, "info", "t.el", "--validate"))
        self.assertIn("--partition 1d", self.fails_on(2, 2, "info", "t.el", "--partition", "2d"))
        self.assertIn("missing.el", self.fails_on(2, 3, "info", "missing.el"))


class Validate(RanksTest):
    KEYS = ("graph", "vertices", "edges", "directed", "result", "passed", "violations")
    OF_TREES = ("source", "reached", "edges_traversed")

    def verdict(self, run):
        """What --json says with the status, but for times and ranks."""
        self.assertIn(run.returncode, (0, 4), run.stderr)
        found = json.loads(run.stdout)
        for key in ("load_s", "build_s", "time_s", "verify_s", "ranks", "threads"):
            found.pop(key)
        lines = [line for line in run.stderr.splitlines() if line.startswith("strider: ")]
        return run.returncode, found, lines

    def compare(self, *arguments, ranks=(2, 3, 4), status=0):
        """The verdict is that of one machine, and so is every word of it."""
        one = self.verdict(self.run_program("validate", *arguments, "--json"))
        self.assertEqual(one[0], status, one)
        for count in ranks:
            with self.subTest(arguments=arguments, ranks=count):
                many = self.verdict(self.mpirun(count, "validate", *arguments, "--json"))
                self.assertEqual(many, one)

    def compare_errors(self, *arguments, status=3):
        one = self.fails(status, "validate", *arguments).rstrip()
        for count in (2, 3):
            with self.subTest(arguments=arguments, ranks=count):
                self.assertEqual(self.fails_on(count, status, "validate", *arguments), one)

    def change(self, name, line, column, cell, to="bad.tsv"):
        """The table with another cell, 0 being the header."""
        rows = [row.split("\t") for row in (self.folder / name).read_text().splitlines()]
        rows[line][column] = cell
        return self.write(to, "".join("\t".join(row) + "\n" for row in rows))

    def test_results_of_one_machine(self):
        self.ok("generate", "kronecker", "--scale", "9", "--weights", "real", "-o", "k.strider")
        self.ok("bfs", "k.strider", "--source", "1", "-o", "tree.tsv")
        self.ok("bfs", "k.strider", "--source", "1", "-o", "tree.npy")
        self.ok("sssp", "k.strider", "--source", "1", "-o", "paths.csv.gz")
        self.ok("components", "k.strider", "-o", "parts.tsv")
        self.compare("bfs", "k.strider", "tree.tsv")
        self.compare("bfs", "k.strider", "tree.npy", ranks=(3,))
        self.compare("sssp", "k.strider", "paths.csv.gz")
        self.compare("components", "k.strider", "parts.tsv")
        text = self.ok_on(3, "validate", "bfs", "k.strider", "tree.tsv")
        self.assertIn("result      tree.tsv: source 1, ", text)
        self.assertIn("valid       all five rules of the Graph500 specification hold; ", text)

    def test_many_rows(self):
        # Ranks keep 4096 rows in turn.
        self.ok("generate", "grid", "--rows", "150", "--columns", "120", "-o", "g.strider")
        self.ok("sssp", "g.strider", "--source", "7", "-o", "paths.tsv")
        self.compare("sssp", "g.strider", "paths.tsv")
        self.change("paths.tsv", 9000, 1, "3")
        self.compare("sssp", "g.strider", "bad.tsv", status=4)
        # Two rows of a vertex that several ranks read.
        lines = (self.folder / "paths.tsv").read_text().splitlines(keepends=True)
        self.write("bad.tsv", "".join([*lines, lines[4]]))
        self.compare_errors("sssp", "g.strider", "bad.tsv")

    def test_labels(self):
        self.write("sparse.el", "".join(f"{i * 700 % 90100} {i * i * 9100 % 90100}\n"
                                        for i in range(200)))  # fmt: skip
        self.write("words.el", "".join(f"w{i % 37} w{i * 5 % 41}\n" for i in range(90)))
        for graph, source in (("sparse.el", "700"), ("words.el", "w3")):
            self.ok("bfs", graph, "--source", source, "-o", "tree.tsv")
            self.ok("components", graph, "--strong", "-o", "parts.tsv")
            self.compare("bfs", graph, "tree.tsv")
            self.compare("bfs", graph, "tree.tsv", "--source", source, ranks=(2,))
            self.compare("components", graph, "parts.tsv", "--strong", ranks=(2, 3))
            self.compare("components", graph, "parts.tsv", ranks=(2,), status=4)

    def test_wrong_results(self):
        self.write("g.wel", "1 2 5\n2 3 6\n3 4 1\n4 5 2\n1 5 9\n6 7 1\n7 7 3\n")
        self.ok("bfs", "g.wel", "--source", "1", "-o", "tree.tsv")
        self.ok("sssp", "g.wel", "--source", "1", "-o", "paths.tsv")
        for line, column, cell in ((3, 1, "4"), (3, 2, "5"), (4, 2, "99"), (2, 2, "-1"),
                                   (6, 1, "2"), (3, 2, "3")):  # fmt: skip
            self.change("tree.tsv", line, column, cell)
            self.compare("bfs", "g.wel", "bad.tsv", "--source", "1", ranks=(3,), status=4)
        self.change("paths.tsv", 3, 1, "12")
        self.compare("sssp", "g.wel", "bad.tsv", ranks=(2,), status=4)
        self.compare("sssp", "g.wel", "bad.tsv", "--tolerance", "0.5", ranks=(2,))

    def test_errors_are_those_of_one_machine(self):
        self.write("g.wel", "1 2 5\n2 3 6\n3 4 1\n")
        self.write("n.wel", "1 2 5\n2 3 -6\n")
        self.ok("bfs", "g.wel", "--source", "1", "-o", "tree.tsv")
        bfs = ("bfs", "g.wel", "bad.tsv")
        for line, column, cell in ((2, 0, "9"), (2, 0, "x"), (3, 0, "2"), (2, 1, "far"), (1, 2, "2"),
                                   (0, 2, "height")):  # fmt: skip
            self.change("tree.tsv", line, column, cell)
            self.compare_errors(*bfs)
        self.write("bad.tsv", "vertex\tlevel\tparent\n1\t0\t1\n9\t1\t1\n2\t1\n")
        self.compare_errors(*bfs)
        self.compare_errors("bfs", "g.wel", "missing.tsv")
        self.compare_errors("bfs", "g.wel", "tree.tsv", "--source", "8", status=2)
        self.write("paths.tsv", "1\t0\t1\n2\t5\t1\n3\t11\t2\n")
        self.compare_errors("sssp", "n.wel", "paths.tsv")

    def test_refusals(self):
        self.write("g.el", "1 2\n2 3\n")
        self.write("tree.tsv", "vertex\tparent\n1\t1\n2\t1\n3\t2\n")
        bfs = ("validate", "bfs", "g.el")
        self.assertIn("has no column 'level'", self.fails_on(2, 6, *bfs, "tree.tsv"))
        self.assertIn("RESULT must be a file", self.fails_on(2, 2, *bfs, "-"))
        self.assertIn("RESULT must be a file", self.fails_on(2, 2, "validate", "msf", "g.el", "-"))

    def test_forests(self):
        self.ok("generate", "kronecker", "--scale", "9", "--weights", "real", "-o", "k.strider")
        self.write("g.wel", "".join(f"{i % 23 * 70} {i * 5 % 31 * 70} {i * 7 % 11}\n"
                                    for i in range(200)))  # fmt: skip
        self.write("words.wel", "a b 3\nb c 4\nc d 5\na d 1\ne f 2\n")
        for graph in ("k.strider", "g.wel", "words.wel"):
            for options in ((), ("--maximum",)):
                self.ok("msf", graph, *options, "-o", "forest.tsv")
                self.compare("msf", graph, "forest.tsv", *options, ranks=(2, 3))
            self.compare("msf", graph, "forest.tsv", ranks=(3,), status=4)
        self.write("pairs.el", "1 2\n2 3\n3 1\n")
        self.ok("msf", "pairs.el", "-o", "forest.csv")
        self.compare("msf", "pairs.el", "forest.csv", ranks=(4,))
        text = self.ok_on(2, "validate", "msf", "pairs.el", "forest.csv")
        self.assertIn("result      forest.csv: weight 2, 2 edges", text)
        self.assertIn("valid       a minimum spanning forest of 1 tree; 3 edges compared", text)

    def test_wrong_forests(self):
        self.write("g.wel", "1 2 5\n2 3 6\n3 4 1\n4 5 2\n1 5 9\n6 7 1\n7 7 3\n")
        self.ok("msf", "g.wel", "-o", "forest.tsv")
        good = (self.folder / "forest.tsv").read_text()
        for line, column, cell in ((1, 2, "4"), (2, 1, "5"), (3, 0, "1"), (4, 1, "1")):
            self.change("forest.tsv", line, column, cell)
            self.compare("msf", "g.wel", "bad.tsv", ranks=(2, 3), status=4)
        # An edge too many closes a cycle, one too few leaves two trees.
        for text in (good + "1\t5\t9\n", "".join(good.splitlines(keepends=True)[:-1])):
            self.write("bad.tsv", text)
            self.compare("msf", "g.wel", "bad.tsv", ranks=(3,), status=4)
        for line, column, cell in ((2, 0, "9"), (2, 1, "x"), (3, 2, "far"), (0, 2, "height")):
            self.change("forest.tsv", line, column, cell)
            self.compare_errors("msf", "g.wel", "bad.tsv")
        self.change("forest.tsv", 2, 2, "2.5")
        self.compare_errors("msf", "g.wel", "bad.tsv")
        self.compare_errors("msf", "g.wel", "forest.tsv", "--directed", status=2)


if __name__ == "__main__":
    unittest.main()
