#!/usr/bin/env python3
"""Tables and plots of betweenness: how frontiers grow, and its methods against each other.

    benchmarks/suite/bc_figures.py frontiers STRIDER GRAPH ... [--roots 3] -o TABLE.tsv
    benchmarks/suite/bc_figures.py methods STRIDER_BENCHMARK GRAPH ... [--device cuda] -o TABLE.tsv
    benchmarks/suite/bc_figures.py plot TABLE.tsv -o PLOT.svg

These are Figures 5 and 6 of McLaughlin, "Accelerating Graph Betweenness Centrality with CUDA": the
share of a graph's vertices on each level of searches from random roots, and how many times as fast
as edge-parallel the other methods are. GRAPH may be NAME=FILE. Methods take turns, `--turns` times.
"""

import argparse
import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys

import panels

METHODS = ["edge-parallel", "vertex-parallel", "work-efficient", "hybrid", "auto"]


def lines_of(command):
    run = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout


def named(graph):
    """(name, file) of NAME=FILE, or of FILE, whose name is what stands before the first dot."""
    name, equals, path = graph.partition("=")
    return (name, path) if equals else (pathlib.Path(graph).name.split(".")[0], graph)


def frontiers(options):
    """A row a level of a search."""
    for name, path in map(named, options.graphs):
        for seed in range(1, options.roots + 1):
            found = json.loads(lines_of([options.program, "bfs", path, "--trials", 1, "--seed", seed, "--json",
                                         "--no-progress"]))
            for level in found["frontier"]:
                yield {"graph": name, "vertices": found["vertices"], "root": found["source"],
                       "level": level["level"], "frontier": level["vertices"]}


def methods(options):
    """A row a graph and method."""
    for name, path in map(named, options.graphs):
        seconds = {method: [] for method in METHODS}
        for _ in range(options.turns):
            for method, times in seconds.items():
                device = ["--device", options.device] if options.device else []
                line = json.loads(lines_of([options.program, "bc", path, "--method", method, "--repetitions", 1,
                                            "--num-sources", options.num_sources, *device]).splitlines()[-1])
                times.append(line["source_seconds"])
        for method, times in seconds.items():
            yield {"graph": name, "vertices": line["vertices"], "edges": line["edges"], "method": method,
                   "source_seconds": f"{statistics.median(times):.4g}", "best_seconds": f"{min(times):.4g}",
                   "times_edge_parallel": f'{statistics.median(seconds["edge-parallel"]) / statistics.median(times):.3g}'}


def plot_frontiers(rows, path):
    graphs = {}
    for row in rows:
        roots = graphs.setdefault((row["graph"], int(row["vertices"])), {})
        roots.setdefault(row["root"], []).append(100 * int(row["frontier"]) / int(row["vertices"]))
    panels.write(path, [lambda left, name=name, roots=roots: panels.steps(
        left, f"{name}: vertices of a level, %", roots, "level") for (name, _), roots in graphs.items()],
        [f"root {place}" for place in range(1, 1 + max(map(len, graphs.values())))])


def plot_methods(rows, path):
    others = [method for method in METHODS if method != "edge-parallel"]
    graphs = {}
    for row in rows:
        if row["method"] in others:
            graphs.setdefault(row["graph"], {})[row["method"]] = float(row["times_edge_parallel"])
    every = {method: math.exp(statistics.fmean(math.log(parts[method]) for parts in graphs.values()))
             for method in others}
    panels.write(path, [lambda left: panels.groups(
        left, "times as fast as edge-parallel", [*graphs.items(), ("mean", every)], 2 * panels.WIDTH, one=1)], others)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb, make in (("frontiers", frontiers), ("methods", methods)):
        table = verbs.add_parser(verb)
        table.add_argument("program")
        table.add_argument("graphs", nargs="+")
        table.set_defaults(make=make)
        table.add_argument("-o", "--output", required=True)
    verbs.choices["frontiers"].add_argument("--roots", type=int, default=3)
    verbs.choices["methods"].add_argument("--turns", type=int, default=3)
    verbs.choices["methods"].add_argument("--num-sources", type=int, default=4)
    verbs.choices["methods"].add_argument("--device", help="default: the host")
    plot = verbs.add_parser("plot")
    plot.add_argument("table")
    plot.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    if options.verb == "plot":
        with open(options.table, encoding="utf-8") as table:
            rows = list(csv.DictReader(table, delimiter="\t"))
        (plot_methods if "method" in rows[0] else plot_frontiers)(rows, options.output)
        return
    writer = None
    with open(options.output, "w", encoding="utf-8", newline="") as out:
        for row in options.make(options):
            if writer is None:
                writer = csv.DictWriter(out, list(row), delimiter="\t", lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
            print(*row.values(), file=sys.stderr)


if __name__ == "__main__":
    main()
