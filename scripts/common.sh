# Shared by the scripts beside it: where the project and its build folders are, how to build.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

# The build folder of a preset: in the project where that can be written, else in the user's cache,
# so that a checkout of one user can be built by another. The demo builds a part of release.
build_folder() {
  local preset=${1/#demo/release}
  local folder=$root/build/$preset
  if [[ -d $folder ]] && [[ -w $folder ]]; then
    echo "$folder"
  elif [[ ! -d $folder ]] && mkdir -p "$folder" 2>/dev/null; then
    echo "$folder"
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/strider/build/$preset"
  fi
}

# Makes the Python environment in which the package is built and tested, and uses it: CMake finds it by
# VIRTUAL_ENV. Where no packages can be had, there is none, which is said.
use_python_environment() {
  local folder wanted
  folder=$(build_folder python-environment)
  wanted=$(cat "$root/python/requirements.txt"; python3 --version)
  if [[ ! -f $folder/installed ]] || [[ $(<"$folder/installed") != "$wanted" ]]; then
    if ! { python3 -m venv --clear "$folder" &&
      "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$root/python/requirements.txt"; }; then
      echo "setup: no packages for Python are to be had: the Python package is not built and not tested" >&2
      return
    fi
    echo "$wanted" >"$folder/installed"
  fi
  export VIRTUAL_ENV=$folder
}

# configure_and_build PRESET [TARGET ...]: says nothing but how far it is, unless it fails.
configure_and_build() {
  local preset=$1
  shift
  local folder log
  folder=$(build_folder "$preset")
  mkdir -p "$folder"
  log=$folder/configure.log
  if ! (cd "$root" && cmake --preset "$preset" -B "$folder") >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  cmake --build "$folder" --parallel "$(nproc)" ${1:+--target "$@"}
}
