#!/usr/bin/env bash
# Times scripts/demo.sh in a clean checkout of the last commit: the seconds until the table of the
# first search is on the screen, and until the demo ends. ccache is switched off, so that everything
# is compiled; packages must be installed already, and nothing else should run.
#
#   scripts/time_first_result.sh              once
#   scripts/time_first_result.sh --runs 3     three times, each in a checkout of its own
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

runs=1
while [[ $# -gt 0 ]]; do
  case $1 in
    --runs)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "time_first_result: --runs takes a number" >&2; exit 2; }
      runs=$2
      shift 2
      ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "time_first_result: unknown option '$1'; --help lists them" >&2; exit 2 ;;
  esac
done

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# Hundredths of a second since the machine started: a clock that is never set.
now() {
  local seconds rest
  read -r seconds rest </proc/uptime
  echo $((10#${seconds/./}))
}
in_seconds() { printf '%d.%02d' $(($1 / 100)) $(($1 % 100)); }

# The head of the table that a search prints, a row a level.
table='^ *level +vertices '

time_demo() {
  local checkout=$work/strider begin first= line last=
  rm -rf -- "$checkout"
  git clone --quiet -- "$root" "$checkout"
  begin=$(now)
  (cd "$checkout" && CCACHE_DISABLE=1 scripts/demo.sh 2>&1; echo "demo ended with $?") >"$work/pipe" &
  while IFS= read -r line; do
    printf '%s\n' "$line" >&2
    last=$line
    if [[ -z $first && $line =~ $table ]]; then first=$(($(now) - begin)); fi
  done <"$work/pipe"
  if [[ $last != "demo ended with 0" || -z $first ]]; then
    echo "time_first_result: the demo failed, or showed no table of a search" >&2
    return 1
  fi
  printf 'first table after %s s, end after %s s\n' \
    "$(in_seconds "$first")" "$(in_seconds $(($(now) - begin)))"
}

mkfifo "$work/pipe"
printf 'commit %s, %s cores, %s\n' "$(git -C "$root" rev-parse --short HEAD)" "$(nproc)" \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
for ((run = 0; run < runs; ++run)); do time_demo; done
