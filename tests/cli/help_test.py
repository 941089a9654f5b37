"""--help, --help-all, --tune, and what the program tells where no verb was given."""

import pathlib
import re
import shlex
import unittest

from program import SMALL_MTX, ProgramTest

SOURCES = pathlib.Path(__file__).parent.parent.parent / "cli"
OPTION = re.compile(r"^  ((?:[A-Z]+,)?(?:-\w,)?--[a-z][-a-z0-9]*(?:,--[a-z][-a-z0-9]*)*)", re.MULTILINE)
KEY = re.compile(r"^    ([a-z][-a-z]*)=(\S+): ", re.MULTILINE)
MOST_OPTIONS = 20
MOST_LINES = 42
WIDTH = 80


def options_in(text):
    """The long options that stand at the beginning of a line of help."""
    names = [name for row in OPTION.findall(text) for name in row.split(",")]
    return [name for name in names if name.startswith("--")]


def options_in_sources():
    """All that any verb declares."""
    names = set()
    for path in SOURCES.rglob("*.cpp"):
        names |= set(re.findall(r'"(?:[^" ]*,)?!?(--[a-z][-a-z0-9]*)(?:,--[-a-z]+)?(?: [^"]*)?"', path.read_text()))
    return names - {"--help", "--help-all", "--version"}


class HelpTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def verbs(self, *above):
        """The verbs that --help lists, those below others included."""
        listed = self.ok(*above, "--help").partition("\nVerbs:\n")[2].partition("\nExample:")[0]
        names = re.findall(r"^  ([a-z0-9]+) ", listed, re.MULTILINE)
        pages = [[*above, name] for name in names]
        return pages + [page for name in names if not above for page in self.verbs(name)]

    def pages(self):
        pages = self.verbs()
        self.assertGreaterEqual(len(pages), 17)
        return pages


class Help(HelpTest):
    def test_a_page_fits_a_terminal(self):
        for page in [[], *self.pages()]:
            text = self.ok(*page, "--help")
            lines = text.splitlines()
            self.assertLessEqual(len(options_in(text)), MOST_OPTIONS, page)
            self.assertLessEqual(len(lines), MOST_LINES, text)
            self.assertLessEqual(max(map(len, lines)), WIDTH, text)
            every = self.ok(*page, "--help-all")
            self.assertLessEqual(max(map(len, every.splitlines())), WIDTH, every)
            if every != text:
                self.assertTrue(lines[-1].startswith("--help-all shows the rest: "), text)

    def test_headings(self):
        few = self.ok("bfs", "--help")
        every = self.ok("bfs", "--help-all")
        for heading in ("Graph", "Search", "Output", "Run"):
            self.assertIn(f"\n{heading}:\n", few)
        for heading in ("On ranks", "Tuning"):
            self.assertNotIn(f"\n{heading}:\n", few)
            self.assertIn(f"\n{heading}:\n", every)
        on_ranks = re.search(r"\nOn ranks:\n((?: .*\n)*)", every).group(1)
        self.assertEqual(options_in(on_ranks), [
            "--partition", "--grid", "--delegate-threshold", "--distribution", "--shuffle",
            "--traffic", "--encoding", "--bandwidth", "--reduction", "--local-all-to-all", "--uniquify",
            "--backward-workload",
        ])  # fmt: skip

    def test_every_option_is_listed(self):
        declared = options_in_sources()
        self.assertGreater(len(declared), 60)
        for page in self.pages():
            every = self.ok(*page, "--help-all")
            listed = options_in(every)
            self.assertEqual(len(listed), len(set(listed)), page)
            if "VERB" in every.splitlines()[1]:
                continue
            self.assertTrue(set(options_in(self.ok(*page, "--help"))) <= set(listed), page)
            unlisted = sorted(declared - set(listed))
            operands = re.findall(r" ([A-Z]+)\b", every.splitlines()[1])
            scale = ["--scale", "1"] if "2^SCALE vertices (required)" in every else []
            line = self.fails(2, *page, *operands, *scale, *(name + "=1" for name in unlisted))
            for name in unlisted:
                self.assertIn(f"'{name}'", line)

    def test_options_of_scripts(self):
        given = ["--format", "mtx", "--undirected", "--keep-self-loops", "--keep-duplicates",
                 "--threads", "1", "--device", "host", "--algorithm", "auto", "--seed", "3",
                 "--quiet", "--no-progress", "--validate"]  # fmt: skip
        for verb in (["info"], ["bfs", "--source", "1"], ["sssp", "--source", "1"], ["msf"], ["bc"],
                     ["components"], ["core"], ["diameter", "--eccentricities"], ["bipartite"],
                     ["closeness"], ["pagerank"],
                     ["flow", "--source", "1", "--target", "2"]):  # fmt: skip
            self.json(*verb, "small.mtx", *given, "--output", "out.npy" if verb[0] != "info" else "o")
            self.ok(*verb, "small.mtx", "--directed" if verb[0] != "msf" else "--undirected")
            for option in (["--partition", "1d"], ["--grid", "1x1"], ["--delegate-threshold", "4"]):
                self.assertIn(option[0], self.fails(6, *verb, "small.mtx", *option))


