"""Reads graphs for the programs here that make golden data: not by Strider, whose results they judge."""

import gzip

import networkx

BUNDLED = {
    "karate": networkx.karate_club_graph,
    "kite": networkx.krackhardt_kite_graph,
    "florentine": networkx.florentine_families_graph,
    "davis": networkx.davis_southern_women_graph,
    "lesmis": networkx.les_miserables_graph,
}


def bundled_graph(name):
    """A graph that networkx brings along, numbered; with weights 1 + (u + v) mod 3 if it has none."""
    graph = networkx.convert_node_labels_to_integers(BUNDLED[name]())
    for u, v, data in graph.edges(data=True):
        data.setdefault("weight", 1 + (u + v) % 3)
    return graph


def as_directed(graph):
    """Every edge from its first to its second end."""
    arrows = networkx.DiGraph((u, v, d) for u, v, d in graph.edges(data=True))
    arrows.add_nodes_from(graph)
    return arrows


def rows_of(path):
    """The words of each line. An empty line counts: of a METIS file it is a vertex without edges."""
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
    with opened as file:
        return [line.split() for line in file]


def read_metis(rows):
    rows = [row for row in rows if row[:1] != ["%"]]
    count = int(rows[0][0])
    step = 2 if len(rows[0]) > 2 and rows[0][2].endswith("1") else 1
    edges = []
    for u, row in enumerate(rows[1 : 1 + count], 1):
        for i in range(0, len(row), step):
            edges.append((u, int(row[i]), float(row[i + 1]) if step == 2 else None))
    return list(range(1, count + 1)), edges


def read_gml(rows):
    """Vertices are named by their labels, as strider names them."""
    vertices, edges, edge = {}, [], None
    for words in rows:
        if words[0] in ("node", "edge"):
            edge = {} if words[0] == "edge" else None
        elif words[0] == "id":
            node = words[1]
            vertices[node] = int(node)
        elif words[0] == "label" and edge is None:
            label = " ".join(words[1:]).strip('"')
            vertices[node] = int(label) if label.isdigit() else label
        elif edge is not None and words[0] in ("source", "target", "value"):
            edge[words[0]] = words[1]
        elif words[0] == "]" and edge:
            ends = vertices[edge["source"]], vertices[edge["target"]]
            edges.append((*ends, float(edge.get("value", 1))))
            edge = None
    return list(vertices.values()), edges


def read_graph(path):
    """Vertices, as far as the file counts them, and edges; their weight is None where it has none."""
    rows = rows_of(path)
    if ".graph" in path.name:
        return read_metis(rows)
    rows = [row for row in rows if row]
    if ".gml" in path.name:
        return read_gml(rows)
    vertices = []
    if ".mtx" in path.name:
        rows = [row for row in rows if not row[0].startswith("%")]
        vertices, rows = range(1, int(rows[0][0]) + 1), rows[1:]
    elif ".gr" in path.name:
        size = next(row for row in rows if row[0] == "p")
        vertices, rows = range(1, int(size[2]) + 1), [row[1:] for row in rows if row[0] == "a"]
    elif "EW" in path.name:  # a list under its numbers of vertices and edges
        vertices, rows = range(int(rows[0][0])), rows[2:]
    elif "cedge" in path.name:  # edge u v weight
        rows = [row[1:] for row in rows]
    else:
        rows = [row for row in rows if not row[0].startswith("#")]
    edges = [(int(r[0]), int(r[1]), float(r[2]) if len(r) > 2 else None) for r in rows if len(r) > 1]
    return list(vertices), edges


def smallest_weights(edges, directed, otherwise):
    """Weights by ends, self-loops left out; of parallel edges the smallest. `otherwise(u, v)` is that
    of an edge without one."""
    weights = {}
    for u, v, weight in edges:
        if u == v:
            continue
        key = (u, v) if directed else (min(u, v), max(u, v))
        used = otherwise(*key) if weight is None else weight
        weights[key] = min(used, weights.get(key, used))
    return weights
