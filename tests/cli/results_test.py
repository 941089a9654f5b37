"""Result files: what is written can be read, and what is wrong in one is found."""

import struct
import unittest

from program import SMALL_MTX, ProgramTest

SMALL_TSV = [
    "vertex\tlevel\tparent",
    "1\t0\t1", "2\t1\t1", "3\t1\t1", "4\t2\t3", "5\t3\t4", "6\t3\t4", "7\t-1\t-1", "8\t-1\t-1",
]  # fmt: skip


class Results(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def text(self, name):
        return (self.folder / name).read_text()

    def test_tsv(self):
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.tsv")
        self.assertEqual(self.text("r.tsv").splitlines(), SMALL_TSV)

    def test_standard_output(self):
        run = self.run_program("bfs", "small.mtx", "--source", "1", "-o", "-")
        self.assertEqual(run.stdout.splitlines(), SMALL_TSV)
        self.assertIn("6 vertices reached", run.stderr)
        quiet = self.run_program("bfs", "small.mtx", "--source", "1", "-o", "-", "--quiet")
        self.assertEqual((quiet.stdout, quiet.stderr), (run.stdout, ""))

    def test_npy(self):
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.npy")
        data = (self.folder / "r.npy").read_bytes()
        self.assertTrue(data.startswith(b"\x93NUMPY\x01\x00"))
        start = 10 + struct.unpack("<H", data[8:10])[0]
        values = struct.unpack("<24q", data[start:])
        rows = [line.split("\t") for line in SMALL_TSV[1:]]
        self.assertEqual(list(values), [int(cell) for row in rows for cell in row])
        self.assertTrue(self.json("validate", "bfs", "small.mtx", "r.npy")["passed"])

    def test_ldbc(self):
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.ldbc")
        lines = self.text("r.ldbc").splitlines()
        self.assertEqual(lines[0], "1 0")
        self.assertEqual(lines[-1], "8 9223372036854775807")

    def test_text_labels(self):
        self.write("people.el", "ann bob\nbob cid\ndan eve\n")
        self.ok("bfs", "people.el", "--source", "ann", "-o", "r.tsv")
        self.assertEqual(
            set(self.text("r.tsv").splitlines()[1:]),
            {"ann\t0\tann", "bob\t1\tann", "cid\t2\tbob", "dan\t-1\t-1", "eve\t-1\t-1"},
        )
        self.assertEqual(self.json("bfs", "people.el", "--source", "ann")["source"], "ann")
        self.ok("validate", "bfs", "people.el", "r.tsv")
        self.fails(2, "bfs", "people.el", "--source", "ann", "-o", "r.npy")

    def test_sparse_labels(self):
        self.write("far.el", "1000000000000 7\n7 42\n")
        self.ok("bfs", "far.el", "--source", "1000000000000", "-o", "r.tsv")
        self.assertIn("42\t2\t7", self.text("r.tsv").splitlines())

    def test_replaces_an_older_file_as_a_whole(self):
        self.write("r.tsv", "older\n")
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "r.tsv")
        self.assertEqual(self.text("r.tsv").splitlines(), SMALL_TSV)
        self.fails(2, "bfs", "small.mtx", "--source", "99", "-o", "r.tsv")
        self.assertEqual(self.text("r.tsv").splitlines(), SMALL_TSV)

    def test_validate_accepts(self):
        self.write("r.tsv", "\n".join(SMALL_TSV) + "\n")
        result = self.json("validate", "bfs", "small.mtx", "r.tsv")
        self.assertTrue(result["passed"])
        self.assertEqual((result["reached"], result["edges_traversed"]), (6, 7))
        self.assertEqual(result["source"], 1)
        self.assertIn("all five rules", self.ok("validate", "bfs", "small.mtx", "r.tsv"))
        # Of another program: no header, no levels, rows in any order, unreached left out.
        self.write("other.txt", "6 4\n5 4\n4 3\n3 1\n2 1\n1 1\n")
        self.ok("validate", "bfs", "small.mtx", "other.txt", "--source", "1")

    def test_validate_refuses(self):
        wrong = {
            "level too large": ("5\t3\t4", "5\t4\t4"),
            "parent that is no neighbour": ("5\t3\t4", "5\t3\t3"),
            "parent out of range": ("5\t3\t4", "5\t3\t99"),
            "parent on its own level": ("2\t1\t1", "2\t1\t3"),
            "cycle": ("4\t2\t3", "4\t2\t5"),
            "reached vertex missing": ("6\t3\t4", "6\t-1\t-1"),
            "unreachable vertex claimed": ("7\t-1\t-1", "7\t1\t1"),
            "level without a parent": ("7\t-1\t-1", "7\t4\t-1"),
            "parent without a level": ("6\t3\t4", "6\t-1\t4"),
            "source not at zero": ("1\t0\t1", "1\t1\t1"),
        }
        for what, (right, changed) in wrong.items():
            self.assertIn(right, SMALL_TSV)
            text = "\n".join(SMALL_TSV).replace(right, changed) + "\n"
            self.write("r.tsv", text)
            line = self.fails(4, "validate", "bfs", "small.mtx", "r.tsv", "--source", "1")
            self.assertIn("validation failed", line, what)
            run = self.run_program(
                "validate", "bfs", "small.mtx", "r.tsv", "--source", "1", "--json"
            )
            self.assertEqual(run.returncode, 4)
            self.assertIn('"passed": false', run.stdout)

    def test_sssp(self):
        self.write("w.wel", "0 1 2\n1 2 0.5\n3 3 1\n")
        expected = ["vertex\tdistance\tparent", "0\t0\t0", "1\t2\t0", "2\t2.5\t1", "3\tinf\t-1"]
        self.ok("sssp", "w.wel", "--source", "0", "-o", "r.tsv")
        self.assertEqual(self.text("r.tsv").splitlines(), expected)
        run = self.run_program("sssp", "w.wel", "--source", "0", "-o", "-")
        self.assertEqual(run.stdout.splitlines(), expected)
        self.ok("sssp", "w.wel", "--source", "0", "-o", "r.ldbc")
        self.assertEqual(self.text("r.ldbc").splitlines()[-2:], ["2 2.5", "3 infinity"])
        self.ok("sssp", "w.wel", "--source", "0", "-o", "r.npy")
        for name in ("r.tsv", "r.npy"):
            result = self.json("validate", "sssp", "w.wel", name)
            self.assertTrue(result["passed"])
            self.assertEqual((result["source"], result["reached"]), (0, 3))
        self.assertIn("all five rules", self.ok("validate", "sssp", "w.wel", "r.tsv"))
        self.fails(3, "validate", "sssp", "w.wel", "r.ldbc")
        # Rounded by another program.
        self.write("other.tsv", "0 0 0\n1 2 0\n2 2.5000001 1\n")
        self.fails(4, "validate", "sssp", "w.wel", "other.tsv")
        self.ok("validate", "sssp", "w.wel", "other.tsv", "--tolerance", "1e-6")

    def test_validate_sssp_refuses(self):
        self.write("w.wel", "0 1 2\n1 2 2\n0 2 7\n")
        wrong = {
            "distance too large": "0 0 0\n1 2 0\n2 7 0\n",
            "distance too small": "0 0 0\n1 2 0\n2 3 1\n",
            "parent by another edge": "0 0 0\n1 2 0\n2 4 0\n",
            "parent that is no neighbour": "0 0 0\n1 2 2\n2 4 1\n",
            "vertex left out": "0 0 0\n1 2 0\n",
            "source not at zero": "0 1 0\n1 3 0\n2 5 1\n",
        }
        for what, text in wrong.items():
            self.write("r.tsv", text)
            line = self.fails(4, "validate", "sssp", "w.wel", "r.tsv", "--source", "0")
            self.assertIn("validation failed", line, what)
        self.write("r.tsv", "0 0 0\n1 2 0\n")
        self.ok("validate", "sssp", "w.wel", "r.tsv", "--cutoff", "3")
        self.write("r.tsv", "0 0 1\n1 2 0\n")
        self.assertIn("--source", self.fails(3, "validate", "sssp", "w.wel", "r.tsv"))

    def test_validate_wants_one_source(self):
        self.write("r.tsv", "1 2\n2 1\n")
        self.assertIn("--source", self.fails(3, "validate", "bfs", "small.mtx", "r.tsv"))


if __name__ == "__main__":
    unittest.main()
