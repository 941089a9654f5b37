// A program whose ranks fail as its argument says: what fault_injection_test.py runs.
//
// The ranks exchange messages in rounds for as long as it takes; in the third round the highest one
// fails. No rank ends in less than a minute unless the job does.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "comm/environment.hpp"
#include "comm/failure_report.hpp"
#include "comm/round_exchange.hpp"
#include "strider/array.hpp"

namespace strider::comm {
namespace {

constexpr int kFailingRound = 3;

/// More than any machine has.
constexpr std::uint64_t kTooMuch = std::uint64_t{1} << 60U;

/// What the failing rank does, between the messages of a round and their receipt.
void fail(std::string_view how) {
  if (how == "throw") throw InputError("slice.bin", 7, "not a number");
  if (how == "unknown") throw 1;
  if (how == "kill") std::raise(SIGKILL);
  if (how == "crash") std::raise(SIGSEGV);
  if (how == "exit") std::_Exit(9);
  if (how == "starve") require_memory(kTooMuch, "the rows of this rank");
  if (how == "allocate") (void)Array<std::uint64_t>(kTooMuch / 8);
}

/// Whether this rank does what `how` says: the highest, or in "all-..." every one.
bool fails_here(const Communicator& world, std::string_view how) {
  return how.starts_with("all-") || world.rank() == world.size() - 1;
}

void exchange_for_long(const Communicator& world, std::string_view how) {
  std::vector<RoundExchange::Peer> peers;
  for (int r = 0; r < world.size(); ++r) {
    if (r != world.rank()) peers.push_back({r, 1 << 20, 1 << 20});
  }
  const std::string_view cause = how.starts_with("all-") ? how.substr(4) : how;
  RoundExchange exchange(world, peers);
  const Timer timer;
  for (int round = 0; timer.seconds() < 60; ++round) {
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      const std::span<std::byte> buffer = exchange.send_buffer(peer);
      std::memset(buffer.data(), round, buffer.size());
      exchange.send(peer, buffer.size());
    }
    if (round == kFailingRound && fails_here(world, how)) fail(cause);
    exchange.finish_round();
  }
}

/// Failures that all ranks throw: all of them return, none is ended.
void fail_together(const Communicator& world, std::string_view how) {
  const std::string_view cause = how.substr(std::string_view("collective-").size());
  try_on_all_ranks(world, [&] {
    if (world.rank() == world.size() - 1) fail(cause);
  });
}

int exit_status(const std::exception& error) {
  if (dynamic_cast<const InputError*>(&error) != nullptr) return 3;
  if (dynamic_cast<const MemoryError*>(&error) != nullptr) return 5;
  return 1;
}

int run(std::string_view how) {
  const Environment environment;
  const Communicator world = environment.world();
  const FailureHandling handling = {.exit_status = exit_status,
                                    .report = [](const std::string& line) {
                                      std::fprintf(stderr, "strider: %s\n", line.c_str());
                                    }};
  return run_rank(
      world,
      [&] {
        if (how.starts_with("collective-")) {
          fail_together(world, how);
        } else {
          exchange_for_long(world, how);
        }
        return 0;
      },
      handling);
}

}  // namespace
}  // namespace strider::comm

int main(int count, char** arguments) {
  if (count != 2) return 2;
  return strider::comm::run(arguments[1]);
}