class Tuning(HelpTest):
    def test_keys(self):
        everywhere = set()
        for page in self.pages():
            every = self.ok(*page, "--help-all")
            keys = KEY.findall(every.partition("\nTuning:\n")[2])
            self.assertEqual(bool(keys), "--tune" in options_in(every))
            if not keys:
                continue
            everywhere |= {key for key, _ in keys}
            absent = ["--scale", "0"] if page == ["graph500"] else ["absent.mtx"]
            source = ["--source", "1"] if page[0] in ("bfs", "sssp") else []
            verb = [*page, *absent, *source, "--tune"]
            defaults = ",".join(f"{key}={value}" for key, value in keys)
            self.assertNotIn("value must be", self.fails(2, *verb, defaults))
            for key, _ in keys:
                for wrong in ("-1", "", "1e999"):
                    line = self.fails(2, *verb, f"{key}={wrong}")
                    self.assertRegex(line, f"--tune {key}: the value must be .*, got '{wrong}'")
        self.assertGreaterEqual(len(everywhere), 25)

    def test_ranges(self):
        bfs = ["bfs", "small.mtx", "--source", "1", "--tune"]
        for wrong in ("block-threads=33", "block-threads=2048", "block-threads=0", "alpha=0",
                      "edges-per-thread=3", "edges-per-thread=32", "bag-grain=4294967296",
                      "alpha=nan", "warp-degree=8x", "long-row"):  # fmt: skip
            self.assertIn("the value must be", self.fails(2, *bfs, wrong))
        self.assertIn("there is no such key", self.fails(2, *bfs, "grain=3"))
        self.assertIn("there is no such key", self.fails(2, *bfs, "alpha=3,grain=3"))
        self.assertIn("used by msf on ranks", self.fails(2, *bfs, "gather-edges=3"))

    def test_only_searches_that_use_a_key_take_it(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        self.ok(*bfs, "--algorithm", "bag", "--tune", "bag-grain=2")
        line = self.fails(2, *bfs, "--tune", "bag-grain=2")
        self.assertIn("--tune bag-grain: this search does not use it", line)
        self.assertIn("on the host with --algorithm bag", line)
        self.assertIn("on a device", self.fails(2, *bfs, "--tune", "block-threads=64"))
        self.assertIn("on a device", self.fails(2, "graph500", "--scale", "5", "--tune",
                                                "single-block-edges=9"))  # fmt: skip
        self.ok("graph500", "--scale", "5", "--kernel", "both", "--tune", "alpha=9")
        self.assertIn("alpha", self.fails(2, "graph500", "--scale", "5", "--kernel", "sssp",
                                          "--tune", "alpha=9"))  # fmt: skip

    def test_values_arrive(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        bfs = ["bfs", "k.strider", "--source", "1", "--algorithm", "direction-optimizing", "--tune"]
        # The last value of a key counts.
        late = self.json(*bfs, "alpha=1e9", "--tune", "alpha=1e-9")["frontier"]
        self.assertEqual({level["direction"] for level in late[:-1]}, {"top-down"})
        soon = self.json(*bfs, "alpha=1e9,beta=1e9")["frontier"]
        self.assertIn("bottom-up", {level["direction"] for level in soon})


class NextCommands(HelpTest):
    def commands(self, text):
        return [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("  strider ")]

    def test_no_argument(self):
        text = self.ok()
        commands = self.commands(text)
        self.assertEqual(len(commands), 3, text)
        for command in commands:
            self.ok(*command)

    def test_a_file_alone(self):
        self.write("named.wel", "# a road\nrome oslo 3\noslo bonn 4\nrome riga 1.5\nrome kyiv 2\n")
        self.write("it's 1.el", "7 8\n8 9\n")
        self.ok("convert", "named.wel", "named.strider")
        for path, verbs, source in (("small.mtx", ["info", "bfs", "bc"], "3"),
                                    ("named.wel", ["info", "sssp", "msf"], "rome"),
                                    ("named.strider", ["info", "sssp", "msf"], "rome"),
                                    ("it's 1.el", ["info", "bfs", "bc"], "7")):  # fmt: skip
            commands = self.commands(self.ok(path))
            self.assertEqual([command[0] for command in commands], verbs)
            self.assertIn(source, commands[1])
            for command in commands:
                self.assertEqual(command[1], path)
                self.ok(*command)

    def test_a_large_file_is_not_read(self):
        self.write("large.el", "# nothing to be read\n" * 900_000 + "broken")
        text = self.ok("large.el")
        self.assertIn("was not read", text)
        self.assertIn("strider bfs large.el --source VERTEX", text)

    def test_a_file_with_nothing_in_it(self):
        self.write("empty.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
        self.assertIn("empty", self.ok("empty.mtx"))
        self.write("noise.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\nx y z\n")
        self.assertIn("noise.mtx:2", self.fails(3, "noise.mtx"))

    def test_neither_verb_nor_file(self):
        line = self.fails(2, "bsf")
        self.assertIn("'bsf' is not a verb of strider, and there is no file of that name", line)
        line = self.fails(2, "small.mtx", "--source", "1")
        self.assertIn("put a verb before the file", line)


if __name__ == "__main__":
    unittest.main()
