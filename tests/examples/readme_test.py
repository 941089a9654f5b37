"""The README shows code that is compiled, and links to files that are there."""

import pathlib
import re
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def pages():
    yield from PROJECT.glob("*.md")
    yield from (PROJECT / "docs").rglob("*.md")
    yield from (PROJECT / "examples").rglob("*.md")
    yield from (PROJECT / "benchmarks").rglob("*.md")


class Readme(unittest.TestCase):
    def test_its_code_is_that_of_the_example(self):
        shown = re.findall(r"```cpp\n(.*?)```", (PROJECT / "README.md").read_text(), re.DOTALL)
        self.assertEqual(len(shown), 1)
        example = {
            line.strip() for line in (PROJECT / "examples" / "bfs.cpp").read_text().splitlines()
        }
        for line in shown[0].splitlines():
            if line.strip():
                self.assertIn(line.strip(), example)

    def test_links_lead_somewhere(self):
        for page in pages():
            for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
                if "://" not in target:
                    self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")


if __name__ == "__main__":
    unittest.main()
