"""The commands that --help and the pages show: README.md and all of docs/.

Commands of strider run as they stand, but for what takes long or is not here: smaller graphs, fewer
samples, two ranks, and an emulated device for a GPU. CANNOT_RUN names the rest; their options are
looked up in --help. Of other programs, what a command names must be in the tree.
"""

import gzip
import json
import pathlib
import re
import shlex
import unittest

from ranks_program import RanksTest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
VERBS = (
    [], ["info"], ["convert"], ["generate"], ["generate", "kronecker"], ["generate", "rmat"],
    ["generate", "ssca2"], ["generate", "uniform"], ["generate", "social"], ["generate", "web"],
    ["generate", "grid"], ["bfs"], ["sssp"],
    ["msf"], ["bc"], ["components"], ["core"], ["cluster"], ["diameter"], ["bipartite"], ["flow"],
    ["graph500"], ["report"], ["validate"], ["validate", "bfs"], ["validate", "sssp"], ["validate", "msf"],
    ["validate", "components"],
)  # fmt: skip
# The first word of a command, and why it does not run here.
CANNOT_RUN = {
    "srun": "it needs a cluster with Slurm",
    "cmake": "it builds the project, which whoever runs this test has done",
    "ctest": "it runs the tests, of which this is one",
    "compute-sanitizer": "it comes with CUDA, and watches a real GPU",
    "scripts/": "they set a machine up and build the project",
    "build/": "tests and benchmarks with tests of their own; what they take is not of this program",
    "strider_benchmark": "it measures for minutes",
    "benchmark_": "it measures for minutes",
    "benchmarks/": "they measure for minutes",
}
SHORTER = (
    (r"--scale \d+", "--scale 6"),
    (r"--samples \d+", "--samples 4"),
    (r"--epsilon [\d.]+", "--epsilon 0.2"),
    (r"--trials \d+", "--trials 2"),
    (r"--target 1000\b", "--target 3"),
    (r"--vertices \d+ --edges \d+", "--vertices 60 --edges 300"),
    (r"--rows \d+ --columns \d+", "--rows 6 --columns 7"),
    (r"--device cuda\b", "--device simt"),
    (r"\bstrider graph500\b", "strider graph500 --roots 2"),
)
FENCE = re.compile(r"^\s*```(\w*)")
CODE = ("cpp", "cmake", "mermaid", "python")
PROGRAM = re.compile(
    r"^(?:[A-Za-z_]+=\S+ +)*((?:strider|mpirun|srun|cmake|ctest|compute-sanitizer) "
    r"|(?:scripts|build|benchmarks)/\S+|(?:strider_)?benchmark(?:_\w+)? )"
)


def shown_lines(text):
    """The lines in fences that are no code, and those that four blanks make a block."""
    fence = None
    for line in text.splitlines():
        mark = FENCE.match(line)
        if mark:
            fence = None if fence is not None else mark.group(1)
        elif (fence is not None and fence not in CODE) or (fence is None and line[:4] == "    "):
            yield line


def commands_in(lines):
    joined = re.sub(r" *\\\n *", " ", "\n".join(lines))
    for line in joined.splitlines():
        command = re.sub(r"^\$ ", "", line.strip())
        command = re.sub(r"\s+(#|>|\|).*", "", command)
        if PROGRAM.match(command):
            yield command


def in_the_tree(pattern):
    return "\n".join(path.read_text() for path in sorted(PROJECT.glob(pattern)))


def program_names():
    """A pattern of the names of all programs that are built from tests/ and benchmarks/."""
    text = in_the_tree("tests/**/CMakeLists.txt") + in_the_tree("benchmarks/CMakeLists.txt")
    names = re.findall(r"strider_(?:\w*test|benchmark)\(([\w${}]+)", text)
    names += [name + "_fuzz" for name in re.findall(r"strider_fuzz\(([\w${}]+)", text)]
    names = [re.sub(r"\$\{\w+\}", r"\\w+", name) for name in names]
    return rf"^(?:{'|'.join(names)})(?:_cuda)?$"


