#include "comm/round_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "comm/round_state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

constexpr auto aligned = &PackedMessages::aligned;

}  // namespace

RoundExchange::RoundExchange(const Communicator& comm, std::span<const Peer> peers,
                             std::shared_ptr<MessageMemory> memory)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.comm = &comm;
  state.memory = std::move(memory);
  std::size_t send_bytes = 0;
  std::size_t receive_bytes = 0;
  std::size_t all_parts = 0;
  for (const Peer& peer : peers) {
    if (peer.rank < 0 || peer.rank >= comm.size() || peer.rank == comm.rank()) {
      throw UsageError(fmt::format("rank {} cannot be a peer of rank {} among {} ranks", peer.rank,
                                   comm.rank(), comm.size()));
    }
    State::Channel& channel = state.channels.emplace_back();
    channel.peer = peer;
    const std::size_t parts = peer.send_bound / state.largest() + 1;
    all_parts += parts;
    channel.reserve(parts);
    state.packed.push_back({peer.rank, peer.send_bound, 0});
  }
  // The messages of a round are together.
  for (std::size_t which = 0; which < 2; ++which) {
    for (State::Channel& channel : state.channels) {
      channel.outgoing[which].begin = send_bytes;
      channel.incoming[which].begin = receive_bytes;
      send_bytes += aligned(channel.peer.send_bound);
      receive_bytes += aligned(channel.peer.receive_bound);
    }
  }
  state.some_received.reserve(peers.size());
  // The first channel keeps what goes to all.
  if (!state.channels.empty()) state.channels.front().reserve(all_parts);
  state.send_memory = MessageBytes(state.memory, send_bytes);
  state.receive_memory = MessageBytes(state.memory, receive_bytes);
  for (std::size_t which = 0; which < 2; ++which) {
    State::Turn& turn = state.turns[which];
    turn.receives.assign(peers.size(), MPI_REQUEST_NULL);
    turn.places.resize(peers.size());
    turn.statuses.resize(peers.size());
    state.post_receives(which);
  }
}

RoundExchange::RoundExchange(RoundExchange&&) noexcept = default;
RoundExchange& RoundExchange::operator=(RoundExchange&&) noexcept = default;

RoundExchange::~RoundExchange() {
  if (state_ == nullptr || std::uncaught_exceptions() <= state_->exceptions_before) return;
  // This rank fails amid a round: its peers may never take what it sent. The memory that MPI still
  // reads and writes stays until the job ends.
  static State* last_abandoned = nullptr;
  state_->abandoned_before = last_abandoned;
  last_abandoned = state_.release();
}

std::uint64_t RoundExchange::memory_bytes(std::span<const Peer> peers) {
  std::uint64_t bytes = 0;
  for (const Peer& peer : peers) {
    bytes += 2 * (aligned(peer.send_bound) + aligned(peer.receive_bound));
  }
  return bytes;
}

std::size_t RoundExchange::num_peers() const {
  return state_->channels.size();
}
int RoundExchange::rank(std::size_t peer) const {
  return state_->channels[peer].peer.rank;
}

bool RoundExchange::has_owner() const {
  return state_->memory != nullptr;
}

PackedMessages RoundExchange::packed_messages() {
  State& state = *state_;
  std::span<std::byte> memory;
  for (std::size_t peer = 0; peer < state.channels.size(); ++peer) {
    const std::span<std::byte> room = send_buffer(peer);
    const auto begin = peer == 0 ? room.data() : memory.data();
    memory = {begin, static_cast<std::size_t>(room.data() - begin) + aligned(room.size())};
    state.packed[peer].bytes = 0;
  }
  return {state.packed, memory};
}

void RoundExchange::send_packed() {
  State& state = *state_;
  const auto is_any = [](const PackedMessages::Message& message) { return message.bytes > 0; };
  if (std::ranges::any_of(state.packed, is_any)) state.settle();
  const CommunicationTime time(state.comm->traffic(), state.name());
  std::size_t begin =
      state.channels.empty() ? 0 : state.channels.front().outgoing[state.turn].begin;
  for (std::size_t peer = 0; peer < state.channels.size(); ++peer) {
    State::Channel& channel = state.channels[peer];
    const std::size_t bytes = state.packed[peer].bytes;
    State::Slot& slot = channel.begin_message(state.turn, bytes);
    if (channel.peer.send_bound > 0) {
      state.start_send(state.send_memory.data() + begin, bytes, channel.peer.rank,
                       channel.sends[state.turn]);
    }
    slot.done = true;
    begin += aligned(bytes);
  }
  state.turns[state.turn].was_packed = true;
}

