"""Checks of results, whoever found them. They trust nothing but the graph."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import flat
from ._bfs import BfsResult, vertices_of
from ._components import Components
from ._errors import UsageError
from ._forest import SpanningForest
from ._graph import Graph, core_of
from ._shortest_paths import ShortestPaths


@dataclass(frozen=True)
class Validation:
    """What a check found."""

    #: What is wrong, a sentence for each rule that is broken.
    violations: list[str]

    @property
    def passed(self) -> bool:
        return not self.violations


def bfs(
    graph: Graph,
    result: BfsResult | None = None,
    *,
    source: int | Iterable[int] | None = None,
    parents: npt.ArrayLike | None = None,
    levels: npt.ArrayLike | None = None,
    depth: int | None = None,
    threads: int = 0,
) -> Validation:
    """Checks a breadth-first tree by the five rules of the Graph500 specification.

    Parameters
    ----------
    graph : Graph
    result : BfsResult, optional
        Or instead `source` (or several), `parents` and `levels`, of whatever program; -1 stands for
        unreached.
    depth : int, optional
        The level at which that program ended its search.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2])
    >>> strider.validate.bfs(graph, strider.bfs(graph, 0)).passed
    True
    >>> strider.validate.bfs(graph, source=0, parents=[0, 0, 0], levels=[0, 1, 1]).passed
    False
    """
    _refuse_both(result, source, parents, levels)
    if result is not None:
        source, parents, levels, depth = result.sources, result.parents, result.levels, result.depth
    if source is None or parents is None or levels is None:
        raise UsageError("pass a result, or source, parents and levels")
    return Validation(
        _core.validate_bfs(
            core_of(graph), vertices_of(graph, source), depth, _numbers(parents, "parents"), _numbers(levels, "levels"), threads
        )
    )


def sssp(
    graph: Graph,
    result: ShortestPaths | None = None,
    *,
    source: int | None = None,
    parents: npt.ArrayLike | None = None,
    distances: npt.ArrayLike | None = None,
    cutoff: float = math.inf,
    tolerance: float = 0,
    threads: int = 0,
) -> Validation:
    """Checks a tree of shortest paths.

    Parameters
    ----------
    graph : Graph
    result : ShortestPaths, optional
        Or instead `source`, `parents` and `distances`; -1 and inf stand for unreached.
    cutoff : float
        That of the search.
    tolerance : float
        The relative error that distances may have. 0 suits programs that add the weights in the type
        of the distances, beginning at the source.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1], [1, 2], [2, 3])
    >>> strider.validate.sssp(graph, strider.shortest_paths(graph, 0)).passed
    True
    """
    _refuse_both(result, source, parents, distances)
    if result is not None:
        source, parents, distances = result.source, result.parents, result._own_distances
    if source is None or parents is None or distances is None:
        raise UsageError("pass a result, or source, parents and distances")
    core = core_of(graph)
    own = flat(distances, "distances")
    has_integers = graph.weights is None or graph.weights.dtype == np.uint32
    integer, real = None, None
    if has_integers:
        integer = _integer_distances(own)
    else:
        real = _reals(own, "distances")
    return Validation(
        _core.validate_sssp(
            core, graph._checked(source), _numbers(parents, "parents"), real, integer, cutoff, tolerance, threads
        )
    )


def msf(
    graph: Graph,
    result: SpanningForest | None = None,
    *,
    u: npt.ArrayLike | None = None,
    v: npt.ArrayLike | None = None,
    weights: npt.ArrayLike | None = None,
    maximum: bool = False,
    threads: int = 0,
) -> Validation:
    """Checks a spanning forest of least weight, or of greatest.

    Parameters
    ----------
    graph : Graph
    result : SpanningForest, optional
        Or instead the edges `u`, `v` with their `weights`.
    maximum : bool

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 0, 1], [1, 2, 2], [1, 4, 2])
    >>> strider.validate.msf(graph, u=[0, 0], v=[1, 2], weights=[1, 4]).passed
    False
    """
    _refuse_both(result, u, v, weights)
    if result is not None:
        u, v, weights = result.u, result.v, result.weights
    if u is None or v is None or weights is None:
        raise UsageError("pass a result, or u, v and weights")
    values = _reals(flat(weights, "weights"), "weights")
    return Validation(
        _core.validate_msf(core_of(graph), _numbers(u, "u"), _numbers(v, "v"), values, bool(maximum), threads)
    )


def components(
    graph: Graph,
    result: Components | None = None,
    *,
    labels: npt.ArrayLike | None = None,
    connection: str | None = None,
    threads: int = 0,
) -> Validation:
    """Checks connected, or strongly connected, components.

    Parameters
    ----------
    graph : Graph
    result : Components, optional
        Or instead the `labels`: of each vertex the least one of its component.
    connection : {"weak", "strong"}
        Of the labels, without a result; "weak" unless given.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 2], [1, 3])
    >>> strider.validate.components(graph, labels=[0, 0, 2, 2]).passed
    True
    """
    _refuse_both(result, labels)
    if result is not None:
        labels = result.labels
    if labels is None:
        raise UsageError("pass a result, or labels")
    if connection is None:
        connection = "weak" if result is None else result.connection
    if connection not in ("weak", "strong"):
        raise UsageError(f"connection must be 'weak' or 'strong', got {connection!r}")
    check = _core.validate_strong_components if connection == "strong" else _core.validate_components
    return Validation(check(core_of(graph), _numbers(labels, "labels"), threads))


def _refuse_both(result: object, *others: object) -> None:
    if result is not None and any(other is not None for other in others):
        raise UsageError("pass a result, or its parts, not both")


def _numbers(values: npt.ArrayLike, what: str) -> npt.NDArray[np.uint32]:
    """Vertices or levels as the module has them: 2^32 - 1, which has the bits of -1, for -1."""
    array = flat(values, what)
    if array.size == 0:
        return np.empty(0, dtype=np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, got {array.dtype}")
    if array.min() < -1 or array.max() > 2**32 - 1:
        raise UsageError(f"{what} must be -1 to 2^32 - 1")
    return array.astype(np.uint32)


def _reals(values: npt.NDArray[Any], what: str) -> npt.NDArray[np.float64]:
    if values.dtype.kind not in "iufb":
        raise TypeError(f"{what} must be real numbers, got {values.dtype}")
    return values.astype(np.float64)


def _integer_distances(values: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    if values.dtype.kind in "iu":
        if values.size > 0 and values.min() < 0:
            raise UsageError("distances must not be negative")
        return values.astype(np.uint64)
    real = _reals(values, "distances")
    reached = np.isfinite(real)
    finite = real[reached]
    if np.any(finite < 0) or np.any(finite >= 2.0**64) or np.any(finite != np.floor(finite)):
        raise UsageError("the graph has integer weights, so distances must be integers from 0 to 2^64 - 1")
    return np.where(reached, np.where(reached, real, 0).astype(np.uint64), np.uint64(2**64 - 1))
