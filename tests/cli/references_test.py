"""The manual page and the completions, which are made of the tables of options."""

import re
import shutil
import subprocess
import unittest

from program import ProgramTest

# Completes the words after it as bash does, and prints what is left to choose from.
COMPLETE = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_strider
printf '%s\\n' "${COMPREPLY[@]}"
"""


# The same in zsh, whose completion builtins work only at a prompt: those of the script are replaced.
COMPLETE_IN_ZSH = """
compdef() { :; }
compadd() { shift; print -l -- "$@"; }
_files() { :; }
_describe() { [[ $1 == -o ]] && shift; print -l -- "${(@)${(@P)2}%%:*}"; }
source "$1"
shift
words=("$@")
CURRENT=$#
_strider
"""


class References(ProgramTest):
    def shell(self, *command, **options):
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60,
                             cwd=self.folder, **options)  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def complete(self, *words):
        script = self.write("strider.bash", self.ok("--completion", "bash"))
        return self.shell("bash", "-c", COMPLETE, "complete", script, "strider", *words).split()

    def test_manual_page(self):
        page = self.ok("--man")
        self.assertTrue(page.startswith(".TH STRIDER 1 "))
        for verb in ("info", "bfs", "generate kronecker", "validate sssp"):
            self.assertIn(f"\n.SS strider {verb}\n", page)
        shown = set(re.findall(r"--[a-z][-a-z0-9]*", self.ok("bfs", "--help-all")))
        part = page.partition("\n.SS strider bfs\n")[2].partition("\n.SS ")[0].replace("\\-", "-")
        self.assertEqual(shown - set(re.findall(r"--[a-z][-a-z0-9]*", part)), set())

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_has_no_complaints(self):
        page = self.shell("groff", "-man", "-Tascii", "-ww", "-P-cbou", input=self.ok("--man"))
        self.assertIn("strider generate grid", page)
        self.assertIn("mpirun -n 4 strider", page)

    def test_bash_completes_verbs_options_and_values(self):
        self.shell("bash", "-n", self.write("s", self.ok("--completion", "bash")))
        self.assertEqual(self.complete("bfs", "--th"), ["--threads"])
        self.assertEqual(self.complete("b"), ["bfs", "bc", "bipartite"])
        self.assertEqual(self.complete("validate", "ms"), ["msf"])
        self.assertEqual(self.complete("bfs", "validate", "--tria"), ["--trials"])
        self.assertEqual(self.complete("bc", "g.el", "--share", "r"), ["replicated"])
        self.assertEqual(self.complete("bfs", "--algorithm", "bott"), ["bottom-up"])
        self.assertEqual(self.complete("--completion", ""), ["bash", "zsh"])
        for *words, expected in (
            ("bfs", "--format", "gr", "graph500 graphml graph6"),
            ("convert", "g.el", "--to", "gr", "graph500"),
            ("generate", "grid", "--to", "na", "native"),
            ("generate", "grid", "--weights", "", "none real integer"),
            ("bfs", "--device", "", "host cuda simt"),
            ("bfs", "--prepare", "", "auto degree locality none"),
            ("sssp", "--layout", "", "auto none"),
            ("graph500", "--kernel", "s", "sssp"),
            ("graph500", "--algorithm", "d", "direction-optimizing dijkstra delta-stepping"),
            ("msf", "--algorithm", "g", "ghs"),
            ("bc", "--precision", "", "double single"),
            ("info", "--algorithm", "", "auto"),
            ("bfs", "--trials", "", ""),
        ):
            self.assertEqual(self.complete(*words), expected.split(), words)
        self.assertEqual(self.complete("bfs", "gr"), [])  # a file

    def test_zsh(self):
        script = self.ok("--completion", "zsh")
        self.assertTrue(script.startswith("#compdef strider\n"))
        self.assertIn("'--threads:Threads", script)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_its_script(self):
        # By the name _strider it would complete at once.
        script = self.write("strider.zsh", self.ok("--completion", "zsh"))
        self.shell("zsh", "-n", script)
        for *words, expected in (
            ("bc", "--precision", "", "double single"),
            ("generate", "grid", "--weights", "", "none real integer"),
            ("validate", "", "bfs sssp msf components"),
            ("bfs", "gr", ""),
        ):
            found = self.shell("zsh", "-fc", COMPLETE_IN_ZSH, "complete", script, "strider", *words)
            self.assertEqual(found.split(), expected.split(), words)
        self.assertIn("--threads", self.shell("zsh", "-fc", COMPLETE_IN_ZSH, "complete", script,
                                              "strider", "bfs", "--th"))  # fmt: skip

    def test_wrong_use(self):
        self.assertIn("fish", self.fails(2, "--completion", "fish"))


if __name__ == "__main__":
    unittest.main()
