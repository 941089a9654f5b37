# Of gpu.sh: the parts tests, ranks and sanitizers.

# Cases that tell most in least time: for the emulator, and under a sanitizer. Each of these patterns
# matches some case, or the tests of this script fail.
few_cases=(
  # kernels, graphs in the memory of a device, its refusals
  'SimtWords.*' 'Gpu*' 'Devices.*' 'DeviceGraphs.*' '*TakeWhatWas*'
  # breadth-first search, and its benchmark
  '*Reuse*/auto_one_warp' '*Reuse*/twc_one_warp' 'BfsDeviceData.*'
  'BfsOnDevice.OptionsOutOfRange*' 'BfsOnDevice.Workspace*' 'Graph500OnDevice.TakesTheLayout*'
  # the same by ranks
  'OneD*.Reuse' 'DistBfs*Reused*' '*GoesBothWays*' '*TakesWhat*' 'DeviceTransports.*'
  'DelegateOptions*SendWhat*' 'DelegateOptions*Encoding*' '*/SharedDevice.HasRoom*By*d'
  # paths, forests, components, betweenness
  'SsspOnDevice.OneSolver*' 'OneDPathsOnDevices.Integer' 'DelegatePathsOnDevices.Integer'
  'MsfOnDevice.Reused*'
  'Places/ComponentsAtRandom*one_warp'
  'BetweennessOnDevice.MemoryIs*' 'BetweennessOnDevice.SelfLoops*' 'DistBetweennessOnDevices.AsksFor*'
  # a value of each vertex
  'CoreOnDevice.*' 'StrongComponentsOnDevice.*' 'PageRankOnDevice.*' 'ClosenessOnDevice.*'
  'LabelPropagationOnDevice.*' 'LocalClusteringOnDevice.*'
)
sanitized_cases=(
  'SimtWords.*' 'GpuContext.*' 'GpuPrimitives.*' 'BlockSums.*' '*TakeWhatWas*'
  '*Reuse*one_warp*' 'BfsOnDevice.EveryValue*' 'Graph500OnDevice.TakesTheLayout*'
  '*GoesBothWays*' 'DistBfsDelegateOnDevice.TracesAndIsReused'
  'DelegateOptionsOnDevices.LocalAllToAll*' '*SharedDevice.HasRoom*'
  'SsspOnDevice.OneSolver*' 'SsspOnDevice.EveryValue*'
  'OneDPathsOnDevices.Integer' 'DelegatePathsOnDevices.Integer'
  'MsfOnDevice.Reused*' 'MsfOnDevice.LongWays'
  'Places/ComponentsAtRandom*one_warp' 'Places/StrongComponents.OfGraphs*one_warp'
  'Schedules/CoreOnDevice*one_warp' 'Schedules/LabelPropagationOnDevice.OfRandom*one_warp'
  'Schedules/LocalClusteringOnDevice.OfRandom*one_warp'
  'Places/PageRank.ByIterations/one_warp' 'Places/Closeness.OfGraphs*one_warp'
  'BetweennessOnDevice.ScoresDepend*' 'BetweennessOnDevice.AutoSearches*' 'BetweennessOnDevice.RowsOf*'
  'BetweennessByLengthsOnDevice.ManyLight*' 'BetweennessEstimateOnDevice.KeepsHits*'
  'DistBetweennessOnDevices.TheSame*'
)
# filter_of PATTERN ...: as GoogleTest takes it.
filter_of() {
  local IFS=:
  echo "$*"
}

# verdict STATUS LOG: sets `result` and `cases`.
verdict() {
  cases=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; s/^Ran \([0-9]*\) tests.*/\1/p' "$2" |
    awk '{ sum += $1 } END { print sum + 0 }')
  if grep -q 'no CUDA device: ' "$2"; then
    result="skipped: $(sed -n 's/.*\(no CUDA device: .*\)/\1/p' "$2" | head -n 1)"
    return 1
  fi
  if grep -q 'Device not supported' "$2"; then
    result='skipped: compute-sanitizer is refused the device'
    return
  fi
  if is_late "$1"; then
    result='out of time' late=1
    return
  fi
  case $1 in
    0 | 77) result=passed ;;
    *) result="FAILED: status $1" ;;
  esac
  # 77: all cases were skipped, which is no test.
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
# run_tests SECONDS RANKS: those of the list on so many.
run_tests() {
  local end=$((SECONDS + $1)) longest=$(($1 * 2 / 3)) good=0 limit kind ranks program begin
  local filter='*'
  [[ $device == simt ]] && filter=$(filter_of "${few_cases[@]}")
  while read -r kind ranks program <&3; do
    if [[ $kind != any && $kind != "$device" ]] || ((ranks != $2)); then continue; fi
    limit=$((end - SECONDS < longest ? end - SECONDS : longest))
    limit=$(at_most "$limit")
    begin=$SECONDS
    if ((limit <= 0)); then
      result='not reached' cases=0 late=1
    else
      # A program that has none of the few cases runs them all.
      GTEST_FILTER=$filter run_test "$limit" "$ranks" "$program" ||
        { [[ $result == 'FAILED: no case ran' && $filter != '*' ]] &&
          GTEST_FILTER='*' run_test "$(at_most $((end - SECONDS)))" "$ranks" "$program"; } || good=1
    fi
    test_rows+=("| $(basename "$program") | $ranks | $result | $cases | $((SECONDS - begin)) |")
    echo "   $(basename "$program"), ranks $ranks: $result ($cases cases)"
  done 3<"$build/gpu_tests.txt"
  return "$good"
}
tests() { run_tests "$1" 0; }
ranks() {
  local good=0 end=$((SECONDS + $1)) count
  for count in 2 4 1; do
    run_tests $((end - SECONDS)) "$count" || good=1
  done
  return "$good"
}

sanitizers() {
  local tool kind ranks program limit begin good=0 end=$((SECONDS + $1)) sanitizer
  if [[ $device == simt ]]; then
    note='compute-sanitizer looks at real devices only: not run'
    return 0
  fi
  sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
  if [[ ! -x $sanitizer ]]; then
    note='there is no compute-sanitizer'
    return 1
  fi
  for tool in memcheck racecheck synccheck initcheck; do
    while read -r kind ranks program <&3; do
      if [[ $kind == simt || $ranks -gt 1 || $program == *.py ]]; then
        continue
      fi
      limit=$(at_most $((end - SECONDS)))
      begin=$SECONDS
      if ((limit <= 0)); then
        result='not reached' cases=0 late=1
      else
        GTEST_FILTER=$(filter_of "${sanitized_cases[@]}") run_test "$limit" "$ranks" "$program" \
          "$sanitizer" --tool "$tool" --error-exitcode 9 || good=1
      fi
      sanitizer_rows+=("| $tool | $(basename "$program") | $result | $cases | $((SECONDS - begin)) |")
      echo "   $tool, $(basename "$program"): $result ($cases cases)"
    done 3<"$build/gpu_tests.txt"
  done
  return "$good"
}
