"""Graphs that several test files use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import strider


needs_borrowing = pytest.mark.skipif(
    not strider._core.borrows_arrays, reason="a build for AddressSanitizer borrows no arrays"
)


def path_graph(n: int, weights: Any = None) -> strider.Graph:
    return strider.Graph.from_edges(np.arange(n - 1), np.arange(1, n), weights, n=n)


def random_edges(seed: int, n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.integers(0, n, m), random.integers(0, n, m)


@pytest.fixture
def kronecker() -> strider.Graph:
    return strider.generate("kronecker", scale=12, weights="real")
