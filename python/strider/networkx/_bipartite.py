"""The two sides of bipartite graphs."""

from __future__ import annotations

from collections.abc import Collection, Hashable

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import bipartite
from ._graph import ConvertedGraph
from ._traversal import find_components

Node = Hashable


def _sides(G: ConvertedGraph) -> npt.NDArray[np.uint32]:
    arcs = G.arcs()
    sides = bipartite(arcs.graph, threads=arcs.threads).sides
    if sides is None:
        raise nx.NetworkXError("Graph is not bipartite.")
    return sides


def is_bipartite(G: ConvertedGraph) -> bool:
    return len(G) == 0 or bool(bipartite(G.arcs().graph, threads=G.arcs().threads))


def color(G: ConvertedGraph) -> dict[Node, int]:
    """networkx gives 1 to the first node of each component that has an edge, in a directed graph one
    that leads away from it, and 0 to isolated nodes."""
    if len(G) == 0:
        return {}
    sides, labels = _sides(G).astype(np.int64), find_components(G).labels
    starts = np.unique(G.arcs().tails)
    parts, firsts = np.unique(labels[starts], return_index=True)
    ones = np.full(len(sides), -1)  # by component: the side that gets 1; isolated nodes have none
    ones[parts] = sides[starts[firsts]]
    return dict(zip(G.nodes, (sides == ones[labels]).astype(int).tolist(), strict=True))


def sets(G: ConvertedGraph, top_nodes: Collection[Node] | None = None) -> tuple[set[Node], set[Node]]:
    if top_nodes is not None:
        top = set(top_nodes)
        return top, set(G.nodes) - top
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    if find_components(G).num_components > 1:
        raise nx.AmbiguousSolution("Disconnected graph: Ambiguous solution for bipartite sets.")
    colors = color(G)
    return {v for v, c in colors.items() if c}, {v for v, c in colors.items() if not c}
