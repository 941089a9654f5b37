"""The commands that --help and the pages show, as they stand but for what takes long.

Only searches, on small graphs of the names that the commands use; fewer samples, two ranks, and
an emulated device for a GPU.
"""

import gzip
import pathlib
import re
import unittest

from ranks_program import RanksTest

PAGES = pathlib.Path(__file__).parent.parent.parent
SEARCHES = ("bfs", "sssp", "msf", "bc")
COMMAND = re.compile(r"^ *(?:\$ )?((?:mpirun -n \d+ )?strider (?:%s) [^`|\n]*)$" % "|".join(SEARCHES),
                     re.MULTILINE)  # fmt: skip


class Examples(RanksTest):
    def setUp(self):
        super().setUp()
        roads = "p sp 4 5\na 1 2 4\na 2 1 4\na 2 3 1\na 3 4 2\na 4 1 7\n"
        self.write("roads.gr", roads)
        self.write("roads.gr.gz", gzip.compress(roads.encode()))
        edges = [(a, b) for a in range(1, 40) for b in (a + 1, 3 * a % 40 + 1) if a != b]
        self.write("web.el", "".join(f"{a} {b}\n" for a, b in edges))
        self.write("web.wel", "".join(f"{a - 1} {b - 1} {a % 7}\n" for a, b in edges))
        self.ok("convert", "web.el", "web.mtx", "--undirected")
        self.ok("generate", "kronecker", "--scale", "6", "--weights", "real", "-o", "kron.strider")

    def run_all(self, text, least):
        commands = [command.strip() for command in COMMAND.findall(text)]
        self.assertGreaterEqual(len(commands), least, text)
        for command in dict.fromkeys(commands):
            short = re.sub(r"--samples \d+", "--samples 4", command)
            short = re.sub(r"--epsilon [\d.]+", "--epsilon 0.2", short)
            short = short.replace("--target 1000", "--target 3")
            words = short.replace("--device cuda", "--device simt").split("#")[0].split()
            if "examples/data/" in command:
                continue
            if words[0] == "mpirun":
                run = self.mpirun(2, *words[4:])
            else:
                run = self.run_program(*words[1:])
            self.assertEqual(run.returncode, 0, command + "\n" + run.stderr)

    def test_help(self):
        for verb, least in zip(SEARCHES, (1, 3, 1, 5)):
            self.run_all(self.ok(verb, "--help"), least)

    def test_pages(self):
        pages = ("README.md", "docs/cli.md", "docs/gpu.md")
        self.run_all("\n".join((PAGES / page).read_text() for page in pages), 15)


if __name__ == "__main__":
    unittest.main()
