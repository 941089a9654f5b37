"""Graphs that the ranks of an MPI job share, and searches of them.

    mpirun -n 4 python script.py

Every rank runs the script. All ranks call the functions of this module in the same order with the same
arguments; each gets the vertices that it owns. If one rank raises in such a call, all raise the same
error. A rank that an error of its own ends, ends the whole job. One thread of each rank makes these
calls, and Ctrl-C reaches them by mpirun, which ends all ranks.

The package needs MPI for it: ``pip install . -C cmake.define.STRIDER_MPI=ON``.

>>> from strider import ranks
>>> cluster = ranks.Cluster()
>>> graph = ranks.generate(cluster, "grid", rows=3, columns=4)
>>> tree = ranks.bfs(graph, 0)
>>> tree.num_reached, tree.num_levels
(12, 6)
>>> tree.levels  # of one rank, which owns all vertices
array([0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5], dtype=int32)
"""

from __future__ import annotations

import atexit
import os
import sys
import traceback
import weakref
from collections.abc import Iterable
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core as _module
from ._arrays import integers
from ._arrays import weights as real_weights
from ._errors import UnavailableError, UsageError, VertexError
from ._files import read_options
from ._generate import generator
from ._shortest_paths import as_float
from .validate import Validation

if TYPE_CHECKING:
    from mpi4py import MPI

# A build without MPI has none of the names below.
_core: Any = _module


class _Shared:
    """What holds something of MPI, which must be gone before MPI ends."""

    _alive: weakref.WeakSet[_Shared] = weakref.WeakSet()

    def __init__(self, core: Any) -> None:
        self._core = core
        self._alive.add(self)

    @classmethod
    def release_all(cls) -> None:
        for one in list(cls._alive):
            one._core = None


class Cluster(_Shared):
    """The ranks of a job. Collective.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm, optional
        The ranks of this communicator, which is duplicated. By default all ranks of the job; MPI is
        started if it does not run.

    Raises
    ------
    UnavailableError
        The package was built without MPI.
    """

    def __init__(self, comm: MPI.Comm | None = None) -> None:
        if not hasattr(_core, "start_cluster"):
            raise UnavailableError(
                "this package was built without MPI: pip install . -C cmake.define.STRIDER_MPI=ON"
            )
        super().__init__(_core.start_cluster() if comm is None else _core.join_cluster(comm.py2f()))
        self._threads: int = self._core.threads_per_rank()
        _end_all_with(self)

    @property
    def rank(self) -> int:
        """The number of this rank, from 0."""
        return self._core.rank

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self._core.size

    def barrier(self) -> None:
        """Waits until all ranks are here. Collective."""
        self._core.barrier()

    def __repr__(self) -> str:
        return f"<strider.ranks.Cluster: rank {self.rank} of {self.size}>"


class Graph(_Shared):
    """A graph that ranks share. Made by `generate`, `read_graph` and `from_edges`."""

    cluster: Cluster

    def __init__(self, cluster: Cluster, core: Any) -> None:
        super().__init__(core)
        self.cluster = cluster

    @property
    def num_vertices(self) -> int:
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """Of all ranks; an undirected edge counts once."""
        return self._core.num_edges

    @property
    def directed(self) -> bool:
        return self._core.directed

    @property
    def weighted(self) -> bool:
        return self._core.weighted

    @property
    def partition(self) -> str:
        """How the graph is partitioned: "1d", "2d" or "delegate"."""
        return self._core.partition

    @property
    def build_report(self) -> dict[str, Any]:
        """How many self-loops and duplicates were removed, on all ranks together."""
        return self._core.build_report

    def vertex(self, label: object) -> int:
        """The vertex that the file calls `label`. Collective.

        Raises
        ------
        VertexError
            There is none.
        """
        found = self._core.find(str(label))
        if found is None:
            raise VertexError(f"no vertex has the label {label!r}")
        return found

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return (
            f"<strider.ranks.Graph: {self.num_vertices:,} vertices, {self.num_edges:,} edges, {kind}, "
            f"{self.partition} on {self.cluster.size} ranks>"
        )


class _Result(_Shared):
    """A result, of which each rank has the part that it owns."""

    def __init__(self, graph: Graph, core: Any) -> None:
        super().__init__(core)
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
        """Vertices reached, of all ranks."""
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
        """Of the possible parents of each vertex the smallest: it depends on no number of ranks.
        Collective."""
        return self._core.smallest_parents()


class ShortestPaths(_Tree):
    """A tree of shortest paths."""

    @cached_property
    def _own_distances(self) -> npt.NDArray[Any]:
        return self._core.distances()

    @cached_property
    def distances(self) -> npt.NDArray[Any]:
        """The length of a shortest path to each vertex, as `strider.ShortestPaths.distances`."""
        return as_float(self._own_distances)

    @property
    def integer_distances(self) -> npt.NDArray[np.uint64]:
        """The distances of a graph with integer weights, or without weights: exact; 2^64 - 1 if
        unreached."""
        if self._own_distances.dtype != np.uint64:
            raise UsageError("the weights of the graph are no integers: use distances")
        return self._own_distances


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
        """Of the edges of this rank."""
        return self._edges[2]

    @property
    def num_edges(self) -> int:
        """Of all ranks."""
        return self._core.num_edges

    @property
    def num_trees(self) -> int:
        """Of all ranks. An isolated vertex is a tree, too."""
        return self._core.num_trees

    @property
    def total(self) -> float | int:
        """The sum of the weights, of all ranks."""
        return self._core.total

    def validate(self) -> Validation:
        """Checks the forest against the edges of the input. Collective."""
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


