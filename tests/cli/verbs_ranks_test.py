"""Verbs on several ranks that search nothing: info, validate, convert and generate."""

import gzip
import json
import subprocess
import unittest

from program import STRIDER
from ranks_program import MPIRUN, SOON, RanksTest


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


class Convert(RanksTest):
    KEYS = ("graph", "vertices", "edges", "directed", "format", "compression", "directed_reason",
            "weighted", "labels", "labels_remapped", "notes", "edges_listed", "self_loops",
            "duplicates", "isolated", "layout", "sssp_layout", "output_format", "output_bytes", "validated")  # fmt: skip

    def compare(self, graph, *options, ranks=(2, 3)):
        """The container is that of one machine, and so is what is said of it."""
        one = self.json("convert", graph, "one.strider", *options)
        for count in ranks:
            with self.subTest(graph=graph, options=options, ranks=count):
                many = self.json_on(count, "convert", graph, "many.strider", *options)
                self.assertEqual((self.folder / "many.strider").read_bytes(),
                                 (self.folder / "one.strider").read_bytes())
                # Ranks say so of a container, too, whose graph one machine maps.
                keys = [key for key in self.KEYS if key != "labels_remapped" or "stored" not in graph]
                self.assertEqual([many[key] for key in keys], [one[key] for key in keys])
                self.assertEqual(many["ranks"], count)

    def test_what_is_kept(self):
        # Self-loops, parallel edges of several weights, isolated vertices.
        self.write("g.wel", "1 1 4\n1 2 5\n2 1 3\n1 2 7\n3 4 1\n9 9 2\n5 6 8\n7 6 2\n12 6 1\n")
        keep = ("--keep-self-loops", "--keep-duplicates")
        for direction in ("--directed", "--undirected"):
            for options in ((), keep[:1], keep[1:], keep):
                self.compare("g.wel", direction, *options, ranks=(3,))
                self.ok("convert", "g.wel", "stored.strider", direction, *options)
                self.compare("stored.strider", ranks=(2,))
                self.compare("stored.strider", *keep, ranks=(4,))
                self.compare("stored.strider", "--undirected", ranks=(3,))
                self.compare("stored.strider", "--directed", ranks=(3,))

    def test_labels(self):
        self.write("sparse.el", "".join(f"{i * 700 % 90100} {i * i * 9100 % 90100}\n"
                                        for i in range(200)))  # fmt: skip
        self.write("words.wel", "".join(f"w{i % 37} w{i * 5 % 41} {i / 8}\n" for i in range(90)))
        self.write("from_five.csv", "source,target\n5,6\n6,7\n9,5\n")
        for graph in ("sparse.el", "words.wel", "from_five.csv"):
            self.compare(graph, ranks=(2, 3, 4))
            self.compare(graph, "--undirected", ranks=(3,))
            self.ok("convert", graph, "stored.strider")
            self.compare("stored.strider", ranks=(3,))

    def test_formats(self):
        self.ok("generate", "rmat", "--scale", "9", "--weights", "integer", "-o", "k.strider")
        for name in ("k.mtx", "k.wel", "k.gr", "k.graph", "k.wsg", "k.graph500", "k.tsv.gz", "k.mtx.zst"):
            self.ok("convert", "k.strider", name, "--quiet")
            self.compare(name, ranks=(3,))
        self.ok("generate", "grid", "--rows", "9", "--columns", "7", "-o", "g.sg")
        self.compare("g.sg")
        self.write("empty.el", "")
        self.compare("empty.el", ranks=(2,))
        self.write("flow.max", "p max 3 2\nn 1 s\nn 3 t\na 1 2 4\na 2 3 5\n")
        self.compare("flow.max", ranks=(2,))

    def test_sections_of_several_blocks(self):
        # Checksums are sums over blocks of 1 MiB, which are no multiples of what ranks have.
        self.ok("generate", "kronecker", "--scale", "16", "--weights", "real", "-o", "k.strider",
                "--quiet")  # fmt: skip
        self.compare("k.strider", "--directed", ranks=(3,))

    def test_layouts_are_left_out_only_when_asked(self):
        self.ok("generate", "kronecker", "--scale", "8", "--prepare", "degree", "-o", "k.strider")
        convert = ("convert", "k.strider", "out.strider")
        self.assertIn("k.strider stores a layout", self.fails_on(2, 6, *convert))
        self.compare("k.strider", "--prepare", "none", ranks=(2,))
        self.ok("generate", "kronecker", "--scale", "12", "--weights", "real", "-o", "w.strider",
                "--prepare", "auto", "--quiet")  # fmt: skip
        self.ok("convert", "w.strider", "weight.strider", "--quiet")
        self.assertIn("stores a layout", self.fails_on(2, 6, "convert", "weight.strider", "o.strider"))
        self.assertIn("--prepare", self.fails_on(2, 2, *convert, "--prepare", "degree"))

    def test_labels_of_an_earlier_graph_are_removed(self):
        self.write("g.el", "1 2\n2 3\n")
        self.write("out.strider.labels.csv", "vertex,label\n0,a\n")
        found = self.json_on(2, "convert", "g.el", "out.strider")
        self.assertIn("out.strider.labels.csv of an earlier graph is removed", found["notes"])
        self.assertFalse((self.folder / "out.strider.labels.csv").exists())

    def same_files(self, graph, name, *options, ranks=(3,)):
        """The file, and those beside it, are those of one machine, and so is what is said."""
        for count in ranks:
            with self.subTest(graph=graph, name=name, options=options, ranks=count):
                for folder in ("one", "many"):
                    (self.folder / folder).mkdir(exist_ok=True)
                    for old in (self.folder / folder).iterdir():
                        old.unlink()
                one = self.json("convert", graph, f"one/{name}", *options)
                many = self.json_on(count, "convert", graph, f"many/{name}", *options)
                contents = [{file.name: self.unpacked(file) for file in (self.folder / folder).iterdir()}
                            for folder in ("one", "many")]  # fmt: skip
                self.assertEqual(contents[1], contents[0])
                for key in ("vertices", "edges", "directed", "isolated", "output_format"):
                    self.assertEqual(many[key], one[key])
                self.assertEqual([note.replace("many/", "one/") for note in many["notes"]],
                                 one["notes"])  # fmt: skip

    def unpacked(self, file):
        data = file.read_bytes()
        return gzip.decompress(data) if file.suffix == ".gz" else data

    def test_every_format_is_that_of_one_machine(self):
        names = ("o.mtx", "o.el", "o.csv", "o.tsv", "o.gr", "o.graph", "o.wsg", "o.graph500",
                 "o.mtx.gz", "o.wel.gz")  # fmt: skip
        self.write("g.wel", "1 1 4\n1 2 5\n2 1 3\n1 2 7\n3 4 1\n9 9 2\n5 6 8\n7 6 2\n12 6 1\n")
        self.ok("generate", "kronecker", "--scale", "9", "-o", "k.strider", "--prepare", "degree")
        for name in names:
            self.same_files("g.wel", name, "--undirected", ranks=(2, 4))
            self.same_files("k.strider", name)
        for name in ("o.mtx", "o.csv", "o.gr", "o.wsg"):
            self.same_files("g.wel", name, "--directed", "--keep-self-loops", "--keep-duplicates")
        self.write("empty.el", "")
        for name in ("o.mtx", "o.el", "o.graph", "o.sg", "o.graph500"):
            self.same_files("empty.el", name, "--undirected")

    def test_labels_lie_beside_formats_that_number_vertices(self):
        self.write("sparse.el", "".join(f"{i * 700 % 90100} {i * i * 9100 % 90100}\n"
                                        for i in range(200)))  # fmt: skip
        self.write("words.wel", "".join(f"w{i % 37} w{i * 5 % 41} {i}\n" for i in range(90)))
        self.write("from_five.csv", "source,target\n5,6\n6,7\n9,5\n")
        for graph in ("sparse.el", "words.wel", "from_five.csv"):
            for name in ("o.mtx", "o.graph", "o.wsg", "o.graph500", "o.csv", "o.el"):
                self.same_files(graph, name, "--undirected", "--keep-duplicates")
        self.write("o.mtx.labels.csv", "my own table\n")
        self.assertIn("is not a label map",
                      self.fails_on(2, 2, "convert", "sparse.el", "o.mtx"))  # fmt: skip
        self.write("p.graph500.weights", "abcd")
        for graph, status in (("words.wel", 2), ("sparse.el", 2)):
            self.assertIn("p.graph500.weights exists",
                          self.fails_on(2, status, "convert", graph, "p.graph500", "--undirected"))  # fmt: skip

    def test_what_is_no_file_gets_all_in_order(self):
        self.ok("generate", "kronecker", "--scale", "9", "-o", "k.strider")
        for to in ("edgelist", "mtx", "gapbs"):
            one = self.run_bytes("convert", "k.strider", "-", "--to", to)
            many = self.run_bytes("convert", "k.strider", "-", "--to", to, ranks=3)
            self.assertEqual(many, one)
        self.ok_on(2, "convert", "k.strider", "/dev/null", "--to", "mtx")
        self.assertIn("/dev/full", self.fails_on(2, 3, "convert", "k.strider", "/dev/full", "--to", "mtx"))

    def run_bytes(self, *arguments, ranks=None):
        launcher = [] if ranks is None else [*MPIRUN, "-n", str(ranks)]
        run = subprocess.run([*launcher, STRIDER, *arguments, "--quiet"], cwd=self.folder,
                             capture_output=True, timeout=SOON, check=False)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_what_a_format_cannot_hold_is_refused(self):
        self.write("d.wel", "1 2 0.5\n2 3 1\n3 3 2\n3 1 4\n2 4 8\n")
        for name, options, what in (
            ("o.graph", ["--directed"], "undirected graphs"),
            ("o.graph500", ["--directed"], "undirected graphs"),
            ("o.gr", ["--directed"], "integer weights"),
            ("o.wsg", ["--directed"], "32-bit integer weights"),
            ("o.graph", ["--undirected", "--keep-self-loops"], "no self-loops"),
            ("o.sg.gz", ["--directed"], "binary"),
        ):
            self.assertIn(what, self.fails_on(3, 2, "convert", "d.wel", name, *options))
        self.write("blank.csv", "source,target\n\"a b\",c\nc,d\n")
        self.assertIn("between blanks", self.fails_on(3, 2, "convert", "blank.csv", "o.el"))

    def test_a_full_disk_leaves_no_file(self):
        self.ok("generate", "kronecker", "--scale", "13", "-o", "k.strider", "--quiet")
        # For the last rank only. Blocks of sh are of 512 bytes.
        wrapper = self.wrap(2, "ulimit -f 16")
        for name in ("o.el", "o.sg", "o.mtx.zst"):
            line = self.fails_on(3, 3, "convert", "k.strider", name, "--quiet", wrapper=wrapper)
            self.assertIn("rank 2: ", line)

    def test_refusals(self):
        self.ok("generate", "uniform", "--vertices", "90", "--edges", "900", "-o", "g.strider")
        convert = ("convert", "g.strider")
        self.assertIn("only to a file", self.fails_on(2, 6, *convert, "-", "--to", "native"))
        self.assertIn("only to a file",
                      self.fails_on(2, 6, *convert, "/dev/null", "--to", "native"))  # fmt: skip
        for options in (["--validate"], ["--trust"], ["--partition", "2d"],
                        ["--prepare", "auto"]):  # fmt: skip
            self.assertIn(options[0], self.fails_on(2, 2, *convert, "out.strider", *options))
        self.assertIn("nowhere", self.fails_on(2, 3, *convert, "nowhere/out.strider"))
        self.write("h.strider.labels.csv", "vertex,label\n1,2\n")
        self.fails_on(2, 2, "convert", "h.strider.labels.csv", "h.strider")
        self.assertIn("missing.el", self.fails_on(2, 3, "convert", "missing.el", "out.strider"))
        data = bytearray((self.folder / "g.strider").read_bytes())
        data[2000] ^= 1
        (self.folder / "bad.strider").write_bytes(data)
        self.assertIn("is corrupt", self.fails_on(3, 3, "convert", "bad.strider", "out.strider"))


