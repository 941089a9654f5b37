"""The backend of networkx: same results, order, types and errors as networkx itself."""

from __future__ import annotations

import copy
import doctest
import logging
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

nx = pytest.importorskip("networkx", minversion="3.5")

import _strider_networkx
import strider.networkx
from strider.networkx import FUNCTIONS, backend
from strider.networkx._graph import ConvertedGraph

VERSION = tuple(map(int, nx.__version__.split(".")[:2]))
#: Before, networkx lists weighted paths in another order than their lengths.
ORDERED = VERSION >= (3, 6)


@pytest.fixture(autouse=True)
def no_cache_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nx.config, "warnings_to_ignore", {"cache"})


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gives, with the order of it, or how and when it fails."""
    when = "call"
    try:
        value = function(*args, **options)
        when = "iteration"
        return plain(value)
    except Exception as error:
        return when, type(error), str(error)


def plain(value: Any) -> Any:
    if isinstance(value, nx.Graph):
        return [list(value.nodes.items()), [(node, list(row.items())) for node, row in value.adj.items()]]
    if isinstance(value, Iterator):
        return [plain(item) for item in value]
    if isinstance(value, set):  # which has no order that anybody could rely on
        return sorted(value, key=repr)
    if isinstance(value, dict):
        items = [(key, plain(item)) for key, item in value.items()]
        return items if ORDERED else dict(items)
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def assert_same(name: str, *args: Any, **options: Any) -> None:
    function = getattr(nx, name)
    ours, theirs = outcome(function, *args, backend="strider", **options), outcome(function, *args, **options)
    assert ours == theirs
    assert repr(ours) == repr(theirs) or not ORDERED


@pytest.fixture
def graph() -> Any:
    graph = nx.Graph([("a", "b"), ("c", "a"), ("b", "d"), ("c", "d"), ("d", "e"), ("e", "e")])
    graph.add_node("alone")
    nx.set_edge_attributes(graph, {edge: i for i, edge in enumerate(graph.edges, 1)}, "cost")
    return graph


def test_networkx_knows_the_backend() -> None:
    info = _strider_networkx.get_info()
    assert nx.utils.backends.backends["strider"].load() is backend
    assert set(info["functions"]) == set(FUNCTIONS)
    assert "Strider" in nx.bfs_edges.__doc__ or "strider" in nx.bfs_edges.__doc__
    for name in FUNCTIONS:
        assert name in nx.utils.backends._registered_algorithms


def test_examples() -> None:
    assert doctest.testmod(strider.networkx).failed == 0


def test_parameters_are_those_of_networkx() -> None:
    import inspect

    for name, function in FUNCTIONS.items():
        theirs = inspect.signature(nx.utils.backends._registered_algorithms[name].orig_func)
        ours = inspect.signature(function)
        assert [(p.name, p.default) for p in ours.parameters.values()] == [
            (p.name, p.default) for p in theirs.parameters.values()
        ], name


def test_strider_runs(graph: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []

    def search(*args: Any, **options: Any) -> strider.BfsResult:
        runs.append("bfs")
        return strider.bfs(*args, **options)

    monkeypatch.setattr("strider.networkx._search.bfs", search)
    nx.single_source_shortest_path_length(graph, "a")
    assert not runs
    nx.single_source_shortest_path_length(graph, "a", backend="strider")
    assert runs == ["bfs"]


ERRORS: list[tuple[str, tuple[Any, ...]]] = [
    *((name, ("no",)) for name in ("bfs_edges", "bfs_tree", "bfs_successors", "generic_bfs_edges",
                                   "descendants", "ancestors", "bfs_layers",
                                   "single_source_shortest_path", "single_source_shortest_path_length",
                                   "single_target_shortest_path", "single_target_shortest_path_length",
                                   "single_source_dijkstra", "single_source_dijkstra_path",
                                   "single_source_dijkstra_path_length", "node_connected_component",
                                   "dijkstra_predecessor_and_distance", "shortest_path",
                                   "shortest_path_length")),
    ("bfs_edges", ([],)),
    ("bfs_layers", (["a", "no"],)),
    ("descendants_at_distance", ("no", 1)),
    *((name, pair) for name in ("has_path", "shortest_path", "shortest_path_length", "dijkstra_path",
                                "dijkstra_path_length", "single_source_dijkstra")
      for pair in (("a", "no"), ("no", "a"), ("a", "alone"), ("a", "a"))),
    ("multi_source_dijkstra", ([],)),
    ("multi_source_dijkstra", (["a", "no"],)),
    ("multi_source_dijkstra", (["a", "b"], "b")),
    ("multi_source_dijkstra_path", (set(),)),
    ("multi_source_dijkstra_path_length", (["no"],)),
    ("average_shortest_path_length", ()),
    ("betweenness_centrality", (99,)),
    ("betweenness_centrality_subset", (["no"], ["a"])),
    ("shortest_path", ("a", "b", None, "no method")),
    ("minimum_spanning_edges", ("no algorithm",)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), ERRORS)
@pytest.mark.parametrize("directed", [False, True])
def test_errors(graph: Any, name: str, args: tuple[Any, ...], directed: bool) -> None:
    graph = graph.to_directed() if directed else graph
    call = getattr(nx, name)
    theirs = outcome(call, graph, *args)
    nx.config.backend_priority.algos = ["strider"]
    try:
        backend.convert_from_nx(graph)
        assert outcome(call, graph, *args) == theirs
    finally:
        nx.config.backend_priority.algos = []
    if "method" not in str(args) and "algorithm" not in str(args):
        assert outcome(call, graph, *args, backend="strider") == theirs


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph])
@pytest.mark.parametrize("name", ["center", "diameter", "periphery", "radius"])
def test_distance_measures_of_the_empty_graph(kind: Any, name: str) -> None:
    for options in ({}, {"usebounds": True}):
        call = getattr(nx, name)
        assert outcome(call, kind(), backend="strider", **options) == outcome(call, kind(), **options)


@pytest.mark.parametrize("name", ["maximum_flow", "maximum_flow_value", "minimum_cut", "minimum_cut_value"])
@pytest.mark.parametrize("ends", [("a", "no"), ("no", "a"), ("no", "no"), ("a", "a"), ("a", "b"), ([], "a")])
@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph, nx.MultiDiGraph])
def test_errors_of_flows(name: str, ends: tuple[Any, Any], kind: Any) -> None:
    graph = kind([("a", "b")])
    call = getattr(nx, name)
    assert outcome(call, graph, *ends, backend="strider") == outcome(call, graph, *ends)


@pytest.mark.parametrize("name", ["average_shortest_path_length", "is_connected", "wiener_index"])
def test_errors_of_the_empty_graph(name: str) -> None:
    assert_same(name, nx.Graph())


def test_empty_graphs() -> None:
    for empty in (nx.Graph(), nx.MultiDiGraph(), nx.empty_graph(1), nx.empty_graph(3, nx.DiGraph)):
        assert_same("closeness_centrality", empty)
        for name in ("betweenness_centrality", "edge_betweenness_centrality"):
            assert_same(name, empty)
            assert_same(name, empty, weight="weight")
        for name in ("all_pairs_shortest_path_length", "all_pairs_dijkstra", "average_shortest_path_length"):
            assert_same(name, empty)
        if not empty.is_directed():
            assert_same("minimum_spanning_edges", empty)
            assert_same("minimum_spanning_tree", empty)
            assert_same("number_connected_components", empty)


def test_not_a_number_among_weights() -> None:
    graph = nx.Graph([(0, 1, {"weight": float("nan")}), (1, 2), (0, 2, {"weight": -3})])
    for ignore_nan in (False, True):
        assert_same("minimum_spanning_edges", graph, ignore_nan=ignore_nan)
        assert_same("maximum_spanning_tree", graph, ignore_nan=ignore_nan)
    graph.add_weighted_edges_from([(0, 3, Fraction(1, 3)), (3, 1, Fraction(1, 4)), (3, 2, 0)])
    assert_same("minimum_spanning_edges", graph, ignore_nan=True)


def test_directed_graphs_have_no_spanning_trees() -> None:
    assert_same("minimum_spanning_tree", nx.DiGraph([(0, 1)]))
    assert_same("minimum_spanning_edges", nx.DiGraph([(0, 1)]))


@pytest.mark.parametrize(
    "weight", [Fraction(1, 3), Decimal(1), 2**60, 2**52, None, 1.5e308, float("inf"), "1"]
)
def test_other_weights_are_left_to_networkx(graph: Any, weight: Any) -> None:
    graph.add_edges_from([("a", "b"), ("b", "d")], cost=weight)
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra_path_length(graph, "a", weight="cost", backend="strider")
    with nx.config.backend_priority(algos=["strider"]):
        calls = ["all_pairs_dijkstra_path_length", "betweenness_centrality"]
        ours = [outcome(getattr(nx, name), graph, weight="cost") for name in calls]
    assert ours == [outcome(getattr(nx, name), graph, weight="cost") for name in calls]


@pytest.mark.parametrize("weight", [Fraction(1, 3), Decimal(1), 2**60, float("inf"), -5])
def test_spanning_trees_take_weights_of_any_type(graph: Any, weight: Any) -> None:
    graph["d"]["b"]["cost"] = weight
    assert_same("minimum_spanning_edges", graph, weight="cost")
    assert_same("maximum_spanning_tree", graph, weight="cost")
    assert_same("minimum_spanning_edges", graph, weight="cost", data=False)


@pytest.mark.parametrize("weight", [-1, -0.5])
def test_negative_weights(weight: Any) -> None:
    graph = nx.Graph([(0, 1, {"weight": weight}), (1, 2)])
    names = ["single_source_dijkstra", "single_source_dijkstra_path", "dijkstra_predecessor_and_distance"]
    calls: list[tuple[Any, tuple[Any, ...]]] = [(getattr(nx, name), (graph, 0)) for name in names]
    calls += [(getattr(nx, f"all_pairs_dijkstra{end}"), (graph,)) for end in ("", "_path", "_path_length")]
    for function, args in calls:
        with pytest.raises(NotImplementedError):
            function(*args, backend="strider")
        backend.convert_from_nx(graph)
        with nx.config.backend_priority(algos=["strider"]):
            ours = outcome(function, *args)
        assert ours == outcome(function, *args)
        assert ours[1] is ValueError


def test_large_integers_stay_exact() -> None:
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, 2**32 - 1, "weight")
    assert_same("single_source_dijkstra", graph, 0)
    graph.add_edge(0, 1, weight=2**40 + 1)
    assert_same("single_source_dijkstra", graph, 0)
    graph.add_edges_from(graph.edges, weight=2**52 + 1)
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra(graph, 0, backend="strider")


def test_results_have_types_of_python() -> None:
    graph = nx.path_graph(3)
    lengths = nx.single_source_dijkstra_path_length(graph, 0, backend="strider")
    assert [type(value) for value in lengths.values()] == [int] * 3
    graph.add_edges_from(graph.edges, weight=True)
    assert_same("single_source_dijkstra", graph, 0)
    graph.add_edge(0, 1, weight=0.5)
    assert type(nx.dijkstra_path_length(graph, 0, 1, backend="strider")) is float
    assert type(nx.betweenness_centrality(graph, backend="strider")[1]) is float


def test_multigraphs() -> None:
    graph = nx.MultiGraph()
    graph.add_edges_from([(0, 1, {"w": 2}), (0, 1, {"w": 1}), (1, 0, {"w": 1}), (1, 2), (2, 2)])
    assert_same("dijkstra_path_length", graph, 0, 2, weight="w")
    assert_same("edge_betweenness_centrality", graph, weight="w", normalized=False)
    assert_same("edge_betweenness_centrality", graph)
    for options in ({}, {"keys": False}, {"data": False}, {"keys": False, "data": False}):
        assert_same("minimum_spanning_edges", graph, "kruskal", "w", **options)
    assert_same("maximum_spanning_tree", graph, weight="w")


def test_views_and_subclasses(graph: Any) -> None:
    from networkx.algorithms.approximation.kcomponents import _AntiGraph

    directed = type("Named", (nx.DiGraph,), {})(graph)
    views = [graph.subgraph("abcd"), nx.restricted_view(graph, [], [("a", "b")]), directed,
             directed.reverse(copy=False), graph.to_directed(as_view=True), nx.freeze(graph)]  # fmt: skip
    for view in views:
        assert_same("bfs_edges", view, "a")
        assert_same("single_source_dijkstra", view, "d", weight="cost")
        assert_same("edge_betweenness_centrality", view)
    with pytest.raises(NotImplementedError):
        nx.bfs_tree(_AntiGraph(graph), "a", backend="strider")


def test_a_graph_is_converted_once(graph: Any, caplog: pytest.LogCaptureFixture) -> None:
    nx.betweenness_centrality(graph, backend="strider")
    kept = list(graph.__networkx_cache__["backends"]["strider"].values())
    nx.betweenness_centrality(graph, weight="cost", backend="strider")
    nx.single_source_dijkstra(graph, "a", weight="other", backend="strider")
    again = list(graph.__networkx_cache__["backends"]["strider"].values())
    assert isinstance(kept[0], ConvertedGraph)
    assert all(converted is kept[0] for converted in again)
    graph.add_edge("a", "e")
    assert_same("bfs_edges", graph, "a")
    assert next(iter(graph.__networkx_cache__["backends"]["strider"].values())) is not kept[0]
    with nx.config(cache_converted_graphs=False), caplog.at_level(logging.DEBUG):
        graph["a"]["e"]["cost"] = 0.25
        assert nx.dijkstra_path_length(graph, "a", "e", "cost", backend="strider") == 0.25


def test_graphs_that_keep_a_conversion_are_copied(graph: Any) -> None:
    nx.betweenness_centrality(graph, weight="cost", backend="strider")
    for copied in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph), graph.copy()):
        assert_same("bfs_edges", copied, "a")
        (kept,) = copied.__networkx_cache__["backends"]["strider"].values()
        assert kept.original is copied


def test_converted_graphs_are_arguments(graph: Any) -> None:
    converted = backend.convert_from_nx(graph)
    assert list(nx.bfs_edges(converted, "a")) == list(nx.bfs_edges(graph, "a"))
    assert nx.is_connected(converted) is False
    assert backend.convert_to_nx(converted) is graph
    assert backend.convert_to_nx({1: 2}) == {1: 2}
    # Of functions that Strider lacks, those of networkx run on the original.
    with nx.config(fallback_to_nx=True):
        assert nx.clustering(converted) == nx.clustering(graph)


@pytest.mark.parametrize(
    ("name", "options", "part"),
    [
        ("dijkstra_path", {"weight": lambda u, v, data: 1}, "weight is a function"),
        ("bfs_edges", {"sort_neighbors": sorted}, "sort_neighbors"),
        ("generic_bfs_edges", {"neighbors": iter}, "neighbors"),
        ("shortest_path", {"method": "bellman-ford"}, "bellman-ford"),
        ("minimum_spanning_tree", {"algorithm": "prim"}, "prim"),
        ("bfs_tree", {"nonsense": 1}, "nonsense"),
    ],
)
def test_can_run_says_why_not(graph: Any, name: str, options: dict[str, Any], part: str) -> None:
    args: tuple[Any, ...] = (graph, "a", "b") if "path" in name else (graph, "a")
    args = (graph,) if "spanning" in name else args
    assert backend.can_run(name, args, {}) is True
    reason = backend.can_run(name, args, options)
    assert isinstance(reason, str) and part in reason


def test_should_run_only_if_it_pays(graph: Any) -> None:
    assert isinstance(backend.should_run("bfs_edges", (graph, "a"), {}), str)
    assert backend.should_run("betweenness_centrality", (), {"G": graph}) is True
    assert backend.should_run("shortest_path", (graph,), {}) is True
    assert isinstance(backend.should_run("shortest_path", (graph, "a"), {}), str)
    nx.is_connected(graph, backend="strider")
    assert backend.should_run("bfs_edges", (graph, "a"), {}) is True


@pytest.mark.parametrize("k", [1, 3, 5, 6])
@pytest.mark.parametrize("options", [{}, {"normalized": False}])
@pytest.mark.parametrize("weight", [None, "cost"])
def test_samples(graph: Any, k: int, options: dict[str, Any], weight: str | None) -> None:
    for endpoints in (False, True):
        ours, theirs = (
            nx.betweenness_centrality(
                graph, k, weight=weight, seed=7, endpoints=endpoints, **options, **choice
            )
            for choice in ({"backend": "strider"}, {})
        )
        assert ours == pytest.approx(theirs, nan_ok=True)
    if VERSION >= (3, 6):
        ours, theirs = (
            nx.edge_betweenness_centrality(graph, k, weight=weight, seed=7, **options, **choice)
            for choice in ({"backend": "strider"}, {})
        )
        assert ours == pytest.approx(theirs)
