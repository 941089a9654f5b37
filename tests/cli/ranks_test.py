"""Verbs on several ranks, seen from outside: results, JSON, and how jobs end that fail."""

import gzip
import json
import unittest

from program import SANITIZED, SMALL_MTX
from ranks_program import RanksTest, needed_and_free


class Results(RanksTest):
    def test_levels_and_distances_are_those_of_one_machine(self):
        self.write("small.mtx", SMALL_MTX)
        self.ok("generate", "kronecker", "--scale", "8", "--weights", "real", "-o", "k.strider")
        for graph in ("small.mtx", "k.strider"):
            self.ok("bfs", graph, "--source", "3", "-o", "one.tsv")
            self.ok("sssp", graph, "--source", "3", "-o", "one_paths.tsv")
            self.ok("bfs", graph, "--source", "3", "-o", "one.ldbc")
            for ranks, scheme in ((2, "1d"), (3, "2d"), (4, "delegate")):
                verbs = [graph, "--source", "3", "--partition", scheme, "--validate"]
                self.ok_on(ranks, "bfs", *verbs, "-o", "many.tsv")
                self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
                if scheme == "2d":
                    verbs = [graph, "--source", "3", "--distribution", "cyclic", "--validate"]
                self.ok_on(ranks, "sssp", *verbs, "-o", "many_paths.tsv")
                self.assertEqual(self.columns("many_paths.tsv"), self.columns("one_paths.tsv"))
                self.ok("validate", "bfs", graph, "many.tsv")
            self.ok_on(2, "bfs", graph, "--source", "3", "-o", "many.ldbc")
            self.assertEqual(
                (self.folder / "many.ldbc").read_bytes(), (self.folder / "one.ldbc").read_bytes()
            )
        self.ok_on(3, "bfs", "small.mtx", "--source", "3", "-o", "many.npy")
        self.ok("validate", "bfs", "small.mtx", "many.npy")
        for name in ("csv", "json", "npy", "json.gz"):
            self.ok("sssp", "k.strider", "--source", "3", "-o", f"one.{name}")
            self.ok_on(3, "sssp", "k.strider", "--source", "3", "-o", f"many.{name}")
            read = gzip.decompress if name.endswith("gz") else bytes
            self.assertEqual(*(read((self.folder / f"{ranks}.{name}").read_bytes())
                               for ranks in ("one", "many")), name)
        self.assertIn("vertex\tlevel\tparent\n1\t1\t3\n",
                      self.ok_on(3, "bfs", "small.mtx", "--source", "3", "-o", "-", "--quiet"))

    def test_each_factor_is_of_its_subgraph(self):
        self.ok("generate", "kronecker", "--scale", "12", "-o", "k.strider")

        def backward(*options, **factors):
            """The levels searched bottom-up on some rank, of those that do not end the search."""
            never = dict.fromkeys(("dd_forward", "dn_forward", "nd_forward"), 1e9)
            keys = ",".join(f"{key.replace('_', '-')}-factor={value:g}"
                            for key, value in {**never, **factors}.items())
            result = self.json_on(3, "bfs", "k.strider", "--source", "5", "--partition", "delegate",
                                  f"--tune={keys}", *options)
            return [row["level"] for row in result["frontier"][:3] if row["direction"] == "bottom-up"]

        self.assertEqual(backward(), [])
        # All are delegates: only dd has arcs.
        of_dd = [backward("--delegate-threshold", "0", **{f"{subgraph}_forward": 0})
                 for subgraph in ("dd", "dn", "nd")]
        self.assertEqual([bool(levels) for levels in of_dd], [True, False, False])
        # The source is no delegate: only nd has arcs of its level.
        self.assertEqual(backward(nd_forward=0)[0], 0)
        for subgraph in ("dd", "dn"):
            at_once = {f"{subgraph}_forward": 0}
            self.assertEqual(backward(**at_once), [1, 2], subgraph)
            self.assertEqual(backward(**at_once, **{f"{subgraph}_backward": 1e9}), [1], subgraph)

    def test_levels_only_need_no_messages_about_parents(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        self.ok("bfs", "k.strider", "--source", "3", "--levels-only", "-o", "one.tsv")
        for ranks, scheme in ((2, "1d"), (5, "1d"), (4, "2d"), (3, "delegate")):
            bfs = ["bfs", "k.strider", "--source", "3", "--partition", scheme]
            if scheme == "delegate":
                bfs += ["--delegate-threshold", "40"]
            tree = self.json_on(ranks, *bfs)
            levels = self.json_on(ranks, *bfs, "--levels-only", "--validate", "-o", "many.tsv")
            self.assertEqual((self.folder / "many.tsv").read_text(),
                             (self.folder / "one.tsv").read_text())
            self.assertTrue(levels["passed"])
            self.assertEqual(levels["reached"], tree["reached"])
            about_parents = [result["traffic"]["by_phase"].get("predecessors", {}).get("bytes_sent", 0)
                             for result in (tree, levels)]
            self.assertGreater(about_parents[0], 0, scheme)
            self.assertEqual(about_parents[1], 0, scheme)

    def test_parquet(self):
        self.write("sparse.el", "70 5000000000\n5000000000 9\n9 70\n1234 77\n")
        self.ok("generate", "kronecker", "--scale", "8", "--weights", "real", "-o", "k.strider")
        verbs = (["bfs", "sparse.el", "--undirected", "--source", "9"],
                 ["sssp", "k.strider", "--source", "3"], ["msf", "k.strider"],
                 ["bc", "sparse.el", "--undirected"], ["components", "sparse.el"])
        if self.run_program(*verbs[0], "-o", "one.parquet").returncode == 6:
            line = self.fails_on(2, 6, *verbs[0], "-o", "many.parquet")
            self.assertIn("this build of Strider does not write Parquet", line)
            return
        for verb in verbs:
            self.ok(*verb, "-o", "one.parquet")
            for ranks in (1, 3):
                self.ok_on(ranks, *verb, "-o", "many.parquet")
                self.assertEqual((self.folder / "many.parquet").read_bytes(),
                                 (self.folder / "one.parquet").read_bytes(), verb)

    def test_sparse_labels(self):
        self.write("sparse.el", "70 5000000000\n5000000000 9\n9 70\n1234 77\n")
        graph = ["sparse.el", "--undirected", "--source", "9"]
        self.ok("bfs", *graph, "-o", "one.tsv")
        self.ok_on(3, "bfs", *graph, "-o", "many.tsv", "--validate")
        self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
        self.assertEqual(self.json_on(2, "bfs", *graph)["source"], 9)

    def test_json(self):
        self.write("small.mtx", SMALL_MTX)
        one = self.json("bfs", "small.mtx", "--source", "1")
        for ranks in (2, 4):
            many = self.json_on(ranks, "bfs", "small.mtx", "--source", "1", "--validate")
            self.assertEqual(many["ranks"], ranks)
            for key in ("verb", "graph", "vertices", "edges", "directed", "source", "reached",
                        "levels", "seed", "device"):
                self.assertEqual(many[key], one[key], key)
            self.assertTrue(many["passed"])
            self.assertEqual([level["vertices"] for level in many["frontier"]],
                             [level["vertices"] for level in one["frontier"]])
            traffic = many["traffic"]
            phases = traffic["by_phase"].values()
            self.assertEqual(traffic["bytes_sent"], sum(phase["bytes_sent"] for phase in phases))
            self.assertEqual(traffic["bytes_sent"],
                             sum(level["bytes_sent"] for level in traffic["by_level"]))
            self.assertGreater(traffic["messages"], 0)
        self.assertEqual(self.json_on(1, "bfs", "small.mtx", "--source", "1")["ranks"], 1)
        traffic = self.json_on(3, "bfs", "small.mtx", "--source", "1", "--grid", "3x1")["traffic"]
        for key in ("bytes_sent", "messages"):
            self.assertEqual(traffic[key], sum(step[key] for step in traffic["steps"]))
        rounds = [step for step in traffic["steps"] if step["kind"] == "round"]
        self.assertTrue(all(step["fan_out"] == 2 < step["group"] == 3 for step in rounds), rounds)
        self.assertGreater(max(step["largest_message"] for step in rounds), 0)
        self.assertRegex(self.ok_on(2, "bfs", "small.mtx", "--source", "1", "--traffic"),
                         r"phase +step +ranks +times +messages +empty +largest\n")
        bfs = ["bfs", "small.mtx", "--source", "1", "--encoding", "fastest", "--bandwidth", "0.1"]
        for wrong, why in ((["--encoding", "list", "--bandwidth", "1"], "applies only to --encoding fastest"),
                           (["--encoding", "fastest", "--bandwidth", "-1"], "a number of GB of at least 0")):
            self.assertIn(why, self.fails_on(2, 2, *bfs[:4], *wrong))
        cut = self.json_on(2, *bfs, "--delegate-threshold", "100")["partition"]
        self.assertEqual((cut["scheme"], cut["delegate_threshold"], cut["delegates"]),
                         ("delegate", 100, 0))
        self.assertEqual(cut["nn_arcs"], 2 * one["edges"])
        cut = self.json_on(2, *bfs, "--partition", "delegate")["partition"]
        self.assertEqual((cut["delegate_threshold"], cut["delegates"]), (None, 0))
        self.assertIn("no delegates", self.ok_on(2, *bfs, "--partition", "delegate"))
        cut = self.json_on(2, *bfs, "--delegate-threshold", "0")["partition"]
        self.assertEqual((cut["nn_arcs"], cut["nd_arcs"], cut["dd_arcs"]), (0, 0, 2 * one["edges"]))
        n, d = one["vertices"], cut["delegates"]
        self.assertEqual(cut["table_one_bytes"], 8 * n + 8 * d * 2 + 4 * 2 * one["edges"])
        trials = self.json_on(2, "bfs", "small.mtx", "--trials", "3")["trials"]
        self.assertEqual([trial["source"] for trial in trials],
                         [trial["source"] for trial in
                          self.json("bfs", "small.mtx", "--trials", "3")["trials"]])

    def test_a_frontier_that_leads_nowhere_has_no_direction(self):
        self.write("path.el", "1 2\n2 3\n3 4\n")
        frontier = self.json_on(2, "bfs", "path.el", "--undirected", "--source", "1")["frontier"]
        self.assertEqual(frontier[-1]["direction"], "none")
        self.assertNotIn("none", [level["direction"] for level in frontier[:-1]])

    def test_graph500(self):
        one = self.json("graph500", "--scale", "8", "--kernel", "both", "--roots", "6")
        many = self.json_on(3, "graph500", "--scale", "8", "--kernel", "both", "--roots", "6",
                            "--partition", "2d")
        self.assertEqual((many["ranks"], many["num_mpi_processes"]), (3, 3))
        for key in ("vertices", "edges", "min_nedge", "max_nedge", "NBFS"):
            self.assertEqual(many[key], one[key], key)
        for ours, theirs in zip(many["searches"], one["searches"]):
            for key in ("kernel", "source", "reached", "edges"):
                self.assertEqual(ours[key], theirs[key])
        self.assertTrue(many["passed"])
        self.assertEqual(many["partition"]["scheme"], "2d")
        self.assertEqual(many["sssp_partition"], many["partition"])
        text = self.ok_on(2, "graph500", "--scale", "6", "--kernel", "both", "--roots", "1",
                          "--grid", "2x1")  # fmt: skip
        self.assertIn("2d, grid 2x1", text)
        self.assertNotIn("for shortest paths 1d", text)
        paths = self.json_on(4, "graph500", "--scale", "7", "--kernel", "sssp", "--roots", "3",
                             "--partition", "2d")  # fmt: skip
        self.assertEqual((paths["partition"]["grid"], paths["passed"]), ("2x2", True))
        text = self.ok_on(2, "graph500", "--scale", "6", "--traffic")
        self.assertEqual(text.count("SCALE:"), 1)
        self.assertIn("traffic", text)


class Failures(RanksTest):
    def test_errors_of_all_ranks_are_reported_once(self):
        self.write("small.mtx", SMALL_MTX)
        source = ["--source", "1"]
        cases = (
            (2, "'99'", ["bfs", "small.mtx", "--source", "99"]),
            (2, "3x3", ["bfs", "small.mtx", *source, "--grid", "3x3"]),
            (3, "nowhere.el", ["bfs", "nowhere.el", *source]),
            (2, "3x3", ["sssp", "small.mtx", *source, "--partition", "2d", "--grid", "3x3"]),
            (2, "scale", ["graph500", "--scale", "99"]),
            (2, "grid", ["graph500", "--scale", "5", "--grid", "3x1"]),
        )
        for status, cause, arguments in cases:
            line = self.fails_on(4, status, *arguments, "-o", "out.tsv")
            self.assertIn(cause, line)
            self.assertNotIn("rank ", line)

    def test_refusals(self):
        self.write("small.mtx", SMALL_MTX)
        bfs = ["bfs", "small.mtx", "--source"]
        self.fails_on(2, 6, "flow", "small.mtx", "--source", "1", "--target", "2")
        self.fails_on(2, 2, *bfs, "1", "--algorithm", "bag")
        self.fails_on(2, 2, *bfs, "1", "--nonsense")
        self.fails_on(2, 2, *bfs, "1", "-o", "out.pdf")
        for option in (["--tune", "alpha=4"], ["--uniquify", "off"], ["--tune", "bag-grain=9"]):
            self.assertIn(option[0],
                          self.fails_on(2, 2, *bfs, "1", "--partition", "1d", *option))
        self.assertIn("--grid", self.fails_on(2, 2, *bfs, "1", "--grid", "1x2", "--tune", "beta=4",
                                              "--local-all-to-all"))
        sssp = ["sssp", "small.mtx", "--source", "1"]
        self.assertIn("--grid", self.fails_on(2, 2, *sssp, "--partition", "1d", "--grid", "1x2"))
        self.assertIn("--reduction", self.fails_on(2, 2, *sssp, "--reduction", "blocking"))
        self.fails(6, *bfs, "1", "--partition", "1d")

    def test_ranks_that_are_started_with_different_options(self):
        self.write("small.mtx", SMALL_MTX)
        bfs = ["bfs", "small.mtx", "--source", "1"]
        for other in (["bfs", "small.mtx", "--source", "2"], [*bfs, "--quiet"],
                      ["sssp", "small.mtx", "--source", "1"]):  # fmt: skip
            run = self.start_each(bfs, bfs, other)
            self.assertEqual(run.returncode, 2, run.stderr)
            ours = [line for line in run.stderr.splitlines() if line.startswith("strider: ")]
            self.assertEqual(len(ours), 1, run.stderr)
            self.assertIn("rank 2 was started with other options than rank 0", ours[0])
            self.assertEqual(run.stdout, "")
        for mine, other in ((["--threads", "1", "--no-progress"], ["--threads", "2"]),
                            ([], ["--threads", "1"])):  # fmt: skip
            run = self.start_each([*bfs, *mine], [*bfs, *other])
            self.assertEqual(run.returncode, 0, run.stderr)

    def test_an_error_of_another_rank_is_reported(self):
        self.write("small.mtx", SMALL_MTX)
        bfs = ["bfs", "small.mtx", "--source", "1", "--quiet"]
        for other, status, words in (
            (["flow", "small.mtx", "--source", "1", "--target", "2"], 6, "start a single process"),
            (["bfs", "small.mtx", "--sorce", "1"], 2, "did you mean --source?"),
        ):
            run = self.start_each(bfs, other)
            line = self.check_failure(run, status, 0, ["small.mtx"])
            self.assertTrue(line.startswith("strider: rank 1: "), line)
            self.assertIn(words, line)

    def test_bad_input(self):
        lines = [f"{i} {i + 1}" for i in range(1, 2000)]
        lines[1800] = "7 what"
        self.write("broken.el", "\n".join(lines))
        self.assertIn("broken.el:1801",
                      self.fails_on(3, 3, "bfs", "broken.el", "--source", "1", "-o", "out.tsv"))
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        whole = (self.folder / "k.strider").read_bytes()
        self.write("cut.strider", whole[: len(whole) * 2 // 3])
        self.fails_on(3, 3, "bfs", "cut.strider", "--source", "1", "-o", "out.tsv")

    def test_damaged_container(self):
        # Every rank verifies a part of the file; all have the error of the one that finds it.
        self.write("small.wel", "0 1 5\n1 2 6\n2 3 7\n3 0 8\n")
        self.ok("convert", "small.wel", "w.strider", "--directed", "--quiet")
        content = bytearray((self.folder / "w.strider").read_bytes())
        entry = content.index(b"weights\0")
        place = int.from_bytes(content[entry + 40 : entry + 48], "little")
        content[place] ^= 1
        self.write("damaged.strider", bytes(content))
        search = ["bfs", "damaged.strider", "--source", "1"]
        self.assertIn("section 'weights' is corrupt", self.fails_on(3, 3, *search))
        self.ok_on(3, *search, "--trust")
        self.assertGreater(self.json_on(2, "bfs", "w.strider", "--source", "1")["verify_s"], 0)

    def test_bad_weights_are_reported_as_on_one_machine(self):
        # Labels are kept by a dictionary of all ranks, or count from 0.
        self.write("sparse.wel", "".join(f"{i}00 {i + 1}00 3\n" for i in range(1, 40)) +
                   "7000000 3900 -0.5\n1200 1100 -2\n")
        self.write("dense.wel", "0 1 3.5\n1 2 4\n3 4 -7\n4 2 1\n")
        for graph, source, cut in (("sparse.wel", "300", ["--distribution", "cyclic"]),
                                   ("dense.wel", "0", ["--delegate-threshold", "1"])):
            sssp = ["sssp", graph, "--undirected", "--source", source]
            line = self.fails(3, *sssp)
            self.assertIn(f"{graph}: the edge from ", line)
            self.assertEqual(self.fails_on(3, 3, *sssp, *cut, "-o", "out.tsv"), line.rstrip())
        self.write("far.wel", "10 20 1e308\n20 30 1e308\n30 40 1\n")
        for cut in (["--partition", "1d"], ["--delegate-threshold", "1"]):
            line = self.fails_on(2, 3, "sssp", "far.wel", "--undirected", "--source", "10", *cut)
            self.assertIn("strider: far.wel: the distance of vertex 30 is too large for its type", line)

    def test_levels_do_not_depend_on_weights(self):
        self.write("negative.wel", "10 20 -1.5\n20 30 2\n30 30 -1\n")
        bfs = ["bfs", "negative.wel", "--undirected", "--source", "10", "--validate"]
        self.ok(*bfs)
        self.ok_on(2, *bfs)
        self.ok_on(2, *bfs, "--keep-self-loops")

    def test_negative_self_loops(self):
        """Those that are dropped are no weights; of those that are kept all say the same."""
        self.write("loop.wel", "10 20 1.5\n20 30 2\n20 20 -1\n")
        kept = ("strider: loop.wel: the edge from 20 to 20 has the weight -1: shortest paths need "
                "weights of at least 0\n")
        sssp = ["sssp", "loop.wel", "--undirected", "--source", "10"]
        validate = ["validate", "sssp", "loop.wel", "paths.tsv", "--undirected"]
        for more in ([], ["--validate"]):
            self.ok(*sssp, "-o", "paths.tsv", *more)
            self.assertEqual(self.fails(3, *sssp, "--keep-self-loops", *more), kept)
        self.ok(*validate)
        self.assertEqual(self.fails(3, *validate, "--keep-self-loops"), kept)
        for cut in (["--partition", "1d"], ["--delegate-threshold", "1"]):
            self.ok_on(2, *sssp, *cut, "--validate")
        self.assertEqual(self.fails_on(2, 3, *sssp, "--validate", "--keep-self-loops"),
                         kept.rstrip())  # fmt: skip

    def test_threads_of_the_environment(self):
        self.write("small.mtx", SMALL_MTX)
        run = self.mpirun(2, "bfs", "small.mtx", "--source", "1", "--json",
                          variables={"OMP_NUM_THREADS": "3"})  # fmt: skip
        self.assertEqual(json.loads(run.stdout)["threads"], 3)

    def test_an_unknown_word(self):
        self.write("cities.el", "Amsterdam Berlin\nBerlin Copenhagen\n")
        self.ok("convert", "cities.el", "cities.strider", "--undirected")
        line = self.fails_on(2, 2, "bfs", "cities.strider", "--source", "Copenhagn")
        self.assertIn("did you mean Copenhagen?", line)

    def test_deterministic_parents_are_those_of_one_machine(self):
        # 9 has the parents 30, 7 and 8 to choose from; the numbers of vertices have gaps.
        self.write("fan.el", "5 30\n5 8\n5 7\n30 9\n8 9\n7 9\n")
        fan = ["bfs", "fan.el", "--undirected", "--source", "5", "--deterministic"]
        self.assertIn("9\t2\t7\n", self.ok_on(2, *fan, "--quiet", "-o", "-"))
        self.assertIn("parents_s", self.json_on(2, *fan))
        self.assertIn("to find the smallest parents", self.ok_on(3, *fan, "--validate"))
        self.ok("generate", "kronecker", "--scale", "9", "-o", "k.strider")
        bfs = ["bfs", "k.strider", "--source", "1", "--deterministic", "--quiet", "-o", "-"]
        expected = self.ok(*bfs)
        for partition in (["1d", "--shuffle", "7"], ["2d"], ["delegate"]):
            self.assertEqual(self.ok_on(4, *bfs, "--partition", *partition), expected, partition)

    def test_a_folder_that_is_not_there_is_reported_first(self):
        line = self.fails_on(2, 3, "bfs", "absent.el", "--source", "1", "-o", "nowhere/out.tsv")
        self.assertIn("nowhere/out.tsv: cannot be written: No such file", line)

    def test_full_disk(self):
        self.ok("generate", "kronecker", "--scale", "12", "-o", "k.strider")
        bfs = ["bfs", "k.strider", "--source", "1", "--quiet"]
        self.assertIn("/dev/full", self.fails_on(2, 3, *bfs, "-o", "/dev/full"))
        # A disk that is full for the last rank only. Blocks of sh are of 512 bytes.
        wrapper = self.wrap(2, "ulimit -f 16")
        self.assertIn("rank 2: ", self.fails_on(3, 3, *bfs, "-o", "out.tsv", wrapper=wrapper))
        self.fails_on(2, 3, *bfs, "-o", "nowhere/out.tsv")

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_too_little_memory(self):
        wrapper = self.wrap(1, f"ulimit -v {1 << 20}")
        line = self.fails_on(3, 5, "graph500", "--scale", "24", wrapper=wrapper)
        self.assertIn("rank 1: ", line)

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_memory_that_holds_for_one_rank_but_not_for_four(self):
        # What the program and MPI take before the first tuple, by what is left of a limit.
        limit = 1 << 30
        line = self.fails_on(4, 5, "graph500", "--scale", "24",
                             wrapper=self.wrap(None, f"ulimit -v {limit >> 10}"))
        taken = limit - needed_and_free(line)[1]
        # A build takes less at a time than the tuples: 16 MiB on each rank.
        line = self.fails_on(4, 5, "graph500", "--scale", "18", "--roots", "1",
                             wrapper=self.wrap(None, f"ulimit -v {(taken + (40 << 20)) >> 10}"))
        self.assertIn(", on each of 4 ranks of this machine: ", line)
        needed, free = needed_and_free(line)
        self.assertGreater(needed, free)
        self.assertLessEqual(needed // 4, free)

    def test_a_rank_is_killed(self):
        process = self.start(3, "graph500", "--scale", "18", "--roots", "64", "-o", "out.txt")
        self.check_death(process)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
