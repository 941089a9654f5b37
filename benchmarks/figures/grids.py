"""Bisson, Bernaschi and Mastrostefano 2014, "Parallel Distributed Breadth First Search on the Kepler
Architecture": the grid of ranks, and an arc a thread."""

import pathlib

from draw import Plot
from figure import Figure, Table
from searches import TEPS, graph500, grown, trials
from sentences import by_ranks, listed, on_ranks, ratio

PAPER = "Bisson, Bernaschi and Mastrostefano 2014"
FORMS = {"2d, lists": ("2d", "list"), "2d, bitmaps": ("2d", "threshold"), "1d, lists": ("1d", "list")}


def weak_cases(size):
    return [{"ranks": ranks, "form": form} for ranks in size.ranks for form in FORMS]


def grid(ranks):
    rows = 1
    while rows * rows * 2 <= ranks:
        rows *= 2
    return f"{rows}x{ranks // rows}"


def words_of(form, ranks):
    scheme, encoding = FORMS[form]
    more = ["--grid", grid(ranks)] if scheme == "2d" else ["--distribution", "cyclic"]
    return ["--partition", scheme, "--algorithm", "top-down", "--encoding", encoding, *more]


def measure_weak(program, size, case):
    scale = grown(size, case["ranks"])
    return [{"scale": scale, **graph500(program, size, scale, case["ranks"], *words_of(case["form"], case["ranks"]))}]


def of_form(rows, form):
    return sorted((row for row in rows if row["form"] == form), key=lambda row: row.num("ranks"))


def weak(form, published):
    def plots(rows):
        plot = Plot("weak scaling, harmonic mean", "ranks, or GPUs", "GTEPS")
        plot.line(form, [(row.num("ranks"), row.num("gteps_harmonic")) for row in of_form(rows, form)])
        return [plot.line("K20X, published", published, "published")]
    return plots


def transfers(form, beside):
    def plots(rows):
        plot = Plot("computation and transfer", "ranks", "ms a search", y="linear")
        for row in of_form(rows, form):
            plot.group(row["ranks"], {"computation": 1000 * row.num("computing_s"), "transfer": 1000 * row.num("network_s")})
        return [plot, beside(rows)]
    return plots


def transfer_share(rows):
    plot = Plot("transfer, % of the time", "ranks, or GPUs", "%", y="linear")
    plot.line("transfer", [(row.num("ranks"), share_of(row)) for row in of_form(rows, "2d, lists")])
    return plot.line("transfer, published", [(4096, 60)], "published")


def transfer_times(rows):
    plot = Plot("transfer", "ranks, or GPUs", "ms a search")
    for form, published in (("2d, lists", 200), ("2d, bitmaps", 40)):
        own = [row for row in of_form(rows, form) if row["ranks"] != "1"]
        plot.line(form, [(row.num("ranks"), 1000 * row.num("network_s")) for row in own])
        plot.line(f"{form}, published", [(4096, published)], "published")
    return plot


def share_of(row):
    """Of transfer in the time, in percent."""
    return 100 * ratio(row.num("network_s"), row.num("network_s") + row.num("computing_s"))


PHASES = {"expand exchange": "expand_s", "frontier expansion": "expansion_s", "fold exchange": "fold_s",
          "frontier update": "update_s"}  # fmt: skip


def phases(rows):
    plot = Plot("the four phases, % of their sum", "ranks", "%", y="linear")
    for row in of_form(rows, "2d, lists"):
        times = {name: row.num(column) for name, column in PHASES.items()}
        whole = sum(times.values()) or 1
        plot.stack(row["ranks"], {name: 100 * value / whole for name, value in times.items()})
    update = Plot("the update, % of the four", "ranks", "%", y="linear")
    update.level(10, "published: less than 10 %")
    points = [(row.num("ranks"), update_share(row)) for row in of_form(rows, "2d, lists")]
    return [plot, update.line("frontier update", points)]


def update_share(row):
    return 100 * ratio(row.num("update_s"), sum(row.num(column) for column in PHASES.values()))


def two_against_one(rows):
    panels = []
    for title, column in (("computation", "computing_s"), ("communication", "network_s"), ("bytes a search", "bytes")):
        factor, unit = (1, "bytes") if column == "bytes" else (1000, "ms a search")
        plot = Plot(title, "ranks", unit)
        for form in ("2d, lists", "1d, lists"):
            plot.line(form, [(row.num("ranks"), factor * row.num(column)) for row in of_form(rows, form)])
        panels.append(plot)
    return panels


