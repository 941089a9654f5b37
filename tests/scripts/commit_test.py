"""cmake/WriteCommit.cmake: what the build learns of the commit."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


class Commit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.source, self.out = self.folder / "source", self.folder / "build_commit.cpp"
        self.source.mkdir()
        (self.source / "file").write_text("content\n", encoding="utf-8")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment.update({f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER")
                                 for what in ("NAME", "EMAIL")}, GIT_CEILING_DIRECTORIES=str(self.folder.parent), GIT_CONFIG_GLOBAL=os.devnull)  # fmt: skip

    def run_in(self, folder, *command):
        return subprocess.run(command, cwd=folder, env=self.environment, check=True, text=True, capture_output=True).stdout

    def commit_tree(self, folder):
        self.run_in(folder, "git", "init", "-q")
        self.run_in(folder, "git", "add", "-A")
        self.run_in(folder, "git", "commit", "-q", "-m", "one")
        return self.run_in(folder, "git", "rev-parse", "HEAD").strip()[:12]

    def written(self):
        self.run_in(self.folder, os.environ.get("CMAKE", "cmake"), f"-DSOURCE={self.source}", f"-DOUT={self.out}", "-P",
                    PROJECT / "cmake" / "WriteCommit.cmake")  # fmt: skip
        return self.out.read_text(encoding="utf-8").split('return "')[1].split('"')[0]

    def test_of_a_working_tree(self):
        commit = self.commit_tree(self.source)
        self.run_in(self.source, "git", "tag", "-a", "v1", "-m", "a tag is no commit")
        self.assertEqual(self.written(), commit)
        # Nothing is compiled again where nothing has changed.
        os.utime(self.out, (1, 1))
        self.assertEqual(self.written(), commit)
        self.assertEqual(self.out.stat().st_mtime, 1)
        (self.source / "file").write_text("changed\n", encoding="utf-8")
        self.assertEqual(self.written(), f"{commit}-dirty")

    def test_of_no_working_tree(self):
        self.assertEqual(self.written(), "")
        # A copy within the working tree of something else has not the commit of that.
        self.commit_tree(self.folder)
        self.assertEqual(self.written(), "")

    def test_of_a_tree_without_a_commit(self):
        self.run_in(self.source, "git", "init", "-q")
        self.assertEqual(self.written(), "")

    def test_of_a_second_working_tree(self):
        commit = self.commit_tree(self.source)
        second = self.folder / "second"
        self.run_in(self.source, "git", "worktree", "add", "-q", str(second))
        self.source = second
        self.assertEqual(self.written(), commit)

    def test_not_of_the_repository_whose_hook_builds(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "file").write_text("other\n", encoding="utf-8")
        self.commit_tree(other)
        self.environment["GIT_DIR"] = str(other / ".git")
        self.assertEqual(self.written(), "")


if __name__ == "__main__":
    unittest.main()
