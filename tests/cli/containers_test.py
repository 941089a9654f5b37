"""Native containers: verified when they are opened, and never a signal when they are damaged."""

import random
import unittest

from program import SMALL_MTX, ProgramTest

SMALL_WEIGHTED = "".join(f"{u} {(u * 7 + 3) % 60} {u % 5 + 1}\n" for u in range(60))


class Containers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("weighted.wel", SMALL_WEIGHTED)
        self.ok("convert", "small.mtx", "degree.strider", "--prepare", "degree", "--quiet")
        self.ok("convert", "small.mtx", "locality.strider", "--prepare", "locality", "--quiet")
        self.ok("convert", "weighted.wel", "directed.strider", "--directed", "--quiet")
        self.commands = [
            ("info",),
            ("bfs", "--source", "3", "--threads", "1"),
            ("bc",),
        ]

    def refuse_or_answer(self, name, expected):
        """Every verb gives the answer of the container before it was damaged, or refuses it."""
        for verb, *options in self.commands:
            run = self.run_program(verb, name, *options, "-o", "-", "--quiet")
            if run.returncode == 0 and verb != "info":
                self.assertEqual(run.stdout, expected[verb])
            else:
                self.assertIn(run.returncode, (0, 3), (name, verb, run.stderr))
            trusted = self.run_program(verb, name, *options, "--trust", "--quiet")
            # A damaged label may name no vertex, and a damaged weight be none.
            self.assertIn(trusted.returncode, (0, 2, 3), (name, verb, trusted.stderr))
        run = self.run_program("convert", name, "out.strider")
        self.assertIn(run.returncode, (0, 3), run.stderr)
        if run.returncode == 0:
            self.ok("info", "out.strider", "--validate", "--quiet")

    def test_mutations(self):
        rng = random.Random(7)
        for container in ("degree.strider", "locality.strider", "directed.strider"):
            genuine = (self.folder / container).read_bytes()
            expected = {
                verb: self.ok(verb, container, *options, "-o", "-", "--quiet")
                for verb, *options in self.commands
                if verb != "info"
            }
            for round_ in range(9):
                damaged = bytearray(genuine)
                if round_ == 0:
                    damaged = damaged[: rng.randrange(len(damaged))]
                elif round_ == 1:
                    damaged += b"more"
                else:
                    # Most of the header is checked by itself: rather what follows it.
                    damaged[rng.randrange(1024 if round_ > 2 else 0, len(damaged))] ^= 1 << (
                        rng.randrange(8)
                    )
                self.write("damaged.strider", bytes(damaged))
                self.refuse_or_answer("damaged.strider", expected)

    def test_layouts_by_weight(self):
        self.ok("generate", "kronecker", "--scale", "12", "--weights", "real", "-o", "g.strider")
        plain = self.json("sssp", "g.strider", "--source", "1", "-o", "plain.tsv")
        stored = self.json("convert", "g.strider", "laid.strider", "--prepare", "auto")
        self.assertEqual((stored["layout"], stored["sssp_layout"]), ("degree", "weight"))
        info = self.json("info", "laid.strider", "--validate")
        self.assertEqual(info["sssp_layout"], "weight")
        self.assertGreater(info["sssp_layout_bytes"], 0)
        found = self.json("sssp", "laid.strider", "--source", "1", "--validate", "-o", "laid.tsv")
        self.assertEqual((plain["layout"], found["layout"]), ("none", "weight"))
        self.assertEqual((self.folder / "laid.tsv").read_text(), (self.folder / "plain.tsv").read_text())
        for options, layout in ([], "weight"), (["--prepare", "none"], "none"):
            copy = self.json("convert", "laid.strider", "copy.strider", *options)
            self.assertEqual(copy["sssp_layout"], layout)
        left_out = self.json("sssp", "laid.strider", "--source", "1", "--prepare", "none")
        self.assertEqual(left_out["layout"], "none")
        made = self.ok("generate", "kronecker", "--scale", "12", "--weights", "real",
                       "--prepare", "auto", "-o", "made.strider")  # fmt: skip
        self.assertEqual((self.folder / "made.strider").read_bytes(),
                         (self.folder / "laid.strider").read_bytes(), made)  # fmt: skip
        # Text holds no layout.
        self.assertEqual(self.json("convert", "laid.strider", "g.wel")["sssp_layout"], "none")

    def corrupt(self, name):
        """Flips a bit in the last bytes of the first section: an offset."""
        content = bytearray((self.folder / name).read_bytes())
        place = int.from_bytes(content[128 + 40 : 128 + 48], "little")
        count = int.from_bytes(content[128 + 32 : 128 + 40], "little")
        content[place + 8 * count - 8] ^= 0x10
        content[place + 8] ^= 0x40
        self.write("corrupt.strider", bytes(content))
        return "corrupt.strider"

    def test_refused_in_one_line(self):
        name = self.corrupt("degree.strider")
        for verb, *options in self.commands:
            self.assertIn(name, self.fails(3, verb, name, *options))
            self.assertIn(name, self.fails(3, verb, name, *options, "--trust"))
        self.fails(3, "convert", name, "out.mtx")

    def test_time_of_verification(self):
        self.assertGreater(self.json("info", "degree.strider")["verify_s"], 0)
        self.assertEqual(self.json("info", "small.mtx")["verify_s"], 0)
        self.assertRegex(self.ok("info", "degree.strider"), r"loading +read .* \(verify .*\), build")
        self.assertNotIn("verify", self.ok("info", "small.mtx"))

    def test_trust(self):
        # A damaged weight is found by checksums only, so --trust accepts it.
        content = bytearray((self.folder / "directed.strider").read_bytes())
        weights = 128 + 64 * 4
        self.assertEqual(content[weights : weights + 7], b"weights")
        place = int.from_bytes(content[weights + 40 : weights + 48], "little")
        content[place] ^= 1
        self.write("weights.strider", bytes(content))
        self.assertIn("section 'weights' is corrupt", self.fails(3, "info", "weights.strider"))
        self.ok("info", "weights.strider", "--trust")

    def test_convert_and_validation_never_trust(self):
        self.assertIn("--trust", self.fails(2, "convert", "degree.strider", "o.mtx", "--trust"))
        for verb in ("info", "bfs", "sssp", "msf", "bc", "components", "core", "diameter",
                     "bipartite", "flow"):  # fmt: skip
            line = self.fails(2, verb, "degree.strider", "--validate", "--trust")
            self.assertIn("--trust excludes --validate", line, verb)


if __name__ == "__main__":
    unittest.main()
