#include "base/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "strider/error.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::read_whole;
using test::TemporaryFolder;
using test::write_whole;

TEST(AtomicFile, AppearsInCommitAndNotBefore) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("out"));
  file.write("hello ");
  const std::size_t hole = file.reserve(3);
  file.write("!");
  file.write_at(hole, "you", 3);
  EXPECT_EQ(file.size(), 10U);
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
  file.commit();
  EXPECT_EQ(read_whole(folder.file("out")), "hello you!");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  { AtomicFile(folder.file("out")).write("lost"); }
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, ReplacesTheOldFileOnlyInCommit) {
  const TemporaryFolder folder;
  write_whole(folder.file("out"), "old");
  {
    AtomicFile file(folder.file("out"));
    file.write("new");
    EXPECT_EQ(read_whole(folder.file("out")), "old");
    file.commit();
  }
  EXPECT_EQ(read_whole(folder.file("out")), "new");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(AtomicFile, FollowsALinkInsteadOfReplacingIt) {
  const TemporaryFolder folder;
  write_whole(folder.file("real"), "old");
  std::filesystem::create_symlink(folder.file("real"), folder.file("link"));
  AtomicFile file(folder.file("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(read_whole(folder.file("real")), "new");
}

TEST(AtomicFile, RefusesAFolderThatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_THROW(AtomicFile(folder.file("missing/out")), InputError);
  EXPECT_THROW(AtomicFile("/proc/out"), InputError);
  std::filesystem::create_directory(folder.file("a_folder"));
  EXPECT_THROW(AtomicFile(folder.file("a_folder")), InputError);
}

TEST(AtomicFile, SaysThatTheDiskIsFull) {
  AtomicFile file("/dev/full");
  try {
    file.write("no room");
    FAIL() << "written to a full disk";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
}

TEST(AtomicFile, WritesToADeviceWithoutReplacingIt) {
  AtomicFile file("/dev/null");
  file.write("gone");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// Runs `body` in a process of its own; returns its wait status.
template <class F>
int in_child(F&& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(AtomicFile, FileSizeLimitIsAnErrorThatLeavesNothing) {
  const TemporaryFolder folder;
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      AtomicFile file(folder.file("out"));
      const std::string block(3000, 'x');
      file.write(block);
      file.write(block);
    } catch (const InputError&) {
      _exit(3);
    }
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, KillLeavesNothing) {
  const TemporaryFolder folder;
  const int status = in_child([&] {
    AtomicFile file(folder.file("out"));
    file.write(std::string(1 << 20, 'x'));
    // The nameless file is what is tested; a file system without them may keep its own name.
    if (!folder.names().empty()) _exit(77);
    raise(SIGKILL);
  });
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) GTEST_SKIP() << "no nameless files here";
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace strider
