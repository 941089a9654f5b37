#include "comm/failure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "comm/collective_error.hpp"

namespace strider::comm {
namespace {

/// How long a rank lets the one before it speak and end the job.
constexpr std::chrono::milliseconds kTurn{250};
constexpr int kMostTurns = 4;

[[noreturn]] void end_job(const Communicator& world, const std::exception& error,
                          const FailureHandling& handling) {
  handling.report(fmt::format("rank {}: {}", world.rank(), error.what()));
  world.abort(handling.exit_status(error));
}

}  // namespace

int run_rank(const Communicator& world, const std::function<int()>& body,
             const FailureHandling& handling) {
  try {
    return body();
  } catch (const CommError& error) {
    std::this_thread::sleep_for(handling.patience);
    end_job(world, error, handling);
  } catch (const std::exception& error) {
    if (is_collective(error, world)) {
      if (world.rank() == 0) handling.report(error.what());
      return handling.exit_status(error);
    }
    std::this_thread::sleep_for(kTurn * std::min(world.rank(), kMostTurns));
    end_job(world, error, handling);
  } catch (...) {
    end_job(world, std::runtime_error("an error of unknown type"), handling);
  }
}

}  // namespace strider::comm
