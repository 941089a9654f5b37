"""Shortest paths on several ranks, and directed graphs by delegate."""

import unittest

from ranks_program import RanksTest


class Bounds(RanksTest):
    def test_paths_within_bounds(self):
        self.ok("generate", "kronecker", "--scale", "8", "--weights", "real", "-o", "k.strider")
        self.write("road.wel", "".join(f"a{i} a{i + 1} {i % 7}\n" for i in range(90)) + "x y 1\n")
        cases = (("k.strider", "3", ("--cutoff", "0.2")), ("k.strider", "3", ("--target", "5")),
                 ("k.strider", "3", ("--cutoff", "0.05", "--target", "5")),
                 ("road.wel", "a10", ("--target", "a25")), ("road.wel", "a10", ("--target", "y")),
                 ("road.wel", "a10", ("--target", "a10", "--cutoff", "0")))  # fmt: skip
        for graph, source, bounds in cases:
            sssp = ["sssp", graph, "--undirected", "--source", source, *bounds, "--validate"]
            one = self.json(*sssp, "-o", "one.tsv")
            for scheme in ("1d", "2d", "delegate"):
                many = self.json_on(3, *sssp, "--partition", scheme, "-o", "many.tsv")
                self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
                for key in ("reached", "target", "distance"):
                    self.assertEqual(many.get(key), one.get(key), (bounds, scheme))
                # Of equally long paths another one may be found.
                self.assertEqual(len(many.get("path", [])) > 0, len(one.get("path", [])) > 0)
                if graph == "road.wel":
                    self.assertEqual(many.get("path"), one.get("path"))
                self.assertTrue(many["passed"])
        text = self.ok_on(2, "sssp", "road.wel", "--undirected", "--source", "a0", "--target", "a3")
        self.assertIn("path        length 3, 3 edges: a0 a1 a2 a3", text)
        sssp = ["sssp", "road.wel", "--source", "a0"]
        self.assertIn("cutoff must be at least 0", self.fails_on(2, 2, *sssp, "--cutoff", "-1"))
        self.assertIn("'b'", self.fails_on(2, 2, *sssp, "--target", "b"))


class Grids(RanksTest):
    def test_every_grid_finds_the_distances_of_one_machine(self):
        # Every rank owns vertices: a block of them is 64 or more.
        edges = ((i, (i * 7 + 3) % 900, i % 5) for i in range(1000))
        self.write("w.wel", "".join(f"{u} {v} {w}\n" for u, v, w in edges) + "2000 2001 2\n")
        for way in ("--directed", "--undirected"):
            sssp = ["sssp", "w.wel", way, "--source", "1"]
            one = self.json(*sssp, "-o", "one.tsv")
            for ranks, grids in ((4, ("1x4", "2x2", "4x1")), (6, ("2x3", "3x2"))):
                for grid in grids:
                    many = self.json_on(ranks, *sssp, "--grid", grid, "--validate",
                                        "-o", "many.tsv", "--report", "run.html")  # fmt: skip
                    self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"), grid)
                    self.assertEqual(many["reached"], one["reached"])
                    self.assertEqual(many["partition"]["grid"], grid)
                    self.assertTrue(many["passed"])
                    phase = "expand" if grid[0] != "1" else "exchange"
                    self.assertGreater(many["traffic"]["by_phase"][phase]["bytes_sent"], 0, grid)
        self.assertIn("expand", self.ok_on(4, *sssp, "--partition", "2d", "--traffic"))


class Directed(RanksTest):
    def test_directed_graphs_by_delegate(self):
        # Into 1 and out of 2 lead many edges.
        edges = "".join(f"{v} 1\n2 {v}\n" for v in range(3, 40))
        self.write("hubs.el", edges + "1 3\n5 5\n41 42\n")
        for source in ("2", "7"):
            graph = ["hubs.el", "--directed", "--source", source]
            for verb in ("bfs", "sssp"):
                one = self.json(verb, *graph, "-o", "one.tsv")
                for threshold in ("0", "3", "100"):
                    many = self.json_on(3, verb, *graph, "--delegate-threshold", threshold,
                                        "--validate", "-o", "many.tsv")
                    self.assertTrue(many["passed"])
                    for key in ("vertices", "edges", "directed", "reached"):
                        self.assertEqual(many[key], one[key], key)
                    self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
        cut = self.json_on(2, "bfs", *graph, "--delegate-threshold", "3")["partition"]
        keys = ("delegates", "nn_arcs", "nd_arcs", "dn_arcs", "dd_arcs")
        self.assertEqual([cut[key] for key in keys], [2, 1, 37, 38, 0])
        bfs = ["bfs", *graph, "--delegate-threshold", "3", "--backward-workload", "vertices"]
        many = self.json_on(2, *bfs, "--tune=dd-forward-factor=0.5")
        self.assertEqual(many["reached"], one["reached"])
        self.assertIn("backward workload", self.fails_on(2, 2, *bfs, "--algorithm", "top-down"))
        self.assertIn("does not apply to shortest paths", self.fails_on(2, 2, "sssp", *bfs[1:]))
        isolated = self.json_on(2, "info", "hubs.el", "--directed")["isolated"]
        self.assertEqual(isolated, self.json("info", "hubs.el", "--directed")["isolated"])


if __name__ == "__main__":
    unittest.main()
