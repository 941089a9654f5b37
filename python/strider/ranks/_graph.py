"""Graphs that ranks share."""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments import whole, whole_or_none
from .._arrays import vertices
from .._arrays import weights as real_weights
from .._errors import VertexError
from .._files import read_options
from .._generate import generator
from .._words import counted
from ._cluster import Cluster, Shared, core


class Graph(Shared):
    """A graph that ranks share. Made by `generate`, `read_graph` and `from_edges`."""

    def __init__(self, cluster: Cluster, held: Any) -> None:
        super().__init__(held)
        self.cluster = cluster

    @property
    def num_vertices(self) -> int:
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """The edges of all ranks; an undirected edge counts once."""
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

    def _checked(self, vertex: Any) -> int:
        """`vertex` as an int. Raises TypeError for other types, VertexError where there is none."""
        v = operator.index(vertex)
        if not 0 <= v < self.num_vertices:
            raise VertexError(f"there is no vertex {v}: the graph has {self.num_vertices}")
        return v

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return (
            f"<strider.ranks.Graph: {counted(self.num_vertices, 'vertex')}, {counted(self.num_edges, 'edge')}, "
            f"{kind}, {self.partition} on {counted(self.cluster.size, 'rank')}>"
        )


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
        "1d".
    shuffle : int, optional
        The seed of a random renaming of the vertices, which balances the work of the ranks.
    threads : int
        Of each rank. 0: all cores, shared among the ranks of a machine.
    """
    options = _options(cluster, partition, purpose, shuffle, threads)
    return Graph(cluster, core.ranks_generate(cluster._core, generator(kind, parameters), options))


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
        core.ranks_read(
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
        float32 on all ranks, or on none.
    n : int
        The number of vertices.
    directed : bool
    partition, purpose, shuffle, threads
        As for `generate`.

    Raises
    ------
    InputError
        The arrays of a rank are not what they should be.
    """
    options = _options(cluster, partition, purpose, shuffle, threads)
    failed = None
    try:
        u, v = vertices(sources, "sources"), vertices(targets, "targets")
        w = None if weights is None else real_weights(weights, "weights")
    except (TypeError, ValueError) as error:  # which must reach all ranks
        failed = str(error)
        u, v, w = np.empty(0, np.int64), np.empty(0, np.int64), None
    return Graph(
        cluster,
        core.ranks_from_edges(cluster._core, u, v, w, [u, v, w], failed, whole(n, "n"), bool(directed), options),
    )


def _options(cluster: Cluster, partition: str, purpose: str, shuffle: int | None, threads: int) -> Any:
    return core.partition_options(
        partition, purpose, whole_or_none(shuffle, "shuffle"), threads or cluster._threads
    )
