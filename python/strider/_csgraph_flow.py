"""The flows of `scipy.sparse.csgraph`."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph._flow import MaximumFlowResult

from ._csgraph_fallback import or_by_scipy
from ._csgraph_inputs import threads_for
from ._flow import maximum_flow as flow_of
from ._graph import Graph


@or_by_scipy("maximum_flow")
def maximum_flow(csgraph: Any, source: int, sink: int, *, method: str = "dinic", threads: int = 0) -> Any:
    """A maximum flow between two vertices, `scipy.sparse.csgraph.maximum_flow`.

    Parameters
    ----------
    csgraph : sparse matrix in CSR format, of shape (N, N)
        Integer capacities. Here those of 64 bits are not cut to 32.
    source, sink : int
    method : {"dinic", "edmonds_karp"}
        What scipy would use; Strider has a method of its own.
    threads : int
        0: all cores. scipy's function has no such argument.

    Returns
    -------
    MaximumFlowResult
        `flow_value`, and `flow` as a matrix: what flows from u to v at ``[u, v]``, less than 0 at ``[v, u]``.

    Examples
    --------
    >>> import scipy.sparse
    >>> from strider.csgraph import maximum_flow
    >>> found = maximum_flow(scipy.sparse.csr_array([[0, 5, 0], [0, 0, 3], [0, 0, 0]]), 0, 2)
    >>> found.flow_value
    3
    >>> found.flow.toarray()
    array([[ 0,  3,  0],
           [-3,  0,  3],
           [ 0, -3,  0]])
    """
    if not (scipy.sparse.issparse(csgraph) and csgraph.format == "csr"):
        raise TypeError("graph must be in CSR format")
    if not np.issubdtype(csgraph.dtype, np.integer):
        raise ValueError("graph capacities must be integers")
    if csgraph.shape[0] != csgraph.shape[1]:
        raise ValueError(f"a graph is a matrix of shape (N, N), got {csgraph.shape}")
    if method not in ("edmonds_karp", "dinic"):
        raise ValueError(f"method must be 'edmonds_karp' or 'dinic', got {method!r}")
    n = csgraph.shape[0]
    if n == 0:
        raise ValueError("the graph has no vertices, so no source and no sink")
    for name, vertex in (("source", source), ("sink", sink)):
        if not 0 <= vertex < n:
            raise ValueError(f"{name} must be a vertex from 0 to {n - 1}, got {vertex}")
    if source == sink:
        raise ValueError("source and sink must differ")
    if csgraph.nnz and csgraph.data.max() > 2**32 - 1 and csgraph.data.sum(dtype=np.float64) > 2**53:
        raise ValueError("capacities beyond 32 bits must add up to 2^53 or less")
    threads = threads_for(csgraph, 1, threads)
    graph = Graph.from_csr(csgraph, directed=True, threads=threads)
    found = flow_of(graph, source, sink, threads=threads)
    parts = (found.entries.astype(np.int64), csgraph.indices, csgraph.indptr)
    forward = type(csgraph)(parts, shape=csgraph.shape)
    # Every entry of the matrix has its reverse, as in scipy's result.
    return MaximumFlowResult(int(found.value), (forward - forward.T).tocsr())
