#!/usr/bin/env python3
"""Makes this folder from a clone of github.com/ldbc/ldbc_graphalytics:

    make_data.py CLONE

The example graphs are copied. The test graphs, which its unit tests read as adjacency lists, become
.v and .e files; their parameters are those of its config-template/graphs.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
VALIDATION = "graphalytics-validation/src/main/resources/validation-graphs"
KERNELS = ("bfs", "cdlp", "lcc", "pr", "sssp", "wcc")


def write_edges(name, vertices, edges):
    (HERE / f"{name}.v").write_text("".join(f"{v}\n" for v in sorted(vertices, key=int)))
    order = sorted(edges, key=lambda edge: (int(edge[0]), int(edge[1])))
    (HERE / f"{name}.e").write_text("".join(" ".join(edge) + "\n" for edge in order))


def copy_examples(clone):
    source = clone / VALIDATION / "example"
    for kind in ("directed", "undirected"):
        name = f"example-{kind}"
        for suffix in [".v", ".e"] + [f"-{kernel.upper()}" for kernel in KERNELS]:
            (HERE / f"{name}{suffix}").write_text((source / f"{name}{suffix}").read_text().strip() + "\n")


def convert_tests(clone):
    for kernel in KERNELS:
        for kind, short in (("directed", "dir"), ("undirected", "undir")):
            source = clone / VALIDATION / kernel
            name = f"test-{kernel}-{kind}"
            if kernel == "sssp":
                vertices = set((source / f"{short}-input.v").read_text().split())
                edges = {tuple(line.split()) for line in (source / f"{short}-input.e").read_text().splitlines() if line}
            else:
                rows = [line.split() for line in (source / f"{short}-input").read_text().splitlines() if line.strip()]
                vertices = {row[0] for row in rows} | {end for row in rows for end in row[1:]}
                edges = {(row[0], end) for row in rows for end in row[1:]}
            if kind == "undirected":
                edges = {tuple(sorted(edge[:2], key=int)) + edge[2:] for edge in edges}
            write_edges(name, vertices, edges)
            output = (source / f"{short}-output").read_text().strip() + "\n"
            (HERE / f"{name}-{kernel.upper()}").write_text(output)


def copy_properties(clone):
    for path in sorted((clone / "config-template/graphs").glob("*.properties")):
        if not re.match(r"(example|test)-", path.name):
            continue
        lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
        (HERE / path.name).write_text("\n".join(lines) + "\n")


def main():
    clone = pathlib.Path(sys.argv[1])
    copy_examples(clone)
    convert_tests(clone)
    copy_properties(clone)


if __name__ == "__main__":
    main()
