# Of gpu.sh: the parts benchmarks, graph500 and sweep.

# Those of the targets first.
graphs() {
  local scale all=()
  for scale in 24 26; do ((scale <= scale_limit)) && all+=("kronecker:$scale"); done
  ((${#all[@]} > 0)) || all=("kronecker:$scale_limit" "kronecker:$((scale_limit - 1))")
  all+=("grid:$((scale_limit < 24 ? scale_limit : 24))")
  [[ $device == cuda || $road != *USA-road-NY* ]] && [[ -f $road ]] && all+=("$road")
  all+=("uniform:$((scale_limit < 22 ? scale_limit : 22))")
  for scale in 22 20 23 25 21; do ((scale <= scale_limit)) && all+=("kronecker:$scale"); done
  printf '%s\n' "${all[@]}"
}
# run_benchmark NAME SECONDS ARGUMENT ...
run_benchmark() {
  local name=$1 limit rc
  limit=$(at_most "$2")
  shift 2
  if ((limit <= 0)); then
    note='not reached' late=1
    return 0
  fi
  # What it begins last may end after its own time, within the part's.
  # shellcheck disable=SC2046
  limited "$limit" "$out/logs/$name.log" $(with_libraries) "$benchmark" bfs "$@" \
    --device "$device" --seconds $((limit > 45 ? limit - 15 : limit * 2 / 3)) --markdown "$out/$name.md"
  rc=$?
  grep '^{' "$out/logs/$name.log" >"$out/$name.jsonl"
  grep -v '^{' "$out/logs/$name.log" | sed 's/^/   /'
  if is_late "$rc"; then
    note='ended before the last graph was done' late=1
    return 0
  fi
  if grep -q '"note":' "$out/$name.jsonl"; then note="${note:+$note; }not all was reached"; fi
  ((rc == 0)) && grep -q '"median_seconds"' "$out/$name.jsonl"
}
benchmarks() {
  local names
  mapfile -t names < <(graphs)
  if [[ $device == cuda ]]; then
    run_benchmark benchmarks "$1" "${names[@]}" --num-sources 16 --repetitions 3 \
      --seconds-a-method 3
  else
    run_benchmark benchmarks "$1" "${names[@]}" --num-sources 2 --repetitions 1 \
      --seconds-a-method 0.5
  fi
}
# Of a report in JSON: one number or word.
value_of() {
  sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$2" | head -n 1
}
# fault_of STATUS: of a program that did not end well.
fault_of() {
  if is_late "$1"; then echo 'out of time'; else echo "FAILED: status $1"; fi
}
# run_graph500 SECONDS SCALE ROOTS RANKS PARTITION: a row; ranks 0 and no partition: one process.
run_graph500() {
  local limit=$1 scale=$2 roots=$3 ranks=$4 partition=$5 command=() log result=passed teps bytes
  log=$out/logs/graph500.scale_$scale.ranks_$ranks${partition:+.$partition}.log
  command=("$strider" graph500 --scale "$scale" --roots "$roots" --device "$device" --json)
  if ((ranks > 0)); then
    command=("$mpirun" -n "$ranks" "${command[@]}" --partition "$partition")
  fi
  if ((limit <= 0)); then
    result='not reached' late=1
    : >"$log"
  else
    # shellcheck disable=SC2046
    limited "$limit" "$log" $(with_libraries) "${command[@]}" || result=$(fault_of $?)
    [[ $result == 'out of time' ]] && late=1
    [[ $(value_of passed "$log") == true ]] || result=${result/passed/FAILED: not valid}
  fi
  teps=$(value_of 'bfs  harmonic_mean_TEPS' "$log" | awk '{ printf "%.3g", $1 / 1e9 }')
  # The first is that of the first search.
  bytes=$(value_of bytes_sent "$log")
  graph500_rows+=("| $scale | $((ranks > 0 ? ranks : 1)) | $partition | $result | $teps | $bytes |")
  echo "   scale $scale, ranks $ranks ${partition}: $result ${teps:+$teps GTEPS}"
  [[ $result != FAILED* ]]
}
graph500() {
  local good=0 end=$((SECONDS + $1)) count partition scale=24 scale_on_ranks=20 roots=16
  if ((scale > scale_limit)); then scale=$scale_limit; fi
  if ((scale_on_ranks > scale_limit)); then scale_on_ranks=$scale_limit; fi
  [[ $device == simt ]] && roots=2
  run_graph500 "$(at_most $((end - SECONDS)))" "$scale" "$roots" 0 '' || good=1
  for count in 2 4 1; do
    for partition in 2d delegate 1d; do
      run_graph500 "$(at_most $((end - SECONDS)))" "$scale_on_ranks" "$roots" "$count" \
        "$partition" || good=1
    done
  done
  return "$good"
}
sweep() {
  local limit=22
  ((scale_limit < limit)) && limit=$scale_limit
  if [[ $device == cuda ]]; then
    run_benchmark sweep "$1" "kronecker:$limit" "grid:$limit" --sweep --num-sources 8 \
      --repetitions 3 --seconds-a-method 0.3
  else
    run_benchmark sweep "$1" "kronecker:$limit" --sweep --num-sources 1 --repetitions 1 \
      --seconds-a-method 0.05
  fi
}
