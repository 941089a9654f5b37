"""strider bc from outside: scores, options, what is refused, and runs that are killed."""

import math
import os
import random
import signal
import struct
import subprocess
import time
import unittest

from program import SANITIZED, SMALL_MTX, STRIDER, ProgramTest

# Pairs on whose shortest path each vertex of SMALL_MTX is: all between the triangles go over 3 - 4.
SMALL_SCORES = {1: 0, 2: 0, 3: 6, 4: 6, 5: 0, 6: 0, 7: 0, 8: 0}


class Betweenness(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def rows(self, name):
        return [line.split("\t") for line in (self.folder / name).read_text().splitlines()]

    def scores(self, *arguments):
        self.ok("bc", *arguments, "-o", "r.tsv")
        return {row[0]: float(row[1]) for row in self.rows("r.tsv")[1:]}

    def test_vertices(self):
        self.ok("bc", "small.mtx", "-o", "r.tsv")
        rows = self.rows("r.tsv")
        self.assertEqual(rows[0], ["vertex", "score"])
        self.assertEqual({int(v): float(s) for v, s in rows[1:]}, SMALL_SCORES)

    def test_edges(self):
        self.ok("bc", "small.mtx", "--edges", "-o", "r.tsv")
        rows = self.rows("r.tsv")
        self.assertEqual(rows[0], ["u", "v", "score"])
        edges = {(int(u), int(v)): float(s) for u, v, s in rows[1:]}
        self.assertEqual(len(edges), 8)
        self.assertEqual(edges[(3, 4)], 9)
        self.assertEqual(edges[(7, 8)], 1)

    def test_npy(self):
        self.ok("bc", "small.mtx", "-o", "r.npy")
        data = (self.folder / "r.npy").read_bytes()
        start = 10 + struct.unpack("<H", data[8:10])[0]
        self.assertIn(b"('vertex', '<i8'), ('score', '<f8')", data[:start])
        values = list(struct.iter_unpack("<qd", data[start:]))
        self.assertEqual(dict(values), SMALL_SCORES)

    def test_json(self):
        result = self.json("bc", "small.mtx", "--top", "2", "--threads", "2")
        self.assertEqual(
            (result["verb"], result["vertices"], result["edges"], result["directed"]),
            ("bc", 8, 8, False),
        )
        self.assertEqual((result["algorithm"], result["threads"], result["sources"]), ("auto", 2, 8))
        self.assertGreater(result["teps"], 0)
        self.assertEqual(
            result["top"], [{"vertex": 3, "score": 6.0}, {"vertex": 4, "score": 6.0}]
        )
        edges = self.json("bc", "small.mtx", "--edges", "--top", "1")
        self.assertEqual(edges["top"], [{"u": 3, "v": 4, "score": 9.0}])

    def test_every_algorithm(self):
        names = ["auto", "serial", "vertex-parallel", "edge-parallel", "work-efficient", "hybrid"]
        for name in names:
            scores = self.scores("small.mtx", "--algorithm", name)
            self.assertEqual(scores, {str(v): s for v, s in SMALL_SCORES.items()}, name)
        self.assertIn("serial", self.fails(2, "bc", "small.mtx", "--algorithm", "quick"))

    def test_scales(self):
        self.assertEqual(self.scores("small.mtx", "--normalized")["3"], 6 / 21)
        self.assertEqual(self.scores("small.mtx", "--endpoints")["7"], 1)
        self.assertEqual(self.scores("small.mtx", "--endpoints", "--normalized")["7"], 2 / 56)

    def test_sources_and_targets(self):
        self.write("s", "1\n\n2\r\n")
        self.write("t", "5")
        self.assertEqual(self.scores("small.mtx", "--sources", "s")["3"], 6)
        self.assertEqual(self.scores("small.mtx", "--sources", "s", "--targets", "t")["4"], 1)
        out = self.ok("bc", "small.mtx", "--sources", "s", "--targets", "t")
        self.assertIn("ordered pairs, each counted half", out)
        self.write("bad", "1\n99\n")
        self.assertIn("bad:2", self.fails(3, "bc", "small.mtx", "--sources", "bad"))
        self.write("empty", "\n")
        self.fails(3, "bc", "small.mtx", "--sources", "empty")
        self.fails(3, "bc", "small.mtx", "--sources", "absent")
        self.fails(2, "bc", "small.mtx", "--targets", "t")
        self.fails(2, "bc", "small.mtx", "--sources", "s", "--samples", "2")

    def test_samples(self):
        exact = self.scores("small.mtx")
        self.assertEqual(self.scores("small.mtx", "--samples", "8"), exact)
        one = self.scores("small.mtx", "--samples", "3", "--seed", "5", "--threads", "1")
        self.assertEqual(self.scores("small.mtx", "--samples", "3", "--seed", "5"), one)
        self.fails(2, "bc", "small.mtx", "--samples", "0")
        self.assertEqual(self.scores("small.mtx", "--samples", "1000"), exact)
        self.assertIn("8 sources, which are all vertices: scores are exact",
                      self.ok("bc", "small.mtx", "--samples", "1000"))  # fmt: skip
        lone = self.scores("small.mtx", "--samples", "1")
        self.assertEqual(sum(math.isnan(score) for score in lone.values()), 1)
        self.assertEqual(self.json("bc", "small.mtx", "--samples", "1")["samples"], 1)

    def test_precision(self):
        exact = self.scores("small.mtx")
        self.assertEqual(self.scores("small.mtx", "--precision", "single"), exact)  # too small
        self.assertEqual(self.scores("small.mtx", "--precision", "double"), exact)
        self.assertIn("half", self.fails(2, "bc", "small.mtx", "--precision", "half"))
        self.fails(2, "bc", "small.mtx", "--precision", "single", "--epsilon", "0.1")

    def test_estimate(self):
        exact = self.scores("small.mtx")
        run = ("bc", "small.mtx", "--epsilon", "0.05", "--delta", "0.01", "--seed", "3")
        result = self.json(*run)["estimate"]
        self.assertLessEqual(result["normalized_bound"], 0.05)
        self.assertLessEqual(result["samples"], result["most_samples"])
        self.ok(*run, "-o", "r.tsv")
        for vertex, score in self.rows("r.tsv")[1:]:
            self.assertLessEqual(abs(float(score) - exact[vertex]), result["bound"])
        ranked = self.json("bc", "small.mtx", "--epsilon", "0.005", "--top", "2")
        self.assertEqual({entry["vertex"] for entry in ranked["top"]}, {3, 4})
        self.assertFalse(ranked["estimate"]["ranking_is_certain"])  # the two are equal
        for wrong in ("0", "1", "-2", "nan"):
            self.fails(2, "bc", "small.mtx", "--epsilon", wrong)
        self.fails(2, "bc", "small.mtx", "--delta", "0.1")
        self.fails(2, "bc", "small.mtx", "--epsilon", "0.1", "--samples", "2")
        self.fails(2, "bc", "small.mtx", "--epsilon", "0.1", "--edges")

    def test_weights(self):
        self.write("w.wel", "a b 0.1\nb c 0.2\na c 0.3\n")
        self.assertEqual(self.scores("w.wel", "--undirected")["b"], 0)
        self.assertEqual(self.scores("w.wel", "--undirected", "--weighted")["b"], 0.5)
        self.assertIn("no weights", self.ok("bc", "small.mtx", "--weighted"))
        self.write("negative.wel", "a b 0.1\nb c -0.2\n")
        line = self.fails(3, "bc", "negative.wel", "--weighted")
        self.assertIn("negative.wel: the edge from b to c has the weight -0.2", line)
        self.ok("bc", "negative.wel")
        self.write("zero.wel", "a b 0\nb c 1\n")
        self.assertEqual(self.scores("zero.wel", "--undirected", "--weighted")["b"], 1)
        self.write("cycle.wel", "a b 0\nb c 0\nc a 0\n")
        self.assertIn("cycle", self.fails(3, "bc", "cycle.wel", "--weighted"))

    def test_numbers_of_things(self):
        self.write("two.el", "0 1\n1 2\n")
        for wrong in ("--samples=-1", "--samples=0", "--top=0", "--top=x", "--samples=1.5"):
            self.assertIn("at least 1", self.fails(2, "bc", "two.el", wrong))
        self.assertIn("--epsilon", self.fails(2, "bc", "two.el", "--samples=2", "--epsilon=0.1"))
        for option, number, most in (("--samples", "9" * 20, "2^64-1"), ("--top", "9" * 20, "2^32-1")):
            line = self.fails(2, "bc", "two.el", option, number)
            self.assertIn(f"{option}: the value must be at most {most}, got {number}", line)
        line = self.fails(2, "bc", "two.el", "--threads", "9" * 11)
        self.assertIn(f"--threads: '{'9' * 11}' is not a number or is out of range", line)
        for wrong in ("-1", "nan", "inf", "1x"):
            line = self.fails(2, "bc", "two.el", "--checkpoint", "f", f"--checkpoint-interval={wrong}")
            self.assertIn(f"a number of seconds of at least 0, got '{wrong}'", line)
        (self.folder / "folder").mkdir()
        line = self.fails(3, "bc", "two.el", "--checkpoint", "folder", "--resume")
        self.assertIn("folder: is a folder", line)
        message = self.fails(2, "bc", "two.el", "--epsilon=1e-10")
        self.assertIn("more samples than can be counted", message)

    def test_validate(self):
        self.write("five.el", "0 1 2\n1 2 1\n2 3 1\n3 0 4\n3 4 1\n")
        for way in ("--directed", "--undirected"):
            for question in ((), ("--edges",), ("--endpoints", "--normalized")):
                self.assertTrue(self.json("bc", "five.el", way, "--validate", *question)["validated"])
        for refused in ("--weighted", "--samples=2", "--epsilon=0.1"):
            self.assertIn("--validate", self.fails(2, "bc", "five.el", "--validate", refused))

    def test_small_and_empty_graphs(self):
        self.write("none.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
        self.assertEqual(self.json("bc", "none.mtx")["top"], [])
        self.write("lone.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 0\n")
        self.assertEqual(self.scores("lone.mtx"), {"1": 0, "2": 0, "3": 0})
        self.write("one", "2\n")
        self.assertEqual(self.scores("lone.mtx", "--sources", "one"), {"1": 0, "2": 0, "3": 0})

    def test_duplicates_and_loops_change_nothing(self):
        self.write("twice.el", "a b\nb a\nb b\nb c\nb c\n")
        plain = self.scores("twice.el", "--undirected")
        kept = self.scores("twice.el", "--undirected", "--keep-duplicates", "--keep-self-loops")
        self.assertEqual(plain, {"a": 0, "b": 1, "c": 0})
        self.assertEqual(kept, plain)

    def test_text_labels_and_wrong_suffix(self):
        self.write("people.el", "ann bob\nbob cid\n")
        self.assertEqual(self.scores("people.el"), {"ann": 0, "bob": 1, "cid": 0})
        self.fails(2, "bc", "people.el", "-o", "r.npy")
        self.fails(2, "bc", "people.el", "-o", "r.ldbc")


class LongRun(ProgramTest):
    """Runs that do not come to their end at once."""

    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        n = 1000 if SANITIZED else 2500
        edges = [f"{chance.randrange(n)} {chance.randrange(n)}" for _ in range(8 * n)]
        self.write("long.el", "\n".join(edges) + "\n")

    def arguments(self, *more):
        return ["bc", "long.el", "--undirected", "--checkpoint", "run.bc",
                "--checkpoint-interval", "0", "--algorithm", "serial", *more]  # fmt: skip

    def whole(self):
        self.ok("bc", "long.el", "--undirected", "--algorithm", "serial", "-o", "whole.tsv")
        return (self.folder / "whole.tsv").read_bytes()

    def start(self, *more):
        return subprocess.Popen(
            [STRIDER, *self.arguments(*more)], cwd=self.folder, stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True, env=dict(os.environ),
        )  # fmt: skip

    def checkpointed_sources(self):
        path = self.folder / "run.bc"
        return struct.unpack("<Q", path.read_bytes()[24:32])[0] if path.exists() else 0

    def wait_for_checkpoint(self, process, sources):
        while self.checkpointed_sources() < sources and process.poll() is None:
            time.sleep(0.002)

    def test_killed_again_and_again_it_gives_the_same_bits(self):
        resume = []
        kills = 0
        chance = random.Random(7)
        for part in range(1, 6):
            process = self.start(*resume, "-o", "r.tsv")
            self.wait_for_checkpoint(process, self.checkpointed_sources() + 20 * part)
            time.sleep(0.02 * chance.random())  # at any moment, also while a file is written
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
            process.communicate(timeout=120)
            self.assertFalse((self.folder / "r.tsv").exists() and kills == part)
            resume = ["--resume", "--threads", str(1 + part % 3)]
        self.assertGreater(kills, 1)
        done = self.checkpointed_sources()
        self.assertGreater(done, 0)
        self.ok(*self.arguments("--resume", "-o", "r.tsv"))
        self.assertEqual((self.folder / "r.tsv").read_bytes(), self.whole())

    def test_interrupted_it_leaves_a_checkpoint(self):
        for by, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process = self.start("--resume", "-o", "r.tsv")
            self.wait_for_checkpoint(process, self.checkpointed_sources() + 20)
            self.assertIsNone(process.poll(), "it came to its end too soon for this test")
            process.send_signal(by)
            _, errors = process.communicate(timeout=120)
            self.assertEqual(process.returncode, status, errors)
            self.assertEqual(len(errors.splitlines()), 1, errors)
            self.assertTrue(errors.startswith("strider: "))
            self.assertEqual(self.files(), ["long.el", "run.bc"])
        self.ok(*self.arguments("--resume", "-o", "r.tsv"))
        self.assertEqual((self.folder / "r.tsv").read_bytes(), self.whole())

    def test_a_checkpoint_of_something_else_is_refused(self):
        self.write("other.el", "0 1\n1 2\n")
        self.ok("bc", "other.el", "--checkpoint", "run.bc")
        self.assertIn("another graph", self.fails(3, *self.arguments("--resume")))
        self.fails(3, "bc", "other.el", "--checkpoint", "run.bc", "--resume", "--edges")
        self.ok("bc", "other.el", "--checkpoint", "run.bc", "--resume")
        self.write("run.bc", "what is this")
        self.fails(3, "bc", "other.el", "--checkpoint", "run.bc", "--resume")
        self.fails(2, "bc", "other.el", "--resume")
        self.assertIn("is not a checkpoint", self.fails(3, "bc", "other.el", "--checkpoint", "run.bc"))
        self.assertEqual((self.folder / "run.bc").read_text(), "what is this")
        self.write("run.bc", "")
        self.ok("bc", "other.el", "--checkpoint", "run.bc")
        self.ok("bc", "other.el", "--checkpoint", "run.bc")

    def test_without_a_checkpoint_it_begins_anew(self):
        self.write("other.el", "0 1\n1 2\n")
        bc = ["bc", "other.el", "--checkpoint", "other.bc", "--resume"]
        for more in ([], ["--epsilon", "0.1"]):
            self.assertIn("note        there was no other.bc to resume from, so the run began anew",
                          self.ok(*bc, *more))  # fmt: skip
            self.assertNotIn("began anew", self.ok(*bc, *more))
            (self.folder / "other.bc").unlink()
        self.assertFalse(self.json(*bc)["resumed"])
        self.assertTrue(self.json(*bc)["resumed"])
        self.fails(3, "bc", "other.el", "--checkpoint", "nowhere/other.bc", "--resume")

    def test_a_checkpoint_replaces_nothing_that_is_read_or_written(self):
        self.write("g.tsv", "0 1\n1 2\n")
        self.write("s", "1\n")
        (self.folder / "link").symlink_to("g.tsv")
        (self.folder / "to-new").symlink_to("new.tsv")
        for names in (["g.tsv"], ["./g.tsv"], ["link"], [self.folder / "g.tsv"],
                      ["s", "--sources", "s"], ["./s", "--sources", "0", "--targets", "s"],
                      ["./new.tsv", "-o", "new.tsv"], ["to-new", "-o", "new.tsv"]):  # fmt: skip
            self.assertIn("same file", self.fails(2, "bc", "g.tsv", "--checkpoint", *names))
        self.assertIn("same file", self.fails(2, "bc", "g.tsv", "--sources", "s", "-o", "./s"))
        self.assertEqual((self.folder / "g.tsv").read_text(), "0 1\n1 2\n")


if __name__ == "__main__":
    unittest.main()
