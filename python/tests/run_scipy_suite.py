"""Runs scipy's own tests of `scipy.sparse.csgraph` with the functions of strider.csgraph in their place.

The tests are those of the scipy that is installed, of the modules that call these functions. The status
is 1 if a test fails, or if the tests call the functions too seldom, see scipy_suite.py.
"""

from __future__ import annotations

import os
import pathlib
import sys

import pytest
import scipy
import scipy_suite

MODULES = ["connected_components", "flow", "pydata_sparse", "shortest_path", "spanning_tree", "traversal"]


def main() -> int:
    options = ["-q", "-ra", "-p", "no:cacheprovider", "-c", os.devnull]
    root = pathlib.Path(scipy.__file__).parent
    modules = [f"scipy.sparse.csgraph.tests.test_{name}" for name in MODULES]
    arguments = [*options, f"--rootdir={root}", "--pyargs", *modules, *sys.argv[1:]]
    status = pytest.main(arguments, plugins=[scipy_suite])
    return 0 if status == pytest.ExitCode.OK else 1


if __name__ == "__main__":
    raise SystemExit(main())
