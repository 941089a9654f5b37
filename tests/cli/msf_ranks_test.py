"""strider msf on several ranks, as docs/cli.md promises it."""

import unittest

from program import SANITIZED, SMALL_MTX
from ranks_program import RanksTest, needed_and_free

# A square with a diagonal, and a pair apart; labels are sparse.
WEIGHTED = "# a square\n10 20 1.5\n20 30 2\n30 40 -1\n40 10 2\n10 30 2\n7 8 0.25\n"
METHODS = ("auto", "ghs")


class Forests(RanksTest):
    def content(self, name):
        return (self.folder / name).read_bytes()

    def check_same(self, graph, *options, on=(1, 2, 3)):
        """The JSON of the last run on ranks."""
        result = None
        for suffix, method in (("tsv", "auto"), ("npy", "ghs")):
            one = self.json("msf", graph, *options, "-o", f"one.{suffix}")
            for ranks in on:
                result = self.json_on(ranks, "msf", graph, *options, "--partition", "1d",
                                      "--algorithm", method, "--validate",
                                      "-o", f"many.{suffix}")
                self.assertEqual(self.content(f"many.{suffix}"), self.content(f"one.{suffix}"))
                for key in ("weight", "forest_edges", "trees", "vertices", "edges", "graph",
                            "objective", "weighted", "directed"):
                    self.assertEqual(result[key], one[key], key)
                self.assertEqual((result["ranks"], result["algorithm"]), (ranks, method))
                self.assertTrue(result["passed"])
        return result

    def test_sparse_labels_and_double_weights(self):
        self.write("w.wel", WEIGHTED)
        self.assertEqual(self.check_same("w.wel")["weight"], 2.75)
        self.assertEqual(self.check_same("w.wel", "--maximum", on=(3,))["weight"], 6.25)
        self.assertIn(b"'<f8'", self.content("many.npy"))
        self.ok("validate", "msf", "w.wel", "many.npy", "--maximum")

    def test_float_weights(self):
        self.ok("generate", "kronecker", "--scale", "8", "--weights", "real", "-o", "k.strider")
        self.check_same("k.strider")
        self.assertIn(b"'<f4'", self.content("many.npy"))
        # Vertices that are owned in another order are written in that of the input.
        for options in (["--distribution", "cyclic"], ["--shuffle", "5"]):
            self.ok_on(3, "msf", "k.strider", *options, "--validate", "-o", "many.npy")
            self.assertEqual(self.content("many.npy"), self.content("one.npy"))

    def test_integer_weights(self):
        self.write("i.gr", "p sp 3 4\na 1 2 4\na 2 1 4\na 2 3 4000000000\na 3 2 4000000000\n")
        result = self.check_same("i.gr", "--undirected", on=(2, 3))
        self.assertEqual(result["weight"], 4000000004)
        self.assertIsInstance(result["weight"], int)
        self.assertIn(b"'<u4'", self.content("many.npy"))

    def test_without_weights(self):
        self.write("small.mtx", SMALL_MTX)
        self.assertEqual(self.check_same("small.mtx")["weight"], 6)
        out = self.ok_on(2, "msf", "small.mtx", "--validate")
        self.assertIn("none in the file, so every edge has weight 1", out)
        self.assertIn("minimum by auto: weight 6, 6 edges in 2 trees", out)
        self.assertIn("valid", out)

    def test_duplicates_and_self_loops(self):
        self.write("d.wel", "0 0 -9\n0 1 5\n1 0 3\n0 1 7\n1 2 1\n")
        kept = ("--keep-duplicates", "--keep-self-loops")
        self.assertEqual(self.check_same("d.wel", on=(2,))["weight"], 4)
        self.assertEqual(self.check_same("d.wel", *kept, on=(3,))["weight"], 4)
        self.assertEqual(self.check_same("d.wel", "--maximum")["weight"], 8)
        self.assertEqual(self.check_same("d.wel", "--maximum", *kept, on=(2, 4))["weight"], 8)
        self.ok("validate", "msf", "d.wel", "many.npy", "--maximum")
        # A container from which the heavier edges are gone.
        self.ok("convert", "d.wel", "d.strider", "--undirected")
        self.assertEqual(self.check_same("d.strider", "--maximum", on=(2,))["weight"], 4)
        notes = self.json_on(2, "msf", "d.strider", "--maximum")["notes"]
        self.assertEqual(notes, self.json("msf", "d.strider", "--maximum")["notes"])
        self.assertIn(notes[0], self.ok_on(2, "msf", "d.strider", "--maximum"))

    def test_fewer_vertices_than_ranks(self):
        self.write("e.mtx", "%%MatrixMarket matrix coordinate real symmetric\n4 4 0\n")
        result = self.check_same("e.mtx", on=(5,))
        self.assertEqual((result["forest_edges"], result["trees"]), (0, 4))
        self.write("none.mtx", "%%MatrixMarket matrix coordinate real symmetric\n0 0 0\n")
        self.assertEqual(self.check_same("none.mtx", on=(2,))["trees"], 0)

    def test_standard_output(self):
        self.write("w.wel", WEIGHTED)
        out = self.ok_on(2, "msf", "w.wel", "-o", "-", "--quiet")
        self.assertEqual(out, self.ok("msf", "w.wel", "-o", "-", "--quiet"))

    def test_json(self):
        self.ok("generate", "kronecker", "--scale", "7", "--weights", "real", "-o", "k.strider")
        for method in METHODS:
            result = self.json_on(2, "msf", "k.strider", "--algorithm", method)
            for key in ("verb", "graph", "vertices", "edges", "directed", "algorithm", "device",
                        "threads", "ranks", "seed", "load_s", "build_s", "time_s", "weight",
                        "forest_edges", "trees", "objective", "weighted", "partition", "traffic",
                        "profile", "validated", "passed"):
                self.assertIn(key, result)
            self.assertEqual({**result["partition"], "balance": 1}, {"scheme": "1d", "distribution": "block", "balance": 1})
            traffic = result["traffic"]
            self.assertEqual(traffic["bytes_sent"],
                             sum(sums["bytes_sent"] for sums in traffic["by_phase"].values()))
            self.assertGreater(traffic["messages"], 0)
            # Of auto one rank joins so few light edges at once, and so few heavy ones.
            levels = result["profile"]["levels"]
            self.assertTrue(0 < levels <= 7 if method == "ghs" else levels == 2, levels)
            times = [part["time_s"] for part in result["profile"]["parts"].values()]
            self.assertTrue(0 < sum(times) <= 1.01 * result["time_s"] + 0.001, times)
        messages = result["profile"]["messages"]
        self.assertEqual(set(messages), {"connect", "initiate", "test", "accept", "reject",
                                         "report", "change-core"})
        for name, sums in messages.items():
            self.assertTrue(sums["sent"] > 0 or name == "change-core", name)
        # Of a vertex's edges some lead to the other rank, some do not.
        self.assertTrue(0 < messages["test"]["wired"] < messages["test"]["sent"])
        self.assertEqual(messages["test"]["bytes_sent"], 19 * messages["test"]["wired"])
        self.assertEqual(result["ghs"]["lookup"], "hash")
        self.assertIn("phase", self.ok_on(2, "msf", "k.strider", "--traffic"))

    def test_options_of_ghs(self):
        self.ok("generate", "kronecker", "--scale", "7", "--weights", "real", "-o", "k.strider")
        self.ok("msf", "k.strider", "-o", "one.tsv")
        ghs = ["msf", "k.strider", "--algorithm", "ghs", "-o", "many.tsv"]
        given = (
            (["--tune", "ghs-lookup=linear,ghs-messages=plain"],
             {"lookup": "linear", "messages": "plain"}),
            (["--tune", "ghs-lookup=hash,ghs-hash-factor=1.5", "--tune", "ghs-aggregation=64"],
             {"lookup": "hash", "hash_factor": 1.5, "aggregation_bytes": 64}),
            (["--tune", "ghs-lookup=binary,ghs-test-queue=shared",
              "--tune", "ghs-queue-frequency=1,ghs-flush-frequency=2"],
             {"lookup": "binary", "test_queue": "shared", "queue_frequency": 1,
              "flush_frequency": 2}),
            (["--tune", "ghs-postponed=queue,ghs-finish-test=allreduce",
              "--tune", "ghs-finish-frequency=50,ghs-test-frequency=3"],
             {"postponed": "queue", "finish_test": "allreduce", "finish_frequency": 50,
              "test_frequency": 3, "chains": "none"}),
            (["--tune", "ghs-node-ranks=2"], {"ranks_per_node": 2}),
            (["--ghs-chains", "wired"], {"chains": "wired"}),
        )
        for options, expected in given:
            result = self.json_on(3, *ghs, *options)
            self.assertEqual(self.content("many.tsv"), self.content("one.tsv"))
            for key, value in expected.items():
                self.assertEqual(result["ghs"][key], value)
            self.assertEqual("longest_chain" in result["profile"], "--ghs-chains" in options)
        self.assertGreater(result["profile"]["longest_chain"], 2)
        # One process of a launcher is a job, too.
        self.assertEqual(self.json_on(1, *ghs)["ranks"], 1)


