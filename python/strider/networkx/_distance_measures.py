"""Eccentricities by hops, and what follows from them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import networkx as nx

from .._diameter import Bounds, find_bounds
from ._graph import ConvertedGraph, Unsuitable
from ._search import num_reached, search

Node = Hashable


#: What functions of networkx need to know.
_SOUGHT = {
    "center": "extremes",
    "diameter": "diameter",
    "eccentricity": "eccentricities",
    "periphery": "extremes",
    "radius": "diameter",
}


def _bounds(G: ConvertedGraph, name: str, given: Any, weight: Any, **options: Any) -> Bounds:
    """Those for the function `name`, of a graph in which every node reaches every other."""
    if given is not None or weight is not None:
        raise Unsuitable("distances by weights, or what follows from given ones")
    if len(G) == 0:
        getattr(nx, name)(G.original, backend="networkx", **options)  # raises, what depends on its version
    arcs = G.arcs()
    if num_reached(arcs, 0) != len(G) or (
        G.is_directed() and len(search(G, [0], reverse=True).vertices) != len(G)
    ):
        raise _infinite(G)
    return find_bounds(arcs.graph, _SOUGHT[name], threads=arcs.threads)


def _infinite(G: ConvertedGraph) -> nx.NetworkXError:
    kind = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
    return nx.NetworkXError(f"Found infinite path length because the {kind}")


def eccentricity(
    G: ConvertedGraph, v: Any = None, sp: Any = None, weight: Any = None
) -> dict[Node, int] | int:
    if v is None and len(G) > 0:
        found = _bounds(G, "eccentricity", sp, weight)
        return dict(zip(G.nodes, found.upper.tolist(), strict=True))
    if sp is not None or weight is not None:
        raise Unsuitable("distances by weights, or what follows from given ones")
    eccentricities = {node: _eccentricity_of_one(G, node) for node in G.original.nbunch_iter(v)}
    return eccentricities[v] if v in G else eccentricities


def _eccentricity_of_one(G: ConvertedGraph, node: Node) -> int:
    found = search(G, [G.position[node]])
    if len(found.vertices) != len(G):
        raise _infinite(G)
    return int(max(found.distances))


def diameter(G: ConvertedGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
    return _bounds(G, "diameter", e, weight, usebounds=usebounds).diameter


def radius(G: ConvertedGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
    return _bounds(G, "radius", e, weight, usebounds=usebounds).radius


def center(
    G: ConvertedGraph, e: Any = None, usebounds: bool = False, weight: Any = None
) -> list[Node]:
    found = _bounds(G, "center", e, weight, usebounds=usebounds)
    return [G.nodes[i] for i in found.vertices_of(found.radius)]


def periphery(
    G: ConvertedGraph, e: Any = None, usebounds: bool = False, weight: Any = None
) -> list[Node]:
    found = _bounds(G, "periphery", e, weight, usebounds=usebounds)
    return [G.nodes[i] for i in found.vertices_of(found.diameter)]
