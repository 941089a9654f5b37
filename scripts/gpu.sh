#!/usr/bin/env bash
# Everything that wants a real GPU, in one call: builds, tests, compute-sanitizer, several ranks on one
# device, benchmarks, a sweep of the tuning values. Ends after --minutes, with what was reached.
#
#   scripts/gpu.sh                      on the first CUDA device, in ten minutes
#   scripts/gpu.sh --device simt        on an emulated one: small graphs, no sanitizer
#
#   --device cuda|simt    default cuda
#   --minutes N           default 10, builds included
#   --scale-limit S       largest Kronecker graph, of 2^S vertices: default 26, emulated 8
#   --road FILE           a road network; default: the roads of New York, emulated none
#   --build DIR           do not build: a build folder, or what --pack made
#   --out DIR             report and logs; default gpu-results in the current folder
#   --pack DIR            copy programs, and the libraries that another machine may lack, from the
#                         build folder into DIR; nothing is run. There, `DIR/gpu.sh` does all this
#                         without compilers or packages.
#
# The report is DIR/report.md of --out. Exit status: 0 all is well; 1 something failed, was wrong or
# did not end in its time; 2 wrong use; 6 there is no such device.
set -uo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

device=cuda minutes=10 scale_limit='' road='' build='' out=gpu-results pack=''
invocation="gpu.sh $*"
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help) sed -n '2,/^set -uo/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --device | --minutes | --scale-limit | --road | --build | --out | --pack)
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
[[ $scale_limit =~ ^[1-9][0-9]*$ ]] || { echo "gpu: --scale-limit takes a number" >&2; exit 2; }

