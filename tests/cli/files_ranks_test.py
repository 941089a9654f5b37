"""Graph files that several ranks write: convert and generate."""

import gzip
import json
import subprocess
import unittest

from program import STRIDER
from ranks_program import MPIRUN, SOON, RanksTest


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
                # It may warn of what the format loses.
                run = self.run_program("convert", graph, f"one/{name}", *options, "--json")
                self.assertEqual(run.returncode, 0, run.stderr)
                one = json.loads(run.stdout)
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
             ("social", "--scale", "7"), ("web", "--scale", "6", "--tail-length", "40"),
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
