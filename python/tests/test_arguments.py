"""Arguments that are refused, by exceptions that say what is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
import scipy.sparse

import strider
import strider.csgraph

from conftest import path_graph

#: What functions of a graph need beside it.
NEEDED: dict[Callable[..., Any], tuple[Any, ...]] = {
    strider.bfs: (0,),
    strider.distances: ([0],),
    strider.girvan_newman: (2,),
    strider.has_path: (0, 1),
    strider.maximum_flow: (0, 1),
    strider.minimum_cut: (0, 1),
    strider.shortest_path: (0, 1),
    strider.shortest_paths: (0,),
    strider.write_graph: ("unused.mtx",),
}
NO_GRAPH = ("devices", "generate", "graph500", "read_graph", "validate")
FUNCTIONS = [getattr(strider, name) for name in strider.__all__ if name[0].islower() and name not in NO_GRAPH]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("wrong", [nx.path_graph(3), scipy.sparse.eye_array(3, format="csr"), None, "text"], ids=type)
def test_what_is_no_graph(function: Callable[..., Any], wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a strider\.Graph, got .*from_networkx.*from_csr") as raised:
        function(wrong, *NEEDED.get(function, ()))
    assert type(wrong).__name__ in str(raised.value)


def test_checks_of_what_is_no_graph() -> None:
    graph: Any = nx.path_graph(2)
    for check, claim in (
        (strider.validate.bfs, {"source": 0, "parents": [0, 0], "levels": [0, 1]}),
        (strider.validate.sssp, {"source": 0, "parents": [0, 0], "distances": [0.0, 1.0]}),
        (strider.validate.msf, {"u": [0], "v": [1], "weights": [1]}),
        (strider.validate.components, {"labels": [0, 0]}),
    ):
        with pytest.raises(TypeError, match=r"expected a strider\.Graph"):
            check(graph, **claim)
    with pytest.raises(TypeError, match=r"expected a strider\.Graph"):
        strider.has_path(graph, 0, 1, device="no device")
    assert strider.has_path(path_graph(3), 0, 2)


GRAPH = path_graph(4, [1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("call", "name", "least"),
    [
        (lambda n: strider.bfs(GRAPH, 0, depth=n), "depth", 0),
        (lambda n: strider.closeness_centrality(GRAPH, k=n), "k", 2),
        (lambda n: strider.closeness_centrality(GRAPH, top=n), "top", 1),
        (lambda n: strider.closeness_centrality(GRAPH, k=2, seed=n), "seed", 0),
        (lambda n: strider.harmonic_centrality(GRAPH, k=n), "k", 2),
        (lambda n: strider.harmonic_centrality(GRAPH, top=n), "top", 1),
        (lambda n: strider.betweenness_centrality(GRAPH, k=n), "k", 1),
        (lambda n: strider.edge_betweenness_centrality(GRAPH, k=2, seed=n), "seed", 0),
        (lambda n: strider.estimate_betweenness(GRAPH, epsilon=0.5, top=n), "top", 0),
        (lambda n: strider.estimate_betweenness(GRAPH, epsilon=0.5, seed=n), "seed", 0),
        (lambda n: strider.girvan_newman(GRAPH, n), "count", 1),
        (lambda n: strider.single_linkage(GRAPH, count=n), "count", 1),
        (lambda n: strider.pagerank(GRAPH, iterations=n), "iterations", 0),
        (lambda n: strider.pagerank(GRAPH, max_iterations=n), "max_iterations", 0),
        (lambda n: strider.pagerank(GRAPH).top(n), "count", 0),
        (lambda n: strider.label_propagation(GRAPH, iterations=n), "iterations", 0),
        (lambda n: strider.generate("uniform", num_vertices=9, num_edges=9, seed=n), "seed", 0),
        (lambda n: strider.generate("grid", rows=n, columns=3), "rows", 0),
        (lambda n: strider.read_graph("unused.csv", skip_lines=n), "skip_lines", 0),
        (lambda n: strider.Graph.from_edges([], [], n=n), "n", 0),
    ],
)
def test_counts(call: Callable[[Any], Any], name: str, least: int) -> None:
    for wrong in range(-2, least):
        with pytest.raises(strider.UsageError, match=f"^{name} must be at least {least}, got {wrong}$"):
            call(wrong)
    with pytest.raises(strider.UsageError, match=f"^{name} must be at most 2\\^"):
        call(2**64)
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        call(1.5)


def test_limits_of_clusters() -> None:
    with pytest.raises(strider.UsageError, match="single_linkage needs threshold, count or both"):
        strider.single_linkage(GRAPH)
    with pytest.raises(strider.UsageError, match="threshold must be a number"):
        strider.single_linkage(GRAPH, threshold=float("nan"))
    assert len(strider.single_linkage(GRAPH, threshold=float("inf"))) == 1
    assert len(strider.single_linkage(GRAPH, threshold=1, count=1)) == 3
    assert strider.pagerank(GRAPH).top(0) == []


def test_lists_of_edges_have_one_length() -> None:
    with pytest.raises(strider.UsageError, match="one length: 1 source, 2 targets$"):
        strider.Graph.from_edges([0], [1, 2])
    with pytest.raises(strider.UsageError, match="one length: 2 sources, 2 targets, 1 weight$"):
        strider.Graph.from_edges([0, 1], [1, 2], [1.5])


@pytest.mark.parametrize("key", ["a", 1.5, 4, -1, None, (1, 2)])
def test_personalization_names_vertices(key: Any) -> None:
    with pytest.raises(strider.VertexError, match="^personalization: .* is not a vertex$"):
        strider.pagerank(GRAPH, personalization={key: 1})


def test_graphs_without_vertices() -> None:
    empty = strider.Graph.from_edges([], [])
    for function in (strider.diameter, strider.radius, strider.center, strider.periphery):
        with pytest.raises(strider.UsageError, match="no vertices"):
            function(empty)
    matrix = scipy.sparse.csr_array((0, 0), dtype=int)
    with pytest.raises(ValueError, match="no vertices"):
        strider.csgraph.maximum_flow(matrix, 0, 0)
