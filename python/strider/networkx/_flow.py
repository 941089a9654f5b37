"""Maximum flows, minimum cuts and edge connectivity."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, isnan
from typing import Any

import networkx as nx
import numpy as np

from .. import EdgeConnectivity, Graph, MaximumFlow, UsageError
from .. import edge_connectivity as connectivity_of
from .. import maximum_flow as flow_of
from .._convert_networkx import EXACT, edge_data, numbers
from ._graph import ConvertedGraph, Unsuitable, threads_for

Node = Hashable


def _flow(
    G: ConvertedGraph, source: Node, target: Node, capacity: Any, options: dict[str, Any]
) -> tuple[MaximumFlow, bool]:
    """A maximum flow, and whether it is of integers. An edge without the attribute carries any amount.
    `options` are those of a `flow_func`.
    """
    if options:
        raise Unsuitable(f"{', '.join(options)}: of a flow_func")
    _require_two_nodes(G, source, target)
    if G.is_multigraph():
        raise nx.NetworkXError("MultiGraph and MultiDiGraph not supported (yet).")
    given = [data.get(capacity, inf) for data in edge_data(G.original, G.position)]
    finite = [amount for amount in given if amount != inf]
    try:
        whole = numbers(finite).dtype == np.int64
        amounts = np.maximum(numbers(given), 0)  # networkx leaves out what is negative
    except (TypeError, OverflowError) as error:
        raise Unsuitable(f"{capacity}: {error}") from error
    if any(map(isnan, finite)) or sum(finite) > EXACT:
        raise Unsuitable(f"{capacity}: a capacity is not a number, or the sum is beyond 2^53")
    arcs = G.arcs()
    # Rows of undirected graphs list both directions, so the graph may as well be directed.
    graph = Graph.from_csr((arcs.indptr, arcs.heads, amounts), directed=True, threads=arcs.threads)
    try:
        flow = flow_of(graph, G.position[source], G.position[target], threads=arcs.threads)
    except UsageError as error:
        raise nx.NetworkXUnbounded("Infinite capacity path, flow unbounded above.") from error
    return flow, whole


def _require_two_nodes(G: ConvertedGraph, source: Node, target: Node) -> None:
    for node in (source, target):
        if node not in G:
            raise nx.NetworkXError(f"node {node} not in graph")
    if source == target:
        raise nx.NetworkXError("source and sink are the same node")


def _value(flow: MaximumFlow, whole: bool) -> float | int:
    return int(flow.value) if whole else flow.value


def maximum_flow(
    flowG: ConvertedGraph,
    _s: Node,
    _t: Node,
    capacity: Any = "capacity",
    flow_func: Any = None,
    **kwargs: Any,
) -> tuple[Any, dict[Node, dict[Node, Any]]]:
    flow, whole = _flow(flowG, _s, _t, capacity, kwargs)
    amounts = (flow.entries.astype(np.int64) if whole else flow.entries).tolist()
    nodes = flowG.nodes
    heads = [nodes[head] for head in flow.graph.indices.tolist()]
    offsets = flow.graph.indptr.tolist()
    rows = zip(nodes, offsets, offsets[1:], strict=False)
    return _value(flow, whole), {
        node: dict(zip(heads[begin:end], amounts[begin:end], strict=True)) for node, begin, end in rows
    }


def maximum_flow_value(
    flowG: ConvertedGraph,
    _s: Node,
    _t: Node,
    capacity: Any = "capacity",
    flow_func: Any = None,
    **kwargs: Any,
) -> Any:
    return _value(*_flow(flowG, _s, _t, capacity, kwargs))


def minimum_cut(
    flowG: ConvertedGraph,
    _s: Node,
    _t: Node,
    capacity: Any = "capacity",
    flow_func: Any = None,
    **kwargs: Any,
) -> tuple[Any, tuple[set[Node], set[Node]]]:
    flow, whole = _flow(flowG, _s, _t, capacity, kwargs)
    sides: tuple[set[Node], set[Node]] = (set(), set())
    for node, side in zip(flowG.nodes, flow.cut.sides.tolist(), strict=True):
        sides[side].add(node)
    return _value(flow, whole), sides


def minimum_cut_value(
    flowG: ConvertedGraph,
    _s: Node,
    _t: Node,
    capacity: Any = "capacity",
    flow_func: Any = None,
    **kwargs: Any,
) -> Any:
    return _value(*_flow(flowG, _s, _t, capacity, kwargs))


def _least(G: ConvertedGraph, s: Node | None, t: Node | None) -> MaximumFlow | EdgeConnectivity:
    """Paths without common edges from s to t, or between any two nodes."""
    if G.is_multigraph():
        raise Unsuitable("networkx counts parallel edges once")
    if (s is None) != (t is None):
        raise nx.NetworkXError("Both source and target must be specified.")
    arcs = G.arcs()
    graph = Graph.from_csr((arcs.indptr, arcs.heads), directed=G.is_directed(), symmetric="trust")
    if s is None:
        if len(G) == 0:
            raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
        return connectivity_of(graph, threads=threads_for(len(arcs.heads) * len(G)))
    _require_two_nodes(G, s, t)
    return flow_of(graph, G.position[s], G.position[t], threads=arcs.threads)


def edge_connectivity(
    G: ConvertedGraph, s: Node | None = None, t: Node | None = None, flow_func: Any = None, cutoff: Any = None
) -> int:
    return int(_least(G, s, t).value)


def minimum_edge_cut(
    G: ConvertedGraph, s: Node | None = None, t: Node | None = None, flow_func: Any = None
) -> set[tuple[Node, Node]]:
    found = _least(G, s, t)
    if s is None and not (nx.is_weakly_connected if G.is_directed() else nx.is_connected)(G.original):
        raise nx.NetworkXError("Input graph is not connected")
    cut = found.cut if isinstance(found, MaximumFlow) else found
    return {(G.nodes[u], G.nodes[v]) for u, v in zip(cut.u.tolist(), cut.v.tolist(), strict=True)}
