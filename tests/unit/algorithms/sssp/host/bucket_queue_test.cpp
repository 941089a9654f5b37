#include "algorithms/sssp/host/bucket_queue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

TEST(BucketQueue, IsEmptyAtFirstAndAfterClear) {
  BucketQueue queue;
  EXPECT_EQ(queue.first(), BucketQueue::kNone);
  queue.push(3, 1);
  queue.push(1'000'000, 2);
  queue.clear();
  EXPECT_EQ(queue.first(), BucketQueue::kNone);
}

// Vertices whose buckets fall while they lie in the queue, as distances do, over a range far wider
// than the window.
TEST(BucketQueue, GivesEveryVertexInItsLastBucketInAscendingOrder) {
  CounterRng rng(7, 1);
  BucketQueue queue;
  std::map<Vertex, std::uint64_t> bucket_of;
  const auto find = [&](Vertex v) { return bucket_of.at(v); };
  const auto push = [&](Vertex v, std::uint64_t bucket) {
    bucket_of[v] = bucket;
    queue.push(bucket, v);
  };
  for (Vertex v = 0; v < 500; ++v) push(v, std::uint64_t{1} << rng.below(62));
  for (Vertex v = 0; v < 500; ++v) push(v, bucket_of[v] / (1 + rng.below(3)));
  std::vector<bool> taken(2000, false);
  std::uint64_t last = 0;
  Vertex next = 500;
  while (queue.first() != BucketQueue::kNone) {
    const std::uint64_t bucket = queue.first();
    ASSERT_GE(bucket, last);
    last = bucket;
    std::vector<Vertex> content;
    content.swap(queue.at(bucket, find));
    for (const Vertex v : content) {
      if (bucket_of[v] != bucket || taken[v]) continue;
      taken[v] = true;
      // What is found on the way goes into this bucket or later ones.
      if (next < 2000) push(next++, bucket + rng.below(20'000));
    }
  }
  for (Vertex v = 0; v < next; ++v) EXPECT_TRUE(taken[v]) << v;
  EXPECT_EQ(next, 2000U);
}

TEST(BucketQueue, AnotherThreadsBucketMayBeTakenWhereThisOneHasNothing) {
  BucketQueue queue;
  queue.push(10, 1);
  EXPECT_TRUE(queue.at(5, [](Vertex) { return 10; }).empty());
  EXPECT_EQ(queue.first(), 10U);
  queue.push(1U << 20U, 2);
  queue.at(10, [](Vertex) { return 10; }).clear();
  // The window moves with the others', and what is pushed meanwhile lies within it.
  EXPECT_TRUE(queue.at(1U << 19U, [](Vertex) { return 1U << 20U; }).empty());
  queue.push((1U << 19U) + 1, 3);
  EXPECT_EQ(queue.first(), (1U << 19U) + 1);
}

}  // namespace
}  // namespace strider::detail
