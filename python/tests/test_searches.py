"""Searches against scipy and igraph, on random graphs and on shapes that are hard."""

from __future__ import annotations

from typing import Any

import networkx
import numpy as np
import pytest
import scipy.cluster.hierarchy
import scipy.sparse
import scipy.sparse.csgraph as reference
from hypothesis import given, settings
from hypothesis import strategies as st

import strider

from conftest import path_graph


CASES = 250


@st.composite
def graphs(draw: st.DrawFn, weights: bool = True) -> tuple[strider.Graph, scipy.sparse.csr_array]:
    """A graph, and the matrix of the same edges. Of parallel edges the lightest counts in both."""
    n = draw(st.integers(1, 40))
    ends = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=120))
    directed = draw(st.booleans())
    kind = draw(st.sampled_from(["uint32", "float32", "float64"])) if weights else None
    u = np.array([pair[0] for pair in pairs], dtype=np.int64)
    v = np.array([pair[1] for pair in pairs], dtype=np.int64)
    w = None
    if kind is not None:
        # Sums of eighths are exact in all types.
        values = draw(st.lists(st.integers(1, 64), min_size=len(pairs), max_size=len(pairs)))
        w = (np.array(values) / (1 if kind == "uint32" else 8)).astype(kind)
    graph = strider.Graph.from_edges(u, v, w, n=n, directed=directed)
    return graph, graph.to_scipy().astype(np.float64)


@given(graphs(weights=False), st.data())
@settings(max_examples=CASES, deadline=None)
def test_distances_and_closeness(case: tuple[strider.Graph, Any], data: st.DataObject) -> None:
    graph, matrix = case
    n = len(graph)
    sources = data.draw(st.lists(st.integers(0, n - 1), max_size=150))
    expected = reference.dijkstra(matrix, unweighted=True)
    found = strider.distances(graph, sources)
    assert found.shape == (len(sources), n)
    assert found.dtype == np.int32
    assert np.array_equal(found, np.where(np.isinf(expected), -1, expected)[sources])
    np.fill_diagonal(expected, np.inf)
    assert np.allclose(strider.harmonic_centrality(graph), (1 / expected).sum(axis=0), rtol=1e-12)
    reached = np.isfinite(expected).sum(axis=0)
    total = np.where(np.isinf(expected), 0, expected).sum(axis=0)
    closeness = reached / np.maximum(total, 1)
    assert np.allclose(strider.closeness_centrality(graph, wf_improved=False), closeness, rtol=1e-12)
    closeness *= reached / max(n - 1, 1)
    assert np.allclose(strider.closeness_centrality(graph), closeness, rtol=1e-12)
    scores = strider.closeness_centrality(graph)
    assert np.array_equal(strider.closeness_centrality(graph, k=n), scores)
    highest = np.where(scores < np.sort(scores)[-min(3, n)], np.nan, scores)
    assert np.array_equal(strider.closeness_centrality(graph, top=3), highest, equal_nan=True)


@given(graphs(weights=False))
@settings(max_examples=CASES, deadline=None)
def test_eccentricities(case: tuple[strider.Graph, Any]) -> None:
    graph, matrix = case
    distances = reference.dijkstra(matrix, unweighted=True)
    expected = np.where(np.isinf(distances), 0, distances).max(axis=1)
    assert np.array_equal(strider.eccentricity(graph), expected)
    if reference.connected_components(matrix, directed=False, return_labels=False) > 1:
        with pytest.raises(strider.UsageError, match="not connected"):
            strider.diameter(graph)
        return
    assert (strider.diameter(graph), strider.radius(graph)) == (expected.max(), expected.min())
    assert np.array_equal(strider.center(graph), np.flatnonzero(expected == expected.min()))
    assert np.array_equal(strider.periphery(graph), np.flatnonzero(expected == expected.max()))


@given(graphs(weights=False), st.data())
@settings(max_examples=CASES, deadline=None)
def test_levels(case: tuple[strider.Graph, Any], data: st.DataObject) -> None:
    graph, matrix = case
    source = data.draw(st.integers(0, len(graph) - 1))
    method = data.draw(
        st.sampled_from(["auto", "serial", "top-down", "bag", "bottom-up", "direction-optimizing"])
    )
    tree = strider.bfs(graph, source, method=method)
    expected = reference.dijkstra(matrix, indices=source, unweighted=True)
    assert np.array_equal(tree.levels, np.where(np.isinf(expected), -1, expected))
    assert strider.validate.bfs(graph, tree).passed
    assert tree.num_reached == np.count_nonzero(tree.levels >= 0)
    reached = np.flatnonzero(tree.levels > 0)
    assert np.array_equal(tree.levels[tree.parents[reached]], tree.levels[reached] - 1)
    assert np.array_equal(tree.parents < 0, tree.levels < 0)


