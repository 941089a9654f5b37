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
        head = (self.folder / "grid-weak.tsv").read_text(encoding="utf-8").splitlines()[:4]
        self.assertEqual([line.split(":")[0] for line in head], ["# machine", "# commit", "# command", "# run"])
        page = (self.folder / "README.md").read_text(encoding="utf-8")
        for name in FIGURES:
            picture = xml.etree.ElementTree.parse(self.folder / f"{name}.svg").getroot()
            self.assertEqual(picture.tag, f"{SVG}svg")
            self.assertGreater(len(picture.findall(f".//{SVG}title")), 2, name)
            self.assertIn(f"({name}.svg)", page)
        # Nothing is left to measure; a picture of the same numbers is the same.
        picture = (self.folder / "bisson-7.svg").read_bytes()
        again = subprocess.run(self.command("--draw"), capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.assertEqual((self.folder / "bisson-7.svg").read_bytes(), picture)

    def test_a_failure_is_reported_and_left_out(self):
        broken = self.folder / "broken"
        broken.write_text("#!/bin/sh\necho 'strider: no' >&2\nexit 3\n", encoding="utf-8")
        broken.chmod(0o755)
        command = self.command()
        command[command.index("--strider") + 1] = broken
        command[command.index("--only") + 1 :] = ["mclaughlin-5"]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("status 3: strider: no", run.stderr)
        self.assertIn("Not measured here", (self.folder / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
