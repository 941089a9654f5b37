"""Makes closeness.tsv: sums of closeness and harmonic centrality as igraph finds them.

    python3 make_closeness.py FOLDER > closeness.tsv

FOLDER holds the graphs named below (their sources are those of the SNAP, DIMACS, Walshaw, Newman and
Sedgewick-Wayne collections). Edges count 1, self-loops and parallel edges make no difference. The sums
are over all vertices: of closeness with the factor of Wasserman and Faust, of harmonic centrality, and
of the squares of both, which a permutation of the scores of different vertices leaves, but no change.
"""

import math
import pathlib
import sys

import igraph

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from graph_files import read_graph

UNDIRECTED = [
    "citation/hep-th.graph.gz",
    "mesh/airfoil1.graph.gz",
    "p2p/p2p-Gnutella08.txt.gz",
    "road/rome99.gr.gz",
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
    "weighted/1000EWD.txt.gz",
    "weighted/mediumEWG.txt",
    "weighted/tinyEWG.txt",
]
DIRECTED = ["p2p/p2p-Gnutella08.txt.gz", "social/wiki-Vote.txt.gz", "weighted/1000EWD.txt.gz"]


def scores(graph):
    n = graph.vcount()
    harmonic = graph.harmonic_centrality(mode="in", normalized=False)
    of_reachable = graph.closeness(mode="in", normalized=True)
    reached = graph.neighborhood_size(order=n, mode="in")  # the vertex itself counts
    closeness = [
        0 if math.isnan(score) else score * (count - 1) / (n - 1)
        for score, count in zip(of_reachable, reached)
    ]
    return closeness, [0 if math.isnan(score) else score for score in harmonic]


def main(folder):
    print("graph\tedges\tvertices\tcloseness\tcloseness_squared\tharmonic\tharmonic_squared")
    for kind, names in (("undirected", UNDIRECTED), ("directed", DIRECTED)):
        for name in names:
            counted, listed = read_graph(pathlib.Path(folder) / name)
            labels = sorted(set(counted).union(*(edge[:2] for edge in listed)))
            number = {label: i for i, label in enumerate(labels)}
            edges = {(number[edge[0]], number[edge[1]]) for edge in listed}
            graph = igraph.Graph(len(labels), list(edges), directed=kind == "directed")
            columns = []
            for values in scores(graph.simplify()):
                columns += [math.fsum(values), math.fsum(value * value for value in values)]
            print(name, kind, len(labels), *(f"{value:.15g}" for value in columns), sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
