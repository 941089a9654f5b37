#include "strider/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

#include "comm/wait_record.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Threads that are started in its scope get no signals: those are for the threads that were there.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

struct Watchdog::State {
  std::shared_ptr<const comm::WaitRecord> waits;
  int rank = 0;
  Seconds patience{0};
  std::function<void(const std::string&)> on_hang;
  std::mutex mutex;
  std::condition_variable ended;
  bool is_ending = false;
  std::thread thread;

  void watch() {
    constexpr Seconds kLongestNap{0.5};
    const Seconds nap = std::min(patience / 8, kLongestNap);
    comm::WaitRecord::Look last = waits->peek();
    Clock::time_point since = Clock::now();
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, nap, [&] { return is_ending; })) {
      const comm::WaitRecord::Look look = waits->peek();
      const Clock::time_point now = Clock::now();
      if (!look.is_waiting() || look.step != last.step) {
        last = look;
        since = now;
      } else if (now - since >= patience) {
        lock.unlock();
        on_hang(fmt::format("rank {} has waited {:.0f} s in {}", rank, Seconds(now - since).count(),
                            comm::phase_name(look.phase)));
        return;
      }
    }
  }
};

Watchdog::Watchdog(const Cluster& cluster, double seconds,
                   std::function<void(const std::string& line)> on_hang)
    : state_(std::make_unique<State>()) {
  if (!(seconds > 0)) {
    throw UsageError(fmt::format("a watchdog waits more than 0 seconds, got {}", seconds));
  }
  state_->waits = comm::wait_record(cluster.state()->comm());
  state_->rank = cluster.rank();
  state_->patience = Seconds(seconds);
  state_->on_hang = std::move(on_hang);
  const SignalsBlocked blocked;
  state_->thread = std::thread([state = state_.get()] { state->watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->is_ending = true;
  }
  state_->ended.notify_all();
  state_->thread.join();
}

}  // namespace strider
