"""The backend of networkx against networkx itself, on random graphs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

nx = pytest.importorskip("networkx", minversion="3.5")

from test_networkx import assert_same, outcome

nx.config.warnings_to_ignore.add("cache")

CASES = settings(max_examples=100, deadline=None)
KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
#: Sums of eighths are exact, so that equal lengths are equal in networkx, too.
WEIGHTS = {
    "small": st.integers(0, 3),
    "positive": st.integers(1, 3),
    "large": st.integers(2**31, 2**40),
    "eighths": st.integers(0, 24).map(lambda eighths: eighths / 8),
    "floats": st.floats(0, 1),
}


@st.composite
def graphs(draw: st.DrawFn, weights: str = "small", kinds: Any = KINDS) -> Any:
    """A graph of any kind, with nodes of several types in any order, loops, and weights that lack."""
    graph = draw(st.sampled_from(kinds))()
    names: list[Any] = draw(
        st.sampled_from([list(range(14)), list("networkxabcdfg"), [(i, -i) for i in range(14)]])
    )
    count = draw(st.integers(1, 14))
    graph.add_nodes_from(draw(st.permutations(names))[:count] if draw(st.booleans()) else names[:count])
    ends = st.sampled_from(list(graph))
    for u, v in draw(st.lists(st.tuples(ends, ends), max_size=40)):
        data = {} if draw(st.integers(0, 9)) == 0 else {"weight": draw(WEIGHTS[weights])}
        graph.add_edge(u, v, **data)
    return graph


def nodes_of(graph: Any, data: st.DataObject, count: int) -> list[Any]:
    return [data.draw(st.sampled_from(list(graph))) for _ in range(count)]


@given(graphs(), st.data())
@CASES
def test_breadth_first_search(graph: Any, data: st.DataObject) -> None:
    (source,) = nodes_of(graph, data, 1)
    limit = data.draw(st.sampled_from([None, 0, 1, 2, 1.5, -1]))
    for name in ("bfs_edges", "bfs_tree", "bfs_successors", "generic_bfs_edges"):
        assert_same(name, graph, source, depth_limit=limit)
    for name in ("bfs_edges", "bfs_tree"):
        assert_same(name, graph, source, reverse=True, depth_limit=limit)
    for name in ("single_source_shortest_path", "single_source_shortest_path_length",
                 "single_target_shortest_path", "single_target_shortest_path_length"):  # fmt: skip
        assert_same(name, graph, source, cutoff=limit)
    for name in ("all_pairs_shortest_path", "all_pairs_shortest_path_length"):
        assert_same(name, graph, cutoff=limit)
    for name in ("descendants", "ancestors"):
        assert_same(name, graph, source)
    assert_same("descendants_at_distance", graph, source, limit)


@given(graphs(), st.data())
@CASES
def test_several_sources_and_components(graph: Any, data: st.DataObject) -> None:
    sources = nodes_of(graph, data, data.draw(st.integers(1, 4)))
    assert_same("bfs_layers", graph, sources)
    assert_same("bfs_layers", graph, sources[0])
    assert_same("average_shortest_path_length", graph)
    for wf_improved in (True, False):
        assert_same("closeness_centrality", graph, wf_improved=wf_improved)
        assert_same("closeness_centrality", graph, sources[0], wf_improved=wf_improved)
    assert_same("wiener_index", graph)
    # networkx adds in the order of a set.
    assert nx.harmonic_centrality(graph, backend="strider") == pytest.approx(nx.harmonic_centrality(graph))
    if not graph.is_directed():
        assert_same("node_connected_component", graph, sources[0])
        assert_same("is_connected", graph)
        efficiency = nx.global_efficiency(graph, backend="strider")
        assert efficiency == pytest.approx(nx.global_efficiency(graph))
        assert_same("number_connected_components", graph)
        assert_same("connected_components", graph)
    else:
        assert_same("weakly_connected_components", graph)
        assert_same("number_weakly_connected_components", graph)
        assert_same("is_weakly_connected", graph)
        assert_same("is_strongly_connected", graph)
        assert_same("number_strongly_connected_components", graph)
        check_strong_components(graph)


def check_strong_components(graph: Any) -> None:
    """The same sets, though in another order; and the graph of them."""
    expected = {frozenset(part) for part in nx.strongly_connected_components(graph)}
    found = list(nx.strongly_connected_components(graph, backend="strider"))
    assert {frozenset(part) for part in found} == expected
    condensed = nx.condensation(graph, backend="strider")
    of_theirs = nx.condensation(graph, found)
    assert condensed.graph == of_theirs.graph
    assert dict(condensed.nodes(data=True)) == dict(of_theirs.nodes(data=True))
    assert set(condensed.edges) == set(of_theirs.edges)


@given(graphs(kinds=[nx.Graph, nx.DiGraph]), st.booleans())
@CASES
def test_two_sides(graph: Any, bipartite: bool) -> None:
    if bipartite:
        names = list(graph)
        graph.remove_edges_from(
            [(u, v) for u, v in graph.edges if (names.index(u) + names.index(v)) % 2 == 0]
        )


    def color(graph: Any, **options: Any) -> Any:
        return sorted(nx.bipartite.color(graph, **options).items(), key=str)

    for function in (nx.is_bipartite, color, nx.bipartite.sets):
        assert outcome(function, graph, backend="strider") == outcome(function, graph)
    top = list(graph)[::2]
    assert nx.bipartite.sets(graph, top, backend="strider") == nx.bipartite.sets(graph, top)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_dijkstra(weights: str) -> None:
    @given(graphs(weights), st.data())
    @settings(CASES, max_examples=40)
    def check(graph: Any, data: st.DataObject) -> None:
        source, target = nodes_of(graph, data, 2)
        sources = nodes_of(graph, data, 3)
        options: dict[str, Any] = {"weight": data.draw(st.sampled_from(["weight", None]))}
        kinds = {type(weight) for _, _, weight in graph.edges(data="weight", default=1)}
        same = assert_same if len(kinds) < 2 else assert_equal  # of a mixture Strider makes floats
        for name in ("dijkstra_path", "dijkstra_path_length", "single_source_dijkstra"):
            same(name, graph, source, target, **options)
        same("multi_source_dijkstra", graph, sources, target, **options)
        same("shortest_path_length", graph, source, target, **options)
        options["cutoff"] = data.draw(st.sampled_from([None, 0, 2, 2.5, -1]))
        for name in ("single_source_dijkstra", "single_source_dijkstra_path",
                     "single_source_dijkstra_path_length", "dijkstra_predecessor_and_distance"):  # fmt: skip
            same(name, graph, source, **options)
        for name in (
            "multi_source_dijkstra",
            "multi_source_dijkstra_path",
            "multi_source_dijkstra_path_length",
        ):
            same(name, graph, sources, **options)
        for name in ("all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"):
            same(name, graph, **options)

    check()


def assert_equal(name: str, *args: Any, **options: Any) -> None:
    function = getattr(nx, name)
    assert outcome(function, *args, backend="strider", **options) == outcome(function, *args, **options)


@given(graphs("eighths"), st.data())
@CASES
def test_paths_between_two_nodes(graph: Any, data: st.DataObject) -> None:
    source, target = nodes_of(graph, data, 2)
    assert_same("has_path", graph, source, target)
    for weight in (None, "weight"):
        ours = outcome(nx.shortest_path, graph, source, target, weight, backend="strider")
        theirs = outcome(nx.shortest_path, graph, source, target, weight)
        if isinstance(theirs, list):
            assert (ours[0], ours[-1]) == (source, target)
            assert length(graph, ours, weight) == length(graph, theirs, weight)
        else:
            assert ours == theirs
        if weight is None:
            both = outcome(nx.bidirectional_shortest_path, graph, source, target, backend="strider")
            assert ours == both or (len(both), both[0], both[-1]) == (len(ours), source, target)
        for options in ({}, {"source": source}, {"target": target}):
            assert_equal("shortest_path", graph, weight=weight, **options)
            assert_equal("shortest_path_length", graph, weight=weight, **options)


def length(graph: Any, path: list[Any], weight: str | None) -> float:
    edges = [edges_between(graph, u, v, weight)[0] for u, v in pairwise(path)]
    return sum(nx.dijkstra_path_length(graph.edge_subgraph([edge]), *edge[:2], weight) for edge in edges)


@given(graphs(kinds=[nx.Graph, nx.MultiGraph]), st.booleans(), st.booleans())
@CASES
def test_spanning_trees(graph: Any, keys: bool, data: bool) -> None:
    for kind in ("minimum", "maximum"):
        assert_same(f"{kind}_spanning_edges", graph, keys=keys, data=data)
        assert_same(f"{kind}_spanning_tree", graph)
        assert_same(f"{kind}_spanning_tree", graph, weight="lacks")


@given(graphs("positive"), st.booleans(), st.booleans(), st.sampled_from([None, "weight"]))
@CASES
def test_betweenness(graph: Any, normalized: bool, endpoints: bool, weight: str | None) -> None:
    options = {"normalized": normalized, "weight": weight}
    assert_close("betweenness_centrality", graph, endpoints=endpoints, **options)
    assert_close("edge_betweenness_centrality", graph, **options)


def assert_close(name: str, *args: Any, **options: Any) -> None:
    ours, theirs = (getattr(nx, name)(*args, **options, **choice) for choice in ({"backend": "strider"}, {}))
    assert list(ours) == list(theirs)
    assert ours == pytest.approx(theirs)


@given(graphs("positive"), st.booleans(), st.sampled_from([None, "weight"]), st.data())
@CASES
def test_betweenness_of_some_pairs(
    graph: Any, normalized: bool, weight: str | None, data: st.DataObject
) -> None:
    sources, targets = nodes_of(graph, data, 3), nodes_of(graph, data, 4)
    options: dict[str, Any] = {"normalized": normalized, "weight": weight}
    assert_close("betweenness_centrality_subset", graph, sources, targets, **options)
    ours = nx.edge_betweenness_centrality_subset(graph, sources, targets, **options, backend="strider")
    assert list(ours) == list(graph.edges)
    assert ours == pytest.approx(shares_of_edges(graph, sources, targets, **options))


def shares_of_edges(
    graph: Any, sources: Any, targets: Any, normalized: bool, weight: Any
) -> dict[Any, float]:
    """By definition. The function of networkx halves what a node passes on to two predecessors, even if
    unequal numbers of paths lead to them."""
    scores = dict.fromkeys(graph.edges, 0.0)
    n = len(graph)
    scale = 1 / (n * (n - 1)) if normalized and n > 1 else 1 if graph.is_directed() else 0.5
    for source in sources:
        for target in set(targets) - {source}:
            if not nx.has_path(graph, source, target):
                continue
            paths = list(nx.all_shortest_paths(graph, source, target, weight))
            for path in paths:
                for u, v in pairwise(path):
                    lightest = edges_between(graph, u, v, weight)
                    for edge in lightest:
                        scores[edge] += scale / len(paths) / len(lightest)
    return scores


def edges_between(graph: Any, u: Any, v: Any, weight: Any) -> list[Any]:
    if not graph.is_multigraph():
        return [(u, v) if (u, v) in set(graph.edges) else (v, u)]
    u, v = (u, v) if any(edge[:2] == (u, v) for edge in graph.edges) else (v, u)
    weights = {key: data.get(weight, 1) for key, data in graph[u][v].items()}
    return [(u, v, key) for key, value in weights.items() if value == min(weights.values())]
