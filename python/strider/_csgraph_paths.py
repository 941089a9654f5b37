"""The shortest paths of `scipy.sparse.csgraph`."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._csgraph_fallback import or_by_scipy
from ._csgraph_inputs import NO_VERTEX, csr_of, graph_of, has_nan, threads_for, with_entries, without_nan
from ._errors import WeightError
from ._graph import Graph


@or_by_scipy("dijkstra")
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: npt.ArrayLike | None = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    limit: float = np.inf,
    min_only: bool = False,
    *,
    threads: int = 0,
) -> Any:
    """Shortest paths from several vertices, `scipy.sparse.csgraph.dijkstra`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
        The weights of the edges. Explicit zeros of a sparse matrix are edges of weight zero; entries
        that are not a number are none. Of duplicate entries the lightest counts if they are float64;
        those of other types are added, as scipy does.
    directed : bool
        If not, the edge ``[i, j]`` also leads from j to i, and the lesser of both weights counts.
    indices : array_like of int, optional
        The sources, in any shape. Negative ones count from the end. By default all vertices.
    return_predecessors : bool
    unweighted : bool
        Whether each edge weighs 1.
    limit : float
        Vertices farther away than this stay unreached.
    min_only : bool
        Whether to find the path from the nearest of the sources only.
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    dist_matrix : array of float64, of shape ``indices.shape + (N,)``, or (N,) with `min_only`
        inf if unreached.
    predecessors : array of int32 of the same shape, with `return_predecessors`
        -9999 for sources and unreached vertices.
    sources : array of int32 of shape (N,), with `return_predecessors` and `min_only`
        The source next to each vertex; -9999 if unreached.

    Notes
    -----
    Calls with negative weights are handed to scipy's function, which warns of them, and so are those
    where a sum of weights is too large for float64: scipy leaves such a vertex unreached. Distances are
    scipy's to the last bit. So are predecessors, as long as each edge makes a path longer: no weight is
    zero, or so small that rounding loses it.

    Examples
    --------
    >>> from strider.csgraph import dijkstra
    >>> dijkstra([[0, 1, 4], [0, 0, 2], [0, 0, 0]], indices=0, return_predecessors=True)
    (array([0., 1., 3.]), array([-9999,     0,     1], dtype=int32))
    """
    matrix = csr_of(csgraph, directed)
    _refuse_negative(matrix, unweighted)
    _warn_of_negative(matrix, unweighted)
    if not limit >= 0:
        raise ValueError(f"limit must be at least 0, got {limit}")
    return _paths(
        matrix, directed, indices, return_predecessors, unweighted, limit, min_only, threads=threads
    )


@or_by_scipy("bellman_ford")
def bellman_ford(
    csgraph: Any,
    directed: bool = True,
    indices: npt.ArrayLike | None = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    *,
    threads: int = 0,
) -> Any:
    """Shortest paths from several vertices, `scipy.sparse.csgraph.bellman_ford`.

    Parameters and results are those of `dijkstra`. Negative weights are handed to scipy's function;
    other graphs are searched as by `dijkstra`, with the same distances.

    Raises
    ------
    NegativeCycleError
        The graph has a cycle of negative weight.

    Examples
    --------
    >>> from strider.csgraph import bellman_ford
    >>> bellman_ford([[0, 1, 4], [0, 0, 2], [0, 0, 0]], indices=[0, 1])
    array([[ 0.,  1.,  3.],
           [inf,  0.,  2.]])
    """
    matrix = csr_of(csgraph, directed)
    _refuse_negative(matrix, unweighted)
    return _paths(matrix, directed, indices, return_predecessors, unweighted, threads=threads)


@or_by_scipy("johnson")
def johnson(
    csgraph: Any,
    directed: bool = True,
    indices: npt.ArrayLike | None = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    *,
    threads: int = 0,
) -> Any:
    """Shortest paths from several vertices, `scipy.sparse.csgraph.johnson`.

    Parameters and results are those of `dijkstra`. Negative weights are handed to scipy's function;
    other graphs are searched as by `dijkstra`, with the same distances.

    Raises
    ------
    NegativeCycleError
        The graph has a cycle of negative weight.

    Examples
    --------
    >>> from strider.csgraph import johnson
    >>> johnson([[0, 1, 4], [0, 0, 2], [0, 0, 0]], directed=False, indices=2)
    array([3., 2., 0.])
    """
    matrix = csr_of(csgraph, directed)
    _refuse_negative(matrix, unweighted)
    _warn_of_negative(matrix, unweighted)
    return _paths(matrix, directed, indices, return_predecessors, unweighted, threads=threads)


@or_by_scipy("shortest_path")
def shortest_path(
    csgraph: Any,
    method: str = "auto",
    directed: bool = True,
    return_predecessors: bool = False,
    unweighted: bool = False,
    overwrite: bool = False,
    indices: npt.ArrayLike | None = None,
    *,
    threads: int = 0,
) -> Any:
    """Shortest paths from all or several vertices, `scipy.sparse.csgraph.shortest_path`.

    Parameters and results are those of `dijkstra`, and:

    Parameters
    ----------
    method : {"auto", "FW", "D", "BF", "J"}
        What scipy does with a graph with negative weights. Other graphs are searched as by `dijkstra`,
        whatever the method is. "FW", which scipy also takes for dense graphs, ignores infinite entries,
        and unmasked zeros of a masked array; if unmasked entries of one are not a number, it goes to
        scipy.
    overwrite : bool
        Whether the distances replace `csgraph`, where scipy takes "FW" and it is a contiguous array of
        float64.

    Raises
    ------
    ValueError
        The method is "FW", which knows no `indices`, or there is no such method.
    NegativeCycleError
        The graph has a cycle of negative weight.

    Examples
    --------
    >>> from strider.csgraph import shortest_path
    >>> shortest_path([[0, 1, 4], [0, 0, 2], [0, 0, 0]], directed=False)
    array([[0., 1., 3.],
           [1., 0., 2.],
           [3., 2., 0.]])
    """
    if method not in ("auto", "FW", "D", "BF", "J"):
        raise ValueError(f"unrecognized method '{method}'")
    if method == "FW" and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    matrix = csr_of(csgraph, directed)
    _refuse_negative(matrix, unweighted)
    n = matrix.shape[0]
    by_matrix = method == "FW" or (method == "auto" and indices is None and matrix.nnz >= n * n / 4)
    if by_matrix:
        matrix = _as_dense(csgraph, matrix)
        if not unweighted and has_nan(matrix):
            raise WeightError("a weight is not a number")
    elif method != "BF":
        _warn_of_negative(matrix, unweighted)
    found = _paths(matrix, directed, indices, return_predecessors, unweighted, threads=threads)
    if by_matrix and overwrite and type(csgraph) is np.ndarray:
        if csgraph.dtype == np.float64 and csgraph.flags.c_contiguous:
            csgraph[...] = found[0] if return_predecessors else found
            return (csgraph, found[1]) if return_predecessors else csgraph
    return found


# A sum of weights that is too large for float64 is a WeightError. Whatever the caller asked for,
# Dijkstra's algorithm copes with it: scipy's Bellman-Ford takes such sums for negative cycles.
@or_by_scipy("dijkstra")
def _paths(
    matrix: Any,
    directed: bool,
    indices: Any,
    return_predecessors: bool,
    unweighted: bool,
    limit: float = np.inf,
    min_only: bool = False,
    *,
    threads: int,
) -> Any:
    n = matrix.shape[0]
    sources, shape = _sources(indices, n)
    threads = threads_for(matrix, 1 if min_only else len(sources), threads)
    searched = matrix if unweighted else without_nan(matrix)
    graph = graph_of(searched, directed, weighted=not unweighted, threads=threads)
    if min_only:
        return _from_nearest(graph, sources, return_predecessors, limit, threads)
    distances, predecessors = _core.distance_rows(
        graph._core, sources, limit, bool(return_predecessors), threads
    )
    distances = distances.reshape((*shape, n))
    return (distances, predecessors.reshape((*shape, n))) if return_predecessors else distances


def _refuse_negative(matrix: Any, unweighted: bool) -> None:
    if not unweighted and _has_negative(matrix):
        raise WeightError("a weight is negative")


def _warn_of_negative(matrix: Any, unweighted: bool) -> None:
    """Warns the caller of a public function as scipy's `dijkstra` does, also where no weight counts."""
    if unweighted and _has_negative(matrix):
        warnings.warn("Graph has negative weights: each counts as 1 with unweighted=True.", stacklevel=4)


