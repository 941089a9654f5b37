# Of gpu.sh --pack: programs with what another machine may lack, in one folder.

# Of the system that runs them: its linker, its C library. The C++ runtime is carried for machines
# with an older one, and not used by others.
system_library='/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util))\.so[^/]*$'
runtime_library='/lib(stdc\+\+|gcc_s)\.so[^/]*$'

# libraries_of FILE ...: what they are linked with, by path.
libraries_of() {
  ldd "$@" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u
}
# copy_libraries TO FILE ...
copy_libraries() {
  local to=$1 library
  shift
  while read -r library; do
    if [[ $library =~ $system_library ]]; then
      continue
    elif [[ $library =~ $runtime_library ]]; then
      cp -Lu -- "$library" "$to/fallback/"
    else
      cp -Lu -- "$library" "$to/"
    fi
  done < <(libraries_of "$@")
}
# Open MPI finds its modules by OPAL_PREFIX, in the same places below it. Modules for networks are
# left out, ranks of one machine need none, and those of OpenSHMEM.
pack_mpi() {
  local to=$1 found prefix modules module
  found=$(readlink -f "$mpirun")
  if [[ ! -x $found ]] || ! "$found" --version | grep -qE 'Open MPI|OpenRTE'; then
    echo "gpu: no Open MPI to carry: tests on ranks will need one there" >&2
    return
  fi
  prefix=$(ompi_info --parsable --path prefix | cut -d: -f3)
  modules=$(ompi_info --parsable --path pkglibdir | cut -d: -f3)
  mkdir -p "$to/mpi/bin" "$to/mpi/${modules#"$prefix"/}" "$to/mpi/share/openmpi"
  cp -- "$found" "$to/mpi/bin/mpirun"
  cp -- "$(ompi_info --parsable --path pkgdatadir | cut -d: -f3)"/help-*.txt "$to/mpi/share/openmpi/"
  for module in "$modules"/*.so; do
    case $(basename "$module") in
      *ucx* | *ofi* | *openib* | *verbs* | *portals* | *psm* | *monitoring* | *romio* | *flux* | \
        *memheap* | *spml* | *sshmem* | *scoll* | *_atomic_*) ;;
      *) cp -L -- "$module" "$to/mpi/${modules#"$prefix"/}/" ;;
    esac
  done
  copy_libraries "$to/lib" "$found" "$to/mpi/${modules#"$prefix"/}"/*.so
}

pack_programs() {
  local to=$1 kind ranks program
  mkdir -p "$to/bin" "$to/lib/fallback" "$to/graphs" && to=$(cd -- "$to" && pwd) || exit 2
  mkdir -p "$to/gpu"
  cp -- "$here/gpu.sh" "$to/"
  cp -- "$here"/gpu/*.sh "$to/gpu/"
  : >"$to/gpu_tests.txt"
  while read -r kind ranks program; do
    [[ $program == /* ]] || program=$build/$program
    cp -u -- "$program" "$to/bin/"
    if [[ $program == *.py ]]; then cp -u -- "$(dirname "$program")/program.py" "$to/bin/"; fi
    echo "$kind $ranks bin/$(basename "$program")" >>"$to/gpu_tests.txt"
  done <"$build/gpu_tests.txt"
  cp -u -- "$strider" "$benchmark" "$to/bin/"
  find "$to/bin" -type f ! -name '*.py' -exec strip --strip-all {} +
  find "$to/bin" -type f ! -name '*.py' -print0 | while IFS= read -r -d '' program; do
    copy_libraries "$to/lib" "$program"
  done
  pack_mpi "$to"
  if [[ -f $road ]]; then cp -u -- "$road" "$to/graphs/"; fi
  echo "gpu: $(du -sm --apparent-size "$to" | cut -f1) MiB in $to; run $to/gpu.sh there"
}
# pack_archive FILE: the same in one file, of a folder called strider-gpu.
pack_archive() {
  local to folder
  to=$(cd -- "$(dirname "$1")" && pwd)/$(basename "$1") || exit 2
  folder=$(mktemp -d)
  (pack_programs "$folder/strider-gpu") >/dev/null
  # The programs have most of their code in common: a dictionary that spans several of them makes the
  # archive three times as small.
  XZ_OPT=--lzma2=preset=1,dict=192MiB tar --auto-compress -cf "$to" -C "$folder" strider-gpu
  rm -rf "$folder"
  echo "gpu: $(du -sm --apparent-size "$to" | cut -f1) MiB in $to; unpack it, and run strider-gpu/gpu.sh there"
}
