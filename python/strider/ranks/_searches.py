"""Searches that ranks share, and their results."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments import whole, whole_or_none
from .._bfs import vertices_of
from .._shortest_paths import Distances
from ..validate import Validation
from ._cluster import Shared, core
from ._graph import Graph


class _Result(Shared):
    """A result, of which each rank has the part that it owns."""

    def __init__(self, graph: Graph, held: Any) -> None:
        super().__init__(held)
        self.graph = graph

    @property
    def seconds(self) -> float:
        """The time from when the first rank could start until the last rank had its part."""
        return self._core.seconds

    def write(self, path: str | os.PathLike[str]) -> None:
        """All ranks write one file, with the labels of the input: .tsv, .csv, .json, .npy, .parquet or
        .ldbc. It appears when it is complete. Collective."""
        self._core.write(os.fspath(path))


class _Tree(_Result):
    """A tree from one vertex."""

    @property
    def source(self) -> int:
        return self._core.source

    @property
    def num_reached(self) -> int:
        """The number of vertices reached, those of other ranks included."""
        return self._core.num_reached

    @cached_property
    def vertices(self) -> npt.NDArray[np.int64]:
        """The vertices that this rank owns. The other arrays are in their order."""
        return self._core.vertices()

    @cached_property
    def parents(self) -> npt.NDArray[np.int64]:
        """The parent of each vertex; -1 if unreached. The source is its own parent."""
        return self._core.parents()

    def validate(self) -> Validation:
        """Checks the tree against the edges of the input, as `strider.validate` does. Collective."""
        return Validation(self._core.validate())


class BfsResult(_Tree):
    """A breadth-first tree."""

    @property
    def num_levels(self) -> int:
        return self._core.num_levels

    @property
    def num_edges_reached(self) -> int:
        """Edges with both ends reached, of all ranks."""
        return self._core.num_edges_reached

    @cached_property
    def levels(self) -> npt.NDArray[np.int32]:
        """The number of hops from the source to each vertex; -1 if unreached."""
        return self._core.levels()

    def smallest_parents(self) -> npt.NDArray[np.int64]:
        """Of the possible parents of each vertex the smallest. They are the same for every number of
        ranks. Collective."""
        return self._core.smallest_parents()


class ShortestPaths(_Tree, Distances):
    """A tree of shortest paths."""

    @cached_property
    def _own_distances(self) -> npt.NDArray[Any]:
        return self._core.distances()



class SpanningForest(_Result):
    """A spanning forest. The owner of the smaller end of an edge has the edge."""

    @cached_property
    def _edges(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[Any]]:
        return self._core.edges()

    @property
    def u(self) -> npt.NDArray[np.int64]:
        """The edges ``u[i], v[i]`` of this rank, ascending, with ``u[i] < v[i]``."""
        return self._edges[0]

    @property
    def v(self) -> npt.NDArray[np.int64]:
        return self._edges[1]

    @property
    def weights(self) -> npt.NDArray[Any]:
        """The weights of the edges of this rank."""
        return self._edges[2]

    @property
    def num_edges(self) -> int:
        """The number of edges of all ranks."""
        return self._core.num_edges

    @property
    def num_trees(self) -> int:
        """The number of trees of the whole graph. An isolated vertex is a tree, too."""
        return self._core.num_trees

    @property
    def total(self) -> float | int:
        """The sum of the weights of all edges, those of other ranks included."""
        return self._core.total

    def validate(self) -> Validation:
        """Checks the forest against the edges of the input. Collective."""
        return Validation(self._core.validate())


class Components(_Result):
    """Connected components. Each rank has the labels of the vertices that it owns."""

    @property
    def num_components(self) -> int:
        """The number of components of the whole graph."""
        return self._core.num_components

    @property
    def largest(self) -> int:
        """The label of the largest component; of several, the least one."""
        return self._core.largest

    @property
    def largest_size(self) -> int:
        return self._core.largest_size

    @cached_property
    def vertices(self) -> npt.NDArray[np.int64]:
        """The vertices that this rank owns."""
        return self._core.vertices()

    @cached_property
    def labels(self) -> npt.NDArray[np.int64]:
        """The least vertex of the component of each of `vertices`."""
        return self._core.labels()

    def validate(self) -> Validation:
        """Checks the labels against the edges of the input. Collective."""
        return Validation(self._core.validate())


class Scores(_Result):
    """Betweenness of vertices."""

    @property
    def num_sources(self) -> int:
        return self._core.num_sources

    @cached_property
    def vertices(self) -> npt.NDArray[np.int64]:
        """The vertices that this rank owns."""
        return self._core.vertices()

    @cached_property
    def scores(self) -> npt.NDArray[np.float64]:
        """The score of each of `vertices`."""
        return self._core.scores()


def bfs(graph: Graph, source: int | Iterable[int], *, depth: int | None = None) -> BfsResult:
    """Breadth-first search from one vertex, or from several at once, to a depth, as `strider.bfs`.
    Collective.

    Raises
    ------
    VertexError
        `source` is not a vertex.
    """
    return BfsResult(graph, core.ranks_bfs(graph._core, vertices_of(graph, source), whole_or_none(depth, "depth")))


def shortest_paths(graph: Graph, source: int, *, delta: float = 0) -> ShortestPaths:
    """Shortest paths from one vertex by the weights of the edges, 1 each if the graph has none.
    Collective.

    Parameters
    ----------
    graph : Graph
    source : int
    delta : float
        The width of a bucket of delta-stepping; 0: chosen from weights and degrees.

    Raises
    ------
    WeightError
        A weight is negative or not a number.
    VertexError
        `source` is not a vertex.
    """
    return ShortestPaths(graph, core.ranks_shortest_paths(graph._core, graph._checked(source), delta))


def minimum_spanning_forest(graph: Graph, *, maximum: bool = False, method: str = "auto") -> SpanningForest:
    """The spanning forest of least weight, or of greatest; the same as on one machine. Collective.

    Parameters
    ----------
    graph : Graph
        Undirected, partitioned by 1d.
    maximum : bool
        Whether the weight is to be the greatest.
    method : {"auto", "ghs"}
        "ghs": messages between vertices (Gallager, Humblet and Spira 1983).
    """
    return SpanningForest(graph, core.ranks_spanning_forest(graph._core, bool(maximum), method))


def components(graph: Graph) -> Components:
    """The connected components, weakly connected ones of a directed graph; the same as on one machine.
    Collective.

    Parameters
    ----------
    graph : Graph
        Partitioned by 1d.
    """
    return Components(graph, core.ranks_components(graph._core))


def betweenness_centrality(
    graph: Graph,
    *,
    normalized: bool = True,
    endpoints: bool = False,
    weighted: bool = False,
    k: int | None = None,
    sources: Iterable[int] | None = None,
    targets: Iterable[int] | None = None,
    seed: int = 1,
    share: str = "auto",
) -> Scores:
    """Betweenness of vertices, as `strider.betweenness_centrality`. Collective.

    Parameters
    ----------
    graph : Graph
        Partitioned by 1d.
    normalized, endpoints, weighted, k, sources, targets, seed
        As on one machine.
    share : {"auto", "replicated", "partitioned"}
        Whether ranks share the sources, and each has the whole graph, or share the graph.
    """
    return Scores(
        graph,
        core.ranks_betweenness(
            graph._core, bool(normalized), bool(endpoints), bool(weighted),
            _vertices(graph, sources), _vertices(graph, targets),
            whole_or_none(k, "k", least=1), whole(seed, "seed"), share,
        ),
    )  # fmt: skip


def _vertices(graph: Graph, vertices: Iterable[int] | None) -> list[int] | None:
    return None if vertices is None else [graph._checked(vertex) for vertex in vertices]
