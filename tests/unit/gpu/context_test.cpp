// Memory, queues, events and device-wide algorithms of a device.
#include "gpu/context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "gpu/copy_stage.hpp"
#include "gpu/primitives.hpp"
#include "gpu/value_array.hpp"
#include "strider/error.hpp"
#include "unit/gpu/opened.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

TEST(GpuContext, CopiesThereAndBack) {
  for (const std::size_t size : {0UL, 1UL, 1000UL, 5'000'000UL}) {
    const auto object = open();
    auto& context = static_cast<Context&>(*object);
    Queue queue(context);
    std::vector<simt::u64> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 7);
    const DeviceBuffer<simt::u64> buffer(context, size);
    upload<simt::u64>(queue, buffer, numbers);
    std::vector<simt::u64> back(size, 0);
    download<simt::u64>(queue, back, buffer);
    EXPECT_EQ(back, numbers);
  }
}

TEST(GpuContext, TimeMarksFollowTheirQueues) {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  Queue first(context);
  Queue second(context);
  TimeMark begin(context);
  TimeMark middle(context);
  TimeMark end(context);
  // The second time they stand for other places, though the first queue was not waited for.
  for (int time = 0; time < 2; ++time) {
    middle.record(first);
    begin.record(second);
    second.wait();
    middle.record(first);
    Event reached(context);
    reached.record(first);
    reached.make_wait(second);
    end.record(second);
    EXPECT_GE(middle.seconds_since(begin), 0);
    EXPECT_GE(end.seconds_since(middle), 0);
    EXPECT_LT(end.seconds_since(begin), 60);
  }
}

template <class W>
void expect_weights_copied() {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  std::vector<W> weights(1000);
  std::iota(weights.begin(), weights.end(), W{3});
  const std::unique_ptr<DeviceObject> made = make_value_array<W>(context, weights);
  const auto& array = static_cast<const ValueArray<W>&>(*made);
  ASSERT_EQ(array.size(), weights.size());
  std::vector<W> back(weights.size());
  Queue queue(context);
  download_bytes(queue, back.data(), array.data(), back.size() * sizeof(W));
  EXPECT_EQ(back, weights);
}
TEST(GpuContext, WeightsOfAGraphAreCopied) {
  expect_weights_copied<float>();
  expect_weights_copied<double>();
  expect_weights_copied<simt::u32>();
}

/// A stage that is kept, for downloads of any length.
TEST(GpuContext, DownloadsThroughAStage) {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  Queue queue(context);
  std::vector<simt::u32> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 7);
  const auto buffer = uploaded<simt::u32>(queue, numbers);
  CopyStage stage(context, 100);
  for (const std::size_t size : {0, 1, 25, 26, 50, 1000, 3}) {
    std::vector<simt::u32> back(size);
    stage.download(queue, back.data(), buffer.data(), size * sizeof(simt::u32));
    EXPECT_TRUE(std::equal(back.begin(), back.end(), numbers.begin())) << size;
  }
}

