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


def anchors(page):
    """The names that the headings of a page get as targets of links, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        yield re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


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
            for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", page.read_text()):
                if "://" in target:
                    continue
                linked = page.parent / target if target else page
                self.assertTrue(linked.exists(), f"{page.name}: {target}")
                if anchor:
                    self.assertIn(anchor, list(anchors(linked)), f"{page.name}: {target}#{anchor}")

    def test_files_of_the_project_that_pages_name_are_there(self):
        folders = ("src", "include", "cli", "tests", "benchmarks", "scripts", "tools", "examples")
        files = [path for folder in folders for path in (PROJECT / folder).rglob("*")]
        names = [f"/{path.relative_to(PROJECT).as_posix()}" for path in files]
        missing = []
        for page in [*(PROJECT / "docs").rglob("*.md"), *PROJECT.glob("*.md")]:
            for named in re.findall(r"`([\w./-]+\.[ch]pp|(?:src|tests)/[\w./-]+)`", page.read_text()):
                ending = "/" + named.rstrip("/")
                if not any(name.endswith(ending) for name in names):
                    missing.append(f"{page.relative_to(PROJECT)}: {named}")
        self.assertFalse(missing, "\n".join(missing))


if __name__ == "__main__":
    unittest.main()
