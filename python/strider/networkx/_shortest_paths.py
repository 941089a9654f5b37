"""Shortest paths by hops and by weight."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Any, cast

import networkx as nx
import numpy as np

from ._closeness import sum_of_distances
from .._shortest_paths import hop_path
from ._graph import ConvertedGraph
from ._search import Distance, Search, distances_from, levels, path_between, search, tight, vertex
from ._traversal import hops

Node = Hashable
Lengths = dict[Node, Distance]
Paths = dict[Node, list[Node]]

_NO_NODE = "Node {} not found in graph"  # as Dijkstra's algorithm of networkx says


def single_source_shortest_path_length(
    G: ConvertedGraph, source: Node, cutoff: float | None = None
) -> Lengths:
    return hops(G, source, cutoff, "Source {} is not in G").lengths()


def single_target_shortest_path_length(
    G: ConvertedGraph, target: Node, cutoff: float | None = None
) -> Lengths:
    return hops(G, target, cutoff, "Target {} is not in G", reverse=True).lengths()


def single_source_shortest_path(G: ConvertedGraph, source: Node, cutoff: float | None = None) -> Paths:
    return hops(G, source, cutoff, "Source {} not in G").paths()


def single_target_shortest_path(G: ConvertedGraph, target: Node, cutoff: float | None = None) -> Paths:
    return hops(G, target, cutoff, "Target {} not in G", reverse=True).paths(backward=True)


def all_pairs_shortest_path_length(
    G: ConvertedGraph, cutoff: float | None = None
) -> Iterator[tuple[Node, Lengths]]:
    return ((node, single_source_shortest_path_length(G, node, cutoff)) for node in G)


def all_pairs_shortest_path(G: ConvertedGraph, cutoff: float | None = None) -> Iterator[tuple[Node, Paths]]:
    return ((node, single_source_shortest_path(G, node, cutoff)) for node in G)


def has_path(G: ConvertedGraph, source: Node, target: Node) -> bool:
    start, goal = _ends(G, source, target)
    return len(hop_path(G.arcs().graph, start, goal)) > 0


def bidirectional_shortest_path(G: ConvertedGraph, source: Node, target: Node) -> list[Node]:
    path = hop_path(G.arcs().graph, *_ends(G, source, target))
    return _found([G.nodes[v] for v in path.tolist()] if len(path) else None, source, target)


def _ends(G: ConvertedGraph, source: Node, target: Node) -> tuple[int, int]:
    return vertex(G, source), vertex(G, target, "Target {} is not in G")


def _found(value: Any, source: Node, target: Node) -> Any:
    if value is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return value


def shortest_path(
    G: ConvertedGraph,
    source: Node = None,
    target: Node = None,
    weight: Hashable = None,
    method: str = "dijkstra",
) -> Any:
    if source is not None and target is not None:
        return _found(path_between(G, *_ends(G, source, target), weight), source, target)
    if source is None and target is None:
        return all_pairs_shortest_path(G) if weight is None else all_pairs_dijkstra_path(G, weight=weight)
    return _from_or_to(G, source, target, weight, "Source {} not in G").paths(backward=source is None)


def shortest_path_length(
    G: ConvertedGraph,
    source: Node = None,
    target: Node = None,
    weight: Hashable = None,
    method: str = "dijkstra",
) -> Any:
    if source is not None and target is not None:
        if weight is not None:
            return dijkstra_path_length(G, source, target, weight)
        start, goal = _ends(G, source, target)
        path = hop_path(G.arcs().graph, start, goal)
        return _found(len(path) - 1 if len(path) else None, source, target)
    if source is None and target is None:
        if weight is None:
            return all_pairs_shortest_path_length(G)
        return all_pairs_dijkstra_path_length(G, weight=weight)
    return _from_or_to(G, source, target, weight, "Source {} is not in G").lengths()


def _from_or_to(G: ConvertedGraph, source: Node, target: Node, weight: Hashable, message: str) -> Search:
    start = vertex(G, target if source is None else source, message if weight is None else _NO_NODE)
    return search(G, [start], weight=weight, reverse=source is None)


def average_shortest_path_length(
    G: ConvertedGraph, weight: Hashable = None, method: str | None = None
) -> float:
    n = len(G)
    if n == 0:
        message = "the null graph has no paths, thus there is no average shortest path length"
        raise nx.NetworkXPointlessConcept(message)
    if n == 1:
        return 0
    by_weight = weight is not None and method != "unweighted"
    total = _sum_of_weights(G, weight) if by_weight else sum_of_distances(G)
    if total is None:
        kind = "strongly connected" if G.is_directed() else "connected"
        raise nx.NetworkXError(f"Graph is not {kind}.")
    return total / (n * (n - 1))


def _sum_of_weights(G: ConvertedGraph, weight: Hashable) -> Distance | None:
    """As sum_of_distances, by weight."""
    arcs = G.arcs(weight)
    total: Distance = 0
    for v in range(len(G)):
        distances = distances_from(arcs, v)
        if np.any(distances < 0):
            return None
        total += distances.sum().item()
    return total


def multi_source_dijkstra(
    G: ConvertedGraph,
    sources: Collection[Node],
    target: Node = None,
    cutoff: float | None = None,
    weight: Hashable = "weight",
) -> Any:
    starts = _starts(G, sources)
    if target in sources:
        return 0, [target]
    if target is None:
        found = search(G, starts, weight=weight, cutoff=cutoff)
        return found.lengths(), found.paths()
    goal = G.position.get(target)
    path = None
    if goal is not None:
        found = search(G, starts, weight=weight, cutoff=cutoff, target=goal)
        path = found.path_to(goal)
    if path is None:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return found.lengths()[target], path


def _starts(G: ConvertedGraph, sources: Collection[Node]) -> list[int]:
    if not sources:
        raise ValueError("sources must not be empty")
    return list(dict.fromkeys(vertex(G, source, _NO_NODE) for source in sources))


def multi_source_dijkstra_path(
    G: ConvertedGraph, sources: Collection[Node], cutoff: float | None = None, weight: Hashable = "weight"
) -> Paths:
    return search(G, _starts(G, sources), weight=weight, cutoff=cutoff).paths()


def multi_source_dijkstra_path_length(
    G: ConvertedGraph, sources: Collection[Node], cutoff: float | None = None, weight: Hashable = "weight"
) -> Lengths:
    return search(G, _starts(G, sources), weight=weight, cutoff=cutoff).lengths()


def single_source_dijkstra(
    G: ConvertedGraph,
    source: Node,
    target: Node = None,
    cutoff: float | None = None,
    weight: Hashable = "weight",
) -> Any:
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(
    G: ConvertedGraph, source: Node, cutoff: float | None = None, weight: Hashable = "weight"
) -> Paths:
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(
    G: ConvertedGraph, source: Node, cutoff: float | None = None, weight: Hashable = "weight"
) -> Lengths:
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def dijkstra_path(G: ConvertedGraph, source: Node, target: Node, weight: Hashable = "weight") -> Any:
    return single_source_dijkstra(G, source, target, weight=weight)[1]


def dijkstra_path_length(
    G: ConvertedGraph, source: Node, target: Node, weight: Hashable = "weight"
) -> Distance:
    start = vertex(G, source, _NO_NODE)
    goal = G.position.get(target)
    if start == goal:
        return 0
    distance = -1 if goal is None else distances_from(G.arcs(weight), start, target=goal)[goal].item()
    if distance < 0:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return cast(Distance, distance)


def dijkstra_predecessor_and_distance(
    G: ConvertedGraph, source: Node, cutoff: float | None = None, weight: Hashable = "weight"
) -> tuple[dict[Node, list[Node]], Lengths]:
    start = vertex(G, source, "Node {} is not found in the graph")
    found = search(G, [start], weight=weight, cutoff=cutoff)
    if cutoff is not None and cutoff < 0:
        return {source: []}, found.lengths()
    arcs, nodes = G.arcs(weight), G.nodes
    distances = np.full(len(G), -1, dtype=np.result_type(np.int64 if arcs.weights is None else arcs.weights))
    distances[found.vertices] = found.distances
    heads, starts = tight(arcs, distances)
    # networkx lists a vertex when it first sees it, which may be on a longer path.
    ahead = distances[arcs.tails]
    length = ahead + (1 if arcs.weights is None else arcs.weights)
    seen = np.flatnonzero((ahead >= 0) & (length <= (np.inf if cutoff is None else cutoff)))
    place = np.zeros(len(G), dtype=np.int64)
    place[found.vertices] = np.arange(len(found.vertices))
    seen = seen[np.argsort(place[arcs.tails[seen]], kind="stable")]
    predecessors: dict[Node, list[Node]] = {nodes[v]: [] for v in [start, *arcs.heads[seen].tolist()]}
    for v in found.vertices:
        for u in heads[starts[v] : starts[v + 1]]:
            predecessors[nodes[u]].append(nodes[v])
    return predecessors, found.lengths()


def all_pairs_dijkstra(
    G: ConvertedGraph, cutoff: float | None = None, weight: Hashable = "weight"
) -> Iterator[tuple[Node, tuple[Lengths, Paths]]]:
    G.arcs(weight)  # so that networkx takes over now, or not at all
    return ((node, single_source_dijkstra(G, node, None, cutoff, weight)) for node in G)


def all_pairs_dijkstra_path(
    G: ConvertedGraph, cutoff: float | None = None, weight: Hashable = "weight"
) -> Iterator[tuple[Node, Paths]]:
    G.arcs(weight)
    return ((node, single_source_dijkstra_path(G, node, cutoff, weight)) for node in G)


def all_pairs_dijkstra_path_length(
    G: ConvertedGraph, cutoff: float | None = None, weight: Hashable = "weight"
) -> Iterator[tuple[Node, Lengths]]:
    G.arcs(weight)
    return ((node, single_source_dijkstra_path_length(G, node, cutoff, weight)) for node in G)
