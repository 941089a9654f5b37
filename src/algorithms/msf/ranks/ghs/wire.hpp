// From a rank to the others.
#pragma once

#include <sched.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/ghs/outbox.hpp"
#include "algorithms/msf/ranks/ghs/wire_format.hpp"
#include "comm/packet_stream.hpp"
#include "comm/termination_detection.hpp"

namespace strider::detail::ghs {

/// Thread 0's way to other ranks.
class Wire {
 public:
  Wire(const comm::Communicator& comm, const comm::NodeGrid& grid, SharedState& shared,
       const WireFormat& format)
      : comm_(comm),
        shared_(shared),
        format_(format),
        stream_(comm, shared.options.aggregation_bytes, &grid),
        termination_(comm) {}

  /// Hands messages that came to the threads of their receivers, and sends those on that are for
  /// other ranks; returns how many were for this one.
  std::int64_t read(Outbox& outbox) {
    auto packet = stream_.receive();
    if (packet.empty()) return 0;
    const TimedPart timed(outbox.counts(), kRead);
    std::int64_t count = 0;
    for (; !packet.empty(); packet = stream_.receive()) {
      while (!packet.empty()) {
        const auto bytes = packet;
        const Message message = format_.read(packet);
        if (shared_.threads.is_here(message.receiver)) {
          deliver(message, outbox);
          ++count;
        } else {
          pass_on(message.receiver, bytes.first(bytes.size() - packet.size()));
        }
      }
    }
    for (std::size_t t = 0; t < came_.size(); ++t) shared_.mail.put(t, came_[t]);
    return count;
  }

  /// Puts what threads want to send into packets; returns how many messages.
  std::int64_t write(RunCounts& counts) {
    shared_.mail.take(shared_.box_out(), leaving_);
    if (leaving_.empty()) return 0;
    const TimedPart timed(counts, kSend);
    for (const Message& message : leaving_) {
      const int rank = shared_.threads.rank(message.receiver);
      format_.write(message, stream_.append(rank, format_.bytes(message.type)));
    }
    const auto count = static_cast<std::int64_t>(leaving_.size());
    leaving_.clear();
    return count;
  }
  void flush() { stream_.flush(); }

  /// Whether nothing is left to do, on no rank: then it is on all. `idle`: on this rank nothing is,
  /// now.
  [[nodiscard]] bool is_over(bool idle, std::uint64_t turn) {
    over_ = finds_end(idle, turn);
    return over_;
  }

  /// Tells the other ranks that this one cannot continue.
  void raise_alarm() { stream_.raise_alarm(); }
  [[nodiscard]] bool is_alarmed() const { return stream_.is_alarmed(); }
  /// Takes and forgets what comes until nothing does any more, on no rank. Takes no memory.
  void drain() {
    stream_.drop();
    for (std::uint64_t turn = 1; !over_; ++turn) {
      while (!stream_.receive().empty()) {
      }
      if (!is_over(true, turn)) sched_yield();
    }
  }

 private:
  [[nodiscard]] bool finds_end(bool idle, std::uint64_t turn) {
    if (shared_.options.finish_test == GhsFinishTest::kCounting) {
      return idle && stream_.is_flushed() &&
             termination_.has_terminated(stream_.packets_sent(), stream_.packets_received());
    }
    if (turn % shared_.options.finish_frequency != 0) return false;
    // All ranks stand still until the last has come: the numbers are of one moment.
    const bool rests = idle && stream_.is_flushed();
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kControl);
    std::array<std::uint64_t, 3> sums{stream_.packets_sent(), stream_.packets_received(),
                                      rests ? 0U : 1U};
    comm_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
    return sums[0] == sums[1] && sums[2] == 0;
  }

  /// As it came: it has been counted where it was sent.
  void pass_on(std::uint32_t receiver, std::span<const std::byte> message) {
    std::memcpy(stream_.append(shared_.threads.rank(receiver), message.size()), message.data(),
                message.size());
  }

  void deliver(const Message& message, Outbox& outbox) {
    const std::size_t thread = shared_.threads.thread(message.receiver);
    if (thread == 0) {
      outbox.queue(message);
    } else {
      if (came_.size() <= thread) came_.resize(thread + 1);
      came_[thread].push_back(message);
    }
  }

  const comm::Communicator& comm_;
  SharedState& shared_;
  const WireFormat& format_;
  comm::PacketStream stream_;
  comm::TerminationDetector termination_;
  bool over_ = false;
  std::vector<Message> leaving_;
  std::vector<std::vector<Message>> came_;  // by thread
};

}  // namespace strider::detail::ghs
