"""Graphs."""

from __future__ import annotations

import operator
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole_or_none
from ._arrays import ReadOnly, flat, integers, vertices, weights
from ._errors import InputError, UsageError, VertexError
from ._words import counted, in_words_of_python

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

Csr = tuple[npt.ArrayLike, npt.ArrayLike] | tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]


class Graph:
    """An immutable graph. Vertices are the numbers 0 to ``num_vertices - 1``.

    Graphs are made by `from_csr`, `from_edges`, `from_networkx`, `strider.read_graph` and
    `strider.generate`. Several threads may search one graph at once.
    """

    __slots__ = ("__weakref__", "_core", "_labels", "_nodes", "_positions")

    def __init__(self, core: _core.Graph, nodes: list[Hashable] | None = None) -> None:
        if not isinstance(core, _core.Graph):
            raise TypeError("a Graph is made by Graph.from_csr, from_edges, from_networkx or read_graph")
        self._core = core
        self._nodes = nodes
        self._positions: dict[Hashable, int] | None = None
        self._labels: npt.NDArray[np.uint64] | list[str] | None = None

    @classmethod
    def from_csr(
        cls,
        matrix: scipy.sparse.csr_array | Csr,
        *,
        directed: bool,
        weights: Literal["data"] | None = "data",
        symmetric: Literal["check", "trust"] = "check",
        copy: bool = False,
        threads: int = 0,
    ) -> Graph:
        """The graph of an adjacency matrix, without copying it.

        Parameters
        ----------
        matrix : scipy sparse array, or (indptr, indices) or (indptr, indices, data)
            Row u lists the neighbours of u. Explicit zeros are edges of weight zero. Another format
            than CSR is converted by scipy.
        directed : bool
            If not, each edge must be listed at both ends, with the same weight.
        weights : {"data", None}
            Whether the values are the weights of the edges. Booleans are none.
        symmetric : {"check", "trust"}
            "trust" skips the check that an undirected edge is listed at both ends. If one is not,
            results are wrong.
        copy : bool
            False borrows the arrays where it can. As long as the graph lives, they are read-only, and so
            are the arrays of which they are views. Other views of the same memory can still change it,
            which the graph must not see: pass True if there may be some.
        threads : int
            0: all cores.

        Raises
        ------
        InputError
            Offsets descend, an index is no vertex, or an undirected edge is listed at one end only.

        Notes
        -----
        Borrowed are offsets of 64 bits, indices of 32 bits, and values that are float32, float64 or
        uint32. Other widths are converted in parallel. An array that ends less than 64 bytes before
        the end of its page of memory is copied, since searches read that far.

        Examples
        --------
        >>> import numpy as np
        >>> indptr, indices = np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], dtype=np.int32)
        >>> strider.Graph.from_csr((indptr, indices), directed=False)
        <strider.Graph: 3 vertices, 2 edges, undirected>
        """
        indptr, indices, data = _csr_parts(matrix)
        if weights not in ("data", None):
            raise UsageError(f"weights is 'data' or None, got {weights!r}")
        if symmetric not in ("check", "trust"):
            raise UsageError(f"symmetric is 'check' or 'trust', got {symmetric!r}")
        values = _weights(data) if weights == "data" and data is not None else None
        rows, ends = integers(indptr, "indptr"), integers(indices, "indices")
        owners = [None if array is None or copy else ReadOnly(array) for array in (rows, ends, values)]
        return cls(
            _core.from_csr(
                rows, ends, values, owners, bool(directed), bool(copy), symmetric == "check", threads
            )
        )

    @classmethod
    def from_edges(
        cls,
        sources: npt.ArrayLike,
        targets: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
        *,
        n: int | None = None,
        directed: bool = False,
        duplicates: Literal["lightest", "heaviest", "keep"] = "lightest",
        keep_self_loops: bool = False,
        threads: int = 0,
    ) -> Graph:
        """The graph of the edges ``sources[i], targets[i]`` with ``weights[i]``.

        Parameters
        ----------
        sources, targets : array_like of int
        weights : array_like of real numbers, optional
        n : int, optional
            The number of vertices: by default one more than the greatest number in the arrays.
        directed : bool
        duplicates : {"lightest", "heaviest", "keep"}
            Which of several edges between two vertices stays.
        keep_self_loops : bool
        threads : int
            0: all cores.

        Examples
        --------
        >>> graph = strider.Graph.from_edges([0, 0, 1, 1], [1, 2, 2, 0])
        >>> graph
        <strider.Graph: 3 vertices, 3 edges, undirected>
        >>> graph.build_report["duplicates"]
        1
        """
        u, v, w = vertices(sources, "sources"), vertices(targets, "targets"), _weights(weights)
        arrays = [("source", u), ("target", v), *([] if w is None else [("weight", w)])]
        if any(len(array) != len(u) for _, array in arrays):
            sizes = ", ".join(counted(len(array), name) for name, array in arrays)
            raise UsageError(f"the arrays of an edge list must have one length: {sizes}")
        return cls(
            _core.from_edges(
                u, v, w, [u, v, w], whole_or_none(n, "n"), bool(directed), duplicates, bool(keep_self_loops),
                threads,
            )  # fmt: skip
        )

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, weight: str | None = None, *, threads: int = 0) -> Graph:
        """The graph of networkx with its nodes as vertices, in their order.

        Parameters
        ----------
        graph : networkx.Graph
            Of any kind. Of parallel edges the lightest counts.
        weight : str, optional
            The attribute of edges that is their weight; 1 where an edge has none.

        Examples
        --------
        >>> import networkx as nx
        >>> graph = strider.Graph.from_networkx(nx.path_graph("abc"))
        >>> graph.nodes
        ['a', 'b', 'c']
        >>> graph.vertex("c")
        2
        """
        from ._convert_networkx import edge_weights, topology

        position = {node: i for i, node in enumerate(graph)}
        indptr, indices = topology(graph, position)
        made = cls.from_csr(
            (indptr, indices) if weight is None else (indptr, indices, edge_weights(graph, position, weight)),
            directed=graph.is_directed(),
            symmetric="trust",
            threads=threads,
        )
        made._nodes, made._positions = list(position), position
        return made

    @property
    def num_vertices(self) -> int:
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """An undirected edge counts once."""
        return self._core.num_edges

    @property
    def num_arcs(self) -> int:
        """The entries of `indices`: an undirected edge has two, a self-loop one."""
        return self._core.num_arcs

    @property
    def directed(self) -> bool:
        return self._core.directed

    @property
    def weighted(self) -> bool:
        return self._core.weighted

    @property
    def borrowed(self) -> tuple[str, ...]:
        """Which of ``indptr``, ``indices``, ``data`` are the memory of the arrays that were passed."""
        return tuple(self._core.borrowed)

    @property
    def indptr(self) -> npt.NDArray[np.int64]:
        """Where the row of each vertex begins in `indices`; read-only, as `indices` and `weights`."""
        return self._core.indptr.view(np.int64)

    @property
    def indices(self) -> npt.NDArray[Any]:
        """The neighbours of all vertices, row by row: int32, or uint32 if the graph has more vertices
        than that holds."""
        indices = self._core.indices
        return indices.view(np.int32) if self.num_vertices <= np.iinfo(np.int32).max else indices

    @property
    def weights(self) -> npt.NDArray[Any] | None:
        """float32, float64 or uint32, one for each entry of `indices`; None without weights."""
        return self._core.weights

    @property
    def layout(self) -> str:
        """How `prepare` laid the graph out: "degree", "locality" or "none"."""
        return self._core.layout

    @property
    def nodes(self) -> list[Hashable] | None:
        """The nodes of networkx that the vertices stand for; None for other graphs."""
        return self._nodes

    @property
    def labels(self) -> npt.NDArray[np.uint64] | list[str]:
        """What the file called the vertices: numbers or texts."""
        if self._labels is None:
            self._labels = self._core.labels
        return self._labels

    @property
    def build_report(self) -> dict[str, Any] | None:
        """How many self-loops and duplicates were removed; None if no list of edges was built."""
        return self._core.build_report

    @property
    def facts(self) -> dict[str, Any] | None:
        """What was read of a file and decided about it; None for graphs of other origin."""
        facts = self._core.facts
        if facts is not None:
            facts["notes"] = [in_words_of_python(note) for note in facts["notes"]]
        return facts

    def vertex(self, label: Hashable) -> int:
        """The vertex that the file, or networkx, calls `label`.

        Raises
        ------
        VertexError
            There is none.
        """
        if self._nodes is not None:
            if self._positions is None:
                self._positions = {node: position for position, node in enumerate(self._nodes)}
            found = self._positions.get(label)
        else:
            found = self._core.find(str(label))
        if found is None:
            raise VertexError(f"no vertex has the label {label!r}")
        return found

    def neighbors(self, vertex: int) -> npt.NDArray[Any]:
        """The row of `vertex`; read-only."""
        v = self._checked(vertex)
        begin, end = self.indptr[v : v + 2]
        return self.indices[begin:end]

    def prepare(
        self, layout: Literal["auto", "degree", "locality", "none"] = "auto", *, threads: int = 0
    ) -> Graph:
        """The same graph, laid out so that searches take less time.

        Searches of a graph as it is make such a layout by themselves, once they have taken as long
        as that does. `write` stores the layouts of a laid out graph in a `.strider` file, that of
        shortest paths as well.
        """
        return Graph(self._core.prepare(layout, threads), self._nodes)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The adjacency matrix; ones where the graph has no weights."""
        import scipy.sparse

        data = self.weights if self.weights is not None else np.ones(self.num_arcs, dtype=np.int32)
        shape = (self.num_vertices, self.num_vertices)
        # Both have one width in scipy: wide offsets would make it copy the indices.
        indptr = self.indptr.astype(np.int32) if self.num_arcs <= np.iinfo(np.int32).max else self.indptr
        return scipy.sparse.csr_array((data, self.indices, indptr), shape=shape)

    def __len__(self) -> int:
        return self.num_vertices

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        weighted = f", {self.weights.dtype} weights" if self.weights is not None else ""
        size = f"{counted(self.num_vertices, 'vertex')}, {counted(self.num_edges, 'edge')}"
        return f"<strider.Graph: {size}, {kind}{weighted}>"

    def _repr_html_(self) -> str:
        from ._html import graph_html

        return graph_html(self)

    def _checked(self, vertex: Any) -> int:
        """`vertex` as an int. Raises TypeError for other types, VertexError where there is none."""
        v = operator.index(vertex)
        if not 0 <= v < self.num_vertices:
            raise VertexError(f"there is no vertex {v}: the graph has {self.num_vertices}")
        return v


def core_of(graph: Graph) -> _core.Graph:
    """The graph as the extension module takes it. Raises TypeError for all but a Graph."""
    if not isinstance(graph, Graph):
        kind = type(graph)
        raise TypeError(
            f"expected a strider.Graph, got {kind.__module__}.{kind.__qualname__}: Graph.from_networkx makes one "
            "of a graph of networkx, Graph.from_csr of a scipy matrix"
        )
    return graph._core


def _weights(values: npt.ArrayLike | None) -> npt.NDArray[Any] | None:
    return None if values is None else weights(values, "weights")


def _csr_parts(matrix: Any) -> tuple[Any, Any, Any]:
    if isinstance(matrix, tuple):
        if len(matrix) not in (2, 3):
            raise UsageError(f"a tuple has indptr, indices and perhaps data, got {len(matrix)} arrays")
        indptr, indices = matrix[:2]
        data = matrix[2] if len(matrix) == 3 else None
        if data is not None and len(flat(data, "data")) != len(flat(indices, "indices")):
            raise InputError("data and indices must have the same length")
        return indptr, indices, data
    if not hasattr(matrix, "tocsr"):
        raise TypeError(
            f"expected a scipy sparse array or (indptr, indices[, data]), got {type(matrix).__name__}"
        )
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"an adjacency matrix is square, got the shape {matrix.shape}")
    csr = matrix.tocsr()
    return csr.indptr, _head(csr.indices, csr.nnz), _head(csr.data, csr.nnz)


def _head(values: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """The first `size` elements: the array itself, and not a view of it, if it has no more."""
    return values if len(values) == size else values[:size]
