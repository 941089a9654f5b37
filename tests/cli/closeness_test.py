"""strider closeness, as docs/cli.md promises it."""

import json
import unittest

from program import ProgramTest

# A path of four, and a pair; labels are sparse.
PATH = "10 20\n20 30\n30 40\n7 8\n"


class Closeness(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("path.el", PATH)

    def scores(self, *arguments):
        out = self.ok("closeness", "path.el", "--undirected", *arguments, "--quiet", "-o", "-")
        lines = out.splitlines()
        self.assertEqual(lines[0], "vertex\tscore")
        return {v: float(score) for v, score in (line.split("\t") for line in lines[1:])}

    def test_scores_are_those_of_networkx(self):
        # 3 of 5 others are at distances 1, 2 and 3.
        scores = self.scores()
        self.assertEqual(scores["10"], 3 / 6 * (3 / 5))
        self.assertEqual(scores["20"], 3 / 4 * (3 / 5))
        self.assertEqual(scores["7"], 1 / 5)
        self.assertEqual(self.scores("--reachable")["7"], 1)
        self.assertAlmostEqual(self.scores("--harmonic")["10"], 1 + 1 / 2 + 1 / 3, places=12)

    def test_distances_lead_to_the_vertex(self):
        out = self.ok("closeness", "path.el", "--directed", "--harmonic", "--quiet", "-o", "-")
        scores = dict(line.split("\t") for line in out.splitlines()[1:])
        self.assertEqual((scores["10"], scores["20"], scores["30"]), ("0", "1", "1.5"))

    def test_report(self):
        result = self.json("closeness", "path.el", "--undirected", "--validate")
        self.assertEqual((result["verb"], result["centrality"], result["sources"], result["error"]),
                         ("closeness", "closeness", 6, 0))
        self.assertEqual([entry["vertex"] for entry in result["top"][:3]], [20, 30, 10])
        self.assertTrue(result["validated"] and result["passed"])
        out = self.ok("closeness", "path.el", "--undirected", "--validate")
        self.assertIn("6 sources", out)

    def test_only_the_highest(self):
        for option in ((), ("--harmonic",)):
            result = self.json("closeness", "path.el", "--undirected", "--validate", "--top", "3",
                               *option)
            self.assertEqual([entry["vertex"] for entry in result["top"]], [20, 30, 10])
            self.assertTrue(result["passed"])
        self.ok("generate", "kronecker", "--scale", "12", "-o", "k.strider")
        few = self.json("closeness", "k.strider", "--top", "5", "--validate")
        every = self.json("closeness", "k.strider", "--top", "5", "-o", "all.tsv")
        self.assertEqual(few["top"], every["top"])
        self.assertLess(few["sources"], every["sources"])
        self.assertIn("ended early", self.ok("closeness", "k.strider", "--top", "5"))

    def test_on_a_device(self):
        run = self.run_program("closeness", "path.el", "--device", "simt", "--undirected", "--json",
                               "--validate")
        if run.returncode == 6:
            self.skipTest("no devices in this build")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual([entry["vertex"] for entry in result["top"][:3]], [20, 30, 10])
        self.assertTrue(result["passed"])
        self.assertIn("device_name", result)

    def test_samples(self):
        arguments = ("closeness", "path.el", "--undirected", "--samples", "3", "--seed", "4")
        result = self.json(*arguments, "--threads", "1")
        self.assertEqual((result["sources"], result["seed"]), (3, 4))
        self.assertGreater(result["error"], 0)
        self.assertEqual(self.json(*arguments, "--threads", "2")["top"], result["top"])
        self.assertIn("99 % certainty", self.ok(*arguments, "--harmonic"))

    def test_wrong_use(self):
        self.fails(2, "closeness", "path.el", "--samples", "0")
        self.fails(2, "closeness", "path.el", "--harmonic", "--reachable")


if __name__ == "__main__":
    unittest.main()
