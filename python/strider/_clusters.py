"""Clusters of vertices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole
from ._errors import UsageError
from ._graph import Graph, core_of


@dataclass(frozen=True, repr=False, eq=False)
class Clusters:
    """Clusters by single linkage."""

    graph: Graph
    #: The least vertex of the cluster of each vertex.
    labels: npt.NDArray[Any]
    num_clusters: int
    #: The weight of the last merge, -inf if there was none; and of the next one, inf if there is none.
    last_distance: float
    next_distance: float

    def __len__(self) -> int:
        """The number of clusters."""
        return self.num_clusters

    def __repr__(self) -> str:
        return f"<strider.Clusters: {self.num_clusters:,}, apart by {self.next_distance}>"


def single_linkage(
    graph: Graph, *, threshold: float | None = None, count: int | None = None, threads: int = 0
) -> Clusters:
    """Clusters by single linkage: merged by the lightest edges first.

    Parameters
    ----------
    graph : Graph
        Undirected. Weights are distances; without weights each edge has distance 1.
    threshold : float, optional
        Merges up to this distance.
    count : int, optional
        Merges until so many clusters are left. One of the two limits is needed.
    threads : int
        0: all cores.

    Raises
    ------
    UsageError
        No limit is given, or the graph is directed.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3], [1.0, 5.0, 2.0])
    >>> strider.single_linkage(graph, threshold=3)
    <strider.Clusters: 2, apart by 5.0>
    >>> strider.single_linkage(graph, count=3).labels
    array([0, 0, 2, 3], dtype=int32)
    """
    core = core_of(graph)
    if threshold is None and count is None:
        raise UsageError("single_linkage needs threshold, count or both: when merging ends")
    distance = math.inf if threshold is None else float(threshold)
    if math.isnan(distance):
        raise UsageError("threshold must be a number, got nan")
    clusters = 1 if count is None else whole(count, "count", least=1)
    return Clusters(graph, *_core.single_linkage(core, distance, clusters, threads))


def linkage(graph: Graph, *, threads: int = 0) -> npt.NDArray[np.float64]:
    """The merges of single linkage as `scipy.cluster.hierarchy` has them: for each the two clusters, their
    distance, and the size of the new one. Vertices are the first clusters, merges the next ones.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3], [1.0, 5.0, 2.0])
    >>> strider.linkage(graph)
    array([[0., 1., 1., 2.],
           [2., 3., 2., 2.],
           [4., 5., 5., 4.]])
    """
    return _core.linkage(core_of(graph), threads).reshape(-1, 4)


def girvan_newman(graph: Graph, count: int, *, threads: int = 0) -> npt.NDArray[Any]:
    """Communities by the betweenness of edges: takes out the edge of most shortest paths until the graph
    has `count` components.

    Returns
    -------
    array
        The least vertex of the community of each vertex.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2, 3, 4, 5, 2], [1, 2, 0, 4, 5, 3, 3])
    >>> strider.girvan_newman(graph, 2)
    array([0, 0, 0, 3, 3, 3], dtype=int32)
    """
    return _core.split_by_betweenness(core_of(graph), whole(count, "count", least=1), threads)
