"""Spanning forests: those of Kruskal's algorithm, edge by edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import isnan
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import Graph, minimum_spanning_forest
from .._convert_networkx import numbers
from ._graph import ConvertedGraph, threads_for

Edge = tuple[Any, ...]
#: The places of weights, in the order in which Kruskal's algorithm takes their edges.
Order = Callable[[list[Any]], npt.NDArray[np.intp]]


def _forest(G: ConvertedGraph, order_of: Order, weight: Any, ignore_nan: bool) -> Iterator[Edge]:
    """The edges that Kruskal's algorithm takes, with data and, in a multigraph, keys, in its order.

    Strider weighs each edge by its place in the order of that algorithm, so weights may be of any type
    that can be ordered. No two edges weigh the same then, and there is a single forest.
    """
    u, v, data = *G.ends(), list(G.edge_data())
    keys: list[Any] = []
    if G.is_multigraph():
        counts = list(map(len, data))
        u, v, keys = np.repeat(u, counts), np.repeat(v, counts), list(chain.from_iterable(data))
        data = [attributes for parallel in data for attributes in parallel.values()]

    def edge(i: int) -> Edge:
        return (G.nodes[u[i]], G.nodes[v[i]], *keys[i : i + 1], data[i])

    weights = [attributes.get(weight, 1) for attributes in data]
    nan = np.fromiter(map(isnan, weights), dtype=bool, count=len(weights))
    if nan.any() and not ignore_nan:
        raise ValueError(f"NaN found as an edge weight. Edge {edge(int(nan.argmax()))}")
    kept = np.flatnonzero(~nan)
    order = kept[order_of([weights[i] for i in kept.tolist()])]
    threads = threads_for(len(order))
    places = np.arange(len(order), dtype=np.uint32)
    graph = Graph.from_edges(u[order], v[order], places, n=len(G), threads=threads)
    forest = minimum_spanning_forest(graph, threads=threads)
    yield from map(edge, order[np.sort(forest.weights)].tolist())


def _lightest_first(weights: list[Any]) -> npt.NDArray[np.intp]:
    """Of equal weights the first comes first."""
    try:
        return np.argsort(numbers(weights), kind="stable")
    except (TypeError, OverflowError):  # fractions, decimals, large integers
        return np.array(sorted(range(len(weights)), key=weights.__getitem__), dtype=np.intp)


def _heaviest_first(weights: list[Any]) -> npt.NDArray[np.intp]:
    """Of equal weights the first comes first: hence both reversals."""
    return len(weights) - 1 - _lightest_first(weights[::-1])[::-1]


def _edges(order_of: Order) -> Callable[..., Iterator[Edge]]:
    def spanning_edges(
        G: ConvertedGraph,
        algorithm: str = "kruskal",
        weight: Any = "weight",
        keys: bool = True,
        data: bool = True,
        ignore_nan: bool = False,
    ) -> Iterator[Edge]:
        for edge in _forest(G, order_of, weight, ignore_nan):
            with_key = edge[:-1] if keys else edge[:2]
            yield (*with_key, edge[-1]) if data else with_key

    return spanning_edges


def _tree(order_of: Order) -> Callable[..., nx.Graph]:
    def spanning_tree(
        G: ConvertedGraph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
    ) -> nx.Graph:
        if G.is_directed():
            raise nx.NetworkXNotImplemented("not implemented for directed type")
        tree = G.original.__class__()
        tree.graph.update(G.original.graph)
        tree.add_nodes_from(G.original.nodes.items())
        tree.add_edges_from(_forest(G, order_of, weight, ignore_nan))
        return tree

    return spanning_tree


minimum_spanning_edges = _edges(_lightest_first)
maximum_spanning_edges = _edges(_heaviest_first)
minimum_spanning_tree = _tree(_lightest_first)
maximum_spanning_tree = _tree(_heaviest_first)
