#include "base/control_group.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "support/temporary_folder.hpp"

namespace strider {
namespace {

/// A folder in place of the one where control groups are mounted.
class ControlGroup : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.file(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  [[nodiscard]] std::uint64_t available() const { return control_group_available(root_); }

  test::TemporaryFolder folder_;
  std::string root_ = folder_.file("cgroup");
};

TEST_F(ControlGroup, LimitsNothingWhereThereIsNone) {
  EXPECT_EQ(available(), std::numeric_limits<std::uint64_t>::max());
  write("cgroup/memory.max", "max\n");
  write("cgroup/memory.current", "1000\n");
  EXPECT_EQ(available(), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(ControlGroup, CountsPagesOfFilesAsFree) {
  write("cgroup/memory.max", "1000\n");
  EXPECT_EQ(available(), 1000U);
  write("cgroup/memory.current", "900\n");
  EXPECT_EQ(available(), 100U);
  write("cgroup/memory.stat", "anon 200\nfile 600\nactive_file 250\ninactive_file 350\n");
  EXPECT_EQ(available(), 700U);
}

TEST_F(ControlGroup, FreesNoMoreThanIsUsed) {
  write("cgroup/memory.max", "1000\n");
  write("cgroup/memory.current", "900\n");
  write("cgroup/memory.stat", "active_file 800\ninactive_file 18446744073709551615\n");
  EXPECT_EQ(available(), 1000U);
  write("cgroup/memory.current", "5000\n");
  write("cgroup/memory.stat", "active_file 800\n");
  EXPECT_EQ(available(), 0U);
}

TEST_F(ControlGroup, ReadsTheFirstVersion) {
  write("cgroup/memory/memory.limit_in_bytes", "1000\n");
  write("cgroup/memory/memory.usage_in_bytes", "900\n");
  // Those without "total_" leave out the groups inside this one.
  write("cgroup/memory/memory.stat",
        "active_file 1\ninactive_file 2\ntotal_active_file 100\ntotal_inactive_file 300\n");
  EXPECT_EQ(available(), 500U);
}

}  // namespace
}  // namespace strider
