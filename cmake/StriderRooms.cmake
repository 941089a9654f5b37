# strider_compile_together(TARGET FILES): compiles the target in units of FILES sources, so that a header
# is read once a unit. After a change of one source its whole unit is compiled again.
function(strider_compile_together target files)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${STRIDER_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# strider_use_headers(TARGET): the standard headers that almost every file includes, parsed once. The
# owner has the flags of the rooms that reuse them.
function(strider_use_headers target)
  if(NOT TARGET strider_headers)
    file(WRITE "${PROJECT_BINARY_DIR}/headers.cpp" "")
    add_library(strider_headers OBJECT "${PROJECT_BINARY_DIR}/headers.cpp")
    target_link_libraries(strider_headers PRIVATE
      strider_build_flags OpenMP::OpenMP_CXX fmt::fmt)
    target_precompile_headers(strider_headers PRIVATE
      <algorithm> <array> <atomic> <bit> <cstddef> <cstdint> <cstring> <functional> <limits> <memory>
      <optional> <span> <string> <string_view> <tuple> <utility> <vector> <fmt/format.h>)
  endif()
  target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX fmt::fmt)
  target_precompile_headers(${target} REUSE_FROM strider_headers)
endfunction()

# strider_compile_apart(FILE ...): each of these sources of this folder is compiled by itself. Highway
# includes such a file once more for every instruction set.
function(strider_compile_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# strider_room(NAME SOURCES a.cpp ... [USES lower-room ...] [LIBRARIES target ...] [PART ranks]
#   [TOGETHER files])
#
# One room of src/: an object library that sees only the public headers and the rooms it USES.
# tools/check_layers holds the table of layers that these declarations repeat. The rooms of a PART
# make a library of their own, strider::PART, so that strider::strider needs nothing of theirs.
function(strider_room name)
  cmake_parse_arguments(room "" "PART;TOGETHER" "SOURCES;USES;LIBRARIES" ${ARGN})
  if(NOT room_PART)
    set(room_PART strider)
  endif()
  if(NOT room_TOGETHER)
    set(room_TOGETHER 8)
  endif()
  set(target strider_room_${name})
  add_library(${target} OBJECT ${room_SOURCES})
  strider_compile_together(${target} ${room_TOGETHER})
  strider_use_headers(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE strider_build_flags ${room_LIBRARIES})
  foreach(lower IN LISTS room_USES)
    target_link_libraries(${target} PRIVATE strider_room_${lower})
  endforeach()
  if(room_PART STREQUAL "ranks")
    # Without devices in a build there is none to be given to ranks.
    target_compile_definitions(${target} PRIVATE
      STRIDER_BUILT_WITH_DEVICES=$<BOOL:${STRIDER_HAS_GPU}>)
  endif()
  set_property(GLOBAL APPEND PROPERTY STRIDER_ROOMS_OF_${room_PART} ${target})
  set_property(GLOBAL APPEND PROPERTY STRIDER_LIBRARIES_OF_${room_PART} ${room_LIBRARIES})
endfunction()

# strider_cuda_files(VARIABLE FILES SOURCE ...): sets VARIABLE to .cu files that include FILES sources
# each. nvcc reads headers for the host and for the device, so it takes three times as long for the
# sources one by one.
function(strider_cuda_files variable files)
  if(NOT STRIDER_UNITY_BUILD)
    set(files 1)
  endif()
  set(wrappers "")
  set(content "")
  set(count 0)
  foreach(source IN LISTS ARGN)
    if(count EQUAL 0)
      set(wrapper "${CMAKE_CURRENT_BINARY_DIR}/cuda/${source}.cu")
      list(APPEND wrappers "${wrapper}")
    endif()
    string(APPEND content "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n")
    math(EXPR count "(${count} + 1) % ${files}")
    if(count EQUAL 0)
      file(CONFIGURE OUTPUT "${wrapper}" CONTENT "${content}")
      set(content "")
    endif()
  endforeach()
  if(content)
    file(CONFIGURE OUTPUT "${wrapper}" CONTENT "${content}")
  endif()
  set(${variable} ${wrappers} PARENT_SCOPE)
endfunction()

# strider_device_room(NAME SOURCES a.cpp ... [USES room ...] [LIBRARIES target ...] PART part
#   [TOGETHER files])
#
# A room of kernels, and of what launches them: compiled lightly for the emulated device, which checks
# kernels and times none, and, where there is CUDA, once more by nvcc, in units of so many files.
# Makes the rooms NAME and NAME_cuda.
function(strider_device_room name)
  cmake_parse_arguments(room "" "PART;TOGETHER" "SOURCES;USES;LIBRARIES" ${ARGN})
  if(NOT room_TOGETHER)
    set(room_TOGETHER 3)
  endif()
  strider_room(${name} PART ${room_PART} SOURCES ${room_SOURCES} USES ${room_USES}
    LIBRARIES ${room_LIBRARIES})
  strider_compile_lightly(strider_room_${name})
  if(STRIDER_HAS_CUDA)
    strider_cuda_files(cuda_sources ${room_TOGETHER} ${room_SOURCES})
    strider_cuda_room(${name}_cuda PART ${room_PART} SOURCES ${cuda_sources} USES ${room_USES}
      LIBRARIES ${room_LIBRARIES})
  endif()
endfunction()

# strider_cuda_room(...): as strider_room, compiled by nvcc.
function(strider_cuda_room name)
  cmake_parse_arguments(room "" "PART" "SOURCES;USES;LIBRARIES" ${ARGN})
  set(target strider_room_${name})
  set_source_files_properties(${room_SOURCES} PROPERTIES LANGUAGE CUDA)
  add_library(${target} OBJECT ${room_SOURCES})
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE strider_cuda_flags ${room_LIBRARIES})
  foreach(lower IN LISTS room_USES)
    target_link_libraries(${target} PRIVATE strider_room_${lower})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY STRIDER_ROOMS_OF_${room_PART} ${target})
  set_property(GLOBAL APPEND PROPERTY STRIDER_LIBRARIES_OF_${room_PART} CUDA::cudart_static)
