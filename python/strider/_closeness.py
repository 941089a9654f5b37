"""Closeness and harmonic centrality, and the distances from many sources."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole, whole_or_none
from ._graph import Graph, core_of


def closeness_centrality(
    graph: Graph,
    *,
    wf_improved: bool = True,
    k: int | None = None,
    top: int | None = None,
    seed: int = 1,
    device: str = "host",
    threads: int = 0,
) -> npt.NDArray[np.float64]:
    """The closeness of each vertex, by hops: the number of vertices that reach it divided by the sum of
    their distances, times the share of all other vertices that reach it. 0 where none does.

    Parameters
    ----------
    graph : Graph
        Distances of a directed graph are those to the vertex.
    wf_improved : bool
        False: without that factor.
    k : int, optional
        Estimate the scores from so many sources, 2 or more, drawn from `seed`.
    top : int, optional
        Find only so many of the highest scores, and those equal to them; the others are NaN. Takes
        less time where few vertices are much nearer to the others than most. Devices score all.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3])
    >>> strider.closeness_centrality(graph)
    array([0.5 , 0.75, 0.75, 0.5 ])
    """
    return _scores(graph, False, wf_improved, k, top, seed, device, threads)


def harmonic_centrality(
    graph: Graph,
    *,
    k: int | None = None,
    top: int | None = None,
    seed: int = 1,
    device: str = "host",
    threads: int = 0,
) -> npt.NDArray[np.float64]:
    """The sum of 1/distance to each vertex, by hops, over all vertices that reach it.

    Parameters are those of `closeness_centrality`.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2])
    >>> strider.harmonic_centrality(graph)
    array([1.5, 2. , 1.5])
    """
    return _scores(graph, True, True, k, top, seed, device, threads)


def _scores(
    graph: Graph, harmonic: bool, of_graph: bool, k: int | None, top: int | None, seed: int, device: str,
    threads: int,
) -> npt.NDArray[np.float64]:  # fmt: skip
    core = core_of(graph)
    samples = whole_or_none(k, "k", least=1 if core.num_vertices < 2 else 2)  # one knows no distance to itself
    return _core.closeness(
        core, harmonic, bool(of_graph), samples,
        whole_or_none(top, "top", least=1), whole(seed, "seed"), device, threads,
    )[0]  # fmt: skip


def distances(
    graph: Graph, sources: Iterable[int], *, device: str = "host", threads: int = 0
) -> npt.NDArray[np.int32]:
    """The distances by hops from many sources, searched from side by side.

    Parameters
    ----------
    graph : Graph
    sources : iterable of int
        They may repeat.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Returns
    -------
    array of int32
        A row for each source, a column for each vertex; -1 where there is no path.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2], n=4)
    >>> strider.distances(graph, [0, 2])
    array([[ 0,  1,  2, -1],
           [ 2,  1,  0, -1]], dtype=int32)
    """
    core = core_of(graph)
    starts = [graph._checked(vertex) for vertex in sources]
    return _core.distances(core, starts, device, threads).reshape(len(starts), len(graph))
