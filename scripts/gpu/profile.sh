# Of gpu.sh: the part profile.

# What one search of both directions moves and waits for, in figures of the device.
profile() {
  local limit log=$out/logs/profile.log graph profiler rc
  if [[ $device == simt ]]; then
    note='ncu looks at real devices only: not run'
    return 0
  fi
  profiler=$(command -v ncu || echo /usr/local/cuda/bin/ncu)
  if [[ ! -x $profiler ]]; then
    note='skipped: there is no ncu'
    return 0
  fi
  limit=$(at_most "$1")
  if ((limit <= 0)); then
    note='not reached' late=1
    return 0
  fi
  graph=kronecker:$((scale_limit < 24 ? scale_limit : 24))
  # The search after the one that loads the kernel. The clock is left as it is: it is not ours.
  # shellcheck disable=SC2046
  limited "$limit" "$log" $(with_libraries) "$profiler" --clock-control none \
    --kernel-name regex:search_both_ways --launch-skip 1 --launch-count 1 \
    --section SpeedOfLight --section MemoryWorkloadAnalysis --section WarpStateStats --section Occupancy \
    "$benchmark" bfs "$graph" --device "$device" --method direction-optimizing --num-sources 2 \
    --repetitions 1 --no-validate
  rc=$?
  # Its figures, without the command and the programs' own lines.
  sed -n '1d; /search_both_ways/,$p' "$log" >"$out/profile.txt"
  if is_late "$rc"; then
    note='out of time' late=1
  elif [[ ! -s $out/profile.txt ]]; then
    note="skipped: ncu is refused the device: $(grep -m 1 -E '==ERROR==|ERR_' "$log")"
  else
    return "$rc"
  fi
}
