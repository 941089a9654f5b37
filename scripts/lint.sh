#!/usr/bin/env bash
# Checks the format of every source file, then looks for mistakes with clang-tidy.
#
#   scripts/lint.sh            all files
#   scripts/lint.sh FILE ...   these .cpp files
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

for tool in clang-format clang-tidy git; do
  if ! command -v "$tool" >/dev/null; then
    echo "lint: $tool is missing: sudo apt-get install -y clang-format clang-tidy git" >&2
    exit 1
  fi
done
cd "$root"
status=0
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror || status=1

# A build folder of its own, where each file is compiled by itself.
folder=$(build_folder lint)
mkdir -p "$folder"
cmake --preset release -B "$folder" -DSTRIDER_UNITY_BUILD=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
if [[ $# -gt 0 ]]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files 'src/**.cpp' 'cli/*.cpp' 'harness/**.cpp' 'examples/*.cpp')
fi
# The commands are those of the compiler that builds, some of whose options clang does not know.
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "$folder" --quiet --warnings-as-errors='*' \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument || status=1
exit "$status"
