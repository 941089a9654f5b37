"""Makes data.tsv: what igraph finds in real graphs, of questions whose answers are whole numbers.

    python3 make_golden.py FOLDER > data.tsv

FOLDER holds the graphs (STRIDER_DATA_DIR). Self-loops are left out, and of parallel edges one counts. A
checksum is the sum over all vertices of a value times the vertex's label modulo 97.
"""

import pathlib
import sys

import igraph

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from graph_files import read_graph, smallest_weights

UNDIRECTED = """
    citation/astro-ph.graph.gz citation/hep-th.graph.gz mesh/4elt.graph.gz mesh/airfoil1.graph.gz
    road/rome99.gr.gz social/MIT8.edgelist.gz social/PGPgiantcompo.graph.gz social/facebook_combined.txt.gz
    social/polblogs.graph.gz social/power.graph.gz tiny/chesapeake.mtx tiny/dolphins.mtx tiny/jazz.graph
    tiny/karate.mtx tiny/lesmis.graph tiny/polbooks.mtx weighted/mediumEWG.txt weighted/tinyEWG.txt
""".split()
DIRECTED = """
    p2p/p2p-Gnutella08.txt.gz p2p/p2p-Gnutella31.txt.gz road/rome99.gr.gz social/wiki-Vote.txt.gz
    weighted/10000EWD.txt.gz weighted/1000EWD.txt.gz weighted/mediumEWD.txt.gz weighted/tinyEWD.txt
""".split()


def checksum(labels, values):
    return sum(value * (label % 97) for label, value in zip(labels, values))


def by_first_vertex(labels, membership):
    """The label of the first vertex of each one's component."""
    first = {}
    for label, component in zip(labels, membership):
        first.setdefault(component, label)
    return [first[component] for component in membership]


#: igraph searches from every vertex.
MOST_VERTICES_TO_SEARCH = 20_000


#: So many clusters, by the betweenness of edges, of graphs with no more vertices than that.
SPLIT_INTO = 3
MOST_VERTICES_TO_SPLIT = 110


def clusters(graph, labels, weights):
    """By single linkage: the components of the edges up to the median weight."""
    threshold = sorted(weights)[len(weights) // 2]
    within = graph.subgraph_edges([i for i, w in enumerate(weights) if w <= threshold], delete_vertices=False)
    parts = within.connected_components()
    yield f"linked_within_{threshold!r}", len(parts)
    yield f"linked_labels_within_{threshold!r}", checksum(labels, by_first_vertex(labels, parts.membership))


def splits(graph, labels):
    """Girvan and Newman's, with the least of several edges of the highest betweenness."""
    remaining = graph.copy()
    while len(remaining.connected_components()) < SPLIT_INTO:
        scores = remaining.edge_betweenness(directed=False)
        highest = (edge.tuple for edge in remaining.es if scores[edge.index] >= max(scores) * (1 - 1e-9))
        remaining.delete_edges([min(highest)])
    parts = remaining.connected_components()
    yield "split_labels", checksum(labels, by_first_vertex(labels, parts.membership))


def answers(graph, labels, weights):
    for kind in ("weak", "strong") if graph.is_directed() else ("weak",):
        parts = graph.connected_components(mode=kind)
        yield f"{kind}_components", len(parts)
        yield f"{kind}_largest", max(parts.sizes())
        yield f"{kind}_labels", checksum(labels, by_first_vertex(labels, parts.membership))
    cores = graph.coreness(mode="all")
    yield "degeneracy", max(cores)
    yield "cores", checksum(labels, cores)
    if not graph.is_directed():
        yield "bipartite", int(graph.is_bipartite())
        if len(set(weights)) > 1:
            yield from clusters(graph, labels, weights)
        if graph.vcount() <= MOST_VERTICES_TO_SPLIT:
            yield from splits(graph, labels)
    if graph.vcount() > MOST_VERTICES_TO_SEARCH:
        return
    eccentricities = [int(value) for value in graph.eccentricity(mode="out")]
    yield "eccentricities", checksum(labels, eccentricities)
    if not graph.is_directed():
        parts = graph.connected_components()
        largest = [eccentricities[v] for v in parts[parts.sizes().index(max(parts.sizes()))]]
        yield "diameter", max(largest)
        yield "radius", min(largest)


def main(folder):
    print("graph\tedges\tquestion\tanswer")
    for kind, names in (("undirected", UNDIRECTED), ("directed", DIRECTED)):
        for name in names:
            counted, listed = read_graph(pathlib.Path(folder) / name)
            weights = smallest_weights(listed, kind == "directed", lambda *_: 1)
            labels = sorted(set(counted).union(*(edge[:2] for edge in listed)))
            number = {label: i for i, label in enumerate(labels)}
            edges = [(number[u], number[v]) for u, v in weights]
            graph = igraph.Graph(len(labels), edges, directed=kind == "directed")
            for question, answer in answers(graph, labels, list(weights.values())):
                print(name, kind, question, answer, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
