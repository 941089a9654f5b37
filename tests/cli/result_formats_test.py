"""Every format of results: other programs read it, and validate reads it back."""

import ast
import csv
import gzip
import io
import json
import lzma
import struct
import subprocess
import unittest

try:
    from pyarrow import parquet
except ImportError:
    parquet = None
try:
    import pandas
except ImportError:
    pandas = None

from program import SMALL_MTX, ProgramTest

NAMES = ["Smith, J", 'Ann "A"', "Bob", "-1", "é\\"]
# Of Smith: Ann 1, Bob 2, the others out of reach.
PEOPLE = """<graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="undirected">
  <node id="Smith, J"/><node id="Ann &quot;A&quot;"/><node id="Bob"/><node id="-1"/><node id="é\\"/>
  <edge source="Smith, J" target="Ann &quot;A&quot;"><data key="w">1.5</data></edge>
  <edge source="Ann &quot;A&quot;" target="Bob"><data key="w">2</data></edge>
  <edge source="-1" target="é\\"><data key="w">0.25</data></edge>
</graph></graphml>
"""
# Verbs whose files strider validate reads.
VALIDATED = ("bfs", "sssp", "msf", "components")
NUMPY_CODES = {"<i8": "q", "<u4": "I", "<f4": "f", "<f8": "d"}


def records(data):
    """The field names and rows of an .npy file of records, as NumPy reads it."""
    start = 10 + struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:start].decode().strip())
    layout = "<" + "".join(NUMPY_CODES[code] for _, code in head["descr"])
    rows = list(struct.iter_unpack(layout, data[start:]))
    assert head["shape"] == (len(rows),) and not head["fortran_order"]
    return [name for name, _ in head["descr"]], rows


