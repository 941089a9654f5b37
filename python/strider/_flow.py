"""Maximum flows, minimum cuts and edge connectivity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._graph import Graph, core_of
from ._words import counted

if TYPE_CHECKING:
    import pandas
    import scipy.sparse


@dataclass(frozen=True, repr=False, eq=False)
class EdgeCut:
    """The edges that lead from one side of a graph to the other."""

    graph: Graph
    #: The sum of their capacities, or their number.
    value: float | int
    #: For each vertex whether it is on the second side, that of the target.
    sides: npt.NDArray[np.bool_]

    @cached_property
    def _entries(self) -> npt.NDArray[np.int64]:
        tails, heads = _tails(self.graph), self.graph.indices
        crossing = ~self.sides[tails] & self.sides[heads]
        if self.graph.weights is not None and not isinstance(self, EdgeConnectivity):
            crossing &= self.graph.weights > 0
        return np.flatnonzero(crossing)

    @property
    def u(self) -> npt.NDArray[Any]:
        """The ends of the edges on the first side."""
        return _tails(self.graph)[self._entries]

    @property
    def v(self) -> npt.NDArray[Any]:
        """Their ends on the second side."""
        return np.asarray(self.graph.indices[self._entries])

    def __len__(self) -> int:
        """The number of edges."""
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<strider.{type(self).__name__}: {self.value}, {counted(len(self), 'edge')}>"


class EdgeConnectivity(EdgeCut):
    """How many edges disconnect a graph, and a smallest set of them."""


@dataclass(frozen=True, repr=False, eq=False)
class MaximumFlow:
    """A maximum flow from `source` to `target`, and a minimum cut that proves it."""

    graph: Graph
    source: int
    target: int
    value: float | int
    #: What flows along each entry of ``graph.indices``.
    entries: npt.NDArray[Any]
    #: The minimum cut nearest to the target.
    cut: EdgeCut

    @property
    def u(self) -> npt.NDArray[Any]:
        """Where the edges that carry a flow begin."""
        return _tails(self.graph)[self.entries > 0]

    @property
    def v(self) -> npt.NDArray[Any]:
        """Where they lead."""
        return np.asarray(self.graph.indices[self.entries > 0])

    @property
    def flow(self) -> npt.NDArray[Any]:
        """What flows along them."""
        return self.entries[self.entries > 0]

    def to_scipy(self) -> scipy.sparse.csr_array:
        """A matrix with the flow from u to v at ``[u, v]``."""
        import scipy.sparse

        n = self.graph.num_vertices
        return scipy.sparse.coo_array((self.flow, (self.u, self.v)), shape=(n, n)).tocsr()

    def to_pandas(self) -> pandas.DataFrame:
        """A table of u, v and flow."""
        import pandas

        return pandas.DataFrame({"u": self.u, "v": self.v, "flow": self.flow})

    def __repr__(self) -> str:
        return f"<strider.MaximumFlow: {self.value} from {self.source} to {self.target}>"


def _tails(graph: Graph) -> npt.NDArray[np.int32]:
    """Where each entry of the adjacency begins."""
    return np.repeat(np.arange(graph.num_vertices, dtype=np.int32), np.diff(graph.indptr))


def maximum_flow(graph: Graph, source: int, target: int, *, threads: int = 0) -> MaximumFlow:
    """A maximum flow. The weights are the capacities of edges, 1 where there are none.

    Parameters
    ----------
    graph : Graph
        An undirected edge carries its capacity in either direction. Parallel edges add up: a graph of a
        list of edges keeps them with ``duplicates="keep"``.
    source, target : int
    threads : int
        0: all cores. The flow does not depend on it.

    Raises
    ------
    VertexError
        `source` or `target` is not a vertex.
    UsageError
        They are the same, or edges of infinite capacity connect them.
    WeightError
        A capacity is negative or not a number.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], [3, 2, 1, 4], directed=True)
    >>> flow = strider.maximum_flow(graph, 0, 3)
    >>> flow
    <strider.MaximumFlow: 3 from 0 to 3>
    >>> flow.u, flow.v, flow.flow
    (array([0, 0, 1, 2], dtype=int32), array([1, 2, 3, 3], dtype=int32), array([1, 2, 1, 2], dtype=uint32))
    >>> flow.cut.u, flow.cut.v
    (array([0, 1], dtype=int32), array([2, 3], dtype=int32))
    """
    core = core_of(graph)
    source, target = graph._checked(source), graph._checked(target)
    value, entries, sides = _core.maximum_flow(core, source, target, threads)
    return MaximumFlow(graph, source, target, value, entries, EdgeCut(graph, value, sides.astype(bool)))


def minimum_cut(graph: Graph, source: int, target: int, *, threads: int = 0) -> EdgeCut:
    """Edges of least capacity without which nothing leads from `source` to `target`; of several such cuts
    that nearest to `target`. Parameters and errors are those of `maximum_flow`.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3], [5, 1, 2])
    >>> cut = strider.minimum_cut(graph, 0, 3)
    >>> cut
    <strider.EdgeCut: 1, 1 edge>
    >>> cut.u, cut.v, cut.sides
    (array([1], dtype=int32), array([2], dtype=int32), array([False, False,  True,  True]))
    """
    return maximum_flow(graph, source, target, threads=threads).cut


def edge_connectivity(graph: Graph, *, threads: int = 0) -> EdgeConnectivity:
    """How many edges must be removed at least to disconnect the graph, and a smallest set of them; of a
    directed graph, so that it is no longer strongly connected.

    Parameters
    ----------
    graph : Graph
        Weights are ignored. Parallel edges count each.
    threads : int
        0: all cores.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3])
    >>> found = strider.edge_connectivity(graph)
    >>> found
    <strider.EdgeConnectivity: 1, 1 edge>
    """
    value, sides = _core.edge_connectivity(core_of(graph), threads)
    return EdgeConnectivity(graph, value, sides.astype(bool))
