// Queues of an emulated device run in any order but that of events and waits.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "unit/simt/emulated.hpp"

namespace strider::test {
namespace {

/// Two queues that each write a letter a time, by seed.
std::string interleaving(u64 seed) {
  emulator::EmulatedDevice device({.seed = seed});
  emulator::Queue one(device), two(device);
  std::string written;
  for (int i = 0; i < 6; ++i) {
    one.push([&] { written += 'a'; });
    two.push([&] { written += 'b'; });
  }
  EXPECT_EQ(written, "") << "nothing runs before something waits for it";
  device.wait_for_all();
  return written;
}

TEST(SimtQueues, RunInTurnsThatASeedDecides) {
  std::set<std::string> seen;
  for (u64 seed = 0; seed < 20; ++seed) {
    const std::string written = interleaving(seed);
    EXPECT_EQ(written, interleaving(seed));
    EXPECT_EQ(written.size(), 12U);
    seen.insert(written);
  }
  EXPECT_GT(seen.size(), 10U);
}

TEST(SimtQueues, KeepTheirOwnOrder) {
  for (u64 seed = 0; seed < 20; ++seed) {
    emulator::EmulatedDevice device({.seed = seed});
    emulator::Queue one(device), two(device);
    std::string written;
    for (const char letter : {'a', 'b', 'c'}) one.push([&written, letter] { written += letter; });
    two.push([&] { written += '-'; });
    device.wait_for_all();
    std::erase(written, '-');
    EXPECT_EQ(written, "abc");
  }
}

TEST(SimtQueues, WaitForEvents) {
  for (u64 seed = 0; seed < 20; ++seed) {
    emulator::EmulatedDevice device({.seed = seed});
    emulator::Queue one(device), two(device);
    emulator::Event event, unrecorded;
    std::string written;
    one.push([&] { written += 'a'; });
    event.record(one);
    one.push([&] { written += 'c'; });
    unrecorded.make_wait(two);
    event.make_wait(two);
    two.push([&] { written += 'b'; });
    device.wait_for(two);
    EXPECT_LT(written.find('a'), written.find('b'));
    device.wait_for_all();
    EXPECT_EQ(written.size(), 3U);
  }
}

TEST(SimtQueues, WaitingForAnEventRunsNoMoreOfItsQueueThanNeeded) {
  std::string written;  // outlives the queue, whose end runs what is left in it
  emulator::EmulatedDevice device({});
  emulator::Queue queue(device);
  emulator::Event event;
  queue.push([&] { written += 'a'; });
  event.record(queue);
  queue.push([&] { written += 'b'; });
  event.wait();
  EXPECT_EQ(written, "a");
}

TEST(SimtQueues, AQueueThatEndsIsEmptiedFirst) {
  emulator::EmulatedDevice device({});
  std::string written;
  {
    emulator::Queue queue(device);
    queue.push([&] { written += 'a'; });
  }
  EXPECT_EQ(written, "a");
}

void wait_for_nothing() {
  emulator::EmulatedDevice device({});
  const emulator::Queue queue(device);
  device.run_until([] { return false; });
}
TEST(SimtQueuesDeathTest, WaitingForWhatNothingBringsAboutIsSeen) {
  EXPECT_DEATH(wait_for_nothing(), "an event that is never recorded");
}

}  // namespace
}  // namespace strider::test