def _has_negative(matrix: Any) -> bool:
    return bool(np.fmin.reduce(matrix.data, initial=0) < 0)


def _as_dense(csgraph: Any, matrix: Any) -> Any:
    """The edges that "FW" of scipy reads in `csgraph`, of those in `matrix`."""
    kept = np.isfinite(matrix.data)
    if np.ma.isMaskedArray(csgraph):
        kept = (kept & (matrix.data != 0)) | np.isnan(matrix.data)
    return with_entries(matrix, kept)


def _sources(indices: npt.ArrayLike | None, n: int) -> tuple[npt.NDArray[np.int32], tuple[int, ...]]:
    """The sources in one dimension, and their shape before."""
    if indices is None:
        return np.arange(n, dtype=np.int32), (n,)
    given = np.array(indices, dtype=np.int32)
    sources = given.ravel()
    sources = np.where(sources < 0, sources + n, sources)
    if np.any((sources < 0) | (sources >= n)):
        raise ValueError("indices out of range 0...N")
    return sources, given.shape


def _from_nearest(
    graph: Graph, sources: npt.NDArray[np.int32], return_predecessors: bool, limit: float, threads: int
) -> Any:
    """One search from a vertex that the library does not know yet, with an edge to each source."""
    n = graph.num_vertices
    sources = np.unique(sources)
    first_step = 1 if graph.weights is None else 0
    distances, parents = _core.distance_rows(
        _with_common_source(graph, sources, threads)._core,
        np.array([n], dtype=np.int32),
        limit + first_step,
        bool(return_predecessors),
        threads,
    )
    distances = distances[:n] - first_step
    if not return_predecessors:
        return distances
    predecessors = parents[:n]
    predecessors[sources] = NO_VERTEX
    roots = np.where(predecessors == NO_VERTEX, np.arange(n, dtype=np.int32), predecessors)
    while not np.array_equal(roots, roots[roots]):
        roots = roots[roots]
    return distances, predecessors, np.where(np.isinf(distances), np.int32(NO_VERTEX), roots)


def _with_common_source(graph: Graph, sources: npt.NDArray[np.int32], threads: int) -> Graph:
    """The graph with one more vertex, from which an edge leads to each source: of weight 0, if edges
    have weights."""
    indptr = np.append(graph.indptr, graph.num_arcs + len(sources))
    indices = np.concatenate((graph.indices, sources))
    if graph.weights is None:
        return Graph.from_csr((indptr, indices), directed=True, threads=threads)
    weights = np.append(graph.weights, np.zeros(len(sources)))
    return Graph.from_csr((indptr, indices, weights), directed=True, threads=threads)
