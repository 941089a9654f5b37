#!/usr/bin/env python3
"""Makes the golden data of betweenness with networkx and igraph.

    make_golden.py bundled FOLDER          ../graphs, which networkx brings along, and their scores
    make_golden.py data DATA_DIR FILE      sums and highest scores of the graphs of a data folder
"""

import pathlib
import sys

import igraph
import networkx as nx

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from graph_files import BUNDLED, as_directed, bundled_graph, read_graph, smallest_weights

# Whether edges lead one way.
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


def write_rows(out, kind, scores):
    for key, score in scores.items():
        a, b = key if isinstance(key, tuple) else (key, "-")
        out.write(f"{kind}\t{a}\t{b}\t{score!r}\n")


def write_subset_rows(out, way, graph):
    """Sources and targets that share some vertices, and the scores between them.

    Those of edges by igraph: edge_betweenness_centrality_subset of networkx 3.5 gives all
    predecessors of a vertex that is no target the same share, whatever their numbers of paths.
    """
    sources, targets = list(graph)[::3], list(graph)[::2]
    vertices = nx.betweenness_centrality_subset
    same = igraph.Graph.from_networkx(graph)
    place = {vertex: i for i, vertex in enumerate(graph)}
    names = [(list(graph)[edge.source], list(graph)[edge.target]) for edge in same.es]
    write_rows(out, f"{way} sources", dict.fromkeys(sources, 1))
    write_rows(out, f"{way} targets", dict.fromkeys(targets, 1))
    for name, weight in (("", None), ("weighted-", "weight")):
        asked = {"sources": sources, "targets": targets, "weight": weight}
        write_rows(out, f"{way} {name}subset", vertices(graph, **asked))
        write_rows(out, f"{way} {name}subset-normalized", vertices(graph, normalized=True, **asked))
        edges = same.edge_betweenness(
            weights=weight, sources=[place[v] for v in sources], targets=[place[v] for v in targets]
        )
        write_rows(out, f"{way} {name}subset-edges", dict(zip(names, edges)))


def bundled(folder):
    for name in BUNDLED:
        graph = bundled_graph(name)
        with (folder.parent / "graphs" / f"{name}.el").open("w") as out:
            out.writelines(f"{u} {v} {d['weight']}\n" for u, v, d in graph.edges(data=True))
        with (folder / f"{name}.tsv").open("w") as out:
            for way, which in (("undirected", graph), ("directed", as_directed(graph))):
                vertices, edges = nx.betweenness_centrality, nx.edge_betweenness_centrality
                write_rows(out, f"{way} vertices", vertices(which, normalized=False))
                write_rows(out, f"{way} normalized", vertices(which))
                write_rows(out, f"{way} endpoints", vertices(which, endpoints=True))
                write_rows(out, f"{way} weighted", vertices(which, normalized=False, weight="weight"))
                write_rows(out, f"{way} edges", edges(which, normalized=False))
                write_rows(
                    out, f"{way} weighted-edges", edges(which, normalized=False, weight="weight")
                )
                write_subset_rows(out, way, which)


def data(folder, target):
    with target.open("w") as out:
        for name, directed in DATA.items():
            vertices, edges = read_graph(folder / name)
            shortest = smallest_weights(edges, directed, lambda u, v: 1.0)
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
                row += [cell for v in best for cell in (str(names[v]), repr(scores[v]))]
                out.write("\t".join(row) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "bundled":
        bundled(pathlib.Path(sys.argv[2]))
    else:
        data(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
