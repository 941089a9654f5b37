"""The article on parallel breadth-first search: load balance, barriers, locality, and what is sent."""

from draw import Plot
from figure import Figure, Table
from searches import graph500
from sentences import by_ranks, listed, on_ranks, ratio

SOURCE = "Parallel breadth-first search (Wikipedia)"
METHODS = ["serial", "top-down", "top-down-local", "bag", "vertex-parallel", "bottom-up", "direction-optimizing"]
ORDERS = {"as generated": [], "degree layout": ["--prepare", "degree"], "locality layout": ["--prepare", "locality"]}
SPREADS = {
    "1d, blocks": ["--partition", "1d"],
    "1d, in turn": ["--partition", "1d", "--distribution", "cyclic"],
    "2d": ["--partition", "2d"],
    "delegates": ["--partition", "delegate"],
}
SCHEMES = {name: words for name, words in SPREADS.items() if name != "1d, in turn"}


def searched(program, size, *words):
    found = program.run("bfs", *words, "--trials", size.trials, "--seed", 2)
    return {"time_s": found["time_s"], "gteps": found["statistics"]["teps"]["harmonic_mean"] / 1e9, "levels": found["levels"],
            "arcs_examined": sum(level.get("arcs_examined", 0) for level in found["frontier"])}  # fmt: skip


def method_cases(_size):
    return [{"graph": graph, "method": method} for graph in ("kronecker", "grid") for method in METHODS]


def measure_method(program, size, case):
    graph = program.graph(case["graph"], size.scale)
    return [{"scale": size.scale, **searched(program, size, graph, "--algorithm", case["method"])}]


def methods(rows):
    plots = []
    for graph in dict.fromkeys(row["graph"] for row in rows):
        plot = Plot(f"{graph}, a search", "method", "ms", width=2)
        for row in rows:
            if row["graph"] == graph:
                plot.group(row["method"], {"time": 1000 * row.num("time_s")})
        plots.append(plot)
    return plots


def barriers(rows):
    words = []
    for graph in dict.fromkeys(row["graph"] for row in rows):
        levels = max(row.num("levels") for row in rows if row["graph"] == graph)
        words.append(f"{graph}: {levels:.0f} levels, as many barriers for the methods that go level by level")
    return "; ".join(words) + "."


def order_cases(_size):
    return [{"order": order} for order in ORDERS]


def measure_order(program, size, case):
    return [{"scale": size.scale, **searched(program, size, program.graph("kronecker", size.scale), *ORDERS[case["order"]])}]


def orders(rows):
    plot = Plot("Kronecker graph, method auto", "order of the vertices", "GTEPS", y="linear")
    for row in rows:
        plot.group(row["order"], {"rate": row.num("gteps")})
    return [plot]


def rates_of_orders(rows):
    plain, *others = rows

    def times(row, column):
        return f"{ratio(row.num(column), plain.num(column)):.2f} times"
    words = [f"the {row['order']} has {times(row, 'gteps')} the rate and looks at "
             f"{times(row, 'arcs_examined')} the arcs" for row in others]  # fmt: skip
    return f"against the graph as generated, {'; '.join(words)}."


def spread_cases(size):
    return [{"spread": spread, "ranks": ranks} for spread in SPREADS for ranks in size.ranks if ranks > 1]


def measure_spread(program, size, case):
    return [{"scale": size.scale, **graph500(program, size, size.scale, case["ranks"], *SPREADS[case["spread"]])}]


def balance(rows):
    arcs = Plot("arcs", "ranks", "most of a rank over the mean", y="linear")
    work = Plot("time of computing", "ranks", "most of a rank over the mean", y="linear")
    for spread in SPREADS:
        own = [row for row in rows if row["spread"] == spread]
        arcs.line(spread, [(row.num("ranks"), row.num("balance")) for row in own])
        work.line(spread, [(row.num("ranks"), row.num("computing_balance")) for row in own])
    return [arcs, work]


def on_most_ranks(rows):
    """{spread: its row on the most ranks}"""
    return {spread: own[-1] for spread in SPREADS if (own := by_ranks(rows, spread=spread))}


def balances(rows):
    of = on_most_ranks(rows)
    place = on_ranks(next(iter(of.values())))

    def values(column):
        return listed(f"{row.num(column):.2f} ({spread})" for spread, row in of.items())
    return (f"the generator has shuffled the vertices. On {place} the most arcs of a rank are "
            f"{values('balance')} times the mean. The longest time of computing is "
            f"{values('computing_balance')} times the mean.")  # fmt: skip


def traffic(rows):
    plots = []
    for title, column in (("bytes a search", "bytes"), ("messages a search", "messages")):
        plot = Plot(title, "ranks", "")
        for spread in SCHEMES:
            plot.line(spread, [(row.num("ranks"), row.num(column)) for row in rows if row["spread"] == spread])
        plots.append(plot)
    return plots


def sent(rows):
    of = on_most_ranks(rows)
    one = of["1d, blocks"]

    def times(spread, column):
        return f"{ratio(of[spread].num(column), one.num(column)):.2f} times the {column}"
    words = [f"{times('2d', column)} on a grid, {times('delegates', column)} with delegates"
             for column in ("messages", "bytes")]  # fmt: skip
    return (f"on {on_ranks(one)} a search by 1D sends {one.num('messages'):.0f} messages and "
            f"{one.num('bytes'):.0f} bytes. Against these: {'; '.join(words)}.")  # fmt: skip


TABLES = [
    Table("host-methods", ["graph", "method"], method_cases, measure_method, "host"),
    Table("host-orders", ["order"], order_cases, measure_order, "host"),
    Table("rank-spreads", ["spread", "ranks"], spread_cases, measure_spread),
]

FIGURES = [
    Figure("bfs-methods", SOURCE, "methods of shared memory, and barriers", "host-methods", methods,
           "A search of a shallow and of a deep graph by the methods that the article names. On the deep one barriers are most of "
           "the time.", "a barrier after each level, so as many as the graph is deep.", barriers),
    Figure("bfs-locality", SOURCE, "locality", "host-orders", orders,
           "Rates of searches by the order in which the graph's vertices and rows are laid out.",
           "locality of memory references is named as the third of the optimizations; no numbers.",
           rates_of_orders),
    Figure("bfs-balance", SOURCE, "load balance", "rank-spreads", balance,
           "How much more than the mean the rank with the most has: of arcs, and of the time of computing.",
           "random shuffling of the vertices before partitioning is named; no numbers.", balances),
    Figure("bfs-traffic", SOURCE, "what is sent", "rank-spreads", traffic,
           "Bytes and messages of a direction-optimizing search by scheme.",
           "on a grid a rank sends along rows and columns only; no numbers.", sent),
]  # fmt: skip
