#!/usr/bin/env python3
"""Writes steps and messages of searches as functions of the ranks, as Markdown: counted, and by the
model.

    benchmarks/suite/scale_table.py build/release/cli/strider
    benchmarks/suite/scale_table.py build/release/cli/strider --count

The first command prints what was counted beside what strider model says of the same ranks, and the
model alone beyond. --count runs the searches again, on up to 64 ranks of this machine.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import tempfile

SCHEMES = ("1d", "2d", "delegate")
COUNTED_SCALE = 16
COUNTED_RANKS = (4, 16, 64)
# 2^22 vertices a rank.
MODELLED = ((1024, 32), (16384, 36), (131072, 39))
# By scheme and ranks, as --count prints them: levels, collectives, rounds, messages of all ranks, and
# of one rank in one step at most.
COUNTED = {
    ("1d", 4): (6, 8, 7, 135, 3), ("1d", 16): (6, 8, 7, 1966, 15), ("1d", 64): (6, 10, 5, 21649, 63),
    ("2d", 4): (6, 8, 15, 106, 1), ("2d", 16): (6, 8, 21, 882, 3), ("2d", 64): (6, 8, 33, 6898, 7),
    ("delegate", 4): (6, 21, 6, 198, 3), ("delegate", 16): (6, 21, 6, 2291, 15),
    ("delegate", 64): (6, 21, 6, 29275, 63),
}  # fmt: skip
# Edges that a rank reads at a time: 64 MiB with their records.
EDGES_OF_A_ROUND = 762600


def sums_of(steps, fan_out):
    """Collectives, rounds of messages, and the most ranks that one sends to in a step."""
    rounds = sum(step["times"] for step in steps if step["kind"] == "round")
    return sum(step["times"] for step in steps) - rounds, rounds, max(step[fan_out] for step in steps)


def count(program, graph, scheme, ranks):
    side = math.isqrt(ranks)
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1",
                       OMPI_MCA_hwloc_base_binding_policy="none")  # fmt: skip
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), program, "bfs", graph, "--partition", scheme,
               "--trials", "1", "--seed", "3", "--threads", "1", "--json"]  # fmt: skip
    command += ["--grid", f"{side}x{side}"] if scheme == "2d" else []
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    result = json.loads(run.stdout)
    collectives, rounds, peers = sums_of(result["traffic"]["steps"], "fan_out")
    return result["levels"], collectives, rounds, result["traffic"]["messages"], peers


def model(program, scheme, ranks, scale):
    command = [program, "model", scheme, "--scale", str(scale), "--ranks", str(ranks), "--machine", "slingshot"]
    run = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    result = json.loads(run.stdout)
    collectives, rounds, peers = sums_of(result["steps"], "peers")
    return len(result["levels"]), collectives, rounds, ranks * result["messages"], peers


def line(scheme, ranks, scale, by, numbers):
    levels, collectives, rounds, messages, peers = numbers
    # Counters of a search do not have those of the build.
    build = math.ceil(16 * 2**scale / ranks / EDGES_OF_A_ROUND) if by == "model" else ""
    cells = [scheme, ranks, scale, by, build, levels, collectives, rounds, f"{messages / ranks / levels:.1f}", peers]
    return [str(cell) for cell in cells]


def rows(program):
    for scheme in SCHEMES:
        for ranks in COUNTED_RANKS:
            yield line(scheme, ranks, COUNTED_SCALE, "counted", COUNTED[scheme, ranks])
            yield line(scheme, ranks, COUNTED_SCALE, "model", model(program, scheme, ranks, COUNTED_SCALE))
        for ranks, scale in MODELLED:
            yield line(scheme, ranks, scale, "model", model(program, scheme, ranks, scale))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="build/release/cli/strider")
    parser.add_argument("--count", action="store_true", help="print what ranks count instead")
    options = parser.parse_args()
    if options.count:
        with tempfile.TemporaryDirectory() as folder:
            graph = str(pathlib.Path(folder) / "kronecker.strider")
            command = [options.program, "generate", "kronecker", "--scale", str(COUNTED_SCALE), "-o", graph]
            subprocess.run(command, capture_output=True, check=True)
            for scheme, ranks in COUNTED:
                print(scheme, ranks, count(options.program, graph, scheme, ranks))
        return
    heads = ["scheme", "ranks", "scale", "by", "rounds of the build", "levels", "collectives", "rounds",
             "messages a rank and level", "to so many ranks"]  # fmt: skip
    for cells in [heads, ["---"] * len(heads), *rows(options.program)]:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
