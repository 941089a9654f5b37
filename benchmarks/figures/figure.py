"""What a figure is: cases to measure, rows of a table, plots of them, and words."""

import dataclasses
from typing import Callable


@dataclasses.dataclass
class Size:
    """How much a machine bears."""

    name: str
    scale: int  # of one graph
    base: int  # of a rank's share where graphs grow with the ranks
    ranks: list
    trials: int
    thresholds: list
    emulated: int  # scale for an emulated device
    forest: int  # scale of spanning forests
    sources: int  # of betweenness


SIZES = {
    size.name: size
    for size in (
        Size("tiny", 8, 7, [1, 2], 3, [8, 64], 6, 7, 4),
        Size("small", 16, 14, [1, 2, 4, 8], 16, [4, 8, 16, 32, 64, 128, 256, 512, 1024], 9, 13, 16),
        Size("default", 20, 18, [1, 2, 4, 8, 16], 64,
             [4, 8, 16, 32, 45, 64, 91, 128, 256, 512, 1024, 2048], 11, 17, 64),
    )  # fmt: skip
}


@dataclasses.dataclass
class Table:
    """Numbers that one or more figures draw."""

    name: str
    keys: list
    cases: Callable  # (size) -> [{key: value}]
    measure: Callable  # (program, size, case) -> [{column: value}]
    needs: str = "ranks"  # or "host", "device": what a machine must have
    files: bool = False  # whether given graphs replace generated ones

    def setting(self, size, device, graphs):
        """What else a row depends on, in columns before those of the case."""
        columns = {"size": size}
        if self.needs == "device":
            columns["device"] = device
        if self.files:
            columns["files"] = " ".join(sorted(graphs))
        return columns


@dataclasses.dataclass
class Figure:
    name: str
    source: str  # the published figure
    title: str
    table: str
    plots: Callable  # (rows) -> [draw.Plot]
    shows: str  # what it shows
    published: str  # what was published
    compared: Callable  # (rows) -> a sentence on how ours compares
