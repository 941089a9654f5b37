#include "ranks/results/shared_file.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "strider/error.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using detail::PassingName;
using detail::SharedFile;

bool exists(const std::string& path) {
  return std::ifstream(path).good();
}

TEST(SharedFile, HasThePartsOfAllRanksUnderEitherName) {
  const comm::Communicator& world = test_world();
  const test::SharedFolder folder;
  const std::string path = folder.file("parts");
  for (const PassingName name : {PassingName::kWhereNeeded, PassingName::kAlways}) {
    SharedFile file(world, path, name);
    ASSERT_TRUE(file.is_file());
    const auto rank = static_cast<std::uint64_t>(world.rank());
    file.write_at(2 * rank, std::string(2, static_cast<char>('a' + world.rank())));
    EXPECT_FALSE(exists(path));
    world.barrier();
    file.commit();
    std::string expected;
    for (int r = 0; r < world.size(); ++r) expected.append(2, static_cast<char>('a' + r));
    std::ifstream written(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), expected);
    world.barrier();
    if (world.rank() == 0) std::remove(path.c_str());
    world.barrier();
  }
}

TEST(SharedFile, DoesNotAppearWithoutCommit) {
  const comm::Communicator& world = test_world();
  const test::SharedFolder folder;
  const std::string path = folder.file("nothing");
  {
    SharedFile file(world, path);
    file.write_at(static_cast<std::uint64_t>(world.rank()), "x");
    world.barrier();
  }
  EXPECT_FALSE(exists(path));
}

TEST(SharedFile, AnotherFileOfTheNameIsNotOpened) {
  const test::TemporaryFolder folder;
  const std::string one = folder.file("one");
  const std::string other = folder.file("other");
  std::ofstream(one) << "one";
  std::ofstream(other) << "other";
  const auto identity = detail::identity_of(one);
  ASSERT_TRUE(identity);
  EXPECT_TRUE(detail::open_that_file(one, *identity).is_open());
  EXPECT_FALSE(detail::open_that_file(other, *identity).is_open());
  EXPECT_FALSE(detail::open_that_file("/dev/null", *identity).is_open());
  EXPECT_FALSE(detail::open_that_file(folder.file("nowhere"), *identity).is_open());
}

TEST(SharedFile, DevicesAreWrittenByRank0) {
  const comm::Communicator& world = test_world();
  SharedFile file(world, "/dev/null");
  EXPECT_FALSE(file.is_file());
  if (world.rank() == 0) file.append("text");
  file.commit();
}

TEST(SharedFile, FailsOnAllRanks) {
  EXPECT_THROW(SharedFile(test_world(), "/nowhere/at/all"), InputError);
}

}  // namespace
}  // namespace strider
