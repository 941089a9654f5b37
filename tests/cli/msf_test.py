"""strider msf and strider validate msf, as docs/cli.md promises them."""

import math
import random
import struct
import pathlib
import unittest

from program import SMALL_MTX, ProgramTest

# A square with a diagonal, and a pair apart; labels are sparse.
WEIGHTED = "# a square\n10 20 1.5\n20 30 2\n30 40 -1\n40 10 2\n10 30 2\n7 8 0.25\n"
FOREST = ["u\tv\tweight", "10\t20\t1.5", "10\t30\t2", "30\t40\t-1", "7\t8\t0.25"]
METHODS = ("auto", "kruskal", "prim", "boruvka", "filter-kruskal")


def kruskal(edges, maximum):
    """Weight and size of the forest of a list of edges."""
    tree = {v: v for edge in edges for v in edge[:2]}
    weight = size = 0
    for u, v, w in sorted(edges, key=lambda edge: edge[2], reverse=maximum):
        if tree[u] != tree[v]:
            old, new = tree[u], tree[v]
            tree = {vertex: new if t == old else t for vertex, t in tree.items()}
            weight += w
            size += 1
    return weight, size


class Msf(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("w.wel", WEIGHTED)

    def rows(self, name):
        lines = (self.folder / name).read_text().splitlines()
        self.assertEqual(lines[0], FOREST[0])
        return {frozenset(line.split("\t")) for line in lines[1:]}

    def expected(self):
        return {frozenset(line.split("\t")) for line in FOREST[1:]}

    def test_every_method_gives_the_forest(self):
        texts = set()
        for method in METHODS:
            for threads in (1, 2, 4):
                self.ok("msf", "w.wel", "--algorithm", method, "--threads", threads, "-o", "f.tsv")
                self.assertEqual(self.rows("f.tsv"), self.expected(), method)
                texts.add((self.folder / "f.tsv").read_text())
        self.assertEqual(len(texts), 1, "the order of rows depends on the method")

    def test_summary(self):
        out = self.ok("msf", "w.wel", "--validate")
        self.assertIn("minimum by auto: weight 2.75, 4 edges in 2 trees", out)
        self.assertIn("undirected (a plain edge list is taken as undirected", out)
        self.assertIn("valid", out)

    def test_json(self):
        result = self.json("msf", "w.wel", "--algorithm", "prim")
        for key in ("verb", "graph", "vertices", "edges", "directed", "algorithm", "device",
                    "threads", "ranks", "seed", "load_s", "build_s", "time_s"):  # fmt: skip
            self.assertIn(key, result)
        self.assertEqual(result["verb"], "msf")
        self.assertEqual(result["algorithm"], "prim")
        self.assertEqual(result["directed"], False)
        self.assertEqual((result["vertices"], result["edges"]), (6, 6))
        self.assertEqual(result["weight"], 2.75)
        self.assertEqual((result["forest_edges"], result["trees"]), (4, 2))

    def test_maximum(self):
        result = self.json("msf", "w.wel", "--maximum", "-o", "f.tsv")
        self.assertEqual(result["weight"], 6.25)
        self.ok("validate", "msf", "w.wel", "f.tsv", "--maximum")
        self.fails(4, "validate", "msf", "w.wel", "f.tsv")

    def test_bundled_roads_have_lengths(self):
        roads = pathlib.Path(__file__).parents[2] / "examples" / "data" / "USA-road-NY.tsv.xz"
        result = self.json("msf", roads)
        self.assertEqual((result["vertices"], result["edges"]), (264346, 365050))
        self.assertEqual((result["weight"], result["weighted"]), (261159288, True))

    def test_npy(self):
        self.ok("msf", "w.wel", "-o", "f.npy")
        data = (self.folder / "f.npy").read_bytes()
        start = 10 + struct.unpack("<H", data[8:10])[0]
        self.assertIn(b"'<f8'", data[:start])
        rows = list(struct.iter_unpack("<qqd", data[start:]))
        self.assertEqual(len(rows), 4)
        self.assertIn((10, 20, 1.5), rows)
        self.assertTrue(self.json("validate", "msf", "w.wel", "f.npy")["passed"])

    def test_standard_output(self):
        run = self.run_program("msf", "w.wel", "-o", "-")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stdout.splitlines()[0], FOREST[0])
        self.assertIn("weight 2.75", run.stderr)

    def test_integers_stay_integers(self):
        self.write("i.gr", "p sp 3 4\na 1 2 4\na 2 1 4\na 2 3 4000000000\na 3 2 4000000000\n")
        result = self.json("msf", "i.gr", "--undirected", "-o", "f.tsv")
        self.assertEqual(result["weight"], 4000000004)
        self.assertIsInstance(result["weight"], int)
        self.assertIn("2\t3\t4000000000", (self.folder / "f.tsv").read_text())

    def test_without_weights(self):
        self.write("small.mtx", SMALL_MTX)
        out = self.ok("msf", "small.mtx", "-o", "f.tsv")
        self.assertIn("every edge has weight 1", out)
        result = self.json("msf", "small.mtx")
        self.assertEqual((result["weight"], result["forest_edges"], result["trees"]), (6, 6, 2))
        self.ok("validate", "msf", "small.mtx", "f.tsv")

    def test_directed_graphs_are_refused(self):
        self.write("i.gr", "p sp 3 2\na 1 2 4\na 2 3 5\n")
        self.assertIn("--undirected", self.fails(2, "msf", "i.gr", "-o", "f.tsv"))
        self.assertIn("--undirected", self.fails(2, "msf", "w.wel", "--directed"))
        self.ok("msf", "i.gr", "--undirected", "-o", "f.tsv")
        self.assertIn("--undirected", self.fails(2, "validate", "msf", "i.gr", "f.tsv"))
        self.ok("validate", "msf", "i.gr", "f.tsv", "--undirected")

    def test_duplicates_and_self_loops(self):
        self.write("d.wel", "0 0 -9\n0 1 5\n1 0 3\n0 1 7\n1 2 1\n")
        self.assertEqual(self.json("msf", "d.wel", "--validate")["weight"], 4)
        kept = ("--keep-duplicates", "--keep-self-loops")
        self.assertEqual(self.json("msf", "d.wel", "--validate", *kept)["weight"], 4)
        for options in ((), kept):
            result = self.json("msf", "d.wel", "--maximum", "--validate", *options, "-o", "f.tsv")
            self.assertEqual((result["weight"], result["notes"]), (8, []))
            self.ok("validate", "msf", "d.wel", "f.tsv", "--maximum", *options)
        # The lighter of two parallel edges is an edge of the graph, but not of this forest.
        self.write("f.tsv", "u\tv\tweight\n0\t1\t5\n1\t2\t1\n")
        self.fails(4, "validate", "msf", "d.wel", "f.tsv", "--maximum")

    def test_multigraphs(self):
        draw = random.Random(5)
        for number in range(6):
            n = draw.randrange(2, 30)
            edges = [(draw.randrange(n), draw.randrange(n), draw.randrange(-40, 40))
                     for _ in range(draw.randrange(1, 200))]  # fmt: skip
            self.write("m.wel", "".join(f"{u} {v} {w}\n" for u, v, w in edges))
            arcs = [(u + 1, v + 1, w + 40) for u, v, w in edges]
            self.write("m.gr", f"p sp {n} {len(arcs)}\n"
                       + "".join(f"a {u} {v} {w}\n" for u, v, w in arcs))  # fmt: skip
            for objective in ([], ["--maximum"]):
                weight, size = kruskal(edges, bool(objective))
                for kept in ([], ["--keep-duplicates"]):
                    for method in METHODS:
                        result = self.json("msf", "m.wel", "--algorithm", method, *objective,
                                           *kept, "--validate", "-o", "f.tsv")  # fmt: skip
                        found = (result["weight"], result["forest_edges"])
                        self.assertEqual(found, (weight, size), (number, objective, kept, method))
                    self.ok("validate", "msf", "m.wel", "f.tsv", *objective, *kept)
                # Of edges that lead one way, both directions.
                result = self.json("msf", "m.gr", "--undirected", *objective)
                self.assertEqual(result["weight"], weight + 40 * size)

    def test_duplicates_of_containers(self):
        self.write("d.wel", "0 1 5\n1 0 3\n0 1 7\n1 2 1\n")
        self.ok("convert", "d.wel", "one.strider", "--undirected")
        self.ok("convert", "d.wel", "all.strider", "--undirected", "--keep-duplicates")
        self.assertEqual(self.json("msf", "all.strider", "--maximum")["weight"], 8)
        self.assertEqual(self.json("msf", "all.strider", "--maximum")["notes"], [])
        # Heavier edges are no longer there: the forest is that of what is left, and a note says so.
        result = self.json("msf", "one.strider", "--maximum", "--validate")
        self.assertEqual((result["weight"], len(result["notes"])), (4, 1))
        self.assertIn("written without 2 duplicates", self.ok("msf", "one.strider", "--maximum"))
        self.assertNotIn("note", self.ok("msf", "one.strider"))
        # The summary tells what became of duplicates, whatever is asked for now.
        for options in ([], ["--keep-duplicates"]):
            self.assertIn("2 duplicates removed", self.ok("msf", "one.strider", *options))
        self.assertIn("2 duplicates kept", self.ok("msf", "all.strider", "--keep-duplicates"))
        self.ok("convert", "one.strider", "again.strider")
        self.assertEqual(len(self.json("msf", "again.strider", "--maximum")["notes"]), 1)
        self.write("u.el", "0 1\n1 0\n1 2\n")
        self.ok("convert", "u.el", "u.strider", "--undirected")
        self.assertEqual(self.json("msf", "u.strider", "--maximum")["notes"], [])

    def test_empty_graphs_and_isolated_vertices(self):
        self.write("e.mtx", "%%MatrixMarket matrix coordinate real symmetric\n4 4 0\n")
        for method in METHODS:
            result = self.json("msf", "e.mtx", "--algorithm", method, "--validate", "-o", "f.tsv")
            self.assertEqual((result["forest_edges"], result["trees"]), (0, 4))
        self.assertEqual((self.folder / "f.tsv").read_text(), FOREST[0] + "\n")
        self.ok("validate", "msf", "e.mtx", "f.tsv")
        self.write("none.mtx", "%%MatrixMarket matrix coordinate real symmetric\n0 0 0\n")
        self.assertEqual(self.json("msf", "none.mtx", "--validate")["trees"], 0)

    def test_infinite_weights(self):
        self.write("inf.wel", "0 1 inf\n1 2 -inf\n2 0 3\n")
        result = self.json("msf", "inf.wel", "--validate")
        self.assertTrue(result["weight"] is None or math.isinf(result["weight"]))

    def test_text_labels(self):
        self.write("people.wel", "ann bob 2\nbob cid 1\ncid ann 9\n")
        self.ok("msf", "people.wel", "-o", "f.tsv")
        self.assertEqual(self.rows("f.tsv"), {frozenset(("ann", "bob", "2")),
                                              frozenset(("bob", "cid", "1"))})  # fmt: skip
        self.ok("validate", "msf", "people.wel", "f.tsv")
        self.fails(2, "msf", "people.wel", "-o", "g.npy")

    def test_wrong_use(self):
        self.assertIn("filter-kruskal", self.fails(2, "msf", "w.wel", "--algorithm", "kruskall"))
        self.fails(2, "msf", "w.wel", "-o", "f.ldbc")
        self.fails(2, "msf", "w.wel", "-o", "f.xyz")
        self.fails(3, "msf", "absent.wel")
        self.fails(6, "msf", "w.wel", "--device", "cuda:99")


