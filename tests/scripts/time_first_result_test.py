"""scripts/time_first_result.sh, on a project whose demo takes no time."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
TABLE = "      level       vertices            edges   direction        time"


class TimeFirstResult(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        (self.folder / "scripts").mkdir()
        for name in ("common.sh", "time_first_result.sh"):
            shutil.copy(SCRIPTS / name, self.folder / "scripts")

    def time(self, demo, *options):
        path = self.folder / "scripts" / "demo.sh"
        path.write_text(f"#!/usr/bin/env bash\n{demo}\n")
        path.chmod(0o755)
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"]
        commit = ["commit", "--quiet", "--allow-empty", "-m", "A demo"]
        for words in (["init", "--quiet"], ["add", "."], commit):
            subprocess.run([*git, *words], cwd=self.folder, check=True)
        # Not committed: it must not be what is timed.
        path.write_text("exit 7\n")
        return subprocess.run(
            ["scripts/time_first_result.sh", *options], cwd=self.folder, text=True,
            capture_output=True, check=False, env=dict(os.environ, LC_ALL="C"),
        )  # fmt: skip

    def test_tells_when_the_table_came_and_when_the_demo_ended(self):
        run = self.time(f"echo building; sleep 0.3; echo '{TABLE}'; sleep 0.5", "--runs", "2")
        self.assertEqual(run.returncode, 0, run.stderr)
        times = re.findall(r"first table after ([\d.]+) s, end after ([\d.]+) s", run.stdout)
        self.assertEqual(len(times), 2, run.stdout)
        for first, end in times:
            self.assertGreaterEqual(float(first), 0.28)
            self.assertGreaterEqual(float(end), float(first) + 0.48)

    def test_a_demo_that_fails_has_no_time(self):
        for demo in (f"echo '{TABLE}'; exit 3", "echo no table"):
            run = self.time(demo)
            self.assertEqual(run.returncode, 1)
            self.assertNotIn("first table", run.stdout)

    def test_wrong_options(self):
        for options in (["--runs", "0"], ["--runs"], ["--fast"]):
            self.assertEqual(self.time("exit 0", *options).returncode, 2)


if __name__ == "__main__":
    unittest.main()
