"""Makes forests.tsv: weights of minimum spanning forests as scipy, igraph and networkx find them.

    python3 make_forests.py FOLDER > forests.tsv

FOLDER holds the graphs named below (their sources are those of the SNAP, DIMACS, Walshaw, Newman and
Sedgewick-Wayne collections). The three programs must agree, else nothing is printed. Graphs without
weights get 1 + (7919 a + 104729 b) mod 1009 for the edge between the labels a < b.
"""

import gzip
import pathlib
import sys

import igraph
import networkx
import scipy.sparse
import scipy.sparse.csgraph


def lines(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        yield from (line.strip() for line in file)


def metis(path):
    rows = [line for line in lines(path) if not line.startswith("%")]
    weighted = rows[0].split()[2:3] in (["1"], ["01"], ["001"])
    for u, row in enumerate(rows[1:], 1):
        cells = row.split()
        if weighted:
            for v, weight in zip(cells[::2], cells[1::2]):
                yield u, int(v), float(weight)
        else:
            for v in cells:
                yield u, int(v), None


def matrix_market(path):
    rows = [line.split() for line in lines(path) if line and not line.startswith("%")]
    for cells in rows[1:]:
        yield int(cells[0]), int(cells[1]), float(cells[2]) if len(cells) > 2 else None


def dimacs(path):
    for line in lines(path):
        if line.startswith("a "):
            u, v, weight = line.split()[1:]
            yield int(u), int(v), float(weight)


def snap(path):
    for line in lines(path):
        if line and not line.startswith("#"):
            u, v = line.split()[:2]
            yield int(u), int(v), None


def counted(path):
    """A list under its numbers of vertices and edges."""
    cells = [line.split() for line in lines(path) if line]
    for row in cells[2:]:
        yield int(row[0]), int(row[1]), float(row[2])


def numbered(path):
    """edge u v weight."""
    for line in lines(path):
        if line:
            _, u, v, weight = line.split()
            yield int(u), int(v), float(weight)


GRAPHS = {
    "citation/astro-ph.graph.gz": metis,
    "citation/hep-th.graph.gz": metis,
    "mesh/4elt.graph.gz": metis,
    "mesh/airfoil1.graph.gz": metis,
    "mesh/wing.graph.gz": metis,
    "p2p/p2p-Gnutella08.txt.gz": snap,
    "road/cal.cedge.gz": numbered,
    "road/rome99.gr.gz": dimacs,
    "social/PGPgiantcompo.graph.gz": metis,
    "social/facebook_combined.txt.gz": snap,
    "social/polblogs.graph.gz": metis,
    "social/power.graph.gz": metis,
    "social/wiki-Vote.txt.gz": snap,
    "tiny/chesapeake.mtx": matrix_market,
    "tiny/dolphins.mtx": matrix_market,
    "tiny/jazz.graph": metis,
    "tiny/karate.mtx": matrix_market,
    "tiny/lesmis.graph": metis,
    "tiny/polbooks.mtx": matrix_market,
    "weighted/10000EWD.txt.gz": counted,
    "weighted/1000EWD.txt.gz": counted,
    "weighted/mediumEWG.txt": counted,
    "weighted/netscience.mtx": matrix_market,
    "weighted/tinyEWG.txt": counted,
}


def simple_edges(triples):
    """Undirected edges without self-loops, of parallel ones the lightest."""
    edges = {}
    own = False
    for u, v, weight in triples:
        if u == v:
            continue
        a, b = min(u, v), max(u, v)
        own |= weight is not None
        if weight is None:
            weight = 1 + (7919 * a + 104729 * b) % 1009
        edges[a, b] = min(weight, edges.get((a, b), weight))
    return edges, own


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
    for name, read in GRAPHS.items():
        edges, own = simple_edges(read(pathlib.Path(folder) / name))
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
