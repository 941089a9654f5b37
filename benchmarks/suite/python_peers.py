#!/usr/bin/env python3
"""Times whole calls of the Python package and of its peers, in turn, from data in memory.

    python_peers.py [--turns T] [--limit SECONDS] [--without PROGRAM]... GRAPH.strider ...

Each program gets the graph in the form in which its users have it: Strider and scipy a CSR matrix with
int32 indices and offsets, the others their own graph, made beforehand. A call includes what it
makes of that, and its result as an array, list or dictionary. A peer that took longer than --limit on
its first turn is not called again. Prints a row a graph, algorithm and program: the median, the
fastest, and how many times as long as Strider's median it took. Peers that are not installed are left
out. At the end: the times of imports.
"""

import argparse
import importlib
import statistics
import subprocess
import sys
import time

import numpy as np

import strider

SOURCES = 64


class Data:
    """A graph, its matrix, and sources with an edge."""

    def __init__(self, path):
        graph = strider.read_graph(path)
        self.matrix = graph.to_scipy()
        self.matrix.data = self.matrix.data.astype(np.float64)
        self.directed = graph.directed
        with_edges = np.flatnonzero(np.diff(graph.indptr))
        self.sources = np.random.default_rng(1).choice(with_edges, SOURCES, replace=False).tolist()
        self.source = self.sources[0]

    def edges(self):
        """Each undirected edge once."""
        coo = self.matrix.tocoo()
        listed = np.ones(coo.nnz, bool) if self.directed else coo.row <= coo.col
        return coo.row[listed], coo.col[listed], coo.data[listed]


def strider_calls(data):
    graph = strider.Graph.from_csr(data.matrix, directed=data.directed)
    kept = graph.prepare()

    def from_matrix():
        return strider.Graph.from_csr(data.matrix, directed=data.directed)

    return {
        "bfs": lambda: strider.bfs(from_matrix(), data.source).levels,
        "bfs, graph kept": lambda: strider.bfs(graph, data.source).levels,
        "bfs, graph laid out": lambda: strider.bfs(kept, data.source).levels,
        "sssp": lambda: strider.shortest_paths(from_matrix(), data.source).distances,
        "sssp, graph kept": lambda: strider.shortest_paths(graph, data.source).distances,
        "sssp, graph laid out": lambda: strider.shortest_paths(kept, data.source).distances,
        "msf": lambda: strider.minimum_spanning_forest(from_matrix()).u,
        "bc": lambda: strider.betweenness_centrality(from_matrix(), sources=data.sources),
    }


def scipy_calls(data):
    csgraph = importlib.import_module("scipy.sparse.csgraph")
    return {
        "bfs": lambda: csgraph.breadth_first_order(data.matrix, data.source),
        "sssp": lambda: csgraph.dijkstra(data.matrix, indices=data.source),
        "msf": lambda: csgraph.minimum_spanning_tree(data.matrix),
    }


def networkx_calls(data):
    networkx = importlib.import_module("networkx")
    graph = networkx.from_scipy_sparse_array(
        data.matrix, create_using=networkx.DiGraph if data.directed else networkx.Graph
    )
    return {
        "bfs": lambda: networkx.single_source_shortest_path_length(graph, data.source),
        "sssp": lambda: networkx.single_source_dijkstra_path_length(graph, data.source),
        "msf": lambda: list(networkx.minimum_spanning_edges(graph, data=False)),
        "bc": lambda: networkx.betweenness_centrality_subset(graph, data.sources, list(graph)),
    }


def igraph_calls(data):
    igraph = importlib.import_module("igraph")
    u, v, w = data.edges()
    graph = igraph.Graph(
        n=data.matrix.shape[0], edges=np.column_stack([u, v]), directed=data.directed
    )
    return {
        "bfs": lambda: graph.bfs(data.source),
        "sssp": lambda: graph.distances(data.source, weights=w),
        "msf": lambda: graph.spanning_tree(weights=w, return_tree=False),
        "bc": lambda: graph.betweenness(sources=data.sources),
    }


def networkit_calls(data):
    networkit = importlib.import_module("networkit")
    u, v, w = data.edges()
    graph = networkit.GraphFromCoo((w, (u, v)), n=data.matrix.shape[0], weighted=True, directed=data.directed)
    hops = networkit.graphtools.toUnweighted(graph)
    return {
        "bfs": lambda: networkit.distance.BFS(hops, data.source).run().getDistances(),
        "sssp": lambda: networkit.distance.Dijkstra(graph, data.source).run().getDistances(),
        "msf": lambda: networkit.graph.KruskalMSF(graph).run().getForest(),
        "bc": lambda: networkit.centrality.EstimateBetweenness(hops, SOURCES, False, True).run().scores(),
    }


def rustworkx_calls(data):
    rustworkx = importlib.import_module("rustworkx")
    graph = rustworkx.PyDiGraph() if data.directed else rustworkx.PyGraph()
    graph.add_nodes_from(range(data.matrix.shape[0]))
    graph.add_edges_from(list(zip(*(part.tolist() for part in data.edges()))))
    return {
        "bfs": lambda: rustworkx.bfs_layers(graph, [data.source]),
        "sssp": lambda: rustworkx.dijkstra_shortest_path_lengths(graph, data.source, float),
        "msf": lambda: rustworkx.minimum_spanning_edges(graph, float),
    }


PROGRAMS = {
    "strider": strider_calls,
    "scipy": scipy_calls,
    "igraph": igraph_calls,
    "networkit": networkit_calls,
    "rustworkx": rustworkx_calls,
    "networkx": networkx_calls,
}


def seconds_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(path, turns, limit, without):
    data = Data(path)
    calls = {}
    for name, make in PROGRAMS.items():
        if name in without:
            continue
        try:
            calls[name] = make(data)
        except ImportError:
            print(f"python_peers: {name} is not installed", file=sys.stderr)
    times = {}
    for _ in range(turns):
        for algorithm in calls["strider"]:
            for name in calls:
                taken = times.setdefault((algorithm, name), [])
                if algorithm in calls[name] and not (taken and taken[0] > limit):
                    taken.append(seconds_of(calls[name][algorithm]))
    for (algorithm, name), taken in times.items():
        if taken:
            ratio = statistics.median(taken) / statistics.median(times[algorithm, "strider"])
            print(f"{path}\t{algorithm}\t{name}\t{1e3 * statistics.median(taken):.3f}\t{1e3 * min(taken):.3f}"
                  f"\t{ratio:.2f}", flush=True)  # fmt: skip


def import_seconds(name):
    code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
    done = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        for _ in range(5)
    ]
    return min((float(run.stdout) for run in done if run.returncode == 0), default=None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="+", metavar="GRAPH.strider")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--without", action="append", default=[], choices=PROGRAMS, metavar="PROGRAM")
    options = parser.parse_args()
    print("graph\talgorithm\tprogram\tmedian_ms\tfastest_ms\ttimes_strider")
    for path in options.graphs:
        measure(path, options.turns, options.limit, options.without)
    for name in PROGRAMS:
        seconds = import_seconds(name)
        if seconds is not None:
            print(f"\timport\t{name}\t\t{1e3 * seconds:.1f}\t")


if __name__ == "__main__":
    main()
