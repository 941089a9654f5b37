"""Makes forests.tsv: weights of minimum spanning forests as scipy, igraph and networkx find them.

    python3 make_forests.py FOLDER > forests.tsv

FOLDER holds the graphs named below (their sources are those of the SNAP, DIMACS, Walshaw, Newman and
Sedgewick-Wayne collections). The three programs must agree, else nothing is printed. Graphs without
weights get 1 + (7919 a + 104729 b) mod 1009 for the edge between the labels a < b.
"""

import pathlib
import sys

import igraph
import networkx
import scipy.sparse
import scipy.sparse.csgraph

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from graph_files import read_graph, smallest_weights

GRAPHS = [
    "citation/astro-ph.graph.gz",
    "citation/hep-th.graph.gz",
    "mesh/4elt.graph.gz",
    "mesh/airfoil1.graph.gz",
    "mesh/wing.graph.gz",
    "p2p/p2p-Gnutella08.txt.gz",
    "road/cal.cedge.gz",
    "road/rome99.gr.gz",
    "social/PGPgiantcompo.graph.gz",
    "social/facebook_combined.txt.gz",
    "social/polblogs.graph.gz",
    "social/power.graph.gz",
    "social/wiki-Vote.txt.gz",
    "tiny/chesapeake.mtx",
    "tiny/dolphins.mtx",
    "tiny/jazz.graph",
    "tiny/karate.mtx",
    "tiny/lesmis.graph",
    "tiny/polbooks.mtx",
    "weighted/10000EWD.txt.gz",
    "weighted/1000EWD.txt.gz",
    "weighted/mediumEWG.txt",
    "weighted/netscience.mtx",
    "weighted/tinyEWG.txt",
]


def weight_of_ends(a, b):
    return 1 + (7919 * a + 104729 * b) % 1009


def by_scipy(edges, number):
    n = len(number)
    rows = [number[a] for a, _ in edges]
    columns = [number[b] for _, b in edges]
    matrix = scipy.sparse.coo_matrix((list(edges.values()), (rows, columns)), shape=(n, n))
    forest = scipy.sparse.csgraph.minimum_spanning_tree(matrix.tocsr())
    return forest.sum(), forest.nnz


def by_igraph(edges, number):
    graph = igraph.Graph(len(number), [(number[a], number[b]) for a, b in edges])
    forest = graph.spanning_tree(list(edges.values()), return_tree=False)
    weights = list(edges.values())
    return sum(weights[i] for i in forest), len(forest)


def by_networkx(edges, number):
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in edges.items())
    forest = networkx.minimum_spanning_edges(graph, data=True)
    weights = [edge[2]["weight"] for edge in forest]
    return sum(weights), len(weights)


def main(folder):
    print("graph\tweights\tedges\tweight\tforest_edges")
    for name in GRAPHS:
        _, listed = read_graph(pathlib.Path(folder) / name)
        own = any(weight is not None for _, _, weight in listed)
        edges = smallest_weights(listed, False, weight_of_ends)
        number = {label: i for i, label in enumerate(sorted({end for edge in edges for end in edge}))}
        results = [find(edges, number) for find in (by_scipy, by_igraph, by_networkx)]
        weight, count = results[0]
        for other, other_count in results[1:]:
            if abs(other - weight) > 1e-9 * abs(weight) or other_count != count:
                sys.exit(f"{name}: {results}")
        kind = "own" if own else "of ends"
        print(f"{name}\t{kind}\t{len(edges)}\t{float(weight)!r}\t{count}")


if __name__ == "__main__":
    main(sys.argv[1])
