#!/usr/bin/env python3
"""Makes the golden data of PageRank and local clustering with networkx and igraph.

    make_golden.py bundled FOLDER          of ../graphs, which networkx brings along, by networkx
    make_golden.py data DATA_DIR FILE      sums over the graphs of a data folder, by igraph
"""

import pathlib
import sys

import igraph
import networkx as nx
import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from graph_files import BUNDLED, as_directed, bundled_graph, read_graph, smallest_weights

# Whether edges lead one way.
DATA = {
    "tiny/karate.mtx": False,
    "tiny/dolphins.mtx": False,
    "tiny/chesapeake.mtx": False,
    "tiny/polbooks.mtx": False,
    "tiny/jazz.graph": False,
    "tiny/lesmis.graph": False,
    "social/polblogs.graph.gz": False,
    "social/power.graph.gz": False,
    "social/facebook_combined.txt.gz": False,
    "social/PGPgiantcompo.graph.gz": False,
    "social/wiki-Vote.txt.gz": True,
    "citation/ca-GrQc-lcc.txt.gz": False,
    "citation/ca-HepTh-lcc.txt.gz": False,
    "citation/hep-th.graph.gz": False,
    "citation/astro-ph.graph.gz": False,
    "mesh/airfoil1.graph.gz": False,
    "mesh/4elt.graph.gz": False,
    "mesh/wing.graph.gz": False,
    "p2p/p2p-Gnutella08.txt.gz": True,
    "p2p/p2p-Gnutella31.txt.gz": True,
    "road/rome99.gr.gz": True,
    "weighted/netscience.mtx": False,
}


def bundled(folder):
    for name in BUNDLED:
        graph = bundled_graph(name)
        triangles, clustering = nx.triangles(graph), nx.clustering(graph)
        with (folder / f"{name}.tsv").open("w") as out:
            for way, which in (("undirected", graph), ("directed", as_directed(graph))):
                jumps = {v: 1 + v % 3 for v in which if v % 5}
                options = {"tol": 1e-15, "max_iter": 10_000, "weight": None}
                columns = [
                    nx.pagerank(which, **options),
                    nx.pagerank(which, alpha=0.6, personalization=jumps, **options),
                    nx.pagerank(which, **options | {"weight": "weight"}),
                    nx.pagerank(which, weight=None),
                    triangles,
                    clustering,
                ]
                for v in which:
                    out.write("\t".join(map(str, [way, v] + [column[v] for column in columns])) + "\n")


def data(folder, target):
    with target.open("w") as out:
        for name, directed in DATA.items():
            vertices, edges = read_graph(folder / name)
            weights = smallest_weights(edges, directed, lambda u, v: 1)
            names = list(dict.fromkeys([*vertices, *(v for edge in edges for v in edge[:2])]))
            number = {vertex: i for i, vertex in enumerate(names)}
            ends = [(number[u], number[v]) for u, v in weights]
            graph = igraph.Graph(len(names), ends, directed=directed)
            scores = np.array(graph.pagerank(implementation="prpack"))
            row = [name, "directed" if directed else "undirected", len(names), len(weights)]
            row += [repr(float((scores**2).sum())), names[int(scores.argmax())], repr(float(scores.max()))]
            if not directed:
                local = graph.transitivity_local_undirected(mode="zero")
                row += [len(graph.list_triangles()), repr(float(sum(local)))]
            out.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "bundled":
        bundled(pathlib.Path(sys.argv[2]))
    else:
        data(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
