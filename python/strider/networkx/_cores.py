"""Core numbers."""

from __future__ import annotations

from collections.abc import Hashable

import networkx as nx

from .. import core_numbers
from ._graph import ConvertedGraph


def core_number(G: ConvertedGraph) -> dict[Hashable, int]:
    arcs = G.arcs()
    if (arcs.tails == arcs.heads).any():
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    cores = core_numbers(arcs.graph, threads=arcs.threads)
    return dict(zip(G.nodes, cores.tolist(), strict=True))