@given(graphs(), st.data())
@settings(max_examples=CASES, deadline=None)
def test_distances(case: tuple[strider.Graph, Any], data: st.DataObject) -> None:
    graph, matrix = case
    source = data.draw(st.integers(0, len(graph) - 1))
    method = data.draw(st.sampled_from(["auto", "dijkstra", "bellman-ford", "delta-stepping"]))
    paths = strider.shortest_paths(graph, source, method=method)
    expected = reference.dijkstra(matrix, indices=source)
    assert np.array_equal(paths.distances, expected)
    assert strider.validate.sssp(graph, paths).passed
    for target in range(0, len(graph), 7):
        if np.isinf(expected[target]):
            assert not strider.has_path(graph, source, target)
            with pytest.raises(strider.NoPathError):
                paths.path_to(target)
        else:
            length, path = strider.shortest_path(graph, source, target)
            assert length == expected[target]
            assert path[0] == source and path[-1] == target
            assert sum(matrix[u, v] for u, v in zip(path, path[1:], strict=False)) == length


@given(graphs())
@settings(max_examples=CASES, deadline=None)
def test_forests(case: tuple[strider.Graph, Any]) -> None:
    graph, matrix = case
    if graph.directed:
        with pytest.raises(strider.UsageError, match="directed"):
            strider.minimum_spanning_forest(graph)
        return
    forest = strider.minimum_spanning_forest(graph)
    assert forest.total == reference.minimum_spanning_tree(matrix).sum()
    assert forest.num_trees == reference.connected_components(matrix, directed=False)[0]
    assert strider.validate.msf(graph, forest).passed
    assert forest.to_scipy().nnz == len(forest) == len(graph) - forest.num_trees
    heavy = strider.minimum_spanning_forest(graph, maximum=True)
    assert strider.validate.msf(graph, heavy, maximum=True).passed
    assert heavy.total >= forest.total


@given(graphs())
@settings(max_examples=CASES, deadline=None)
def test_components(case: tuple[strider.Graph, Any]) -> None:
    graph, matrix = case
    count, numbers = reference.connected_components(matrix, directed=True, connection="weak")
    found = strider.components(graph)
    assert len(found) == found.num_components == count
    assert np.array_equal(found.numbers(), numbers)
    sizes = np.bincount(numbers)
    assert found.largest_size == sizes.max()
    assert found.largest is not None
    assert len(found.vertices(found.largest)) == found.largest_size
    assert np.array_equal(found.labels, [np.flatnonzero(numbers == number)[0] for number in numbers])
    assert strider.validate.components(graph, found).passed
    if count > 1:
        assert not strider.validate.components(graph, labels=np.zeros(len(graph), dtype=int)).passed


def test_clusters() -> None:
    generator = np.random.default_rng(3)
    points = generator.random((40, 2))
    u, v = np.triu_indices(40, 1)
    distances = np.linalg.norm(points[u] - points[v], axis=1)
    graph = strider.Graph.from_edges(u, v, distances)
    expected = scipy.cluster.hierarchy.linkage(points, "single")
    assert np.allclose(strider.linkage(graph), expected)
    for count in (1, 2, 7, 40):
        found = strider.single_linkage(graph, count=count)
        numbers = scipy.cluster.hierarchy.fcluster(expected, count, "maxclust")
        assert len(set(zip(found.labels.tolist(), numbers.tolist(), strict=True))) == len(found) == count
    found = strider.single_linkage(graph, threshold=0.1)
    assert found.last_distance <= 0.1 < found.next_distance
    with pytest.raises(strider.UsageError, match="directed"):
        strider.linkage(strider.Graph.from_edges([0], [1], directed=True))


@given(graphs())
@settings(max_examples=CASES, deadline=None)
def test_core_numbers(case: tuple[strider.Graph, Any]) -> None:
    graph, matrix = case
    matrix.setdiag(0)
    matrix.eliminate_zeros()
    kind = networkx.DiGraph if graph.directed else networkx.Graph
    expected = networkx.core_number(networkx.from_scipy_sparse_array(matrix, create_using=kind))
    cores = strider.core_numbers(graph)
    assert cores.tolist() == [expected[v] for v in range(len(graph))]
    order = strider.degeneracy_order(graph)
    assert np.array_equal(np.sort(order), np.arange(len(graph)))
    assert np.all(np.diff(cores[order].astype(int)) >= 0)


