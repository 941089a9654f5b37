"""strider core on several ranks."""

import unittest

from ranks_program import RanksTest


class Core(RanksTest):
    def test_rows_are_those_of_one_machine(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        one = self.json("core", "k.strider", "-o", "one.tsv")
        for options in ([], ["--distribution", "cyclic"], ["--shuffle", "5"]):
            many = self.json_on(3, "core", "k.strider", *options, "--validate", "-o", "many.tsv")
            self.assertEqual((self.folder / "many.tsv").read_text(),
                             (self.folder / "one.tsv").read_text())
            self.assertEqual((many["degeneracy"], many["passed"]), (one["degeneracy"], True))

    def test_refusals(self):
        self.write("d.el", "0 1\n1 2\n")
        self.assertIn("core numbers on ranks need an undirected graph",
                      self.fails_on(2, 2, "core", "d.el", "--directed"))
        self.assertIn("strider core supports only --partition 1d",
                      self.fails_on(2, 2, "core", "d.el", "--partition", "2d"))


if __name__ == "__main__":
    unittest.main()