std::span<std::byte> RoundExchange::send_buffer(std::size_t peer) {
  State& state = *state_;
  // Messages that were packed may lie in any peer's memory.
  if (bool& was_packed = state.turns[state.turn].was_packed; was_packed) {
    for (State::Channel& channel : state.channels) state.wait_until_sent(channel);
    was_packed = false;
  }
  State::Channel& channel = state.channels[peer];
  state.wait_until_sent(channel);
  return {state.send_memory.data() + channel.outgoing[state.turn].begin, channel.peer.send_bound};
}

void RoundExchange::send(std::size_t peer, std::size_t bytes) {
  State& state = *state_;
  State::Channel& channel = state.channels[peer];
  State::Slot& slot = channel.begin_message(state.turn, bytes);
  if (channel.peer.send_bound == 0) {
    // The peer has posted no receive: a message, empty as it is, would wait there for ever.
    slot.done = true;
    return;
  }
  (void)send_buffer(peer);
  if (bytes > 0) state.settle();
  const CommunicationTime time(state.comm->traffic(), state.name());
  state.start_send(state.send_memory.data() + slot.begin, bytes, channel.peer.rank,
                   channel.sends[state.turn]);
  slot.done = true;
}

void RoundExchange::send_to_all(std::size_t bytes) {
  State& state = *state_;
  const std::byte* const message = send_buffer(0).data();
  if (bytes > 0) state.settle();
  // Kept by the first channel, whose memory they read: all of them are waited for before it is
  // written again.
  std::vector<MPI_Request>& sends = state.channels.front().sends[state.turn];
  const CommunicationTime time(state.comm->traffic(), state.name());
  for (State::Channel& channel : state.channels) {
    State::Slot& slot = channel.begin_message(state.turn, bytes);
    state.start_send(message, bytes, channel.peer.rank, sends);
    slot.done = true;
  }
}

std::span<const std::byte> RoundExchange::received(std::size_t peer) {
  State& state = *state_;
  state.wait_for(peer);
  State::Slot& slot = state.channels[peer].incoming[state.turn];
  slot.given = true;
  return {state.receive_memory.data() + slot.begin, slot.bytes};
}

std::optional<std::size_t> RoundExchange::next_received() {
  State& state = *state_;
  for (;;) {
    if (const auto peer = state.next_over()) return peer;
    if (!state.wait_for_some()) return std::nullopt;
  }
}

std::span<const std::size_t> RoundExchange::next_some_received() {
  State& state = *state_;
  state.some_received.clear();
  while (state.some_received.empty()) {
    while (const auto peer = state.next_over()) state.some_received.push_back(*peer);
    if (state.some_received.empty() && !state.wait_for_some()) break;
  }
  return state.some_received;
}

void RoundExchange::finish_round() {
  State& state = *state_;
  for (std::size_t peer = 0; peer < state.channels.size(); ++peer) {
    State::Channel& channel = state.channels[peer];
    if (!channel.outgoing[state.turn].done && channel.peer.send_bound > 0) {
      throw UsageError(
          fmt::format("the round ends, but no message was sent to rank {}", channel.peer.rank));
    }
    state.wait_for(peer);
    channel.outgoing[1 - state.turn].done = false;
  }
  state.settle();
  state.turns[state.turn].num_over = 0;
  state.turns[state.turn].num_given = 0;
  state.is_counted = false;
  state.num_sent = 0;
  state.post_receives(state.turn);
  state.turn = 1 - state.turn;
}

void RoundExchange::store(std::span<std::byte> to, std::span<const std::byte> from) const {
  if (state_->memory != nullptr) {
    state_->memory->store(to.data(), from);
  } else {
    std::memcpy(to.data(), from.data(), from.size());
  }
}
void RoundExchange::load(std::span<std::byte> to, std::span<const std::byte> from) const {
  if (state_->memory != nullptr) {
    state_->memory->load(to, from.data());
  } else {
    std::memcpy(to.data(), from.data(), to.size());
  }
}

}  // namespace strider::comm