@given(graphs())
@settings(max_examples=CASES, deadline=None)
def test_strong_components(case: tuple[strider.Graph, Any]) -> None:
    graph, matrix = case
    count, numbers = reference.connected_components(matrix, directed=graph.directed, connection="strong")
    found = strider.strongly_connected_components(graph)
    assert found.num_components == count
    assert np.array_equal(found.labels, [np.flatnonzero(numbers == number)[0] for number in numbers])
    assert strider.validate.components(graph, found).passed
    condensed, parts = found.condensation()
    assert len(condensed) == count
    assert all(np.diff(np.unique(np.stack([parts, found.labels]), axis=1)[0]) > 0)
    sources = np.repeat(np.arange(count), np.diff(condensed.indptr))
    assert (sources < condensed.indices).all()
    if count > 1:
        one = np.zeros(len(graph), dtype=int)
        assert not strider.validate.components(graph, labels=one, connection="strong").passed
    with pytest.raises(strider.UsageError, match="connection"):
        strider.components(graph, connection="best")


def test_components_of_no_vertices() -> None:
    found = strider.components(strider.Graph.from_edges([], [], n=0))
    assert (found.num_components, found.largest, found.largest_size) == (0, None, 0)


@given(graphs(), st.booleans())
@settings(max_examples=CASES, deadline=None)
def test_betweenness(case: tuple[strider.Graph, Any], weighted: bool) -> None:
    igraph = pytest.importorskip("igraph")
    graph, _ = case
    u = np.repeat(np.arange(len(graph)), np.diff(graph.indptr))
    v = graph.indices
    listed = (u <= v) | graph.directed
    other = igraph.Graph(
        n=len(graph), edges=np.column_stack([u[listed], v[listed]]).tolist(), directed=graph.directed
    )
    assert graph.weights is not None
    lengths = graph.weights[listed].astype(float).tolist() if weighted else None
    scores = strider.betweenness_centrality(graph, normalized=False, weighted=weighted)
    assert np.allclose(scores, other.betweenness(weights=lengths), rtol=1e-9, atol=1e-9)
    edges, edge_scores = strider.edge_betweenness_centrality(graph, normalized=False, weighted=weighted)
    found = {tuple(edge): score for edge, score in zip(edges.tolist(), edge_scores.tolist(), strict=True)}
    for edge, score in zip(other.get_edgelist(), other.edge_betweenness(weights=lengths), strict=True):
        key = edge if graph.directed else (min(edge), max(edge))
        assert found[key] == pytest.approx(score, rel=1e-9, abs=1e-9)


def test_deep_graphs() -> None:
    graph = path_graph(200_000)
    assert strider.bfs(graph, 0).num_levels == 200_000
    assert strider.shortest_paths(graph, 0).distances[-1] == 199_999
    assert len(strider.bfs(graph, 0).path_to(199_999)) == 200_000


def test_distances_beyond_doubles_are_refused() -> None:
    edges = 2**21 + 1
    heavy = np.full(edges, 2**32 - 1, dtype=np.uint32)
    paths = strider.shortest_paths(path_graph(edges + 1, weights=heavy), 0)
    with pytest.raises(OverflowError, match="integer_distances"):
        _ = paths.distances
    assert int(paths.integer_distances[-1]) == edges * (2**32 - 1)
    assert paths.distance_to(1) == 2**32 - 1


def test_negative_weights_are_refused() -> None:
    graph = strider.Graph.from_edges([0], [1], [-1.0])
    with pytest.raises(strider.WeightError, match="at least 0"):
        strider.shortest_paths(graph, 0)


def test_solvers_are_kept_for_the_same_options_only() -> None:
    graph = path_graph(10)
    for _ in range(2):
        for cutoff in (1e-9, 2.0, 0.0, 1e9):
            reached = strider.shortest_paths(graph, 0, cutoff=cutoff).num_reached
            assert reached == {1e-9: 1, 2.0: 3, 0.0: 1, 1e9: 10}[cutoff]


def test_target_and_cutoff() -> None:
    graph = path_graph(10)
    near = strider.shortest_paths(graph, 0, cutoff=3)
    assert near.distances.tolist() == [0, 1, 2, 3] + [np.inf] * 6
    assert strider.validate.sssp(graph, near, cutoff=3).passed
    assert strider.shortest_paths(graph, 0, target=4).distance_to(4) == 4


def test_a_prepared_graph_finds_the_same(kronecker: strider.Graph) -> None:
    prepared = kronecker.prepare()
    assert prepared.layout == "degree" and kronecker.layout == "none"
    for source in (1, 2, 3):
        assert np.array_equal(strider.bfs(prepared, source).levels, strider.bfs(kronecker, source).levels)
        assert np.array_equal(
            strider.shortest_paths(prepared, source).distances,
            strider.shortest_paths(kronecker, source).distances,
        )


def test_smallest_parents(kronecker: strider.Graph) -> None:
    trees = [strider.bfs(kronecker, 1, threads=threads).smallest_parents for threads in (1, 2, 4)]
    assert np.array_equal(trees[0], trees[1]) and np.array_equal(trees[0], trees[2])


