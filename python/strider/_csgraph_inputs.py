"""What the functions of `scipy.sparse.csgraph` accept as a graph, and what they return."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse
from scipy.sparse.csgraph import csgraph_from_dense, csgraph_from_masked

from ._errors import InputError
from ._graph import Graph

#: scipy's predecessor of a vertex that has none.
NO_VERTEX = -9999

_SMALL = 1 << 14  # vertices and entries
_MAX_VERTICES = np.iinfo(np.int32).max  # scipy's vertices are int32


def csr_of(csgraph: Any, directed: bool) -> Any:
    """The matrix in CSR format with float64 values, not copied if it is that already.

    Explicit zeros of sparse and unmasked zeros of masked matrices are edges; zeros, infinities and NaN
    of dense ones are none.
    """
    if _is_pydata(csgraph):
        if csgraph.fill_value != 0 and np.isfinite(csgraph.fill_value):
            raise ValueError(f"the fill value must be 0, inf or nan, got {csgraph.fill_value}")
        csgraph = csgraph.to_scipy_sparse(accept_fv=[0, np.inf, np.nan])
    if scipy.sparse.issparse(csgraph):
        # As scipy does: the columns of an undirected graph are as good as its rows.
        matrix = csgraph.T if csgraph.format == "csc" and not directed else csgraph
        matrix = matrix.tocsr().astype(np.float64, copy=False)
    elif np.ma.isMaskedArray(csgraph):
        # scipy fails on an array without a mask.
        matrix = csgraph_from_masked(np.ma.array(csgraph, mask=np.ma.getmaskarray(csgraph)))
    else:
        matrix = csgraph_from_dense(csgraph)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a graph is a matrix of shape (N, N), got {matrix.shape}")
    if matrix.shape[0] > _MAX_VERTICES:
        raise ValueError(f"scipy numbers vertices with 32 bits, got {matrix.shape[0]}")
    return matrix


def same_kind(csgraph: Any, tree: Any, matrices: tuple[type, ...] = (scipy.sparse.spmatrix,)) -> Any:
    """`tree`, a csr_array, in the class that scipy returns for the argument `csgraph`."""
    if _is_pydata(csgraph):
        return type(csgraph).from_scipy_sparse(tree, fill_value=csgraph.fill_value)
    return scipy.sparse.csr_matrix(tree) if isinstance(csgraph, matrices) else tree


def without_nan(matrix: Any) -> Any:
    """The matrix without the entries that are not a number, which no shortest path uses."""
    return with_entries(matrix, ~np.isnan(matrix.data)) if has_nan(matrix) else matrix


def has_nan(matrix: Any) -> bool:
    return bool(np.isnan(matrix.data.min(initial=0)))


def with_entries(matrix: Any, kept: npt.NDArray[np.bool_]) -> Any:
    """The matrix with those of its entries that are `kept`."""
    indptr = np.concatenate(([0], np.cumsum(kept)))[matrix.indptr]
    return type(matrix)((matrix.data[kept], matrix.indices[kept], indptr), shape=matrix.shape)


def threads_for(matrix: Any, searches: int, threads: int) -> int:
    """The threads for so many searches: as many as the caller wants. If that is 0, all, but only one where
    more would take longer to start than to search."""
    return 1 if threads == 0 and (matrix.nnz + matrix.shape[0]) * searches < _SMALL else threads


def graph_of(matrix: Any, directed: bool, weighted: bool, threads: int = 0) -> Graph:
    """The graph of a CSR matrix. If it is undirected, of two entries ``[i, j]`` and ``[j, i]`` the
    lesser is the weight."""
    parts = (matrix.indptr, matrix.indices, matrix.data if weighted else None)
    if directed:
        return _graph_of_rows(*parts, directed=True, threads=threads)
    try:
        return _graph_of_rows(*parts, directed=False, threads=threads)
    except InputError:  # an edge is listed at one end only, or with two weights
        n = matrix.shape[0]
        rows = row_of_entries(matrix)
        return Graph.from_edges(rows, matrix.indices, parts[2], n=n, directed=False, threads=threads)


def graph_in_row_order(matrix: Any, directed: bool, threads: int = 0) -> Graph:
    """The graph of a CSR matrix without weights. The neighbours of a vertex have scipy's order: the
    row, then, if the graph is undirected, the column."""
    indptr, indices = matrix.indptr, matrix.indices
    try:
        # The column of a symmetric matrix has no vertex that the row has not.
        return _graph_of_rows(indptr, indices, None, directed=directed, threads=threads)
    except InputError:
        if directed:
            raise
    # scipy's transposition writes wherever an index points to: this refuses indices that are no vertices.
    _graph_of_rows(indptr, indices, None, directed=True, threads=threads)
    structure = type(matrix)((np.ones(len(indices), dtype=np.int8), indices, indptr), shape=matrix.shape)
    columns = structure.T.tocsr()
    both = np.empty(2 * len(indices), dtype=np.int32)
    position = np.arange(len(indices))
    both[position + np.repeat(columns.indptr[:-1], np.diff(indptr))] = indices
    both[position + np.repeat(indptr[1:], np.diff(columns.indptr))] = columns.indices
    offsets = np.add(indptr, columns.indptr, dtype=np.int64)
    return Graph.from_csr((offsets, both), directed=False, symmetric="trust", threads=threads)


def row_of_entries(matrix: Any) -> npt.NDArray[np.int32]:
    """The row of each entry of a CSR matrix."""
    return np.repeat(np.arange(matrix.shape[0], dtype=np.int32), np.diff(matrix.indptr))


def entries_at(matrix: Any, rows: npt.NDArray[Any], columns: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The values ``matrix[rows[i], columns[i]]``, 0 where there is no entry, in a new array."""
    if len(rows) == 0:  # scipy returns a sparse matrix then
        return np.zeros(0)
    return np.array(matrix[rows, columns], dtype=np.float64).ravel()


def lightest_entries(matrix: Any) -> Any:
    """The matrix with one entry in each place, the lightest. Not copied if it has no duplicates."""
    if matrix.has_canonical_format:
        return matrix
    rows = row_of_entries(matrix)
    order = np.lexsort((matrix.data, matrix.indices, rows))
    rows, columns = rows[order], matrix.indices[order]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    places = (rows[first], columns[first])
    return scipy.sparse.csr_array((matrix.data[order][first], places), shape=matrix.shape)


def _graph_of_rows(indptr: Any, indices: Any, data: Any, *, directed: bool, threads: int) -> Graph:
    entries = int(indptr[-1])
    if len(indices) > entries:  # a view of an array without need is a further array to keep read-only
        indices, data = indices[:entries], None if data is None else data[:entries]
    rows = (indptr, indices) if data is None else (indptr, indices, data)
    return Graph.from_csr(rows, directed=directed, threads=threads)


def _is_pydata(csgraph: Any) -> bool:
    """Whether it is an array of the package sparse."""
    return hasattr(csgraph, "to_scipy_sparse") and hasattr(csgraph, "fill_value")
