"""Searches, and the order in which a sequential one meets the vertices.

networkx promises no order, but programs and tests come to rely on it: so results list what a search
reaches in the order in which that of networkx does. A vertex has the parent that the search meets first,
and children follow in the order in which networkx lists them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import bfs, shortest_paths
from ._graph import Arcs, ConvertedGraph

Distance = int | float


@dataclass
class Search:
    """What a search reached, in its order: vertices, their parents and distances, each a list."""

    nodes: list[Hashable]
    vertices: list[int]
    parents: list[int]
    distances: list[Distance]
    #: The first vertices, which have no parents.
    num_sources: int = 1

    def names(self) -> list[Hashable]:
        return [self.nodes[v] for v in self.vertices]

    def lengths(self) -> dict[Hashable, Distance]:
        return dict(zip(self.names(), self.distances, strict=True))

    def edges(self) -> list[tuple[Hashable, Hashable]]:
        """(parent, child) of each vertex but the sources."""
        nodes, k = self.nodes, self.num_sources
        return [(nodes[p], nodes[v]) for p, v in zip(self.parents[k:], self.vertices[k:], strict=True)]

    def paths(self, *, backward: bool = False) -> dict[Hashable, list[Hashable]]:
        """The path to each vertex, or with `backward` from each to the source."""
        paths = {node: [node] for node in self.names()[: self.num_sources]}
        for parent, node in self.edges():
            paths[node] = [node, *paths[parent]] if backward else [*paths[parent], node]
        return paths

    def path_to(self, vertex: int | None) -> list[Hashable] | None:
        """None if the search did not reach it."""
        parent_of = dict(zip(self.vertices, self.parents, strict=True))
        if vertex not in parent_of:
            return None
        path = [vertex]
        sources = set(self.vertices[: self.num_sources])
        while path[-1] not in sources:
            path.append(parent_of[path[-1]])
        return [self.nodes[v] for v in reversed(path)]


def search(
    graph: ConvertedGraph,
    sources: list[int],
    *,
    weight: Hashable = None,
    cutoff: float | None = None,
    target: int | None = None,
    reverse: bool = False,
) -> Search:
    """From `sources` to all that is not farther than `cutoff`, and, if there is a `target`, to no more
    than is needed to reach it."""
    arcs = graph.arcs(weight, reverse=reverse)
    limit = math.inf if cutoff is None else float(cutoff)
    if limit < 0:
        return Search(graph.nodes, sources, sources, [0] * len(sources), len(sources))
    if weight is None:
        return _by_hops(graph.nodes, arcs, sources, limit)
    if len(sources) == 1:
        return _by_weight(graph.nodes, arcs, sources[0], limit, target)
    found, k = _by_weight(graph.nodes, *arcs.from_one(sources), limit, target), len(sources)
    distances = [0] * k + found.distances[1 + k :]
    return Search(graph.nodes, found.vertices[1:], found.parents[1:], distances, k)


def path_between(
    graph: ConvertedGraph, source: int, target: int, weight: Hashable = None
) -> list[Hashable] | None:
    """None if there is none."""
    if weight is not None:
        return search(graph, [source], weight=weight, target=target).path_to(target)
    arcs = graph.arcs()
    # The parents of this method are those of a search in the order of the rows.
    tree = bfs(arcs.graph, source, method="serial", threads=arcs.threads)
    if tree.levels[target] < 0:
        return None
    return [graph.nodes[v] for v in tree.path_to(target).tolist()]


def num_reached(arcs: Arcs, source: int) -> int:
    return bfs(arcs.graph, source, threads=arcs.threads).num_reached


def levels(arcs: Arcs, source: int) -> npt.NDArray[np.int32]:
    """The hops to each vertex; -1 if unreached."""
    return bfs(arcs.graph, source, threads=arcs.threads).levels


def _by_hops(nodes: list[Hashable], arcs: Arcs, sources: list[int], limit: float) -> Search:
    depth = None if math.isinf(limit) else math.floor(limit)
    tree = bfs(arcs.graph, sources, depth=depth, threads=arcs.threads)
    order = tree.order
    parents, hops = tree.sequential_parents[order].tolist(), tree.levels[order].tolist()
    return Search(nodes, order.tolist(), parents, hops, len(tree.sources))


def _by_weight(nodes: list[Hashable], arcs: Arcs, source: int, limit: float, target: int | None) -> Search:
    distances = distances_from(arcs, source, limit, target)
    heads, starts = tight(arcs, distances)
    _, rank = np.unique(distances, return_inverse=True)
    waiting: list[list[int]] = [[] for _ in range(int(rank.max()) + 1)]
    ranks, parents = rank.tolist(), dict.fromkeys([source], source)
    waiting[ranks[source]].append(source)
    order: list[int] = []
    for same in waiting:
        for v in same:  # which grows if edges of weight zero lead on
            for u in heads[starts[v] : starts[v + 1]]:
                if u not in parents:
                    parents[u] = v
                    waiting[ranks[u]].append(u)
        order += same
    values = distances[order].tolist()
    values[0] = 0  # an integer among floats, too
    return Search(nodes, order, [parents[v] for v in order], values)


def distances_from(
    arcs: Arcs, source: int, limit: float = math.inf, target: int | None = None
) -> npt.NDArray[Any]:
    """int64 if the weights are integers, else float64; -1 if unreached."""
    paths = shortest_paths(arcs.graph, source, cutoff=limit, target=target, threads=arcs.threads)
    own = paths._own_distances
    if own.dtype == np.uint64:
        return own.view(np.int64)
    signed = np.where(np.isinf(own), -1, own)
    return signed if arcs.weights is None else signed.astype(arcs.weights.dtype, copy=False)


def tight(arcs: Arcs, distances: npt.NDArray[Any]) -> tuple[list[int], list[int]]:
    """The heads of the arcs that shortest paths may take, and where those of each vertex start."""
    weights = 1 if arcs.weights is None else arcs.weights
    ahead = distances[arcs.tails]
    is_tight = (ahead >= 0) & (ahead + weights == distances[arcs.heads])
    return arcs.heads[is_tight].tolist(), _starts(arcs.tails[is_tight], len(distances))


def _starts(tails: npt.NDArray[np.int32], n: int) -> list[int]:
    return [0, *np.cumsum(np.bincount(tails, minlength=n)).tolist()]


def vertex(graph: ConvertedGraph, node: Any, message: str = "Source {} is not in G") -> int:
    """Raises NodeNotFound with `message` if `node` is not in the graph."""
    if node not in graph:
        raise nx.NodeNotFound(message.format(node))
    return graph.position[node]
