"""tools/check_words finds each retired word, and leaves proper English alone."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_words"

# One planted use of every pattern, in the tool's order, with a word of the advice it gives.
PLANTED = (
    ('#include "algorithms/bfs/dist/search.hpp"', "ranks"),
    ("meet_grid(launch);", "barrier"),
    ("SilenceDetector detector;", "termination"),
    ("agree_on(cluster, error);", "collective"),
    ("see comm/faults for both", "fault injection"),
    ("words_of_no_seekers(words);", "unvisited"),
    ("ask_finders(peers);", "remote parents"),
    ("// Every edge offers itself.", "candidate"),
    ("FragmentJoin join(edges);", "hook"),
    ("its home number says which rank", "global id"),
    ("then edges get new tags", "fragment id"),
    ("PositionSpace space;", "local id"),
    ("ColumnSection section;", "ghost"),
    ("SectionedQueue queue;", "ghost range"),
    ("one stretch of memory", "range"),
    ("RowPieces rows;", "chunk"),
    ("LaneSearch search;", "batch"),
    ("Pace pace;", "ProgressMonitor"),
    ("walk_back(levels);", "accumulate"),
    ("Claims claims(queue);", "QueueWriter"),
    ("struct Wish {};", "proposal"),
    ("auto next = queue.look();", "peek"),
    ("InnerForm form;", "degree-one"),
    ("sources come in groups of 32", "batch"),
    ("Horizon horizon;", "distance bound"),
    ("PatchLayout layout;", "locality"),
    ("StepwiseFrontier frontier;", "barrier-free"),
    ("the straggler step", "bottom-up"),
    ("light_first(graph);", "filter-Kruskal"),
    ("record.forest.profile.steps = 3;", "collective rounds"),
    ("the gate of a node", "node leader"),
    ("a parcel for each owner", "aggregated"),
    ("DeviceTransport::kDirect", "GPU-direct"),
    ("the scheduler holds back a warp", "starve"),
    ("std::uint32_t alone_vertices = 1024;", "single block"),
    ("constexpr int kWorthAsking = 4;", "estimated work"),
    ("how many are left off", "remaining"),
    ("then threads go on", "continue"),
    ("std::uint64_t told_ = 0;", "reported"),
    ("threads meet at a barrier", "synchronize"),
    ("nobody asks", "none"),
    ("where somebody waits", "any"),
    ("graph.let_input_go();", "release"),
    ("// Null once it has been let go.", "release"),
    ("walk_level_back(rows);", "accumulate"),
    ("kTags gets their numbers", "fragment id"),
    ("timer_.end(Part::kJoin);", "hook"),
    ("if (places.is_section())", "ghost range"),
    ("where everybody waits", "any"),
    ("no one's share", "none"),
    ("how many are left over", "remaining"),
    ("An error of one rank becomes the error of all.", "every rank"),
    ('"long_row: 0 is not at least 1"', "must be at least"),
    ('"a grid of 0 x 3 ranks has none"', "process grid"),
    ("kAuto unless told", "the default"),
)  # fmt: skip
PROPER = """
#include "strider/dist.hpp"
#include <strider/dist_graph.hpp>
strider::dist, DistGraph: the public names stay. Errors are silenced. The dispatch of a kernel.
A thread joins. The tag of an MPI message. A place on a map. The position in the queue.
The columns of a matrix, a column of the process grid, num_columns. The slots of mpirun --oversubscribe.
The sections of a native container. A piece of the file. Vector lanes, the 32 lanes of a warp, lane_id().
A horizontal line. Two searches meet. A warning is silenced, in silence. It holds back a packet. An aggregated message of a delegate. Lanes hold their values back to back.
The claim of a result. An algorithm alone. The totals agree to 1e-9. They met. 'direct' and 'staged'.
"""


def check(files, *arguments):
    """The tool's exit status and output for a project of these files."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "src").mkdir()
        for name, text in {"docs/glossary.md": "", **files}.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run(
            [sys.executable, TOOL, project, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        return run.returncode, run.stdout


def glossary(*rows):
    lines = ["| term | meaning |", "|---|---|", *(f"| {term} | {text} |" for term, text in rows)]
    return {"docs/glossary.md": "\n".join(lines) + "\n"}


class CheckWords(unittest.TestCase):
    def test_every_pattern_finds_what_is_planted(self):
        files = {f"src/planted_{i:02}.cpp": text + "\n" for i, (text, _) in enumerate(PLANTED)}
        status, output = check(files)
        self.assertEqual(status, 1)
        lines = output.splitlines()
        for i, (text, advice) in enumerate(PLANTED):
            found = [line for line in lines if line.startswith(f"src/planted_{i:02}.cpp:1: ")]
            self.assertTrue(any(advice in line for line in found), f"{text}: {found}")

    def test_no_pattern_is_without_a_plant(self):
        files = {f"src/planted_{i:02}.cpp": text + "\n" for i, (text, _) in enumerate(PLANTED)}
        counts = check(files, "--count")[1].splitlines()
        self.assertGreater(len(counts), 40)
        for line in counts:
            self.assertGreater(int(line.split()[0]), 0, line)

    def test_proper_english_and_public_names_are_fine(self):
        self.assertEqual(check({"src/a.cpp": PROPER, "docs/a.md": PROPER}), (0, ""))

    def test_names_of_files_and_folders_count(self):
        status, output = check({"src/dist/a.cpp": "\n", "cli/horizon.cpp": "\n"})
        self.assertEqual(status, 1)
        self.assertEqual(
            [line.split("'")[0] for line in output.splitlines()],
            ["cli/horizon.cpp:0: ", "src/dist/a.cpp:0: "],
        )

    def test_every_folder_is_read_and_data_are_not(self):
        for name in (
            "include/strider/a.hpp", "cli/a.cpp", "docs/notes/a.md", "tests/unit/a_test.cpp",
            "harness/a.cpp", "benchmarks/suite/a.cpp", "examples/a.cpp", "scripts/a.sh", "README.md",
        ):  # fmt: skip
            self.assertEqual(check({name: "a seeker\n"})[0], 1, name)
        for name in ("tests/data/a.txt", "examples/data/a.txt", "benchmarks/results/a.md"):
            self.assertEqual(check({name: "a seeker\n"}), (0, ""), name)

    def test_glossary_with_a_term_twice(self):
        status, output = check(glossary(("arc", "an edge one way"), ("arc", "a bow")))
        self.assertEqual(status, 1)
        self.assertEqual(output, "docs/glossary.md:4: 'arc' already stands in line 3\n")
        status, output = check(glossary(("ghost", "a copy"), ("`Owner`, ghost", "a rank")))
        self.assertEqual(status, 1)
        self.assertIn("'ghost' already stands in line 3", output)
        self.assertEqual(check(glossary(("arc", "an edge"), ("owner", "a rank"))), (0, ""))

    def test_no_glossary(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "src").mkdir()
            run = subprocess.run([sys.executable, TOOL, folder], capture_output=True, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertIn(b"docs/glossary.md is missing", run.stdout)

    def test_no_project(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, TOOL, folder], capture_output=True, check=False)
            self.assertEqual(run.returncode, 2)


if __name__ == "__main__":
    unittest.main()
