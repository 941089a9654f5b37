"""How near nodes are to one another."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable
from typing import Any

import networkx as nx

from .. import closeness_centrality as closeness_of_all
from .. import distances, harmonic_centrality as harmonic_of_all
from ._graph import ConvertedGraph, Unsuitable
from ._traversal import hops

Node = Hashable

#: Rows of a matrix of distances that are looked at together.
_ROWS = 512


def closeness_centrality(
    G: ConvertedGraph, u: Node = None, distance: Hashable = None, wf_improved: bool = True
) -> Any:
    if distance is not None:
        raise Unsuitable("closeness by weights")
    if u is not None:
        return _closeness_of_one(G, u, wf_improved)
    arcs = G.arcs()
    scores = closeness_of_all(arcs.graph, wf_improved=wf_improved, threads=arcs.threads)
    return dict(zip(G.nodes, scores.tolist(), strict=True))


def _closeness_of_one(G: ConvertedGraph, u: Node, wf_improved: bool) -> float:
    lengths = hops(G, u, None, "Source {} is not in G", reverse=True).lengths()
    total = sum(lengths.values())
    if total == 0:
        return 0.0
    others = len(lengths) - 1.0
    return others / total * (others / (len(G) - 1) if wf_improved else 1)


def harmonic_centrality(
    G: ConvertedGraph,
    nbunch: Collection[Node] | None = None,
    distance: Hashable = None,
    sources: Collection[Node] | None = None,
) -> dict[Node, float]:
    if distance is not None or nbunch is not None or sources is not None:
        raise Unsuitable("harmonic centrality by weights, or of some nodes")
    arcs = G.arcs()
    return dict(zip(G.nodes, harmonic_of_all(arcs.graph, threads=arcs.threads).tolist(), strict=True))


def global_efficiency(G: ConvertedGraph) -> float:
    if G.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")
    n = len(G)
    if n < 2:
        return 0
    arcs = G.arcs()
    return float(harmonic_of_all(arcs.graph, threads=arcs.threads).sum()) / (n * (n - 1))


def wiener_index(G: ConvertedGraph, weight: Hashable = None) -> float:
    if weight is not None:
        raise Unsuitable("the Wiener index by weights")
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    total = sum_of_distances(G)
    if total is None:
        return math.inf
    return total if G.is_directed() else total / 2


def sum_of_distances(G: ConvertedGraph) -> int | None:
    """Of all ordered pairs, by hops; None where there is no path for one."""
    arcs = G.arcs()
    total = 0
    for first in range(0, len(G), _ROWS):
        found = distances(arcs.graph, range(first, min(first + _ROWS, len(G))), threads=arcs.threads)
        if (found < 0).any():
            return None
        total += int(found.sum(dtype="int64"))
    return total
