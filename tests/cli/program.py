"""Runs the program under test in a folder of its own."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

STRIDER = os.environ["STRIDER"]
SANITIZED = os.environ.get("STRIDER_SANITIZER", "none") != "none"

# Two triangles joined by an edge, and a pair apart: 1-based, undirected.
SMALL_MTX = """%%MatrixMarket matrix coordinate pattern symmetric
8 8 8
2 1
3 1
3 2
4 3
5 4
6 4
6 5
8 7
"""


class ProgramTest(unittest.TestCase):
    """A test with an empty folder, in which the program runs."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def run_program(self, *arguments, **options):
        options.setdefault("timeout", 120)
        options.setdefault("cwd", self.folder)
        options.setdefault("capture_output", True)
        environment = dict(os.environ, **options.pop("variables", {}))
        return subprocess.run(
            [STRIDER, *map(str, arguments)], text=True, check=False, env=environment, **options
        )

    def ok(self, *arguments, **options):
        """The standard output of a run that must succeed without a word on stderr."""
        run = self.run_program(*arguments, **options)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")
        return run.stdout

    def json(self, *arguments, **options):
        return json.loads(self.ok(*arguments, "--json", **options))

    def fails(self, status, *arguments, **options):
        """The line on stderr of a run that must end with `status` and leave no new file."""
        before = self.files()
        run = self.run_program(*arguments, **options)
        self.assertEqual(run.returncode, status, f"{arguments}: {run.stderr}{run.stdout}")
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertTrue(run.stderr.startswith("strider: "), run.stderr)
        self.assertEqual(self.files(), before, "a file was left")
        return run.stderr

    def check_device_memory(self, *arguments, tries=1):
        """The run succeeds with the memory that the message asks for, after so many tries. With a
        byte less it fails, and names both numbers."""
        needed = 1
        for _ in range(tries):
            line = self.fails(5, *arguments, "--quiet", "--device-memory", needed)
            needed = int(re.search(r"\((\d+) bytes\) needed", line).group(1))
        self.ok(*arguments, "--quiet", "--device-memory", needed)
        line = self.fails(5, *arguments, "--quiet", "--device-memory", needed - 1)
        self.assertIn(f"({needed} bytes) needed", line)
        self.assertIn(f"({needed - 1} bytes) free", line)
        return needed

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())
