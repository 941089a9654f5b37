#include "unchecked_output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "strider/error.hpp"

namespace strider::cli {

namespace fs = std::filesystem;

UncheckedOutput::UncheckedOutput(const std::string& output)
    : output_(fs::weakly_canonical(fs::absolute(output))) {
  std::string name = output_.parent_path() / ".strider-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw InputError(output, 0, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  folder_ = name;
}

UncheckedOutput::~UncheckedOutput() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void UncheckedOutput::accept() {
  const auto move = [this](const fs::path& file) {
    const fs::path target = output_.parent_path() / file.filename();
    std::error_code failed;
    const fs::file_status replaced = fs::status(target, failed);
    if (fs::exists(replaced)) fs::permissions(file, replaced.permissions(), failed);
    fs::rename(file, target, failed);
    if (failed) {
      throw InputError(target, 0, fmt::format("cannot be written: {}", failed.message()));
    }
  };
  // The file itself comes last: what belongs to it is there then.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (entry.path() != path()) move(entry.path());
  }
  move(path());
}

}  // namespace strider::cli
