"""benchmarks/figures, at its smallest size: interrupted, continued, drawn again."""

import csv
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ["pan-5", "pan-6", "bisson-7", "mclaughlin-5", "model-rates"]
# Table: rows.
ROWS = {"delegate-thresholds": 4, "grid-weak": 6, "model-weak": 15}
# A program whose every search is the same.
SAME = """echo '{"vertices": 4, "source": 0, "time_s": 1, "statistics": {"teps": {"harmonic_mean": 1}},
    "frontier": [{"level": 0, "vertices": 1}]}'
"""
SVG = "{http://www.w3.org/2000/svg}"


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def command(self, *words):
        script = PROJECT / "benchmarks" / "figures"
        return [sys.executable, "-B", script, "--size", "tiny", "--out", self.folder, "--strider", os.environ["STRIDER"],
                "--only", *FIGURES, *words]  # fmt: skip

    def rows(self, table):
        with open(self.folder / f"{table}.tsv", encoding="utf-8") as lines:
            return list(csv.DictReader((line for line in lines if line[0] != "#"), delimiter="\t"))

    def test_continues_and_draws(self):
        with subprocess.Popen(self.command(), stderr=subprocess.PIPE) as run:
            deadline = time.monotonic() + 60
            first = self.folder / "grid-weak.tsv"
            while not first.exists() and run.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            run.terminate()
            run.stderr.read()
        self.assertEqual(run.returncode, 128 + signal.SIGTERM)
        before = self.rows("grid-weak")
        self.assertLess(len(before), ROWS["grid-weak"])
        done = subprocess.run(self.command(), capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        for table, count in ROWS.items():
            self.assertEqual(len(self.rows(table)), count, table)
        for row, kept in zip(self.rows("grid-weak"), before):
            self.assertEqual({name: row[name] for name in kept}, kept, "a row was measured again")
        head = (self.folder / "grid-weak.tsv").read_text(encoding="utf-8").splitlines()[:3]
        self.assertEqual([line.split(":")[0] for line in head], ["# machine", "# commit", "# command"])
        page = (self.folder / "README.md").read_text(encoding="utf-8")
        for name in FIGURES:
            picture = xml.etree.ElementTree.parse(self.folder / f"{name}.svg").getroot()
            self.assertEqual(picture.tag, f"{SVG}svg")
            self.assertGreater(len(picture.findall(f".//{SVG}title")), 2, name)
            self.assertIn(f"({name}.svg)", page)
        self.assert_all_are_compared(page, len(FIGURES))
        # Nothing is left to measure; a picture of the same numbers is the same.
        picture = (self.folder / "bisson-7.svg").read_bytes()
        again = subprocess.run(self.command("--draw"), capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.assertEqual((self.folder / "bisson-7.svg").read_bytes(), picture)

    def assert_all_are_compared(self, page, count):
        """Each figure of the page has a sentence on how it compares with the published one."""
        captions = page.split("\n## ")[1:]
        self.assertEqual(len(captions), count)
        for caption in captions:
            self.assertRegex(caption, r"\nHere: \w.*\.\n", caption.split(":")[0])

    def test_every_figure_is_compared(self):
        command = self.command()
        run = subprocess.run(command[: command.index("--only")], capture_output=True, text=True,
                             check=False, timeout=500)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        listed = subprocess.run(self.command("--list"), capture_output=True, text=True, check=True)
        page = (self.folder / "README.md").read_text(encoding="utf-8")
        self.assert_all_are_compared(page, len(listed.stdout.splitlines()))

    def run_of(self, script, *words):
        """The figures by a program that is this script."""
        program = self.folder / "program"
        program.write_text("#!/bin/sh\n" + script, encoding="utf-8")
        program.chmod(0o755)
        command = self.command()
        command[command.index("--strider") + 1] = program
        command[command.index("--only") + 1 :] = words
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    def test_other_sizes_devices_and_files_are_measured_beside(self):
        def check(rows, *words):
            run = self.run_of(SAME, "bisson-3", "mclaughlin-5", *words)
            self.assertEqual((run.returncode, "Traceback" in run.stderr), (0, False), run.stderr)
            self.assertEqual((len(self.rows("device-kernels")), len(self.rows("betweenness-frontiers"))), rows)
            picture = xml.etree.ElementTree.parse(self.folder / "bisson-3.svg").getroot()
            self.assertEqual(len(picture.findall(f".//{SVG}circle")), 5, "of one size and device")
        check((10, 9))
        check((20, 18), "--size", "small")
        check((30, 18), "--device", "cuda")
        check((30, 24), "--graph", "one=file", "two=file")
        check((30, 24))

    def test_a_failure_is_reported_and_left_out(self):
        run = self.run_of("echo 'strider: no' >&2\nexit 3\n", "mclaughlin-5")
        self.assertEqual(run.returncode, 1)
        self.assertIn("status 3: strider: no", run.stderr)
        self.assertIn("Not measured here", (self.folder / "README.md").read_text(encoding="utf-8"))

    def test_one_failure_leaves_the_rest(self):
        run = self.run_of('case "$*" in *thread=1" "*) exit 3;; *thread=2" "*) echo "{}"; exit;; esac\n' + SAME,
                          "bisson-3", "bisson-9")  # fmt: skip
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.assertIn("device-kernels: KeyError", run.stderr)
        self.assertIn("bisson-3, not compared: KeyError('1')", run.stderr)
        self.assertEqual(len(self.rows("device-kernels")), 8)
        page = (self.folder / "README.md").read_text(encoding="utf-8")
        for name in ("bisson-3", "bisson-9"):
            self.assertIn(f"({name}.svg)", page)


if __name__ == "__main__":
    unittest.main()
