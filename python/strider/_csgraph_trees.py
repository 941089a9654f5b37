"""The searches, spanning trees and components of `scipy.sparse.csgraph`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse

from . import _core
from ._components import components
from ._csgraph_fallback import or_by_scipy
from ._csgraph_inputs import (
    NO_VERTEX,
    csr_of,
    entries_at,
    graph_in_row_order,
    graph_of,
    has_nan,
    lightest_entries,
    same_kind,
    threads_for,
)
from ._errors import WeightError
from ._forest import minimum_spanning_forest


def breadth_first_order(
    csgraph: Any,
    i_start: int,
    directed: bool = True,
    return_predecessors: bool = True,
    *,
    threads: int = 0,
) -> Any:
    """The vertices in the order of a breadth-first search, `scipy.sparse.csgraph.breadth_first_order`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
    i_start : int
        The source.
    directed : bool
        If not, the edge ``[i, j]`` also leads from j to i.
    return_predecessors : bool
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    node_array : array of int32
        The vertices that were reached, in the order of a search with a queue, as scipy finds them.
    predecessors : array of int32 of shape (N,), with `return_predecessors`
        The parents that such a search finds; -9999 for the source and for unreached vertices.

    Raises
    ------
    VertexError
        `i_start` is not a vertex.

    Examples
    --------
    >>> from strider.csgraph import breadth_first_order
    >>> breadth_first_order([[0, 1, 2, 0], [0, 0, 0, 1], [2, 0, 0, 3], [0, 0, 0, 0]], 0)
    (array([0, 1, 2, 3], dtype=int32), array([-9999,     0,     0,     1], dtype=int32))
    """
    matrix = csr_of(csgraph, directed)
    threads = threads_for(matrix, 1, threads)
    graph = graph_in_row_order(matrix, directed, threads)
    source = graph._checked(i_start)
    order, predecessors = _core.sequential_order(graph._core, source, threads)
    if not return_predecessors:
        return order
    predecessors[predecessors < 0] = NO_VERTEX
    predecessors[source] = NO_VERTEX
    return order, predecessors


def breadth_first_tree(csgraph: Any, i_start: int, directed: bool = True, *, threads: int = 0) -> Any:
    """The tree of a breadth-first search, `scipy.sparse.csgraph.breadth_first_tree`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
    i_start : int
        The source.
    directed : bool
        If not, the edge ``[i, j]`` also leads from j to i.
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    cstree : csr_array; csr_matrix if `csgraph` is a sparse matrix and not a sparse array
        See `reconstruct_path`.

    Raises
    ------
    VertexError
        `i_start` is not a vertex.

    Examples
    --------
    >>> from strider.csgraph import breadth_first_tree
    >>> breadth_first_tree([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0, 0]], 0).toarray()
    array([[0., 8., 0., 3.],
           [0., 0., 2., 0.],
           [0., 0., 0., 0.],
           [0., 0., 0., 0.]])
    """
    predecessors = breadth_first_order(csgraph, i_start, directed, threads=threads)[1]
    return reconstruct_path(csgraph, predecessors, directed)


def reconstruct_path(csgraph: Any, predecessors: npt.ArrayLike, directed: bool = True) -> Any:
    """The edges from the predecessors of vertices to them, `scipy.sparse.csgraph.reconstruct_path`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
    predecessors : array_like of int of shape (N,)
        Negative for vertices that have none.
    directed : bool
        If not, the lesser of the weights ``[i, j]`` and ``[j, i]`` counts.

    Returns
    -------
    cstree : csr_array; csr_matrix if `csgraph` is a sparse matrix and not a sparse array
        The weight of the edge from predecessor i to j at ``[i, j]``.

    Notes
    -----
    As in scipy, duplicates in the matrix are added. A weight of zero is an explicit zero of the tree
    if the graph is directed. If it is not, weights of zero do not count, and an edge that has no other
    becomes inf.

    Examples
    --------
    >>> from strider.csgraph import reconstruct_path
    >>> reconstruct_path([[0, 8, 0], [0, 0, 2], [0, 0, 0]], [-9999, 0, 1]).toarray()
    array([[0., 8., 0.],
           [0., 0., 2.],
           [0., 0., 0.]])
    """
    matrix = csr_of(csgraph, directed)
    n = matrix.shape[0]
    parents = np.asarray(predecessors)
    children = np.argsort(parents, kind="stable")[np.count_nonzero(parents < 0) :].astype(np.int32)
    parents = parents[children]
    weights = entries_at(matrix, parents, children)
    if not directed:
        back = entries_at(matrix, children, parents)
        weights = np.minimum(
            np.where(weights == 0, np.inf, weights), np.where(back == 0, np.inf, back)
        )
    indptr = np.searchsorted(parents, np.arange(n + 1)).astype(np.int32)
    return same_kind(csgraph, scipy.sparse.csr_array((weights, children, indptr), shape=(n, n)))


@or_by_scipy("minimum_spanning_tree")
def minimum_spanning_tree(csgraph: Any, overwrite: bool = False, *, threads: int = 0) -> Any:
    """The spanning forest of least weight, `scipy.sparse.csgraph.minimum_spanning_tree`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
        Of the entries ``[i, j]`` and ``[j, i]`` the lesser is the weight of an edge.
    overwrite : bool
        scipy may overwrite `csgraph` then; Strider never does.
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    span_tree : csr_array; csr_matrix if `csgraph` is a sparse or dense matrix and not an array
        An edge has the place of its lesser entry; of two equal ones, of that in the upper triangle.

    Notes
    -----
    A graph with weights that are not a number is handed to scipy's function, which takes those edges
    last.

    As in scipy, an explicit zero of `csgraph` is an edge of weight zero, but edges of weight zero are
    not in the tree that is returned: ``strider.minimum_spanning_forest(graph).to_scipy()`` keeps them.

    Edges of equal weight are chosen by their ends. For a symmetric matrix and for an upper triangle
    that is scipy's choice; otherwise scipy may find another forest of the same weight.

    Examples
    --------
    >>> from strider.csgraph import minimum_spanning_tree
    >>> minimum_spanning_tree([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0, 0]]).toarray()
    array([[0., 0., 0., 3.],
           [0., 0., 2., 5.],
           [0., 0., 0., 0.],
           [0., 0., 0., 0.]])
    """
    matrix = csr_of(csgraph, directed=True)
    if has_nan(matrix):
        raise WeightError("a weight is not a number")
    matrix = lightest_entries(matrix)
    threads = threads_for(matrix, 1, threads)
    graph = graph_of(matrix, directed=False, weighted=True, threads=threads)
    forest = minimum_spanning_forest(graph, threads=threads)
    kept = forest.weights != 0
    u, v, weights = forest.u[kept], forest.v[kept], forest.weights[kept]
    is_upper = entries_at(matrix, u, v) == weights
    places = (np.where(is_upper, u, v), np.where(is_upper, v, u))
    tree = scipy.sparse.csr_array((weights, places), shape=matrix.shape)
    return same_kind(csgraph, tree, (scipy.sparse.spmatrix, np.matrix))


def connected_components(
    csgraph: Any,
    directed: bool = True,
    connection: str = "weak",
    return_labels: bool = True,
    *,
    threads: int = 0,
) -> Any:
    """The connected components, `scipy.sparse.csgraph.connected_components`.

    Parameters
    ----------
    csgraph : array, masked array or sparse matrix of shape (N, N)
    directed : bool
    connection : {"weak", "strong"}
        Of a directed graph; case does not matter.
    return_labels : bool
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    n_components : int
    labels : array of int32 of shape (N,), with `return_labels`
        The component of each vertex. Weak components are numbered by their smallest vertices, strong ones
        so that edges between them lead to smaller numbers, as scipy's do.

    Examples
    --------
    >>> from strider.csgraph import connected_components
    >>> connected_components([[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    (2, array([0, 0, 1], dtype=int32))
    """
    if connection.lower() not in ("weak", "strong"):
        raise ValueError(f"connection must be 'weak' or 'strong', got {connection!r}")
    # Strong components of an undirected graph are its components.
    kind = "strong" if directed and connection.lower() == "strong" else "weak"
    # Weak components need no edge at both of its ends. Components are numbered with those first that
    # none leads to, and scipy has those first that lead to none.
    matrix = csr_of(csgraph, directed=kind == "strong")
    if kind == "strong":
        matrix = matrix.T.tocsr()
    threads = threads_for(matrix, 1, threads)
    graph = graph_of(matrix, directed=True, weighted=False, threads=threads)
    found = components(graph, connection=kind, threads=threads)
    if not return_labels:
        return found.num_components
    if kind == "weak":
        return found.num_components, found.numbers()
    return found.num_components, found.condensation()[1]