TEST(GpuContext, CopiesOfAContextGoThroughOneStage) {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  EXPECT_EQ(context.copy_stage(), nullptr);
  Queue queue(context);
  const auto copy = [&](std::size_t size) {
    std::vector<simt::u32> numbers(size), back(size);
    std::iota(numbers.begin(), numbers.end(), 3);
    const DeviceBuffer<simt::u32> buffer = uploaded<simt::u32>(queue, numbers);
    download<simt::u32>(queue, back, buffer);
    EXPECT_EQ(back, numbers);
    return context.copy_stage().get();
  };
  const DeviceObject* const small = copy(10);
  ASSERT_NE(small, nullptr);
  EXPECT_EQ(copy(16'000), small);
  const auto chunk = [&] { return static_cast<CopyStage&>(*context.copy_stage()).chunk_bytes(); };
  EXPECT_EQ(chunk(), 1U << 16U);
  const DeviceObject* const large = copy(1'000'000);
  EXPECT_EQ(chunk(), 1U << 22U);
  EXPECT_EQ(copy(3), large);
  // In more chunks than there are.
  copy(std::size_t{12} << 20U);
  EXPECT_EQ(chunk(), 1U << 24U);
}

TEST(GpuContext, OperationsOnNoBytesTakeNullPlaces) {
  const auto object = open();
  Queue queue(static_cast<Context&>(*object));
  queue.copy(nullptr, nullptr, 0);
  queue.fill(nullptr, 0xFF, 0);
  queue.wait();
}

TEST(GpuContext, FillsBytes) {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  Queue queue(context);
  const DeviceBuffer<simt::u32> buffer(context, 100);
  queue.fill(buffer.data(), 0xAB, buffer.size_bytes());
  std::vector<simt::u32> back(100);
  download<simt::u32>(queue, back, buffer);
  EXPECT_EQ(back, std::vector<simt::u32>(100, 0xABABABAB));
}

TEST(GpuContext, MemoryOfTheDeviceEnds) {
  const auto object = open({}, 1000);
  auto& context = static_cast<Context&>(*object);
  EXPECT_EQ(context.free_bytes(), 1000U);
  {
    const DeviceBuffer<std::uint8_t> most(context, 900);
    EXPECT_EQ(context.free_bytes(), 100U);
    try {
      const DeviceBuffer<std::uint8_t> more(context, 101);
      FAIL() << "memory that is not there";
    } catch (const MemoryError& error) {
      EXPECT_EQ(error.needed_bytes(), 101U);
      EXPECT_EQ(error.free_bytes(), 100U);
    }
    EXPECT_THROW(context.require(500, "a graph"), MemoryError);
  }
  EXPECT_EQ(context.free_bytes(), 1000U);
}

TEST(GpuContext, BuffersMove) {
  const auto object = open({}, 1000);
  auto& context = static_cast<Context&>(*object);
  DeviceBuffer<std::uint8_t> one(context, 400);
  const std::uint8_t* const place = one.data();
  DeviceBuffer<std::uint8_t> two(std::move(one));
  EXPECT_EQ(two.data(), place);
  two = DeviceBuffer<std::uint8_t>(context, 10);
  EXPECT_EQ(context.free_bytes(), 990U);
}

STRIDER_KERNEL add(simt::u32* to, const simt::u32* from, simt::u32 count) {
  const simt::u32 i = simt::global_id();
  if (i < count) to[i] += from[i];
}

/// Two queues, the second one's kernel after the first one's copy.
simt::u32 sum_over_queues(const Schedule& schedule, bool with_event) {
  const auto object = open(schedule);
  auto& context = static_cast<Context&>(*object);
  Queue copies(context), kernels(context);
  const Event copied(context);
  const DeviceBuffer<simt::u32> a(context, 64), b(context, 64);
  const PinnedBuffer<simt::u32> from(context, 64), to(context, 64);
  std::ranges::fill(from.span(), 5);
  kernels.fill(a.data(), 0, a.size_bytes());
  kernels.fill(b.data(), 0, b.size_bytes());
  kernels.wait();
  copies.copy(b.data(), from.data(), b.size_bytes());
  if (with_event) {
    const_cast<Event&>(copied).record(copies);
    copied.make_wait(kernels);
  }
  simt::launch(kernels.handle(), {.grid = 1, .block = 64}, add, a.data(), b.data(), 64);
  kernels.copy(to.data(), a.data(), a.size_bytes());
  kernels.wait();
  return to[63];
}

TEST(GpuContext, EventsOrderQueuesAndNothingElseDoes) {
  bool seen_too_early = false;
  for (const Schedule& schedule : schedules()) {
    EXPECT_EQ(sum_over_queues(schedule, true), 5U);
    seen_too_early = seen_too_early || sum_over_queues(schedule, false) != 5;
  }
  // A CUDA device promises nothing, in either way.
  if (kEmulated) {
    EXPECT_TRUE(seen_too_early) << "a missing event would not be found";
  }
}

TEST(GpuContext, OneThreadHasSeveral) {
  const auto first = open({}, 1U << 20U);
  const auto second = open_another({}, 1U << 21U);
  std::array<Context*, 2> contexts = {&static_cast<Context&>(*first),
                                      &static_cast<Context&>(*second)};
  // In turns, so that whatever is done comes after something on the other.
  std::array<std::optional<Queue>, 2> queues;
  std::array<std::optional<Event>, 2> events;
  std::array<DeviceBuffer<simt::u32>, 2> numbers;
  for (std::size_t i = 0; i < 2; ++i) {
    queues.at(i).emplace(*contexts.at(i));
    events.at(i).emplace(*contexts.at(i));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    numbers.at(i) = uploaded<simt::u32>(*queues.at(i), std::vector<simt::u32>(64, 5));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(contexts.at(i)->free_bytes(), (std::uint64_t{1} << (20U + i)) - 256);
    EXPECT_GT(simt::max_cooperative_blocks(queues.at(i)->handle(), add, 64, 0), 0U);
    EXPECT_GE(simt::max_block_threads(queues.at(i)->handle(), add), 64U);
  }
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 2; ++i) {
      simt::launch(queues.at(i)->handle(), {.grid = 1, .block = 64}, add, numbers.at(i).data(),
                   numbers.at(i).data(), 64);
      events.at(i)->record(*queues.at(i));
    }
  }
  std::array<DeviceBuffer<simt::u64>, 2> sums;
  for (std::size_t i = 0; i < 2; ++i) {
    sums.at(i) = DeviceBuffer<simt::u64>(*contexts.at(i), 64);
    Scratch scratch(*contexts.at(i));
    exclusive_sum(*queues.at(i), scratch, numbers.at(i).data(), sums.at(i).data(), 64);
    queues.at(i)->wait();
  }
  for (std::size_t i = 0; i < 2; ++i) {
    events.at(i)->wait();
    std::vector<simt::u64> back(64);
    download<simt::u64>(*queues.at(i), back, sums.at(i));
    EXPECT_EQ(back[63], 63 * 40U);
    EXPECT_EQ(contexts.at(i)->num_launches(), kEmulated ? 3U : 5U);
  }
  numbers = {};
  sums = {};
  EXPECT_EQ(contexts[0]->free_bytes(), 1U << 20U);
  EXPECT_EQ(contexts[1]->free_bytes(), 1U << 21U);
}

