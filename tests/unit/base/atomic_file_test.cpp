#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "strider/error.hpp"
#include "support/errors.hpp"
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

TEST(AtomicFile, FollowsLinksToAFileThatIsNotThere) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("data"));
  // Relative to the link's own folder, and one after the other.
  std::filesystem::create_symlink("data/second", folder.file("first"));
  std::filesystem::create_symlink("real", folder.file("data/second"));
  AtomicFile file(folder.file("first"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("data/second")));
  EXPECT_EQ(read_whole(folder.file("data/real")), "new");
}

TEST(AtomicFile, RefusesLinksInACircle) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder.file("a"));
  std::filesystem::create_symlink("a", folder.file("b"));
  EXPECT_THROW(AtomicFile(folder.file("a")), InputError);
}

mode_t permissions_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 0777U;
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
  const TemporaryFolder folder;
  const mode_t before = umask(022);
  for (const mode_t mode : {0600U, 0664U, 0755U}) {
    write_whole(folder.file("out"), "old");
    ASSERT_EQ(chmod(folder.file("out").c_str(), mode), 0);
    AtomicFile file(folder.file("out"));
    file.write("new");
    file.commit();
    EXPECT_EQ(read_whole(folder.file("out")), "new");
    EXPECT_EQ(permissions_of(folder.file("out")), mode);
  }
  AtomicFile file(folder.file("fresh"));
  file.commit();
  EXPECT_EQ(permissions_of(folder.file("fresh")), 0644U);
  umask(before);
}

constexpr uid_t kOtherUser = 65534;

/// In a process of its own: exits with 0 where `path` is refused to a user who is not root.
[[noreturn]] void exit_by_refusal(const std::string& path) {
  if (geteuid() == 0 && setuid(kOtherUser) != 0) _exit(2);
  try {
    const AtomicFile file(path);
  } catch (const InputError&) {
    _exit(0);
  }
  _exit(1);
}

TEST(AtomicFile, RefusesToReplaceWhatMustNotBeWritten) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const TemporaryFolder folder;
  write_whole(folder.file("out"), "old");
  ASSERT_EQ(chmod(folder.file("out").c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder.file("").c_str(), 0777), 0);  // nothing else is in the way
  EXPECT_EXIT(exit_by_refusal(folder.file("out")), testing::ExitedWithCode(0), "");
  EXPECT_EQ(read_whole(folder.file("out")), "old");
}

TEST(AtomicFile, KeepsTheOwnerOfAReplacedFile) {
  const TemporaryFolder folder;
  write_whole(folder.file("out"), "old");
  // Who may not give files away sees the own file stay the own.
  const uid_t owner = geteuid() == 0 ? kOtherUser : geteuid();
  ASSERT_EQ(chown(folder.file("out").c_str(), owner, static_cast<gid_t>(-1)), 0);
  AtomicFile file(folder.file("out"));
  file.write("new");
  file.commit();
  struct stat status {};
  ASSERT_EQ(stat(folder.file("out").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, owner);
}

TEST(AtomicFile, PipesGetTheWholeInOrder) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  // More than a pipe holds.
  const std::string end(200'000, 'x');
  std::string got;
  std::thread reader([&] { got = read_whole(pipe); });
  AtomicFile file(pipe);
  const std::size_t hole = file.reserve(6);
  file.write(end);
  file.write_at(hole, "begin ", 6);
  file.commit();
  reader.join();
  EXPECT_EQ(got, "begin " + end);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"});
}

TEST(AtomicFile, PipesGetNothingWithoutCommit) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string got = "unread";
  std::thread reader([&] { got = read_whole(pipe); });
  { AtomicFile(pipe).write("lost"); }
  reader.join();
  EXPECT_EQ(got, "");
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
  test::expect_error<InputError>("No space left", [&] { file.write("no room"); });
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

TEST(AtomicFile, OthersWriteByItsPassingNames) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out");
  AtomicFile file(path);
  EXPECT_TRUE(file.is_file());
  file.write("abcdef");
  const auto overwrite = [](const std::string& name, char with, off_t offset) {
    const int part = open(name.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(pwrite(part, &with, 1, offset), 1) << name;
    close(part);
  };
  overwrite(file.name_in_process(), 'X', 1);
  const std::string name = file.passing_name();
  EXPECT_EQ(file.passing_name(), name);
  EXPECT_NE(name, path);
  overwrite(name, 'Y', 3);
  file.commit();
  EXPECT_EQ(read_whole(path), "aXcYef");
  EXPECT_EQ(folder.names().size(), 1U);
}

TEST(AtomicFile, PassingNamesGoWithoutCommit) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.file("out"));
    static_cast<void>(file.passing_name());
    EXPECT_EQ(folder.names().size(), 1U);
  }
  EXPECT_TRUE(folder.names().empty());
}

// A redirection must continue where it was, not be replaced by a file of its name.
TEST(AtomicFile, StandardOutputIsAppendedTo) {
  const TemporaryFolder folder;
  const int status = in_child([&] {
    const int out = open(folder.file("out").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    dup2(out, STDOUT_FILENO);
    if (write(STDOUT_FILENO, "first ", 6) != 6) _exit(1);
    AtomicFile file("/dev/stdout");
    file.write("second ");
    file.commit();
    if (write(STDOUT_FILENO, "third", 5) != 5) _exit(1);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(read_whole(folder.file("out")), "first second third");
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
