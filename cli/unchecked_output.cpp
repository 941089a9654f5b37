#include "unchecked_output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "files.hpp"
#include "interrupt.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path) {
  throw InputError(path, 0, fmt::format("cannot be written: {}", std::strerror(errno)));
}

/// Gives `file` the name `target`, and the owner and the permissions of the file that it replaces.
/// A link is followed.
void replace(const fs::path& file, const fs::path& target) {
  const fs::path place = place_of(target);
  struct stat replaced {};
  if (stat(place.c_str(), &replaced) == 0) {
    // To give a file away takes privilege: who has none keeps it.
    if (chown(file.c_str(), replaced.st_uid, replaced.st_gid) != 0 && errno != EPERM) fail(target);
    constexpr mode_t kPermissions = 0777;
    if (chmod(file.c_str(), replaced.st_mode & kPermissions) != 0) fail(target);
  }
  if (rename(file.c_str(), place.c_str()) == 0) return;
  if (errno != EXDEV) fail(target);
  // A link led the output, and with it the unchecked files, into another file system.
  const fs::path copy = place.string() + fmt::format(".{}-0", getpid());
  std::error_code failed;
  fs::copy_file(file, copy, failed);
  if (!failed) fs::rename(copy, place, failed);
  if (!failed) return;
  std::error_code ignored;
  fs::remove(copy, ignored);
  throw InputError(target, 0, fmt::format("cannot be written: {}", failed.message()));
}

}  // namespace

UncheckedOutput::UncheckedOutput(std::string output) : output_(std::move(output)) {
  const HoldInterrupts hold;
  std::string name = place_of(output_).parent_path() / ".strider-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) fail(output_);
  folder_ = name;
  remove_on_interrupt(folder_);
}

UncheckedOutput::~UncheckedOutput() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  remove_on_interrupt("");
}

void UncheckedOutput::accept() {
  const HoldInterrupts hold;
  // The file itself comes last: what belongs to it is there then.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (entry.path() == path()) continue;
    replace(entry.path(), output_.parent_path() / entry.path().filename());
  }
  replace(path(), output_);
}

}  // namespace strider::cli