TEST(GpuContext, CountsLaunches) {
  const auto object = open();
  auto& context = static_cast<Context&>(*object);
  Queue queue(context);
  const DeviceBuffer<simt::u32> a(context, 64);
  queue.fill(a.data(), 0, a.size_bytes());
  EXPECT_EQ(context.num_launches(), 0U);
  for (int i = 0; i < 3; ++i) {
    simt::launch(queue.handle(), {.grid = 1, .block = 64}, add, a.data(), a.data(), 64);
  }
  simt::launch(queue.handle(), {.grid = 0, .block = 64}, add, nullptr, nullptr, 0);
  queue.wait();
  EXPECT_EQ(context.num_launches(), 3U);
}

TEST(GpuPrimitives, SumsOfWhatComesBefore) {
  for (const std::size_t count : {1UL, 31UL, 1025UL, 300'000UL}) {
    const auto object = open();
    auto& context = static_cast<Context&>(*object);
    Queue queue(context);
    std::vector<simt::u32> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
      // Sums that 32 bits do not hold.
      numbers[i] = static_cast<simt::u32>((i % 7) << 28U);
    }
    const DeviceBuffer<simt::u32> from = uploaded<simt::u32>(queue, numbers);
    const DeviceBuffer<simt::u64> to(context, count);
    Scratch scratch(context);
    exclusive_sum(queue, scratch, from.data(), to.data(), count);
    std::vector<simt::u64> sums(count);
    download<simt::u64>(queue, sums, to);
    std::vector<simt::u64> expected(count);
    std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), simt::u64{0});
    EXPECT_EQ(sums, expected);
    EXPECT_EQ(scratch.size(), exclusive_sum_bytes(count));
  }
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
