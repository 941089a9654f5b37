// Messages in packets, and the end of them.
#include "comm/packet_stream.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "comm/termination_detection.hpp"
#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

struct Note {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t number;  ///< of the sender's notes to this rank
  std::uint32_t hops;    ///< that are left
  std::uint32_t check;
};

/// Every note that comes is sent on to a random rank until its hops are used up: no rank knows how
/// many notes he will get, or when.
class Chatter {
 public:
  Chatter(const Communicator& comm, std::size_t packet_bytes, unsigned seed, const NodeGrid* grid)
      : comm_(comm),
        stream_(comm, packet_bytes, grid),
        termination_(comm),
        random_(seed * 1000 + static_cast<unsigned>(comm.rank())),
        sent_(static_cast<std::size_t>(comm.size()), 0),
        received_(static_cast<std::size_t>(comm.size()), 0) {}

  /// Returns how many notes came.
  std::uint64_t run(std::uint32_t notes, std::uint32_t hops) {
    std::uint64_t came = 0;
    for (std::uint32_t i = 0; i < notes; ++i) send(hops);
    for (;;) {
      for (auto packet = stream_.receive(); !packet.empty(); packet = stream_.receive()) {
        EXPECT_EQ(packet.size() % sizeof(Note), 0U);
        std::vector<Note> all(packet.size() / sizeof(Note));
        std::memcpy(all.data(), packet.data(), packet.size());
        for (const Note& note : all) {
          if (note.to == static_cast<std::uint32_t>(comm_.rank())) {
            take(note);
            ++came;
          } else {
            put(note);
          }
        }
      }
      stream_.flush();
      if (stream_.is_flushed() &&
          termination_.has_terminated(stream_.packets_sent(), stream_.packets_received())) {
        return came;
      }
    }
  }
  [[nodiscard]] const std::vector<std::uint32_t>& sent() const { return sent_; }
  [[nodiscard]] const std::vector<std::uint32_t>& received() const { return received_; }

 private:
  void send(std::uint32_t hops) {
    if (comm_.size() == 1) return;
    int to = static_cast<int>(random_() % static_cast<unsigned>(comm_.size() - 1));
    to += to >= comm_.rank() ? 1 : 0;
    const auto self = static_cast<std::uint32_t>(comm_.rank());
    const std::uint32_t number = sent_[static_cast<std::size_t>(to)]++;
    put({self, static_cast<std::uint32_t>(to), number, hops, self * 31 + number * 7 + hops});
  }
  void put(const Note& note) {
    std::memcpy(stream_.append(static_cast<int>(note.to), sizeof(Note)), &note, sizeof(Note));
  }
  void take(const Note& note) {
    EXPECT_EQ(note.check, note.from * 31 + note.number * 7 + note.hops);
    // Those of one rank come in its order.
    EXPECT_EQ(note.number, received_[note.from]++);
    if (note.hops > 0) send(note.hops - 1);
  }

  const Communicator& comm_;
  PacketStream stream_;
  TerminationDetector termination_;
  std::mt19937 random_;
  std::vector<std::uint32_t> sent_;
  std::vector<std::uint32_t> received_;
};

void expect_all_delivered(std::size_t packet_bytes, std::uint32_t notes, std::uint32_t hops,
                          unsigned seed, const NodeGrid* grid = nullptr) {
  const Communicator comm = test_world().duplicate();
  std::uint64_t came = 0;
  std::vector<std::uint32_t> sent, received;
  {
    Chatter chatter(comm, packet_bytes, seed, grid);
    comm.barrier();  // all have posted their receives
    came = chatter.run(notes, hops);
    sent = chatter.sent();
    received = chatter.received();
  }
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const std::uint64_t expected = ranks == 1 ? 0 : ranks * notes * (hops + 1ULL);
  EXPECT_EQ(comm.all_reduce(came, Reduction::kSum), expected);
  // What each sent to each is what that one got.
  const std::vector<std::uint64_t> counts(ranks, 1);
  std::vector<std::uint64_t> ignored;
  const Array<std::uint32_t> expected_numbers =
      comm.all_to_all(std::span<const std::uint32_t>(sent), counts, ignored);
  EXPECT_TRUE(std::ranges::equal(expected_numbers.span(), received));
}