def share_of_transfer(form):
    def compared(rows):
        last = of_form(rows, form)[-1]
        return (f"{share_of(last):.0f} % of the time is transfer on {on_ranks(last)}, which share "
                "cores: they wait for one another.")  # fmt: skip
    return compared


def shares_of_update(rows):
    own = of_form(rows, "2d, lists")
    last = own[-1]
    most = max(map(update_share, own))
    return (f"the update takes at most {most:.0f} %, and {update_share(last):.0f} % on "
            f"{on_ranks(last)}; it includes packing and unpacking here. The exchanges take "
            f"{exchange_share(last):.0f} % there.")  # fmt: skip


def exchange_share(row):
    exchanges = row.num("expand_s") + row.num("fold_s")
    return 100 * ratio(exchanges, sum(row.num(column) for column in PHASES.values()))


def on_most_ranks(rows, *forms):
    """The row of each form on the most ranks that all have."""
    of = [{int(row.num("ranks")): row for row in of_form(rows, form)} for form in forms]
    ranks = max(set.intersection(*map(set, of)))
    return [own[ranks] for own in of]


def against_one(rows):
    two, one = on_most_ranks(rows, "2d, lists", "1d, lists")

    def faster(column):
        return f"{ratio(one.num(column), two.num(column)):.2f} times"

    def sent(column):
        return f"{two.num(column) / max(1.0, one.num(column)):.2f} times"
    return (f"on {on_ranks(two)} 2D transfers are {faster('network_s')} as fast as those of 1D, "
            f"and the computation {faster('computing_s')}. 2D sends {sent('messages')} the "
            f"messages and {sent('bytes')} the bytes of 1D.")  # fmt: skip


def rates_with_bitmaps(rows):
    lists, bits = on_most_ranks(rows, "2d, lists", "2d, bitmaps")
    rate = bits.num("gteps_harmonic")
    return (f"on {on_ranks(bits)} the rate with bitmaps is {rate:.3f} GTEPS, "
            f"{ratio(rate, lists.num('gteps_harmonic')):.2f} times that with lists. "
            f"{fewer_bytes(lists, bits)}")  # fmt: skip


def transfers_with_bitmaps(rows):
    lists, bits = on_most_ranks(rows, "2d, lists", "2d, bitmaps")
    before, after = (1000 * row.num("network_s") for row in (lists, bits))
    return (f"on {on_ranks(bits)} the transfers of a search take {before:.2f} ms with lists and "
            f"{after:.2f} ms with bitmaps, {ratio(before, after):.2f} times less; the "
            f"published time becomes {200 / 40:g} times less. "
            f"{fewer_bytes(lists, bits)}")  # fmt: skip


def fewer_bytes(lists, bits):
    times = ratio(lists.num("bytes"), bits.num("bytes"))
    return (f"Bitmaps make the bytes {times:.1f} times less; ranks that share cores wait for one "
            "another.")  # fmt: skip


def weak_growth(rows):
    own = of_form(rows, "2d, lists")
    first, last = (row.num("gteps_harmonic") for row in (own[0], own[-1]))
    grids = listed(f"{row['grid']} on {row['ranks']}" for row in own)
    return (f"from {first:.3f} GTEPS at scale {own[0]['scale']} on one rank to {last:.3f} at scale "
            f"{own[-1]['scale']} on {own[-1]['ranks']}, {ratio(last, first):.2f} times; the "
            f"published rate grows {400 / 1.13:.0f} times from 1 to 4096 GPUs. Ranks share "
            f"the cores of one machine. The grids are {grids} ranks.")  # fmt: skip


def strong_cases(size):
    return [{"ranks": ranks} for ranks in size.ranks]


def measure_strong(program, size, case):
    return [{"scale": size.scale, **graph500(program, size, size.scale, case["ranks"],
                                             *words_of("2d, lists", case["ranks"]))}]  # fmt: skip


def speedup(rows):
    first = {row["ranks"]: row.num("gteps_harmonic") for row in rows}["1"]
    plot = Plot("speedup, one graph", "ranks, or GPUs", "times as fast as one")
    plot.line("2d", [(row.num("ranks"), row.num("gteps_harmonic") / first) for row in rows])
    plot.line("linear", [(row.num("ranks"), row.num("ranks")) for row in rows], "computed")
    return [plot.line("K20X, published", [(1, 1), (16, 16)], "published")]


