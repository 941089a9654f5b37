"""The examples of the documentation."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import pathlib
import pkgutil
import re

import pytest

import strider

# Those of strider.ranks start MPI: test_ranks.py runs them, in a process of their own.
MODULES = [module.name for module in pkgutil.iter_modules(strider.__path__) if not module.ispkg]
PROJECT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["strider", *(f"strider.{name}" for name in MODULES if name != "_core")])
def test_examples_of(name: str) -> None:
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"strider": strider})
    assert found.failed == 0


def test_every_function_has_an_example() -> None:
    functions = [getattr(strider, name) for name in strider.__all__ if name[0].islower() and name != "validate"]
    without = [function.__name__ for function in functions if ">>>" not in (function.__doc__ or "")]
    assert without == ["read_graph"], "of read_graph the example of write_graph shows the use"


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_code_of(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    blocks = re.findall(r"```python\n(.*?)```", (PROJECT / page).read_text(), re.DOTALL)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        for block in blocks:
            exec(block, {})
    assert shown.getvalue().startswith("370 ['Geneva', 'Lausanne'")
