"""Curves of strider model through published points, at scales that no machine here has."""

from draw import Plot
from figure import Figure, Table

TOP_DOWN = ["--algorithm", "top-down"]
# name: scheme, machine, scale of one rank, options
CURVES = {
    "delegates, ray": ("delegate", "ray", 26, []),
    "1d, ray": ("1d", "ray", 26, []),
    "2d, ray": ("2d", "ray", 26, []),
    "2d, lists, piz-daint": ("2d", "piz-daint", 21, [*TOP_DOWN, "--isolated", "kept", "--encoding", "list"]),
    "2d, bitmaps, piz-daint": ("2d", "piz-daint", 21, [*TOP_DOWN, "--isolated", "kept", "--encoding", "threshold"]),
}
PUBLISHED = {"Pan, Pearce and Owens": [(124, 259.8)], "Bisson et al., lists": [(1, 1.13), (4096, 400)],
             "Bisson et al., bitmaps": [(4096, 830)]}  # fmt: skip


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
    for name, points in PUBLISHED.items():
        plot.line(name, points, "published")
    return [plot]


def shares(rows):
    plot = Plot("share of the network in the time, computed", "ranks", "%", y="linear", width=1.5)
    for curve in CURVES:
        plot.line(curve, [(row.num("ranks"), 100 * row.num("network_s") / max(1e-30, row.num("time_s")))
                          for row in rows if row["curve"] == curve], "computed")  # fmt: skip
    return [plot]


TABLES = [Table("model-weak", ["curve", "ranks"], cases, measure, "host")]

FIGURES = [
    Figure("model-rates", "Published rates, and strider model", "weak scaling at scales that no machine here has", "model-weak", rates,
           "Computed, not measured: what `strider model` says of a rank's share of scale 26 on P100 (ray) and 21 on K20X "
           "(piz-daint).", "259.8 GTEPS on 124 P100; about 400, with bitmaps 830, on 4096 K20X."),
    Figure("model-network", "Published shares, and strider model", "the network's share of the time", "model-weak", shares,
           "Computed, not measured, of the same searches.", "nearly 60 % on 4096 K20X with lists."),
]  # fmt: skip
