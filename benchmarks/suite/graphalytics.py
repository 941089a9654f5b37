#!/usr/bin/env python3
"""Runs the kernels of LDBC Graphalytics on data sets of its format.

    graphalytics.py [--strider PROGRAM] [--threads N] G.properties ...

Prints the time of each kernel, and whether its result agrees with the reference G-KERNEL beside the data
set, by the rules of the benchmark: levels and labels are equal, components are equal but for their names,
real numbers differ by at most 0.01 %. Exit status 1 if one does not agree.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

UNREACHED = {"infinity": "inf", "Infinity": "inf"}


def read_properties(path):
    lines = (line.split("=", 1) for line in path.read_text().splitlines() if "=" in line and line[0] != "#")
    prefix = f"graph.{path.stem}."
    return {key.strip().removeprefix(prefix): value.strip() for key, value in lines}


def command_of(kernel, properties):
    options = {
        "bfs": lambda: ["bfs", "--source", properties["bfs.source-vertex"]],
        "pr": lambda: ["pagerank", "--damping", properties["pr.damping-factor"],
                       "--iterations", properties["pr.num-iterations"]],
        "wcc": lambda: ["components"],
        "cdlp": lambda: ["cdlp", "--iterations", properties["cdlp.max-iterations"]],
        "lcc": lambda: ["lcc"],
        "sssp": lambda: ["sssp", "--source", properties["sssp.source-vertex"]],
    }
    return options[kernel]()


def read_result(path):
    return dict(line.split() for line in path.read_text().splitlines() if line.strip())


def near(found, expected):
    found, expected = (float(UNREACHED.get(value, value)) for value in (found, expected))
    return found == expected or abs(found - expected) <= 1e-4 * expected


def agrees(kernel, found, expected):
    if found.keys() != expected.keys():
        return False
    pairs = [(found[vertex], expected[vertex]) for vertex in expected]
    if kernel == "wcc":
        return len(set(pairs)) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    if kernel in ("bfs", "cdlp"):
        return all(a == b for a, b in pairs)
    return all(near(a, b) for a, b in pairs)


def run(arguments, path):
    properties = read_properties(path)
    directed = "--directed" if properties["directed"] == "true" else "--undirected"
    all_agree = True
    for kernel in (name.strip() for name in properties["algorithms"].split(",")):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "result.ldbc"
            graph = str(path.parent / properties["edge-file"])
            verb, *options = command_of(kernel, properties)
            report = subprocess.run(
                [arguments.strider, verb, graph, directed, *options, "--json", "-o", str(output),
                 "--threads", str(arguments.threads)],
                check=True, capture_output=True, text=True)
            seconds = json.loads(report.stdout)["time_s"]
            reference = path.parent / f"{path.stem}-{kernel.upper()}"
            verdict = "no reference"
            if reference.exists():
                same = agrees(kernel, read_result(output), read_result(reference))
                verdict = "agrees" if same else "DIFFERS"
                all_agree = all_agree and same
        print(f"{path.stem}\t{kernel}\t{seconds:.6f}\t{verdict}")
    return all_agree


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strider", default="strider")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("properties", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.threads == 0:
        import os

        arguments.threads = len(os.sched_getaffinity(0))
    results = [run(arguments, path) for path in arguments.properties]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
