"""benchmarks/suite/in_turn.py, on commands that print times."""

import pathlib
import subprocess
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
OWN = """echo '{"graph": "g"}\n{"median_seconds": 0.01, "source_seconds": 0.02}'"""
PEER = "echo 'Trial Time: 0.05\nTrial Time: 0.03\nTrial Time: 0.9\nper iter: 0.04'"


class InTurn(unittest.TestCase):
    def run_script(self, *arguments):
        script = PROJECT / "benchmarks" / "suite" / "in_turn.py"
        return subprocess.run(
            [sys.executable, "-B", script, "--turns", "2", *arguments], text=True,
            capture_output=True, check=False,
        )  # fmt: skip

    def rows(self, *arguments):
        run = self.run_script(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return {line.split("\t")[0]: line.split("\t")[1:] for line in run.stdout.splitlines()}

    def test_compares_medians(self):
        rows = self.rows(OWN, PEER)
        for name in ("0", "1", "median", "fastest"):
            self.assertEqual(rows[name], ["10.000", "50.000", "5.00"])
        rows = self.rows("--key", "source_seconds", "--times", "per iter: ([0-9.]+)", OWN, PEER)
        self.assertEqual(rows["median"], ["20.000", "40.000", "2.00"])

    def test_no_time_is_an_error(self):
        for arguments in ((PEER.replace("Trial", "A"), PEER), (OWN, "echo none"), ("false", PEER)):
            self.assertNotEqual(self.run_script(*arguments).returncode, 0)


if __name__ == "__main__":
    unittest.main()