endfunction()

# Rooms that reach devices of either kind ask this.
add_library(strider_device_flags INTERFACE)
target_compile_definitions(strider_device_flags INTERFACE
  STRIDER_BUILT_WITH_CUDA=$<BOOL:${STRIDER_HAS_CUDA}>)

# A kernel that keeps its variables in memory is slow, and nothing else would tell. nvcc's own glue
# is not written for -Wpedantic.
add_library(strider_cuda_flags INTERFACE)
target_compile_options(strider_cuda_flags INTERFACE
  -Xcompiler=-Wall,-Wextra,-Wconversion --expt-relaxed-constexpr -Xptxas=--warn-on-spills)
if(STRIDER_WERROR)
  target_compile_options(strider_cuda_flags INTERFACE
    --Werror=all-warnings -Xcompiler=-Werror -Xptxas=--warning-as-error)
endif()

# strider_compile_lightly(TARGET): code that runs once, and calls the library for all that takes long: to
# make it fast takes a third of the time to compile it. GCC 12 warns of overlaps in what it has not
# optimized: its bug 105651.
function(strider_compile_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>)
endfunction()

# Includes, flags and libraries of every test program. What the library's objects hold is tested as it
# is built; compiling tests takes a quarter longer with -O1, and they run no faster.
function(strider_use_in_test target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  if(STRIDER_MOLD)
    target_link_options(${target} PRIVATE -fuse-ld=mold)
  endif()
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE
    STRIDER_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  target_link_libraries(${target} PRIVATE
    strider strider_build_flags fmt::fmt GTest::gtest_main OpenMP::OpenMP_CXX)
endfunction()

# Headers compiled once for all test programs: GoogleTest takes longer to parse than most tests. The
# owner is a program, not a library, so that its flags are those of the programs that reuse it; what
# several of them link is compiled as a part of a program, too.
function(strider_use_test_headers target)
  if(NOT TARGET strider_test_headers)
    strider_test_headers()
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL EXECUTABLE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIE)
  endif()
  target_precompile_headers(${target} REUSE_FROM strider_test_headers)
