"""Spanning forests: those of Kruskal's algorithm, edge by edge."""

from __future__ import annotations

from collections.abc import Iterator
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


def _forest(G: ConvertedGraph, minimum: bool, weight: Any, ignore_nan: bool) -> Iterator[Edge]:
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
    order = kept[_order([weights[i] for i in kept.tolist()], minimum)]
    threads = threads_for(len(order))
    places = np.arange(len(order), dtype=np.uint32)
    graph = Graph.from_edges(u[order], v[order], places, n=len(G), threads=threads)
    forest = minimum_spanning_forest(graph, threads=threads)
    yield from map(edge, order[np.sort(forest.weights)].tolist())


def _order(weights: list[Any], minimum: bool) -> npt.NDArray[np.intp]:
    """The places of the weights, ascending or, of a maximum, descending; of equal ones the first first."""
    try:
        values = numbers(weights)
    except (TypeError, OverflowError):  # fractions, decimals, large integers
        places = sorted(range(len(weights)), key=weights.__getitem__, reverse=not minimum)
        return np.array(places, dtype=np.intp)
    return np.argsort(values if minimum else -values, kind="stable")


def _edges(
    G: ConvertedGraph, minimum: bool, weight: Any, keys: bool, data: bool, ignore_nan: bool
) -> Iterator[Edge]:
    for edge in _forest(G, minimum, weight, ignore_nan):
        with_key = edge[:-1] if keys else edge[:2]
        yield (*with_key, edge[-1]) if data else with_key


def _tree(G: ConvertedGraph, minimum: bool, weight: Any, ignore_nan: bool) -> nx.Graph:
    if G.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")
    tree = G.original.__class__()
    tree.graph.update(G.original.graph)
    tree.add_nodes_from(G.original.nodes.items())
    tree.add_edges_from(_forest(G, minimum, weight, ignore_nan))
    return tree


def minimum_spanning_edges(
    G: ConvertedGraph,
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[Edge]:
    return _edges(G, True, weight, keys, data, ignore_nan)


def maximum_spanning_edges(
    G: ConvertedGraph,
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[Edge]:
    return _edges(G, False, weight, keys, data, ignore_nan)


def minimum_spanning_tree(
    G: ConvertedGraph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, True, weight, ignore_nan)


def maximum_spanning_tree(
    G: ConvertedGraph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    return _tree(G, False, weight, ignore_nan)
