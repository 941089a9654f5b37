#!/usr/bin/env python3
"""Draws what traffic.py counted, as SVG: bytes (left) and messages (right) a search over ranks.

    benchmarks/suite/plot_traffic.py TABLE.tsv -o PLOT.svg

One line a scheme and direction, for encoding auto, and an estimate of the Graph500 reference; both axes are
logarithmic.
"""

import argparse
import csv
import math

COLOURS = {"1d": "#1b6ca8", "2d": "#c2571a", "delegate": "#2e7d32", "reference": "#777777"}
WIDTH, HEIGHT, MARGIN = 420, 320, 60


def series(rows, column):
    """{name: [(ranks, value)]}, without zeros, which have no logarithm."""
    lines = {}
    for row in rows:
        if row["encoding"] != "auto":
            continue
        name = (row["scheme"], row["direction"])
        value = float(row[column])
        if value > 0:
            lines.setdefault(name, []).append((int(row["ranks"]), value))
        if column == "bytes" and float(row["reference_estimated"]) > 0:
            points = lines.setdefault(("reference", ""), [])
            if int(row["ranks"]) not in [ranks for ranks, _ in points]:
                points.append((int(row["ranks"]), float(row["reference_estimated"])))
    return lines


def panel(lines, title, left):
    xs = [ranks for points in lines.values() for ranks, _ in points]
    ys = [value for points in lines.values() for _, value in points]
    low = math.floor(math.log10(min(ys)))
    high = math.ceil(math.log10(max(ys)))
    x_low, x_high = math.log2(min(xs)), math.log2(max(xs))

    def x_of(ranks):
        return left + MARGIN + (math.log2(ranks) - x_low) / max(x_high - x_low, 1) * (WIDTH - 2 * MARGIN)

    def y_of(value):
        return HEIGHT - MARGIN - (math.log10(value) - low) / max(high - low, 1) * (HEIGHT - 2 * MARGIN)

    yield f'<text x="{left + WIDTH / 2}" y="24" text-anchor="middle" font-weight="bold">{title}</text>'
    for power in range(low, high + 1):
        y = y_of(10**power)
        yield f'<line x1="{left + MARGIN}" x2="{left + WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        yield f'<text x="{left + MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">10^{power}</text>'
    for ranks in sorted(set(xs)):
        yield f'<text x="{x_of(ranks):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{ranks}</text>'
    yield f'<text x="{left + WIDTH / 2}" y="{HEIGHT - 20}" text-anchor="middle">ranks</text>'
    for (scheme, direction), points in sorted(lines.items()):
        dash = ' stroke-dasharray="5 3"' if direction == "top-down" else ""
        path = " ".join(f"{x_of(ranks):.1f},{y_of(value):.1f}" for ranks, value in sorted(points))
        yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[scheme]}" stroke-width="2"{dash}/>'
        for ranks, value in points:
            yield f'<circle cx="{x_of(ranks):.1f}" cy="{y_of(value):.1f}" r="3" fill="{COLOURS[scheme]}"/>'


def legend(top):
    x = MARGIN
    for name in COLOURS:
        yield f'<line x1="{x}" x2="{x + 24}" y1="{top}" y2="{top}" stroke="{COLOURS[name]}" stroke-width="2"/>'
        yield f'<text x="{x + 30}" y="{top + 4}">{name}</text>'
        x += 130
    yield f'<text x="{x}" y="{top + 4}">solid: direction-optimizing, dashed: top-down</text>'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    with open(options.table, encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    size = f'width="{2 * WIDTH}" height="{HEIGHT + 30}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>']
    parts += panel(series(rows, "bytes"), "bytes a search", 0)
    parts += panel(series(rows, "messages"), "messages a search", WIDTH)
    parts += legend(HEIGHT + 10)
    parts.append("</svg>\n")
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("\n".join(parts))


if __name__ == "__main__":
    main()
