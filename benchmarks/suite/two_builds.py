#!/usr/bin/env python3
"""Compares every method of two builds of Strider, in turn on one machine.

    two_builds.py BEFORE AFTER --graphs kron20.strider road.strider [--turns 5] [--threads 2]
                  [--ranks 2] [--only bfs sssp ...]

BEFORE and AFTER are folders with `strider` and `strider_benchmark`. Times on the host are the medians of
`strider_benchmark`; on ranks those that `mpirun -n RANKS strider VERB --json` reports, with the bytes and
messages that it counts, which depend on no machine. Prints a table in Markdown: median times of the
turns, and "=" or both numbers for bytes and messages.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

HOST = {
    "bfs": (["bfs", "--num-sources", "8", "--repetitions", "1", "--no-validate"],
            ["auto --layout auto", "auto", "top-down", "top-down-local", "bag", "vertex-parallel",
             "direction-optimizing"]),
    "sssp": (["sssp", "--num-sources", "4", "--repetitions", "1", "--no-validate"],
             ["auto --layout auto", "auto", "dijkstra", "bellman-ford", "delta-stepping", "near-far"]),
    "msf": (["msf", "--repetitions", "3"], ["auto", "boruvka", "kruskal", "filter-kruskal", "prim"]),
    "bc": (["bc", "--num-sources", "16", "--repetitions", "1"], ["auto"]),
    "components": (["components", "--repetitions", "7"], [""]),
}  # fmt: skip
RANKS = {
    "bfs": ["--partition 1d", "--partition 2d", "--partition delegate",
            "--partition 1d --algorithm top-down"],
    "sssp": ["--partition 1d", "--partition delegate"],
    "msf": ["", "--algorithm ghs", "--tune replicating-ranks=0"],
    "bc": ["--share replicated", "--share partitioned"],
    "components": [""],
}  # fmt: skip
RANK_OPTIONS = {"bfs": ["--trials", "8"], "sssp": ["--trials", "4"], "bc": ["--samples", "16"]}


def launcher(ranks):
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1")  # fmt: skip
    return ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)], environment


def output_of(command, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        return None
    # One object over several lines, or one a line.
    if done.stdout.startswith("{\n"):
        return [json.loads(done.stdout)]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def find(value, names):
    """The first of `names` in an object or in one inside it."""
    if not isinstance(value, dict):
        return None
    for name in names:
        if isinstance(value.get(name), (int, float)):
            return value[name]
    for inner in value.values():
        found = find(inner, names)
        if found is not None:
            return found
    return None


def host_seconds(build, verb, graph, method, threads):
    options, _ = HOST[verb]
    command = [f"{build}/strider_benchmark", options[0], graph, *options[1:], "--threads", str(threads)]
    command += ["--method", *method.split()] if method else []
    lines = output_of(command)
    return None if not lines else find(lines[-1], ["median_seconds", "source_seconds", "seconds"])


def on_ranks(build, verb, graph, options, ranks):
    command, environment = launcher(ranks)
    command += [f"{build}/strider", verb, graph, *options.split(), *RANK_OPTIONS.get(verb, []), "--threads",
                "1", "--traffic", "--json"]  # fmt: skip
    lines = output_of(command, environment)
    if not lines:
        return None
    report = lines[-1]
    traffic = report.get("traffic", {})
    return (find(report, ["time_s"]), traffic.get("bytes_sent"),
            traffic.get("messages"))  # fmt: skip


def in_turn(turns, builds, measure):
    found = [[measure(build) for build in builds] for _ in range(turns)]
    return None if any(None in turn for turn in found) else list(zip(*found))


def same(before, after):
    return "=" if before == after else f"{before} → {after}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--graphs", nargs="+", required=True)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--only", nargs="+", default=list(HOST))
    options = parser.parse_args()
    builds = [options.before, options.after]
    print("| method | graph | before ms | after ms | after / before | bytes | messages |")
    print("|---|---|--:|--:|--:|--:|--:|")

    def row(name, graph, times, bytes_sent="", messages=""):
        before, after = (1e3 * statistics.median(column) for column in times)
        print(f"| {name} | {os.path.basename(graph)} | {before:.2f} | {after:.2f} | {after / before:.2f} | "
              f"{bytes_sent} | {messages} |", flush=True)  # fmt: skip

    for verb in options.only:
        for graph in options.graphs:
            for method in HOST[verb][1]:
                times = in_turn(options.turns, builds,
                                lambda build: host_seconds(build, verb, graph, method, options.threads))  # fmt: skip
                if times is not None:
                    row(f"{verb} {method}", graph, times)
                else:
                    print(f"two_builds: {verb} {method} {graph}: not in both", file=sys.stderr)
            for method in RANKS[verb]:
                found = in_turn(options.turns, builds,
                                lambda build: on_ranks(build, verb, graph, method, options.ranks))  # fmt: skip
                if found is None:
                    print(f"two_builds: {verb} {method} {graph} on ranks: not in both", file=sys.stderr)
                    continue
                times = [[one[0] for one in column] for column in found]
                last = [column[-1] for column in found]
                row(f"{verb} on {options.ranks} ranks {method}", graph, times, same(last[0][1], last[1][1]),
                    same(last[0][2], last[1][2]))  # fmt: skip


if __name__ == "__main__":
    main()
