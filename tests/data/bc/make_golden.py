#!/usr/bin/env python3
"""Makes the golden data of betweenness with networkx and igraph.

    make_golden.py bundled FOLDER          the graphs that networkx brings along, and their scores
    make_golden.py data DATA_DIR FILE      sums and highest scores of the graphs of a data folder
"""

import gzip
import pathlib
import sys

import igraph
import networkx as nx

BUNDLED = {
    "karate": nx.karate_club_graph,
    "kite": nx.krackhardt_kite_graph,
    "florentine": nx.florentine_families_graph,
    "davis": nx.davis_southern_women_graph,
    "lesmis": nx.les_miserables_graph,
}
# The first lines after which edges follow, and whether edges lead one way.
DATA = {
    "tiny/karate.mtx": False,
    "tiny/dolphins.mtx": False,
    "tiny/chesapeake.mtx": False,
    "tiny/polbooks.mtx": False,
    "tiny/karate.graph": False,
    "tiny/jazz.graph": False,
    "tiny/lesmis.graph": False,
    "tiny/football.gml": False,
    "tiny/celegansneural.gml.gz": True,
    "social/polblogs.graph.gz": False,
    "social/power.graph.gz": False,
    "social/facebook_combined.txt.gz": False,
    "social/PGPgiantcompo.graph.gz": False,
    "social/wiki-Vote.txt.gz": True,
    "citation/ca-GrQc-lcc.txt.gz": False,
    "citation/ca-HepTh-lcc.txt.gz": False,
    "citation/hep-th.graph.gz": False,
    "mesh/airfoil1.graph.gz": False,
    "p2p/p2p-Gnutella08.txt.gz": True,
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


def read_gml(lines):
    vertices, edges, edge, key = [], [], None, None
    for line in lines:
        words = line.split()
        if words[0] in ("node", "edge"):
            edge = {} if words[0] == "edge" else None
        elif words[0] == "id":
            vertices.append(words[1])
        elif edge is not None and words[0] in ("source", "target", "value"):
            edge[words[0]] = words[1]
        elif words[0] == "]" and edge:
            edges.append((edge["source"], edge["target"], float(edge.get("value", 1))))
            edge = None
    return vertices, edges


def read_data(name, lines):
    """Vertices and weighted edges, in the names of the file."""
    if ".gml" in name:
        return read_gml(lines)
    if ".graph" in name:
        lines = [line for line in lines if not line.startswith("%")]
        head = lines[0].split()
        weighted = len(head) > 2 and head[2].endswith("1")
        step = 2 if weighted else 1
        edges = []
        for u, line in enumerate(lines[1 : 1 + int(head[0])], 1):
            words = line.split()
            for i in range(0, len(words), step):
                weight = float(words[i + 1]) if weighted else 1.0
                edges.append((str(u), words[i], weight))
        return [str(v) for v in range(1, int(head[0]) + 1)], edges
    skipped = 0
    if ".mtx" in name:
        lines = [line for line in lines if not line.startswith("%")]
        vertices, skipped = [str(v) for v in range(1, int(lines[0].split()[0]) + 1)], 1
    elif ".gr" in name:
        size = next(line for line in lines if line.startswith("p ")).split()
        lines = [line[2:] for line in lines if line.startswith("a ")]
        vertices = [str(v) for v in range(1, int(size[2]) + 1)]
    elif "EWG" in name:
        vertices, skipped = [str(v) for v in range(int(lines[0]))], 2
    else:
        lines, vertices = [line for line in lines if not line.startswith("#")], []
    rows = [line.split() for line in lines[skipped:]]
    return vertices, [(r[0], r[1], float(r[2]) if len(r) > 2 else 1.0) for r in rows]


def write_rows(out, kind, scores):
    for key, score in scores.items():
        a, b = key if isinstance(key, tuple) else (key, "-")
        out.write(f"{kind}\t{a}\t{b}\t{score!r}\n")


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
                vertices, edges = nx.betweenness_centrality, nx.edge_betweenness_centrality
                write_rows(out, f"{way} vertices", vertices(which, normalized=False))
                write_rows(out, f"{way} normalized", vertices(which))
                write_rows(out, f"{way} endpoints", vertices(which, endpoints=True))
                write_rows(out, f"{way} weighted", vertices(which, normalized=False, weight="weight"))
                write_rows(out, f"{way} edges", edges(which, normalized=False))
                write_rows(
                    out, f"{way} weighted-edges", edges(which, normalized=False, weight="weight")
                )


def data(folder, target):
    with target.open("w") as out:
        for name, directed in DATA.items():
            vertices, edges = read_data(name, lines_of(folder / name))
            shortest = {}
            for u, v, weight in edges:
                key = (u, v) if directed else (min(u, v), max(u, v))
                if u != v:
                    shortest[key] = min(weight, shortest.get(key, weight))
            names = list(dict.fromkeys([*vertices, *(v for edge in shortest for v in edge)]))
            number = {name: i for i, name in enumerate(names)}
            graph = igraph.Graph(
                len(names), [(number[u], number[v]) for u, v in shortest], directed=directed
            )
            weights = list(shortest.values())
            kinds = {"hops": None}
            if len(set(weights)) > 1 and min(weights) > 0:
                kinds["weighted"] = weights
            for kind, used in kinds.items():
                scores = graph.betweenness(weights=used)
                best = sorted(range(len(names)), key=lambda v: -scores[v])[:5]
                row = [name, "directed" if directed else "undirected", kind]
                row += [str(len(names)), str(len(shortest)), repr(sum(scores))]
                row += [cell for v in best for cell in (names[v], repr(scores[v]))]
                out.write("\t".join(row) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "bundled":
        bundled(pathlib.Path(sys.argv[2]))
    else:
        data(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
