"""How the searches on delegates compare with those of Pan, Pearce and Owens 2018."""

from searches import DIRECTIONS
from sentences import by_ranks, listed, on_ranks, ratio

SHARED = "Ranks share the cores of one machine."
# Factors that suit almost all of the published runs.
FACTORS = {"dd": "0.5", "dn": "0.05", "nd": "1e-7"}


def best_thresholds(rows):
    sentences = []
    for algorithm, name in DIRECTIONS.items():
        own = [row for row in rows if row["algorithm"] == algorithm]
        if own:
            most = max(row.num("gteps") for row in own)
            near = [int(row.num("threshold")) for row in own if row.num("gteps") >= 0.9 * most]
            sentences.append(f"{name} is within 10 % of its best from {min(near)} to {max(near)}")
    place = f"at scale {rows[0]['scale']} on {rows[0]['ranks']} ranks"
    return "; ".join(sentences) + f", {place}."


def option_effect(rows):
    of = {row["options"]: row for row in rows}

    def times(column, options, base):
        return ratio(of[options].num(column), of[base].num(column))

    def communication(option, options, base):
        return f"{option} makes it {times('network_s', options, base):.2f} times as long"

    effects = [communication("L", "DO, L, BR", "DO, BR"),
               communication("U", "DO, U, BR", "DO, BR"),
               communication("IR in place of BR", "DO, IR", "DO, BR"),
               communication("IR in place of BR, with L and U,", "DO, L, U, IR",
                             "DO, L, U, BR")]  # fmt: skip
    visits = times("expansion_s", "BFS, BR", "DO, BR")
    arcs = times("arcs_examined", "BFS, BR", "DO, BR")
    return (f"DO makes the time of visits {visits:.1f} times less, and the arcs examined "
            f"{arcs:.1f} times less. Of the time of communication, {listed(effects)}.")  # fmt: skip


def first_and_last(rows):
    """(name, row of the fewest ranks, row of the most ranks) of each algorithm."""
    for algorithm, name in DIRECTIONS.items():
        own = by_ranks(rows, algorithm=algorithm)
        if own:
            yield name, own[0], own[-1]


def weak_rates(rows):
    words = [f"{name} has {first.num('gteps'):.2f} GTEPS on {on_ranks(first)} and "
             f"{last.num('gteps'):.2f} on {last['ranks']}, "
             f"{ratio(last.num('gteps'), first.num('gteps')):.2f} times as much"
             for name, first, last in first_and_last(rows)]  # fmt: skip
    published = f"from 1 to 124 GPUs the published rate grows {259.8 / 22.9:.1f} times"
    return "; ".join(words) + f"; {published}. {SHARED}"


def visit_growth(rows):
    words = [f"{name} visits for {ratio(last.num('expansion_s'), first.num('expansion_s')):.1f} "
             f"times as long on {on_ranks(last)} as on {first['ranks']}"
             for name, first, last in first_and_last(rows)]  # fmt: skip
    return "; ".join(words) + f". {SHARED}"


def strong_rates(rows):
    words = []
    for algorithm, name in DIRECTIONS.items():
        own = by_ranks(rows, algorithm=algorithm)
        if own:
            best = max(own, key=lambda row: row.num("gteps"))
            gain, end = (ratio(row.num("gteps"), own[0].num("gteps")) for row in (best, own[-1]))
            base, most = own[0]["ranks"], own[-1]["ranks"]
            words.append(f"{name} is fastest on {on_ranks(best)}: {best.num('gteps'):.2f} GTEPS, "
                         f"{gain:.2f} times the rate on {base}. On {most} its rate is "
                         f"{end:.2f} times that on {base}")  # fmt: skip
    return ". ".join(words) + f". {SHARED}"


def tail_effect(rows):
    of = {(row["graph"], row["algorithm"]): row for row in rows}
    words = []
    for graph in dict.fromkeys(row["graph"] for row in rows):
        both = [of.get((graph, algorithm)) for algorithm in ("top-down", "direction-optimizing")]
        if all(both):
            times = ratio(both[0].num("gteps"), both[1].num("gteps"))
            words.append(f"{graph}: BFS {times:.2f} times as fast as DOBFS, "
                         f"{both[0].num('levels'):.0f} levels")  # fmt: skip
    return "; ".join(words) + "."


def good_factors(rows):
    """The range of factors with few arcs looked at, and whether the published factor is in it."""
    words = []
    for subgraph, published in FACTORS.items():
        own = [row for row in rows if row["subgraph"] == subgraph]
        if not own:
            continue
        fewest = min(row.num("arcs_examined") for row in own)
        good = [row["factor"] for row in own if row.num("arcs_examined") <= 1.1 * fewest]
        low, high = min(good, key=float), max(good, key=float)
        best = max(own, key=lambda row: row.num("gteps"))["factor"]
        place = "in" if float(low) <= float(published) <= float(high) else "outside"
        words.append(f"{subgraph}: the arcs looked at are within 10 % of the fewest from {low} to "
                     f"{high}; the published {published} is {place} this range; the best rate is "
                     f"at {best}")  # fmt: skip
    return ". ".join(words) + "."
