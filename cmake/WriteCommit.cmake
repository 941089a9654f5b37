# cmake -DSOURCE=FOLDER -DOUT=FILE -P WriteCommit.cmake: a definition of build_commit() with the commit
# of the working tree, "" where it is none. The file is written only where that has changed.
set(commit "")
set(ENV{GIT_OPTIONAL_LOCKS} 0)  # others may work in the tree
# A hook of another repository may have started the build.
unset(ENV{GIT_DIR})
unset(ENV{GIT_WORK_TREE})
unset(ENV{GIT_INDEX_FILE})
find_program(GIT git)
if(GIT)
  execute_process(COMMAND "${GIT}" rev-parse --show-toplevel WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  file(REAL_PATH "${SOURCE}" source)
  # A copy without its history may lie within the working tree of something else.
  if(NOT failed AND top STREQUAL source)
    execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 --exclude=*
      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT [[
#include "build_commit.hpp"

namespace strider::cli {

std::string_view build_commit() {
  return "@commit@";
}

}  // namespace strider::cli
]])
