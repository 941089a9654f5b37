"""Shortest paths from one vertex."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._bfs import bfs
from ._errors import NoPathError, UsageError
from ._graph import Graph, core_of
from ._words import counted

if TYPE_CHECKING:
    import pandas

_INFINITE = np.iinfo(np.uint64).max
_EXACT = 2**53  # a double holds all integers up to it


class Distances:
    """The distances of a tree of shortest paths, as the library has them and as real numbers."""

    @cached_property
    def _own_distances(self) -> npt.NDArray[Any]:
        """Integers are uint64."""
        raise NotImplementedError

    @cached_property
    def distances(self) -> npt.NDArray[Any]:
        """The length of a shortest path to each vertex; inf if unreached. float64; float32 if the
        weights are.

        Raises
        ------
        OverflowError
            A distance is an integer beyond 2^53, which float64 would round: see
            `integer_distances`.
        """
        own = self._own_distances
        if own.dtype != np.uint64:
            return own
        reached = own != _INFINITE
        if np.any(own[reached] > _EXACT):
            raise OverflowError("a distance is beyond 2^53, which float64 would round: use integer_distances")
        return np.where(reached, own, np.inf)

    @property
    def integer_distances(self) -> npt.NDArray[np.uint64]:
        """The distances of a graph with integer weights, or without weights: exact; 2^64 - 1 if
        unreached."""
        if self._own_distances.dtype != np.uint64:
            raise UsageError("the weights of the graph are no integers: use distances")
        return self._own_distances


class ShortestPaths(Distances):
    """A tree of shortest paths. Arrays are made when they are first read."""

    def __init__(self, graph: Graph, tree: _core.SsspTree) -> None:
        self.graph = graph
        self._tree = tree

    @property
    def source(self) -> int:
        return self._tree.source

    @cached_property
    def num_reached(self) -> int:
        """Vertices reached, the source among them."""
        return self._tree.num_reached

    @cached_property
    def _own_distances(self) -> npt.NDArray[Any]:
        return self._tree.distances()

    @cached_property
    def parents(self) -> npt.NDArray[Any]:
        """The parent of each vertex; -1 if unreached. The source is its own parent. int32, or int64 if
        the graph has more vertices than that holds. Depends on no method and no number of threads."""
        return self._tree.parents()

    @property
    def distances_on_device(self) -> Any:
        """A copy of the distances in the memory of the device that searched, see
        `BfsResult.levels_on_device`: `distances` for real weights, else `integer_distances`."""
        return self._tree.distances_on_device()

    @property
    def parents_on_device(self) -> Any:
        """A copy of `parents` in the memory of that device."""
        return self._tree.parents_on_device()

    def distance_to(self, vertex: int) -> float | int:
        """The distance of `vertex`: an int if the weights are integers and it is reached."""
        value = self._own_distances[self.graph._checked(vertex)].item()
        return math.inf if value == _INFINITE and isinstance(value, int) else value

    def path_to(self, vertex: int) -> npt.NDArray[Any]:
        """The vertices of a shortest path from the source to `vertex`, both included.

        Raises
        ------
        NoPathError
            The search did not reach `vertex`.
        """
        v = self.graph._checked(vertex)
        path = self._tree.path_to(v)
        if len(path) == 0:
            raise NoPathError(f"no path leads from {self.source} to {v}")
        return path

    def to_pandas(self) -> pandas.DataFrame:
        """A table of vertex, distance and parent."""
        import pandas

        return pandas.DataFrame({"distance": self.distances, "parent": self.parents}).rename_axis("vertex")

    def __repr__(self) -> str:
        return (
            f"<strider.ShortestPaths: from {self.source}, {self.num_reached:,} of "
            f"{counted(self.graph.num_vertices, 'vertex')}>"
        )

    def _repr_html_(self) -> str:
        from ._html import paths_html

        return paths_html(self)


def shortest_paths(
    graph: Graph,
    source: int,
    *,
    target: int | None = None,
    cutoff: float = math.inf,
    method: str = "auto",
    delta: float = 0,
    device: str = "host",
    threads: int = 0,
) -> ShortestPaths:
    """Shortest paths from one vertex by the weights of the edges, 1 each if the graph has none.

    Parameters
    ----------
    graph : Graph
        With weights that are not negative.
    source : int
    target : int, optional
        Vertices farther away than this one stay unreached.
    cutoff : float
        Vertices farther away than this stay unreached.
    method : str
        "auto", "dijkstra", "bellman-ford" or "delta-stepping"; on a device "auto", "near-far" or
        "bellman-ford".
    delta : float
        The width of a bucket of delta-stepping; 0: chosen from weights and degrees.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Raises
    ------
    WeightError
        A weight is negative or not a number.
    VertexError
        `source` or `target` is not a vertex.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1], [1, 2, 2], [1.5, 4, 2])
    >>> paths = strider.shortest_paths(graph, 0)
    >>> paths.distances
    array([0. , 1.5, 3.5])
    >>> paths.path_to(2)
    array([0, 1, 2], dtype=int32)
    """
    core = core_of(graph)
    goal = None if target is None else graph._checked(target)
    tree = _core.shortest_paths(
        core, graph._checked(source), method, goal, cutoff, delta, device, threads
    )
    return ShortestPaths(graph, tree)


def shortest_path(
    graph: Graph, source: int, target: int, *, device: str = "host", threads: int = 0
) -> tuple[float | int, npt.NDArray[Any]]:
    """The length of a shortest path between two vertices, and its vertices.

    Raises
    ------
    NoPathError
        No path leads from `source` to `target`.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1], [1, 2, 2], [1, 4, 2])
    >>> strider.shortest_path(graph, 0, 2)
    (3, array([0, 1, 2], dtype=int32))
    """
    paths = shortest_paths(graph, source, target=target, device=device, threads=threads)
    path = paths.path_to(target)
    return paths.distance_to(target), path


def has_path(graph: Graph, source: int, target: int, *, device: str = "host", threads: int = 0) -> bool:
    """Whether a path leads from `source` to `target`.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2], directed=True)
    >>> strider.has_path(graph, 0, 2), strider.has_path(graph, 2, 0)
    (True, False)
    """
    if device == "host":
        return len(hop_path(graph, source, target)) > 0
    tree = bfs(graph, source, device=device, threads=threads)
    return bool(tree.levels[graph._checked(target)] >= 0)


def hop_path(graph: Graph, source: int, target: int) -> npt.NDArray[Any]:
    """The vertices of a path of fewest hops, found from both ends at once; none if there is none.
    Weights are ignored."""
    return _core.shortest_path(core_of(graph), graph._checked(source), graph._checked(target))[0]
