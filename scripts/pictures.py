#!/usr/bin/env python3
"""Makes the pictures of the README from pages that the program writes.

    scripts/pictures.py [BUILD]      BUILD: build/release

Each is a figure of a page, with the style of pages, as an SVG file in docs/pictures.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAIL = "examples/data/swiss-rail.csv"
# Name of the file; the beginning of the caption; the command.
PICTURES = [
    ("rail.svg", "Drawing", ["bc", RAIL]),
    ("routes.svg", "Drawing", ["sssp", RAIL, "--source", "Geneva"]),
    ("frontier.svg", "Vertices by level", ["bfs", "kron.strider", "--source", "1"]),
]
LARGEST = 60_000


def picture(page, caption):
    """The figure of that caption as a file of its own, which knows light and dark."""
    style = re.search(r"<style>(.*?)</style>", page, re.S).group(1)
    figure = next(
        figure for figure in re.findall(r"<figure>.*?</figure>", page, re.S)
        if f"<b>{caption}" in figure
    )
    svg = re.search(r'<svg viewBox.*?</svg>(?=</figure>|<ul)', figure, re.S).group(0)
    width, height = re.search(r'viewBox="0 0 (\S+) ([^"]+)"', svg).groups()
    size = " ".join(
        f'{name}="{1.2 * float(value):.0f}"' for name, value in (("width", width), ("height", height))
    )
    size = f'xmlns="http://www.w3.org/2000/svg" {size}'
    rules = re.findall(r"(?::root \{.*?\n\}|@media screen.*?\n\}|svg text.*?\}|\.(?:name|grid|axis|s\d|heat|gap|edge|tree|"
                       r"node|outside|arrow)[^{]*\{[^}]*\})", style, re.S)  # fmt: skip
    return svg.replace("<svg ", f"<svg {size} ", 1).replace(">", f"><style>{''.join(rules)}</style>", 1) + "\n"


def main():
    build = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "build/release")
    strider = build / "cli/strider"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")

        def run(*arguments):
            subprocess.run([strider, *arguments, "--quiet"], check=True, cwd=folder)

        run("generate", "kronecker", "--scale", "16", "-o", "kron.strider")
        for name, caption, command in PICTURES:
            run(*command, "--report", "page.html")
            text = picture((pathlib.Path(folder) / "page.html").read_text(), caption)
            assert len(text) < LARGEST, f"{name}: {len(text)} bytes"
            (ROOT / "docs/pictures" / name).write_text(text)


if __name__ == "__main__":
    main()
