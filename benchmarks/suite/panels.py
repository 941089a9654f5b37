"""Panels of a plot, as SVG: lines over ranks or levels, and bars of parts or side by side."""

import math

WIDTH, HEIGHT, MARGIN = 440, 320, 64
COLOURS = ["#1b6ca8", "#c2571a", "#2e7d32", "#7b4fa3", "#b8860b", "#777777", "#b0305c"]


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def number(value):
    """As short as it may be: 200, 2 k, 2 M."""
    for limit, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= limit:
            return f"{value / limit:g}{letter}"
    return f"{value:g}"


class Axis:
    """Up a panel: logarithmic, with marks at 1, 2 and 5 times powers of ten where they are few, or
    linear from 0."""

    def __init__(self, values, logarithmic=True):
        self.logarithmic = logarithmic
        if logarithmic:
            values = [value for value in values if value > 0]
            powers = range(math.floor(math.log10(min(values))) - 1, math.ceil(math.log10(max(values))) + 1)
            steps = (1, 2, 5) if max(values) < 200 * min(values) else (1,)
            marks = [step * 10.0**power for power in powers for step in steps]
            low = max(mark for mark in marks if mark <= min(values) * 1.001)
            high = min([mark for mark in marks if mark >= max(values) * 0.999] or [10.0 * marks[-1]])
            self.marks = [mark for mark in marks if low <= mark <= high]
        else:
            step = 10.0 ** math.floor(math.log10(max(values) / 2))
            step *= next(factor for factor in (1, 2, 5, 10) if max(values) <= 5 * factor * step)
            self.marks = [step * i for i in range(math.ceil(max(values) / step - 1e-9) + 1)]
        self.low, self.high = self.marks[0], self.marks[-1]

    def y(self, value):
        share = ((math.log(value / self.low) / math.log(self.high / self.low) if self.high > self.low else 0.5)
                 if self.logarithmic else (value - self.low) / (self.high - self.low))
        return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)

    def draw(self, left, width=WIDTH):
        for mark in self.marks:
            y = self.y(mark)
            yield f'<line x1="{left + MARGIN}" x2="{left + width - 16}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            yield text(left + MARGIN - 6, y + 4, number(mark), "end")


def title_of(left, title):
    return text(left + WIDTH / 2, 24, title, more=' font-weight="bold"')


def lines(left, title, series, logarithmic=True):
    """series: {name: [(ranks, value)]}; ranks on a logarithmic axis. Zeros are left out of a
    logarithmic one."""
    series = {name: [(x, y) for x, y in points if y > 0 or not logarithmic] for name, points in series.items()}
    axis = Axis([y for points in series.values() for _, y in points], logarithmic)
    ranks = sorted({x for points in series.values() for x, _ in points})

    def x_of(x):
        span = math.log2(ranks[-1] / ranks[0]) or 1
        return left + MARGIN + 12 + math.log2(x / ranks[0]) / span * (WIDTH - MARGIN - 40)

    yield title_of(left, title)
    yield from axis.draw(left)
    for x in ranks:
        yield text(x_of(x), HEIGHT - MARGIN + 18, x)
    yield text(left + WIDTH / 2, HEIGHT - MARGIN + 36, "ranks")
    for colour, points in zip(COLOURS, series.values()):
        path = " ".join(f"{x_of(x):.1f},{axis.y(y):.1f}" for x, y in sorted(points))
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for x, y in points:
            yield f'<circle cx="{x_of(x):.1f}" cy="{axis.y(y):.1f}" r="3" fill="{colour}"/>'


def steps(left, title, series, x_name):
    """series: {name: [value of step 0, 1, ...]}, both axes linear."""
    axis = Axis([y for values in series.values() for y in values], logarithmic=False)
    longest = max(len(values) for values in series.values())
    marks = Axis([longest], logarithmic=False).marks

    def x_of(x):
        return left + MARGIN + 12 + x / marks[-1] * (WIDTH - MARGIN - 40)

    yield title_of(left, title)
    yield from axis.draw(left)
    for x in marks:
        yield text(x_of(x), HEIGHT - MARGIN + 18, number(x))
    yield text(left + WIDTH / 2, HEIGHT - MARGIN + 36, x_name)
    for colour, values in zip(COLOURS, series.values()):
        path = " ".join(f"{x_of(x):.1f},{axis.y(y):.1f}" for x, y in enumerate(values))
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def groups(left, title, rows, width=WIDTH, one=None):
    """rows: [(label, {name: value})], the bars of a row side by side, on a logarithmic axis; `one`: a
    line across at this value."""
    axis = Axis([value for _, parts in rows for value in parts.values()] + ([one] if one else []))
    pitch = (width - MARGIN - 16) / len(rows)
    yield title_of(left + (width - WIDTH) / 2, title)
    yield from axis.draw(left, width)
    for place, (label, parts) in enumerate(rows):
        each = 0.8 * pitch / len(parts)
        for i, (colour, value) in enumerate(zip(COLOURS, parts.values())):
            x, foot = left + MARGIN + (place + 0.1) * pitch + i * each, axis.y(one or axis.low)
            top, bottom = sorted((axis.y(value), foot))
            yield (f'<rect x="{x:.1f}" y="{top:.1f}" width="{each:.1f}" '
                   f'height="{bottom - top:.1f}" fill="{colour}"/>')
        yield text(left + MARGIN + (place + 0.5) * pitch, HEIGHT - MARGIN + 18 + place % 2 * 16, label)
    if one:
        yield (f'<line x1="{left + MARGIN}" x2="{left + width - 16}" y1="{axis.y(one):.1f}" '
               f'y2="{axis.y(one):.1f}" stroke="#333"/>')


def bars(left, title, stacks):
    """stacks: [(label, {part: value})], with the same parts in the same order."""
    axis = Axis([sum(parts.values()) for _, parts in stacks], logarithmic=False)
    pitch = (WIDTH - MARGIN - 16) / len(stacks)
    yield title_of(left, title)
    yield from axis.draw(left)
    for place, (label, parts) in enumerate(stacks):
        x, below = left + MARGIN + (place + 0.15) * pitch, 0
        for colour, value in zip(COLOURS, parts.values()):
            top = axis.y(below + value)
            yield (f'<rect x="{x:.1f}" y="{top:.1f}" width="{0.7 * pitch:.1f}" '
                   f'height="{axis.y(below) - top:.1f}" fill="{colour}"/>')
            below += value
        yield text(x + 0.35 * pitch, HEIGHT - MARGIN + 18, label)


def legend(top, names, columns):
    """In rows of `columns`."""
    for place, (colour, name) in enumerate(zip(COLOURS, names)):
        x, y = MARGIN + place % columns * 170, top + place // columns * 18
        yield f'<rect x="{x}" y="{y - 9}" width="18" height="10" fill="{colour}"/>'
        yield text(x + 24, y, name, "start")


def write(path, panels, names):
    """A plot of panels, two in a row: panels are functions of their left edge."""
    top = math.ceil(len(panels) / 2) * HEIGHT + 4
    columns = (2 * WIDTH - MARGIN) // 170
    height = top + 18 * math.ceil(len(names) / columns)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" height="{height}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for place, panel in enumerate(panels):
        parts += [f'<g transform="translate(0 {place // 2 * HEIGHT})">', *panel(place % 2 * WIDTH), "</g>"]
    parts += legend(top, names, columns)
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join([*parts, "</svg>\n"]))
