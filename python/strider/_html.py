"""What a notebook shows of graphs and results."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ._bfs import BfsResult
    from ._forest import SpanningForest
    from ._graph import Graph
    from ._shortest_paths import ShortestPaths


def _table(title: str, rows: dict[str, object]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:left'>{escape(_shown(value))}</td></tr>"
        for name, value in rows.items()
    )
    return f"<table><caption>{escape(title)}</caption>{cells}</table>"


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _bars(title: str, names: list[str], counts: list[int]) -> str:
    """A picture of horizontal bars, whose lengths are logarithms: levels differ by factors."""
    height, width, left = 16, 360, 64
    longest = np.log1p(max(counts, default=1))
    bars = []
    for row, (name, count) in enumerate(zip(names, counts, strict=True)):
        y = row * height
        length = 0.0 if longest == 0 else float(np.log1p(count) / longest) * width
        bars.append(
            f"<text x='{left - 6}' y='{y + 12}' text-anchor='end'>{escape(name)}</text>"
            f"<rect x='{left}' y='{y + 2}' width='{length:.1f}' height='{height - 4}' fill='#4a7fb5'/>"
            f"<text x='{left + length + 6:.1f}' y='{y + 12}'>{count:,}</text>"
        )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{left + width + 96}' "
        f"height='{len(names) * height}' font-size='11' fill='currentColor'>"
        f"<title>{escape(title)}</title>{''.join(bars)}</svg>"
    )


def graph_html(graph: Graph) -> str:
    rows: dict[str, object] = {
        "vertices": graph.num_vertices,
        "edges": graph.num_edges,
        "direction": "directed" if graph.directed else "undirected",
        "weights": "none" if graph.weights is None else graph.weights.dtype,
    }
    if graph.borrowed:
        rows["borrowed"] = ", ".join(graph.borrowed)
    for note in (graph.facts or {}).get("notes", []):
        rows[f"note {len(rows) - 3}"] = note
    return _table("Graph", rows)


def bfs_html(result: BfsResult) -> str:
    levels = result.levels
    counts = np.bincount(levels[levels >= 0]).tolist()
    shown = counts[:64]
    facts = _table(
        f"Breadth-first search from {result.source}",
        {"reached": result.num_reached, "levels": result.num_levels},
    )
    more = f"<p>and {len(counts) - len(shown):,} more levels</p>" if len(counts) > len(shown) else ""
    return facts + _bars("vertices by level", [str(level) for level in range(len(shown))], shown) + more


def paths_html(result: ShortestPaths) -> str:
    own = result._own_distances
    # Rounded, which suits a picture.
    distances = own[own != np.iinfo(np.uint64).max if own.dtype == np.uint64 else np.isfinite(own)].astype(float)
    counts, edges = np.histogram(distances, bins=16)
    facts = _table(
        f"Shortest paths from {result.source}",
        {"reached": result.num_reached, "farthest": f"{distances.max():g}"},
    )
    return facts + _bars("vertices by distance", [f"{edge:.3g}" for edge in edges[:-1]], counts.tolist())


def forest_html(forest: SpanningForest) -> str:
    return _table(
        "Spanning forest",
        {"edges": len(forest), "trees": forest.num_trees, "total weight": forest.total},
    )
