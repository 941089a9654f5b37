"""Runs the program under test on several ranks."""

import json
import os
import re
import shlex
import signal
import subprocess
import time

from program import STRIDER, ProgramTest

MPIRUN = shlex.split(os.environ["STRIDER_MPIRUN"])
SCHEMES = ("1d", "2d", "delegate")
# Seconds in which a job that fails must end.
SOON = 30


class RanksTest(ProgramTest):
    def start(self, ranks, *arguments, wrapper=(), variables=None):
        command = [*MPIRUN, "-n", str(ranks), *wrapper, STRIDER, *map(str, arguments)]
        return subprocess.Popen(
            command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, **(variables or {})),
        )  # fmt: skip

    def start_each(self, *command_lines):
        """A job whose ranks have a command line each."""
        command = [*MPIRUN]
        for arguments in command_lines:
            separator = [] if len(command) == len(MPIRUN) else [":"]
            command += [*separator, "-n", "1", STRIDER, *map(str, arguments)]
        return subprocess.run(command, cwd=self.folder, text=True, capture_output=True,
                              timeout=SOON, check=False)  # fmt: skip

    def mpirun(self, ranks, *arguments, **options):
        process = self.start(ranks, *arguments, **options)
        try:
            stdout, stderr = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)

    def ok_on(self, ranks, *arguments):
        run = self.mpirun(ranks, *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def json_on(self, ranks, *arguments):
        return json.loads(self.ok_on(ranks, *arguments, "--json"))

    def check_failure(self, run, status, seconds, before):
        """The line of ours on stderr; launchers add lines of theirs."""
        self.assertLess(seconds, SOON)
        self.assertEqual(run.returncode, status, run.stderr + run.stdout)
        ours = [line for line in run.stderr.splitlines() if line.startswith("strider: ")]
        self.assertEqual(len(ours), 1, run.stderr)
        self.assertEqual(self.files(), before, "a file was left")
        return ours[0]

    def fails_on(self, ranks, status, *arguments, wrapper=()):
        """The line of a job that ends with `status`, soon. Without a wrapper all ranks see why, and
        have cleaned up before one ends: Open MPI need not give them a second, as it does to those
        that something happens to."""
        before = self.files()
        begun = time.monotonic()
        variables = {} if wrapper else {"OMPI_MCA_odls_base_sigkill_timeout": "0"}
        run = self.mpirun(ranks, *arguments, wrapper=wrapper, variables=variables)
        return self.check_failure(run, status, time.monotonic() - begun, before)

    def wrap(self, rank, limit):
        """A wrapper that runs a shell command in front of the program on one rank, or on all."""
        if rank is not None:
            limit = f'if [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = {rank} ]; then {limit}; fi'
        text = f'#!/bin/sh\n{limit}\nexec "$@"\n'
        path = self.folder / self.write("wrapper.sh", text)
        path.chmod(0o755)
        return [str(path)]

    def holds_file(self, pid):
        """Whether the process has a file of this test open, with a name or without."""
        try:
            files = [os.readlink(entry.path) for entry in os.scandir(f"/proc/{pid}/fd")]
        except OSError:
            return False
        return any(file.startswith(str(self.folder)) for file in files)

    def check_death(self, process, when=None):
        """Kills a rank of a job, once when(pid) holds: the others end soon, without a word about an
        error of ours."""
        victim = None
        limit = time.monotonic() + SOON
        while victim is None and time.monotonic() < limit:
            time.sleep(0.3)
            victim = child_running(process.pid, STRIDER)
        self.assertIsNotNone(victim)
        if when is None:
            time.sleep(0.5)
        else:
            while process.poll() is None and not when(victim) and time.monotonic() < limit:
                time.sleep(0.01)
            self.assertTrue(when(victim))
        self.assertIsNone(process.poll(), "the job was over before the kill")
        os.kill(victim, signal.SIGKILL)
        begun = time.monotonic()
        _, stderr = process.communicate(timeout=SOON)
        self.assertLess(time.monotonic() - begun, SOON)
        self.assertNotEqual(process.returncode, 0)
        self.assertNotIn("internal error", stderr)

    def columns(self, name, count=2):
        lines = (self.folder / name).read_text().splitlines()
        return [line.split("\t")[:count] for line in lines]


def child_running(launcher, program):
    """The process of some rank that `launcher` started."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
            executable = os.readlink(f"/proc/{entry}/exe")
        except OSError:
            continue
        if parent == launcher and executable == os.path.realpath(program):
            return int(entry)
    return None


def needed_and_free(line):
    """The bytes that a message names of which there are too few."""
    needed, free = re.findall(r"\((\d+) bytes\)", line)
    return int(needed), int(free)
