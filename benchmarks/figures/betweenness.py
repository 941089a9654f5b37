"""McLaughlin 2014, "Accelerating Graph Betweenness Centrality with CUDA"."""

import math

from draw import Plot
from figure import Figure, Table

PAPER = "McLaughlin 2014"
METHODS = ["edge-parallel", "vertex-parallel", "work-efficient", "hybrid", "auto"]
ROOTS = 3


def graphs(program, size):
    """Files by name: those given, else a mesh, a social and a random graph."""
    if program.graphs:
        return program.graphs
    scale = size.scale - 4 if size.name != "tiny" else size.scale - 2
    return {"grid": program.graph("grid", scale), "kronecker": program.graph("kronecker", scale),
            "uniform": program.graph("uniform", scale, "--edge-factor", 4)}  # fmt: skip


def measure_frontiers(program, size, case):
    for name, path in graphs(program, size).items():
        found = program.run("bfs", path, "--trials", 1, "--seed", case["seed"])
        for level in found["frontier"]:
            yield {"graph": name, "vertices": found["vertices"], "root": found["source"], "level": level["level"],
                   "frontier": level["vertices"]}  # fmt: skip


def frontiers(rows):
    plots = []
    for name in dict.fromkeys(row["graph"] for row in rows):
        plot = Plot(name, "level", "% of the vertices", x="linear", y="linear")
        own = [row for row in rows if row["graph"] == name]
        for place, seed in enumerate(dict.fromkeys(row["seed"] for row in own), 1):
            plot.line(f"root {place}", [(row.num("level"), 100 * row.num("frontier") / row.num("vertices"))
                                        for row in own if row["seed"] == seed])  # fmt: skip
        plots.append(plot)
    return plots


def depths(rows):
    words = []
    for name in dict.fromkeys(row["graph"] for row in rows):
        own = [row for row in rows if row["graph"] == name]
        most = max(100 * row.num("frontier") / row.num("vertices") for row in own)
        words.append(f"{name}: {1 + max(int(row.num('level')) for row in own)} levels, the largest {most:.1f} %")
    return "; ".join(words) + "."


def measure_methods(program, size, case):
    for name, path in graphs(program, size).items():
        found = program.run("bc", path, "--samples", size.sources, "--seed", 2, "--algorithm", case["method"])
        yield {"graph": name, "vertices": found["vertices"], "edges": found["edges"],
               "source_s": found["time_s"] / found["sources"]}  # fmt: skip


def speedups(rows):
    """{graph: {method: times as fast as edge-parallel}}, and the geometric mean of graphs."""
    graphs_of = {}
    for row in rows:
        graphs_of.setdefault(row["graph"], {})[row["method"]] = row.num("source_s")
    times = {graph: {method: own["edge-parallel"] / own[method] for method in METHODS[1:] if own.get(method)}
             for graph, own in graphs_of.items() if own.get("edge-parallel")}  # fmt: skip
    mean = {method: math.exp(sum(math.log(own[method]) for own in times.values()) / len(times)) for method in METHODS[1:]
            if times and all(method in own for own in times.values())}  # fmt: skip
    return {**times, "mean": mean}


def methods(rows):
    plot = Plot("times as fast as edge-parallel", "graph", "")
    for graph, times in speedups(rows).items():
        plot.group(graph, times)
    return [plot.level(1, "edge-parallel").level(2.71, "hybrid, published mean")]


def mean_speedup(rows):
    mean = speedups(rows)["mean"]
    return ", ".join(f"{method} {times:.2f} times" for method, times in mean.items()) + ", on the cores of a host."


TABLES = [
    Table("betweenness-frontiers", ["seed"], lambda size: [{"seed": seed} for seed in range(1, ROOTS + 1)],
          lambda *words: list(measure_frontiers(*words)), "host", files=True),
    Table("betweenness-methods", ["method"], lambda size: [{"method": method} for method in METHODS],
          lambda *words: list(measure_methods(*words)), "host", files=True),
]  # fmt: skip

FIGURES = [
    Figure("mclaughlin-5", f"{PAPER}, Figure 5", "frontiers from three roots", "betweenness-frontiers", frontiers,
           "The share of the vertices on each level of searches from three random roots, of the files given by `--graph`, or of a "
           "grid, a Kronecker and a uniform random graph.",
           "road networks have many levels of few vertices, social networks few levels of many.", depths),
    Figure("mclaughlin-6", f"{PAPER}, Figure 6", "methods against edge-parallel", "betweenness-methods", methods,
           "How many times as fast as edge-parallel a source is with the other methods, on the host.",
           "on a GPU sampling (here hybrid) is 2.71 times as fast on average, and about ten times on roads and meshes.",
           mean_speedup),
]  # fmt: skip
