"""strider pagerank, cdlp and lcc, as docs/cli.md promises them, and the kernels of LDBC Graphalytics."""

import os
import pathlib
import subprocess
import sys
import unittest

from program import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data" / "graphalytics"
# Two triangles that share vertex 3, and a pair; 7 is dangling where edges are directed.
GRAPH = "1 2\n2 3\n3 1\n3 4\n4 5\n5 3\n6 7\n"


class PageRank(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("g.el", GRAPH)

    def rows(self, *arguments):
        out = self.ok(*arguments, "--quiet", "-o", "-")
        head, *lines = out.splitlines()
        return head, dict(line.split("\t") for line in lines)

    def scores(self, *arguments):
        head, rows = self.rows("pagerank", "g.el", *arguments)
        self.assertEqual(head, "vertex\tscore")
        return {vertex: float(score) for vertex, score in rows.items()}

    def power(self, iterations, damping=0.85, jumps=None, directed=True):
        edges = [tuple(line.split()) for line in GRAPH.splitlines()]
        if not directed:
            edges += [(v, u) for u, v in edges]
        names = sorted({end for edge in edges for end in edge})
        jumps = jumps or {name: 1 / len(names) for name in names}
        scores = {name: 1 / len(names) for name in names}
        out = {name: [v for u, v in edges if u == name] for name in names}
        for _ in range(iterations):
            dangling = sum(scores[name] for name in names if not out[name])
            following = {name: (damping * dangling + 1 - damping) * jumps.get(name, 0) for name in names}
            for name in names:
                for target in out[name]:
                    following[target] += damping * scores[name] / len(out[name])
            scores = following
        return scores

    def assert_near(self, found, expected, delta):
        self.assertEqual(found.keys(), expected.keys())
        for name, score in expected.items():
            self.assertAlmostEqual(found[name], score, delta=delta)

    def test_scores(self):
        for directed, option in ((True, "--directed"), (False, "--undirected")):
            exact = self.power(500, directed=directed)
            self.assert_near(self.scores(option, "--validate"), exact, 1e-7)
            self.assert_near(self.scores(option, "--tolerance", "1e-13"), exact, 1e-11)
            for iterations in (0, 1, 7):
                found = self.scores(option, "--iterations", str(iterations), "--validate")
                self.assert_near(found, self.power(iterations, directed=directed), 1e-14)
        found = self.scores("--directed", "--damping", "0.5", "--tolerance", "1e-13")
        self.assert_near(found, self.power(100, damping=0.5), 1e-11)

    def test_jumps(self):
        self.write("jumps", "1\n5 3\n")
        found = self.scores("--directed", "--personalization", "jumps", "--tolerance", "1e-13", "--validate")
        self.assert_near(found, self.power(500, jumps={"1": 0.25, "5": 0.75}), 1e-11)
        self.write("bad", "1\n77\n")
        self.assertIn("bad:2: the graph has no vertex '77'", self.fails(3, "pagerank", "g.el", "--personalization", "bad"))

    def test_weights(self):
        self.write("w.csv", "source,target,weight\n1,2,3\n1,3,1\n2,1,1\n3,1,1\n")
        _, rows = self.rows("pagerank", "w.csv", "--directed", "--weighted", "--validate", "--iterations", "1")
        self.assertAlmostEqual(float(rows["2"]), 0.05 + 0.85 * 0.25, delta=1e-12)
        _, rows = self.rows("pagerank", "w.csv", "--directed", "--iterations", "1")
        self.assertAlmostEqual(float(rows["2"]), 0.05 + 0.85 / 6, delta=1e-12)
        self.write("n.csv", "source,target,weight\n1,2,-3\n")
        self.assertIn("has the weight -3", self.fails(3, "pagerank", "n.csv", "--weighted"))

    def test_report(self):
        result = self.json("pagerank", "g.el", "--undirected", "--validate", "--top", "2")
        self.assertEqual([entry["vertex"] for entry in result["top"]], [3, 6])
        self.assertTrue(result["converged"] and result["passed"])
        self.assertEqual(result["damping"], 0.85)
        self.assertLess(result["change"], 1e-8)
        self.assertGreater(result["iterations"], 3)
        self.assertIn("iterations", self.ok("pagerank", "g.el"))

    def test_options_out_of_range(self):
        self.assertIn("damping must be from 0 to 1, got 2", self.fails(2, "pagerank", "g.el", "--damping", "2"))
        self.assertIn("tolerance must be a number of at least 0", self.fails(2, "pagerank", "g.el", "--tolerance", "-1"))
        self.assertIn("--tolerance", self.fails(2, "pagerank", "g.el", "--tolerance", "1", "--iterations", "2"))

    def test_communities(self):
        head, rows = self.rows("cdlp", "g.el", "--undirected", "--validate")
        self.assertEqual(head, "vertex\tcommunity")
        self.assertEqual(rows["7"], "7" if rows["6"] == "6" else "6")
        self.assertEqual(len(rows), 7)
        result = self.json("cdlp", "g.el", "--iterations", "0")
        self.assertEqual((result["communities"], result["iterations"]), (7, 0))

    def test_communities_and_coefficients_on_an_emulated_device(self):
        for verb in "cdlp", "lcc":
            run = self.run_program(verb, "g.el", "--undirected", "--device", "simt", "--validate", "--quiet", "-o", "-")
            if run.returncode == 6:
                self.skipTest(run.stderr)
            self.assertEqual(run.stdout, self.ok(verb, "g.el", "--undirected", "--quiet", "-o", "-"))
            self.assertIn("needs an undirected graph", self.fails(2, verb, "g.el", "--directed", "--device", "simt"))

    def test_coefficients(self):
        head, rows = self.rows("lcc", "g.el", "--undirected", "--validate")
        self.assertEqual(head, "vertex\tcoefficient")
        self.assertEqual({v: float(c) for v, c in rows.items()},
                         {"1": 1, "2": 1, "3": 1 / 3, "4": 1, "5": 1, "6": 0, "7": 0})
        result = self.json("lcc", "g.el", "--undirected", "--validate")
        self.assertEqual((result["triangles"], result["passed"]), (2, True))
        self.assertAlmostEqual(result["average"], (4 + 1 / 3) / 7)
        self.assertEqual(self.rows("lcc", "g.el", "--directed")[1]["1"], "0.5")


class Graphalytics(unittest.TestCase):
    def test_all_kernels_agree_with_the_references(self):
        script = ROOT / "benchmarks" / "suite" / "graphalytics.py"
        graphs = sorted(map(str, DATA.glob("*.properties")))
        run = subprocess.run([sys.executable, str(script), "--strider", os.environ["STRIDER"],
                              "--threads", "2", *graphs], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(run.stdout.count("\tagrees\n"), 24, run.stdout)


if __name__ == "__main__":
    unittest.main()
