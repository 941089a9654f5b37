#!/usr/bin/env bash
# Sees that the packages Strider is built with are there (Debian, Ubuntu).
#
# Installs what is missing where it may (as root, or with a sudo that asks no password); else prints
# the one line to run and exits with status 1. Costs milliseconds where nothing is missing.
set -euo pipefail

packages=(
  g++ mold cmake ninja-build pkg-config python3 python3-dev python3-venv
  libcli11-dev libfmt-dev nlohmann-json3-dev
  zlib1g-dev libdeflate-dev libzstd-dev liblzma-dev libzip-dev
  libcsv-dev libfast-float-dev libhwy-dev libpugixml-dev robin-map-dev libxxhash-dev
  libgtest-dev zsh
  libopenmpi-dev openmpi-bin
  libboost-context-dev
)
for option in "$@"; do
  case "$option" in
    # What the sanitizer and fuzzing builds need on top: clang with its OpenMP library, whose barriers
    # ThreadSanitizer understands.
    --with-clang) packages+=(clang libomp-dev libclang-rt-dev) ;;
    # What shows pages to a test, which is skipped without it. Ubuntu has no such package.
    --with-browser) ! grep -qsx 'ID=debian' /etc/os-release || packages+=(chromium-headless-shell) ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: no Debian or Ubuntu here; docs/dependencies.md lists what the build needs" >&2
  exit 0
fi

# dpkg-query fails where a package is unknown: that is an answer, not an error.
installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "${packages[@]}" \
  2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $EUID -ne 0 ]]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  else
    echo "setup: some packages are missing; please run this line, then start again:" >&2
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
fi
echo "setup: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