class ValidateMsf(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("w.wel", WEIGHTED)

    def test_accepts_what_others_write(self):
        self.write("f.tsv", "\n".join(FOREST) + "\n")
        result = self.json("validate", "msf", "w.wel", "f.tsv")
        self.assertTrue(result["passed"])
        self.assertEqual((result["weight"], result["forest_edges"], result["trees"]), (2.75, 4, 2))
        # Another forest of the same weight; ends the other way round, no header, blanks.
        self.write("g.txt", "# by hand\n20 10 1.50\n40 30 -1.0\n40 10 2e0\n8 7 +0.25\n")
        self.assertIn("valid", self.ok("validate", "msf", "w.wel", "g.txt"))
        self.write("h.txt", "weight,v,u\n1.5,20,10\n2,30,20\n-1,40,30\n0.25,7,8\n")
        self.ok("validate", "msf", "w.wel", "h.txt")

    def test_refuses(self):
        wrong = {
            "a heavier edge": ("10\t20\t1.5", "20\t30\t2"),
            "another weight": ("30\t40\t-1", "30\t40\t-2"),
            "an edge that is none": ("7\t8\t0.25", "7\t10\t0.25"),
            "an edge missing": ("7\t8\t0.25\n", ""),
            "an edge twice": ("7\t8\t0.25", "7\t8\t0.25\n8\t7\t0.25"),
            "a cycle": ("7\t8\t0.25", "7\t8\t0.25\n20\t30\t2"),
            "a self-loop": ("7\t8\t0.25", "7\t8\t0.25\n7\t7\t0"),
            "no weight": ("10\t20\t1.5", "10\t20\tnan"),
        }
        text = "\n".join(FOREST) + "\n"
        for what, (right, changed) in wrong.items():
            self.assertIn(right, text)
            self.write("f.tsv", text.replace(right, changed))
            self.assertIn("validation failed", self.fails(4, "validate", "msf", "w.wel", "f.tsv"))
            run = self.run_program("validate", "msf", "w.wel", "f.tsv", "--json")
            self.assertEqual(run.returncode, 4, what)
            self.assertIn('"passed": false', run.stdout)

    def test_unreadable_results(self):
        bad = {
            "f.tsv:2": "u\tv\tweight\n10\t99\t1.5\n",
            "f.tsv:1": "10 20\n",
            "f.tsv:3": "u v weight\n10 20 1.5\n20 30 heavy\n",
            "neither": "# nothing\n",
        }
        for place, text in bad.items():
            self.write("f.tsv", text)
            self.assertIn(place, self.fails(3, "validate", "msf", "w.wel", "f.tsv"))
        self.write("f.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': '<i8'}")
        self.fails(3, "validate", "msf", "w.wel", "f.npy")
        self.ok("msf", "w.wel", "-o", "cut.npy")
        cut = (self.folder / "cut.npy").read_bytes()[:-5]
        self.write("cut.npy", cut)
        self.fails(3, "validate", "msf", "w.wel", "cut.npy")

    def test_integers_of_other_programs(self):
        self.write("i.wel", "0 1 4\n1 2 5\n")
        self.write("f.tsv", "u v weight\n0 1 4.0\n1 2 5e0\n")
        self.ok("validate", "msf", "i.wel", "f.tsv")


if __name__ == "__main__":
    unittest.main()
