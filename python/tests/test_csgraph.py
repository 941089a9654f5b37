"""strider.csgraph against scipy.sparse.csgraph."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as reference
from conftest import needs_borrowing
from csgraph_cases import FORMATS, PATHS, graphs, options_of, same, sources_of
from hypothesis import given, settings
from hypothesis import strategies as st

import strider
import strider.csgraph as ours
from strider._csgraph_inputs import csr_of, graph_of


def weights_of(graph: Any, directed: bool, unweighted: bool) -> Any:
    """The weights as a dense matrix, inf where no edge is."""
    matrix = csr_of(graph, directed)
    dense = np.full(matrix.shape, np.inf)
    rows = np.repeat(np.arange(len(dense)), np.diff(matrix.indptr))
    np.minimum.at(dense, (rows, matrix.indices), 1 if unweighted else matrix.data)
    return dense if directed else np.minimum(dense, dense.T)


def check_predecessors(weights: Any, source: int, distances: Any, predecessors: Any) -> None:
    for v, parent in enumerate(predecessors.tolist()):
        if v == source or np.isinf(distances[v]):
            assert parent == -9999
        else:
            assert distances[parent] + weights[parent, v] == distances[v]


# Random graphs


@given(graphs(formats=tuple(name for name in FORMATS if name != "masked")), st.data())
@settings(max_examples=150, deadline=None)
def test_paths_and_their_predecessors(graph: Any, data: st.DataObject) -> None:
    indices, options = sources_of(data, graph.shape[0]), options_of(data)
    limit = data.draw(st.sampled_from([0, 0.5, 2, np.inf]))
    arguments = {"indices": indices, "limit": limit, "return_predecessors": True, **options}
    for found, expected in zip(
        ours.dijkstra(graph, **arguments), reference.dijkstra(graph, **arguments), strict=True
    ):
        same(found, expected)


@given(graphs(least=0), st.data())
@settings(max_examples=100, deadline=None)
def test_paths_with_zeros(graph: Any, data: st.DataObject) -> None:
    options = options_of(data)
    distances, predecessors = ours.dijkstra(graph, return_predecessors=True, **options)
    same(distances, reference.dijkstra(graph, **options))
    weights = weights_of(graph, **options)
    for source in range(len(weights)):
        check_predecessors(weights, source, distances[source], predecessors[source])


@given(graphs(least=0), st.data())
@settings(max_examples=100, deadline=None)
def test_paths_from_the_nearest(graph: Any, data: st.DataObject) -> None:
    indices, options = sources_of(data, graph.shape[0]), options_of(data)
    arguments = {"indices": indices, "limit": data.draw(st.sampled_from([0.5, np.inf])), **options}
    found = ours.dijkstra(graph, min_only=True, return_predecessors=True, **arguments)
    distances, predecessors, sources = found
    same(distances, reference.dijkstra(graph, min_only=True, **arguments))
    same(ours.dijkstra(graph, min_only=True, **arguments), distances)
    weights = weights_of(graph, **options)
    for v, source in enumerate(sources.tolist()):
        if np.isinf(distances[v]):
            assert (predecessors[v], source) == (-9999, -9999)
        elif predecessors[v] == -9999:
            assert source == v and distances[v] == 0
        else:
            parent = predecessors[v]
            assert distances[parent] + weights[parent, v] == distances[v]
            assert sources[parent] == source


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
@given(graphs(least=-1), st.data())
@settings(max_examples=150, deadline=None)
def test_methods_of_shortest_path(graph: Any, data: st.DataObject) -> None:
    method = data.draw(st.sampled_from(["auto", "FW", "BF", "J"]))
    options = options_of(data)
    if scipy.sparse.issparse(graph):
        # scipy's "FW" takes no other formats, and no other of its functions reads duplicates as it does.
        graph = graph.tocsr().copy()
        graph.sum_duplicates()
    outcome: list[Any] = []
    for module in (ours, reference):
        try:
            outcome.append(module.shortest_path(graph, method=method, **options))
        except reference.NegativeCycleError:
            outcome.append(None)
    if outcome[1] is None:
        assert outcome[0] is None
    else:
        assert outcome[0] is not None
        np.testing.assert_allclose(outcome[0], outcome[1], atol=1e-12)


@given(graphs(least=0), st.data())
@settings(max_examples=150, deadline=None)
def test_order_of_breadth_first_search(graph: Any, data: st.DataObject) -> None:
    source, directed = data.draw(st.integers(0, graph.shape[0] - 1)), data.draw(st.booleans())
    found = ours.breadth_first_order(graph, source, directed)
    expected = reference.breadth_first_order(graph, source, directed)
    same(found[0], expected[0])
    same(found[1], expected[1])
    tree = ours.breadth_first_tree(graph, source, directed)
    same(tree, reference.breadth_first_tree(graph, source, directed))
    assert tree.has_sorted_indices
    same(ours.breadth_first_order(graph, source, directed, return_predecessors=False), expected[0])


@given(graphs(least=-2), st.booleans())
@settings(max_examples=150, deadline=None)
def test_spanning_trees(graph: Any, in_one_triangle: bool) -> None:
    if in_one_triangle:
        dense = csr_of(graph, directed=True).toarray()
        graph = scipy.sparse.csr_array(np.triu(dense))
    found = ours.minimum_spanning_tree(graph)
    expected = reference.minimum_spanning_tree(graph)
    assert type(found) is type(expected)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    if in_one_triangle:
        same(found, expected)
    # Trees of the same weights, of which those that are zero are lost.
    assert np.array_equal(np.sort(found.data), np.sort(expected.data))
    weights = weights_of(graph, directed=True, unweighted=False)
    assert np.array_equal(weights[found.nonzero()], found.data)


@given(graphs(least=0), st.booleans())
@settings(max_examples=100, deadline=None)
def test_components(graph: Any, directed: bool) -> None:
    count, labels = ours.connected_components(graph, directed)
    expected_count, expected_labels = reference.connected_components(graph, directed)
    assert count == expected_count == ours.connected_components(graph, return_labels=False)
    same(labels, expected_labels)


# Chosen cases


def test_signatures_are_those_of_scipy() -> None:
    import inspect

    for name in ours.__all__:
        if inspect.isfunction(getattr(ours, name)):
            found, expected = (inspect.signature(getattr(module, name)) for module in (ours, reference))
            parameters = list(found.parameters.values())
            if name != "reconstruct_path":
                threads = parameters.pop()
                assert (threads.name, threads.default, threads.kind) == ("threads", 0, threads.KEYWORD_ONLY)
            assert [(p.name, p.default, p.kind) for p in parameters] == [
                (p.name, p.default, p.kind) for p in expected.parameters.values()
            ]


@given(graphs(least=0), st.sampled_from([1, 3]), st.data())
@settings(max_examples=50, deadline=None)
def test_results_do_not_depend_on_threads(graph: Any, threads: int, data: st.DataObject) -> None:
    options = options_of(data)
    directed = options["directed"]
    for name in PATHS:
        search = functools.partial(getattr(ours, name), graph, return_predecessors=True, **options)
        for found, expected in zip(search(threads=threads), search(), strict=True):
            same(found, expected)
    for found, expected in zip(
        ours.breadth_first_order(graph, 0, directed, threads=threads),
        ours.breadth_first_order(graph, 0, directed),
        strict=True,
    ):
        same(found, expected)
    same(*(ours.breadth_first_tree(graph, 0, directed, threads=count) for count in (threads, 0)))
    same(*(ours.minimum_spanning_tree(graph, threads=count) for count in (threads, 0)))
    same(*(ours.connected_components(graph, directed, threads=count)[1] for count in (threads, 0)))


@pytest.mark.parametrize("name", [*PATHS, "connected_components", "minimum_spanning_tree"])
def test_threads_that_cannot_be(name: str) -> None:
    with pytest.raises(strider.UsageError, match="threads"):
        getattr(ours, name)(np.ones((2, 2)), threads=-1)


def test_components_of_long_paths() -> None:
    n = 3000
    order = np.random.default_rng(3).permutation(n)
    path = scipy.sparse.coo_array((np.ones(n - 1), (order[:-1], order[1:])), shape=(n, n))
    assert ours.connected_components(path)[0] == 1
    assert not ours.connected_components(path)[1].any()


def test_strong_components() -> None:
    for seed in range(10):
        graph = scipy.sparse.random(300, 300, density=0.004, format="csr", random_state=seed)
        count, labels = ours.connected_components(graph, connection="strong")
        expected_count, expected = reference.connected_components(graph, connection="strong")
        assert count == expected_count == labels.max() + 1
        # The same sets, whatever their numbers.
        assert len(set(zip(labels.tolist(), expected.tolist(), strict=True))) == count
    assert ours.connected_components(np.eye(2), directed=False, connection="Strong")[0] == 2
    with pytest.raises(ValueError, match="'weak' or 'strong'"):
        ours.connected_components(np.eye(2), connection="best")


def test_zeros_are_lost_in_spanning_trees_only() -> None:
    graph = scipy.sparse.csr_array(([0.0, 3.0], ([0, 1], [1, 2])), shape=(3, 3))
    assert ours.minimum_spanning_tree(graph).nnz == 1
    assert ours.breadth_first_tree(graph, 0).nnz == 2
    assert ours.dijkstra(graph, indices=0).tolist() == [0, 0, 3]


def test_overwriting_with_distances() -> None:
    graph = np.array([[0.0, 1, 5], [1, 0, 1], [5, 1, 0]])
    copy = graph.copy()
    expected = reference.shortest_path(copy, overwrite=True)
    found = ours.shortest_path(graph, overwrite=True)
    assert found is graph
    assert np.array_equal(graph, expected) and np.array_equal(copy, expected)
    matrix = scipy.sparse.csr_array(np.array([[0.0, 1], [2, 0]]))
    ours.minimum_spanning_tree(matrix, overwrite=True)
    assert matrix.nnz == 2


@pytest.mark.parametrize("graph", [np.ones((2, 3)), np.ones(4), scipy.sparse.csr_array((2, 3))])
def test_matrices_that_are_not_square(graph: Any) -> None:
    for name in ("dijkstra", "connected_components", "minimum_spanning_tree"):
        with pytest.raises(ValueError):
            getattr(ours, name)(graph)


def test_arguments_that_are_out_of_range() -> None:
    graph = np.ones((2, 2))
    with pytest.raises(ValueError, match="indices out of range"):
        ours.dijkstra(graph, indices=[0, 2])
    with pytest.raises(ValueError, match="limit"):
        ours.dijkstra(graph, limit=-1)
    with pytest.raises(ValueError, match="unrecognized method"):
        ours.shortest_path(graph, method="A*")
    with pytest.raises(ValueError, match="Cannot specify indices"):
        ours.shortest_path(graph, method="FW", indices=[0])
    with pytest.raises(strider.VertexError):
        ours.breadth_first_order(graph, -1)


@pytest.mark.parametrize("directed", [True, False])
def test_indices_that_are_no_vertices(directed: bool) -> None:
    graph = scipy.sparse.csr_array(np.array([[0, 1.0], [0, 0]]))
    graph.indices[0] = 7
    with pytest.raises(ValueError, match="7"):
        ours.breadth_first_order(graph, 0, directed)
    with pytest.raises(ValueError, match="7"):
        ours.dijkstra(graph, directed)


@pytest.mark.parametrize("unweighted", [True, False])
@pytest.mark.parametrize("count", [1, 40])
def test_graphs_that_several_threads_search(unweighted: bool, count: int) -> None:
    random = np.random.default_rng(5)
    n = 1 << 14
    ends = random.integers(0, n, (2, 16 * n)) ** 2 // n
    by_source = np.argsort(ends[0], kind="stable")
    indptr = np.searchsorted(ends[0][by_source], np.arange(n + 1))
    graph = scipy.sparse.csr_array((random.random(16 * n), ends[1][by_source], indptr), shape=(n, n))
    for directed in (True, False):
        for found, expected in zip(
            ours.breadth_first_order(graph, 3, directed),
            reference.breadth_first_order(graph, 3, directed),
            strict=True,
        ):
            assert np.array_equal(found, expected)
        options: dict[str, Any] = {"indices": random.integers(0, n, count), "unweighted": unweighted}
        distances, predecessors = ours.dijkstra(graph, directed, return_predecessors=True, **options)
        expected = reference.dijkstra(graph, directed, return_predecessors=True, **options)
        assert np.array_equal(distances, expected[0])
        assert np.array_equal(predecessors, expected[1])


def test_graphs_without_vertices_or_edges() -> None:
    for n in (0, 2):
        graph = scipy.sparse.csr_array((n, n))
        same(ours.dijkstra(graph), reference.dijkstra(graph))
        same(ours.minimum_spanning_tree(graph), reference.minimum_spanning_tree(graph))
        assert ours.connected_components(graph)[0] == n
    assert ours.dijkstra(np.ones((2, 2)), indices=[]).shape == (0, 2)
    assert ours.dijkstra(np.ma.array(np.ones((2, 2)))).tolist() == [[0, 1], [1, 0]]


def canonical_matrix(n: int = 1000) -> scipy.sparse.csr_array:
    """A ring, whose arrays have the types of the library and room behind them on their last page."""
    room = [np.zeros(n + 100, dtype=kind) for kind in (np.float64, np.int32, np.int64)]
    matrix = scipy.sparse.csr_array((n, n))
    matrix.data, matrix.indices, matrix.indptr = room[0][:n], room[1][:n], room[2][: n + 1]
    matrix.data[:] = 1
    matrix.indices[:] = (np.arange(n) + 1) % n
    matrix.indptr[:] = np.arange(n + 1)
    return matrix


@needs_borrowing
def test_canonical_matrices_are_borrowed() -> None:
    matrix = canonical_matrix()
    graph = graph_of(csr_of(matrix, directed=True), directed=True, weighted=True)
    for name, shown in (("indptr", graph.indptr), ("indices", graph.indices), ("data", graph.weights)):
        assert np.shares_memory(shown, getattr(matrix, name)) == (name in graph.borrowed)
    assert graph.borrowed, "none of three arrays with room behind them was borrowed"
    matrix.indptr = matrix.indptr.astype(np.int32)
    widened = graph_of(csr_of(matrix, directed=True), directed=True, weighted=True)
    assert set(widened.borrowed) == set(graph.borrowed) - {"indptr"}


def test_arrays_can_be_written_after_a_call() -> None:
    matrix = canonical_matrix()
    distances, predecessors = ours.dijkstra(matrix, indices=0, return_predecessors=True)
    order, parents = ours.breadth_first_order(matrix, 0)
    for array in (matrix.data, matrix.indices, matrix.indptr, distances, predecessors, order, parents):
        assert array.flags.writeable
