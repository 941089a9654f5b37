#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "strider/error.hpp"

namespace strider {
namespace {

TEST(Parallel, ChunksCoverEverythingOnce) {
  for (const std::size_t size : {0, 1, 7, 64, 1000, 1 << 20}) {
    for (const int parts : {1, 2, 3, 7, 64}) {
      for (const std::size_t unit : {1, 16, 64}) {
        std::size_t next = 0;
        for (int part = 0; part < parts; ++part) {
          const Range chunk = static_chunk(size, part, parts, unit);
          ASSERT_EQ(chunk.begin, next);
          ASSERT_TRUE(chunk.begin % unit == 0 || chunk.begin == size);
          ASSERT_LE(chunk.begin, chunk.end);
          next = chunk.end;
        }
        ASSERT_EQ(next, size);
      }
    }
  }
}

TEST(Parallel, ChunksOfMoreThanFourBillionElements) {
  constexpr std::size_t kSize = (1ULL << 33U) + 3;
  EXPECT_EQ(static_chunk(kSize, 1, 2).end, kSize);
  EXPECT_EQ(static_chunk(kSize, 1, 2).begin, (1ULL << 32U) + 2);
}

TEST(Parallel, LoopVisitsEachIndexOnce) {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> visits(10007);
    parallel_for(
        7, visits.size(), threads, [&](std::size_t i) { visits[i]++; }, 16);
    for (std::size_t i = 0; i < visits.size(); ++i) ASSERT_EQ(visits[i], i < 7 ? 0 : 1);
  }
}

TEST(Parallel, ExceptionsReachTheCaller) {
  for (const int threads : {1, 4}) {
    const auto throw_at_777 = [](std::size_t i) {
      if (i == 777) throw std::runtime_error("777");
    };
    EXPECT_THROW(parallel_for(0, 1000, threads, throw_at_777, 8), std::runtime_error);
    EXPECT_THROW(parallel_region(threads, [](int, int) { throw std::runtime_error("all"); }),
                 std::runtime_error);
  }
}

TEST(Parallel, ThreadCountsAreChecked) {
  EXPECT_EQ(resolve_threads(3), 3);
  EXPECT_GE(resolve_threads(0), 1);
  EXPECT_THROW((void)resolve_threads(-1), UsageError);
  EXPECT_THROW((void)resolve_threads(1 << 20), UsageError);
}

/// The text alone: OpenMP has read its own when the process began.
TEST(Parallel, AListOfCountsIsAllOfTheEnvironmentThatCounts) {
  const char* const before = std::getenv("OMP_NUM_THREADS");
  const std::optional<std::string> kept =
      before == nullptr ? std::nullopt : std::optional<std::string>(before);
  const auto counts = [](const char* text) {
    setenv("OMP_NUM_THREADS", text, 1);
    return threads_of_environment().has_value();
  };
  for (const char* list : {"4", " 4 ", "4,2", " 4 , 2 "}) EXPECT_TRUE(counts(list)) << list;
  for (const char* other : {"", "many", "0", "-2", "4abc", "4;2", "4 5", "4,", "4,many", "4,0"}) {
    EXPECT_FALSE(counts(other)) << other;
  }
  if (kept) {
    setenv("OMP_NUM_THREADS", kept->c_str(), 1);
  } else {
    unsetenv("OMP_NUM_THREADS");
  }
}

/// Of what OpenMP made of the environment when the process began, which is not to be changed here:
/// tests/cli sees what values do.
TEST(Parallel, DefaultThreadsAreThoseOfOpenMp) {
  EXPECT_LE(resolve_threads(0), omp_get_max_threads());
  EXPECT_EQ(threads_of_environment().has_value(), std::getenv("OMP_NUM_THREADS") != nullptr);
}

}  // namespace
}  // namespace strider
