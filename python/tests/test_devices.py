"""Searches on devices. Without a GPU, the emulated one stands for it."""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
import pytest

import strider
from conftest import path_graph, random_edges

DEVICES = [name for name in strider.devices() if name != "host"]


def small_graph(seed: int, weights: str = "none", directed: bool = False) -> strider.Graph:
    u, v = random_edges(seed, 60, 200)
    values: Any = {
        "none": None,
        "integer": np.arange(200) % 7,
        "real": np.arange(200) % 11 * 0.25,
    }[weights]
    return strider.Graph.from_edges(u, v, values, n=64, directed=directed)


@pytest.mark.skipif(bool(DEVICES), reason="this build has devices")
def test_a_build_without_devices_says_so() -> None:
    with pytest.raises(strider.UnavailableError, match="without devices"):
        strider.bfs(path_graph(3), 0, device="cuda:0")


def test_unknown_devices() -> None:
    if not DEVICES:
        pytest.skip("this build has no devices")
    for name in ("gpu", "cuda:", "cuda:x", "cuda:-1", ""):
        with pytest.raises(strider.UsageError, match="device is one of"):
            strider.bfs(path_graph(3), 0, device=name)
    with pytest.raises(strider.UnavailableError, match="cuda:77"):
        strider.bfs(path_graph(3), 0, device="cuda:77")


