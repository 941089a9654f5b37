"""Core numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._graph import Graph, core_of


def core_numbers(
    graph: Graph, *, device: str = "host", threads: int = 0
) -> npt.NDArray[np.uint32]:
    """The core number of each vertex: k if it is in the k-core, the largest subgraph in which every
    vertex has k edges, and not in the (k + 1)-core.

    Parameters
    ----------
    graph : Graph
        Parallel edges count, self-loops do not. In a directed graph an edge counts at both ends.
    device : str
        As for `bfs`; devices take undirected graphs.
    threads : int
        0: all cores.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3])
    >>> strider.core_numbers(graph)
    array([2, 2, 2, 1], dtype=uint32)
    """
    return _core.core_numbers(core_of(graph), device, threads)


def degeneracy_order(graph: Graph, *, threads: int = 0) -> npt.NDArray[Any]:
    """The vertices in an order in which each has at most as many edges to later ones as its core
    number.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3])
    >>> strider.degeneracy_order(graph)
    array([3, 0, 1, 2], dtype=int32)
    """
    return _core.degeneracy_order(core_of(graph), threads)
