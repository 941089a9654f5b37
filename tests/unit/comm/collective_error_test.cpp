#include "comm/collective_error.hpp"

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

int last_rank() {
  return test_world().size() - 1;
}

/// "rank 3: ", of the only rank that fails; nothing where that is all ranks.
std::string prefix(int rank) {
  return test_world().size() == 1 ? "" : "rank " + std::to_string(rank) + ": ";
}

/// Runs `fail` on one rank; on every rank an E with that message comes out.
template <class E, class F>
void expect_everywhere(int failing_rank, const std::string& message, F&& fail) {
  try {
    try_on_all_ranks(test_world(), [&] {
      if (test_world().rank() == failing_rank) fail();
    });
    ADD_FAILURE() << "nothing thrown: " << message;
  } catch (const E& error) {
    EXPECT_EQ(error.what(), message);
    EXPECT_TRUE(is_collective(error, test_world()));
  }
}

TEST(CollectiveError, IsSilentWhereAllIsWell) {
  try_on_all_ranks(test_world(), [] {});
  EXPECT_EQ(try_on_all_ranks(test_world(), [] { return std::string("done"); }), "done");
}

TEST(CollectiveError, ThrowsTheErrorOfOneRankOnAll) {
  const int rank = last_rank();
  expect_everywhere<InputError>(rank, prefix(rank) + "slice.bin:7: not a number",
                                [] { throw InputError("slice.bin", 7, "not a number"); });
  expect_everywhere<UsageError>(rank, prefix(rank) + "u", [] { throw UsageError("u"); });
  expect_everywhere<WeightError>(rank, prefix(rank) + "w", [] { throw WeightError("w"); });
  expect_everywhere<UnavailableError>(rank, prefix(rank) + "a",
                                      [] { throw UnavailableError("a"); });
  expect_everywhere<InterruptedError>(rank, prefix(rank) + "i",
                                      [] { throw InterruptedError("i"); });
  expect_everywhere<Error>(rank, prefix(rank) + "r", [] { throw std::runtime_error("r"); });
  expect_everywhere<Error>(rank, prefix(rank) + "an error of unknown type", [] { throw 1; });
  expect_everywhere<Error>(0, prefix(0) + "", [] { throw Error(""); });
}

TEST(CollectiveError, SaysHowMuchMemoryWasMissing) {
  const int rank = last_rank();
  const MemoryError local("the rows", 1000, 10);
  expect_everywhere<MemoryError>(rank, prefix(rank) + local.what(), [&] { throw local; });
  expect_everywhere<MemoryError>(rank, prefix(rank) + "not enough memory: an allocation failed",
                                 [] { throw std::bad_alloc(); });
  try {
    try_on_all_ranks(test_world(), [&] {
      if (test_world().rank() == rank) throw local;
    });
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), 1000U);
    EXPECT_EQ(error.free_bytes(), 10U);
  }
}

TEST(CollectiveError, NamesNoRankWhereAllFailedAlike) {
  try {
    try_on_all_ranks(test_world(), [] { throw UsageError("no such vertex"); });
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "no such vertex");
  }
}

TEST(CollectiveError, TakesTheLowestOfSeveral) {
  try {
    try_on_all_ranks(test_world(), [] {
      if (test_world().rank() == 0) return;
      throw InputError("rank " + std::to_string(test_world().rank()) + " cannot read");
    });
    // There is none but rank 0.
    EXPECT_EQ(test_world().size(), 1);
  } catch (const InputError& error) {
    const std::string other = "rank 1: rank 1 cannot read";
    EXPECT_EQ(error.what(), other);
  }
}

TEST(CollectiveError, LeavesTheRanksInStepAfterAnError) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(try_on_all_ranks(test_world(),
                                  [&] {
                                    if (i % test_world().size() == test_world().rank())
                                      throw Error("x");
                                  }),
                 Error);
    EXPECT_EQ(test_world().all_reduce(std::uint32_t{1}, Reduction::kSum),
              static_cast<std::uint32_t>(test_world().size()));
  }
}

TEST(CollectiveError, DoesNotTalkAboutErrorsOfMpi) {
  // On all ranks, so that none waits for one that does not take part.
  try {
    try_on_all_ranks(test_world(), [] { throw CommError("MPI_Recv failed"); });
    ADD_FAILURE();
  } catch (const CommError& error) {
    EXPECT_FALSE(is_collective(error, test_world()));
  }
}

TEST(CollectiveError, ErrorsOfOneRankOnlyAreNotCollective) {
  EXPECT_FALSE(is_collective(InputError("x"), test_world()));
}

}  // namespace
}  // namespace strider::comm
