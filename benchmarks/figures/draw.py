"""Plots as SVG: text stays text, and every mark says its number when pointed at."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 440, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 50, 56
COLOURS = ["#1b6ca8", "#c2571a", "#2e7d32", "#7b4fa3", "#b8860b", "#555555", "#b0305c", "#00838f"]
# How a line is drawn: measured here, computed by a model, or published by others.
STYLES = {"measured": "", "computed": ' stroke-dasharray="6 3"', "published": ' stroke-dasharray="1 4"'}


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(str(words))}</text>'


def number(value):
    """As short as it may be: 200, 2 k, 2 M."""
    for limit, letter in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= limit:
            return f"{value / limit:.4g}{letter}"
    return f"{value:.4g}"


class Axis:
    """Marks for values, and where a value lies between the first and the last mark: 0 to 1."""

    def __init__(self, values, logarithmic, base=10, from_zero=True):
        self.logarithmic = logarithmic
        values = [value for value in values if value > 0 or not logarithmic] or [1]
        low, high = min(values), max(values)
        if not logarithmic:
            low = min(low, 0) if from_zero else low
            span = max(high - low, 1e-12)
            step = 10.0 ** math.floor(math.log10(span / 2))
            step *= next(factor for factor in (1, 2, 5, 10) if span <= 5 * factor * step)
            first = math.floor(low / step + 1e-9)
            self.marks = [step * i for i in range(first, math.ceil(high / step - 1e-9) + 1)]
        elif base == 2:
            powers = range(math.floor(math.log2(low)), math.ceil(math.log2(high)) + 1)
            every = max(1, math.ceil(len(powers) / 9))
            self.marks = [2.0**power for power in powers if (power - powers[0]) % every == 0]
            if self.marks[-1] < high:
                self.marks.append(self.marks[-1] * 2.0**every)
        else:
            powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
            steps = (1, 2, 5) if high < 200 * low else (1,)
            marks = [step * 10.0**power for power in powers for step in steps]
            first = max(mark for mark in marks if mark <= low * 1.001)
            last = min(mark for mark in marks if mark >= high * 0.999)
            self.marks = [mark for mark in marks if first <= mark <= last]
        if len(self.marks) == 1:
            self.marks.append(self.marks[0] * base if logarithmic else self.marks[0] + 1)

    def place(self, value):
        low, high = self.marks[0], self.marks[-1]
        if self.logarithmic:
            return math.log(max(value, low) / low) / math.log(high / low)
        return (value - low) / (high - low)


class Plot:
    """One panel: lines over an axis, or bars over names."""

    def __init__(self, title, x_name, y_name, x="log2", y="log10", width=1):
        self.title, self.x_name, self.y_name, self.x_kind, self.y_kind = title, x_name, y_name, x, y
        self.width = width * WIDTH
        self.lines = []  # (name, points, style)
        self.rows = []  # (label, {part: value}), stacked
        self.groups = []  # the same, side by side
        self.levels = []  # (value, name): lines across

    def line(self, name, points, style="measured"):
        """points: [(x, y)]; those that a logarithmic axis cannot show are left out."""
        points = sorted((float(x), float(y)) for x, y in points if y is not None)
        points = [(x, y) for x, y in points
                  if (y > 0 or self.y_kind == "linear") and (x > 0 or self.x_kind == "linear")]  # fmt: skip
        if points:
            self.lines.append((name, points, style))
        return self

    def stack(self, label, parts):
        self.rows.append((label, parts))
        return self

    def group(self, label, parts):
        self.groups.append((label, parts))
        return self

    def level(self, value, name):
        self.levels.append((value, name))
        return self

    def names(self):
        """[(name, style)] of what a legend explains, in the order of colours."""
        if self.lines:
            return [(name, style) for name, _, style in self.lines]
        return [(name, style_of(name)) for name in dict.fromkeys(
            part for _, parts in self.rows + self.groups for part in parts)]  # fmt: skip

    def heights(self):
        values = [y for _, points, _ in self.lines for _, y in points]
        values += [sum(parts.values()) for _, parts in self.rows]
        values += [value for _, parts in self.groups for value in parts.values()]
        return values + [value for value, _ in self.levels]

    def draw(self, left, colours):
        """`colours`: by name."""
        axis = Axis(self.heights(), self.y_kind != "linear")

        def y_of(value):
            return HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - TOP - BOTTOM)

        right = left + self.width - RIGHT
        yield text(left + self.width / 2, 18, self.title, more=' font-weight="bold"')
        yield text(left + LEFT - 52, 36, self.y_name, "start")
        for mark in axis.marks:
            yield f'<line x1="{left + LEFT}" x2="{right}" y1="{y_of(mark):.1f}" y2="{y_of(mark):.1f}" stroke="#ddd"/>'
            yield text(left + LEFT - 6, y_of(mark) + 4, number(mark), "end")
        yield text(left + LEFT + (self.width - LEFT - RIGHT) / 2, HEIGHT - BOTTOM + 44, self.x_name)
        yield from (self.draw_lines if self.lines else self.draw_bars)(left, y_of, colours)
        for value, name in self.levels:
            yield (f'<line x1="{left + LEFT}" x2="{right}" y1="{y_of(value):.1f}" y2="{y_of(value):.1f}" '
                   f'stroke="#333"><title>{escape(name)}: {number(value)}</title></line>')  # fmt: skip
            yield text(right, y_of(value) - 4, name, "end", ' font-size="10"')

    def draw_lines(self, left, y_of, colours):
        xs = [x for _, points, _ in self.lines for x, _ in points]
        axis = Axis(xs, self.x_kind != "linear", 2, from_zero=False)

        def x_of(value):
            return left + LEFT + 12 + axis.place(value) * (self.width - LEFT - RIGHT - 24)

        for mark in axis.marks:
            yield text(x_of(mark), HEIGHT - BOTTOM + 18, f"{mark:.6g}")
        for name, points, style in self.lines:
            colour = colours[name]
            path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
            if len(points) > 1:
                yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{STYLES[style]}/>'
            if len(points) > 80:
                continue
            for x, y in points:
                fill = "white" if style == "published" else colour
                radius = 4 if style == "published" else 2 if style == "computed" else 3
                yield (f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="{radius}" fill="{fill}" stroke="{colour}">'
                       f"<title>{escape(name)}: {number(x)}, {number(y)}</title></circle>")  # fmt: skip

    def draw_bars(self, left, y_of, colours):
        stacked = bool(self.rows)
        rows = self.rows or self.groups
        pitch = (self.width - LEFT - RIGHT) / max(1, len(rows))
        for place, (label, parts) in enumerate(rows):
            begin = left + LEFT + (place + 0.1) * pitch
            below, each = 0.0, 0.8 * pitch / (1 if stacked else max(1, len(parts)))
            for i, (part, value) in enumerate(parts.items()):
                x = begin if stacked else begin + i * each
                top = y_of(below + value)
                fill = "white" if style_of(part) == "published" else colours[part]
                foot = y_of(below) if stacked else HEIGHT - BOTTOM
                title = f"{escape(str(label))}, {escape(part)}: {number(value)}"
                yield (f'<rect x="{x:.1f}" y="{min(top, foot):.1f}" width="{each:.1f}" '
                       f'height="{abs(foot - top):.1f}" fill="{fill}" stroke="{colours[part]}">'
                       f"<title>{title}</title></rect>")  # fmt: skip
                below += value if stacked else 0
            down = place % 2 * 14 if len(rows) > 5 else 0
            yield text(left + LEFT + (place + 0.5) * pitch, HEIGHT - BOTTOM + 14 + down, label, more=' font-size="10"')


def style_of(part):
    """How the bar of a part is drawn."""
    return "published" if part.endswith(", published") else "measured"


def subject(name):
    """What was published of something has its colour."""
    return name.split(", published")[0]


def legend(top, names, width):
    """In rows of as many as fit; returns the lines and their height."""
    columns = max(1, int((width - LEFT) // 210))
    parts = []
    for place, (name, colour, style) in enumerate(names):
        x, y = LEFT + place % columns * 210, top + place // columns * 18
        if style == "published":
            parts.append(f'<circle cx="{x + 10}" cy="{y - 4}" r="4" fill="white" stroke="{colour}"/>')
        else:
            parts.append(f'<line x1="{x}" x2="{x + 20}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}" stroke-width="4"{STYLES[style]}/>')
        parts.append(text(x + 26, y, name, "start"))
    return parts, 18 * math.ceil(len(names) / columns)


def write(path, title, plots):
    """A picture of plots, two in a row. A name has the same colour in all of them."""
    styles = {}
    for plot in plots:
        for name, style in plot.names():
            styles.setdefault(name, style)
    subjects = list(dict.fromkeys(map(subject, styles)))
    colours = {name: COLOURS[subjects.index(subject(name)) % len(COLOURS)] for name in styles}
    width = max(max(plot.width for plot in plots), min(2, len(plots)) * WIDTH)
    body, left, top = [], 0, 0
    for plot in plots:
        if left + plot.width > width:
            left, top = 0, top + HEIGHT
        body += [f'<g transform="translate(0 {top})">', *plot.draw(left, colours), "</g>"]
        left += plot.width
    top += HEIGHT + 4
    explained, height = legend(top + 8, [(name, colours[name], style) for name, style in styles.items()], width)
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + 8 + height}" role="img" '
            f'viewBox="0 0 {width} {top + 8 + height}" font-family="sans-serif" font-size="12">',
            f"<title>{escape(title)}</title>", '<rect width="100%" height="100%" fill="white"/>']  # fmt: skip
    path.write_text("\n".join([*head, *body, *explained, "</svg>\n"]), encoding="utf-8")