class Refusals(RanksTest):
    def setUp(self):
        super().setUp()
        self.write("w.wel", WEIGHTED)

    def test_what_is_of_one_machine(self):
        line = self.fails_on(2, 2, "msf", "w.wel", "--algorithm", "kruskal")
        self.assertIn("not supported on ranks: use auto or ghs", line)
        line = self.fails_on(2, 2, "msf", "w.wel", "--algorithm", "gsh")
        self.assertIn("use auto or ghs", line)
        self.fails_on(2, 6, "msf", "w.wel", "--device", "cuda")

    def test_what_is_of_ranks(self):
        for options in (["--algorithm", "ghs"], ["--ghs-chains", "none"], ["--partition", "1d"],
                        ["--traffic"]):
            line = self.fails(6, "msf", "w.wel", *options)
            self.assertIn(options[0], line)
            self.assertIn("mpirun", line)
        line = self.fails(2, "msf", "w.wel", "--tune", "ghs-lookup=hash")
        self.assertIn("on ranks with --algorithm ghs", line)

    def test_other_partitions(self):
        for options in (["--partition", "2d"], ["--partition", "delegate"], ["--grid", "1x2"],
                        ["--delegate-threshold", "5"]):
            self.assertIn("1d", self.fails_on(2, 2, "msf", "w.wel", *options, "-o", "out.tsv"))
        self.fails_on(2, 2, "msf", "w.wel", "--encoding", "list")
        self.ok_on(2, "msf", "w.wel", "--partition", "auto")

    def test_options_of_ghs(self):
        msf = ["msf", "w.wel"]
        ghs = [*msf, "--algorithm", "ghs"]
        self.assertIn("--algorithm ghs", self.fails_on(2, 2, *msf, "--tune", "ghs-messages=plain"))
        cases = (
            ["--tune", "ghs-lookup=binary,ghs-hash-factor=2"],
            ["--tune", "ghs-test-queue=shared,ghs-test-frequency=2"],
            ["--tune", "ghs-finish-frequency=100"],
            ["--shuffle", "3"],
            ["--tune", "ghs-lookup=tree"],
            ["--tune", "ghs-hash-factor=nan"],
            ["--tune", "ghs-aggregation=63"],
        )
        for options in cases:
            line = self.fails_on(2, 2, *ghs, *options, "-o", "out.tsv")
            self.assertNotIn("rank ", line.replace("on ranks", ""))

    def test_bad_input(self):
        self.write("i.gr", "p sp 3 2\na 1 2 4\na 2 3 5\n")
        self.assertIn("--undirected", self.fails_on(2, 2, "msf", "i.gr", "-o", "out.tsv"))
        self.assertIn("--undirected", self.fails_on(3, 2, "msf", "w.wel", "--directed"))
        self.fails_on(2, 3, "msf", "absent.wel", "-o", "out.tsv")
        self.fails_on(2, 3, "msf", "w.wel", "-o", "/dev/full")
        self.fails_on(2, 3, "msf", "w.wel", "-o", "nowhere/out.tsv")
        for name in ("out.ldbc", "out.xyz"):
            self.fails_on(2, 2, "msf", "w.wel", "-o", name)


