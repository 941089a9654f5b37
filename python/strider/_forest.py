"""Spanning forests."""

from __future__ import annotations

from dataclasses import dataclass
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
class SpanningForest:
    """A spanning forest: one tree for each component of the graph."""

    graph: Graph
    #: The edges ``u[i], v[i]``, ascending, with ``u[i] < v[i]``.
    u: npt.NDArray[Any]
    v: npt.NDArray[Any]
    #: In the type of the graph's weights; ones if it has none.
    weights: npt.NDArray[Any]
    #: The sum of the weights: exact for integers, else the nearest double.
    total: float | int
    #: An isolated vertex is a tree, too.
    num_trees: int

    def __len__(self) -> int:
        """The number of edges."""
        return len(self.u)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """A matrix with an entry ``[u, v]`` for each edge. Weights of zero are explicit entries."""
        import scipy.sparse

        n = self.graph.num_vertices
        indptr = np.zeros(n + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.u, minlength=n), out=indptr[1:])
        # The edges ascend, so they are the rows of the matrix as they are.
        return scipy.sparse.csr_array((self.weights, self.v, indptr), shape=(n, n))

    def to_pandas(self) -> pandas.DataFrame:
        """A table of u, v and weight."""
        import pandas

        return pandas.DataFrame({"u": self.u, "v": self.v, "weight": self.weights})

    def __repr__(self) -> str:
        edges, trees = counted(len(self), "edge"), counted(self.num_trees, "tree")
        return f"<strider.SpanningForest: {edges} in {trees}, total {self.total}>"

    def _repr_html_(self) -> str:
        from ._html import forest_html

        return forest_html(self)


def minimum_spanning_forest(
    graph: Graph, *, maximum: bool = False, method: str = "auto", device: str = "host", threads: int = 0
) -> SpanningForest:
    """The spanning forest of least weight, or of greatest.

    Parameters
    ----------
    graph : Graph
        Undirected. Without weights each edge weighs 1.
    maximum : bool
        Whether the weight is to be the greatest. A graph of a list with parallel edges must be built
        with ``duplicates="heaviest"`` then.
    method : str
        "auto", "kruskal", "prim", "boruvka" or "filter-kruskal"; on a device "auto" or "boruvka". All
        find the same forest: edges are ordered by weight, then by their ends.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Raises
    ------
    UsageError
        The graph is directed.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1], [1, 2, 2], [1, 4, 2])
    >>> forest = strider.minimum_spanning_forest(graph)
    >>> forest
    <strider.SpanningForest: 2 edges in 1 tree, total 3>
    >>> forest.u, forest.v
    (array([0, 1], dtype=int32), array([1, 2], dtype=int32))
    """
    return SpanningForest(graph, *_core.spanning_forest(core_of(graph), bool(maximum), method, device, threads))
