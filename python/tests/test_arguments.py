"""Arguments that are refused, by exceptions that say what is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
import scipy.sparse

import strider

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
