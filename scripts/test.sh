#!/usr/bin/env bash
# Builds Strider and runs every test of it, as users get it; with --preset all again under the
# sanitizers, with the fuzz targets for a bounded time. Ends with the counts.
#
#   scripts/test.sh                  the release build
#   scripts/test.sh --preset NAME    another: asan, tsan, fuzz, debug; or all: release, asan, tsan
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

presets=(release)
while [[ $# -gt 0 ]]; do
  case $1 in
    --preset)
      case ${2:-} in
        all) presets=(release asan tsan) ;;
        release | debug | asan | tsan | fuzz) presets=("$2") ;;
        *) echo "test: --preset takes release, debug, asan, tsan, fuzz or all" >&2; exit 2 ;;
      esac
      shift 2
      ;;
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "test: unknown option '$1'; --help lists them" >&2; exit 2 ;;
  esac
done

with_clang=
case " ${presets[*]} " in *" asan "* | *" tsan "* | *" fuzz "*) with_clang=--with-clang ;; esac
"$root/scripts/setup.sh" --with-browser $with_clang
use_python_environment

# What a preset builds and runs. The sanitizers look at code, not at packaging; the fuzz build runs
# its fuzz targets only.
selection() {
  case $1 in
    release | debug) ;;
    fuzz) echo "-L fuzz" ;;
    *) echo "-LE package" ;;
  esac
}

counts=()
status=0
started=$SECONDS
for preset in "${presets[@]}"; do
  echo "== $preset: build"
  begin=$SECONDS
  if [[ $preset == fuzz ]]; then
    configure_and_build fuzz fuzzers
  else
    configure_and_build "$preset"
  fi
  built=$((SECONDS - begin))
  echo "== $preset: tests"
  log=$(build_folder "$preset")/test.log
  # Two tests a core: those of the program on ranks wait for launchers more than they compute. Threads
  # that wait are to leave their core to the other test.
  export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
  # shellcheck disable=SC2046  # the selection is words
  ctest --test-dir "$(build_folder "$preset")" $(selection "$preset") --no-tests=error \
    --parallel "$((2 * $(nproc)))" --output-on-failure --progress 2>&1 | tee "$log" || status=1
  counts+=("$(printf '%-8s %s (build %d s, tests %d s)' "$preset" \
    "$(grep -E 'tests passed.* out of' "$log" || echo 'tests did not run')" \
    "$built" "$((SECONDS - begin - built))")")
done

echo
echo "== Counts, after $((SECONDS - started)) s"
printf '%s\n' "${counts[@]}"
exit "$status"