class Examples(RanksTest):
    def setUp(self):
        super().setUp()
        (self.folder / "examples").symlink_to(PROJECT / "examples")
        roads = "p sp 4 5\na 1 2 4\na 2 1 4\na 2 3 1\na 3 4 2\na 4 1 7\n"
        self.write("roads.gr", roads)
        self.write("roads.gr.gz", gzip.compress(roads.encode()))
        self.write("network.max", "p max 4 4\nn 1 s\nn 4 t\na 1 2 3\na 1 3 2\na 2 4 2\na 3 4 4\n")
        edges = [(a, b) for a in range(1, 40) for b in (a + 1, 3 * a % 40 + 1) if a != b]
        self.write("web.el", "".join(f"{a} {b}\n" for a, b in edges))
        self.write("web.wel", "".join(f"{a - 1} {b - 1} {a % 7}\n" for a, b in edges))
        self.ok("convert", "web.el", "web.mtx", "--undirected")
        self.ok("generate", "kronecker", "--scale", "6", "--weights", "real", "-o", "kron.strider")
        for name in ("before", "after"):
            run = self.ok("bfs", "roads.gr.gz", "--source", 1, "--json")
            self.write(f"{name}.json", run)
        self.write("here.json", self.ok("model", "calibrate", "--scale", "10"))

    def run_all(self, commands):
        for command in dict.fromkeys(commands):
            with self.subTest(command):
                self.check(command)

    def check(self, command):
        words = shlex.split(re.sub(r"^([A-Za-z_]+=\S+ +)+", "", command))
        if words[0] != "srun" and "strider" in words:
            self.check_run(command)
        elif "strider" in words:
            self.check_options(words[words.index("strider") + 1 :])
        else:
            self.check_names(words)

    def check_run(self, command):
        # A model takes no longer for a larger graph.
        for pattern, short in SHORTER if "strider model" not in command else ():
            command = re.sub(pattern, short, command)
        words = shlex.split(command)
        arguments = words[words.index("strider") + 1 :]
        if arguments[0] == "validate":
            self.make_result(arguments)
        run = self.mpirun(2, *arguments) if words[0] == "mpirun" else self.run_program(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)

    def make_result(self, arguments):
        """The file that a command `validate KIND GRAPH RESULT ...` checks."""
        kind, graph, result = arguments[1:4]
        flags = [word for word in arguments if word in ("--directed", "--undirected", "--maximum")]
        source = ["--source", "1"] if kind in ("bfs", "sssp") else []
        self.ok(kind, graph, *source, *flags, "-o", result)

    def check_options(self, arguments):
        """That the verb knows the options, whether or not the command can run here."""
        known = self.run_program(arguments[0], "--help-all")
        if known.returncode != 0:
            known = self.run_program(arguments[0], "--help")
        for word in arguments:
            if word.startswith("--"):
                self.assertRegex(known.stdout, re.escape(word) + r"\b")

    def check_names(self, words):
        """That the tree has what a command of another program names."""
        first = words[0] if words[0] != "mpirun" else next(w for w in words if "/" in w)
        self.assertTrue(any(first.startswith(start) for start in CANNOT_RUN), first)
        presets = json.loads((PROJECT / "CMakePresets.json").read_text())["configurePresets"]
        names = [preset["name"] for preset in presets]
        for preset in re.findall(r"(?:^| )(?:build/|--preset )([a-z]+)", " ".join(words)):
            if not first.startswith("scripts/"):
                self.assertIn(preset, names)
        if first.startswith("build/") and not first.endswith("/strider"):
            self.assertRegex(pathlib.Path(first).name, program_names())
        options = [word for word in words[1:] if word.startswith("--")]
        text = None
        if first.startswith(("scripts/", "benchmarks/")):
            text = (PROJECT / first).read_text()
        elif pathlib.Path(first).name.startswith(("benchmark_", "strider_benchmark")):
            self.assertRegex(pathlib.Path(first).name, program_names())
            text = in_the_tree("benchmarks/suite/**/*.?pp")
            if first.endswith("strider_benchmark"):
                self.assertIn(f'add_subcommand("{words[1]}"', text)
        for option in options if text is not None else []:
            self.assertIn(option, text)

    def test_help(self):
        for verb in VERBS:
            text = self.ok(*verb, "--help")
            commands = list(commands_in(text.partition("Example")[2].splitlines()))
            self.assertGreaterEqual(len(commands), 1, f"strider {verb} --help has no example")
            self.run_all(commands)

    def test_pages(self):
        commands = 0
        for page in (PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))):
            shown = list(commands_in(shown_lines(page.read_text())))
            commands += len(shown)
            self.run_all(shown)
        self.assertGreaterEqual(commands, 40)

    def test_wrong_commands_are_found(self):
        wrong = (
            "strider bfs web.mtx --source 1 --no-such-option",
            "strider sssp absent.gr --source 1",
            "srun -N 4 strider graph500 --scale 32 --no-such-option",
            "scripts/test.sh --no-such-option",
            "scripts/absent.sh",
            "cmake --preset absent",
            "mpirun -n 4 build/release/tests/unit/comm/absent_test",
            "benchmark_absent kronecker:20",
            "strider_benchmark absent kronecker:20",
        )
        for command in commands_in(wrong):
            with self.assertRaises((AssertionError, OSError), msg=command):
                self.check(command)
        self.assertEqual(len(list(commands_in(wrong))), len(wrong))


if __name__ == "__main__":
    unittest.main()