def speedups(rows):
    first, *others = by_ranks(rows)
    base = first.num("gteps_harmonic")
    words = [f"{ratio(row.num('gteps_harmonic'), base):.2f} times on {row['ranks']}"
             for row in others]  # fmt: skip
    return f"as fast as on one rank: {listed(words)} ranks, which share the cores of one machine."


# On a device.

KERNELS = ["edge-mapped", "scatter-compact", "vertex-parallel", "vertex-mapped", "twc", "merge-path"]


def device_cases(_size):
    return [{"algorithm": "edge-mapped", "edges_per_thread": edges} for edges in (1, 2, 4, 8, 16)] + [
        {"algorithm": name, "edges_per_thread": ""} for name in KERNELS[1:]]  # fmt: skip


def measure_device(program, size, case):
    scale = size.emulated if program.device == "simt" else size.scale
    more = [f"--tune=edges-per-thread={case['edges_per_thread']}"] if case["edges_per_thread"] else []
    found = program.run("bfs", program.graph("kronecker", scale), "--trials", max(2, size.trials // 4), "--seed", 2,
                        "--device", program.device, "--algorithm", case["algorithm"], *more)  # fmt: skip
    return [{"scale": scale, "time_s": found["time_s"],
             "gteps": found["statistics"]["teps"]["harmonic_mean"] / TEPS}]  # fmt: skip


def emulated(rows):
    return " (emulated)" if rows[0]["device"] == "simt" else ""


def edges_a_thread(rows):
    plot = Plot("a search" + emulated(rows), "edges a thread", "ms", y="linear")
    return [plot.line("edge-mapped", [(row.num("edges_per_thread"), 1000 * row.num("time_s")) for row in rows
                                      if row["edges_per_thread"]])]  # fmt: skip


def best_edges(rows):
    times = {row["edges_per_thread"]: row.num("time_s") for row in rows if row["edges_per_thread"]}
    best = min(times, key=times.get)
    return (f"{best} a thread take the least time, {100 * (times['1'] / times[best] - 1):.0f} % faster than one a thread"
            + (", on the emulator, whose times say nothing of a GPU." if emulated(rows) else "."))  # fmt: skip


def kernels(rows):
    plot = Plot("kernels" + emulated(rows), "method", "ms", y="log10")
    for row in rows:
        if row["edges_per_thread"] in ("", "4"):
            plot.group(row["algorithm"], {"a search": 1000 * row.num("time_s")})
    return [plot]


def against_races(rows):
    times = {row["algorithm"]: row.num("time_s") for row in rows if row["edges_per_thread"] in ("", "4")}
    atomics = times["edge-mapped"]
    return (f"races take {times['scatter-compact'] / atomics:.2f} times the time of atomics, a thread for each vertex "
            f"{times['vertex-parallel'] / atomics:.2f} times"
            + (", on the emulator, whose times say nothing of a GPU." if emulated(rows) else "."))  # fmt: skip


# Real graphs: those given, or R-MAT graphs of the scale and edge factor that the table says they are like.

SNAP = {  # name: (edge factor, GTEPS by 2d, by the original code, GPUs)
    "com-LiveJournal": (9, 0.77, 0.43, 2), "soc-LiveJournal1": (14, 1.25, 0.47, 2), "com-Orkut": (38, 2.67, 1.43, 4),
    "com-Friendster": (27, 15.68, 5.55, 64)}  # fmt: skip


def graph_cases(size):
    return [{"graph": name, "scheme": scheme} for name in SNAP for scheme in ("2d", "1d")]


def measure_graph(program, size, case):
    path = program.graphs.get(case["graph"]) or program.graph("rmat", size.scale - 1, "--edge-factor", SNAP[case["graph"]][0])
    ranks = max(size.ranks[:3])
    words = words_of("2d, lists" if case["scheme"] == "2d" else "1d, lists", ranks)
    return [{"file": pathlib.Path(path).name, "ranks": ranks, **trials(program, size, path, ranks, *words, "--undirected")}]


def graphs_plot(rows):
    plot = Plot("graphs like those of SNAP, harmonic mean", "graph", "GTEPS", width=2)
    for name, (_, two, one, _) in SNAP.items():
        own = {row["scheme"]: row.num("gteps_harmonic") for row in rows if row["graph"] == name}
        plot.group(name, {"2d": own.get("2d", 0), "1d": own.get("1d", 0), "2d, published": two, "1d, published": one})
    return [plot]


def against_original(rows):
    words = []
    for name, (_, two, one, _) in SNAP.items():
        own = {row["scheme"]: row.num("gteps_harmonic") for row in rows if row["graph"] == name}
        if own.keys() == {"1d", "2d"}:
            times, published = ratio(own["2d"], own["1d"]), two / one
            words.append(f"{times:.2f} for {name} (published {published:.2f})")
    return (f"on {on_ranks(rows[0])} 2D has this many times the rate of 1D: {listed(words)}. "
            "The published 1D is the original code.")  # fmt: skip


TABLES = [
    Table("grid-weak", ["ranks", "form"], weak_cases, measure_weak),
    Table("grid-strong", ["ranks"], strong_cases, measure_strong),
    Table("device-kernels", ["algorithm", "edges_per_thread"], device_cases, measure_device, "device"),
    Table("grid-graphs", ["graph", "scheme"], graph_cases, measure_graph, files=True),
]

FIGURES = [
    Figure("bisson-3", f"{PAPER}, Figure 3", "edges a thread", "device-kernels", edges_a_thread,
           "Time of a search by the kernel that gives each thread so many consecutive edges.",
           "at scale 21 four edges a thread are best, about 40 % faster than one.", best_edges),
    Figure("bisson-4", f"{PAPER}, Figure 4 and Table 1", "weak scaling", "grid-weak",
           weak("2d, lists", [(1, 1.13), (4096, 400)]),
           "Rates of top-down searches on a grid, messages as lists, where the scale grows by one as the ranks double.",
           "from 1.13 GTEPS at scale 21 on one K20X to about 400 at scale 33 on 4096. "
           "Table 1 has grids of 1x1, 1x2, 2x2, 2x4, 4x4 and so on to 64x64 GPUs.", weak_growth),
    Figure("bisson-5", f"{PAPER}, Figure 5", "strong scaling", "grid-strong", speedup,
           "One graph on more and more ranks.", "at scale 25 linear up to 16 GPUs.", speedups),
    Figure("bisson-6", f"{PAPER}, Figure 6", "computation and transfer", "grid-weak",
           transfers("2d, lists", transfer_share),
           "Times of computing and of communication, median of the ranks, and the share of "
           "communication.",
           "transfers take less than half of the time up to 2048 GPUs and nearly 60 % on 4096.", share_of_transfer("2d, lists")),
    Figure("bisson-7", f"{PAPER}, Figure 7", "the four phases", "grid-weak", phases,
           "Expand exchange, frontier expansion, fold exchange, frontier update, median of the ranks.",
           "the update takes less than 10 % in any configuration; communication dominates at 4096 GPUs.",
           shares_of_update),
    Figure("bisson-8", f"{PAPER}, Figure 8", "2D against 1D", "grid-weak", two_against_one,
           "The same searches on a grid and on vertices dealt in turn.",
           "on 1024 GPUs 2D transfers are nearly eight times as fast, and its computation 3.5 times.",
           against_one),
    Figure("bisson-9", f"{PAPER}, Figure 9 and Table 2", "kernels", "device-kernels", kernels,
           "`edge-mapped`, which has an atomic for each vertex found, against the original code's way, `scatter-compact`, "
           "whose threads race for an array of integers; `vertex-parallel` has a thread for each vertex of the graph; and other "
           "kernels of this program.",
           "from 16 GPUs on atomics are twice as fast as the original code; 1.13 GTEPS on a K20X, 0.48 on an S2050, at scale 21.",
           against_races),
    Figure("bisson-table-3", f"{PAPER}, Table 3", "real graphs", "grid-graphs", graphs_plot,
           "Searches of files given as `--graph NAME=FILE`, or of R-MAT graphs with as many edges a vertex.",
           "0.77, 1.25, 2.67 and 15.68 GTEPS on 2, 2, 4 and 64 GPUs; the original code 0.43, 0.47, 1.43 and 5.55.",
           against_original),
    Figure("bisson-10", f"{PAPER}, Figure 10", "weak scaling with bitmaps", "grid-weak",
           weak("2d, bitmaps", [(4096, 830)]),
           "As Figure 4, messages as bitmaps where lists would be longer.", "twice the rates: 830 GTEPS on 4096 GPUs.",
           rates_with_bitmaps),
    Figure("bisson-11", f"{PAPER}, Figure 11", "computation and transfer with bitmaps", "grid-weak",
           transfers("2d, bitmaps", transfer_times),
           "As Figure 6, messages as bitmaps where lists would be longer.",
           "on 4096 GPUs communication drops from about 200 to 40 ms.", transfers_with_bitmaps),
]  # fmt: skip
