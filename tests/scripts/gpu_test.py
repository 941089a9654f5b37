"""scripts/gpu.sh: on the programs of this build and an emulated device; and on stand-ins that fail."""

import fnmatch
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = os.environ["STRIDER_SCRIPT"]
BUILD = os.environ["STRIDER_BUILD"]

PASSES = "#!/bin/sh\necho '[  PASSED  ] 3 tests.'\n"
FAILS = "#!/bin/sh\necho '[  PASSED  ] 2 tests.'\necho '[  FAILED  ] 1 test.'\nexit 1\n"
SKIPS = "#!/bin/sh\necho 'no CUDA device: none at all'\necho '[  PASSED  ] 0 tests.'\n"
# A row a run, and tables where the program under test would write them.
MEASURES = """#!/bin/sh
echo '{"graph":"kronecker:6","median_seconds":1}'
while [ $# -gt 0 ]; do
  if [ "$1" = --markdown ]; then echo "table of figures" > "$2"; fi
  shift
done
"""
# What the benchmarks of betweenness, paths and forests print, the last in milliseconds.
FIGURES = """#!/bin/sh
echo '{"edges":1000000000,"method":"some","source_seconds":0.25,"median_seconds":0.5,"median_ms":2000}'
"""
BENCHMARK = """#!/bin/sh
case $1 in bfs) shows=measures ;; *) shows=figures ;; esac
exec "${0%/*}/$shows" "$@"
"""
SEARCHES = "#!/bin/sh\necho '  \"passed\": true,'\necho '  \"bfs  harmonic_mean_TEPS\": 2e9,'\n"
RUNS = '#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift 2; done\nexec "$@"\n'


