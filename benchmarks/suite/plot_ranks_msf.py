#!/usr/bin/env python3
"""Draws tables of ranks_msf_tables.py, as SVG.

    benchmarks/suite/plot_ranks_msf.py optimizations TABLE.tsv -o PLOT.svg
    benchmarks/suite/plot_ranks_msf.py profile TABLE.tsv -o PLOT.svg
    benchmarks/suite/plot_ranks_msf.py messages TABLE.tsv -o PLOT.svg
    benchmarks/suite/plot_ranks_msf.py packets TABLE.tsv -o PLOT.svg
    benchmarks/suite/plot_ranks_msf.py counts TABLE.tsv -o PLOT.svg

optimizations and profile are Figures 2 and 3 of Mazeev, Semenov and Simonov (2016), of the table
optimizations; messages and packets are of the largest scale of graphs, counts of counts. Where a run
was repeated, its mean is drawn.
"""

import argparse
import csv

import panels
from ranks_msf_tables import PARTS, STEPS, TYPES

STEP_NAMES = {"none": "none", "binary": "+ binary search", "hash": "+ hash table",
              "test queue": "+ Test queue", "compressed": "+ compression", "parked": "+ waiting at vertices",
              "counting": "+ end by counting"}


def mean(rows, column):
    values = [float(row[column]) for row in rows]
    return sum(values) / len(values)


def over_ranks(rows, value):
    """[(ranks, value(rows of so many ranks))]"""
    ranks = sorted({int(row["ranks"]) for row in rows})
    return [(p, value([row for row in rows if int(row["ranks"]) == p])) for p in ranks]


def optimizations(rows):
    seconds = {STEP_NAMES[step]: over_ranks([row for row in rows if row["set"] == step],
                                            lambda some: mean(some, "seconds")) for step in STEPS}
    scaling = {name: [(ranks, points[0][1] / value) for ranks, value in points]
               for name, points in seconds.items()}
    return [lambda left: panels.lines(left, "seconds", seconds),
            lambda left: panels.lines(left, "times as fast as one rank", scaling, logarithmic=False)], seconds


def profile(rows):
    def shares(step):
        for ranks in sorted({int(row["ranks"]) for row in rows}):
            some = [row for row in rows if row["set"] == step and int(row["ranks"]) == ranks]
            whole = mean(some, "seconds") / 100
            # "waiting" is what the others leave of a rank's time.
            yield f"{ranks} rank{'s' if ranks > 1 else ''}", {part: mean(some, part) / whole for part in PARTS}
    return [lambda left: panels.bars(left, "with the hash table alone, % of the time", list(shares("hash"))),
            lambda left: panels.bars(left, "with all, % of the time", list(shares("counting")))], PARTS


def graph_name(name):
    kind, scale = name.split(":")
    return f"{kind}, scale {scale}"


def of_largest_scale(rows):
    def scale(row):
        return int(row["graph"].split(":")[1])
    largest = max(map(scale, rows))
    return [row for row in rows if scale(row) == largest]


def messages(rows):
    rows = of_largest_scale(rows)
    most = max(int(row["ranks"]) for row in rows)

    def stacks(suffix):
        for row in rows:
            if int(row["ranks"]) == most:
                yield graph_name(row["graph"]), {name: int(row[name + suffix]) / int(row["edges"])
                                                 for name in TYPES}
    return [lambda left: panels.bars(left, f"messages an edge, {most} ranks", list(stacks(""))),
            lambda left: panels.bars(left, "of these, to another rank", list(stacks(" wired")))], TYPES


def packets(rows):
    rows = [row for row in of_largest_scale(rows) if int(row["ranks"]) > 1]
    graphs = sorted({row["graph"] for row in rows})
    sizes = {graph_name(graph): over_ranks([row for row in rows if row["graph"] == graph],
                                           lambda some: mean(some, "bytes") / mean(some, "messages"))
             for graph in graphs}
    seconds = {graph_name(graph): over_ranks([row for row in rows if row["graph"] == graph],
                                             lambda some: mean(some, "seconds")) for graph in graphs}
    return [lambda left: panels.lines(left, "bytes a packet", sizes),
            lambda left: panels.lines(left, "seconds", seconds)], sizes


def counts(rows):
    methods = {"auto": [row for row in rows if row["method"] == "auto" and not row["set"]],
               "auto, in rounds": [row for row in rows if row["set"] == "rounds"],
               "ghs": [row for row in rows if row["method"] == "ghs" and not row["set"]]}

    def a_rank(column):
        return {name: [(ranks, value / ranks) for ranks, value in
                       over_ranks(some, lambda same: mean(same, column))] for name, some in methods.items()}

    levels = {name: over_ranks(some, lambda same: mean(same, "levels")) for name, some in methods.items()}
    chains = {name: over_ranks(methods[name], lambda same: mean(same, "steps"))
              for name in ("auto", "auto, in rounds")}
    for kind, name in (("wired", "ghs"), ("messages", "ghs, within ranks too")):
        chains[name] = over_ranks([row for row in rows if row["set"] == f"chains of {kind}"],
                                  lambda same: mean(same, "longest_chain"))
    return [lambda left: panels.lines(left, "messages a rank", a_rank("messages")),
            lambda left: panels.lines(left, "bytes a rank", a_rank("bytes")),
            lambda left: panels.lines(left, "rounds, or levels", levels, logarithmic=False),
            lambda left: panels.lines(left, "steps, or longest chain of messages to ranks", chains)], chains


def main():
    plots = {plot.__name__: plot for plot in (optimizations, profile, messages, packets, counts)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plot", choices=list(plots))
    parser.add_argument("table")
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    with open(options.table, encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    drawn, names = plots[options.plot](rows)
    panels.write(options.output, drawn, list(names))


if __name__ == "__main__":
    main()
