"""The two sides of a bipartite graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._graph import Graph, core_of
from ._words import counted


@dataclass(frozen=True, repr=False, eq=False)
class Bipartition:
    """Two sides, or the proof that there are none."""

    graph: Graph
    #: 0 or 1 for each vertex, so that every edge connects the two; 0 for the least vertex of each
    #: component. None if the graph is not bipartite.
    sides: npt.NDArray[np.uint32] | None
    #: If it is not: an odd number of vertices, each connected by an edge to the next, and the last to
    #: the first; of a self-loop its vertex. Else None.
    odd_cycle: list[int] | None

    @property
    def is_bipartite(self) -> bool:
        return self.odd_cycle is None

    def vertices(self, side: int) -> npt.NDArray[Any]:
        """The vertices of a side, ascending."""
        return np.flatnonzero(self.sides == side)

    def __bool__(self) -> bool:
        return self.is_bipartite

    def __repr__(self) -> str:
        if self.sides is None:
            return f"<strider.Bipartition: none, as of a cycle of {counted(len(self.odd_cycle or []), 'vertex')}>"
        ones = int(np.count_nonzero(self.sides))
        return f"<strider.Bipartition: {len(self.sides) - ones:,} and {counted(ones, 'vertex')}>"


def bipartite(graph: Graph, *, threads: int = 0) -> Bipartition:
    """The two sides of a graph, or an odd cycle. Edges of a directed graph count both ways.

    Parameters
    ----------
    graph : Graph
        Weights are ignored.
    threads : int
        0: all cores.

    Returns
    -------
    Bipartition
        The same for every number of threads.

    Examples
    --------
    >>> strider.bipartite(strider.Graph.from_edges([0, 1, 2], [1, 2, 3])).sides
    array([0, 1, 0, 1], dtype=uint32)
    >>> strider.bipartite(strider.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 2]))
    <strider.Bipartition: none, as of a cycle of 3 vertices>
    """
    return Bipartition(graph, *_core.bipartite(core_of(graph), threads))
