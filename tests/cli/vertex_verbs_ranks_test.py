"""Verbs that find a value of each vertex, on several ranks."""

import unittest

from ranks_program import RanksTest


class VertexVerbs(RanksTest):
    def compare(self, options, verb, *keys, graph="k.strider", question=("-o", "{}.tsv")):
        """Rows and what the keys tell are those of one machine."""
        files = [self.folder / name for name in ("one.tsv", "many.tsv")]
        for file in files:
            file.unlink(missing_ok=True)
        one = self.json(verb, graph, *(word.format("one") for word in question))
        many = self.json_on(3, verb, graph, *(word.format("many") for word in question), *options,
                            "--validate")  # fmt: skip
        self.assertEqual([many[key] for key in keys], [one[key] for key in keys])
        self.assertIs(many["passed"], True)
        self.assertEqual(files[0].exists(), files[1].exists())
        if files[0].exists():
            self.assertEqual(files[0].read_text(), files[1].read_text())

    def test_rows_are_those_of_one_machine(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        self.ok("generate", "grid", "--rows", "9", "--columns", "7", "-o", "grid.strider")
        for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"]):
            with self.subTest(options=options):
                self.compare(options, "core", "degeneracy")
                self.compare(options, "cdlp", "communities", "iterations")
                self.compare(options, "lcc", "average", "triangles")
                self.compare(options, "bipartite", "bipartite", "odd_cycle")
                self.compare(options, "bipartite", "bipartite", "odd_cycle", graph="grid.strider")
        self.write("loop.el", "0 1\n1 2\n2 2\n2 3\n")
        for loops in ([], ["--keep-self-loops"]):
            graph = ["loop.el", "--undirected", *loops]
            one = self.json("bipartite", *graph, "--validate")
            many = self.json_on(2, "bipartite", *graph, "--validate")
            self.assertEqual(many["odd_cycle"], [2] if loops else None)
            for key in ("bipartite", "odd_cycle", "passed"):
                self.assertEqual(many[key], one[key])

    def test_diameters_are_those_of_one_machine(self):
        self.ok("generate", "kronecker", "--scale", "7", "-o", "k.strider")
        keys = ("diameter", "radius", "center", "ends", "searches", "counted")
        for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"]):
            for question in ([], ["--all"], ["--eccentricities", "-o", "{}.tsv"]):
                with self.subTest(options=options, question=question):
                    self.compare(options, "diameter", *keys, question=question)

    def test_without_sides_no_file_is_written(self):
        self.write("triangle.el", "0 1\n1 2\n0 2\n")
        out = self.ok_on(2, "bipartite", "triangle.el", "--undirected", "-o", "sides.tsv")
        self.assertIn("no; a cycle of 3 vertices: 1 0 2", out)
        self.assertFalse((self.folder / "sides.tsv").exists())

    def test_clusters(self):
        self.write("w.el", "".join(f"{v} {(v * 7 + 3) % 40} {v % 5 + 1}\n" for v in range(40)))
        for limit in (("--threshold", "2"), ("--count", "15")):
            one = self.json("cluster", "w.el", *limit, "-o", "one.tsv")
            many = self.json_on(3, "cluster", "w.el", *limit, "--validate", "-o", "many.tsv")
            self.assertEqual((self.folder / "many.tsv").read_text(),
                             (self.folder / "one.tsv").read_text())
            for key in ("clusters", "largest", "last_distance", "next_distance"):
                self.assertEqual(many[key], one[key])
            self.assertIs(many["passed"], True)

    def test_clusters_by_betweenness(self):
        # Weights do not count.
        self.write("w.el", "".join(f"{v + 1} {u + 1} {v + 2}\n" for v in range(21)
                                   for u in ((v + 1) % 21, v * 5 % 21)))  # fmt: skip
        question = ("--undirected", "--betweenness", "--count", "7", "-o", "{}.tsv")
        for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"], ["--threads", "2"]):
            with self.subTest(options=options):
                self.compare(options, "cluster", "clusters", "largest", "levels", graph="w.el",
                             question=question)  # fmt: skip
        self.assertIn("edges taken out", self.ok_on(2, "cluster", "w.el", *question[:4]))
        for words, options in (("--betweenness needs --count", ("--undirected",)),
                               ("--count 30: the graph has 21 vertices", ("--count", "30")),
                               ("need an undirected graph", ("--directed", "--count", "7")),
                               ("--partition 1d", ("--partition", "2d", "--count", "7"))):  # fmt: skip
            self.assertIn(words, self.fails_on(2, 2, "cluster", "w.el", "--betweenness", *options))

    def test_distances_from_each_source(self):
        self.ok("generate", "kronecker", "--scale", "7", "-o", "k.strider")
        self.write("sources", "5\n1\n77\n5\n")
        arguments = ("bfs", "k.strider", "--sources", "sources", "--each", "--validate")
        one = self.json(*arguments, "-o", "one.tsv")
        for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"]):
            many = self.json_on(3, *arguments, *options, "-o", "many.tsv")
            self.assertEqual((self.folder / "many.tsv").read_text(),
                             (self.folder / "one.tsv").read_text())
            for key in ("sources", "reached", "levels", "passed"):
                self.assertEqual(many[key], one[key])
        self.assertIn("--partition 1d", self.fails_on(2, 2, *arguments, "--partition", "2d"))

    def test_refusals(self):
        self.write("d.el", "0 1\n1 2\n")
        for verb, words in (("core", "core numbers on ranks need"),
                            ("bipartite", "the sides of a graph on ranks need"),
                            ("cdlp", "label propagation on ranks needs"),
                            ("lcc", "local clustering on ranks needs")):
            with self.subTest(verb=verb):
                self.assertIn(f"{words} an undirected graph",
                              self.fails_on(2, 2, verb, "d.el", "--directed"))
        for verb in ("core", "bipartite", "diameter"):
            self.assertIn(f"strider {verb} supports only --partition 1d",
                          self.fails_on(2, 2, verb, "d.el", "--partition", "2d"))
        self.assertIn("--device simt",
                      self.fails_on(2, 6, "core", "d.el", "--undirected", "--device", "simt"))
        for option in ("--weighted", "--effective"):
            self.assertIn(option, self.fails_on(2, 2, "diameter", "d.el", "--undirected", option))


if __name__ == "__main__":
    unittest.main()
