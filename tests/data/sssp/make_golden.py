#!/usr/bin/env python3
"""Makes the golden data of shortest paths with networkx, scipy and igraph.

    make_golden.py bundled FOLDER          distances in ../graphs, which networkx brings along
    make_golden.py data DATA_DIR FILE      counts and sums of the graphs of a data folder
"""

import math
import pathlib
import sys

import igraph
import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

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
    "weighted/tinyEWG.txt": False,
    "weighted/mediumEWG.txt": False,
}


def bundled(folder):
    for name in BUNDLED:
        graph = bundled_graph(name)
        with (folder / f"{name}.tsv").open("w") as out:
            for way, which in (("undirected", graph), ("directed", as_directed(graph))):
                for source in list(graph)[::5]:
                    found = nx.single_source_dijkstra_path_length(which, source)
                    for v in graph:
                        out.write(f"{way}\t{source}\t{v}\t{found.get(v, math.inf)}\n")


def data(folder, target):
    with target.open("w") as out:
        for name, directed in DATA.items():
            vertices, edges = read_graph(folder / name)
            weights = smallest_weights(edges, directed, lambda u, v: 1 + (u + v) % 7)
            names = list(dict.fromkeys([*vertices, *(v for edge in weights for v in edge)]))
            number = {vertex: i for i, vertex in enumerate(names)}
            ends = np.array([(number[u], number[v]) for u, v in weights])
            values = np.array(list(weights.values()), dtype=float)
            matrix = csr_array((values, (ends[:, 0], ends[:, 1])), shape=(len(names),) * 2)
            graph = igraph.Graph(len(names), ends.tolist(), directed=directed)
            for source in (0, len(names) // 2):
                found = dijkstra(matrix, directed=directed, indices=source)
                other = np.array(graph.distances(source, weights=values.tolist())[0])
                if not np.allclose(found, other, rtol=1e-13):
                    raise SystemExit(f"{name}: scipy and igraph do not agree")
                reached = found[np.isfinite(found)]
                row = [name, "directed" if directed else "undirected"]
                row += ["mod7" if edges[0][2] is None else "weights", len(names), len(weights)]
                row += [names[source], len(reached), repr(float(reached.sum()))]
                row += [repr(float(reached.max()))]
                out.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "bundled":
        bundled(pathlib.Path(sys.argv[2]))
    else:
        data(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
