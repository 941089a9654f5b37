// An exchange in which a rank has no memory for what comes, or for what it sends.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "comm/sparse_exchange.hpp"
#include "support/failing_memory.hpp"
#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(SparseExchange, EndsWhereARankHasNoMemory) {
  Communicator comm = test_world().duplicate();
  comm.set_largest_message(1000);
  SparseExchange exchange(comm);
  // All send to rank 0: in parts, and more than MPI buffers. It sends to all: where it fails
  // before, the others do not wait for it.
  std::vector<std::byte> bytes(20'000, std::byte{7});
  std::vector<SparseExchange::Outgoing> outgoing;
  outgoing.push_back({0, bytes});
  if (comm.rank() == 0) {
    for (int to = 1; to < comm.size(); ++to) outgoing.push_back({to, bytes});
  }
  bool failed = true;
  for (int nth = 0; failed; ++nth) {
    const auto run = [&] { (void)exchange.exchange(outgoing); };
    bool failed_here = false;
    if (comm.rank() == 0) {
      failed_here = test::fails_at_allocation(nth, run);
    } else {
      run();
    }
    failed = comm.all_reduce(static_cast<std::uint32_t>(failed_here), Reduction::kMax) != 0;
    if (comm.size() > 1 && nth == 0) {
      EXPECT_TRUE(failed);
    }
  }
  // Nothing of what was dropped comes later.
  const std::vector<SparseExchange::Incoming> came = exchange.exchange(outgoing);
  EXPECT_EQ(came.size(), comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 1U);
  for (const SparseExchange::Incoming& message : came) {
    EXPECT_TRUE(std::ranges::equal(message.bytes.span(), bytes));
  }
}

}  // namespace
}  // namespace strider::comm
