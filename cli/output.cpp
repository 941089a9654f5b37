#include "output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "files.hpp"
#include "strider/error.hpp"

namespace strider::cli {

void require_writable(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty() || is_standard_output(path)) return;
  const auto require = [&](const fs::path& what, int access_to, const char* action) {
    if (access(what.c_str(), access_to) == 0) return;
    throw InputError(path, 0, std::string(action) + ": " + std::strerror(errno));
  };
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (failed == std::errc::too_many_symbolic_link_levels) {
    throw InputError(path, 0, "cannot be written: " + failed.message());
  }
  if (fs::is_directory(status)) throw InputError(path, 0, "cannot be written: it is a folder");
  const bool exists = fs::exists(status);
  // A pipe or a device stays where it is.
  if (exists && !fs::is_regular_file(status)) return;
  if (exists) require(path, W_OK, "cannot be replaced");
  // The file that a link leads to gets a new one beside it.
  require(place_of(path).parent_path(), W_OK | X_OK, "cannot be written");
}

}  // namespace strider::cli
