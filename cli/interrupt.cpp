#include "interrupt.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <exception>
#include <string_view>

#include "environment.hpp"
#include "files.hpp"

namespace strider::cli {
namespace {

// What a signal handler may look at: set before the handler is installed, never changed after.
std::array<char, PATH_MAX> unfinished_output;

// A folder that goes with its files. The flag says that its name can be read.
std::array<char, PATH_MAX> unfinished_folder;
std::atomic<bool> has_unfinished_folder{false};

// Which signals end the process without a word. Set before the handler is installed, too.
bool is_silent_on_sigterm = false;
bool is_silent_on_others = false;

// Atomics without locks are the only objects that a handler may share with threads.
std::atomic<bool> waits_for_verb{false};
std::atomic<int> requested{0};  // the signal
std::atomic<bool> are_held{false};
std::atomic<int> held{0};  // the last signal that was
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// Other threads may still write: what they add meanwhile goes, too.
void remove_unfinished_folder() {
  const int folder = open(unfinished_folder.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  // opendir() takes memory, which a handler must not.
  alignas(dirent64) std::array<char, 4096> entries;
  constexpr int kMostTries = 1000;
  for (int tries = 0; tries < kMostTries; ++tries) {
    lseek(folder, 0, SEEK_SET);
    const ssize_t end = getdents64(folder, entries.data(), entries.size());
    for (ssize_t at = 0; at < end;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      unlinkat(folder, entry->d_name, 0);
      at += entry->d_reclen;
    }
    if (rmdir(unfinished_folder.data()) == 0 || errno != ENOTEMPTY) return;
  }
}

extern "C" void end_process(int signal) {
  if (waits_for_verb.load() && requested.exchange(signal) == 0) return;
  // In this order, so that a signal at the end of the hold is seen by one of the two.
  held.store(signal);
  if (are_held.load()) return;
  if (has_unfinished_folder.load()) remove_unfinished_folder();
  if (unfinished_output[0] != '\0') unlink(unfinished_output.data());
  if (!(signal == SIGTERM ? is_silent_on_sigterm : is_silent_on_others)) {
    constexpr std::string_view kMessage = "strider: interrupted\n";
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  }
  _exit(128 + signal);
}

void install(int signal) {
  struct sigaction action {};
  // A shell that started us in the background wants its Ctrl-C not to reach us, and nohup the end
  // of a session.
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action.sa_handler = end_process;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void end_on_interrupt(const std::string& output) {
  if (!output.empty() && !is_standard_output(output)) {
    const std::string name = fmt::format("{}.{}-0", place_of(output).string(), getpid());
    if (name.size() < unfinished_output.size()) {
      std::copy(name.begin(), name.end(), unfinished_output.begin());
    }
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) install(signal);
}

void end_on_interrupt_of_job(const std::string& output) {
  is_silent_on_sigterm = true;
  is_silent_on_others = !is_first_process();
  end_on_interrupt(output);
}

void remove_on_interrupt(const std::string& folder) {
  has_unfinished_folder.store(false);
  if (folder.empty() || folder.size() >= unfinished_folder.size()) return;
  unfinished_folder.fill('\0');
  std::copy(folder.begin(), folder.end(), unfinished_folder.begin());
  has_unfinished_folder.store(true);
}

HoldInterrupts::HoldInterrupts() {
  held.store(0);
  are_held.store(true);
}

HoldInterrupts::~HoldInterrupts() {
  are_held.store(false);
  if (const int signal = held.load(); signal != 0) end_process(signal);
}

StopOnInterrupt::StopOnInterrupt() {
  waits_for_verb.store(true);
}

StopOnInterrupt::~StopOnInterrupt() {
  waits_for_verb.store(false);
  // The verb came to its end without asking: it was too quick, or busy with something else. Where
  // it has asked, an InterruptedError is on its way, which ends the process, too.
  if (const int signal = requested.load(); signal != 0 && std::uncaught_exceptions() == 0) {
    end_process(signal);
  }
}

bool interrupt_requested() {
  return requested.load() != 0;
}

int interrupt_signal() {
  return requested.load();
}

}  // namespace strider::cli
