"""What is in a graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._graph import Graph, core_of


@dataclass(frozen=True)
class GraphInfo:
    """Sizes and degrees of a graph."""

    num_vertices: int
    num_edges: int
    directed: bool
    #: The type of the weights, or "none".
    weights: str
    self_loops: int
    #: Vertices whose row is empty; of a directed graph, those without an edge out of them.
    empty_rows: int
    #: Of out-degrees: the least, the median, the mean and the greatest.
    degree_min: int
    degree_median: float
    degree_mean: float
    degree_max: int
    memory_bytes: int


def info(graph: Graph) -> GraphInfo:
    """Sizes and degrees of a graph.

    Examples
    --------
    >>> facts = strider.info(strider.Graph.from_edges([0, 0, 0], [1, 2, 3], n=5))
    >>> facts.degree_max, facts.empty_rows
    (3, 1)
    """
    core = core_of(graph)
    degrees = np.diff(graph.indptr)
    empty = len(degrees) == 0
    weights = graph.weights
    return GraphInfo(
        num_vertices=graph.num_vertices,
        num_edges=graph.num_edges,
        directed=graph.directed,
        weights="none" if weights is None else str(weights.dtype),
        self_loops=core.num_self_loops,
        empty_rows=int(np.count_nonzero(degrees == 0)),
        degree_min=0 if empty else int(degrees.min()),
        degree_median=0.0 if empty else float(np.median(degrees)),
        degree_mean=0.0 if empty else float(degrees.mean()),
        degree_max=0 if empty else int(degrees.max()),
        memory_bytes=graph.indptr.nbytes + graph.indices.nbytes + (0 if weights is None else weights.nbytes),
    )
