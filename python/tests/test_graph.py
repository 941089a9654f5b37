"""Graphs from arrays: what they hold, what is borrowed, what is refused."""

from __future__ import annotations

import gc
import mmap
import pathlib
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import strider

from conftest import needs_borrowing, path_graph, random_edges

PAGE = mmap.PAGESIZE


def csr_of(n: int, u: Any, v: Any, w: Any = None) -> scipy.sparse.csr_array:
    values = np.ones(len(u)) if w is None else w
    matrix = scipy.sparse.csr_array((values, (u, v)), shape=(n, n))
    matrix.sum_duplicates()
    return matrix


def test_edges_become_rows() -> None:
    graph = strider.Graph.from_edges([2, 0, 0], [0, 1, 1], [5, 7, 3], n=4, directed=True)
    assert graph.indptr.tolist() == [0, 1, 1, 2, 2]
    assert graph.indices.tolist() == [1, 0]
    assert graph.weights is not None and graph.weights.tolist() == [3, 5]
    assert graph.weights.dtype == np.uint32
    assert graph.build_report is not None and graph.build_report["duplicates"] == 1
    assert (len(graph), graph.num_edges, graph.num_arcs, graph.directed) == (4, 2, 2, True)


def test_heaviest_of_parallel_edges() -> None:
    graph = strider.Graph.from_edges([0, 0], [1, 1], [5, 7], duplicates="heaviest")
    assert graph.weights is not None and graph.weights.tolist() == [7, 7]
    assert strider.Graph.from_edges([0, 0], [1, 1], duplicates="keep").num_arcs == 4


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64, ">i4"])
def test_vertices_of_every_width(dtype: Any) -> None:
    graph = strider.Graph.from_edges(np.array([0, 1], dtype=dtype), np.array([1, 2], dtype=dtype))
    assert graph.num_edges == 2


def test_empty_graphs() -> None:
    assert len(strider.Graph.from_edges([], [])) == 0
    assert len(strider.Graph.from_edges([], [], n=3)) == 3
    assert len(strider.Graph.from_csr((np.array([0]), np.array([], dtype=np.int32)), directed=True)) == 0
    assert strider.Graph.from_edges([], []).to_scipy().shape == (0, 0)


def test_round_trip_through_scipy() -> None:
    u, v = random_edges(1, 50, 400)
    graph = strider.Graph.from_edges(u, v, np.arange(400) % 9 * 0.5, n=50, directed=True)
    matrix = graph.to_scipy()
    assert np.shares_memory(matrix.indices, graph.indices)
    assert matrix.tocoo().nnz == graph.num_arcs
    again = strider.Graph.from_csr(matrix, directed=True)
    assert np.array_equal(again.indptr, graph.indptr)
    assert np.array_equal(again.indices, graph.indices)
    assert np.array_equal(again.weights, graph.weights)  # type: ignore[arg-type]


def test_other_formats_of_scipy() -> None:
    dense = np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]])
    for convert in (scipy.sparse.coo_array, scipy.sparse.csc_array, scipy.sparse.lil_array):
        assert strider.Graph.from_csr(convert(dense), directed=False).num_edges == 2


def test_explicit_zeros_are_edges() -> None:
    matrix = scipy.sparse.csr_array(([0.0, 0.0], ([0, 1], [1, 0])), shape=(2, 2))
    graph = strider.Graph.from_csr(matrix, directed=False)
    assert graph.num_edges == 1
    assert strider.shortest_paths(graph, 0).distances.tolist() == [0, 0]


def test_networkx_in_its_order() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("b", "c", w=3)
    graph.add_edge("b", "c", w=2)
    graph.add_edge("b", "a")
    made = strider.Graph.from_networkx(graph, weight="w")
    assert made.nodes == ["b", "c", "a"]
    assert made.neighbors(made.vertex("b")).tolist() == [1, 2]
    assert made.weights is not None and made.weights.tolist() == [2, 1]
    with pytest.raises(strider.VertexError, match="no vertex has the label 'd'"):
        made.vertex("d")


# Borrowed memory


