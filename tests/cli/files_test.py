"""No file is written over that is read, and an output that cannot be written is reported first."""

import os
import unittest

from program import ProgramTest


class Files(ProgramTest):
    def test_the_graph_is_not_written_over(self):
        graph = "0 1 2\n"
        self.write("g.tsv", graph)
        (self.folder / "link.tsv").symlink_to("g.tsv")
        for verb in (["bfs", "--source", "0"], ["sssp", "--source", "0"], ["msf", "--undirected"],
                     ["bc"], ["components"], ["core"], ["diameter", "--eccentricities"], ["bipartite"],
                     ["closeness"], ["pagerank"], ["flow", "--source", "0", "--target", "1"],
                     ["info"], ["convert"]):  # fmt: skip
            for name in ("./g.tsv", "link.tsv"):
                line = self.fails(2, verb[0], "g.tsv", *verb[1:], "-o", name)
                self.assertIn("--output and GRAPH name the same file", line)
        self.assertEqual((self.folder / "g.tsv").read_text(), graph)

    def test_no_file_that_is_read_or_written_is_written_over(self):
        files = {"g.tsv": "0 1\n1 2\n", "s": "0\n"}
        for name, content in files.items():
            self.write(name, content)
        (self.folder / "link.tsv").symlink_to("g.tsv")
        for verb, *options in (
            ["components", "--largest", "g.tsv"],
            ["components", "--strong", "--directed", "--condensation", "link.tsv"],
            ["components", "--largest", "new.el", "-o", "new.el"],
            ["components", "--largest", "new.el", "--condensation", "./new.el"],
            ["bfs", "--sources", "s", "-o", "./s"],
            ["bc", "--sources", "s", "--checkpoint", "s"],
            ["pagerank", "--personalization", "s", "-o", "s"],
        ):
            self.assertIn("name the same file", self.fails(2, verb, "g.tsv", *options))
        self.assertFalse((self.folder / "new.el").exists())
        for name, content in files.items():
            self.assertEqual((self.folder / name).read_text(), content)
        line = self.fails(2, "pagerank", "-", "--personalization", "-")
        self.assertIn("can be read only once", line)

    def test_a_part_that_cannot_be_written_is_reported_first(self):
        self.write("g.tsv", "0 1\n1 2\n")
        os.mkfifo(self.folder / "pipe.el")
        self.assertIn("is no file", self.fails(2, "components", "g.tsv", "--largest", "pipe.el"))
        self.assertIn(
            "cannot be written", self.fails(3, "components", "g.tsv", "--largest", "no/part.el")
        )


if __name__ == "__main__":
    unittest.main()
