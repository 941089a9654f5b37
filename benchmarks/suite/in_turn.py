#!/usr/bin/env python3
"""Runs two programs in turn on the same machine and tells how many times as fast the first is.

    in_turn.py [--turns T] [--key NAME] [--times REGEX] 'COMMAND' 'COMMAND OF THE PEER'

    in_turn.py 'strider_benchmark bfs kron20.sg --num-sources 16 --threads 2 --layout auto --repetitions 1' \\
               'gapbs/bfs -f kron20.sg -n 16'

The first command prints JSON, an object a line, as the programs beside this one do; its time is the
value of NAME, of the last object that has it. The times of the peer are all that the first group of
REGEX finds in what it prints: by default those of GAPBS ("Trial Time: 0.0123"); of PBBS's and GBBS's
programs 'time per iter: ([0-9.]+)' and 'Running Time: ([0-9.]+)' find them. A turn's time is their median.
"""

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys


def output_of(command):
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"in_turn: {command}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def own_seconds(text, key):
    found = [line[key] for line in map(json.loads, text.splitlines()) if key in line]
    if not found:
        sys.exit(f"in_turn: no object has {key}: --key names another")
    return found[-1]


def peer_seconds(text, times):
    found = [float(match) for match in re.findall(times, text)]
    if not found:
        sys.exit(f"in_turn: the peer prints no time that '{times}' finds: --times gives another")
    return statistics.median(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("own", help="a command that prints JSON")
    parser.add_argument("peer", help="a command that prints times in seconds")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--key", default="median_seconds")
    parser.add_argument("--times", default=r"Trial Time:\s*([0-9.]+)")
    options = parser.parse_args()
    own, peer = [], []
    print("turn\town_ms\tpeer_ms\ttimes_as_fast")
    for turn in range(options.turns):
        own.append(own_seconds(output_of(options.own), options.key))
        peer.append(peer_seconds(output_of(options.peer), options.times))
        print(f"{turn}\t{1e3 * own[-1]:.3f}\t{1e3 * peer[-1]:.3f}\t{peer[-1] / own[-1]:.2f}",
              flush=True)  # fmt: skip
    for name, pick in (("median", statistics.median), ("fastest", min)):
        a, b = pick(own), pick(peer)
        print(f"{name}\t{1e3 * a:.3f}\t{1e3 * b:.3f}\t{b / a:.2f}")


if __name__ == "__main__":
    main()
