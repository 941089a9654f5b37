#!/usr/bin/env bash
# Everything that wants a real GPU, in one call: builds, tests, compute-sanitizer, several ranks on one
# device, benchmarks, a sweep of the tuning values. Ends after --minutes, with what was reached.
#
#   scripts/gpu.sh                      on the first CUDA device, in nine minutes
#   scripts/gpu.sh --device simt        on an emulated one: small graphs, no sanitizer
#
#   --device cuda|simt    default cuda
#   --minutes N           default 9, builds included
#   --parts A,B,...       of benchmarks, tests, ranks, graph500, betweenness, paths, forests, profile,
#                         sanitizers, sweep: default all, in this order; they share the time
#   --scale-limit S       largest Kronecker graph, of 2^S vertices: default 26, emulated 8
#   --road FILE           a road network; default: the roads of New York, emulated none
#   --build DIR           do not build: a build folder, or what --pack made
#   --out DIR             report and logs; default gpu-results in the current folder
#   --pack PLACE          copy programs, and the libraries that another machine may lack, from the
#                         build folder into the folder PLACE, or into one archive where it is called
#                         .tar.gz or .tar.xz; nothing is run. There, `gpu.sh` in the folder does all
#                         this without compilers or packages.
#
# The report is DIR/report.md of --out, and DIR.tar.gz holds all of DIR. Exit status: 0 all is well; 1
# something failed or was wrong; 2 wrong use; 3 nothing failed, but not all was done in the time; 6
# there is no such device.
set -uo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

device=cuda minutes=9 parts=benchmarks,tests,ranks,graph500,betweenness,paths,forests,profile,sanitizers,sweep scale_limit='' road='' build='' out=gpu-results pack=''
invocation="gpu.sh $*"
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help) sed -n '2,/^set -uo/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --device | --minutes | --parts | --scale-limit | --road | --build | --out | --pack)
      if [[ $# -lt 2 ]]; then
        echo "gpu: $1 needs a value; --help tells which" >&2
        exit 2
      fi
      name=${1#--}
      printf -v "${name//-/_}" '%s' "$2"
      shift 2
      ;;
    *) echo "gpu: unknown option '$1'; --help lists them" >&2; exit 2 ;;
  esac
done
[[ $device == cuda || $device == simt ]] || { echo "gpu: --device takes cuda or simt" >&2; exit 2; }
[[ $minutes =~ ^[1-9][0-9]*$ ]] || { echo "gpu: --minutes takes a whole number" >&2; exit 2; }
[[ -n $scale_limit ]] || scale_limit=$([[ $device == cuda ]] && echo 26 || echo 8)
# Of the time that is left, a part may take its weight over those of itself and the parts to come.
declare -A weights=([tests]=110 [ranks]=70 [benchmarks]=180 [graph500]=70 [betweenness]=60 [paths]=30 [forests]=30
  [profile]=30 [sanitizers]=80 [sweep]=85)
IFS=, read -ra parts <<<"$parts"
for name in "${parts[@]}"; do
  [[ -n ${weights[$name]:-} ]] || { echo "gpu: --parts: there is no part '$name'" >&2; exit 2; }
done
[[ $scale_limit =~ ^[1-9][0-9]*$ ]] || { echo "gpu: --scale-limit takes a number" >&2; exit 2; }

# --- what is built, and how it is started

# Of --minutes two thirds: what is built later leaves no time to run it. To pack, as long as it takes.
build_seconds=$([[ -n $pack ]] && echo 0 || echo $((40 * minutes)))
# The programs: in a build folder, or as --pack leaves them.
[[ -z $build && -f $here/gpu_tests.txt ]] && build=$here
build_here() {
  # shellcheck source=scripts/common.sh
  source "$here/common.sh"
  "$here/setup.sh" || return 1
  build=$(build_folder gpu)
  mkdir -p "$build"
  local options=("-DSTRIDER_CUDA=$([[ $device == cuda ]] && echo ON || echo AUTO)")
  if nvidia-smi -L >/dev/null 2>&1; then options+=(-DSTRIDER_CUDA_ARCHITECTURES=native); fi
  (cd "$root" && cmake --preset release -B "$build" "${options[@]}") || return 1
  timeout "$build_seconds" \
    cmake --build "$build" --parallel "$(nproc)" --target gpu_programs
}
find_programs() {
  [[ -d $build ]] || return 1
  build=$(cd -- "$build" && pwd)
  if [[ -d $build/bin ]]; then
    strider=$build/bin/strider
    benchmark=$build/bin/strider_benchmark
    mpirun=$build/mpi/bin/mpirun
    [[ -x $mpirun ]] && export OPAL_PREFIX=$build/mpi PMIX_MCA_pcompress_base_silence_warning=1
    libraries=$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    # Where containers have NVIDIA's driver, if the linker does not know the folder.
    [[ -d /usr/local/nvidia/lib64 ]] && libraries=$libraries:/usr/local/nvidia/lib64
    # What every machine has, but some an older one.
    if ! LD_LIBRARY_PATH=$libraries "$strider" --version >/dev/null 2>&1; then
      libraries=$libraries:$build/lib/fallback
    fi
    road=${road:-$(find "$build/graphs" -type f -print -quit 2>/dev/null)}
  else
    strider=$build/cli/strider
    benchmark=$build/benchmarks/strider_benchmark
    mpirun=$(command -v mpirun || true)
    libraries=''
    road=${road:-$here/../examples/data/USA-road-NY.tsv.xz}
  fi
  [[ -f $build/gpu_tests.txt && -x $strider && -x $benchmark ]]
}
# Before the command of a program: its libraries, and nothing for other programs.
with_libraries() {
  if [[ -n $libraries ]]; then echo env "LD_LIBRARY_PATH=$libraries"; fi
}
# More ranks than cores, as root in containers, waiting without spinning.
export OMP_WAIT_POLICY=passive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 \
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none

if [[ -n $pack ]]; then
  if [[ -z $build ]]; then build_here || exit 1; fi
  find_programs || { echo "gpu: no programs in '$build'; build target gpu_programs" >&2; exit 2; }
  # shellcheck source=scripts/gpu/pack.sh
  source "$here/gpu/pack.sh"
  case $pack in
    *.tar.gz | *.tar.xz) pack_archive "$pack" ;;
    *) pack_programs "$pack" ;;
  esac
  exit