endfunction()
function(strider_test_headers)
  file(WRITE "${PROJECT_BINARY_DIR}/test_headers.cpp" "")
  add_executable(strider_test_headers "${PROJECT_BINARY_DIR}/test_headers.cpp")
  strider_use_in_test(strider_test_headers)
  target_precompile_headers(strider_test_headers PRIVATE
    <gtest/gtest.h> <algorithm> <atomic> <filesystem> <fstream> <functional> <map> <memory> <random>
    <sstream> <string> <vector> <fmt/format.h> <strider/strider.hpp>
    ${PROJECT_SOURCE_DIR}/include/strider/gpu.hpp ${PROJECT_SOURCE_DIR}/include/strider/dist_bc.hpp)
endfunction()

# The program of a test whose arguments are parsed, with further libraries.
macro(strider_add_test_program name)
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  add_executable(${name} ${test_SOURCES})
  if(test_TOGETHER)
    strider_compile_together(${name} ${test_TOGETHER})
  endif()
  strider_use_in_test(${name})
  target_link_libraries(${name} PRIVATE ${ARGN} ${test_LIBRARIES})
  strider_use_test_headers(${name})
endmacro()

# strider_test(NAME SOURCES ... [LIBRARIES ...] [TOGETHER files]): one GoogleTest program; its cases
# become tests. Those of tests/unit are labelled quick: a developer runs them after each change.
function(strider_test name)
  cmake_parse_arguments(test "" "TIMEOUT;TOGETHER" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  strider_add_test_program(${name})
  # Tests run side by side: an OpenMP thread that spins while it waits takes the core that the one
  # it waits for needs.
  set(properties TIMEOUT ${test_TIMEOUT} ENVIRONMENT OMP_WAIT_POLICY=passive)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/unit(/|$)")
    list(APPEND test_LABELS quick)
  endif()
  if(test_LABELS)
    # An empty one would be taken for the name of the next property.
    list(APPEND properties LABELS "${test_LABELS}")
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES ${properties})
endfunction()

if(STRIDER_HAS_MPI)
  # More ranks than cores, as root in containers: a launcher refuses both by default. At each start Open
  # MPI looks for networks for 0.2 s, and hwloc for other devices, unless the variables name what to use.
  set(STRIDER_MPIRUN ${MPIEXEC_EXECUTABLE})
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE launcher ERROR_QUIET)
  if(launcher MATCHES "Open MPI|OpenRTE")
    list(APPEND STRIDER_MPIRUN --oversubscribe)
  endif()
  set(STRIDER_MPI_TEST_ENVIRONMENT OMP_WAIT_POLICY=passive OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_pml=ob1
    HWLOC_COMPONENTS=-pci,-opencl,-gl,-linuxio)
  # Of programs that are no tests of their own and end MPI: what its modules leave behind has no name.
  set(STRIDER_MPI_PROGRAM_ENVIRONMENT ${STRIDER_MPI_TEST_ENVIRONMENT})
  if(STRIDER_SANITIZER STREQUAL "address")
    list(APPEND STRIDER_MPI_PROGRAM_ENVIRONMENT
      "ASAN_OPTIONS=detect_leaks=0 allocator_may_return_null=1")
  endif()
endif()

# The numbers of ranks that collective code is tested on: one, powers of two, an odd one, and more than
# a node of the tests' has.
set(STRIDER_RANKS 1 2 4 7 16)

# strider_mpi_test(NAME SOURCES ... [RANKS 1 2 3 ...] [LIBRARIES ...] [SKIPS *pattern*]
#   [TOGETHER files] [TIMEOUT seconds] [WAITS]): one GoogleTest program that every rank runs; a test for
# each number of ranks, labelled mpi; the default is STRIDER_RANKS. Cases that may skip, which SKIPS
# names, are a test of their own, "NAME.skips", which shows as skipped where all of them are. WAITS: it
# computes next to nothing, and runs beside others.
function(strider_mpi_test name)
  cmake_parse_arguments(test "WAITS" "TIMEOUT;SKIPS;TOGETHER" "SOURCES;LIBRARIES;RANKS" ${ARGN})
  if(NOT test_RANKS)
    set(test_RANKS ${STRIDER_RANKS})
  endif()
  strider_add_test_program(${name} strider_ranks strider_mpi_test_main strider_keep_modules)
  foreach(ranks IN LISTS test_RANKS)
    if(test_SKIPS)
      strider_add_mpi_test(${name} .ranks_${ranks} ${ranks} "--gtest_filter=-${test_SKIPS}")
      strider_add_mpi_test(${name} .skips.ranks_${ranks} ${ranks} "--gtest_filter=${test_SKIPS}")
    else()
      strider_add_mpi_test(${name} .ranks_${ranks} ${ranks} "")
    endif()
  endforeach()
