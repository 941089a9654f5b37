// A folder for the files of a test that all ranks see.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "support/mpi_world.hpp"
#include "support/temporary_folder.hpp"

namespace strider::test {

/// A folder that rank 0 makes, and all know; of a name that no job beside this one has.
/// Construction and destruction are collective.
class SharedFolder {
 public:
  SharedFolder() {
    if (test_world().rank() == 0) folder_.emplace();
    std::array<char, 256> name{};
    if (folder_) std::strncpy(name.data(), folder_->file("").c_str(), name.size() - 1);
    test_world().broadcast(std::span<char>(name), 0);
    path_ = name.data();
  }
  ~SharedFolder() { test_world().barrier(); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + name; }
  /// By rank 0; the others wait.
  void make(const std::function<void()>& write) const {
    test_world().barrier();  // others may still read what was there
    if (test_world().rank() == 0) write();
    test_world().barrier();
  }
  std::string write(const std::string& name, const std::string& content) const {
    make([&] { write_whole(file(name), content); });
    return file(name);
  }

 private:
  std::optional<TemporaryFolder> folder_;
  std::string path_;
};

}  // namespace strider::test