fi

# --- time, parts and the report

deadline=$((SECONDS + 60 * minutes - 5))
mkdir -p "$out/logs" && out=$(cd -- "$out" && pwd) || exit 2
status=0
part_rows=() # "name | result | seconds" of those that ended
test_rows=()
graph500_rows=()
algorithm_rows=()
sanitizer_rows=()

# at_most SECONDS: no more than are left; 0 where too little time is left to begin.
at_most() {
  local left=$((deadline - SECONDS))
  if ((left < 3)); then echo 0; elif ((left < $1)); then echo "$left"; else echo "$1"; fi
}
# limited SECONDS LOG COMMAND ...: its exit status, 124 where it ran out of time.
limited() {
  local limit=$1 log=$2
  shift 2
  printf '$ %s\n' "$*" >"$log"
  timeout --kill-after=5 "$limit" "$@" >>"$log" 2>&1
}
# Whether a status is that of a program that ran out of time. What did has not failed: too little
# time says nothing of what is right.
is_late() { (($1 == 124 || $1 == 137)); }
# part NAME COMMAND ...: runs it; a failure ends nothing else.
part() {
  local begin=$SECONDS result=passed name=$1
  shift
  echo "== $name"
  late=0
  if ! "$@"; then
    result=FAILED
    status=1
  elif ((late)); then
    result='not all in its time'
    unfinished=1
  fi
  # A part that did not run has not passed.
  if [[ $result == passed && $note == skipped:* ]]; then
    part_rows+=("| $name | $note | $((SECONDS - begin)) |")
  else
    part_rows+=("| $name | $result${note:+: $note} | $((SECONDS - begin)) |")
  fi
  note=''
  write_report
}
note=''
late=0       # of this part: something was not reached, or ended before it was done
unfinished=0 # of all parts

