# strider_room(NAME SOURCES a.cpp ... [USES lower-room ...] [LIBRARIES target ...])
#
# One room of src/: an object library that sees only the public headers and the rooms it USES.
# tools/check_layers holds the table of layers that these declarations repeat.
set_property(GLOBAL PROPERTY STRIDER_ROOMS "")
set_property(GLOBAL PROPERTY STRIDER_ROOM_LIBRARIES "")

function(strider_room name)
  cmake_parse_arguments(room "" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  set(target strider_room_${name})
  add_library(${target} OBJECT ${room_SOURCES})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE strider_build_flags ${room_LIBRARIES})
  foreach(lower IN LISTS room_USES)
    target_link_libraries(${target} PRIVATE strider_room_${lower})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY STRIDER_ROOMS ${target})
  set_property(GLOBAL APPEND PROPERTY STRIDER_ROOM_LIBRARIES ${room_LIBRARIES})
endfunction()

# strider_test(NAME SOURCES ... [LIBRARIES ...]): one GoogleTest program; its cases become tests.
function(strider_test name)
  cmake_parse_arguments(test "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  add_executable(${name} ${test_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE
    STRIDER_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  target_link_libraries(${name} PRIVATE
    strider strider_build_flags fmt::fmt GTest::gtest_main OpenMP::OpenMP_CXX ${test_LIBRARIES})
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}")
endfunction()
