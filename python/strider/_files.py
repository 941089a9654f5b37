"""Graphs in files."""

from __future__ import annotations

import contextlib
import inspect
import os
from collections.abc import Iterator
from typing import Any

from . import _core
from ._arguments import whole
from ._errors import FileError, InputError, UsageError
from ._graph import Graph, core_of


def read_graph(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    directed: bool | None = None,
    weights: bool = True,
    weight_column: str | int = "",
    source_column: str | int = "",
    target_column: str | int = "",
    header: bool | None = None,
    delimiter: str | None = None,
    skip_lines: int = 0,
    only_listed: bool = False,
    duplicates: str = "lightest",
    keep_self_loops: bool = False,
    trust: bool = False,
    threads: int = 0,
) -> Graph:
    """Reads a graph. What was decided about the file is in `Graph.facts`.

    Parameters
    ----------
    path : path
    format : str, optional
        The name of a format, as "mtx" or "edgelist": by default found from the content.
    directed : bool, optional
        Overrides what the file says.
    weights : bool
        Whether weights are read.
    weight_column, source_column, target_column : str or int
        Columns of a table, by name or by number from 1; `weight_column` is also an attribute of GML,
        GraphML and GEXF, and "none" for no weights.
    header : bool, optional
        Whether the first row of a table names its columns.
    delimiter : str, optional
        The character between the columns of a table.
    skip_lines : int
        The lines before the table.
    only_listed : bool
        Whether vertices that no row of a table names are left out.
    duplicates : {"lightest", "heaviest", "keep"}
        Which of several edges between two vertices stays.
    keep_self_loops : bool
    trust : bool
        Skips the checksums of a native container.
    threads : int
        0: all cores.

    Raises
    ------
    FileError
        The file cannot be opened.
    InputError
        The file is not what its format says.
    UnavailableError
        This build does not read the format.
    """
    options = read_options(
        format=format, directed=directed, weights=weights, weight_column=weight_column,
        source_column=source_column, target_column=target_column, header=header, delimiter=delimiter,
        skip_lines=skip_lines, only_listed=only_listed, duplicates=duplicates,
        keep_self_loops=keep_self_loops, trust=trust, threads=threads,
    )  # fmt: skip
    with _as_file_error(path, os.R_OK):
        return Graph(_core.read(_text(path), options))


def _text(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path)
    if "\0" in text:
        raise UsageError("a path must not contain a null character")
    return text


@contextlib.contextmanager
def _as_file_error(path: str | os.PathLike[str], access: int) -> Iterator[None]:
    """An error of a file that cannot be opened is one of the system, too."""
    try:
        yield
    except InputError as error:
        place = os.fspath(path) if access == os.R_OK else os.path.dirname(os.path.abspath(path))
        if os.fspath(path) == "-" or os.access(place, access):
            raise
        raise FileError(str(error)) from None


def read_options(**given: Any) -> _core.ReadOptions:
    """The options of `read_graph`, of which each has its default."""
    parameters = inspect.signature(read_graph).parameters.values()
    options = {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
    for name, value in given.items():
        if name not in options:
            raise TypeError(f"read_graph has no option {name!r}")
        options[name] = value
    for name in ("source_column", "target_column", "weight_column"):
        options[name] = "" if options[name] is None else str(options[name])
    for name in ("weights", "only_listed", "keep_self_loops", "trust"):
        options[name] = bool(options[name])
    options["skip_lines"] = whole(options["skip_lines"], "skip_lines")
    return _core.read_options(**options)


def write_graph(
    graph: Graph, path: str | os.PathLike[str], *, format: str | None = None, threads: int = 0
) -> None:
    """Writes a graph. The file appears when it is complete.

    Parameters
    ----------
    graph : Graph
    path : path
        Text is compressed if it ends in .gz, .zst or .xz.
    format : str, optional
        By default the suffix selects it: .strider, .mtx, .el, .csv and others.
    threads : int
        0: all cores.

    Raises
    ------
    UsageError
        The format cannot hold the graph.
    FileError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "path.mtx")
    >>> strider.write_graph(strider.Graph.from_edges([0, 1], [1, 2]), path)
    >>> strider.read_graph(path)
    <strider.Graph: 3 vertices, 2 edges, undirected>
    """
    with _as_file_error(path, os.W_OK):
        _core.write(core_of(graph), _text(path), format, threads)
