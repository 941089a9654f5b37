"""Breadth-first search."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole
from ._errors import NoPathError, UsageError
from ._graph import Graph, core_of
from ._words import counted

if TYPE_CHECKING:
    import pandas


class BfsResult:
    """A breadth-first tree. Arrays are made when they are first read."""

    def __init__(self, graph: Graph, tree: _core.BfsTree) -> None:
        self.graph = graph
        self._tree = tree

    @property
    def source(self) -> int:
        """The smallest source."""
        return self._tree.source

    @property
    def sources(self) -> list[int]:
        """The sources, ascending, each once."""
        return self._tree.sources

    @property
    def depth(self) -> int | None:
        """The depth that was asked for, at most the number of vertices."""
        return self._tree.depth

    @property
    def num_reached(self) -> int:
        """Vertices reached, the sources among them."""
        return self._tree.num_reached

    @property
    def num_levels(self) -> int:
        return self._tree.num_levels

    @property
    def num_edges_reached(self) -> int:
        """Edges with both ends reached; of a directed graph, those out of reached vertices. Where a
        depth ended the search, those with one end reached count one half."""
        return self._tree.num_edges_reached

    @cached_property
    def levels(self) -> npt.NDArray[np.int32]:
        """The number of hops from the nearest source to each vertex; -1 if unreached."""
        return self._tree.levels()

    @cached_property
    def parents(self) -> npt.NDArray[Any]:
        """The parent of each vertex; -1 if unreached. A source is its own parent. int32, or int64 if
        the graph has more vertices than that holds."""
        return self._tree.parents()

    @property
    def levels_on_device(self) -> Any:
        """A copy of `levels` in the memory of the device that searched. ``cupy.from_dlpack``,
        ``torch.from_dlpack`` and others take it as it is; that of an emulated device is numpy's."""
        return self._tree.levels_on_device()

    @property
    def parents_on_device(self) -> Any:
        """A copy of `parents` in the memory of that device."""
        return self._tree.parents_on_device()

    @cached_property
    def smallest_parents(self) -> npt.NDArray[Any]:
        """Of the possible parents of each vertex the smallest. They are the same for every number of
        threads."""
        return self._tree.smallest_parents()

    @cached_property
    def _sequential(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        order, parents = self._tree.sequential_order()
        return order, parents

    @property
    def order(self) -> npt.NDArray[Any]:
        """The vertices reached, in the order in which a sequential search meets them: each vertex of
        the queue appends its unvisited neighbours in the order of its row."""
        return self._sequential[0]

    @property
    def sequential_parents(self) -> npt.NDArray[Any]:
        """The parents that such a search finds: of the possible ones, the first in `order`."""
        return self._sequential[1]

    @property
    def trace(self) -> list[dict[str, Any]]:
        """Vertices, edges, direction and seconds of each level, if the search was traced."""
        return self._tree.trace

    def path_to(self, vertex: int) -> npt.NDArray[Any]:
        """The vertices of a shortest path from the nearest source to `vertex`, both included.

        Raises
        ------
        NoPathError
            The search did not reach `vertex`.
        """
        v = self.graph._checked(vertex)
        if self.parents[v] < 0:
            raise NoPathError(f"no path leads from {_named(self.sources)} to {v}")
        path = [v]
        for _ in range(self.num_levels - 1):
            if self.levels[path[-1]] == 0:
                break
            path.append(int(self.parents[path[-1]]))
        if self.levels[path[-1]] != 0:
            raise UsageError("the parents of the tree have been changed")
        return np.array(path[::-1], dtype=self.parents.dtype)

    def to_pandas(self) -> pandas.DataFrame:
        """A table of vertex, level and parent."""
        import pandas

        return pandas.DataFrame({"level": self.levels, "parent": self.parents}).rename_axis("vertex")

    def __repr__(self) -> str:
        return (
            f"<strider.BfsResult: from {_named(self.sources)}, {self.num_reached:,} of "
            f"{counted(self.graph.num_vertices, 'vertex')} in {counted(self.num_levels, 'level')}>"
        )

    def _repr_html_(self) -> str:
        from ._html import bfs_html

        return bfs_html(self)


def _named(sources: list[int]) -> str:
    return str(sources[0]) if len(sources) == 1 else counted(len(sources), "source")


def vertices_of(graph: Any, source: int | Iterable[int]) -> list[int]:
    """One vertex or several, each a vertex of the graph, which may be one that ranks share."""
    try:
        return [graph._checked(operator.index(source))]  # type: ignore[arg-type]
    except TypeError:
        if not isinstance(source, Iterable):
            raise
    return [graph._checked(vertex) for vertex in source]


def bfs(
    graph: Graph,
    source: int | Iterable[int],
    *,
    depth: int | None = None,
    method: str = "auto",
    trace: bool = False,
    device: str = "host",
    threads: int = 0,
) -> BfsResult:
    """Breadth-first search from one vertex, or from several at once.

    Parameters
    ----------
    graph : Graph
    source : int, or several
        Of several, each vertex gets the level of the nearest, and a parent towards it.
    depth : int, optional
        Vertices at a greater distance stay unreached.
    method : str
        "auto", "serial", "top-down", "top-down-local", "bag", "vertex-parallel", "bottom-up" or
        "direction-optimizing"; on a device "auto", "edge-mapped", "vertex-mapped", "twc",
        "merge-path", "direction-optimizing", "persistent", "vertex-parallel" or "scatter-compact".
    trace : bool
        Whether `BfsResult.trace` is filled.
    device : str
        "host"; "cuda:0" or another GPU; or "simt", an emulated one, which takes very long. The graph
        is copied there at its first search. See `strider.devices`.
    threads : int
        0: all cores.

    Raises
    ------
    VertexError
        `source` is not a vertex.
    UsageError
        There is no source.
    UnavailableError
        There is no such device.

    Notes
    -----
    Which of several possible parents a vertex gets may differ from run to run, see
    `BfsResult.smallest_parents`. A graph that `Graph.prepare` laid out is searched faster.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], n=5)
    >>> tree = strider.bfs(graph, 0)
    >>> tree
    <strider.BfsResult: from 0, 4 of 5 vertices in 3 levels>
    >>> tree.levels
    array([ 0,  1,  1,  2, -1], dtype=int32)
    >>> strider.bfs(graph, [3, 4], depth=1).levels
    array([-1,  1,  1,  0,  0], dtype=int32)
    """
    core = core_of(graph)
    if depth is not None:
        # No level is larger than this, so nothing is cut off.
        depth = min(whole(depth, "depth"), graph.num_vertices)
    tree = _core.bfs(core, vertices_of(graph, source), depth, method, bool(trace), device, threads)
    return BfsResult(graph, tree)


def devices() -> list[str]:
    """The devices that this process can use, by the names that functions take as ``device``.

    Examples
    --------
    >>> strider.devices()[0]
    'host'
    """
    return _core.device_names()
