"""Verbs on several ranks that search nothing: info."""

import unittest

from ranks_program import RanksTest


class Info(RanksTest):
    # Of a container, ranks list the edges that it holds.
    MADE = ("edges_listed", "self_loops", "duplicates")
    KEYS = ("vertices", "edges", "directed", "format", "compression", "directed_reason", "weighted",
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
        self.write("loops.el", "1 1\n1 2\n1 2\n3 4\n9 9\n5 6\n7 6\n70 6\n")
        keys = self.KEYS + self.MADE
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
        keys = [key for key in self.KEYS + self.MADE if key != "bipartite"]
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


if __name__ == "__main__":
    unittest.main()
