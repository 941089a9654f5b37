"""Jobs in which a rank fails: they end within seconds, with one message and the right status."""

import os
import subprocess
import time
import unittest

PROGRAM = os.environ["FAULT_INJECTION_PROGRAM"]
LAUNCHER = os.environ["STRIDER_MPIRUN"].split(":")
RANKS = 4
# The program itself would run for 60 seconds.
SECONDS = 20


class FaultInjectionTest(unittest.TestCase):
    def run_job(self, how, ranks=RANKS):
        """Its exit status, and the lines that the program wrote to stderr (not the launcher's)."""
        began = time.monotonic()
        run = subprocess.run(
            [*LAUNCHER, "-n", str(ranks), PROGRAM, how],
            capture_output=True,
            text=True,
            check=False,
            timeout=2 * SECONDS,
        )
        self.assertLess(time.monotonic() - began, SECONDS)
        self.launcher = run.stdout + run.stderr
        said = [line for line in run.stderr.splitlines() if line.startswith("strider: ")]
        return run.returncode, said

    def ends(self, how, status, message):
        self.assertEqual(self.run_job(how), (status, [message]), self.launcher)

    def test_error_of_one_rank_amid_an_exchange(self):
        self.ends("throw", 3, "strider: rank 3: slice.bin:7: not a number")

    def test_error_of_unknown_type(self):
        self.ends("unknown", 1, "strider: rank 3: an error of unknown type")

    def test_memory_that_one_rank_does_not_have(self):
        for how in ("starve", "allocate"):
            status, said = self.run_job(how)
            self.assertEqual(status, 5, self.launcher)
            self.assertEqual(len(said), 1, self.launcher)
            self.assertRegex(said[0], "^strider: rank 3: not enough memory for .*1.0 EiB")

    def test_errors_of_all_ranks_at_once(self):
        status, said = self.run_job("all-throw")
        self.assertEqual(status, 3, self.launcher)
        # The lowest comes first, but on a machine so busy that a rank sleeps longer than its turn;
        # the launcher may need longer than the others wait.
        self.assertRegex(said[0], r"^strider: rank \d: slice.bin:7: not a number$")

    def test_collective_errors_are_reported_once_and_end_like_any_run(self):
        self.ends("collective-throw", 3, "strider: rank 3: slice.bin:7: not a number")
        status, said = self.run_job("collective-starve")
        self.assertEqual((status, len(said)), (5, 1), self.launcher)

    def test_one_rank_alone(self):
        status, said = self.run_job("throw", ranks=1)
        self.assertEqual((status, said), (3, ["strider: rank 0: slice.bin:7: not a number"]))

    def test_ranks_that_die_are_the_launchers_to_tell_of(self):
        for how in ("kill", "crash", "exit"):
            status, said = self.run_job(how)
            self.assertNotEqual(status, 0, how)
            self.assertEqual(said, [], how)
            self.assertNotEqual(self.launcher.strip(), "", how)


if __name__ == "__main__":
    unittest.main()
