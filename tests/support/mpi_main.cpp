// main() of a GoogleTest program that every rank of a job runs: a test fails where it fails on any
// rank. Rank 0 alone lists the tests; other ranks print failures only.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "support/mpi_world.hpp"

namespace {

class OtherRank : public testing::EmptyTestEventListener {
 public:
  explicit OtherRank(int rank) : rank_(rank) {}
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_,
                 result.file_name() == nullptr ? "" : result.file_name(), result.line_number(),
                 result.message());
  }

 private:
  int rank_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const strider::comm::Environment environment;
  strider::set_test_world(environment.world());
  const strider::comm::Communicator& world = strider::test_world();
  if (world.rank() != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new OtherRank(world.rank()));
  }
  const int failed = RUN_ALL_TESTS();
  const auto anywhere =
      world.all_reduce(static_cast<std::uint32_t>(failed != 0), strider::comm::Reduction::kMax);
  strider::clear_test_world();
  return anywhere == 0 ? 0 : 1;
}