class Failures(RanksTest):
    def test_a_rank_is_killed(self):
        # Weights that rise along a path: for ghs, vertices join one after the other.
        path = "".join(f"{v} {v + 1} {v}\n" for v in range(300000))
        self.write("path.wel", path)
        self.ok("convert", "path.wel", "path.strider", "--undirected")
        self.ok("generate", "kronecker", "--scale", "19", "--weights", "real", "-o", "k.strider")
        for method, graph in (("ghs", "path.strider"), ("auto", "k.strider")):
            before = self.files()
            process = self.start(3, "msf", graph, "--algorithm", method, "-o", "out.tsv")
            self.check_death(process)
            self.assertEqual(self.files(), before)

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_too_little_memory(self):
        """However little there is, a job ends well or is refused."""
        # Few edges: forests take more than reading them.
        path = "".join(f"a {v} {v + 1} {v}\n" for v in range(1, 100001))
        self.write("path.gr", f"p sp 1000000 100000\n{path}")
        self.ok("convert", "path.gr", "path.strider", "--undirected")
        limit = 1 << 30
        line = self.fails_on(2, 5, "graph500", "--scale", "24",
                             wrapper=self.wrap(None, f"ulimit -v {limit >> 10}"))
        taken = limit - needed_and_free(line)[1]
        for method, purpose in (("auto", "for a spanning forest"), ("ghs", "for the vertices of")):
            for room, refusal in ((10, "not enough memory"), (60, purpose), (2000, None)):
                before = self.files()
                wrapper = self.wrap(None, f"ulimit -v {(taken + (room << 20)) >> 10}")
                run = self.mpirun(2, "msf", "path.strider", "--algorithm", method, "-o",
                                  "out.tsv", wrapper=wrapper)
                if refusal is None:
                    self.assertEqual(run.returncode, 0, run.stderr)
                    (self.folder / "out.tsv").unlink()
                else:
                    line = self.check_failure(run, 5, 0, sorted({*before, "wrapper.sh"}))
                    self.assertIn(refusal, line)


if __name__ == "__main__":
    unittest.main()
