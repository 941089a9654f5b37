"""Betweenness centrality."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole, whole_or_none
from ._errors import UnavailableError, UsageError
from ._graph import Graph, core_of
from ._words import counted

#: Called from time to time with the sources done, all of them, and the seconds left.
Progress = Callable[[int, int, float], object]


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
    method: str = "auto",
    precision: str = "double",
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | bool | None = None,
    device: str = "host",
    threads: int = 0,
) -> npt.NDArray[np.float64]:
    """For each vertex, the share of shortest paths that lead through it, summed over all pairs.

    Parameters
    ----------
    graph : Graph
    normalized : bool
        Whether scores are divided by the number of pairs, as networkx does.
    endpoints : bool
        Whether a path counts for its own two ends.
    weighted : bool
        Whether paths are the shortest by weight, and not by hops.
    k : int, optional
        How many sources are drawn, from `seed`; the scores are scaled to all sources.
    sources, targets : iterable of int, optional
        Only paths from these vertices, and to these. With `sources`, scores of undirected graphs are
        not halved: each path is counted from its source. `targets` needs `sources`.
    method : str
        "auto", "serial", "vertex-parallel", "edge-parallel", "work-efficient" or "hybrid"; all but
        "serial" on a device.
    precision : {"double", "single"}
        "single" lets "auto" keep some numbers as float, which takes less time.
    checkpoint : path, optional
        A file that keeps the state of a long run; with `resume` the run continues from it.
    progress : callable or bool, optional
        Called with the sources done, all sources and the seconds left, from whatever thread works. A
        short run ends without a call. True: a bar by tqdm.
    device : str
        As for `bfs`.
    threads : int
        0: all cores. Scores do not depend on it.

    Raises
    ------
    WeightError
        A weight is negative or infinite, or edges of weight zero close a cycle.
    VertexError
        A source or a target is not a vertex.
    UsageError
        Arguments exclude each other.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3])
    >>> strider.betweenness_centrality(graph, normalized=False)
    array([0., 2., 2., 0.])
    """
    return _scores(graph, "vertices", normalized, endpoints, weighted, k, sources, targets, seed, method,
                   precision, checkpoint, resume, progress, device, threads)[0]  # fmt: skip


def edge_betweenness_centrality(
    graph: Graph,
    *,
    normalized: bool = True,
    weighted: bool = False,
    k: int | None = None,
    sources: Iterable[int] | None = None,
    targets: Iterable[int] | None = None,
    seed: int = 1,
    method: str = "auto",
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | bool | None = None,
    device: str = "host",
    threads: int = 0,
) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64]]:
    """The edges in ascending order, shape (m, 2), and the score of each, as `betweenness_centrality`
    has it for vertices.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2])
    >>> edges, scores = strider.edge_betweenness_centrality(graph, normalized=False)
    >>> edges
    array([[0, 1],
           [1, 2]], dtype=int32)
    >>> scores
    array([2., 2.])
    """
    scores, u, v = _scores(graph, "edges", normalized, False, weighted, k, sources, targets, seed, method,
                           "double", checkpoint, resume, progress, device, threads)  # fmt: skip
    return np.column_stack([u, v]), scores


@dataclass(frozen=True, repr=False, eq=False)
class BetweennessEstimate:
    """Scores within a bound that holds with a probability."""

    scores: npt.NDArray[np.float64]
    #: No score is farther than this from the exact one, with probability ``1 - delta``.
    bound: float
    samples: int
    #: Whether the ``top`` highest scores are those of the exact ones, in their order.
    ranking_is_certain: bool
    seconds: float

    def __repr__(self) -> str:
        return f"<strider.BetweennessEstimate: within {self.bound:.3g} from {counted(self.samples, 'sample')}>"


def estimate_betweenness(
    graph: Graph,
    *,
    epsilon: float = 0.01,
    delta: float = 0.1,
    top: int = 0,
    normalized: bool = True,
    seed: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | bool | None = None,
    device: str = "host",
    threads: int = 0,
) -> BetweennessEstimate:
    """Betweenness by hops within an error bound, from as few sampled paths as possible.

    Parameters
    ----------
    graph : Graph
    epsilon : float
        The largest error of a normalized score, between 0 and 1.
    delta : float
        The probability that some score is farther off, between 0 and 1.
    top : int
        If not 0, the run also ends when that many highest scores and their order are certain.
    normalized, seed, checkpoint, resume, progress, device, threads
        As for `betweenness_centrality`.

    Examples
    --------
    >>> graph = strider.generate("grid", rows=20, columns=20)
    >>> estimate = strider.estimate_betweenness(graph, epsilon=0.05)
    >>> exact = strider.betweenness_centrality(graph)
    >>> bool(abs(estimate.scores - exact).max() <= 0.05)
    True
    """
    with _Bar(progress, " samples") as report:
        return BetweennessEstimate(
            *_core.estimate_betweenness(
                core_of(graph), epsilon, delta, whole(top, "top", bits=32), bool(normalized), whole(seed, "seed"),
                _path(checkpoint), bool(resume), report, device, threads,
            )  # fmt: skip
        )


def _scores(
    graph: Graph, of: str, normalized: bool, endpoints: bool, weighted: bool, k: int | None,
    sources: Iterable[int] | None, targets: Iterable[int] | None, seed: int, method: str,
    precision: str, checkpoint: str | os.PathLike[str] | None, resume: bool,
    progress: Progress | bool | None, device: str, threads: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any], npt.NDArray[Any]]:  # fmt: skip
    if precision not in ("double", "single"):
        raise UsageError(f"precision is 'double' or 'single', got {precision!r}")
    with _Bar(progress, " sources") as report:
        return _core.betweenness(
            core_of(graph), of, bool(normalized), bool(endpoints), bool(weighted),
            _vertices(graph, sources), _vertices(graph, targets), whole_or_none(k, "k", least=1),
            whole(seed, "seed"), method,
            precision == "single", _path(checkpoint), bool(resume), report, device, threads,
        )  # fmt: skip


def _vertices(graph: Graph, vertices: Iterable[int] | None) -> list[int] | None:
    return None if vertices is None else [graph._checked(vertex) for vertex in vertices]


def _path(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fspath(path)


class _Bar:
    """What `progress` stands for: a callable of the caller, or a bar of tqdm as long as it is open."""

    def __init__(self, progress: Progress | bool | None, unit: str) -> None:
        self._progress = progress
        self._unit = unit
        self._bar: Any = None

    def __enter__(self) -> Progress | None:
        if self._progress is None or self._progress is False:
            return None
        if callable(self._progress):
            return self._progress
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise UnavailableError("progress=True needs tqdm: install it, or pass a function") from error
        self._bar = tqdm(unit=self._unit)
        return self._show

    def _show(self, done: int, total: int, seconds_left: float) -> None:
        self._bar.total = total
        self._bar.n = done
        self._bar.refresh()

    def __exit__(self, kind: object, *_: object) -> None:
        if self._bar is not None:
            if kind is None and self._bar.total is not None:
                self._bar.n = self._bar.total
            self._bar.close()