facts() {
  echo "- date: $(date -u '+%Y-%m-%d %H:%M UTC')"
  if [[ $device == cuda ]]; then
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null |
      sed 's/^/- device, driver, memory: /'
  fi
  sed -n 's/^model name[[:space:]]*: /- host: /p' /proc/cpuinfo | head -n 1
  echo "- cores: $(nproc)"
  (cd "$here" && git rev-parse --short=12 HEAD 2>/dev/null | sed 's/^/- commit: /')
  echo "- command: \`$invocation\`"
}
# table HEADER ROW ...: nothing without rows.
table() {
  local header=$1
  shift
  (($# > 0)) || return 0
  printf '| %s |\n' "$header"
  sed 's/[^|]//g; s/|/---|/g; s/^/|---|/' <<<"$header"
  printf '%s\n' "$@" ''
}
write_report() {
  {
    if [[ $device == cuda ]]; then
      echo "# Searches on a GPU, $(date -u +%F)"
    else
      echo "# Searches on an emulated device, $(date -u +%F)"
      echo
      echo "No GPU: counts and results hold, times say nothing, and a run on a device is owed."
    fi
    echo
    facts
    echo
    table "part | result | seconds" "${part_rows[@]}"
    if ((${#test_rows[@]} > 0)); then
      echo "## Tests"
      echo
      table "program | ranks | result | cases | seconds" "${test_rows[@]}"
    fi
    if ((${#graph500_rows[@]} > 0)); then
      echo "## Graph500"
      echo
      echo "Kernel 2 by the rules of the benchmark, each search validated. Ranks share the one device."
      echo
      table "scale | ranks | partition | result | GTEPS, harmonic mean | bytes sent by the first search" \
        "${graph500_rows[@]}"
    fi
    if ((${#algorithm_rows[@]} > 0)); then
      echo "## Betweenness, paths and forests"
      echo
      echo "Medians, of betweenness a source; preparation is left out. Rates are of all edges, in" \
        "billions a second."
      echo
      table "what | graph | method | result | milliseconds | rate | target" "${algorithm_rows[@]}"
    fi
    if ((${#sanitizer_rows[@]} > 0)); then
      echo "## compute-sanitizer"
      echo
      table "tool | program | result | cases | seconds" "${sanitizer_rows[@]}"
    fi
    local kind
    if [[ -s $out/profile.txt ]]; then
      echo "## Where the time of a search goes"
      echo
      sed 's/^/    /' "$out/profile.txt"
      echo
    fi
    for kind in benchmarks sweep; do
      [[ -s $out/$kind.md ]] || continue
      echo "## ${kind^}"
      echo
      cat "$out/$kind.md"
    done
  } >"$out/report.md"
}

# shellcheck source=scripts/gpu/tests.sh
source "$here/gpu/tests.sh"
# shellcheck source=scripts/gpu/benchmarks.sh
source "$here/gpu/benchmarks.sh"
# shellcheck source=scripts/gpu/algorithms.sh
source "$here/gpu/algorithms.sh"
# shellcheck source=scripts/gpu/profile.sh
source "$here/gpu/profile.sh"

# --- all of it

if [[ -z $build ]]; then
  built() { build_here >"$out/logs/build.log" 2>&1 || { tail -n 20 "$out/logs/build.log"; false; }; }
  part "build" built
  if ((status != 0)); then
    echo "gpu: the build failed, or took too long: $out/logs/build.log" >&2
    exit 1
  fi
fi
if ! find_programs; then
  echo "gpu: no programs in '$build': build the target gpu_programs, or see --pack" >&2
  exit 2
fi
probe=$out/logs/device.log
# shellcheck disable=SC2046
limited 60 "$probe" $(with_libraries) "$strider" graph500 --scale 4 --roots 1 --device "$device"
# What else goes wrong with it is for the parts to tell.
if (($? == 6)); then
  echo "gpu: device $device: $(tail -n 1 "$probe")" >&2
  exit 6
fi
declare -A titles=([ranks]="tests on ranks, one device" [sanitizers]=compute-sanitizer
  [graph500]=Graph500)
weight=0
for name in "${parts[@]}"; do weight=$((weight + weights[$name])); done
for name in "${parts[@]}"; do
  part "${titles[$name]:-$name}" "$name" $(((deadline - SECONDS) * weights[$name] / weight))
  weight=$((weight - weights[$name]))
done
tar -czf "$out.tar.gz" -C "$(dirname "$out")" "$(basename "$out")"
if ((status != 0)); then
  verdict='something FAILED'
elif ((unfinished)); then
  verdict='nothing failed, not all was done in its time'
  status=3
else
  verdict='all is well'
fi
echo "== $verdict: $out/report.md, all of it in $out.tar.gz"
exit "$status"
