"""Random graphs for strider.csgraph and scipy.sparse.csgraph, and how results are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as reference
from hypothesis import strategies as st

FORMATS: dict[str, Callable[[Any], Any]] = {
    "csr_array": lambda matrix: matrix,
    "csr_matrix": scipy.sparse.csr_matrix,
    "csc_array": lambda matrix: matrix.tocsc(),
    "coo_array": lambda matrix: matrix.tocoo(),
    "lil_array": lambda matrix: matrix.tolil(),
    "dense": lambda matrix: matrix.toarray(),
    "masked": lambda matrix: np.ma.array(matrix.toarray(), mask=matrix.toarray() == 2),
}

ARRAYS = ("csr_array", "csr_matrix", "csc_array", "dense", "masked")
PATHS = ["dijkstra", "bellman_ford", "johnson", "shortest_path"]

# Earlier ones choose other predecessors among paths of equal length.
pytest.importorskip("scipy", minversion="1.17")


@st.composite
def graphs(draw: st.DrawFn, least: int = 1, formats: tuple[str, ...] = tuple(FORMATS)) -> Any:
    """A matrix with weights of at least `least`, rows unsorted and with duplicates if it is CSR."""
    n = draw(st.integers(1, 16))
    ends = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=60))
    if draw(st.booleans()):
        pairs = [pair for u, v in pairs for pair in ((u, v), (v, u))]
    rows = sorted(range(len(pairs)), key=lambda i: pairs[i][0])
    dtype = draw(st.sampled_from([np.int32, np.float32, np.float64]))
    values = draw(st.lists(st.integers(least, 9), min_size=len(pairs), max_size=len(pairs)))
    data = (np.array(values) / (1 if dtype == np.int32 else 10)).astype(dtype)
    indices = np.array([pairs[i][1] for i in rows], dtype=draw(st.sampled_from([np.int32, np.int64])))
    counts = np.bincount([u for u, _ in pairs], minlength=n) if pairs else np.zeros(n, dtype=int)
    indptr = np.concatenate(([0], np.cumsum(counts))).astype(indices.dtype)
    matrix = scipy.sparse.csr_array((data, indices, indptr), shape=(n, n))
    return FORMATS[draw(st.sampled_from(formats))](matrix)


def sources_of(data: st.DataObject, n: int) -> Any:
    one = st.integers(-n, n - 1)
    several = st.lists(one, max_size=5)
    table = several.map(lambda picked: np.array([picked, picked]))
    return data.draw(st.one_of(st.none(), one, several, table))


def options_of(data: st.DataObject) -> dict[str, Any]:
    return {"directed": data.draw(st.booleans()), "unweighted": data.draw(st.booleans())}


def with_values(graph: Any, values: list[float], data: st.DataObject) -> Any:
    """A copy of the graph, in which some entries that are not masked are one of `values`."""
    graph = graph.astype(np.float64)
    entries = graph.data if scipy.sparse.issparse(graph) else graph
    places = np.flatnonzero(~np.ma.getmaskarray(entries)).tolist()
    if places:
        for place in data.draw(st.lists(st.sampled_from(places), max_size=8)):
            entries.flat[place] = data.draw(st.sampled_from(values))
    return graph


def same(found: Any, expected: Any) -> None:
    """Equal values, shapes and types."""
    assert type(found) is type(expected)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    if scipy.sparse.issparse(found):
        assert found.nnz == expected.nnz
        found, expected = (reference.csgraph_to_dense(tree, np.nan) for tree in (found, expected))
    np.testing.assert_array_equal(found, expected)