class Formats(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("w.wel", "0 1 2\n1 2 0.5\n3 3 1\n4 5 1\n")
        self.write("people.graphml", PEOPLE)

    def content(self, name):
        return (self.folder / name).read_bytes()

    def verbs(self):
        """Each verb, with the columns of its result."""
        yield ["bfs", "small.mtx", "--source", "1"], ["vertex", "level", "parent"]
        yield ["sssp", "w.wel", "--source", "0"], ["vertex", "distance", "parent"]
        yield ["msf", "w.wel"], ["u", "v", "weight"]
        yield ["bc", "small.mtx"], ["vertex", "score"]
        yield ["bc", "small.mtx", "--edges"], ["u", "v", "score"]
        yield ["components", "small.mtx"], ["vertex", "component"]
        yield ["core", "small.mtx"], ["vertex", "core"]
        yield ["diameter", "small.mtx", "--eccentricities"], ["vertex", "eccentricity"]

    def test_all_verbs_write_the_same_table_in_every_format(self):
        for verb, columns in self.verbs():
            with self.subTest(verb):
                self.check_formats(verb, columns)

    def check_formats(self, verb, columns):
        for suffix in ("tsv", "csv", "json", "npy"):
            self.ok(*verb, "-o", f"r.{suffix}")
        rows = list(csv.reader(io.StringIO(self.content("r.tsv").decode()), delimiter="\t"))
        self.assertEqual(rows[0], columns)
        self.assertGreater(len(rows), 3)
        with (self.folder / "r.csv").open(newline="") as file:
            self.assertEqual(list(csv.reader(file)), rows)
        fields, values = records(self.content("r.npy"))
        self.assertEqual(fields, columns)
        numbers = [tuple(map(float, row)) for row in rows[1:]]
        self.assertEqual(values, numbers)
        objects = json.loads(self.content("r.json"))
        self.assertEqual(list(objects[0]), columns)
        missing = {-1: None, float("inf"): None}
        self.assertEqual([tuple(row.values()) for row in objects],
                         [tuple(missing.get(value, value) for value in row) for row in numbers])
        if verb[0] in VALIDATED:
            source = ["--source", verb[3]] if "--source" in verb else []
            for suffix in ("csv", "npy"):
                self.ok("validate", verb[0], verb[1], f"r.{suffix}", *source)

    def test_compressed(self):
        unpack = {"gz": gzip.decompress, "xz": lzma.decompress}
        for verb, _ in self.verbs():
            self.ok(*verb, "-o", "r.tsv")
            for suffix in ("gz", "zst", "xz"):
                self.ok(*verb, "-o", f"r.tsv.{suffix}")
                packed = self.content(f"r.tsv.{suffix}")
                if suffix in unpack:
                    self.assertEqual(unpack[suffix](packed), self.content("r.tsv"))
                else:
                    self.assertEqual(packed[:4], b"\x28\xb5\x2f\xfd")
                if verb[0] in VALIDATED:
                    self.ok("validate", *verb[:2], f"r.tsv.{suffix}")
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.json.xz")
        self.assertEqual(len(json.loads(lzma.decompress(self.content("r.json.xz")))), 8)

    def test_text_labels(self):
        source = ["people.graphml", "--source", "Smith, J"]
        self.ok("bfs", *source, "-o", "r.csv")
        with (self.folder / "r.csv").open(newline="") as file:
            rows = {row["vertex"]: (row["level"], row["parent"]) for row in csv.DictReader(file)}
        self.assertEqual(set(rows), set(NAMES))
        self.assertEqual(rows["Bob"], ("2", 'Ann "A"'))
        self.assertEqual(rows["-1"], ("-1", "-1"))
        self.ok("validate", "bfs", "people.graphml", "r.csv")
        self.ok("sssp", *source, "-o", "r.json")
        objects = {row["vertex"]: row for row in json.loads(self.content("r.json"))}
        self.assertEqual(set(objects), set(NAMES))
        self.assertEqual((objects["Bob"]["distance"], objects["Bob"]["parent"]), (3.5, 'Ann "A"'))
        self.assertEqual((objects["-1"]["distance"], objects["-1"]["parent"]), (None, None))
        self.assertIn("write .csv or .npy", self.fails(3, "validate", "sssp", "people.graphml", "r.json"))
        self.ok("sssp", *source, "-o", "r.csv.gz")
        self.ok("validate", "sssp", "people.graphml", "r.csv.gz")
        self.ok("msf", "people.graphml", "-o", "f.csv")
        self.ok("validate", "msf", "people.graphml", "f.csv")
        self.write("broken.csv", 'u,v,weight\n"Smith, J,Bob,1\n')
        line = self.fails(3, "validate", "msf", "people.graphml", "broken.csv")
        self.assertIn("broken.csv:2: a quote that this row opens is not closed", line)

    def test_ldbc_takes_numbers_only(self):
        for verb in ("bfs", "sssp"):
            line = self.fails(2, verb, "people.graphml", "--source", "Bob", "-o", "r.ldbc")
            self.assertIn("LDBC vertices are numbers: write .csv", line)
        for verb in ("bfs", "sssp"):
            self.ok(verb, "w.wel", "--source", "0", "-o", "r.ldbc")
            self.assertIn("an .ldbc file holds no parents, so the tree cannot be checked",
                          self.fails(3, "validate", verb, "w.wel", "r.ldbc"))

    def test_control_characters_of_a_file_do_not_reach_the_terminal(self):
        escape = "\x1b]0;title\x07\x9b\x7f"
        for verb, rows in (("bfs", ("{} 0 0", "0 {} 0", "0 0 0\n0 {} 0")),
                           ("sssp", ("{} 0 0", "0 {} 0")),
                           ("msf", ("{} 1 2", "0 {} 2", "0 1 {}"))):  # fmt: skip
            for row in rows:
                self.write("r.tsv", row.format(escape).replace(" ", "\t") + "\n")
                line = self.fails(3, "validate", verb, "w.wel", "r.tsv")
                self.assertNotRegex(line[:-1], "[\x00-\x1f\x7f]")
        self.write("words.csv", f"a{escape}b,c\n")
        for words in ("nothing", f"a{escape}d", escape):
            line = self.fails(2, "bfs", "words.csv", "--source", words)
            self.assertNotRegex(line[:-1], "[\x00-\x1f\x7f]")

    def test_parquet(self):
        bfs = ["bfs", "small.mtx", "--source", "1", "-o", "it's.parquet"]
        if self.run_program(*bfs).returncode == 6:
            line = self.fails(6, *bfs)
            self.assertIn("this build of Strider does not write Parquet (STRIDER_ARROW)", line)
            self.assertIn("to_parquet(sys.argv[2])\" 'it'\\''s.csv' 'it'\\''s.parquet'", line)
            return
        self.assertIn("results in .parquet cannot be checked: write .csv or .npy instead",
                      self.fails(3, "validate", "bfs", "small.mtx", "it's.parquet"))
        # A forest is a table of edges.
        self.ok("msf", "w.wel", "-o", "f.parquet")
        forest = self.json("info", "f.parquet")
        self.assertEqual((forest["edges"], forest["weighted"]), (3, True))

    @unittest.skipUnless(parquet and pandas, "pandas or pyarrow is not installed")
    def test_the_line_that_makes_parquet_of_csv(self):
        self.write("numbers.el", "0 1\n1 7\n9 9\n")
        self.write("words.csv", "# Undirected graph\n# Labels: text\n007,1\n1,x\nTrue,NA\n")
        self.write("coded.csv", "# Undirected graph\n# Labels: text\n007,1\n1,20\n")
        for graph, source, kind in (
            ("numbers.el", "0", "int64"), ("words.csv", "007", "string"),
            ("coded.csv", "1", "string"),
        ):  # fmt: skip
            bfs = ["bfs", graph, "--source", source, "--quiet", "-o"]
            run = self.run_program(*bfs, "r.parquet")
            if run.returncode != 6:
                self.skipTest("this build writes Parquet")
            self.ok(*bfs, "r.csv")
            line = run.stderr.partition("convert it with  ")[2]
            subprocess.run(line, shell=True, check=True, cwd=self.folder)
            table = parquet.read_table(self.folder / "r.parquet")
            (self.folder / "r.parquet").unlink()
            kinds = {field.name: str(field.type).removeprefix("large_") for field in table.schema}
            self.assertEqual(kinds, {"vertex": kind, "level": "int64", "parent": kind})
            with (self.folder / "r.csv").open(newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(
                [{name: str(cell) for name, cell in row.items()} for row in table.to_pylist()], rows
            )
            (self.folder / "r.csv").unlink()

    @unittest.skipUnless(parquet, "pyarrow is not installed")
    def test_pyarrow_reads_parquet(self):
        for verb, columns in self.verbs():
            self.ok(*verb, "-o", "r.csv")
            if self.run_program(*verb, "-o", "r.parquet").returncode == 6:
                self.skipTest("this build does not write Parquet")
            with (self.folder / "r.csv").open(newline="") as file:
                rows = list(csv.DictReader(file))
            self.check_parquet(columns, rows)

    def check_parquet(self, columns, rows):
        table = parquet.read_table(self.folder / "r.parquet")
        kinds = {"vertex": "int64", "level": "int64", "parent": "int64", "u": "int64",
                 "v": "int64", "distance": "double", "weight": "double", "score": "double"}
        self.assertEqual([(field.name, str(field.type)) for field in table.schema],
                         [(name, kinds[name]) for name in columns])
        missing = {("level", "-1"): None, ("parent", "-1"): None}
        self.assertEqual(table.to_pylist(), [
            {name: missing.get((name, cell), float(cell)) for name, cell in row.items()}
            for row in rows])

    def test_what_is_no_format(self):
        for name, words in (
            ("r.npy.gz", ".npy files are not compressed as a whole: write .npy, or .csv with"),
            ("r.parquet.zst", ".parquet files are not compressed as a whole: write .parquet, or"),
            ("r.pdf", "use .npy, .parquet, or .tsv, .csv, .json, .ldbc, which may have .gz"),
        ):
            self.assertIn(words, self.fails(2, "bfs", "small.mtx", "--source", "1", "-o", name))
        self.assertIn("use .npy, .parquet, or .tsv, .csv, .json, which",
                      self.fails(2, "msf", "w.wel", "-o", "f.ldbc.gz"))
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.ldbc.gz")
        self.assertTrue(gzip.decompress(self.content("r.ldbc.gz")).startswith(b"1 0\n"))


if __name__ == "__main__":
    unittest.main()
