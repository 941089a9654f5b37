"""Calls the package with random arguments, most of them wrong: each call gives a result that its
validator accepts, or one of the documented exceptions.

    python python/tests/fuzz_arguments.py [SECONDS [SEED]]

A crash ends this program by a signal. Prints how many calls ended how.
"""

from __future__ import annotations

import collections
import itertools
import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import scipy.sparse

import strider

DOCUMENTED = (strider.UsageError, strider.InputError, strider.MemoryLimitError, strider.UnavailableError,
              TypeError, OverflowError)  # fmt: skip
DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float16,
          np.float32, np.float64, np.longdouble, np.complex64, np.bool_, object, "S3", "U3", ">i4", ">f8",
          "datetime64[s]"]  # fmt: skip
ODD_NUMBERS = [0, 1, -1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1, -(2**63)]
SMALL = strider.Graph.from_edges([0, 0, 1, 2], [1, 2, 2, 3], [1.5, 2, 0, 1], n=6)
DIRECTED = strider.Graph.from_edges([0, 0, 1, 2], [1, 2, 2, 3], [1, 2, 3, 4], n=6, directed=True)


class Draw:
    """Draws arguments."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)

    def array(self) -> Any:
        size = self.random.choice([0, 1, 2, 5, 6, 7, 64, 1000])
        limit = self.random.choice([1, 2, 6, 100])
        values: Any = self.numpy.integers(0, limit, size)
        if self.random.random() < 0.3:
            return values
        if self.random.random() < 0.3:
            values = np.sort(values)
        if size and self.random.random() < 0.2:
            values[self.random.randrange(size)] = self.random.choice(ODD_NUMBERS[:-4])
        with np.errstate(all="ignore"):
            dtype = self.random.choice(DTYPES[2:8] if self.random.random() < 0.7 else DTYPES)
            try:
                values = values.astype(dtype)
            except (TypeError, ValueError):
                values = values.astype(np.float32)
        if values.dtype.kind == "f" and size and self.random.random() < 0.3:
            values[self.random.randrange(size)] = self.random.choice([np.nan, np.inf, -np.inf, -1])
        return self.reshaped(values)

    def reshaped(self, values: Any) -> Any:
        match self.random.randrange(12):
            case 0:
                return values[::2]
            case 1:
                return values[::-1]
            case 2:
                return values.reshape(1, -1)
            case 3:
                values.flags.writeable = False
                return values
            case 4:
                return values.tolist()
            case 5:
                return np.ma.masked_array(values, mask=values == 1) if values.dtype != object else values
            case 6:  # any alignment
                buffer = np.zeros(values.nbytes + 64, dtype=np.uint8)
                shift = self.random.randrange(64)
                if values.dtype.hasobject:
                    return values
                shifted = buffer[shift : shift + values.nbytes].view(values.dtype)
                shifted[:] = values
                return shifted
            case _:
                return values

    def number(self) -> Any:
        return self.random.choice(
            [*ODD_NUMBERS, 2, 3, 0.5, -0.5, 1e300, float("nan"), float("inf"), None, "1", b"x", True, [], np.int8(2),
             np.float32(1), np.array(3), np.array([1, 2]), object()]
        )  # fmt: skip

    def vertex(self) -> Any:
        return self.random.randrange(6) if self.random.random() < 0.85 else self.number()

    def flag(self) -> Any:
        return self.random.choice([True, False, True, False, None, "x"])

    def threads(self) -> Any:
        if self.random.random() < 0.8:
            return self.random.choice([0, 1, 2])
        return self.random.choice([0, 1, 2, 2, 3, -1, 10**6, None, 1.5, "2"])

    def text(self) -> Any:
        if self.random.random() < 0.7:
            return "auto"
        return self.random.choice(["serial", "bottom-up", "dijkstra", "kruskal", "", "\0", "ä" * 99, None, 3])


def graph_of(draw: Draw) -> strider.Graph:
    """A graph of drawn arrays, or one of two that are right."""
    match draw.random.randrange(6):
        case 0:
            return SMALL
        case 1:
            return DIRECTED
        case 2:
            return strider.Graph.from_edges(
                draw.array(), draw.array(), draw.random.choice([None, draw.array()]),
                n=draw.random.choice([None, None, 10, draw.number()]), directed=draw.flag(), threads=draw.threads(),
            )  # fmt: skip
        case 3:
            parts = [draw.array() for _ in range(draw.random.choice([2, 2, 3, 3, 1]))]
            return strider.Graph.from_csr(tuple(parts), directed=draw.flag(), copy=draw.flag())
        case 4:
            n = draw.random.randrange(8)
            indptr = np.concatenate([[0], np.cumsum(draw.numpy.integers(0, 4, n))])
            indices = draw.numpy.integers(0, max(n, 1), indptr[-1]).astype(np.int32)
            data = draw.numpy.random(indptr[-1]).astype(draw.random.choice([np.float32, np.float64, np.int64]))
            return strider.Graph.from_csr((indptr, indices, data), directed=True)
        case _:
            shape = (draw.random.randrange(6), draw.random.randrange(6))
            matrix = scipy.sparse.random_array(shape, density=0.4, rng=draw.numpy)
            return strider.Graph.from_csr(matrix, directed=draw.flag())


def search(draw: Draw) -> None:
    graph = graph_of(draw)
    tree = strider.bfs(graph, draw.vertex(), method=draw.text(), trace=draw.flag(), threads=draw.threads())
    assert strider.validate.bfs(graph, tree).passed
    assert len(tree.order) == tree.num_reached
    tree.path_to(draw.vertex())


def paths(draw: Draw) -> None:
    graph = graph_of(draw)
    cutoff = draw.random.choice([float("inf"), draw.number()])
    found = strider.shortest_paths(
        graph, draw.vertex(), target=draw.random.choice([None, draw.vertex()]), cutoff=cutoff,
        method=draw.text(), delta=draw.random.choice([0, 1, draw.number()]), threads=draw.threads(),
    )  # fmt: skip
    if cutoff == float("inf"):
        found.parents, found.distances, found.num_reached  # noqa: B018
    found.path_to(draw.vertex())


def forest(draw: Draw) -> None:
    graph = graph_of(draw)
    found = strider.minimum_spanning_forest(graph, method=draw.text(), threads=draw.threads())
    assert strider.validate.msf(graph, found).passed


def centrality(draw: Draw) -> None:
    strider.betweenness_centrality(
        graph_of(draw), normalized=draw.flag(), weighted=draw.flag(), k=draw.random.choice([None, draw.number()]),
        sources=draw.random.choice([None, draw.array()]), targets=draw.random.choice([None, draw.array()]),
        seed=draw.random.choice([1, draw.number()]), method=draw.text(), threads=draw.threads(),
    )  # fmt: skip


def checks(draw: Draw) -> None:
    is_right = draw.random.random() < 0.2
    match draw.random.randrange(3):
        case 0:
            parents, levels = ([0, 0, 0, 2, -1, -1], [0, 1, 1, 2, -1, -1]) if is_right else (draw.array(), draw.array())
            strider.validate.bfs(SMALL, source=0 if is_right else draw.vertex(), parents=parents, levels=levels)
        case 1:
            graph = draw.random.choice([SMALL, DIRECTED])
            strider.validate.sssp(graph, source=draw.vertex(), parents=draw.array(), distances=draw.array())
        case _:
            u, v, weights = ([0], [1], [1.5]) if is_right else (draw.array(), draw.array(), draw.array())
            strider.validate.msf(SMALL, u=u, v=v, weights=weights)


def generated(draw: Draw) -> None:
    kind = draw.random.choice(["kronecker", "rmat", "ssca2", "uniform", "social", "web", "grid"])
    # Not so large that it takes long, unless it cannot be made at all.
    scale = draw.random.choice([3, 5, 63, -1, None, 1.5, "3"])
    parameters: dict[str, Any] = {
        "uniform": {"num_vertices": draw.random.choice([0, 1, 50, 2**40]), "num_edges": draw.random.choice([0, 9])},
        "grid": {"rows": draw.random.choice([0, 1, 5, 2**40]), "columns": draw.random.choice([0, 3])},
    }.get(kind, {"scale": scale})
    strider.generate(kind, **parameters, weights=draw.random.choice(["none", "real", "integer", 3]), directed=draw.flag())


CALLS: list[Callable[[Draw], None]] = [search, paths, forest, centrality, checks, generated]


def fuzz(seeds: Iterable[int], seconds: float = float("inf")) -> collections.Counter[str]:
    """A case for each seed, until the time is over. How many calls ended how."""
    ended: collections.Counter[str] = collections.Counter()
    stop = time.monotonic() + seconds
    for seed in seeds:
        if time.monotonic() > stop:
            break
        draw = Draw(seed)
        call = draw.random.choice(CALLS)
        try:
            call(draw)
            ended[f"{call.__name__} done"] += 1
        except DOCUMENTED as error:
            assert str(error), f"case {seed}: an empty message of {type(error)}"
            ended[f"{call.__name__} {type(error).__name__}"] += 1
        except BaseException:
            print(f"case {seed} of {call.__name__}", file=sys.stderr)
            raise
    return ended


if __name__ == "__main__":
    numbers = [float(argument) for argument in sys.argv[1:]]
    limit, first = (*numbers, *(60.0, 1.0)[len(numbers) :])
    for name, count in sorted(fuzz(itertools.count(int(first)), limit).items()):
        print(f"{count:9,} {name}")