endfunction()
# Uses TIMEOUT and WAITS of strider_mpi_test.
function(strider_add_mpi_test program suffix ranks argument)
  set(name ${program}${suffix})
  # In halves of a core, as scripts/test.sh counts. Ranks that look for messages give their core to
  # whoever wants it: beside another test they take many times as long.
  math(EXPR processors "2 * ${ranks}")
  if(test_WAITS)
    math(EXPR processors "(${ranks} + 3) / 4")
  endif()
  add_test(NAME ${name} COMMAND ${STRIDER_MPIRUN} -n ${ranks} $<TARGET_FILE:${program}> ${argument})
  set_tests_properties(${name} PROPERTIES LABELS mpi TIMEOUT ${test_TIMEOUT}
    ENVIRONMENT "${STRIDER_MPI_TEST_ENVIRONMENT}" PROCESSORS ${processors} SKIP_RETURN_CODE 77)
endfunction()

# strider_on_gpu(NAME [RANKS 1 2 4] [KIND cuda]): the tests of that program once more on a CUDA
# device, in one test or in one a number of ranks, which share the device. They are labelled gpu and,
# where there is no device, skipped. KIND: the kind of device that the
# program is for; the default is any.
function(strider_on_gpu program)
  cmake_parse_arguments(test "" "KIND" "RANKS" ${ARGN})
  if(NOT test_KIND)
    set(test_KIND any)
  endif()
  if(NOT test_RANKS)
    set(test_RANKS 0)
  endif()
  set_property(GLOBAL APPEND PROPERTY STRIDER_GPU_PROGRAMS ${program})
  foreach(ranks IN LISTS test_RANKS)
    strider_list_for_gpu(${test_KIND} ${ranks} $<TARGET_FILE:${program}>)
    if(NOT STRIDER_HAS_CUDA OR test_KIND STREQUAL "simt")
      continue()
    endif()
    set(environment STRIDER_TEST_DEVICE=cuda)
    if(ranks EQUAL 0)
      set(name ${program}.cuda)
      add_test(NAME ${name} COMMAND ${program})
    else()
      set(name ${program}.cuda.ranks_${ranks})
      add_test(NAME ${name} COMMAND ${STRIDER_MPIRUN} -n ${ranks} $<TARGET_FILE:${program}>)
      list(APPEND environment ${STRIDER_MPI_TEST_ENVIRONMENT})
    endif()
    set_tests_properties(${name} PROPERTIES LABELS gpu TIMEOUT 600 RESOURCE_LOCK gpu
      SKIP_REGULAR_EXPRESSION "no CUDA device: " SKIP_RETURN_CODE 77 ENVIRONMENT "${environment}")
  endforeach()
endfunction()

# A line of gpu_tests.txt in the build folder, which scripts/gpu.sh reads: kind of device, ranks or 0,
# program.
function(strider_list_for_gpu kind ranks program)
  set_property(GLOBAL APPEND_STRING PROPERTY STRIDER_GPU_TESTS "${kind} ${ranks} ${program}\n")
endfunction()

# strider_device_test(NAME SOURCES ...): a GoogleTest program whose own kernels are compiled as those
# of a device room: for emulated devices and, where there is CUDA, once more by nvcc, as NAME_cuda.
function(strider_device_test name)
  cmake_parse_arguments(test "" "" "SOURCES" ${ARGN})
  strider_test(${name} SOURCES ${test_SOURCES} LIBRARIES strider_gpu strider_device_flags)
  strider_on_gpu(${name} KIND simt)
  if(NOT STRIDER_HAS_CUDA)
    return()
  endif()
  strider_cuda_files(cuda_sources 4 ${test_SOURCES})
  set_source_files_properties(${cuda_sources} PROPERTIES LANGUAGE CUDA)
  add_executable(${name}_cuda ${cuda_sources})
  target_include_directories(${name}_cuda PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name}_cuda PRIVATE
    strider_gpu strider strider_cuda_flags strider_device_flags GTest::gtest_main)
  strider_on_gpu(${name}_cuda KIND cuda)
endfunction()
