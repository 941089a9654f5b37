"""Curves of strider model through published points, at scales that no machine here has."""

import math

from draw import Plot
from figure import Figure, Table
from sentences import listed, ratio

TOP_DOWN = ["--algorithm", "top-down"]
# name: scheme, machine, scale of one rank, options
CURVES = {
    "delegates, ray": ("delegate", "ray", 26, []),
    "1d, ray": ("1d", "ray", 26, []),
    "2d, ray": ("2d", "ray", 26, []),
    "2d, lists, piz-daint": ("2d", "piz-daint", 21, [*TOP_DOWN, "--isolated", "kept", "--encoding", "list"]),
    "2d, bitmaps, piz-daint": ("2d", "piz-daint", 21, [*TOP_DOWN, "--isolated", "kept", "--encoding", "threshold"]),
}
# name: (the curve of its machine and scheme, GTEPS by GPUs)
PUBLISHED = {
    "Pan, Pearce and Owens": ("delegates, ray", [(1, 22.9), (2, 32.5), (4, 39.8), (124, 259.8)]),
    "Bisson et al., lists": ("2d, lists, piz-daint", [(1, 1.13), (4096, 400)]),
    "Bisson et al., bitmaps": ("2d, bitmaps, piz-daint", [(4096, 830)]),
}
# Of the network on 4096 GPUs: the curve, its share of the time in %, and milliseconds of a search.
SHARE = ("2d, lists, piz-daint", 60)
NETWORK = {"2d, lists, piz-daint": 200, "2d, bitmaps, piz-daint": 40}


def cases(size):
    most = 4 if size.name == "tiny" else 14
    return [{"curve": curve, "ranks": 1 << power} for curve in CURVES for power in range(0, most + 1, 2)]


def measure(program, _size, case):
    scheme, machine, base, words = CURVES[case["curve"]]
    scale = base + case["ranks"].bit_length() - 1
    found = program.run("model", scheme, "--scale", scale, "--ranks", case["ranks"], "--machine", machine, *words)
    return [{"scale": scale, "time_s": found["time_s"], "network_s": found["network_s"], "computing_s": found["computing_s"],
             "gteps": found["edges"] / found["time_s"] / 1e9}]  # fmt: skip


def rates(rows):
    plot = Plot("weak scaling, computed", "ranks, or GPUs", "GTEPS", width=1.5)
    for curve in CURVES:
        plot.line(curve, [(row.num("ranks"), row.num("gteps")) for row in rows if row["curve"] == curve], "computed")
    for name, (_, points) in PUBLISHED.items():
        plot.line(name, points, "published")
    return [plot]


def of_curve(rows, curve):
    return sorted((row for row in rows if row["curve"] == curve), key=lambda row: row.num("ranks"))


def computed_rate(rows, curve, ranks):
    """The rate of so many ranks, on a line between the curve's points; none beyond them."""
    points = [(row.num("ranks"), row.num("gteps")) for row in of_curve(rows, curve)]
    for (x, low), (end, high) in zip(points, points[1:]):
        if x <= ranks <= end:
            return low * (high / low) ** (math.log(ranks / x) / math.log(end / x))
    return None


def rates_against_published(rows):
    words = []
    for name, (curve, points) in PUBLISHED.items():
        pairs = [(ranks, rate, computed_rate(rows, curve, ranks)) for ranks, rate in points]
        each = [f"{computed:.4g} against {rate:g} GTEPS on {ranks} "
                f"({ratio(computed, rate):.2f} times)"
                for ranks, rate, computed in pairs if computed]  # fmt: skip
        if each:
            words.append(f"{name}: {listed(each)}")
    return ("the curves, against the published points: " + "; ".join(words)
            + ". Between its points a curve is taken as a straight line of the plot.")  # fmt: skip


def shares(rows):
    plot = Plot("share of the network in the time, computed", "ranks", "%", y="linear", width=1.5)
    for curve in CURVES:
        plot.line(curve, [(row.num("ranks"), 100 * row.num("network_s") / max(1e-30, row.num("time_s")))
                          for row in rows if row["curve"] == curve], "computed")  # fmt: skip
    return [plot.line(f"{SHARE[0]}, published", [(4096, SHARE[1])], "published")]


def network_against_published(rows):
    at = [row for row in rows if row["ranks"] == "4096" and row["curve"] in NETWORK]
    if not at:
        last = of_curve(rows, SHARE[0])[-1]
        share = f"{network_share(last):.0f} % of the computed time"
        return f"{last['curve']}: {share} on {last['ranks']} GPUs."
    words = []
    for row in at:
        computed, published = 1000 * row.num("network_s"), NETWORK[row["curve"]]
        beside = f" against nearly {SHARE[1]} %" if row["curve"] == SHARE[0] else ""
        words.append(f"{row['curve']}: {network_share(row):.0f} % of the computed time{beside}, "
                     f"and {computed:.0f} ms against about {published} "
                     f"({ratio(computed, published):.2f} times)")  # fmt: skip
    return "on 4096 GPUs, " + "; ".join(words) + "."


def network_share(row):
    return 100 * ratio(row.num("network_s"), row.num("time_s"))


TABLES = [Table("model-weak", ["curve", "ranks"], cases, measure, "host")]

FIGURES = [
    Figure("model-rates", "Published rates, and strider model", "weak scaling at scales that no machine here has", "model-weak", rates,
           "Computed, not measured: what `strider model` says of a rank's share of scale 26 on P100 (ray) and 21 on K20X "
           "(piz-daint).", "22.9, 32.5, 39.8 and 259.8 GTEPS on 1, 2, 4 and 124 P100, at scales "
           "24, 25, 26 and 33; 1.13 on one K20X at scale 21; about 400, with bitmaps 830, on 4096 "
           "K20X at scale 33.", rates_against_published),
    Figure("model-network", "Published shares, and strider model", "the network's share of the time", "model-weak", shares,
           "Computed, not measured, of the same searches.", "nearly 60 % on 4096 K20X with lists; "
           "with bitmaps communication drops there from about 200 to 40 ms.",
           network_against_published),
]  # fmt: skip
