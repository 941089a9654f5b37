#include "call.hpp"

#include <pthread.h>

#include <mutex>

#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace nb = nanobind;

namespace strider::python {
namespace {

// A signal handler and a fork handler reach nothing but what outlives them: the state of the
// process.
std::atomic<bool> interrupted_flag{false};
std::atomic<bool> has_threads{false};
std::atomic<bool> lost_threads{false};
struct sigaction previous_action {};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int signal, siginfo_t* info, void* context) {
  interrupted_flag.store(true);
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal, info, context);
  } else if (previous_action.sa_handler != SIG_DFL) {
    previous_action.sa_handler(signal);
  }
}

extern "C" void note_fork() {
  lost_threads.store(has_threads.load());
}

bool is_main_thread() {
  const nb::object threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

}  // namespace

void require_threads(int threads) {
  static std::once_flag registered;
  std::call_once(registered, [] { pthread_atfork(nullptr, nullptr, note_fork); });
  if (resolve_threads(threads) == 1) return;
  if (lost_threads.load()) {
    throw UnavailableError(
        "this process was forked after strider had used threads, which a fork does not copy: start "
        "processes by 'spawn' (multiprocessing.set_start_method), or pass threads=1");
  }
  has_threads.store(true);
}

InterruptWatch::InterruptWatch() {
  if (!is_main_thread()) return;
  struct sigaction current {};
  if (sigaction(SIGINT, nullptr, &current) != 0) return;
  const bool has_info = (current.sa_flags & SA_SIGINFO) != 0;
  if (has_info && current.sa_sigaction == note_interrupt) {  // a call from a callback of a call
    watches_ = true;
    return;
  }
  // Without a handler of Python's the signal ends the process, or is ignored: so it stays.
  const bool is_handled =
      has_info || (current.sa_handler != SIG_DFL && current.sa_handler != SIG_IGN);
  if (!is_handled) return;
  previous_action = current;
  interrupted_flag.store(false);
  struct sigaction watching {};
  watching.sa_sigaction = note_interrupt;
  watching.sa_flags = SA_SIGINFO | (current.sa_flags & SA_ONSTACK);
  watching.sa_mask = current.sa_mask;
  installed_ = sigaction(SIGINT, &watching, nullptr) == 0;
  watches_ = installed_;
}

InterruptWatch::~InterruptWatch() {
  if (installed_) sigaction(SIGINT, &previous_action, nullptr);
}

const std::atomic<bool>& InterruptWatch::interrupted() const {
  static constexpr std::atomic<bool> kNever{false};
  return watches_ ? interrupted_flag : kNever;
}

}  // namespace strider::python
