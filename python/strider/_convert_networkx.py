"""Graphs of networkx as adjacency arrays."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import networkx

Adjacency = tuple[list[Hashable], npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[Any] | None]


def adjacency(graph: networkx.Graph, weight: str | None) -> Adjacency:
    """(nodes, indptr, indices, weights): each row in the order in which networkx lists it, so that a
    search meets neighbours in the order in which one of networkx does. Of parallel edges, the least
    weight."""
    nodes: list[Hashable] = list(graph)
    position = {node: i for i, node in enumerate(nodes)}
    rows = [graph.adj[node] for node in nodes]
    indptr = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=indptr[1:])
    count = int(indptr[-1])
    neighbors = map(position.__getitem__, chain.from_iterable(rows))
    indices = np.fromiter(neighbors, dtype=np.int32, count=count)
    if weight is None:
        return nodes, indptr, indices, None
    edges = chain.from_iterable(row.values() for row in rows)
    if graph.is_multigraph():
        values = [min(data.get(weight, 1) for data in parallel.values()) for parallel in edges]
    else:
        values = [data.get(weight, 1) for data in edges]
    return nodes, indptr, indices, np.asarray(values) if values else np.empty(0, dtype=np.int64)