def arrays_for_borrowing(n: int = 1000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A ring, whose arrays have room behind them on their last page."""
    indptr, indices, data = (
        np.empty(size, dtype=kind)
        for size, kind in ((n + 100, np.int64), (n + 100, np.int32), (n + 100, np.float64))
    )
    indptr[: n + 1] = np.arange(n + 1)
    indices[:n] = (np.arange(n) + 1) % n
    data[:n] = 1.5
    return indptr[: n + 1], indices[:n], data[:n]


@needs_borrowing
def test_arrays_are_borrowed() -> None:
    arrays = arrays_for_borrowing()
    graph = strider.Graph.from_csr(arrays, directed=True)
    for name, array in zip(("indptr", "indices", "data"), arrays, strict=True):
        shown = graph.weights if name == "data" else getattr(graph, name)
        is_shared = np.shares_memory(shown, array)
        assert is_shared == (name in graph.borrowed)
    assert graph.borrowed, "none of three arrays with room behind them was borrowed"
    copied = strider.Graph.from_csr(arrays, directed=True, copy=True)
    assert copied.borrowed == ()
    assert not np.shares_memory(copied.indices, arrays[1])


def test_borrowed_arrays_are_read_only_as_long_as_graphs_use_them() -> None:
    _, indices, _ = arrays = arrays_for_borrowing()
    first = strider.Graph.from_csr(arrays, directed=True)
    second = strider.Graph.from_csr(arrays, directed=True)
    if "indices" not in first.borrowed:
        pytest.skip("the array has no room behind it this time")
    del first
    gc.collect()
    with pytest.raises(ValueError, match="read-only"):
        indices[0] = 10**9
    with pytest.raises(ValueError, match="read-only"):
        indices.base[0] = 10**9  # type: ignore[index]
    tree = strider.bfs(second, 0)
    del second
    gc.collect()
    with pytest.raises(ValueError, match="read-only"):
        indices[0] = 10**9
    del tree
    gc.collect()
    indices[0] = 2
    strider.Graph.from_csr(arrays, directed=True, copy=True)
    indices[0] = 1


def test_views_of_one_array_become_writeable_in_whatever_order_graphs_go() -> None:
    indptr, _, _ = arrays_for_borrowing(100)
    memory = np.zeros(400, dtype=np.int32)
    views = [memory[:100], memory[:100], memory[:100]]
    graphs = []
    for view in (*views, views[0]):
        graph = strider.Graph.from_csr((indptr, view), directed=True)
        if "indices" not in graph.borrowed:
            pytest.skip("the array has no room behind it this time")
        graphs.append(graph)
    for gone in (0, 2, 1):
        graphs[gone] = graphs[3]
        gc.collect()
        assert not memory.flags.writeable and not views[0].flags.writeable
    del graph
    graphs.clear()
    gc.collect()
    assert memory.flags.writeable and all(view.flags.writeable for view in views)


def test_arrays_of_whole_pages_are_copied(tmp_path: pathlib.Path) -> None:
    # Searches read 64 bytes past an array; behind the last page of a mapped file is nothing.
    n = PAGE // 4
    file = tmp_path / "indices"
    np.tile((np.arange(n, dtype=np.int32) + 1) % n, 1).tofile(file)
    mapped = np.memmap(file, dtype=np.int32, mode="r")
    assert mapped.nbytes % PAGE == 0
    graph = strider.Graph.from_csr((np.arange(n + 1), mapped), directed=True)
    assert "indices" not in graph.borrowed
    assert strider.bfs(graph, 0).num_levels == n


@pytest.mark.parametrize("offset", range(0, 64, 4))
def test_arrays_at_every_offset(offset: int) -> None:
    n = 257
    room = np.zeros(PAGE, dtype=np.uint8)
    indices = room[offset : offset + 4 * n].view(np.int32)
    indices[:] = (np.arange(n) + 1) % n
    weights = np.zeros(PAGE, dtype=np.uint8)[offset : offset + 4 * n].view(np.float32)
    weights[:] = 1
    graph = strider.Graph.from_csr((np.arange(n + 1), indices, weights), directed=True)
    assert strider.bfs(graph, 3).num_levels == n
    assert strider.shortest_paths(graph, 3).distances[2] == n - 1


# Weights


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        (np.array([1, 2], dtype=np.uint32), np.uint32),
        (np.array([1, 2], dtype=np.int64), np.uint32),
        (np.array([1, -2], dtype=np.int8), np.float64),
        (np.array([1, 2**40], dtype=np.int64), np.float64),
        (np.array([1, 2**53], dtype=np.uint64), np.float64),
        (np.array([1, 2], dtype=np.float32), np.float32),
        (np.array([1, 2], dtype=np.float16), np.float32),
        (np.array([1, 2], dtype=">f8"), np.float64),
    ],
)
def test_types_of_weights(values: np.ndarray, dtype: Any) -> None:
    graph = strider.Graph.from_edges([0, 1], [1, 2], values, directed=True)
    assert graph.weights is not None and graph.weights.dtype == dtype
    assert graph.weights.tolist() == values.astype(float).tolist()


def test_booleans_are_no_weights() -> None:
    assert strider.Graph.from_edges([0], [1], np.array([True])).weights is None


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: strider.Graph.from_edges([0], [1], [2**53 + 1]), strider.InputError, "beyond 2\\^53"),
        (lambda: strider.Graph.from_edges([0], [1], [1j]), TypeError, "real numbers"),
        (lambda: strider.Graph.from_edges([0], [1], ["a"]), TypeError, "real numbers"),
        (lambda: strider.Graph.from_edges([0], [1], [np.nan]), ValueError, "not a number"),
        (lambda: strider.Graph.from_edges([0], [1], [1, 2]), ValueError, "weights"),
        (lambda: strider.Graph.from_edges([0.5], [1]), TypeError, "integers"),
        (lambda: strider.Graph.from_edges(["a"], ["b"]), TypeError, "integers"),
        (lambda: strider.Graph.from_edges([-1], [1]), strider.InputError, "-1"),
        (lambda: strider.Graph.from_edges([0, 1], [1]), ValueError, "length"),
        (lambda: strider.Graph.from_edges([[0]], [[1]]), ValueError, "one dimension"),
        (lambda: strider.Graph.from_edges([0], [5], n=3), ValueError, "5"),
        (lambda: strider.Graph.from_edges([0], [1], n=-1), ValueError, "n must be at least 0"),
        (lambda: strider.Graph.from_edges([0], [2**32]), ValueError, "4294967296"),
        (
            lambda: strider.Graph.from_edges([0], [1], duplicates="x"),  # type: ignore[arg-type]
            ValueError,
            "lightest, heaviest, keep",
        ),
        (lambda: strider.Graph.from_csr(np.eye(3), directed=True), TypeError, "scipy sparse"),
        (lambda: strider.Graph.from_csr(scipy.sparse.eye_array(2, 3), directed=True), ValueError, "square"),
        (lambda: strider.Graph.from_csr(([0, 1], [1]), directed=True), ValueError, "vertex 1"),
        (lambda: strider.Graph.from_csr(([0, 1], [-1]), directed=True), ValueError, "vertex|-1"),
        (lambda: strider.Graph.from_csr(([0, 2], [0]), directed=True), ValueError, "offsets"),
        (lambda: strider.Graph.from_csr(([0, 2, 1], [0]), directed=True), ValueError, "offsets"),
        (lambda: strider.Graph.from_csr(([1, 1], []), directed=True), ValueError, "offsets"),
        (lambda: strider.Graph.from_csr(([], []), directed=True), ValueError, "empty"),
        (lambda: strider.Graph.from_csr(([0, 1], [0], [1, 2]), directed=True), ValueError, "length"),
        (lambda: strider.Graph.from_csr(([0, 1, 1], [1]), directed=False), ValueError, "one end only"),
        (
            lambda: strider.Graph.from_csr(([0, 1, 2], [1, 0], [1.0, 2.0]), directed=False),
            ValueError,
            "two weights",
        ),
        (lambda: strider.Graph.from_csr(([0, 0], []), directed=True, threads=-1), ValueError, "threads"),
        (lambda: strider.Graph(3), TypeError, "from_csr"),  # type: ignore[arg-type]
        (lambda: path_graph(3).neighbors(3), IndexError, "no vertex 3"),
        (lambda: strider.bfs(path_graph(3), -1), strider.VertexError, "no vertex -1"),
        (lambda: strider.bfs(path_graph(3), 1.5), TypeError, "integer"),  # type: ignore[arg-type]
        (lambda: strider.bfs(path_graph(3), 0, method="x"), ValueError, "serial, top-down"),
        (lambda: strider.generate("x"), ValueError, "kronecker"),
        (lambda: strider.generate("grid", size=3), TypeError, "rows, columns"),
        (lambda: strider.generate("kronecker", scale=99), ValueError, "scale"),
        (lambda: strider.read_graph("/nonexistent"), strider.InputError, "nonexistent"),
        (lambda: strider.write_graph(path_graph(3), "x.unknown"), ValueError, "suffix"),
    ],
)
def test_bad_input(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_too_little_memory_is_said_before_it_is_taken() -> None:
    with pytest.raises(MemoryError) as raised:
        strider.generate("uniform", num_vertices=2**32 - 1, num_edges=2**40)
    assert isinstance(raised.value, strider.MemoryLimitError)
    assert raised.value.needed_bytes > raised.value.free_bytes > 0


# What is shown


def test_representations(kronecker: strider.Graph) -> None:
    assert "float32 weights" in repr(kronecker)
    for shown in (
        kronecker,
        strider.bfs(kronecker, 1),
        strider.shortest_paths(kronecker, 1),
        strider.minimum_spanning_forest(kronecker),
    ):
        html = shown._repr_html_()
        assert html.startswith("<table>") and html.count("<") == html.count(">")
