"""Parts of the sentences that compare ours with the published."""


def ratio(value, base):
    """How many times the base a value is; no base is taken as almost nothing."""
    return value / max(1e-12, base)


def listed(words):
    """One, two and three."""
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def by_ranks(rows, **values):
    """The rows that have these values, the fewest ranks first."""
    chosen = [row for row in rows if all(row[key] == value for key, value in values.items())]
    return sorted(chosen, key=lambda row: row.num("ranks"))


def on_ranks(row):
    """On how many ranks a row was measured."""
    return f"{row['ranks']} rank" + ("" if row["ranks"] == "1" else "s")
