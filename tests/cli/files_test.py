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

    def test_what_is_read_with_a_graph_is_not_written_over(self):
        self.write("w.el", "0 1 5\n1 2 7\n")
        self.ok("convert", "w.el", "w.graph500", "--undirected")
        self.write("d.e", "0 1\n1 2\n")
        self.write("d.v", "0\n1\n2\n")
        self.write("d.properties", "")
        (self.folder / "q.tsv").symlink_to("d.v")
        before = {name: (self.folder / name).read_bytes()
                  for name in ("w.graph500.weights", "d.v", "d.properties")}
        for verb, *arguments in (
            ["convert", "w.graph500", "w.graph500.weights", "--to", "edgelist"],
            ["convert", "d.e", "d.v", "--to", "edgelist"],
            ["components", "d.e", "-o", "q.tsv"],
            ["components", "d.e", "--largest", "d.properties"],
        ):
            line = self.fails(2, verb, *arguments)
            self.assertRegex(line, "is read with GRAPH|suffix does not name")
        # The weights that a Graph500 file gets beside it.
        self.write("x.graph500.weights", "0 1 5\n1 2 7\n")
        for arguments in (["convert", "x.graph500.weights", "x.graph500"],
                          ["convert", "w.el", "x.graph500"],
                          ["components", "w.el", "--largest", "x.graph500"]):
            self.fails(2, *arguments, "--undirected")
        self.assertEqual((self.folder / "x.graph500.weights").read_text(), "0 1 5\n1 2 7\n")
        self.assertFalse((self.folder / "x.graph500").exists())
        for name, content in before.items():
            self.assertEqual((self.folder / name).read_bytes(), content)
        self.ok("convert", "w.el", "w.graph500", "--undirected")

    def test_a_part_that_cannot_be_written_is_reported_first(self):
        self.write("g.tsv", "0 1\n1 2\n")
        os.mkfifo(self.folder / "pipe.el")
        self.assertIn("is no file", self.fails(2, "components", "g.tsv", "--largest", "pipe.el"))
        self.assertIn(
            "cannot be written", self.fails(3, "components", "g.tsv", "--largest", "no/part.el")
        )


if __name__ == "__main__":
    unittest.main()
