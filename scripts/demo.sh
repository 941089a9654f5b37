#!/usr/bin/env bash
# Builds the program for one machine and shows it at work: a road network and a social network, searched
# and validated, and the Graph500 benchmark at scale 18.
#
#   scripts/demo.sh          on the cores of this machine
#   scripts/demo.sh --full   builds all backends, then shows four ranks and an emulated device
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

full=
case ${1:-} in
  "") ;;
  --full) full=1 ;;
  -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) echo "demo: unknown option '$1'; --help lists them" >&2; exit 2 ;;
esac

"$root/scripts/setup.sh"
folder=$(build_folder release)
# A folder that has been configured for all backends stays so.
preset=demo
if [[ -n $full ]] || grep -qsE '^STRIDER_MPI:[A-Z]+=(AUTO|ON)' "$folder/CMakeCache.txt"; then
  preset=release
fi
configure_and_build "$preset" strider_cli
strider=$folder/cli/strider
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
# The same on ranks: more than there are cores, and as root where a container wants that.
show_on_ranks() {
  local ranks=$1 shown="${*:2}"
  shown=${shown//$work\//}
  printf '$ mpirun -n %s strider %s\n' "$ranks" "${shown//$root\//}"
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    mpirun -n "$ranks" "$strider" "${@:2}"
}

if [[ -n $full ]]; then
  title "Four ranks share a graph: each reads a part of a file that is not compressed"
  show convert "$data/github-social.txt.xz" "$work/github.strider"
  show_on_ranks 4 bfs "$work/github.strider" --source 0 --validate
  title "An emulated GPU runs the kernels of a real one"
  show bfs "$data/github-social.txt.xz" --source 0 --device simt --validate
  exit 0
fi

title "The roads of New York: few roads at a crossing, hundreds of levels"
show bfs "$data/USA-road-NY.tsv.xz" --source 1 --validate -o "$work/levels.tsv"

title "Any result file can be checked, whoever wrote it"
show validate bfs "$data/USA-road-NY.tsv.xz" "$work/levels.tsv"

title "The same roads, laid out once for many searches"
show convert "$data/USA-road-NY.tsv.xz" "$work/roads.strider" --prepare auto
printf '\n'
show bfs "$work/roads.strider" --trials 64 --validate

title "Developers who follow each other on GitHub: hubs, and few levels"
show info "$data/github-social.txt.xz"
printf '\n'
show bfs "$data/github-social.txt.xz" --source 0 --validate

title "Graph500, scale 18: 64 searches, each validated"
show graph500 --scale 18

title "Next"
printf '%s\n' "scripts/demo.sh --full   four ranks and an emulated GPU: builds these first" \
  "scripts/test.sh          every test"
