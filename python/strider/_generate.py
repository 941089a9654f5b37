"""Synthetic graphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _core
from ._arguments import whole
from ._errors import UsageError
from ._graph import Graph

_WEIGHTS: dict[str, Any] = {"weights": "none", "low": 1, "high": 255}
_KINDS: dict[str, tuple[Callable[..., _core.Generator], dict[str, Any]]] = {
    "kronecker": (
        _core.kronecker,
        {"scale": 16, "edge_factor": 16, "seed1": 2, "seed2": 3, "weights": "none"},
    ),
    "rmat": (
        _core.rmat,
        {"scale": 16, "edge_factor": 16, "a": 0.57, "b": 0.19, "c": 0.19, "noise": 0.0, "scramble": True,
         "seed": 1, **_WEIGHTS},
    ),
    "ssca2": (
        _core.ssca2,
        {"scale": 16, "max_clique_size": 64, "inter_clique_probability": 0.5, "scramble": True, "seed": 1,
         **_WEIGHTS},
    ),
    "uniform": (
        _core.uniform, {"num_vertices": 1 << 16, "num_edges": 16 << 16, "seed": 1, **_WEIGHTS}
    ),
    "social": (
        _core.social, {"scale": 16, "edge_factor": 19, "hub_factor": 100.0, "scramble": True, "seed": 1, **_WEIGHTS}
    ),
    "web": (
        _core.web,
        {"scale": 16, "edge_factor": 16, "tails": 64, "tail_length": 320, "scramble": True, "seed": 1,
         **_WEIGHTS},
    ),
    "grid": (_core.grid, {"rows": 256, "columns": 256, "seed": 1, **_WEIGHTS}),
}  # fmt: skip


def generate(kind: str, *, directed: bool = False, threads: int = 0, **parameters: Any) -> Graph:
    """A synthetic graph, the same for every number of threads.

    Parameters
    ----------
    kind : {"kronecker", "rmat", "ssca2", "uniform", "social", "web", "grid"}
        "kronecker" is the generator of the Graph500 benchmark.
    directed : bool
    threads : int
        0: all cores.
    **parameters
        kronecker: scale=16, edge_factor=16, seed1=2, seed2=3, weights="none".
        rmat: scale=16, edge_factor=16, a=0.57, b=0.19, c=0.19, noise=0, scramble=True, seed=1.
        ssca2: scale=16, max_clique_size=64, inter_clique_probability=0.5, scramble=True, seed=1.
        uniform: num_vertices, num_edges, seed=1.
        social: scale=16, edge_factor=19, hub_factor=100, scramble=True, seed=1.
        web: scale=16, edge_factor=16, tails=64, tail_length=320, scramble=True, seed=1.
        grid: rows=256, columns=256, seed=1.
        weights is "none", "real" (uniform from 0 to 1) or, except for kronecker, "integer" (uniform
        from low=1 to high=255).

    Examples
    --------
    >>> strider.generate("grid", rows=3, columns=4)
    <strider.Graph: 12 vertices, 17 edges, undirected>
    """
    return Graph(_core.generate(generator(kind, parameters), bool(directed), threads))


def generator(kind: str, parameters: dict[str, Any]) -> _core.Generator:
    """The generator of that kind with its parameters."""
    if kind not in _KINDS:
        raise UsageError(f"kind is one of {', '.join(_KINDS)}, got {kind!r}")
    make, defaults = _KINDS[kind]
    for name in parameters:
        if name not in defaults:
            raise TypeError(f"{kind} graphs have no parameter {name!r}: they have {', '.join(defaults)}")
    given = {**defaults, **parameters}
    for name, default in defaults.items():
        if type(default) is int:
            given[name] = whole(given[name], name)
    return make(**given)
