#include "interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <filesystem>
#include <string_view>

namespace strider::cli {
namespace {

// What a signal handler may look at: set before the handler is installed, never changed after.
std::array<char, PATH_MAX> unfinished_output;

// Atomics without locks are the only objects that a handler may share with threads.
std::atomic<bool> waits_for_verb{false};
std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void end_process(int signal) {
  if (waits_for_verb.load() && !requested.exchange(true)) return;
  if (unfinished_output[0] != '\0') unlink(unfinished_output.data());
  constexpr std::string_view kMessage = "strider: interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(128 + signal);
}

void install(int signal) {
  struct sigaction action {};
  // A shell that started us in the background wants its Ctrl-C not to reach us.
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action.sa_handler = end_process;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void end_on_interrupt(const std::string& output) {
  if (!output.empty() && output != "-" && output != "/dev/stdout") {
    std::error_code ignored;
    const std::string target = std::filesystem::weakly_canonical(output, ignored).string();
    const std::string name = fmt::format("{}.{}-0", target, getpid());
    if (name.size() < unfinished_output.size()) {
      std::copy(name.begin(), name.end(), unfinished_output.begin());
    }
  }
  install(SIGINT);
  install(SIGTERM);
}

void stop_on_interrupt() {
  waits_for_verb.store(true);
}

bool interrupt_requested() {
  return requested.load();
}

}  // namespace strider::cli