@given(graphs(weights=False), st.data())
@settings(max_examples=CASES, deadline=None)
def test_order_of_a_queue(case: tuple[strider.Graph, Any], data: st.DataObject) -> None:
    graph, matrix = case
    source = data.draw(st.integers(0, len(graph) - 1))
    order, parents = reference.breadth_first_order(matrix, source)
    tree = strider.bfs(graph, source)
    assert np.array_equal(tree.order, order)
    parents[source] = source
    assert np.array_equal(tree.sequential_parents, np.where(parents < 0, -1, parents))


def test_trace(kronecker: strider.Graph) -> None:
    tree = strider.bfs(kronecker, 1, trace=True)
    counts = np.bincount(tree.levels[tree.levels >= 0])
    assert [level["vertices"] for level in tree.trace] == counts.tolist()
    assert strider.bfs(kronecker, 1).trace == []


def test_sampled_and_subset_scores() -> None:
    graph = strider.generate("grid", rows=8, columns=8)
    exact = strider.betweenness_centrality(graph)
    assert np.allclose(strider.betweenness_centrality(graph, k=64), exact)
    some = strider.betweenness_centrality(graph, normalized=False, sources=[0], targets=[63])
    assert some[9] > 0 and some[0] == 0
    estimate = strider.estimate_betweenness(graph, epsilon=0.05)
    assert abs(estimate.scores - exact).max() <= 0.05 and estimate.samples > 0


def test_checkpoints(tmp_path: Any) -> None:
    graph = strider.generate("uniform", num_vertices=4000, num_edges=40000)
    exact = strider.betweenness_centrality(graph)
    checkpoint = tmp_path / "state"

    def stop(done: int, total: int, left: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        strider.betweenness_centrality(graph, checkpoint=checkpoint, progress=stop)
    assert checkpoint.exists()
    resumed = strider.betweenness_centrality(graph, checkpoint=checkpoint, resume=True)
    assert np.array_equal(resumed, exact)


def test_validators_find_what_is_wrong(kronecker: strider.Graph) -> None:
    tree = strider.bfs(kronecker, 1)
    levels = tree.levels.copy()
    levels[int(np.argmax(levels))] += 1
    assert not strider.validate.bfs(kronecker, source=1, parents=tree.parents, levels=levels).passed
    paths = strider.shortest_paths(kronecker, 1)
    distances = paths.distances.copy()
    distances[np.isfinite(distances)] *= 1.5
    assert not strider.validate.sssp(kronecker, source=1, parents=paths.parents, distances=distances).passed
    forest = strider.minimum_spanning_forest(kronecker)
    cut = strider.validate.msf(kronecker, u=forest.u[1:], v=forest.v[1:], weights=forest.weights[1:])
    assert not cut.passed and cut.violations


def test_validators_round_nothing() -> None:
    graph = strider.Graph.from_edges([0, 0, 1], [1, 2, 2], [1, 4, 2])
    for weights in ([1.9, 2.9], [1, 2 - 2.0**32], [1, np.inf], [1, np.nan]):
        found = strider.validate.msf(graph, u=[0, 1], v=[1, 2], weights=weights)
        assert "weights of the graph are integers" in found.violations[0]
    long = path_graph(4, [2**32 - 1] * 3)
    big = strider.Graph.from_edges(np.arange(3000), np.arange(1, 3001), np.full(3000, 2**32 - 1))
    for chain in (long, big):
        paths = strider.shortest_paths(chain, 0)
        exact = paths.integer_distances
        for distances in (exact, exact.astype(np.int64)):
            checked = strider.validate.sssp(chain, source=0, parents=paths.parents, distances=distances)
            assert checked.passed
    with pytest.raises(strider.UsageError, match="not both"):
        strider.validate.bfs(graph, strider.bfs(graph, 0), parents=[0, 0, 0])


def test_a_tree_whose_parents_were_changed() -> None:
    tree = strider.bfs(path_graph(4), 0)
    tree.parents[1] = 2
    with pytest.raises(strider.UsageError, match="have been changed"):
        tree.path_to(3)


def test_distances_that_no_integer_holds_are_refused() -> None:
    graph = path_graph(2)
    for distance in (2.0**64, -1.0, 0.5):
        with pytest.raises(strider.UsageError, match="integers from 0"):
            strider.validate.sssp(graph, source=0, parents=[0, 0], distances=[0, distance])


def test_graph500() -> None:
    report = strider.graph500(10, roots=8, kernels="both")
    assert report.validated and report.passed
    assert len(report.bfs) == len(report.sssp) == 8
    assert "harmonic_mean_TEPS" in report.text
