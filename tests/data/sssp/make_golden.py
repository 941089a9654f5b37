#!/usr/bin/env python3
"""Makes the golden data of shortest paths with networkx, scipy and igraph.

    make_golden.py bundled FOLDER          graphs that networkx brings along, and their distances
    make_golden.py data DATA_DIR FILE      counts and sums of the graphs of a data folder
"""

import gzip
import math
import pathlib
import sys

import igraph
import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

BUNDLED = {
    "karate": nx.karate_club_graph,
    "florentine": nx.florentine_families_graph,
    "davis": nx.davis_southern_women_graph,
    "lesmis": nx.les_miserables_graph,
}
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


def lines_of(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
    with opened as file:
        # An empty line of a METIS file is a vertex without edges.
        return [line.strip() for line in file if line.strip() or ".graph" in path.name]


def read_metis(lines):
    lines = [line for line in lines if not line.startswith("%")]
    head = lines[0].split()
    count = int(head[0])
    step = 2 if len(head) > 2 and head[2].endswith("1") else 1
    edges = []
    for u, line in enumerate(lines[1 : 1 + count], 1):
        words = line.split()
        for i in range(0, len(words), step):
            edges.append((u, int(words[i]), float(words[i + 1]) if step == 2 else None))
    return range(1, count + 1), edges


def read_data(name, lines):
    """Vertices and weighted edges in the numbers of the file; weight None where there is none."""
    if ".graph" in name:
        return read_metis(lines)
    vertices, skipped = [], 0
    if ".mtx" in name:
        lines = [line for line in lines if not line.startswith("%")]
        vertices, skipped = range(1, int(lines[0].split()[0]) + 1), 1
    elif ".gr" in name:
        size = next(line for line in lines if line.startswith("p ")).split()
        lines = [line[2:] for line in lines if line.startswith("a ")]
        vertices = range(1, int(size[2]) + 1)
    elif "EWG" in name:
        vertices, skipped = range(int(lines[0])), 2
    else:
        lines = [line for line in lines if not line.startswith("#")]
    rows = [line.split() for line in lines[skipped:] if len(line.split()) > 1]
    return vertices, [(int(r[0]), int(r[1]), float(r[2]) if len(r) > 2 else None) for r in rows]


def bundled(folder):
    for name, make in BUNDLED.items():
        graph = nx.convert_node_labels_to_integers(make())
        for u, v, data in graph.edges(data=True):
            data.setdefault("weight", 1 + (u + v) % 3)
        with (folder / f"{name}.el").open("w") as out:
            out.writelines(f"{u} {v} {d['weight']}\n" for u, v, d in graph.edges(data=True))
        arrows = nx.DiGraph((u, v, d) for u, v, d in graph.edges(data=True))
        arrows.add_nodes_from(graph)
        with (folder / f"{name}.tsv").open("w") as out:
            for way, which in (("undirected", graph), ("directed", arrows)):
                for source in list(graph)[::5]:
                    found = nx.single_source_dijkstra_path_length(which, source)
                    for v in graph:
                        out.write(f"{way}\t{source}\t{v}\t{found.get(v, math.inf)}\n")


def smallest_weights(edges, directed):
    """Weights of the edges, self-loops left out; of parallel ones the smallest."""
    weights = {}
    for u, v, weight in edges:
        if u == v:
            continue
        key = (u, v) if directed else (min(u, v), max(u, v))
        # By the numbers of the ends, where the file has no weights.
        used = 1 + (u + v) % 7 if weight is None else weight
        weights[key] = min(used, weights.get(key, used))
    return weights


def data(folder, target):
    with target.open("w") as out:
        for name, directed in DATA.items():
            vertices, edges = read_data(name, lines_of(folder / name))
            weights = smallest_weights(edges, directed)
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
