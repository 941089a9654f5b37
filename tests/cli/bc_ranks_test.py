"""strider bc on several ranks, as docs/cli.md promises it."""

import math
import os
import random
import re
import signal
import struct
import time
import unittest

from program import SANITIZED, SMALL_MTX, STRIDER
from ranks_program import SOON, RanksTest, child_running, needed_and_free

# Sparse labels, directed.
SPARSE = "10 20\n20 30\n30 40\n40 10\n20 40\n7 8\n8 10\n"
SHARES = (("--share", "replicated"), ("--share", "partitioned", "--tune", "batch-size=1"),
          ("--share", "partitioned", "--tune", "batch-size=5"))


class Scores(RanksTest):
    def rows(self, name):
        return [line.split("\t") for line in (self.folder / name).read_text().splitlines()]

    def check_same(self, *arguments, shares=SHARES, on=(3,)):
        """The same rows, but for the last digits of scores; the JSON of the last run."""
        one = self.json("bc", *arguments, "-o", "one.tsv")
        expected = self.rows("one.tsv")
        result = None
        for share in shares:
            for ranks in on:
                result = self.json_on(ranks, "bc", *arguments, *share, "-o", "many.tsv")
                rows = self.rows("many.tsv")
                self.assertEqual(rows[0], expected[0])
                self.assertEqual([row[:-1] for row in rows], [row[:-1] for row in expected])
                for row, other in zip(rows[1:], expected[1:]):
                    score, exact = float(row[-1]), float(other[-1])
                    if math.isnan(exact):
                        self.assertTrue(math.isnan(score))
                    else:
                        self.assertLessEqual(abs(score - exact), 1e-11 * max(1, exact))
                for key in ("verb", "vertices", "edges", "directed", "algorithm", "sources", "of",
                            "weighted", "normalized", "endpoints", "precision", "samples"):
                    self.assertEqual(result[key], one[key], key)
                self.assertEqual(result["ranks"], ranks)
                self.assertEqual(result["share"], share[1])
                self.assertEqual(len(result["top"]), len(one["top"]))
        return result

    def test_vertices_and_edges(self):
        self.write("small.mtx", SMALL_MTX)
        result = self.check_same("small.mtx", on=(1, 3))
        self.assertEqual(result["batch_size"], 5)
        self.assertEqual({entry["vertex"] for entry in result["top"][:2]}, {3, 4})
        self.assertEqual({**result["partition"], "balance": 1}, {"scheme": "1d", "distribution": "block", "balance": 1})
        result = self.check_same("small.mtx", "--edges", shares=SHARES[::2])
        self.assertEqual((result["top"][0]["u"], result["top"][0]["v"]), (3, 4))
        self.check_same("small.mtx", "--normalized", "--endpoints", shares=SHARES[::2], on=(2,))

    def test_sparse_labels_sources_and_targets(self):
        self.write("s.el", SPARSE)
        self.write("s", "10\n\n20\r\n")
        self.write("t", "40\n10\n")
        self.check_same("s.el", on=(2,))
        for way in ("--directed", "--undirected"):
            self.check_same("s.el", way, "--sources", "s", "--targets", "t", on=(3,))
        self.check_same("s.el", "--edges", "--sources", "s", shares=SHARES[1:2], on=(3,))
        for options in (["--distribution", "cyclic"], ["--shuffle", "5"]):
            self.ok_on(3, "bc", "s.el", *options, "-o", "many.tsv")
            self.ok("bc", "s.el", "-o", "one.tsv")
            self.assertEqual(self.rows("many.tsv"), self.rows("one.tsv"))

    def test_samples_and_estimates(self):
        self.ok("generate", "kronecker", "--scale", "7", "-o", "k.strider")
        self.check_same("k.strider", "--samples", "20", "--seed", "3", on=(2,))
        self.assertIn("scores are exact", self.ok_on(2, "bc", "k.strider", "--samples", "99999"))
        self.check_same("k.strider", "--samples", "1", shares=SHARES[1:2], on=(2,))
        estimate = ["bc", "k.strider", "--epsilon", "0.05", "--seed", "4"]
        one = self.json(*estimate, "-o", "one.npy")
        many = self.json_on(3, *estimate, "-o", "many.npy")
        self.assertEqual(many["estimate"], one["estimate"])
        self.assertEqual(many["top"], one["top"])
        self.assertEqual((self.folder / "many.npy").read_bytes(),
                         (self.folder / "one.npy").read_bytes())

    def test_weights(self):
        self.write("w.wel", "1 2 0.1\n2 3 0.2\n1 3 0.3\n")
        self.check_same("w.wel", "--undirected", "--weighted", shares=SHARES[:1])
        self.assertIn("weights ignored", self.ok_on(2, "bc", "w.wel"))
        self.write("negative.wel", "1 2 0.1\n2 3 -0.2\n")
        line = self.fails_on(2, 3, "bc", "negative.wel", "--weighted", "-o", "out.tsv")
        self.assertIn("negative.wel: the edge from 2 to 3 has the weight -0.2", line)

    def test_validate_and_summary(self):
        self.write("small.mtx", SMALL_MTX)
        for share in SHARES[::2]:
            out = self.ok_on(2, "bc", "small.mtx", *share, "--validate", "--traffic")
            self.assertIn("as the distances require", out)
            self.assertIn(share[1], out)
            self.assertIn("phase", out)
        self.assertTrue(self.json_on(3, "bc", "small.mtx", "--edges", "--validate")["passed"])

    def test_few_vertices(self):
        self.write("none.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
        self.write("lone.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n")
        for graph in ("none.mtx", "lone.mtx"):
            self.check_same(graph, shares=SHARES[::2], on=(3,))


class Refusals(RanksTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def test_what_does_not_go_together(self):
        self.write("w.wel", "1 2 0.1\n2 3 0.2\n")
        partitioned = ["--share", "partitioned"]
        cases = (
            ("replicated", ["w.wel", *partitioned, "--weighted"]),
            ("replicated", ["small.mtx", *partitioned, "--precision", "single"]),
            ("replicated", ["small.mtx", *partitioned, "--algorithm", "hybrid"]),
            ("--epsilon", ["small.mtx", *partitioned, "--epsilon", "0.1"]),
            ("batch_size", ["small.mtx", "--share", "replicated", "--tune", "batch-size=2"]),
            ("65", ["small.mtx", "--tune", "batch-size=65"]),
            ("1d", ["small.mtx", "--partition", "2d"]),
            ("1d", ["small.mtx", "--delegate-threshold", "4"]),
        )
        for cause, arguments in cases:
            line = self.fails_on(2, 2, "bc", *arguments, "-o", "out.tsv")
            self.assertIn(cause, line)
            self.assertNotIn("rank 0: ", line)

    def test_labels(self):
        self.write("bad", "1\n99\n")
        for share in SHARES[::2]:
            line = self.fails_on(3, 3, "bc", "small.mtx", *share, "--sources", "bad")
            self.assertIn("bad:2", line)
        line = self.fails_on(2, 2, "bc", "small.mtx", "--sources", "-")
        self.assertIn("--sources must be a file, because each rank reads it", line)
        self.fails_on(2, 3, "bc", "small.mtx", "--sources", "absent", "-o", "out.tsv")

    def test_what_is_of_ranks(self):
        for option in (["--share", "auto"], ["--traffic"]):
            self.assertIn(option[0], self.fails(6, "bc", "small.mtx", *option))
        self.assertIn("on ranks", self.fails(2, "bc", "small.mtx", "--tune", "batch-size=4"))


class LongRun(RanksTest):
    """Runs that do not come to their end at once."""

    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        n = 600 if SANITIZED else 1500
        edges = [f"{chance.randrange(n)} {chance.randrange(n)}" for _ in range(8 * n)]
        self.write("long.el", "\n".join(edges) + "\n")

    def arguments(self, share, *more):
        method = ["--algorithm", "serial"] if share == "replicated" else []
        return ["bc", "long.el", "--undirected", "--share", share, *method, "--checkpoint",
                "run.bc", *more]

    def start_slowly(self, share):
        """A checkpoint after every few sources takes longer than these."""
        batch_size = [] if share == "replicated" else ["--tune", "batch-size=2"]
        return self.start(2, *self.arguments(share, "-o", "r.tsv", *batch_size),
                          "--checkpoint-interval", "0")

    def checkpointed_sources(self):
        path = self.folder / "run.bc"
        return struct.unpack("<Q", path.read_bytes()[24:32])[0] if path.exists() else 0

    def wait_for_checkpoint(self, process, sources):
        limit = time.monotonic() + SOON
        while self.checkpointed_sources() < sources and time.monotonic() < limit:
            self.assertIsNone(process.poll(), "it came to its end too soon for this test")
            time.sleep(0.005)

    def check_resumed(self, share):
        done = self.checkpointed_sources()
        self.assertGreater(done, 0)
        # On another number of ranks.
        self.ok_on(3, *self.arguments(share, "--resume", "-o", "r.tsv"))
        self.ok("bc", "long.el", "--undirected", "-o", "whole.tsv")
        for row, other in zip(self.columns("r.tsv"), self.columns("whole.tsv")):
            if row[0] == "vertex":
                continue
            self.assertEqual(row[0], other[0])
            self.assertLessEqual(abs(float(row[1]) - float(other[1])),
                                 1e-10 * max(1, float(other[1])))

    def test_it_resumes_after_a_kill(self):
        for share in ("replicated", "partitioned"):
            process = self.start_slowly(share)
            self.wait_for_checkpoint(process, 40)
            victim = child_running(process.pid, STRIDER)
            os.kill(victim, signal.SIGKILL)
            process.communicate(timeout=SOON)
            self.assertNotEqual(process.returncode, 0)
            self.assertFalse((self.folder / "r.tsv").exists())
            self.check_resumed(share)
            for name in ("r.tsv", "run.bc"):
                (self.folder / name).unlink()

    def test_interrupted_it_leaves_a_checkpoint(self):
        for share, by, status in (("replicated", signal.SIGTERM, 143),
                                  ("replicated", signal.SIGHUP, 129),
                                  ("partitioned", signal.SIGINT, 130)):  # fmt: skip
            process = self.start_slowly(share)
            self.wait_for_checkpoint(process, 40)
            os.kill(child_running(process.pid, STRIDER), by)
            _, errors = process.communicate(timeout=SOON)
            self.assertEqual(process.returncode, status, errors)
            ours = [line for line in errors.splitlines() if line.startswith("strider: ")]
            self.assertEqual(len(ours), 1, errors)
            self.assertIn("resumed from run.bc", ours[0])
            self.check_resumed(share)
            for name in ("r.tsv", "run.bc"):
                (self.folder / name).unlink()

    def test_without_a_checkpoint_it_begins_anew(self):
        self.write("small.mtx", SMALL_MTX)
        bc = ["bc", "small.mtx", "--checkpoint", "c", "--resume"]
        self.assertIn("there was no c to resume from, so the run began anew", self.ok_on(2, *bc))
        self.assertNotIn("began anew", self.ok_on(2, *bc))

    def test_a_checkpoint_is_of_one_question(self):
        self.write("small.mtx", SMALL_MTX)
        for share in ("replicated", "partitioned"):
            self.ok_on(2, "bc", "small.mtx", "--share", share, "--checkpoint", "c")
            other = "partitioned" if share == "replicated" else "replicated"
            line = self.fails_on(2, 3, "bc", "small.mtx", "--share", other, "--checkpoint", "c",
                                 "--resume")
            self.assertIn("another graph", line)
        # Of edges by those that have the whole graph, on another number of ranks.
        edges = ["bc", "small.mtx", "--edges", "--checkpoint", "e", "--quiet", "-o", "-"]
        self.assertIn("replicated", self.fails_on(2, 2, *edges, "--share", "partitioned"))
        written = self.ok_on(2, *edges)
        self.assertEqual(len(written.splitlines()), 9)
        self.assertEqual(self.ok_on(1, *edges, "--resume"), written)
        # One process of a launcher is a rank, too, whatever its options say.
        plain = ["bc", "small.mtx", "--checkpoint", "p", "--quiet", "-o", "-"]
        written = self.ok_on(2, *plain)
        for ranks in (1, 3):
            self.assertEqual(self.ok_on(ranks, *plain, "--resume"), written)

    def test_a_checkpoint_replaces_nothing_else(self):
        self.write("small.mtx", SMALL_MTX)
        self.write("other", "what is this")
        line = self.fails_on(2, 2, "bc", "small.mtx", "--checkpoint", "./small.mtx")
        self.assertIn("same file", line)
        for more in ([], ["--epsilon", "0.1"]):
            line = self.fails_on(2, 3, "bc", "small.mtx", "--checkpoint", "other", *more)
            self.assertIn("other: is not a checkpoint", line)
        self.assertEqual((self.folder / "other").read_text(), "what is this")
        line = self.fails_on(2, 2, "bfs", "small.mtx", "--source", "1", "-o", "./small.mtx")
        self.assertIn("same file", line)

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_too_little_memory(self):
        """Where the graph on every rank is too much, auto shares it; a batch size is refused with the
        numbers."""
        # Few levels: what counts are vertices.
        pairs = "".join(f"{v} {v + 1}\n" for v in range(0, 400000, 2))
        self.write("pairs.el", pairs)
        self.ok("convert", "pairs.el", "pairs.strider", "--undirected")
        self.write("s", "6\n")
        limit = 1 << 30
        line = self.fails_on(2, 5, "graph500", "--scale", "24",
                             wrapper=self.wrap(None, f"ulimit -v {limit >> 10}"))
        taken = limit - needed_and_free(line)[1]
        bc = ["bc", "pairs.strider", "--sources", "s"]
        shares = []
        for room in (55, 65, 75, 250):
            wrapper = self.wrap(None, f"ulimit -v {(taken + (room << 20)) >> 10}")
            run = self.mpirun(2, *bc, wrapper=wrapper)
            self.assertIn(run.returncode, (0, 5), run.stderr)
            found = re.search("replicated|partitioned", run.stdout)
            shares.append(found.group() if found else "refused")
        self.assertIn("partitioned", shares)
        self.assertEqual(shares[-1], "replicated")
        line = self.fails_on(2, 5, *bc, "--tune", "batch-size=64", wrapper=wrapper)
        needed, free = needed_and_free(line)
        self.assertGreater(needed, free)


if __name__ == "__main__":
    unittest.main()
