"""Words of files on a terminal: control characters are shown as question marks, as are bytes that
are no UTF-8. Results keep every byte, and JSON is valid."""

import json
import os
import subprocess
import unittest

from program import STRIDER, ProgramTest

# A sequence that clears a screen, one that begins with a single character, bytes that are no UTF-8.
CLEARS = b"x\x1b[2J"
CLEARS_BY_ONE = "y\u009b2J".encode()
NO_TEXT = b"\xff\xc3\xed\xa0\x80"
PLAIN = "Zürich".encode()
GRAPH = b"# Undirected graph\n" + b"".join(
    b"%s,%s\n" % pair
    for pair in ((CLEARS, CLEARS_BY_ONE), (CLEARS_BY_ONE, NO_TEXT), (NO_TEXT, PLAIN))
)
SHOWN = ("x?[2J", "y??2J", "?????", "Zürich")
NAME = os.fsdecode(b"g\x1b[2J\xff.csv")


class Printing(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("g.csv", GRAPH)
        self.write(NAME, GRAPH)

    def output(self, *arguments):
        """What is printed on both streams, which must be text without control characters."""
        run = subprocess.run(
            [STRIDER, *arguments], cwd=self.folder, capture_output=True, check=False, timeout=60
        )
        text = (run.stdout + run.stderr).decode("utf-8")
        self.assertTrue(text.replace("\n", "").isprintable(), text)
        return text

    def test_labels(self):
        scores = self.output("bc", "g.csv")
        for shown in SHOWN:
            self.assertIn(shown, scores)
        path = self.output("sssp", "g.csv", "--source", "Zürich", "--target", os.fsdecode(CLEARS))
        for shown in SHOWN:
            self.assertIn(shown, path)
        self.assertIn("did you mean", self.output("bfs", "g.csv", "--source", "x[2J"))

    def test_names_of_files(self):
        shown = "g?[2J?.csv"
        self.assertIn(shown, self.output("info", NAME))
        self.assertIn(shown, self.output(NAME))
        self.assertIn("absent??.el", self.output("info", os.fsdecode(b"absent\x1b\xff.el")))
        out = os.fsdecode(b"out\x1b\xff.mtx")
        self.assertIn("out??.mtx.labels.csv", self.output("convert", NAME, out))

    def test_notes(self):
        self.write("h.csv", b"source,target,km\xff\x1b\na,b,2\nb,c,3\n")
        self.assertIn("'km??'", self.output("info", "h.csv"))
        self.assertIn("km", "".join(self.json("info", "h.csv")["notes"]))

    def test_results_keep_every_byte(self):
        run = subprocess.run(
            [STRIDER, "bfs", "g.csv", "--source", "Zürich", "-o", "-", "--quiet"],
            cwd=self.folder, capture_output=True, check=True, timeout=60,
        )  # fmt: skip
        rows = [row.split(b"\t")[0] for row in run.stdout.splitlines()]
        self.assertEqual(rows, [b"vertex", CLEARS, CLEARS_BY_ONE, NO_TEXT, PLAIN])

    def test_json_is_valid(self):
        self.assertEqual(
            {entry["vertex"] for entry in self.json("bc", "g.csv")["top"]},
            {word.decode("utf-8", "replace") for word in (CLEARS, CLEARS_BY_ONE, NO_TEXT, PLAIN)},
        )
        self.assertIn("\x1b", self.json("info", NAME)["graph"])
        self.ok("info", NAME, "--quiet", "-o", "report.json")
        report = json.loads((self.folder / "report.json").read_text("utf-8"))
        self.assertIn("\ufffd", report["graph"])
        self.assertTrue(self.json("convert", NAME, os.fsdecode(b"\xff.mtx"))["notes"])


if __name__ == "__main__":
    unittest.main()
