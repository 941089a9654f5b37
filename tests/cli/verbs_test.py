"""Each verb does what its page says, and its JSON has the keys that scripts rely on."""

import json
import re
import subprocess
import unittest

from program import SMALL_MTX, ProgramTest

COMMON_KEYS = [
    "verb", "graph", "vertices", "edges", "directed", "algorithm", "device", "threads", "ranks",
    "seed", "load_s", "build_s", "time_s",
]  # fmt: skip
METHODS = [
    "auto", "serial", "top-down", "top-down-local", "bag", "vertex-parallel", "bottom-up",
    "direction-optimizing",
]  # fmt: skip


SSSP_METHODS = ["auto", "dijkstra", "bellman-ford", "delta-stepping"]


class Verbs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def check_common(self, result, verb):
        self.assertEqual(list(result)[: len(COMMON_KEYS)], COMMON_KEYS)
        self.assertEqual(result["verb"], verb)
        self.assertEqual(result["ranks"], 1)
        self.assertEqual(result["device"], "host")

    def test_a_search_that_finds_nothing_hints_at_undirected(self):
        self.write("chain.wel", "1 2 5\n2 3 5\n")
        hint = "with --undirected it leads both ways"
        self.assertIn(hint, self.ok("bfs", "chain.wel", "--source", "3"))
        self.assertIn(hint, self.ok("sssp", "chain.wel", "--source", "3"))
        self.assertIn(hint, self.ok("sssp", "chain.wel", "--source", "2", "--target", "1"))
        for more in (["--source", "1"], ["--source", "3", "--undirected"],
                     ["--source", "3", "--directed"]):  # fmt: skip
            self.assertNotIn(hint, self.ok("bfs", "chain.wel", *more))
            self.assertNotIn(hint, self.ok("sssp", "chain.wel", *more))

    def test_deterministic_parents(self):
        # 9 has the parents 30, 7 and 8 to choose from.
        self.write("fan.el", "5 30\n5 8\n5 7\n30 9\n8 9\n7 9\n")
        bfs = ["bfs", "fan.el", "--undirected", "--source", "5", "--deterministic", "--quiet"]
        self.assertIn("9\t2\t7\n", self.ok(*bfs, "-o", "-"))
        self.assertIn("parents_s", self.json(*bfs[:-1]))
        self.assertIn("to find the smallest parents", self.ok(*bfs[:-1], "--validate"))
        self.ok("generate", "kronecker", "--scale", "9", "-o", "k.strider")
        bfs = ["bfs", "k.strider", "--source", "1", "--deterministic", "--quiet", "-o", "-"]
        expected = self.ok(*bfs, "--algorithm", "serial")
        for method in METHODS:
            for threads in (1, 2, 4):
                self.assertEqual(self.ok(*bfs, "--algorithm", method, "--threads", threads), expected)
        for layout in ("degree", "locality"):
            self.assertEqual(self.ok(*bfs, "--prepare", layout), expected)

    def test_version_and_help(self):
        self.assertRegex(self.ok("--version"), r"^strider \d+\.\d+\.\d+\n$")
        verbs = ["info", "convert", "generate", "bfs", "sssp", "msf", "bc", "components", "core",
                 "diameter", "bipartite", "closeness", "pagerank", "cdlp", "lcc", "cluster", "flow",
                 "graph500", "model", "report", "validate"]  # fmt: skip
        listed = re.findall(r"^  ([a-z0-9]+)  ", self.ok("--help"), re.MULTILINE)
        self.assertEqual(listed, verbs)
        pages = [[verb] for verb in verbs] + [["validate", "bfs"], ["validate", "sssp"]]
        pages += [["validate", "msf"], ["validate", "components"]]
        pages += [["generate", kind] for kind in ("kronecker", "rmat", "ssca2", "uniform", "social", "web", "grid")]
        pages += [["model", scheme] for scheme in ("auto", "1d", "2d", "delegate", "calibrate")]
        for page in pages:
            self.assertIn("Example:\n  strider " + " ".join(page), self.ok(*page, "--help"))

    def test_info(self):
        result = self.json("info", "small.mtx")
        self.check_common(result, "info")
        expected = {
            "vertices": 8, "edges": 8, "directed": False, "format": "mtx", "weighted": False,
            "self_loops": 0, "duplicates": 0, "isolated": 0, "components": 2,
            "largest_component": 6, "labels": "dense", "labels_remapped": False, "layout": "none",
        }  # fmt: skip
        self.assertEqual({key: result[key] for key in expected}, expected)
        self.assertEqual(result["degree"]["max"], 3)
        self.assertEqual(result["degree"]["mean"], 2)
        self.assertLessEqual(result["diameter_at_least"], result["diameter_at_most"])
        text = self.ok("info", "small.mtx")
        self.assertRegex(text, r"(?m)^diameter +\d")
        self.assertIn("8 vertices, 8 edges", text)
        self.assertIn("undirected (", text)

    def test_info_says_how_vertices_are_named(self):
        self.write("words.el", "a b\n")
        self.assertIn("labels text, by which options and results name the vertices",
                      self.ok("info", "words.el"))  # fmt: skip

    def test_info_tells_what_it_decided(self):
        self.write("counts.el", "3 2\n0 1\n1 2\n")
        note = "the first row is taken as counts: 3 vertices, 2 edges"
        self.assertEqual(self.json("info", "counts.el")["notes"], [note])
        self.assertRegex(self.ok("info", "counts.el"), rf"(?m)^note +{note}$")

    def test_info_counts_what_it_removes(self):
        self.write("messy.el", "10 20\n20 10\n10 20\n30 30\n77 10\n")
        result = self.json("info", "messy.el", "--undirected")
        self.assertEqual((result["vertices"], result["edges"]), (4, 2))
        self.assertEqual((result["self_loops"], result["duplicates"]), (1, 2))
        self.assertEqual(result["isolated"], 1)
        self.assertTrue(result["labels_remapped"])
        kept = self.json(
            "info", "messy.el", "--undirected", "--keep-self-loops", "--keep-duplicates"
        )
        self.assertEqual(kept["edges"], 5)
        directed = self.json("info", "messy.el")
        self.assertTrue(directed["directed"])
        self.assertEqual((directed["edges"], directed["components"]), (3, 2))

    def test_info_into_a_file(self):
        self.ok("info", "small.mtx", "-o", "facts.json")
        self.assertIn("facts.json", self.files())

    def test_convert_keeps_the_graph(self):
        facts = ("vertices", "edges", "directed", "components", "largest_component")
        expected = [self.json("info", "small.mtx")[key] for key in facts]
        for name in ("a.strider", "a.sg", "a.graph", "a.mtx", "a.graph500", "a.el", "a.gr"):
            self.ok("convert", "small.mtx", name)
            back = self.json("info", name, "--undirected")
            self.assertEqual([back[key] for key in facts], expected, name)
        self.ok("convert", "small.mtx", "odd.name", "--to", "native")
        self.assertEqual(self.json("info", "odd.name")["format"], "native")
        refused = self.fails(2, "convert", "small.mtx", "other.name", "--to", "odd")
        self.assertRegex(refused, "--to must be one of mtx, .*, native, got 'odd'")

    def test_convert_tells_what_is_lost(self):
        self.write("loose.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 1\n2 1\n")
        anew = "gapbs files number vertices from 0: they are renumbered"
        self.assertEqual(self.json("convert", "loose.mtx", "a.sg")["notes"], [anew])
        self.assertRegex(self.ok("convert", "loose.mtx", "a.sg"), rf"(?m)^note +{anew}$")
        for name in ("b.mtx", "a.el"):
            self.assertEqual(self.json("convert", "loose.mtx", name)["notes"], [])
        run = self.run_program("convert", "loose.mtx", "a.graph500", "--json")
        self.assertIn("do not say how many vertices", run.stderr)
        self.assertEqual(len(json.loads(run.stdout)["notes"]), 2)

    def test_convert_reads_back_what_it_wrote(self):
        plain = ("x.mtx", "x.el", "x.csv", "x.graph", "x.sg", "x.graph500", "x.gr", "x.strider")
        for name in plain:
            self.ok("convert", "small.mtx", name, "--validate")
        self.write("weights.wel", "0 1 4\n1 2 5\n2 0 6\n4 2 6\n")
        for direction in ("--directed", "--undirected"):
            for name in ("w.mtx", "w.wel", "w.gr", "w.wsg", "w.strider"):
                self.ok("convert", "weights.wel", name, direction, "--validate")

    def test_convert_to_the_standard_output(self):
        for name in ("-", "/dev/stdout", "/dev/fd/1"):
            convert = ["convert", "small.mtx", name, "--to", "mtx"]
            before = self.files()
            run = self.run_program(*convert)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(run.stdout.splitlines()[1], "8 8 8")
            self.assertIn("written", run.stderr)
            self.assertEqual(self.files(), before)
            self.assertIn("both write", self.fails(2, *convert, "--json"))
            self.assertIn("read the standard output back", self.fails(2, *convert, "--validate"))
        grid = ["generate", "grid", "--rows", "2", "--columns", "2"]
        made = self.run_program(*grid, "--to", "mtx", "-o", "-")
        self.assertEqual((made.returncode, made.stdout.splitlines()[1]), (0, "4 4 4"))

    def test_result_to_a_redirected_standard_output(self):
        for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            with open(self.folder / "redirected.tsv", "w", encoding="utf-8") as target:
                target.write("before\n")
                target.flush()
                run = self.run_program(
                    "bfs", "small.mtx", "--source", "1", "-o", name, "--quiet",
                    capture_output=False, stdout=target, stderr=subprocess.PIPE,
                )  # fmt: skip
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            lines = (self.folder / "redirected.tsv").read_text().splitlines()
            self.assertEqual(lines[:2], ["before", "vertex\tlevel\tparent"], name)

    def test_convert_stores_a_layout(self):
        self.ok("generate", "grid", "--rows", "40", "--columns", "50", "-o", "g.strider")
        for layout in ("degree", "locality", "none"):
            stored = self.json("convert", "g.strider", f"{layout}.strider", "--prepare", layout)
            self.assertEqual(stored["layout"], layout)
            self.assertEqual(self.json("info", f"{layout}.strider", "--validate")["layout"], layout)
            found = self.json("bfs", f"{layout}.strider", "--source", "0", "--validate")
            self.assertEqual((found["layout"], found["reached"]), (layout, 2000))
            self.assertEqual(found["levels"], 89)
            self.assertEqual(sum(level["vertices"] for level in found["frontier"]), 2000)

    def test_generate(self):
        kinds = {
            "kronecker": ["--scale", "10"],
            "rmat": ["--scale", "10", "--a", "0.5", "--b", "0.2", "--c", "0.2", "--noise", "0.1"],
            "ssca2": ["--scale", "10", "--max-clique-size", "8"],
            "social": ["--scale", "10", "--hub-factor", "8"],
            "web": ["--scale", "9", "--tails", "1", "--tail-length", "512"],
            "uniform": ["--vertices", "1024", "--edges", "5000"],
            "grid": ["--rows", "32", "--columns", "32"],
        }
        for kind, parameters in kinds.items():
            result = self.json("generate", kind, *parameters, "-o", f"{kind}.strider")
            self.check_common(result, "generate")
            self.assertEqual(result["vertices"], 1024, kind)
            again = self.json("info", f"{kind}.strider")
            self.assertEqual(again["edges"], result["edges"])
            self.assertIn("seed", self.ok("generate", kind, *parameters))
        self.assertEqual(self.json("info", "grid.strider")["edges"], 2 * 32 * 31)
        kronecker = self.json("generate", "kronecker", "--scale", "10")
        # The reference program's graph of this scale.
        self.assertEqual((kronecker["edges_listed"], kronecker["self_loops"]), (16384, 144))
        self.assertEqual((kronecker["edges"], kronecker["isolated"]), (10551, 125))

    def test_generate_nothing(self):
        # A number that is given counts, be it 0.
        empty = self.json("generate", "uniform", "--vertices", "0", "-o", "empty.strider")
        self.assertEqual((empty["vertices"], empty["edges"]), (0, 0))
        self.assertEqual(self.json("info", "empty.strider")["vertices"], 0)
        bare = self.json("generate", "uniform", "--vertices", "5", "--edges", "0")
        self.assertEqual((bare["vertices"], bare["edges"], bare["isolated"]), (5, 0, 5))
        self.assertIn("at least one vertex", self.fails(
            2, "generate", "uniform", "--vertices", "0", "--edges", "3", "-o", "none.el"))  # fmt: skip

    def test_generate_from_a_seed(self):
        def edges(seed, threads):
            self.ok("generate", "rmat", "--scale", "9", "--seed", seed, "--threads", threads,
                    "-o", "r.mtx")  # fmt: skip
            return (self.folder / "r.mtx").read_text()

        self.assertEqual(edges(5, 1), edges(5, 2))
        self.assertNotEqual(edges(5, 1), edges(6, 1))

    def test_generate_weights(self):
        self.ok("generate", "uniform", "--scale", "6", "--weights", "integer", "--weight-low", "3",
                "--weight-high", "4", "-o", "w.mtx")  # fmt: skip
        result = self.json("info", "w.mtx")
        self.assertTrue(result["weighted"])
        rows = (self.folder / "w.mtx").read_text().splitlines()
        self.assertEqual({row.split()[2] for row in rows if row[0] != "%"} - {"64"}, {"3", "4"} | {
            row.split()[2] for row in rows if row[0] != "%" and row.split()[0] == "64" and
            row.split()[1] == "64"})  # fmt: skip

    def test_bfs_by_every_method(self):
        for method in METHODS:
            result = self.json("bfs", "small.mtx", "--source", "1", "--algorithm", method,
                               "--validate")  # fmt: skip
            self.check_common(result, "bfs")
            self.assertEqual(result["algorithm"], method)
            self.assertEqual((result["source"], result["reached"], result["levels"]), (1, 6, 4))
            self.assertGreater(result["teps"], 0)
            frontier = result["frontier"]
            self.assertEqual([level["level"] for level in frontier], [0, 1, 2, 3], method)
            self.assertEqual([level["vertices"] for level in frontier], [1, 2, 1, 2], method)
            self.assertEqual([level["edges"] for level in frontier], [2, 5, 3, 4], method)
            for level in frontier:
                keys = [key for key in level if key != "arcs_examined"]
                self.assertEqual(keys, ["level", "vertices", "edges", "direction", "time_s"])
                self.assertIn(level["direction"], ("top-down", "bottom-up"))

    def test_bfs_trials(self):
        result = self.json("bfs", "small.mtx", "--trials", "5", "--seed", "9")
        self.assertEqual(result["seed"], 9)
        self.assertEqual(len(result["trials"]), 5)
        again = self.json("bfs", "small.mtx", "--trials", "5", "--seed", "9")
        sources = [[trial["source"] for trial in run["trials"]] for run in (result, again)]
        self.assertEqual(sources[0], sources[1])
        self.assertIn("seed 9", self.ok("bfs", "small.mtx", "--trials", "5", "--seed", "9"))

    def test_bfs_trials_where_almost_no_vertex_has_an_edge(self):
        size = "100000 100000 1\n"
        self.write("sparse.mtx", f"%%MatrixMarket matrix coordinate pattern symmetric\n{size}9 7\n")
        result = self.json("bfs", "sparse.mtx", "--trials", "40", "--seed", "3")
        self.assertEqual({trial["source"] for trial in result["trials"]}, {7, 9})

    def test_bfs_summary_and_quiet(self):
        text = self.ok("bfs", "small.mtx", "--source", "1", "--validate")
        self.assertIn("6 vertices reached in 4 levels", text)
        self.assertRegex(text, r"\n +level +vertices +edges +direction +time\n")
        self.assertEqual(self.ok("bfs", "small.mtx", "--source", "1", "--quiet"), "")

    def test_threads(self):
        for threads in (1, 2, 4):
            result = self.json("bfs", "small.mtx", "--source", "3", "--threads", threads)
            self.assertEqual((result["threads"], result["reached"]), (threads, 6))

    def test_graph500(self):
        text = self.ok("graph500", "--scale", "10", "--validate")
        keys = [line.split(":")[0] for line in text.splitlines() if re.match(r"\S.*: +\S", line)]
        self.assertEqual(keys[:6], ["SCALE", "edgefactor", "NBFS", "graph_generation",
                                    "num_mpi_processes", "construction_time"])  # fmt: skip
        self.assertIn("bfs  harmonic_mean_TEPS", keys)
        result = self.json("graph500", "--scale", "10", "--roots", "8")
        self.check_common(result, "graph500")
        self.assertEqual((result["SCALE"], result["NBFS"]), (10, 8))
        self.assertEqual((result["vertices"], result["edges"]), (1024, 10551))
        self.assertTrue(result["passed"])
        for key in keys[:30]:
            self.assertIsInstance(result[key], (int, float), key)

    def test_graph500_shortest_paths(self):
        text = self.ok("graph500", "--scale", "10", "--kernel", "both", "--validate")
        keys = [line.split(":")[0] for line in text.splitlines() if re.match(r"\S.*: +\S", line)]
        times = [key for key in keys if key.endswith("_time")]
        self.assertEqual(times[1:15], [f"{kernel}{name}_time" for kernel in ("bfs  ", "sssp ")
                                       for name in ("min", "firstquartile", "median",
                                                    "thirdquartile", "max", "mean", "stddev")])
        self.assertEqual(keys.count("min_nedge"), 1)
        self.assertLess(keys.index("bfs  harmonic_stddev_TEPS"), keys.index("sssp min_TEPS"))
        self.assertLess(keys.index("bfs  stddev_validate"), keys.index("sssp min_validate"))
        for method in SSSP_METHODS:
            result = self.json("graph500", "--scale", "8", "--roots", "4", "--kernel", "sssp",
                               "--algorithm", method)  # fmt: skip
            self.check_common(result, "graph500")
            self.assertTrue(result["passed"])
            self.assertEqual([search["kernel"] for search in result["searches"]], ["sssp"] * 4)
            self.assertNotIn("bfs  min_time", result)
        both = self.json("graph500", "--scale", "8", "--roots", "4", "--kernel", "both")
        reached = [search["reached"] for search in both["searches"]]
        self.assertEqual(reached[:4], reached[4:])
        self.fails(2, "graph500", "--scale", "8", "--kernel", "sssp", "--algorithm", "bag")

    def test_sssp_by_every_method(self):
        # The way round is shorter; vertex 5 is out of reach.
        self.write("w.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n5 5 4\n"
                            "2 1 10\n3 1 1\n4 3 2\n4 2 3\n")  # fmt: skip
        for method in SSSP_METHODS:
            result = self.json("sssp", "w.mtx", "--source", "1", "--algorithm", method,
                               "--target", "2", "--validate")  # fmt: skip
            self.check_common(result, "sssp")
            self.assertEqual(result["algorithm"], method)
            self.assertEqual((result["source"], result["reached"]), (1, 4))
            self.assertEqual((result["distance"], result["path"]), (6, [1, 3, 4, 2]))
            self.assertGreater(result["teps"], 0)
            self.assertTrue(result["weighted"])
        text = self.ok("sssp", "w.mtx", "--source", "1", "--target", "2")
        self.assertRegex(text, r"(?m)^path +length 6, 3 edges: 1 3 4 2$")
        self.assertEqual(self.ok("sssp", "w.mtx", "--source", "1", "--quiet"), "")

    def test_sssp_stops_where_it_is_set(self):
        self.write("w.wel", "0 1 1.5\n1 2 1.5\n2 3 1.5\n9 9 1\n")
        near = self.json("sssp", "w.wel", "--source", "0", "--cutoff", "3", "--validate")
        self.assertEqual(near["reached"], 3)
        self.assertEqual(
            self.json("sssp", "w.wel", "--source", "0", "--target", "1", "--validate")["reached"], 2
        )
        away = self.json("sssp", "w.wel", "--source", "3", "--target", "0", "--validate")
        self.assertEqual((away["distance"], away["path"], away["reached"]), (None, [], 1))
        text = self.ok("sssp", "w.wel", "--source", "3", "--target", "0")
        self.assertRegex(text, r"(?m)^path +none to 0$")
        self.fails(2, "sssp", "w.wel", "--source", "0", "--target", "77")
        self.fails(2, "sssp", "w.wel", "--source", "0", "--cutoff", "-1")
        self.fails(2, "sssp", "w.wel", "--source", "0", "--delta", "-1")
        self.fails(2, "sssp", "w.wel")
        self.fails(2, "sssp", "w.wel", "--source", "0", "--algorithm", "bag")

    def test_sssp_without_weights(self):
        result = self.json("sssp", "small.mtx", "--source", "1", "--target", "6", "--validate")
        self.assertEqual((result["weighted"], result["distance"]), (False, 3))
        self.assertRegex(self.ok("sssp", "small.mtx", "--source", "1"),
                         r"(?m)^weights +none in the file, so every edge has weight 1$")  # fmt: skip

    def test_weights_that_are_not_read(self):
        path = self.write("time.gml", "graph [ node [ id 0 ] node [ id 1 ]\n"
                          "edge [ source 0 target 1 time 4 ] ]\n")  # fmt: skip
        text = self.ok("sssp", path, "--source", "0")
        self.assertRegex(text, r"(?m)^weights +none read of the file, so every edge has weight 1$")
        self.assertIn("the attribute 'time' is not read; --weight-attribute chooses", text)

    def test_sssp_trials(self):
        result = self.json("sssp", "small.mtx", "--trials", "5", "--seed", "9")
        again = self.json("sssp", "small.mtx", "--trials", "5", "--seed", "9", "--prepare", "auto")
        sources = [[trial["source"] for trial in run["trials"]] for run in (result, again)]
        self.assertEqual(sources[0], sources[1])
        self.assertIn("seed 9", self.ok("sssp", "small.mtx", "--trials", "5", "--seed", "9"))

    def test_trials_that_pay_for_a_layout(self):
        self.ok("generate", "kronecker", "--scale", "12", "-o", "k12.strider")
        for verb, options, layout in (
            ("bfs", ["--trials", "36"], "degree"), ("bfs", ["--trials", "35"], "none"),
            ("bfs", ["--trials", "36", "--depth", "3"], "none"),
            ("bfs", ["--trials", "36", "--prepare", "none"], "none"),
            ("bfs", ["--trials", "36", "--algorithm", "top-down"], "none"),
            ("sssp", ["--trials", "8"], "weight"), ("sssp", ["--trials", "7"], "none"),
            ("sssp", ["--trials", "8", "--prepare", "none"], "none"),
        ):  # fmt: skip
            self.assertEqual(self.json(verb, "k12.strider", *options)["layout"], layout, (verb, options))


if __name__ == "__main__":
    unittest.main()
