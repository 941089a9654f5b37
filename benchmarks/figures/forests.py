"""Mazeev, Semenov and Simonov 2016: spanning forests by GHS."""

from draw import Plot
from figure import Figure, Table
from sentences import by_ranks, listed, on_ranks, ratio

PAPER = "Mazeev, Semenov and Simonov 2016"
RANKS_OF_NODE = 8
# Each with what stands before it, and one more.
STEPS = {
    "none": {"lookup": "linear", "test-queue": "shared", "messages": "plain", "postponed": "queue", "finish-test": "allreduce"},
    "+ binary search": {"lookup": "binary"},
    "+ hash table": {"lookup": "hash"},
    "+ Test queue": {"test-queue": "separate"},
    "+ compression": {"messages": "compressed"},
    "+ waiting at vertices": {"postponed": "vertex"},
    "+ end by counting": {"finish-test": "counting"},
}  # fmt: skip
KINDS = {"rmat": "RMAT", "ssca2": "SSCA2", "uniform": "Random"}
PUBLISHED = {  # seconds on 1, 2, 4, ... nodes of 8 ranks, scale 24
    "rmat": [63.27, 36.12, 17.98, 8.47, 5.41, 2.04, 1.45], "ssca2": [54.69, 32.37, 11.90, 6.02, 3.63, 1.72],
    "uniform": [88.61, 51.65, 21.47, 10.27, 6.68, 3.23]}  # fmt: skip
PARTS = ["reading messages", "serving the queue", "serving tests", "sending", "waiting"]
QUEUES = ["serving the queue", "serving tests"]
PROFILED = {"+ hash table": "with the hash table alone", "+ end by counting": "with all"}


def options_of(step):
    now = {}
    for name, change in STEPS.items():
        now.update(change)
        if name == step:
            break
    words = [f"--tune=ghs-{key}={value}" for key, value in now.items()]
    # The default suits graphs on which a rank's loop runs millions of times.
    return words + (["--tune=ghs-finish-frequency=2000"] if now["finish-test"] == "allreduce" else [])


def forest(program, kind, scale, ranks, *words, method="ghs"):
    """A row of a forest, of a graph with 32 edge ends a vertex."""
    shape = ["--max-clique-size", 46] if kind == "ssca2" else ["--edge-factor", 16]
    graph = program.graph(kind, scale, *shape, "--weights", "real")
    found = program.run("msf", graph, "--undirected", "--algorithm", method, "--threads", 1, *words, ranks=ranks)
    profile = found["profile"]
    row = {"scale": scale, "edges": found["edges"], "time_s": found["time_s"], "bytes": found["traffic"]["bytes_sent"],
           "packets": found["traffic"]["messages"], "levels": profile["levels"],
           "steps": profile.get("longest_chain", profile["collective_rounds"])}  # fmt: skip
    row.update({part: times["time_s"] for part, times in profile["parts"].items()})
    row.update({f"{name} messages": sums["sent"] for name, sums in profile.get("messages", {}).items()})
    return row


def step_cases(size):
    return [{"optimization": step, "ranks": ranks} for step in STEPS for ranks in size.ranks]


def measure_step(program, size, case):
    return [forest(program, "rmat", size.forest, case["ranks"], *options_of(case["optimization"]))]


def kind_cases(size):
    return [{"kind": kind, "ranks": ranks} for kind in KINDS for ranks in size.ranks]


def measure_kind(program, size, case):
    return [forest(program, case["kind"], size.forest, case["ranks"], "--tune=ghs-aggregation=20000")]


def weak_cases(size):
    return [{"scale": scale} for scale in range(size.forest - 3, size.forest + 2)]


def measure_weak(program, size, case):
    row = forest(program, "rmat", case["scale"], max(size.ranks[:3]))
    return [{"ranks": max(size.ranks[:3]), **row}]


METHODS = {
    "auto": ("auto", []),
    "auto, in rounds": ("auto", ["--tune=gather-edges=0", "--tune=replicating-ranks=0"]),
    "ghs": ("ghs", ["--ghs-chains", "wired"]),
}


def method_cases(size):
    return [{"method": name, "ranks": ranks} for name in METHODS for ranks in size.ranks if ranks > 1]


def measure_method(program, size, case):
    method, words = METHODS[case["method"]]
    return [forest(program, "rmat", size.forest, case["ranks"], *words, method=method)]


