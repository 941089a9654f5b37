#include "output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "strider/error.hpp"

namespace strider::cli {

void require_writable(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty() || path == "-") return;
  const auto require = [&](const fs::path& what, int access_to, const char* action) {
    if (access(what.c_str(), access_to) == 0) return;
    throw InputError(path, 0, std::string(action) + ": " + std::strerror(errno));
  };
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::is_directory(status)) throw InputError(path, 0, "cannot be written: it is a folder");
  const bool exists = fs::exists(status);
  // A pipe or a device stays where it is.
  if (exists && !fs::is_regular_file(status)) return;
  if (exists) require(path, W_OK, "cannot be replaced");
  // The file that a link leads to gets a new one beside it.
  fs::path place = path;
  if (fs::is_symlink(fs::symlink_status(path, failed))) {
    place = fs::weakly_canonical(place, failed);
    if (failed) return;
  }
  const fs::path folder = place.parent_path();
  require(folder.empty() ? fs::path(".") : folder, W_OK | X_OK, "cannot be written");
}

}  // namespace strider::cli
