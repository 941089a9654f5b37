"""tools/check_layers finds each kind of violation, and only violations."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers"


def check(files):
    """The tool's exit status and output for a project of these files."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "src").mkdir()
        for name, text in files.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run(
            [sys.executable, TOOL, project], capture_output=True, text=True, check=False
        )
        return run.returncode, run.stdout


class CheckLayers(unittest.TestCase):
    def accepts(self, files):
        self.assertEqual(check(files), (0, ""))

    def refuses(self, files, message):
        status, output = check(files)
        self.assertEqual(status, 1, output)
        self.assertIn(message, output)
        self.assertEqual(len(output.splitlines()), 1, output)

    def test_lower_rooms_and_public_headers_are_fine(self):
        self.accepts(
            {
                "src/base/scan.hpp": "#include <vector>\n",
                "src/graph/build.cpp": '#include "base/scan.hpp"\n#include "strider/graph.hpp"\n',
                "src/algorithms/bfs/tree.hpp": '#include "graph/transpose.hpp"\n',
                "src/algorithms/bfs/host/bag.cpp": '#include "algorithms/bfs/tree.hpp"\n',
            }
        )

    def test_a_folder_beside_the_file_is_no_room(self):
        self.accepts(
            {"cli/main.cpp": '#include "ranks/verbs.hpp"\n', "cli/ranks/verbs.hpp": ""}
        )

    def test_higher_room(self):
        self.refuses({"src/base/a.cpp": '#include "graph/b.hpp"\n'}, "src/base/a.cpp:1: base")

    def test_room_of_the_same_layer(self):
        self.refuses({"src/io/a.cpp": '#include "generators/b.hpp"\n'}, "may not include generators")

    def test_operators_name_no_algorithm(self):
        for name in ("graph/edge_map.hpp", "gpu/advance_by_grid.hpp", "ranks/halo.hpp"):
            for text in ("struct BfsTree;", "int sssp_delta;", "enum { kBc };", "// as BFS does",
                         "void components();", "struct DistComponentsResult;"):  # fmt: skip
                self.refuses({f"src/{name}": text}, "operators know no algorithm")
        self.accepts({"src/gpu/advance.hpp": "// subclasses, abc\nint forbcd, component;\n"})
        self.accepts({"src/gpu/device.hpp": "struct BfsTree;\n"})

    def test_relative_path_into_a_higher_room(self):
        self.refuses(
            {"src/base/a.cpp": '#include "../graph/b.hpp"\n', "src/graph/b.hpp": "\n"},
            "may not include graph",
        )

    def test_algorithms_include_one_another(self):
        self.refuses(
            {"src/algorithms/bc/a.cpp": '#include "algorithms/bfs/b.hpp"\n'},
            "algorithm bc may not include algorithm bfs",
        )

    def test_validate_sees_algorithms(self):
        self.refuses(
            {"src/validate/a.cpp": '\n#include "algorithms/bfs/tree.hpp"\n'},
            "src/validate/a.cpp:2: validate and algorithms",
        )

    def test_mpi_outside_comm(self):
        self.refuses({"src/graph/a.cpp": "#include <mpi.h>\n"}, "only src/comm")
        self.refuses({"include/strider/a.hpp": "#include <mpi.h>\n"}, "only src/comm")
        self.refuses({"tests/unit/graph/a_test.cpp": "#include <mpi.h>\n"}, "only src/comm")
        self.accepts({"src/comm/a.cpp": "#include <mpi.h>\n"})
        self.accepts({"tests/unit/comm/a_test.cpp": "#include <mpi.h>\n"})

    def test_cuda_outside_its_rooms(self):
        self.refuses({"src/graph/a.cpp": "#include <cuda_runtime.h>\n"}, "CUDA")
        self.accepts({"src/gpu/a.cu": "#include <cuda_runtime.h>\n"})

    def test_openmp_outside_base_and_host(self):
        self.refuses({"src/graph/a.cpp": "#pragma omp parallel for\n"}, "OpenMP pragmas")
        self.refuses({"src/graph/a.cpp": "#include <omp.h>\n"}, "<omp.h>")
        self.refuses({"cli/a.cpp": "  #  pragma omp single\n"}, "OpenMP pragmas")
        self.accepts({"src/base/a.hpp": "#include <omp.h>\n#pragma omp parallel\n"})
        self.accepts({"src/algorithms/bfs/host/a.cpp": "#pragma omp parallel\n"})

    def test_outsiders_see_only_include(self):
        for folder in ("cli", "examples", "python", "benchmarks/suite", "include/strider"):
            self.refuses({folder + "/a.cpp": '#include "graph/bitmap.hpp"\n'}, "include/ alone")
            if folder != "python":
                self.refuses({folder + "/a.cpp": '#include "base/scan.hpp"\n'}, "include/ alone")
        for folder in ("python", "tests/unit/base", "harness/graph500", "benchmarks/micro"):
            self.accepts({folder + "/a.cpp": '#include "base/scan.hpp"\n'})

    def test_room_without_a_layer(self):
        self.refuses({"src/attic/a.cpp": "\n"}, "not in the table")

    def test_long_file(self):
        self.refuses({"src/base/a.cpp": "\n" * 401}, "401 lines")
        self.accepts({"src/base/a.cpp": "\n" * 400})

    def test_no_project(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, TOOL, folder], capture_output=True, check=False)
            self.assertEqual(run.returncode, 2)


if __name__ == "__main__":
    unittest.main()