def counts(rows):
    plots = []
    for title, column in (("packets of all ranks", "packets"), ("bytes of all ranks", "bytes"), ("rounds, or levels", "levels"),
                          ("collective rounds, or the longest chain of messages", "steps")):  # fmt: skip
        plot = Plot(title, "ranks", "")
        for name in METHODS:
            plot.line(name, over_ranks(rows, "method", name, column))
        plots.append(plot)
    return plots


def over_ranks(rows, key, value, column="time_s"):
    return [(row.num("ranks"), row.num(column)) for row in rows if row[key] == value]


def scaled(points):
    one = dict(points).get(1)
    return [(ranks, one / seconds) for ranks, seconds in points if seconds > 0] if one else []


def optimizations(rows):
    seconds = Plot("seconds", "ranks", "s")
    scaling = Plot("times as fast as one rank", "ranks", "", y="linear")
    for step in STEPS:
        points = over_ranks(rows, "optimization", step)
        seconds.line(step, points)
        scaling.line(step, scaled(points))
    return [seconds, scaling]


def effect(rows):
    one = {row["optimization"]: row.num("time_s") for row in rows if row["ranks"] == "1"}
    last = {step: own[-1] for step in STEPS if (own := by_ranks(rows, optimization=step))}
    many = {step: row.num("time_s") for step, row in last.items()}
    if not STEPS.keys() <= one.keys():
        return ""

    def less(times, step, base):
        return f"{100 * (1 - ratio(times[step], times[base])):.0f} % less time"

    def scaling(step):
        return ratio(one[step], many[step])
    queue = ratio(scaling("+ Test queue"), scaling("+ hash table"))
    return (f"on one rank binary search takes {less(one, '+ binary search', 'none')}, and hashing "
            f"{less(one, '+ hash table', 'none')}. On {on_ranks(last['none'])}, which share cores, "
            f"the Test queue makes the scaling {queue:.2f} times as good, and compression takes "
            f"{less(many, '+ compression', '+ Test queue')}.")  # fmt: skip


def profile(rows):
    plots = []
    for step, title in PROFILED.items():
        plot = Plot(f"{title}, % of the time", "ranks", "%", y="linear")
        for row in rows:
            if row["optimization"] == step:
                whole = sum(row.num(part) for part in PARTS) or 1
                plot.stack(row["ranks"], {part: 100 * row.num(part) / whole for part in PARTS})
        plots.append(plot)
    return plots


def queue_shares(rows):
    words = []
    for step, title in PROFILED.items():
        last = by_ranks(rows, optimization=step)[-1]
        queues = sum(last.num(part) for part in QUEUES)
        busy = sum(last.num(part) for part in PARTS if part != "waiting")
        words.append(f"{100 * ratio(queues, busy + last.num('waiting')):.0f} % of the time {title} "
                     f"({100 * ratio(queues, busy):.0f} % of what is not waiting)")  # fmt: skip
    return f"on {on_ranks(last)}, which share cores, processing queues takes {listed(words)}."


def kinds(rows):
    seconds = Plot("seconds", "ranks", "s")
    scaling = Plot("times as fast as on one rank, or one node", "ranks, or nodes", "")
    for kind, name in KINDS.items():
        points = over_ranks(rows, "kind", kind)
        seconds.line(name, points)
        seconds.line(f"{name}, published", [(RANKS_OF_NODE << i, s) for i, s in enumerate(PUBLISHED[kind])], "published")
        scaling.line(name, scaled(points))
        scaling.line(f"{name}, published", scaled([(1 << i, s) for i, s in enumerate(PUBLISHED[kind])]), "published")
    return [seconds, scaling]


def scaling_of_kinds(rows):
    """The speedup on the most ranks, and the published one on as many nodes."""
    words = []
    for kind, name in KINDS.items():
        ranks, speedup = scaled(sorted(over_ranks(rows, "kind", kind)))[-1]
        published = dict(scaled([(1 << i, s) for i, s in enumerate(PUBLISHED[kind])])).get(ranks)
        beside = f" (published, on {ranks:.0f} nodes: {published:.2f})" if published else ""
        words.append(f"{name} {speedup:.2f} times{beside}")
    return (f"on {ranks:.0f} ranks GHS is as fast as on one: {listed(words)}. "
            "Ranks share the cores of one machine.")  # fmt: skip


