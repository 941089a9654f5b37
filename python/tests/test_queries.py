"""Searches from several vertices or to a depth, and the two sides of graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strider

from test_searches import CASES, graphs


@given(graphs(weights=False), st.data())
@settings(max_examples=CASES, deadline=None)
def test_several_sources_and_a_depth(case: tuple[strider.Graph, Any], data: st.DataObject) -> None:
    graph, _ = case
    vertices = st.integers(0, len(graph) - 1)
    sources = data.draw(st.lists(vertices, min_size=1, max_size=5))
    depth = data.draw(st.one_of(st.none(), st.integers(0, 4)))
    tree = strider.bfs(graph, sources, depth=depth)
    each = np.array([strider.bfs(graph, source).levels for source in sources])
    nearest = np.where(each < 0, len(graph), each).min(axis=0)
    limit = min(len(graph) - 1, depth if depth is not None else len(graph))
    assert np.array_equal(tree.levels, np.where(nearest > limit, -1, nearest))
    assert tree.sources == sorted(set(sources))
    assert tree.depth == (None if depth is None else min(depth, len(graph)))
    assert strider.validate.bfs(graph, tree).passed
    assert list(tree.order[: len(tree.sources)]) == list(dict.fromkeys(sources))
    assert np.array_equal(np.sort(tree.order), np.flatnonzero(tree.levels >= 0))
    for parents in (tree.sequential_parents, tree.smallest_parents):
        assert strider.validate.bfs(
            graph, source=sources, parents=parents, levels=tree.levels, depth=depth
        ).passed
    for vertex in np.flatnonzero(tree.levels >= 0)[:5]:
        path = tree.path_to(vertex)
        assert path[0] in sources and len(path) == tree.levels[vertex] + 1


def test_sources_that_are_none() -> None:
    graph = strider.Graph.from_edges([0, 1], [1, 2])
    for wrong in ([0, 3], [-1], 3):
        with pytest.raises(strider.VertexError):
            strider.bfs(graph, wrong)
    with pytest.raises(strider.UsageError):
        strider.bfs(graph, [])
    with pytest.raises(strider.UsageError):
        strider.bfs(graph, 0, depth=-1)
    with pytest.raises(TypeError):
        strider.bfs(graph, 1.5)  # type: ignore[arg-type]
    assert strider.bfs(graph, 0, depth=10**12).num_reached == 3


@given(graphs(weights=False), st.booleans())
@settings(max_examples=CASES, deadline=None)
def test_two_sides(case: tuple[strider.Graph, Any], crossing: bool) -> None:
    graph, matrix = case
    if crossing:
        u, v = matrix.nonzero()
        odd = (u + v) % 2 == 1
        graph = strider.Graph.from_edges(u[odd], v[odd], n=len(graph))
    found = strider.bipartite(graph)
    u, v = graph.to_scipy().nonzero()
    if found:
        assert found.sides is not None and np.all(found.sides[u] != found.sides[v])
        assert not np.any(found.sides[strider.components(graph).labels])
        assert len(found.vertices(0)) + len(found.vertices(1)) == len(graph)
    else:
        edges = set(zip(u.tolist(), v.tolist(), strict=True))
        cycle = found.odd_cycle
        assert cycle is not None and len(cycle) % 2 == 1 and len(set(cycle)) == len(cycle)
        for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            assert (a, b) in edges or (b, a) in edges
    assert not crossing or found