# --- what is built, and how it is started

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
  cmake --build "$build" --parallel "$(nproc)" --target gpu_programs
}
find_programs() {
  [[ -d $build ]] || return 1
  build=$(cd -- "$build" && pwd)
  if [[ -d $build/bin ]]; then
    strider=$build/bin/strider
    benchmark=$build/bin/benchmark_bfs
    mpirun=$build/mpi/bin/mpirun
    [[ -x $mpirun ]] && export OPAL_PREFIX=$build/mpi PMIX_MCA_pcompress_base_silence_warning=1
    libraries=$build/lib
    # What every machine has, but some an older one.
    if ! LD_LIBRARY_PATH=$libraries "$strider" --version >/dev/null 2>&1; then
      libraries=$libraries:$build/lib/fallback
    fi
    road=${road:-$(find "$build/graphs" -type f -print -quit 2>/dev/null)}
  else
    strider=$build/cli/strider
    benchmark=$build/benchmarks/benchmark_bfs
    mpirun=$(command -v mpirun || true)
    libraries=''
    road=${road:-$here/../examples/data/USA-road-NY.pace.gr.xz}
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
  # shellcheck source=scripts/gpu_pack.sh
  source "$here/gpu_pack.sh"
  pack_programs "$pack"
  exit
fi

# --- time, parts and the report

deadline=$((SECONDS + 60 * minutes - 5))
mkdir -p "$out/logs" && out=$(cd -- "$out" && pwd) || exit 2
status=0
parts=() # "name | result | seconds" of those that ended
test_rows=()
sanitizer_rows=()

# at_most SECONDS: no more than are left; 0 where nothing is worth beginning.
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
# part NAME FUNCTION: runs it; a failure ends nothing else.
part() {
  local begin=$SECONDS result=passed
  echo "== $1"
  if ! "$2"; then
    result=FAILED
    status=1
  fi
  parts+=("| $1 | $result${note:+: $note} | $((SECONDS - begin)) |")
  note=''
  write_report
}
note=''

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
    table "part | result | seconds" "${parts[@]}"
    if ((${#test_rows[@]} > 0)); then
      echo "## Tests"
      echo
      table "program | ranks | result | cases | seconds" "${test_rows[@]}"
    fi
    if ((${#sanitizer_rows[@]} > 0)); then
      echo "## compute-sanitizer"
      echo
      table "tool | program | result | cases | seconds" "${sanitizer_rows[@]}"
    fi
    local kind
    for kind in benchmarks sweep; do
      [[ -s $out/$kind.md ]] || continue
      echo "## ${kind^}"
      echo
      cat "$out/$kind.md"
    done
  } >"$out/report.md"
}

# --- tests

# Cases that tell most in least time: for the emulator, and under a sanitizer.
few_cases='*Reuse*one_warp*:OneD*.Reuse:DistBfs*Reused*:BfsDeviceData.*:BfsOnDevice.OptionsOutOfRange*:BfsOnDevice.Workspace*:Gpu*:Devices.*:DeviceGraphs.*:SimtWords.*:*GoesBothWays*:*TakesWhat*'
sanitized_cases='*Reuse*one_warp*:BfsOnDevice.EveryValue*:GpuContext.*:GpuPrimitives.*:SimtWords.*:*GoesBothWays*'

# verdict STATUS LOG: sets `result` and `cases`.
verdict() {
  cases=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; s/^Ran \([0-9]*\) tests.*/\1/p' "$2" |
    awk '{ sum += $1 } END { print sum + 0 }')
  if grep -q 'no CUDA device: ' "$2"; then
    result="skipped: $(sed -n 's/.*\(no CUDA device: .*\)/\1/p' "$2" | head -n 1)"
    return 1
  fi
  case $1 in
    0 | 77) result=passed ;;
    124 | 137) result='FAILED: out of time' ;;
    *) result="FAILED: status $1" ;;
  esac
  # 77: some cases have nothing to run on; none at all would be no test.
  if [[ $result == passed && $cases -eq 0 ]]; then result='FAILED: no case ran'; fi
  [[ $result == passed ]]
}
# run_test SECONDS RANKS PROGRAM [WRAPPER ...]
run_test() {
  local limit=$1 ranks=$2 program=$3 command=() log
  shift 3
  log=$out/logs/$(basename "$program").ranks_$ranks${1:+.$(basename "$1").$3}.log
  [[ $program == /* ]] || program=$build/$program
  if ((ranks > 0)); then
    if [[ -z $mpirun || ! -x $mpirun ]]; then
      result='FAILED: no mpirun' cases=0
      return 1
    fi
    command=("$mpirun" -n "$ranks")
  fi
  if [[ $program == *.py ]]; then
    # Python has libraries of its own.
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$(with_libraries)" "$strider" >"$out/logs/strider.sh"
    chmod +x "$out/logs/strider.sh"
    STRIDER=$out/logs/strider.sh STRIDER_TEST_DEVICE=$device limited "$limit" "$log" \
      python3 -B "$program"
    verdict $? "$log"
    return
  fi
  command+=("$@" "$program" --gtest_brief=1 --gtest_color=no)
  # shellcheck disable=SC2046  # words
  STRIDER_TEST_DEVICE=$device limited "$limit" "$log" $(with_libraries) "${command[@]}"
  verdict $? "$log"
}
# run_tests SECONDS: those of the list that `wanted RANKS` takes.
run_tests() {
  local end=$((SECONDS + $1)) longest=$(($1 * 2 / 3)) good=0 limit kind ranks program begin
  local filter='*'
  [[ $device == simt ]] && filter=$few_cases
  while read -r kind ranks program <&3; do
    if [[ $kind != any && $kind != "$device" ]] || ! wanted "$ranks"; then continue; fi
    # Those that have nothing to run on.
    if [[ $program == *_data_test && -z ${STRIDER_DATA_DIR:-} ]]; then continue; fi
    limit=$((end - SECONDS < longest ? end - SECONDS : longest))
    limit=$(at_most "$limit")
    begin=$SECONDS
    if ((limit <= 0)); then
      result='not reached' cases=0 good=1
    else
      GTEST_FILTER=$filter run_test "$limit" "$ranks" "$program" || good=1
    fi
    test_rows+=("| $(basename "$program") | $ranks | $result | $cases | $((SECONDS - begin)) |")
    echo "   $(basename "$program"), ranks $ranks: $result ($cases cases)"
  done 3<"$build/gpu_tests.txt"
  return "$good"
}
one_process() {
  wanted() { (($1 == 0)); }
  run_tests 150
}
on_ranks() {
  wanted() { (($1 > 0)); }
  run_tests 90
}

sanitizers() {
  local tool kind ranks program limit begin good=0 end=$((SECONDS + 100)) sanitizer
  if [[ $device == simt ]]; then
    note='compute-sanitizer looks at real devices only: not run'
    return 0
  fi
  sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
  if [[ ! -x $sanitizer ]]; then
    note='there is no compute-sanitizer'
    return 1
  fi
  for tool in memcheck racecheck; do
    while read -r kind ranks program <&3; do
      if [[ $kind == simt || $ranks -gt 1 || $program == *.py || $program == *_data_test ]]; then
        continue
      fi
      limit=$(at_most $((end - SECONDS)))
      begin=$SECONDS
      if ((limit <= 0)); then
        result='not reached' cases=0 good=1
      else
        GTEST_FILTER=$sanitized_cases run_test "$limit" "$ranks" "$program" \
          "$sanitizer" --tool "$tool" --error-exitcode 9 || good=1
      fi
      sanitizer_rows+=("| $tool | $(basename "$program") | $result | $cases | $((SECONDS - begin)) |")
      echo "   $tool, $(basename "$program"): $result ($cases cases)"
    done 3<"$build/gpu_tests.txt"
  done
  return "$good"
}

# --- benchmarks

# What tells most first.
graphs() {
  local scale all=()
  for scale in 22 24 26 20; do ((scale <= scale_limit)) && all+=("kronecker:$scale"); done
  ((${#all[@]} > 0)) || all=("kronecker:$scale_limit" "kronecker:$((scale_limit - 1))")
  [[ $device == cuda || $road != *USA-road-NY* ]] && [[ -f $road ]] && all+=("$road")
  all+=("grid:$((scale_limit < 24 ? scale_limit : 24))"
    "uniform:$((scale_limit < 22 ? scale_limit : 22))")
  for scale in 23 25 21; do ((scale <= scale_limit)) && all+=("kronecker:$scale"); done
  printf '%s\n' "${all[@]}"
}
# run_benchmark NAME SECONDS ARGUMENT ...
run_benchmark() {
  local name=$1 limit rc
  limit=$(at_most "$2")
  shift 2
  if ((limit <= 0)); then
    note='not reached'
    return 1
  fi
  # The last graph begun may end after its time, and costs what is left of it.
  # shellcheck disable=SC2046
  limited $((limit + 20)) "$out/logs/$name.log" $(with_libraries) "$benchmark" "$@" \
    --device "$device" --seconds "$limit" --markdown "$out/$name.md"
  rc=$?
  grep '^{' "$out/logs/$name.log" >"$out/$name.jsonl"
  grep -v '^{' "$out/logs/$name.log" | sed 's/^/   /'
  if ((rc == 124 || rc == 137)); then note='ended before the last graph was done'; fi
  if grep -q '"note":' "$out/$name.jsonl"; then note="${note:+$note; }not all was reached"; fi
  ((rc == 0)) && grep -q '"median_seconds"' "$out/$name.jsonl"
}
benchmarks() {
  local names
  mapfile -t names < <(graphs)
  if [[ $device == cuda ]]; then
    run_benchmark benchmarks 200 "${names[@]}" --num-sources 16 --repetitions 3 \
      --seconds-a-method 3
  else
    run_benchmark benchmarks 20 "${names[@]}" --num-sources 2 --repetitions 1 \
      --seconds-a-method 0.5
  fi
}
sweep() {
  local limit=22
  ((scale_limit < limit)) && limit=$scale_limit
  if [[ $device == cuda ]]; then
    run_benchmark sweep 300 "kronecker:$limit" "grid:$limit" --sweep --num-sources 8 \
      --repetitions 3 --seconds-a-method 0.3
  else
    run_benchmark sweep 10 "kronecker:$limit" --sweep --num-sources 1 --repetitions 1 \
      --seconds-a-method 0.05
  fi
}

# --- all of it

if [[ -z $build ]]; then
  built() { build_here >"$out/logs/build.log" 2>&1 || { tail -n 20 "$out/logs/build.log"; false; }; }
  part "build" built
fi
if ! find_programs; then
  echo "gpu: no programs in '$build': build the target gpu_programs, or see --pack" >&2
  exit 2
fi
probe=$out/logs/device.log
# shellcheck disable=SC2046
if ! limited 60 "$probe" $(with_libraries) "$benchmark" kronecker:6 --device "$device" \
  --num-sources 1 --repetitions 1; then
  echo "gpu: device $device: $(tail -n 1 "$probe")" >&2
  exit 6
fi
part "tests" one_process
part "tests on ranks, one device" on_ranks
part "benchmarks" benchmarks
part "compute-sanitizer" sanitizers
part "sweep" sweep
echo "== $([[ $status == 0 ]] && echo 'all is well' || echo 'something FAILED'): $out/report.md"
exit "$status"
