// An exchange in which a rank has no memory for what comes.
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
  // All but rank 0 send to it: in parts, and more than MPI buffers.
  std::vector<std::byte> bytes(20'000, std::byte{7});
  std::vector<SparseExchange::Outgoing> outgoing;
  if (comm.rank() != 0) outgoing.push_back({0, bytes});
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
  EXPECT_EQ(came.size(), comm.rank() == 0 ? static_cast<std::size_t>(comm.size() - 1) : 0U);
  for (const SparseExchange::Incoming& message : came) {
    EXPECT_TRUE(std::ranges::equal(message.bytes.span(), bytes));
  }
}

}  // namespace
}  // namespace strider::comm
