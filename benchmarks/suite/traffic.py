#!/usr/bin/env python3
"""Counts what distributed searches send: bytes and messages a search, by scheme, encoding and ranks.

    benchmarks/suite/traffic.py STRIDER --scale 16 --ranks 1 4 16 64 [--encodings auto list ...]
                                [--schemes 1d 2d delegate] [--roots 16] [-o TABLE.tsv]

Runs `strider graph500` under mpirun for each of them and writes one line each. Strider's counts are
the same on any machine, however many cores it has; times are not measured here. Beside each count
stands an estimate, not a count, of what the reference program of Graph500 sends: 13 bytes for each
edge walked, from both ends, whose two ends have different owners, where owners are as good as
random.
"""

import argparse
import json
import os
import subprocess
import sys

COLUMNS = ["scheme", "direction", "encoding", "scale", "ranks", "bytes", "messages",
           "reference_estimated", "estimated_over_bytes", "expand", "fold", "reduce", "exchange",
           "predecessors", "control"]


def launcher(ranks):
    """mpirun for more ranks than cores, as any user, root in a container included."""
    command = ["mpirun", "-n", str(ranks)]
    version = subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    if "Open MPI" in version:
        command[1:1] = ["--oversubscribe", "--bind-to", "none"]
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_mpi_yield_when_idle="1")
    return command, environment


def run(options, scheme, direction, encoding, ranks):
    command, environment = launcher(ranks)
    command += [options.strider, "graph500", "--scale", str(options.scale), "--roots",
                str(options.roots), "--partition", scheme, "--algorithm", direction, "--encoding",
                encoding, "--threads", "1", "--skip-validation", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True,
                          timeout=options.timeout)
    if done.returncode != 0:
        sys.exit(f"traffic: {' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def row(options, scheme, direction, encoding, ranks):
    report = run(options, scheme, direction, encoding, ranks)
    searches = options.roots
    traffic = report["traffic"]
    # Both ways over every edge between different ranks; owners are as good as random.
    crossing = 2 * report["mean_nedge"] * (1 - 1 / ranks)
    reference = 13 * crossing
    sent = traffic["bytes_sent"] / searches
    phases = {name: phase["bytes_sent"] / searches for name, phase in traffic["by_phase"].items()}
    values = {
        "scheme": scheme, "direction": direction, "encoding": encoding, "scale": options.scale,
        "ranks": ranks, "bytes": round(sent), "messages": round(traffic["messages"] / searches),
        "reference_estimated": round(reference),
        "estimated_over_bytes": f"{reference / sent:.1f}" if sent else "",
    }
    values.update({name: round(phases.get(name, 0)) for name in COLUMNS[9:15]})
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("strider", help="the program")
    parser.add_argument("--scale", type=int, default=16)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--schemes", nargs="+", default=["1d", "2d", "delegate"])
    parser.add_argument("--encodings", nargs="+",
                        default=["auto", "threshold", "list", "bitmap", "varint"])
    parser.add_argument("--directions", nargs="+", default=["direction-optimizing", "top-down"])
    parser.add_argument("--roots", type=int, default=16)
    parser.add_argument("--timeout", type=float, default=600, help="seconds a run may take")
    parser.add_argument("-o", "--output", help="the table, tab-separated (default: stdout)")
    options = parser.parse_args()
    out = open(options.output, "w", encoding="utf-8") if options.output else sys.stdout
    print("\t".join(COLUMNS), file=out)
    for scheme in options.schemes:
        for direction in options.directions:
            for encoding in options.encodings:
                for ranks in options.ranks:
                    values = row(options, scheme, direction, encoding, ranks)
                    print("\t".join(str(values[name]) for name in COLUMNS), file=out, flush=True)


if __name__ == "__main__":
    main()
