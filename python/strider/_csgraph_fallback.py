"""Calls that scipy answers, as Strider refuses their weights."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import Any, ParamSpec

import scipy.sparse.csgraph

from ._errors import WeightError

#: How many calls went on to the function of scipy, by its name, as Strider refuses their weights.
handed_to_scipy: Counter[str] = Counter()

P = ParamSpec("P")


def or_by_scipy(name: str) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Where the decorated function raises WeightError, the function `name` of scipy gets its arguments, all
    but `threads`."""
    # Taken now: tests replace the functions of scipy's module by those of this package.
    of_scipy = getattr(scipy.sparse.csgraph, name)

    def decorate(function: Callable[P, Any]) -> Callable[P, Any]:
        @functools.wraps(function)
        def call(*arguments: P.args, **options: P.kwargs) -> Any:
            try:
                return function(*arguments, **options)
            except WeightError:
                pass  # Its traceback holds a graph, which keeps the arrays of the matrix read-only.
            handed_to_scipy[name] += 1
            return of_scipy(*arguments, **{key: value for key, value in options.items() if key != "threads"})

        return call

    return decorate
