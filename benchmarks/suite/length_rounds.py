#!/usr/bin/env python3
"""What searches by lengths on a device take: looks at arcs and barriers of a block, counted.

    benchmarks/suite/length_rounds.py NAME=GRAPH.wel ... [--sources 3] [--block 256]
    benchmarks/suite/length_rounds.py NAME=GRAPH.el ... --weights 255

A model of src/algorithms/bc/gpu/length_distances.hpp: near-far piles, where the vertices of a round
relax their arcs one after the other, and the same with the bound at infinity, which are the rounds
of Bellman and Ford. Lengths of 64 bits take a barrier a round, of 128 bits two. A graph is an
undirected edge list with weights; --weights W draws them, from 1 to W.
"""

import argparse
import random

FAR = 1 << 62


class Graph:
    """Rows of (target, length), both directions of each edge."""

    def __init__(self, path, most, seed):
        draw = random.Random(seed)
        numbers = {}
        self.rows = []
        lengths = []
        with open(path, encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if not words or words[0][0] in "#%":
                    continue
                u, v = (numbers.setdefault(word, len(numbers)) for word in words[:2])
                # Decimals are whole multiples of a millionth.
                length = draw.randint(1, most) if most else round(float(words[2]) * 1_000_000)
                self.rows += [[] for _ in range(len(numbers) - len(self.rows))]
                self.rows[u].append((v, length))
                self.rows[v].append((u, length))
                lengths.append(length)
        self.num_arcs = 2 * len(lengths)
        self.delta = FAR
        if min(lengths) < max(lengths):
            # 32 mean lengths over the mean degree.
            self.delta = max(1, int(32 * sum(lengths) / len(lengths) * len(self.rows) / self.num_arcs))


def search(graph, source, delta, block):
    """(looks at arcs, rounds, barriers of splits)"""
    distances = [FAR] * len(graph.rows)
    distances[source] = 0
    near, pile = [source], set()
    bound = delta
    looks = rounds = splits = 0
    while near or pile:
        if near:
            rounds += 1
            following = set()
            for u in near:
                looks += len(graph.rows[u])
                for v, length in graph.rows[u]:
                    if distances[u] + length < distances[v]:
                        distances[v] = distances[u] + length
                        (following if distances[v] <= bound else pile).add(v)
            near = list(following)
        else:
            splits += 2 + -(-len(pile) // block)
            waiting = [v for v in pile if distances[v] > bound]
            if waiting:
                bound = min(FAR, min(distances[v] for v in waiting) + delta)
            near = [v for v in waiting if distances[v] <= bound]
            pile = {v for v in waiting if distances[v] > bound}
    return looks, rounds, splits


def row(name, graph, sources, block):
    """The table's line of a graph: means over sources that stand evenly apart."""
    n = len(graph.rows)
    cells = [name, f"{n:,}", f"{graph.num_arcs:,}"]
    for delta in (FAR, graph.delta):
        found = [search(graph, (i + 1) * n // (sources + 1), delta, block) for i in range(sources)]
        looks, rounds, splits = (sum(column) / sources for column in zip(*found))
        cells.append(f"{looks / graph.num_arcs:.3g} m, {rounds + splits:.0f}")
    cells.append(f"{2 * rounds + splits:.0f}")
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="+", metavar="NAME=GRAPH")
    parser.add_argument("--weights", type=int, default=0, help="draw them from 1 to so much")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", type=int, default=3)
    parser.add_argument("--block", type=int, default=256, help="threads of a block")
    options = parser.parse_args()
    print("| graph | n | m | bound at infinity | near-far | barriers, 128 bits |")
    print("|---|---|---|---|---|---|")
    for graph in options.graphs:
        name, _, path = graph.rpartition("=")
        found = Graph(path, options.weights, options.seed)
        print(row(name or path, found, options.sources, options.block), flush=True)


if __name__ == "__main__":
    main()