@pytest.mark.parametrize("device", DEVICES)
class TestDevice:
    @pytest.mark.parametrize("method", ["auto", "edge-mapped", "twc", "merge-path", "persistent"])
    def test_bfs(self, device: str, method: str) -> None:
        for directed in (False, True):
            graph = small_graph(1, directed=directed)
            expected = strider.bfs(graph, 3)
            tree = strider.bfs(graph, 3, method=method, device=device)
            assert np.array_equal(tree.levels, expected.levels)
            assert np.array_equal(tree.smallest_parents, expected.smallest_parents)
            assert np.array_equal(tree.order, expected.order)
            assert tree.num_edges_reached == expected.num_edges_reached
            assert strider.validate.bfs(graph, tree).passed

    def test_results_outlive_the_next_search_and_the_graph(self, device: str) -> None:
        graph = small_graph(2)
        trees = [strider.bfs(graph, source, device=device) for source in (0, 5)]
        expected = [strider.bfs(graph, source).levels for source in (0, 5)]
        del graph
        for tree, levels in zip(trees, expected, strict=True):
            assert np.array_equal(tree.levels, levels)

    @pytest.mark.parametrize("weights", ["none", "integer", "real"])
    def test_paths_and_forests(self, device: str, weights: str) -> None:
        graph = small_graph(3, weights)
        expected = strider.shortest_paths(graph, 0)
        paths = strider.shortest_paths(graph, 0, device=device)
        assert np.array_equal(paths.distances, expected.distances)
        assert np.array_equal(paths.parents, expected.parents)
        target = int(paths.distances[paths.distances < np.inf].argmax())
        length, path = strider.shortest_path(graph, 0, target, device=device)
        assert length == expected.distance_to(target) and path[-1] == target
        forest, of_host = (strider.minimum_spanning_forest(graph, device=d) for d in (device, "host"))
        assert np.array_equal(forest.u, of_host.u) and np.array_equal(forest.v, of_host.v)
        assert (forest.total, forest.num_trees) == (of_host.total, of_host.num_trees)

    def test_betweenness(self, device: str) -> None:
        graph = small_graph(4)
        expected = strider.betweenness_centrality(graph)
        assert np.allclose(strider.betweenness_centrality(graph, device=device), expected, rtol=1e-9)
        sources = [1, 2, 3]
        weighted = small_graph(5, "integer").prepare()
        positive = strider.Graph.from_csr(
            (weighted.indptr, weighted.indices, weighted.weights + 1),  # type: ignore[operator]
            directed=False,
        )
        for kind in (positive, graph):
            assert np.allclose(
                strider.betweenness_centrality(kind, weighted=True, sources=sources, device=device),
                strider.betweenness_centrality(kind, weighted=True, sources=sources),
            )
        edges, of_edges = strider.edge_betweenness_centrality(graph, device=device)
        assert np.allclose(of_edges, strider.edge_betweenness_centrality(graph)[1])
        estimate = strider.estimate_betweenness(graph, epsilon=0.2, device=device)
        assert np.abs(estimate.scores - expected).max() <= 0.2

    @pytest.mark.parametrize("directed", [False, True])
    def test_closeness_and_distances(self, device: str, directed: bool) -> None:
        graph = small_graph(10, directed=directed)
        for score in (strider.closeness_centrality, strider.harmonic_centrality):
            exact = score(graph)
            assert np.array_equal(score(graph, device=device), exact)
            highest = score(graph, top=3, device=device)
            assert np.array_equal(np.where(np.isnan(highest), exact, highest), exact)
            assert np.array_equal(score(graph, k=20, seed=7, device=device), score(graph, k=20, seed=7))
        sources = [5, 0, 5, *range(len(graph))] * 2
        expected = strider.distances(graph, sources)
        assert np.array_equal(strider.distances(graph.prepare(), sources, device=device), expected)
        assert strider.distances(graph, [], device=device).shape == (0, len(graph))

    def test_communities_and_clustering(self, device: str) -> None:
        graph = small_graph(11)
        expected = strider.label_propagation(graph, iterations=3)
        assert np.array_equal(strider.label_propagation(graph, iterations=3, device=device), expected)
        found, on_host = (strider.local_clustering(graph, device=d) for d in (device, "host"))
        assert np.array_equal(found.links, on_host.links)
        assert np.array_equal(found.coefficients, on_host.coefficients)
        for find in strider.label_propagation, strider.local_clustering:
            with pytest.raises(ValueError, match="undirected"):
                find(small_graph(11, directed=True), device=device)

    def test_callbacks_search_on_the_device_and_let_results_go(self, device: str) -> None:
        graph = small_graph(6)
        expected = strider.bfs(graph, 0).levels
        kept = [strider.bfs(graph, 0, device=device)]
        calls: list[bool] = []

        def progress(done: int, total: int, left: float) -> None:
            kept.clear()
            calls.append(np.array_equal(strider.bfs(graph, 0, device=device).levels, expected))

        large = strider.generate("grid", rows=24, columns=24)
        strider.estimate_betweenness(large, epsilon=0.05, device=device, progress=progress)
        assert all(calls) and (calls or device != "simt")

        def fails(done: int, total: int, left: float) -> None:
            raise KeyError("of the callback")

        if device == "simt":
            with pytest.raises(KeyError, match="of the callback"):
                strider.estimate_betweenness(large, epsilon=0.05, device=device, progress=fails)

    def test_results_leave_by_dlpack(self, device: str) -> None:
        if device != "simt":
            pytest.skip("numpy takes no array of a GPU")
        graph = small_graph(9, "real")
        tree, paths = strider.bfs(graph, 0, device=device), strider.shortest_paths(graph, 0, device=device)
        for taken, expected in (
            (tree.levels_on_device, tree.levels),
            (tree.parents_on_device, tree.parents),
            (paths.distances_on_device, paths.distances),
            (paths.parents_on_device, paths.parents),
        ):
            assert taken.__dlpack_device__() == (1, 0)
            array = np.from_dlpack(taken)
            del taken
            assert array.dtype == expected.dtype and np.array_equal(array, expected)
        with pytest.raises(strider.UsageError, match="the host searched"):
            _ = strider.bfs(graph, 0).levels_on_device

    def test_methods_of_the_host_are_refused(self, device: str) -> None:
        with pytest.raises(strider.UsageError, match="method is one of .*merge-path"):
            strider.bfs(path_graph(3), 0, method="bag", device=device)

    def test_threads_share_a_device(self, device: str) -> None:
        graph = small_graph(7)
        expected = [strider.bfs(graph, source).levels for source in range(8)]
        found: list[Any] = [None] * 8

        def search(source: int) -> None:
            found[source] = strider.bfs(graph, source, device=device).levels

        threads = [threading.Thread(target=search, args=(source,)) for source in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))

    def test_a_process_that_was_forked(self, device: str) -> None:
        graph = small_graph(8)
        tree = strider.bfs(graph, 0, device=device)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                strider.bfs(graph, 0, device=device)
            except strider.UnavailableError as error:
                status = 0 if "forked" in str(error) else 2
            finally:
                del tree
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        assert tree.levels[0] == 0