def packets(rows):
    sizes, seconds = Plot("bytes a packet", "ranks", "bytes"), Plot("seconds", "ranks", "s")
    for kind, name in KINDS.items():
        own = [row for row in rows if row["kind"] == kind and row.num("packets") > 0]
        sizes.line(name, [(row.num("ranks"), row.num("bytes") / row.num("packets")) for row in own])
        seconds.line(name, [(row.num("ranks"), row.num("time_s")) for row in own])
    return [sizes, seconds]


def shrinking(rows):
    words = []
    for kind, name in KINDS.items():
        own = [row for row in by_ranks(rows, kind=kind) if row.num("packets")]
        first, last = (ratio(row.num("bytes"), row.num("packets")) for row in (own[0], own[-1]))
        words.append(f"{name} {first:.0f} bytes on {own[0]['ranks']} and {last:.0f} on "
                     f"{own[-1]['ranks']} ({ratio(last, first):.2f} times)")  # fmt: skip
    return f"the mean packet by ranks: {listed(words)}."


def weak(rows):
    plot = Plot(f"R-MAT graphs on {rows[0]['ranks']} ranks", "scale", "s", x="linear")
    return [plot.line("GHS", [(row.num("scale"), row.num("time_s")) for row in rows])]


def growth(rows):
    first, *_, last = sorted(rows, key=lambda row: row.num("scale"))

    def times(column):
        return f"{ratio(last.num(column), first.num(column)):.1f} times"
    return (f"from scale {first['scale']} to {last['scale']}, on {on_ranks(last)}, there are "
            f"{times('edges')} the edges, and GHS takes {times('time_s')} as long.")  # fmt: skip


def sent(rows):
    auto, ghs = (by_ranks(rows, method=method)[-1] for method in ("auto", "ghs"))

    def times(column):
        return f"{ratio(ghs.num(column), auto.num(column)):.1f} times the {column}"
    return (f"on {on_ranks(ghs)} GHS sends {times('packets')} and {times('bytes')} of Strider's "
            f"method. The longest chain of GHS has {ghs.num('steps'):.0f} messages; Strider's "
            f"method needs {auto.num('steps'):.0f} collective rounds.")  # fmt: skip


TABLES = [
    Table("forest-optimizations", ["optimization", "ranks"], step_cases, measure_step),
    Table("forest-kinds", ["kind", "ranks"], kind_cases, measure_kind),
    Table("forest-methods", ["method", "ranks"], method_cases, measure_method),
    Table("forest-weak", ["scale"], weak_cases, measure_weak),
]

FIGURES = [
    Figure("mazeev-2", f"{PAPER}, Figure 2", "optimizations one after the other", "forest-optimizations", optimizations,
           "Seconds of GHS on an R-MAT graph, and how many times as fast as on one rank; each line has what stands before it.",
           "on a node binary search takes 2 % and hashing 18 % less time; the Test queue doubles the scaling, compression halves "
           "the time.", effect),
    Figure("mazeev-3", f"{PAPER}, Figure 3", "where the time goes", "forest-optimizations", profile,
           "Parts of the loop of a rank, means of the ranks, in percent.",
           "most of the time goes to processing queues, less of it in the final version.",
           queue_shares),
    Figure("mazeev-table-2", f"{PAPER}, Table 2", "strong scaling of three graphs", "forest-kinds", kinds,
           "R-MAT, SSCA2 and uniform random graphs of 32 edge ends a vertex. Published times are of scale 24, on nodes of 8 ranks.",
           "43.6 times on 64 nodes for RMAT-24; 31.6 and 27.4 on 32 nodes for SSCA2-24 and Random-24.",
           scaling_of_kinds),
    Figure("mazeev-5a", f"{PAPER}, Figure 5 (message size)", "size of packets", "forest-kinds", packets,
           "Mean bytes of the packets that ranks send, which aggregate up to 20000 bytes, and the time.",
           "packets shrink as nodes are added, to less than 2 KB on 32 nodes.", shrinking),
    Figure("mazeev-5b", f"{PAPER}, Figure 5 (weak scaling)", "larger graphs on the same ranks", "forest-weak", weak,
           "Seconds by scale.", "up to RMAT-29, of 205 GB, on 32 nodes.", growth),
    Figure("forest-counts", f"{PAPER}, and the method of Strider", "what methods send, and in how many steps", "forest-methods",
           counts, "Packets, bytes, rounds and steps one after the other, of an R-MAT graph; in rounds: to the end, without one rank "
           "for the rest.", "latency of short messages is supposed to be the limit of GHS.", sent),
]  # fmt: skip
