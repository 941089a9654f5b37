"""Breadth-first search, and what follows from it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import networkx as nx
import numpy as np

from .. import Components, components
from ._graph import ConvertedGraph
from ._search import Search, num_reached, search, vertex

Node = Hashable
Edges = Iterator[tuple[Node, Node]]

VERSION = tuple(map(int, nx.__version__.split(".")[:2]))


def search_by_hops(
    G: ConvertedGraph, sources: list[int], limit: float | None = None, *, reverse: bool = False
) -> Search:
    """Of a search by levels networkx ends the last one whose number is less than `limit`."""
    cutoff = limit if limit is None or math.isinf(limit) else math.ceil(limit)
    if cutoff is not None and cutoff < 0:
        cutoff = 0
    return search(G, sources, cutoff=cutoff, reverse=reverse)


def _vertex(G: ConvertedGraph, source: Node) -> int:
    hash(source)  # a TypeError for a list, as of networkx
    if source not in G:
        raise nx.NetworkXError(
            f"The node {source} is not in the {'digraph' if G.is_directed() else 'graph'}."
        )
    return G.position[source]


def generic_bfs_edges(
    G: ConvertedGraph,
    source: Node,
    neighbors: Callable[..., Any] | None = None,
    depth_limit: float | None = None,
) -> Edges:
    return bfs_edges(G, source, depth_limit=depth_limit)


def bfs_edges(
    G: ConvertedGraph,
    source: Node,
    reverse: bool = False,
    depth_limit: float | None = None,
    sort_neighbors: Callable[..., Any] | None = None,
) -> Edges:
    yield from search_by_hops(G, [_vertex(G, source)], depth_limit, reverse=reverse).edges()


def bfs_tree(
    G: ConvertedGraph,
    source: Node,
    reverse: bool = False,
    depth_limit: float | None = None,
    sort_neighbors: Callable[..., Any] | None = None,
) -> nx.DiGraph:
    tree = nx.DiGraph()
    tree.add_node(source)
    tree.add_edges_from(bfs_edges(G, source, reverse, depth_limit))
    return tree


def bfs_predecessors(
    G: ConvertedGraph,
    source: Node,
    depth_limit: float | None = None,
    sort_neighbors: Callable[..., Any] | None = None,
) -> Edges:
    if VERSION >= (3, 7):
        message = "bfs_predecessors is deprecated. Use ``(t, s) for (s, t) in bfs_edges`` instead"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
    for parent, child in bfs_edges(G, source, depth_limit=depth_limit):
        yield child, parent


def bfs_successors(
    G: ConvertedGraph,
    source: Node,
    depth_limit: float | None = None,
    sort_neighbors: Callable[..., Any] | None = None,
) -> Iterator[tuple[Node, list[Node]]]:
    edges = list(bfs_edges(G, source, depth_limit=depth_limit))
    if not edges:
        yield source, []
    for parent, group in groupby(edges, key=itemgetter(0)):
        yield parent, [child for _, child in group]


def bfs_layers(G: ConvertedGraph, sources: Any) -> Iterator[list[Node]]:
    # Of several sources the order is that of a set, as in networkx.
    starts = [sources] if sources in G else list(set(sources))
    for source in starts:
        if source not in G:
            raise nx.NetworkXError(f"The node {source} is not in the graph.")
    if not starts:
        return
    found = search_by_hops(G, [G.position[source] for source in starts])
    for _, layer in groupby(zip(found.distances, found.names(), strict=True), key=itemgetter(0)):
        yield [node for _, node in layer]


def descendants_at_distance(G: ConvertedGraph, source: Node, distance: float) -> set[Node]:
    if source not in G:
        raise nx.NetworkXError(f"The node {source} is not in the graph.")
    reached = search_by_hops(G, [G.position[source]], distance).lengths()
    return {node for node, hops in reached.items() if hops == distance}


def descendants(G: ConvertedGraph, source: Node) -> set[Node]:
    return {child for _, child in bfs_edges(G, source)}


def ancestors(G: ConvertedGraph, source: Node) -> set[Node]:
    return {child for _, child in bfs_edges(G, source, reverse=True)}


def find_components(G: ConvertedGraph, connection: str = "weak") -> Components:
    arcs = G.arcs()
    return components(arcs.graph, connection=connection, threads=arcs.threads)


def connected_components(G: ConvertedGraph) -> Iterator[set[Node]]:
    if len(G) == 0:
        return
    # In the order of their first nodes.
    yield from members(G, find_components(G).labels)


def members(G: ConvertedGraph, numbers: Any) -> Iterator[set[Node]]:
    """The nodes of each number, by ascending numbers."""
    order = np.argsort(numbers, kind="stable")
    firsts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    for part in np.split(order, firsts[1:]):
        yield {G.nodes[v] for v in part}


def number_connected_components(G: ConvertedGraph) -> int:
    return find_components(G).num_components if len(G) else 0


def is_connected(G: ConvertedGraph) -> bool:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return num_reached(G.arcs(), 0) == len(G)


def is_weakly_connected(G: ConvertedGraph) -> bool:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return find_components(G).num_components == 1


weakly_connected_components = connected_components
number_weakly_connected_components = number_connected_components


def strongly_connected_components(G: ConvertedGraph) -> Iterator[set[Node]]:
    """Those that others lead to come first, as those of networkx do."""
    if len(G) == 0:
        return
    _, numbers = find_components(G, "strong").condensation(threads=G.arcs().threads)
    yield from members(G, numbers.max() - numbers)


def number_strongly_connected_components(G: ConvertedGraph) -> int:
    return find_components(G, "strong").num_components if len(G) else 0


def is_strongly_connected(G: ConvertedGraph) -> bool:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return find_components(G, "strong").num_components == 1


def condensation(G: ConvertedGraph, scc: None = None) -> nx.DiGraph:
    """Nodes are numbered in the order of `strongly_connected_components`."""
    condensed = nx.DiGraph(mapping={})
    if len(G) == 0:
        return condensed
    graph, numbers = find_components(G, "strong").condensation(threads=G.arcs().threads)
    last = len(graph) - 1
    condensed.add_nodes_from(range(len(graph)))
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.indptr))
    condensed.add_edges_from(zip((last - sources).tolist(), (last - graph.indices).tolist(), strict=True))
    numbers = last - numbers
    condensed.graph["mapping"] = dict(zip(G.nodes, numbers.tolist(), strict=True))
    nx.set_node_attributes(condensed, dict(enumerate(members(G, numbers))), "members")
    return condensed


def node_connected_component(G: ConvertedGraph, n: Node) -> set[Node]:
    return set(search(G, [G.position[n]]).names())


def hops(
    G: ConvertedGraph, source: Node, cutoff: float | None, message: str, *, reverse: bool = False
) -> Search:
    """A search by levels. Raises NodeNotFound with `message`."""
    return search_by_hops(G, [vertex(G, source, message)], cutoff, reverse=reverse)