class GpuScript(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.out = self.folder / "out"

    def run_script(self, *arguments, script=SCRIPT, environment=None):
        """Its run, and the report it left."""
        run = subprocess.run(
            [str(script), *map(str, arguments), "--out", str(self.out)],
            capture_output=True, text=True, timeout=560, cwd=self.folder, env=environment,
        )  # fmt: skip
        report = self.out / "report.md"
        return run, report.read_text() if report.exists() else ""

    def stand_ins(self, tests, measures=MEASURES, searches=SEARCHES, figures=FIGURES):
        """A folder as --pack makes, of shell scripts: [(kind, ranks, name, text)]."""
        packed = self.folder / "packed"
        programs = {"bin/strider": searches, "bin/strider_benchmark": BENCHMARK,
                    "bin/measures": measures, "bin/figures": figures,
                    "mpi/bin/mpirun": RUNS, "tools/compute-sanitizer": RUNS}  # fmt: skip
        programs |= {f"bin/{name}": text for _, _, name, text in tests}
        for name, text in programs.items():
            path = packed / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        lines = [f"{kind} {ranks} bin/{name}\n" for kind, ranks, name, _ in tests]
        (packed / "gpu_tests.txt").write_text("".join(lines))
        return packed

    def run_stand_ins(self, *tests, arguments=(), **options):
        packed = self.stand_ins(tests, **options)
        path = f"{packed}/tools:{os.environ['PATH']}"
        return self.run_script("--build", packed, *arguments,
                               environment=dict(os.environ, PATH=path))  # fmt: skip

    def test_all_parts_from_a_packed_folder_without_an_environment(self):
        archive = self.folder / "packed.tar.xz"
        pack, _ = self.run_script("--pack", archive, "--build", BUILD)
        self.assertEqual(pack.returncode, 0, pack.stderr)
        self.assertLess(archive.stat().st_size, 32 << 20)
        subprocess.run(["tar", "-xf", str(archive)], cwd=self.folder, check=True)
        packed = self.folder / "strider-gpu"
        # Every test program is a test by itself: here, one alone and one on ranks.
        kept = [line for line in (packed / "gpu_tests.txt").read_text().splitlines()
                if "gpu_device_test" in line or "any 2 bin/ranks_sssp" in line]  # fmt: skip
        self.assertEqual(len(kept), 2)
        (packed / "gpu_tests.txt").write_text("\n".join(kept) + "\n")
        run, report = self.run_script("--device", "simt", "--minutes", 30, script=packed / "gpu.sh",
                                      environment={"PATH": "/usr/bin:/bin"})  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr + report)
        for expected in ("an emulated device", "a run on a device is owed", "| tests | passed |",
                         "| tests on ranks, one device | passed |", "| benchmarks | passed |",
                         "| Graph500 | passed |", "| betweenness | passed |",
                         "| betweenness | kronecker:8 | auto | passed |", "| paths | passed |",
                         "| paths | grid:8 | near-far | passed |", "| forests | passed |",
                         "| forests | kronecker:8 | boruvka | passed |", "| 8 | 4 | delegate | passed |",
                         "compute-sanitizer looks at real devices only", "| sweep | passed |",
                         "| gpu_device_test | 0 | passed |",
                         "| ranks_sssp_device_test | 2 | passed |", "### kronecker:8", "### grid:8",
                         "| direction-optimizing | 2 |", "| edges_per_thread | **4** |"):  # fmt: skip
            self.assertIn(expected, report)
        self.assertGreater(self.out.with_suffix(".tar.gz").stat().st_size, 1000)
        rows = [json.loads(row) for row in (self.out / "benchmarks.jsonl").read_text().splitlines()]
        self.assertEqual({row["graph"] for row in rows},
                         {"kronecker:8", "kronecker:7", "grid:8", "uniform:8"})  # fmt: skip
        for row in rows:
            self.assertGreater(row["floor_bytes_per_edge"], 0, row)

    def test_every_pattern_of_cases_matches_one(self):
        listed = [line.split()[2] for line in (pathlib.Path(BUILD) / "gpu_tests.txt").read_text().splitlines()]
        cases = set()
        for program in sorted({name for name in listed if not name.endswith(".py")}):
            listing = subprocess.run([program, "--gtest_list_tests"],
                                     capture_output=True, text=True, check=True)  # fmt: skip
            for line in listing.stdout.splitlines():
                name = line.split("#")[0].strip()
                if line.startswith("  "):
                    cases.add(suite + name)
                else:
                    suite = name
        lists = pathlib.Path(SCRIPT).parent / "gpu" / "tests.sh"
        for name in ("few_cases", "sanitized_cases"):
            show = f'source {lists}; printf "%s\\n" "${{{name}[@]}}"'
            patterns = subprocess.run(["bash", "-c", show], capture_output=True, text=True, check=True)
            patterns = patterns.stdout.splitlines()
            self.assertGreater(len(patterns), 20)
            for pattern in patterns:
                self.assertTrue(fnmatch.filter(cases, pattern), f"{name}: {pattern}")

    def test_a_part_that_fails_ends_no_other(self):
        run, report = self.run_stand_ins(
            ("any", 0, "good", PASSES), ("cuda", 0, "bad", FAILS), ("simt", 0, "other", FAILS),
            ("any", 2, "on_ranks", PASSES),
        )  # fmt: skip
        self.assertEqual(run.returncode, 1)
        for expected in ("| tests | FAILED |", "| good | 0 | passed | 3 |",
                         "| bad | 0 | FAILED: status 1 | 2 |", "| on_ranks | 2 | passed | 3 |",
                         "| benchmarks | passed |", "| memcheck | good | passed | 3 |",
                         "| racecheck | bad | FAILED: status 1 | 2 |", "table of figures"):  # fmt: skip
            self.assertIn(expected, report)
        self.assertNotIn("| other |", report)

    def test_all_good(self):
        run, report = self.run_stand_ins(("any", 0, "good", PASSES), ("any", 2, "ranks", PASSES))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotIn("FAILED", report)

    def test_parts_by_name(self):
        run, report = self.run_stand_ins(
            ("any", 0, "bad", FAILS), arguments=("--parts", "graph500,benchmarks")
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("| 24 | 1 |  | passed | 2 |", report)
        self.assertNotIn("| tests |", report)

    def test_searches_that_are_not_valid(self):
        run, report = self.run_stand_ins(
            ("any", 0, "good", PASSES), searches=SEARCHES.replace("true", "false")
        )
        self.assertEqual(run.returncode, 1)
        self.assertIn("| 20 | 4 | 1d | FAILED: not valid | 2 |", report)

    def test_figures_against_targets(self):
        run, report = self.run_stand_ins(
            ("any", 0, "good", PASSES), arguments=("--parts", "betweenness,paths,forests")
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for expected in ("| betweenness | kronecker:21 | some | passed | 250 | 4 | 7.4 |",
                         "| paths | kronecker:21 | some | passed | 500 | 2 | 11.5 |",
                         "| forests | kronecker:22 | some | passed | 2000 | 0.5 | 8.5 |",
                         "| forests | grid:20 | some | passed | 2000 | 0.5 |  |"):  # fmt: skip
            self.assertIn(expected, report)

    def test_an_algorithm_that_fails(self):
        for figures, why in (("#!/bin/sh\nexit 3\n", "FAILED: status 3"), ("#!/bin/sh\n", "FAILED: no figures")):
            run, report = self.run_stand_ins(("any", 0, "good", PASSES), arguments=("--parts", "forests"),
                                             figures=figures)  # fmt: skip
            self.assertEqual(run.returncode, 1)
            self.assertIn(f"| forests | grid:20 | | {why} |", report)

    def test_tests_that_were_skipped_are_not_passed(self):
        run, report = self.run_stand_ins(("any", 0, "skips", SKIPS))
        self.assertEqual(run.returncode, 1)
        self.assertIn("| skips | 0 | skipped: no CUDA device: none at all | 0 |", report)

    def test_what_ran_out_of_time_has_not_failed(self):
        slow = "#!/bin/sh\nexec sleep 100\n"
        run, report = self.run_stand_ins(("any", 0, "slow", slow), ("any", 0, "good", PASSES),
                                         arguments=("--parts", "tests", "--minutes", 1))  # fmt: skip
        self.assertEqual(run.returncode, 3, run.stdout + run.stderr)
        for expected in ("| tests | not all in its time |", "| slow | 0 | out of time | 0 |",
                         "| good | 0 | passed | 3 |"):  # fmt: skip
            self.assertIn(expected, report)
        self.assertNotIn("FAILED", report)

    def test_a_sanitizer_that_is_refused_the_device_is_skipped(self):
        refuses = "#!/bin/sh\necho 'Target application: Device not supported'\nexit 1\n"
        packed = self.stand_ins([("any", 0, "good", PASSES)])
        (packed / "tools" / "compute-sanitizer").write_text(refuses)
        run, report = self.run_script(
            "--build", packed, "--parts", "sanitizers",
            environment=dict(os.environ, PATH=f"{packed}/tools:{os.environ['PATH']}"))  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("| memcheck | good | skipped: compute-sanitizer is refused the device |", report)

    def test_a_profile_of_the_search(self):
        profiles = "#!/bin/sh\necho 'search_both_ways (528, 1, 1)x(256, 1, 1)'\necho 'DRAM Throughput 50'\n"
        for text, expected in ((profiles, "    DRAM Throughput 50"),
                               ("#!/bin/sh\necho '==ERROR== no counters'\nexit 9\n",
                                "| profile | skipped: ncu is refused the device: ==ERROR== no counters |")):  # fmt: skip
            packed = self.stand_ins([])
            (packed / "tools" / "ncu").write_text(text)
            (packed / "tools" / "ncu").chmod(0o755)
            run, report = self.run_script(
                "--build", packed, "--parts", "profile",
                environment=dict(os.environ, PATH=f"{packed}/tools:{os.environ['PATH']}"))  # fmt: skip
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIn(expected, report)

    def test_no_case_is_no_test(self):
        run, report = self.run_stand_ins(("any", 0, "empty", "#!/bin/sh\n"))
        self.assertEqual(run.returncode, 1)
        self.assertIn("| empty | 0 | FAILED: no case ran | 0 |", report)

    def test_a_device_that_is_not_there(self):
        packed = self.stand_ins([], searches="#!/bin/sh\necho 'no such GPU' >&2\nexit 6\n")
        run, _ = self.run_script("--build", packed)
        self.assertEqual(run.returncode, 6)
        self.assertIn("device cuda: no such GPU", run.stderr)

    def test_a_device_that_is_there_and_fails(self):
        run, report = self.run_stand_ins(
            ("any", 0, "good", PASSES), searches="#!/bin/sh\nexit 1\n", measures="#!/bin/sh\nexit 1\n"
        )
        self.assertEqual(run.returncode, 1)
        self.assertIn("| good | 0 | passed | 3 |", report)
        self.assertIn("| benchmarks | FAILED |", report)

    def test_a_crash_is_not_forgiven_for_a_second_run(self):
        crash = "#!/bin/sh\n[ -f crashed ] || { touch crashed; kill -SEGV $$; }\n"
        run, report = self.run_stand_ins(("any", 0, "crashes", crash + PASSES.split("\n", 1)[1]))
        self.assertEqual(run.returncode, 1)
        self.assertIn("| crashes | 0 | FAILED", report)

    def test_wrong_use(self):
        for arguments in (["--device", "tpu"], ["--minutes", "x"], ["--scale-limit", "-1"],
                          ["--device"], ["--frobnicate"], ["--parts", "naps"], ["--build", "nowhere"]):  # fmt: skip
            run, _ = self.run_script(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertTrue(run.stderr.startswith("gpu: "), run.stderr)


if __name__ == "__main__":
    unittest.main()