TEST(PacketStream, DeliversWhatIsSentOnAndOn) {
  for (unsigned seed = 0; seed < 5; ++seed) expect_all_delivered(1000, 20, 30, seed);
}
TEST(PacketStream, PacketsOfOneMessage) {
  expect_all_delivered(sizeof(Note), 50, 5, 1);
}
/// More packets than receives are posted.
TEST(PacketStream, ManyAtOnce) {
  expect_all_delivered(3 * sizeof(Note), 2000, 0, 2);
}
TEST(PacketStream, NothingToSay) {
  expect_all_delivered(100, 0, 0, 3);
}
/// Longer than what MPI sends at once.
TEST(PacketStream, LongPackets) {
  expect_all_delivered(std::size_t{1} << 18U, 30000, 1, 4);
}

/// Those of one rank still come in its order.
TEST(PacketStream, DeliversByWayOfNodes) {
  for (const int ranks_per_node : {1, 2, 3, 4}) {
    const NodeGrid grid(test_world(), ranks_per_node);
    const auto seed = static_cast<unsigned>(ranks_per_node);
    expect_all_delivered(1000, 20, 30, seed, &grid);
    expect_all_delivered(3 * sizeof(Note), 2000, 0, seed, &grid);
  }
}

/// Packets within the node and between nodes count apart.
TEST(PacketStream, SendsToRanksOfTheNodeAndOfTheNumber) {
  const Communicator comm = test_world().duplicate();
  if (comm.size() != 4) GTEST_SKIP() << "of two nodes of two ranks";
  const NodeGrid grid(comm, 2);
  comm.traffic().restart();
  {
    PacketStream stream(comm, 64, &grid);
    comm.barrier();
    const PhaseScope phase(comm.traffic(), Phase::kExchange);
    comm.for_each_other([&](int to) { std::memset(stream.append(to, 8), to, 8); });
    stream.flush();
    // What is for the rank that is neither of the node nor of the number, and that one's own.
    std::uint64_t passed_on = 0;
    while (stream.packets_received() < 3 || stream.packets_sent() < 3) {
      const std::span<const std::byte> packet = stream.receive();
      for (std::size_t at = 0; at < packet.size(); at += 8) {
        const int to = std::to_integer<int>(packet[at]);
        if (to == comm.rank()) continue;
        std::memcpy(stream.append(to, 8), packet.data() + at, 8);
        ++passed_on;
      }
      stream.flush();
    }
    EXPECT_EQ(passed_on, 1U);
    EXPECT_EQ(stream.packets_sent(), 3U);
    comm.barrier();
  }
  std::map<StepKind, std::uint64_t> messages;
  std::map<StepKind, std::uint64_t> bytes;
  for (const StepSum& step : comm.traffic().step_sums()) {
    messages[step.name.kind] += step.messages;
    bytes[step.name.kind] += step.bytes;
  }
  // To the other rank of the node: what is for it, and what it passes on.
  EXPECT_EQ(messages[StepKind::kNodePackets], 1U);
  EXPECT_EQ(bytes[StepKind::kNodePackets], 16U);
  EXPECT_EQ(messages[StepKind::kPackets], 2U);
  EXPECT_EQ(bytes[StepKind::kPackets], 16U);
}

TEST(PacketStream, AsksForAPacketOfEachRankThatIsSentTo) {
  const NodeGrid grid(test_world(), 2);
  const auto ranks = static_cast<std::uint64_t>(test_world().size());
  const std::uint64_t few = PacketStream::memory_bytes(test_world(), 100, &grid);
  const std::uint64_t all = PacketStream::memory_bytes(test_world(), 100);
  EXPECT_EQ(all, 100 * (16 + 3 * (ranks - 1)));
  if (ranks > 4) {
    EXPECT_LT(few, all);
  }
}

TEST(PacketStream, CountsWhatItSends) {
  const Communicator comm = test_world().duplicate();
  if (comm.size() == 1) GTEST_SKIP() << "one rank sends no packets";
  comm.traffic().restart();
  PacketStream stream(comm, 64);
  comm.barrier();
  const TrafficSum before = comm.traffic().total();
  const int to = (comm.rank() + 1) % comm.size();
  for (int i = 0; i < 5; ++i) std::memset(stream.append(to, 20), i, 20);
  EXPECT_FALSE(stream.is_flushed());
  // While a packet is on its way to each rank, what is to be flushed waits.
  while (!stream.is_flushed()) stream.flush();
  // Three of 20 bytes fit in 64.
  EXPECT_EQ(comm.traffic().total().bytes - before.bytes, 100U);
  EXPECT_EQ(comm.traffic().total().messages - before.messages, 2U);
  EXPECT_EQ(stream.packets_sent(), 2U);
  while (stream.packets_received() < 2) static_cast<void>(stream.receive());
  comm.barrier();
}

}  // namespace
}  // namespace strider::comm
