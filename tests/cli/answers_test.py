"""Answers on real graphs, against those that another program found (tests/data/answers)."""

import collections
import csv
import os
import pathlib
import unittest

from program import ProgramTest

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "data/answers/data.tsv"
FOLDER = os.environ.get("STRIDER_DATA_DIR", "")


@unittest.skipUnless(FOLDER, "STRIDER_DATA_DIR names no folder of real graphs")
class Answers(ProgramTest):
    def checksum(self):
        with (self.folder / "out.tsv").open() as file:
            rows = csv.reader(file, delimiter="\t")
            next(rows)
            return sum(int(value) * (int(label) % 97) for label, value in rows)

    def found(self, path, kind, questions):
        """The answer to each of the questions that one run of a verb gives, by its name."""
        graph = [path, f"--{kind}", "--validate"]
        if "weak_labels" in questions:
            result = self.json("components", *graph, "-o", "out.tsv")
            yield "weak_components", result["components"]
            yield "weak_largest", result["largest"]
            yield "weak_labels", self.checksum()
        if "strong_labels" in questions:
            result = self.json("components", *graph, "--strong", "-o", "out.tsv")
            yield "strong_components", result["components"]
            yield "strong_largest", result["largest"]
            yield "strong_labels", self.checksum()
        if "cores" in questions:
            yield "degeneracy", self.json("core", *graph, "-o", "out.tsv")["degeneracy"]
            yield "cores", self.checksum()
        for question in questions:
            if question.startswith("linked_within_"):
                threshold = question.removeprefix("linked_within_")
                result = self.json("cluster", *graph, "--threshold", threshold, "-o", "out.tsv")
                yield question, result["clusters"]
                yield f"linked_labels_within_{threshold}", self.checksum()
        if "split_labels" in questions:
            self.ok("cluster", *graph, "--betweenness", "--count", 3, "-o", "out.tsv")
            yield "split_labels", self.checksum()
        if "bipartite" in questions:
            yield "bipartite", int(self.json("bipartite", *graph)["bipartite"])
        if "eccentricities" in questions:
            self.ok("diameter", *graph, "--eccentricities", "-o", "out.tsv")
            yield "eccentricities", self.checksum()
        if "diameter" in questions:
            result = self.json("diameter", *graph)
            yield "diameter", result["diameter"]
            yield "radius", result["radius"]

    def test_all(self):
        expected = collections.defaultdict(dict)
        with GOLDEN.open() as file:
            for row in csv.DictReader(file, delimiter="\t"):
                expected[row["graph"], row["edges"]][row["question"]] = int(row["answer"])
        self.assertGreater(len(expected), 20)
        for (name, kind), answers in expected.items():
            with self.subTest(name, edges=kind):
                path = pathlib.Path(FOLDER) / name
                self.assertEqual(dict(self.found(path, kind, answers)), answers)


if __name__ == "__main__":
    unittest.main()