def generate(
    cluster: Cluster,
    kind: str,
    *,
    partition: str = "auto",
    purpose: str = "any",
    shuffle: int | None = None,
    threads: int = 0,
    **parameters: Any,
) -> Graph:
    """A synthetic graph, the same for every number of ranks. Collective.

    Parameters
    ----------
    cluster : Cluster
    kind : str
        As for `strider.generate`, with its `parameters`.
    partition : {"auto", "1d", "2d", "delegate"}
        Each rank has some vertices with their edges; or a block of the adjacency matrix; or as in 1d,
        but all ranks have the vertices of high degree.
    purpose : {"any", "bfs", "sssp", "msf", "bc"}
        What the graph is made for: "auto" chooses what suits it. Spanning forests and betweenness need
        "1d", and shortest paths cannot have "2d".
    shuffle : int, optional
        The seed of a random renaming of the vertices, which balances the work of the ranks.
    threads : int
        Of each rank. 0: all cores, shared among the ranks of a machine.
    """
    options = _options(cluster, partition, purpose, shuffle, threads)
    return Graph(cluster, _core.ranks_generate(cluster._core, generator(kind, parameters), options))


def read_graph(
    cluster: Cluster,
    path: str | os.PathLike[str],
    *,
    partition: str = "auto",
    purpose: str = "any",
    shuffle: int | None = None,
    threads: int = 0,
    **options: Any,
) -> Graph:
    """Reads a graph: each rank its part of the file. Collective.

    Parameters
    ----------
    cluster : Cluster
    path : path
        A file that can be read in parts: not GML, GraphML, a compressed file or text labels.
    partition, purpose, shuffle, threads
        As for `generate`.
    **options
        As for `strider.read_graph`.
    """
    how = read_options(threads=threads or cluster._threads, **options)
    return Graph(
        cluster,
        _core.ranks_read(
            cluster._core, os.fspath(path), how, _options(cluster, partition, purpose, shuffle, threads)
        ),
    )


def from_edges(
    cluster: Cluster,
    sources: npt.ArrayLike,
    targets: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    n: int,
    directed: bool = False,
    partition: str = "auto",
    purpose: str = "any",
    shuffle: int | None = None,
    threads: int = 0,
) -> Graph:
    """The graph of the edges that the ranks pass: each any of them, in any order. Collective.

    Parameters
    ----------
    cluster : Cluster
    sources, targets : array_like of int
    weights : array_like of real numbers, optional
        Of one type on all ranks.
    n : int
        The number of vertices.
    directed : bool
    partition, purpose, shuffle, threads
        As for `generate`.
    """
    u, v = integers(sources, "sources"), integers(targets, "targets")
    w = None if weights is None else real_weights(weights, "weights")
    options = _options(cluster, partition, purpose, shuffle, threads)
    return Graph(
        cluster,
        _core.ranks_from_edges(cluster._core, u, v, w, [u, v, w], n, bool(directed), options),
    )


def bfs(graph: Graph, source: int) -> BfsResult:
    """Breadth-first search from one vertex. Collective.

    Raises
    ------
    UsageError
        `source` is not a vertex.
    """
    return BfsResult(graph, _core.ranks_bfs(graph._core, source))


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
    UsageError
        `source` is not a vertex, or the graph is partitioned by 2d.
    """
    return ShortestPaths(graph, _core.ranks_shortest_paths(graph._core, source, delta))


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
    return SpanningForest(graph, _core.ranks_spanning_forest(graph._core, bool(maximum), method))


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
        _core.ranks_betweenness(
            graph._core, bool(normalized), bool(endpoints), bool(weighted),
            None if sources is None else list(sources), None if targets is None else list(targets),
            k, seed, share,
        ),
    )  # fmt: skip


def _options(cluster: Cluster, partition: str, purpose: str, shuffle: int | None, threads: int) -> Any:
    return _core.partition_options(partition, purpose, shuffle, threads or cluster._threads)


def _end_all_with(cluster: Cluster) -> None:
    """From now on, an error that ends this rank ends all ranks, which may wait for it."""
    if hasattr(sys.excepthook, "of_strider"):
        return
    ends_rank = sys.excepthook
    atexit.register(_Shared.release_all)

    def end_job(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if cluster._core is None:
            ends_rank(kind, error, trace)
        cluster._core.end_job("".join(traceback.format_exception(kind, error, trace)).rstrip())

    end_job.of_strider = True  # type: ignore[attr-defined]
    sys.excepthook = end_job
