"""Communities by label propagation, and local clustering coefficients, as LDBC Graphalytics has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole
from ._graph import Graph, core_of
from ._words import counted


@dataclass(frozen=True, repr=False, eq=False)
class LocalClustering:
    """The local clustering coefficients of a graph."""

    graph: Graph
    #: By vertex: the share of edges between its neighbours, of those that there can be.
    coefficients: npt.NDArray[np.float64]
    #: By vertex: edges between its neighbours; in an undirected graph the triangles that it is in.
    links: npt.NDArray[np.uint64]

    def __repr__(self) -> str:
        return f"<strider.LocalClustering of {counted(len(self.coefficients), 'vertex')}>"


def label_propagation(
    graph: Graph, *, iterations: int = 10, device: str = "host", threads: int = 0
) -> npt.NDArray[Any]:
    """The community of each vertex, by synchronous label propagation.

    All vertices take the label that most of their neighbours have, the least of several, again and
    again, starting with their own numbers. In a directed graph a neighbour counts twice if edges lead
    both ways.

    Parameters
    ----------
    graph : Graph
        Weights are ignored.
    iterations : int
        At most; it ends where no label changes.
    device : str
        As for `bfs`; devices take undirected graphs.
    threads : int
        0: all cores. They do not change the labels.

    Returns
    -------
    array
        By vertex a label, which is a vertex.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 0, 3, 4, 3], [1, 2, 2, 4, 5, 5])
    >>> strider.label_propagation(graph)
    array([0, 0, 0, 3, 3, 3], dtype=int32)
    """
    most = whole(iterations, "iterations", bits=32)
    return _core.label_propagation(core_of(graph), most, device, threads)


def local_clustering(graph: Graph, *, device: str = "host", threads: int = 0) -> LocalClustering:
    """How many of the edges that there can be between the neighbours of each vertex there are.

    Parameters
    ----------
    graph : Graph
        Weights are ignored. Neighbours are those in either direction; the edges between them count
        by direction in a directed graph.
    device : str
        As for `bfs`; devices take undirected graphs.
    threads : int
        0: all cores.

    Returns
    -------
    LocalClustering

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 0, 2], [1, 2, 2, 3])
    >>> found = strider.local_clustering(graph)
    >>> found.coefficients.round(3)
    array([1.   , 1.   , 0.333, 0.   ])
    >>> found.links
    array([1, 1, 1, 0], dtype=uint64)
    """
    return LocalClustering(graph, *_core.local_clustering(core_of(graph), device, threads))
