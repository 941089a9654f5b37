#!/usr/bin/env python3
"""Runs benchmark_ranks_msf on ranks and writes a table of what it prints, a row a run.

    benchmarks/suite/ranks_msf_tables.py optimizations BENCHMARK --scale 18 --ranks 1 2 4 8 -o TABLE.tsv
    benchmarks/suite/ranks_msf_tables.py graphs BENCHMARK --scale 20 --ranks 1 2 4 8 -o TABLE.tsv
    benchmarks/suite/ranks_msf_tables.py counts BENCHMARK --scale 14 --ranks 1 2 4 8 16 32 64 -o TABLE.tsv

optimizations: GHS with one optimization after the other. graphs: GHS on R-MAT, SSCA2 and uniform
graphs. counts: the default, also with rounds to the end instead of one rank for the rest, and GHS,
also with its longest chains, for which messages are longer. Weights are float. --lines FILE writes
a table of lines that the benchmark printed earlier instead; "step", put in front of a line, is its
set.
"""

import argparse
import json
import os
import subprocess
import sys

PARTS = ["reading messages", "serving the queue", "serving tests", "sending", "waiting"]
TYPES = ["connect", "initiate", "test", "accept", "reject", "report", "change-core"]
COLUMNS = ["set", "method", "graph", "edges", "ranks", "seconds", "levels", "steps", "longest_chain",
           "messages", "bytes", "postponed", *PARTS, *TYPES, *(f"{name} wired" for name in TYPES)]

# From the last one on, each has what stands before it.
SWITCHES = [("lookup", "linear", "binary", "hash"), ("test-queue", "shared", "separate"),
            ("messages", "plain", "compressed"), ("postponed", "queue", "vertex"),
            ("finish-test", "all-reduce", "counting")]
STEPS = ["none", "binary", "hash", "test queue", "compressed", "parked", "counting"]


def optimization_steps():
    """[(name, options)], each with one more switched on than the one before it."""
    now = {switch: values[0] for switch, *values in SWITCHES}
    changes = [(switch, value) for switch, _, *values in SWITCHES for value in values]
    steps = []
    for name, change in zip(STEPS, [None, *changes]):
        if change:
            now[change[0]] = change[1]
        steps.append((name, [word for switch, value in now.items() for word in (f"--{switch}", value)]))
    return steps


def runs(options):
    """(set, graph, arguments) of each run."""
    ghs = ["--method", "ghs"]
    if options.table == "optimizations":
        for _ in range(options.turns):
            for name, switches in optimization_steps():
                yield name, f"rmat:{options.scale}", ghs + switches
    elif options.table == "graphs":
        for kind in ("rmat", "ssca2", "uniform"):
            yield "", f"{kind}:{options.scale}", ghs
    else:
        yield "", f"rmat:{options.scale}", ["--method", "auto"]
        yield "rounds", f"rmat:{options.scale}", ["--method", "auto", "--gather-edges", "0",
                                                      "--replicating-ranks", "0"]
        yield "", f"rmat:{options.scale}", ghs
        for chains in ("messages", "wired"):
            yield f"chains of {chains}", f"rmat:{options.scale}", [*ghs, "--chains", chains]


def launcher(ranks):
    """mpirun for more ranks than cores, as any user, root in a container included."""
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1",
                       OMPI_MCA_hwloc_base_binding_policy="none")
    command = ["mpirun", "-n", str(ranks)]
    version = subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    return command + (["--oversubscribe"] if "Open MPI" in version else []), environment


def measure(options):
    for ranks in options.ranks:
        for name, graph, arguments in runs(options):
            command, environment = launcher(ranks)
            command += [options.benchmark, graph, "--weights", "float", "--repetitions", "1", *arguments]
            done = subprocess.run(command, env=environment, capture_output=True, text=True,
                                  timeout=options.timeout)
            if done.returncode != 0:
                sys.exit(f"ranks_msf_tables: {' '.join(command)}: status {done.returncode}: "
                         f"{done.stderr.strip()}")
            yield {"step": name, **json.loads(done.stdout)}


def row(line):
    """Sums of all ranks, but seconds of parts: the mean of the ranks."""
    values = {name: line.get(name, "") for name in ("method", "graph", "edges", "ranks", "levels", "steps",
                                                    "messages", "bytes", "postponed")}
    values["set"] = line.get("step", "")
    values["seconds"] = f"{line['median_seconds']:.4f}"
    if line.get("longest_chain", 0) > 0 or values["set"].startswith("chains"):
        values["longest_chain"] = line["longest_chain"]
    for part in PARTS:
        if part in line["parts"]:
            values[part] = f"{line['parts'][part]:.4f}"
    for name, sums in line.get("message_types", {}).items():
        values[name] = sums["sent"]
        values[f"{name} wired"] = sums["wired"]
    return "\t".join(str(values.get(name, "")) for name in COLUMNS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", choices=["optimizations", "graphs", "counts"])
    parser.add_argument("benchmark", nargs="?", help="the program")
    parser.add_argument("--scale", type=int, default=18)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--turns", type=int, default=2, help="of optimizations: how often all are run")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a run may take")
    parser.add_argument("--lines", nargs="+", help="files of lines that were printed earlier")
    parser.add_argument("-o", "--output", required=True, help="the table, tab-separated")
    options = parser.parse_args()
    if bool(options.lines) == bool(options.benchmark):
        parser.error("either a program or --lines")
    if options.lines:
        lines = (json.loads(line) for path in options.lines for line in open(path, encoding="utf-8"))
    else:
        lines = measure(options)
    with open(options.output, "w", encoding="utf-8") as out:
        print("\t".join(COLUMNS), file=out)
        for line in lines:
            print(row(line), file=out, flush=True)


if __name__ == "__main__":
    main()
