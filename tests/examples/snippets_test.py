"""Every C++ snippet of the README and the pages in docs/ compiles against the public headers.

    snippets_test.py COMPILER [FLAG ...]

The snippets of a page become one file: each the body of a function of its own, or, where it has a
main(), a namespace of its own. Lines that include headers move to the top.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```cpp\n(.*?)^```", re.DOTALL | re.MULTILINE)
HEADERS = sorted(path.name for path in (PROJECT / "include" / "strider").glob("*.hpp"))
# What the text around a snippet names. A snippet that declares such a name hides this one.
GIVEN = (
    "int argc, char** argv, const Graph& graph, const WeightedGraph<float>& weighted, "
    "const Cluster& cluster"
)


def pages():
    yield PROJECT / "README.md"
    yield from sorted((PROJECT / "docs").rglob("*.md"))


def as_source(page, text):
    """The file of a page's snippets; a compiler's messages name the lines of the page."""
    includes = [f"#include <strider/{name}>" for name in HEADERS]
    bodies = []
    for number, match in enumerate(FENCE.finditer(text)):
        line = text.count("\n", 0, match.start(1)) + 1
        kept = []
        for row in match.group(1).splitlines():
            is_include = row.startswith("#include")
            includes += [row] if is_include else []
            kept.append("" if is_include else row)
        code = f'#line {line} "{page}"\n' + "\n".join(kept)
        if re.search(r"\bint main\(", code):
            bodies.append(f"namespace snippet_{number} {{\n{code}\n}}")
        else:
            bodies.append(f"void snippet_{number}({GIVEN}) {{ {{\n{code}\n}} }}")
    includes += ["#include <iostream>", "using namespace strider;"]
    return "\n".join([*dict.fromkeys(includes), *bodies, ""]), len(bodies)


def complaints(page, text):
    """What the compiler says of the page's snippets; "" where it takes them all."""
    source, count = as_source(page, text)
    if count == 0:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "snippets.cpp"
        path.write_text(source)
        command = [*COMPILER, "-fsyntax-only", f"-I{PROJECT / 'include'}", str(path)]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return "" if run.returncode == 0 else run.stderr or f"status {run.returncode}"


class Snippets(unittest.TestCase):
    def test_they_compile(self):
        for page in pages():
            self.assertEqual(complaints(page, page.read_text()), "")

    def test_pages_have_some(self):
        counts = [as_source(page, page.read_text())[1] for page in pages()]
        self.assertGreaterEqual(sum(counts), 4)

    def test_a_wrong_one_is_told_with_its_line(self):
        text = "# A page\n\n```cpp\nreturn;\n```\n\n```cpp\ngraph.no_such_function();\n```\n"
        self.assertRegex(complaints("page.md", text), r"page\.md:8.*no_such_function")


if __name__ == "__main__":
    COMPILER = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
