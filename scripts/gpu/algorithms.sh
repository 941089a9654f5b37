# Of gpu.sh: the parts betweenness, paths and forests.

# target_of PART GRAPH: edges a second, in billions, that are to be beaten; empty if there is no
# target. Betweenness (a source): five times Gunrock on a V100, Kronecker 21 in 61.8 ms, 91 million
# edges, and the roads of the USA in 1002 ms, 29 million; paths: three times its 23.8 ms; forests:
# RAFT on an H200, R-MAT 22 in 7.9 ms, 67 million edges, and those roads in 10.2 ms.
target_of() {
  case $1,$2 in
    betweenness,kronecker:*) echo 7.4 ;;
    betweenness,*road-d.USA*) echo 0.14 ;;
    paths,kronecker:*) echo 11.5 ;;
    forests,kronecker:*) echo 8.5 ;;
    forests,*road-d.USA*) echo 2.8 ;;
  esac
}
# number_of KEY LINE: of an object of one line.
number_of() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" <<<"$2"
}
# run_algorithm SECONDS PART GRAPH SECONDS_KEY COMMAND ...: a row for each line that it prints.
run_algorithm() {
  local limit=$1 name=$2 graph=$3 key=$4 log result=passed line seconds rate rows=0
  shift 4
  log=$out/logs/$name.$(basename "$graph").$((${#algorithm_rows[@]} + 1)).log
  if ((limit <= 0)); then
    result='not reached' late=1
    : >"$log"
  else
    # shellcheck disable=SC2046
    limited "$limit" "$log" $(with_libraries) "$@" --device "$device" || result=$(fault_of $?)
    [[ $result == 'out of time' ]] && late=1
  fi
  while read -r line; do
    echo "$line" >>"$out/$name.jsonl"
    seconds=$(number_of "$key" "$line")
    [[ -n $seconds ]] || continue
    [[ $key == *_ms ]] && seconds=$(awk "BEGIN { print $seconds / 1000 }")
    rate=$(awk "BEGIN { printf \"%.3g\", $(number_of edges "$line") / $seconds / 1e9 }")
    algorithm_rows+=("| $name | $(basename "$graph") | $(number_of method "$line") | $result | $(
      awk "BEGIN { printf \"%.4g\", 1000 * $seconds }") | $rate | $(target_of "$name" "$graph") |")
    echo "   $(basename "$graph"), $(number_of method "$line"): $rate billion edges a second"
    rows=$((rows + 1))
  done < <(grep '^{' "$log")
  if ((rows == 0)); then
    [[ $result != passed ]] || result='FAILED: no figures'
    algorithm_rows+=("| $name | $(basename "$graph") | | $result | | | |")
    echo "   $(basename "$graph"): $result"
  fi
  [[ $result != FAILED* ]]
}
# The graphs of the targets, or as large ones as --scale-limit lets them be.
target_graphs() {
  local scale=$1
  if ((scale > scale_limit)); then scale=$scale_limit; fi
  echo "kronecker:$scale"
  [[ $device == cuda || $road != *USA-road-NY* ]] && [[ -f $road ]] && echo "$road"
  echo "grid:$((scale < 20 ? scale : 20))"
}
betweenness() {
  local good=0 end=$((SECONDS + $1)) sources graph method
  : >"$out/betweenness.jsonl"
  for method in auto work-efficient hybrid edge-parallel vertex-parallel; do
    # The last two look at everything in every level, which takes long where levels are many.
    case $device,$method in
      simt,*) sources=2 ;;
      *-parallel) sources=8 ;;
      *) sources=512 ;;
    esac
    for graph in $(target_graphs 21); do
      run_algorithm "$(at_most $(((end - SECONDS + 1) / 2)))" betweenness "$graph" source_seconds \
        "$benchmark" bc "$graph" --method "$method" --num-sources "$sources" \
        --repetitions 1 || good=1
    done
  done
  return "$good"
}
paths() {
  local good=0 end=$((SECONDS + $1)) graph
  : >"$out/paths.jsonl"
  for graph in $(target_graphs 21); do
    run_algorithm "$(at_most $((end - SECONDS)))" paths "$graph" median_seconds \
      "$benchmark" sssp "$graph" \
      --num-sources $([[ $device == simt ]] && echo 1 || echo 16) --repetitions 1 || good=1
  done
  return "$good"
}
forests() {
  local good=0 end=$((SECONDS + $1)) graph
  : >"$out/forests.jsonl"
  for graph in $(target_graphs 22); do
    run_algorithm "$(at_most $((end - SECONDS)))" forests "$graph" median_ms \
      "$benchmark" msf "$graph" --weights float --validate \
      --repetitions $([[ $device == simt ]] && echo 1 || echo 7) || good=1
  done
  return "$good"
}
