"""Weights that are negative, too large or not numbers: strider.csgraph against scipy.sparse.csgraph."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as reference
from csgraph_cases import ARRAYS, PATHS, graphs, options_of, same, with_values
from hypothesis import given, settings
from hypothesis import strategies as st

import strider.csgraph as ours


def same_outcome(name: str, *arguments: Any, **options: Any) -> None:
    """The functions of that name return distances that differ by rounding only, and warn alike."""
    found: list[Any] = []
    for module in (ours, reference):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            distances = getattr(module, name)(*arguments, **options)
        found.append((distances, [(warning.category, warning.filename) for warning in caught]))
    np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-14)
    assert found[0][1] == found[1][1]


@given(graphs(formats=ARRAYS[:-1]), st.sampled_from(PATHS), st.data())
@settings(max_examples=200, deadline=None)
def test_sums_that_are_too_large(graph: Any, name: str, data: st.DataObject) -> None:
    graph = with_values(graph, [1e308, 9e307, 3e307, 1.7e308], data)
    options = options_of(data)
    # scipy's bellman_ford takes some sums that are too large for negative cycles.
    found, expected = getattr(ours, name)(graph, **options), reference.dijkstra(graph, **options)
    np.testing.assert_array_equal(found, expected)
    options["limit"] = data.draw(st.sampled_from([1.0, 1.7e308, np.inf]))
    options["indices"] = data.draw(st.sampled_from([[0], [0, -1]]))
    for min_only in (False, True):
        same(*(module.dijkstra(graph, min_only=min_only, **options) for module in (ours, reference)))


@given(graphs(formats=ARRAYS), st.sampled_from(PATHS), st.data())
@settings(max_examples=300, deadline=None)
def test_paths_over_entries_that_are_no_numbers(graph: Any, name: str, data: st.DataObject) -> None:
    graph = with_values(graph, [np.nan, np.inf, 0], data)
    options = options_of(data)
    if name == "shortest_path":
        options["method"] = data.draw(st.sampled_from(["auto", "FW", "D", "BF", "J"]))
    same_outcome(name, graph, **options)


@given(graphs(formats=ARRAYS), st.sampled_from(PATHS), st.data())
@settings(max_examples=200, deadline=None)
def test_warnings_of_negative_weights(graph: Any, name: str, data: st.DataObject) -> None:
    graph = with_values(graph, [-1, -0.5], data)
    options: dict[str, Any] = {"unweighted": True, "directed": data.draw(st.booleans())}
    if name == "shortest_path":
        options["method"] = data.draw(st.sampled_from(["auto", "FW", "D", "BF", "J"]))
    if options.get("method") != "FW":
        options["indices"] = data.draw(st.sampled_from([None, 0, []]))
    same_outcome(name, graph, **options)


@given(graphs(formats=ARRAYS), st.booleans(), st.data())
@settings(max_examples=200, deadline=None)
def test_trees_over_entries_that_are_no_numbers(graph: Any, directed: bool, data: st.DataObject) -> None:
    graph = with_values(graph, [np.nan, np.inf, 0], data)
    same(*(np.sort(module.minimum_spanning_tree(graph).data) for module in (ours, reference)))
    same(*(module.breadth_first_tree(graph, 0, directed) for module in (ours, reference)))
    same(*(module.connected_components(graph, directed)[1] for module in (ours, reference)))


def test_negative_weights_go_to_scipy() -> None:
    graph = np.array([[0, -1], [0, 0]])
    ours.handed_to_scipy.clear()
    with pytest.warns(UserWarning, match="negative weights"):
        ours.dijkstra(graph, min_only=True, indices=[0])
    ours.johnson(graph)
    ours.bellman_ford(graph)
    ours.shortest_path(graph, indices=0)
    assert ours.handed_to_scipy == {"dijkstra": 1, "johnson": 1, "bellman_ford": 1, "shortest_path": 1}
    assert ours.bellman_ford(graph, unweighted=True, indices=0).tolist() == [0, 1]
    with pytest.warns(UserWarning, match="negative weights"):
        assert ours.dijkstra(graph, unweighted=True, indices=0).tolist() == [0, 1]
    ours.minimum_spanning_tree(graph)
    assert ours.handed_to_scipy.total() == 4
    with pytest.raises(ours.NegativeCycleError):
        ours.bellman_ford(graph, directed=False)


def test_sums_that_are_too_large_go_to_scipy() -> None:
    graph = scipy.sparse.csr_array(([1e308, 1e308, 1], ([0, 1, 2], [1, 2, 3])), shape=(4, 4))
    ours.handed_to_scipy.clear()
    expected = reference.dijkstra(graph, indices=0, return_predecessors=True)
    assert expected[0].tolist() == [0, 1e308, np.inf, np.inf]
    for name in PATHS:
        found = getattr(ours, name)(graph, indices=0, return_predecessors=True, threads=2)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
    assert ours.handed_to_scipy == {"dijkstra": len(PATHS)}
    assert graph.data.flags.writeable
    assert ours.dijkstra(graph, indices=0, limit=1.5e308).tolist() == [0, 1e308, np.inf, np.inf]
    assert ours.dijkstra(graph, indices=2).tolist() == [np.inf, np.inf, 0, 1]
    assert ours.handed_to_scipy.total() == 4


def test_entries_that_are_no_numbers() -> None:
    values = [np.nan, 1, np.inf, 2, -np.inf]
    graph = scipy.sparse.csr_array((values[:4], ([0, 0, 1, 2], [1, 2, 0, 1])), shape=(3, 3))
    for options in ({}, {"directed": False}, {"unweighted": True}):
        found, expected = (
            module.dijkstra(graph, return_predecessors=True, **options) for module in (ours, reference)
        )
        same(found[0], expected[0])
        same(found[1], expected[1])
    ours.handed_to_scipy.clear()
    same(ours.minimum_spanning_tree(graph), reference.minimum_spanning_tree(graph))
    assert ours.handed_to_scipy == {"minimum_spanning_tree": 1}
    graph.data[:] = np.inf
    assert np.array_equal(ours.dijkstra(graph), reference.dijkstra(graph))
