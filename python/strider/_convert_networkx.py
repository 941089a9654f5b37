"""Graphs of networkx as adjacency arrays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain
from operator import itemgetter, methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import networkx

#: A double holds all integers up to it.
EXACT = 2**53


def topology(
    graph: networkx.Graph, position: Mapping[Hashable, int], *, reverse: bool = False
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """(indptr, indices): for each node the positions of its successors, or with `reverse` of its
    predecessors. Each row has the order in which networkx lists it."""
    rows = _rows(graph, position, reverse)
    indptr = np.zeros(len(position) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=indptr[1:])
    neighbors: Iterable[Any] = chain.from_iterable(rows)
    # Nodes that are called 0, 1, 2 and so on are their own positions.
    if list(position) != list(range(len(position))):
        neighbors = map(position.__getitem__, neighbors)
    return indptr, np.fromiter(neighbors, dtype=np.int32, count=int(indptr[-1]))


def edge_weights(
    graph: networkx.Graph, position: Mapping[Hashable, int], attribute: Hashable, *, reverse: bool = False
) -> npt.NDArray[Any]:
    """The values of `attribute` in the order of `topology`: 1 where it is missing, and the least of
    parallel edges.

    Raises
    ------
    TypeError, OverflowError
        See `numbers`.
    """
    if graph.is_multigraph():
        edges = edge_data(graph, position, reverse=reverse)
        return numbers([min(data.get(attribute, 1) for data in parallel.values()) for parallel in edges])
    try:
        return numbers(list(map(itemgetter(attribute), edge_data(graph, position, reverse=reverse))))
    except KeyError:
        edges = edge_data(graph, position, reverse=reverse)
        return numbers([data.get(attribute, 1) for data in edges])


def edge_data(
    graph: networkx.Graph, position: Mapping[Hashable, int], *, reverse: bool = False
) -> Iterator[dict[Any, Any]]:
    """What networkx keeps of each edge, in the order of `topology`: its attributes, or in a multigraph the
    attributes of each parallel edge by its key."""
    return chain.from_iterable(map(methodcaller("values"), _rows(graph, position, reverse)))


def numbers(values: list[Any]) -> npt.NDArray[Any]:
    """`values` as int64, or as float64 if one of them is a float.

    Raises
    ------
    TypeError
        A value is neither an integer nor a float of 64 bits, as a Fraction, a Decimal or None.
    OverflowError
        An integer is beyond 2^53, which a double would round.
    """
    kinds = set(map(type, values))
    if any(issubclass(kind, np.generic) for kind in kinds):
        values = [value.item() if isinstance(value, np.generic) else value for value in values]
        kinds = set(map(type, values))
    for kind in kinds:
        if not issubclass(kind, (int, float)):
            raise TypeError(f"weights must be integers or floats, got {kind.__name__}")
    whole = not any(issubclass(kind, float) for kind in kinds)
    if not whole and len(kinds) > 1:
        integers = [value for value in values if not isinstance(value, float)]
        array = np.array(values, dtype=np.float64)
    else:
        integers = values if whole else []
        array = np.array(values, dtype=np.int64 if whole else np.float64)
    if integers and max(max(integers), -min(integers)) > EXACT:
        raise OverflowError("an integer weight is beyond 2^53")
    return array


def _rows(
    graph: networkx.Graph, position: Mapping[Hashable, int], reverse: bool
) -> list[Mapping[Hashable, Any]]:
    # graph.adj wraps each row in a view, which takes longer than all the rest.
    adjacency = graph._pred if reverse and graph.is_directed() else graph._adj
    rows = list(map(adjacency.__getitem__, position))
    # The rows of filtered graphs are slow, and some count neighbours that they do not list.
    return rows if isinstance(adjacency, dict) else list(map(dict, rows))