class Generate(RanksTest):
    KINDS = (("kronecker", "--scale", "10"), ("kronecker", "--scale", "9", "--weights", "real"),
             ("rmat", "--scale", "8", "--weights", "integer"), ("ssca2", "--scale", "7"),
             ("uniform", "--vertices", "1000", "--edges", "3000", "--seed", "5"),
             ("uniform", "--vertices", "50", "--edges", "900", "--keep-self-loops"),
             ("uniform", "--vertices", "50", "--edges", "900", "--keep-duplicates",
              "--weights", "real"),
             ("grid", "--rows", "9", "--columns", "70"), ("grid", "--rows", "1", "--columns", "1"),
             ("uniform", "--vertices", "9", "--edges", "0"))  # fmt: skip

    def test_the_file_is_that_of_one_machine(self):
        for kind in self.KINDS:
            one = self.json("generate", *kind, "-o", "one.strider")
            for ranks in (2, 3, 4):
                with self.subTest(kind=kind, ranks=ranks):
                    many = self.json_on(ranks, "generate", *kind, "-o", "many.strider")
                    self.assertEqual((self.folder / "many.strider").read_bytes(),
                                     (self.folder / "one.strider").read_bytes())
                    for key in ("algorithm", "vertices", "edges", "directed", "seed", "edges_listed",
                                "self_loops", "duplicates", "isolated", "notes"):  # fmt: skip
                        self.assertEqual(many[key], one[key])
                    self.assertEqual(many["ranks"], ranks)

    def test_sections_of_several_blocks(self):
        # Checksums are sums over blocks of 1 MiB, which are no multiples of what ranks have.
        kind = ("kronecker", "--scale", "17", "--weights", "real", "--quiet")
        self.ok("generate", *kind, "-o", "one.strider")
        self.ok_on(3, "generate", *kind, "-o", "many.strider")
        self.assertEqual((self.folder / "many.strider").read_bytes(),
                         (self.folder / "one.strider").read_bytes())
        self.ok("info", "many.strider", "--validate", "--quiet")

    def test_other_formats_are_those_of_one_machine(self):
        for kind in self.KINDS:
            for name in ("o.el", "o.mtx", "o.wsg", "o.csv"):
                if name == "o.wsg" and "real" in kind:
                    continue
                one = self.json("generate", *kind, "-o", f"one-{name}")
                many = self.json_on(3, "generate", *kind, "-o", f"many-{name}")
                with self.subTest(kind=kind, name=name):
                    self.assertEqual((self.folder / f"many-{name}").read_bytes(),
                                     (self.folder / f"one-{name}").read_bytes())  # fmt: skip
                    self.assertEqual(many["notes"], one["notes"])

    def test_without_a_file(self):
        text = self.ok_on(2, "generate", "grid", "--rows", "5", "--columns", "4")
        self.assertIn("20 vertices, 31 edges listed", text)
        self.assertIn("nothing: -o FILE writes the graph", text)

    def test_refusals(self):
        kind = ("generate", "uniform", "--vertices", "90", "--edges", "900")
        self.assertIn("only to a file", self.fails_on(2, 6, *kind, "-o", "-", "--to", "native"))
        self.assertIn("--prepare",
                      self.fails_on(2, 2, *kind, "-o", "out.strider", "--prepare", "degree"))  # fmt: skip
        self.assertIn("nowhere", self.fails_on(2, 3, *kind, "-o", "nowhere/out.strider"))
        self.assertIn("only to a file", self.fails_on(2, 6, *kind, "-o", "/dev/null", "--to", "native"))

    def test_no_partial_file_is_left(self):
        kind = ("generate", "kronecker", "--scale", "17", "--quiet", "-o", "out.strider")
        # A disk that is full for the last rank only. Blocks of sh are of 512 bytes.
        wrapper = self.wrap(2, "ulimit -f 16")
        self.assertIn("rank 2: ", self.fails_on(3, 3, *kind, wrapper=wrapper))
        before = self.files()
        generate = self.start(3, "generate", "kronecker", "--scale", "20", "-o", "o.strider")
        self.check_death(generate, when=self.holds_file)
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
