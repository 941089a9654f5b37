#!/usr/bin/env bash
# Builds the program and shows it at work: a road network and a social network, searched and
# validated, and the Graph500 benchmark at scale 18.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh"
configure_and_build release strider_cli
strider=$(build_folder release)/cli/strider
data=$root/examples/data

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

title() { printf '\n==== %s\n\n' "$*"; }
# Shows a command as one would type it, then runs it.
show() {
  local shown="$*"
  shown=${shown//$work\//}
  printf '$ strider %s\n' "${shown//$root\//}"
  "$strider" "$@"
}

title "The roads of New York: few roads at a crossing, hundreds of levels"
show bfs "$data/USA-road-NY.pace.gr.xz" --source 1 --validate -o "$work/levels.tsv"

title "Any result file can be checked, whoever wrote it"
show validate bfs "$data/USA-road-NY.pace.gr.xz" "$work/levels.tsv"

title "The same roads, laid out once for many searches"
show convert "$data/USA-road-NY.pace.gr.xz" "$work/roads.strider" --prepare auto
printf '\n'
show bfs "$work/roads.strider" --trials 64 --validate

title "Developers who follow each other on GitHub: hubs, and few levels"
show info "$data/github-social.txt.xz"
printf '\n'
show bfs "$data/github-social.txt.xz" --source 0 --validate

title "Graph500, scale 18: 64 searches, each validated"
show graph500 --scale 18
