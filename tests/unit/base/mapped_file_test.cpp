#include "base/mapped_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstring>

#include "strider/error.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::TemporaryFolder;
using test::write_whole;

// The sizes around a page: where the file's last page ends, readable memory must still follow.
TEST(MappedFile, IsFollowedByZeroBytes) {
  const TemporaryFolder folder;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{4095},
                                 std::size_t{4096}, std::size_t{4097}, 8192 - kArrayPadding}) {
    write_whole(folder.file("f"), std::string(size, 'x'));
    const MappedFile file(folder.file("f"));
    ASSERT_EQ(file.size(), size);
    const std::byte* end = file.bytes().data() + size;
    for (std::size_t i = 0; i < kArrayPadding; ++i) EXPECT_EQ(end[i], std::byte{0});
    EXPECT_EQ(test::read_whole(folder.file("f")),
              std::string(reinterpret_cast<const char*>(file.bytes().data()), size));
  }
}

TEST(MappedFile, ViewsKeepTheMapping) {
  const TemporaryFolder folder;
  write_whole(folder.file("f"), "abc");
  SharedArray<std::byte> view;
  {
    const MappedFile file(folder.file("f"));
    view = SharedArray<std::byte>(file.owner(), file.bytes());
  }
  EXPECT_EQ(view[2], std::byte{'c'});
}

TEST(MappedFile, RefusesWhatIsNoRegularFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_THROW(MappedFile(folder.file("pipe")), InputError);
  EXPECT_THROW(MappedFile(folder.file("missing")), InputError);
  EXPECT_THROW(MappedFile(folder.file("")), InputError);
  EXPECT_THROW(RandomAccessFile(folder.file("missing")), InputError);
}

TEST(RandomAccessFile, ReadsRangesAndSaysWhereTheFileEnds) {
  const TemporaryFolder folder;
  write_whole(folder.file("f"), "0123456789");
  const RandomAccessFile file(folder.file("f"));
  std::array<std::byte, 4> four{};
  file.read_at(3, four);
  EXPECT_EQ(std::memcmp(four.data(), "3456", 4), 0);
  EXPECT_THROW(file.read_at(8, four), InputError);
}

}  // namespace
}  // namespace strider
