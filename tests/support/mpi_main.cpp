// main() of a GoogleTest program that every rank of a job runs: a test fails where it fails on any
// rank. Only rank 0 lists the tests; other ranks print failures only. Exit status 1 says that a
// test failed, kSkipped that all were skipped.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <thread>

#include "support/mpi_world.hpp"

namespace {

/// SKIP_RETURN_CODE in cmake/StriderRooms.cmake.
constexpr std::uint32_t kSkipped = 77;

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
  const strider::comm::Environment environment;
  strider::set_test_world(environment.world());
  testing::InitGoogleTest(&argc, argv);  // parameters may depend on the number of ranks
  // A rank that leaves a test by an exception ends the job: the others would wait for it.
  GTEST_FLAG_SET(catch_exceptions, false);
  const strider::comm::Communicator& world = strider::test_world();
  if (world.rank() != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new OtherRank(world.rank()));
  }
  const bool failed = RUN_ALL_TESTS() != 0;
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  const bool skipped =
      tests.skipped_test_count() > 0 && tests.skipped_test_count() == tests.test_to_run_count();
  std::array<std::uint32_t, 2> anywhere = {failed ? 1U : 0U, skipped ? kSkipped : 0U};
  world.all_reduce(std::span<std::uint32_t>(anywhere), strider::comm::Reduction::kMax);
  strider::clear_test_world();
  // Launchers throw away what they have not read of a job's output when a rank of it has failed.
  std::fflush(stdout);
  if (anywhere[0] != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  return static_cast<int>(anywhere[0] != 0 ? anywhere[0] : anywhere[1]);
}
