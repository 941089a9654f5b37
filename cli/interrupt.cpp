#include "interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <exception>
#include <filesystem>
#include <string_view>

#include "environment.hpp"

namespace strider::cli {
namespace {

// What a signal handler may look at: set before the handler is installed, never changed after.
std::array<char, PATH_MAX> unfinished_output;

// Which signals end the process without a word. Set before the handler is installed, too.
bool is_silent_on_sigterm = false;
bool is_silent_on_others = false;

// Atomics without locks are the only objects that a handler may share with threads.
std::atomic<bool> waits_for_verb{false};
std::atomic<int> requested{0};  // the signal
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void end_process(int signal) {
  if (waits_for_verb.load() && requested.exchange(signal) == 0) return;
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
  if (!output.empty() && output != "-" && output != "/dev/stdout") {
    std::error_code ignored;
    const std::string target = std::filesystem::weakly_canonical(output, ignored).string();
    const std::string name = fmt::format("{}.{}-0", target, getpid());
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
