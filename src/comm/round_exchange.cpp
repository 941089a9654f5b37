#include "comm/round_exchange.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

constexpr std::size_t kAlignment = 64;

[[nodiscard]] std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

/// Messages longer than the communicator's largest go in parts: a part of exactly that many bytes
/// is followed by another, maybe empty. The later parts have a tag of their own, or they would
/// match the receive of the next round's first part.
struct RoundExchange::State {
  struct Slot {
    std::size_t begin = 0;  ///< in the memory of its direction
    std::size_t bytes = 0;
    bool done = false;   ///< sent, or received whole
    bool given = false;  ///< to the caller
  };
  /// The receives of one of the two turns, by channel.
  struct Turn {
    std::vector<MPI_Request> receives;  ///< of first parts
    std::vector<int> places;            ///< of those that the last look found over
    std::vector<MPI_Status> statuses;
    std::size_t num_over = 0;
    std::size_t num_given = 0;  ///< of these
  };
  struct Channel {
    Peer peer;
    std::array<Slot, 2> outgoing;
    std::array<Slot, 2> incoming;
    std::array<std::vector<MPI_Request>, 2> sends;
  };

  const Communicator* comm = nullptr;
  std::vector<Channel> channels;
  std::shared_ptr<MessageMemory> memory;  // null: the host's
  MessageBytes send_memory;
  MessageBytes receive_memory;
  std::array<Turn, 2> turns;
  std::size_t turn = 0;
  std::vector<std::size_t> some_received;
  bool is_counted = false;  ///< the round, as a step
  /// Where the request of a message of this round is: that of its first part.
  struct Sent {
    std::vector<MPI_Request>* requests = nullptr;
    std::size_t place = 0;
  };
  std::array<Sent, kMostUnderWay> last_sent;
  std::size_t num_sent = 0;  ///< in this round
  int exceptions_before = std::uncaught_exceptions();
  State* abandoned_before = nullptr;

  [[nodiscard]] MPI_Comm mpi() const { return comm->state().comm.get(); }
  [[nodiscard]] std::size_t largest() const { return comm->state().largest_message; }
  [[nodiscard]] StepName name() const { return {StepKind::kRound, comm->size()}; }

  void post_receives(std::size_t which);
  void finish_receive(std::size_t peer, const MPI_Status& first_part);
  [[nodiscard]] bool wait_for_some();
  [[nodiscard]] std::optional<std::size_t> next_over();
  void wait_for_window();
  void start_send(const std::byte* message, std::size_t bytes, int rank,
                  std::vector<MPI_Request>& requests);
  void wait_for(std::size_t peer);
  void settle() const {
    if (memory != nullptr) memory->settle();
  }
  ~State();
};

void RoundExchange::State::post_receives(std::size_t which) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    Slot& slot = channels[i].incoming[which];
    slot.bytes = 0;
    slot.given = false;
    slot.done = channels[i].peer.receive_bound == 0;
    if (slot.done) continue;
    const std::size_t most = std::min(largest(), channels[i].peer.receive_bound);
    check(MPI_Irecv(receive_memory.data() + slot.begin, static_cast<int>(most), MPI_BYTE,
                    channels[i].peer.rank, kRoundTag, mpi(), &turns[which].receives[i]),
          "MPI_Irecv");
  }
}

/// Takes the rest of a message whose first part came.
void RoundExchange::State::finish_receive(std::size_t peer, const MPI_Status& first_part) {
  const Channel& channel = channels[peer];
  Slot& slot = channels[peer].incoming[turn];
  MPI_Status status = first_part;
  const auto part = [&status] {
    int count = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    return static_cast<std::size_t>(count);
  };
  slot.bytes = part();
  for (std::size_t last = slot.bytes; last == largest(); slot.bytes += last) {
    const std::size_t most = std::min(largest(), channel.peer.receive_bound - slot.bytes);
    check(MPI_Recv(receive_memory.data() + slot.begin + slot.bytes, static_cast<int>(most),
                   MPI_BYTE, channel.peer.rank, kRoundRestTag, mpi(), &status),
          "MPI_Recv");
    last = part();
  }
  slot.done = true;
}

/// Waits for messages of this round, and takes all that came. False where all had come before.
bool RoundExchange::State::wait_for_some() {
  Turn& now = turns[turn];
  const CommunicationTime time(comm->traffic(), name());
  const int count = wait_some(comm->state(), now.receives, now.places, now.statuses);
  if (count == MPI_UNDEFINED) return false;
  now.num_over = static_cast<std::size_t>(count);
  now.num_given = 0;
  for (std::size_t i = 0; i < now.num_over; ++i) {
    finish_receive(static_cast<std::size_t>(now.places[i]), now.statuses[i]);
  }
  return true;
}

/// A peer whose message has come, and has not been given yet.
std::optional<std::size_t> RoundExchange::State::next_over() {
  Turn& now = turns[turn];
  while (now.num_given < now.num_over) {
    const auto peer = static_cast<std::size_t>(now.places[now.num_given++]);
    if (!std::exchange(channels[peer].incoming[turn].given, true)) return peer;
  }
  return std::nullopt;
}

/// Before another message is sent: no more are under way than the window has, and as many of the
/// round before. Later parts of a message do not count: a peer posts the receive of the first one
/// two rounds before, but those of the others only when it looks for messages, for which it may
/// wait until it has sent its own.
void RoundExchange::State::wait_for_window() {
  const std::size_t most = comm->state().window->most;
  if (num_sent < most) return;
  const Sent& oldest = last_sent[(num_sent - most) % last_sent.size()];
  wait_all(comm->state(), std::span(*oldest.requests).subspan(oldest.place, 1));
}

void RoundExchange::State::start_send(const std::byte* message, std::size_t bytes, int rank,
                                      std::vector<MPI_Request>& requests) {
  if (!std::exchange(is_counted, true)) {
    const auto destinations = std::ranges::count_if(
        channels, [](const Channel& channel) { return channel.peer.send_bound > 0; });
    comm->traffic().add_step(name(), static_cast<std::uint64_t>(destinations));
  }
  wait_for_window();
  const std::size_t place = requests.size();
  std::size_t sent = 0;
  std::size_t part = 0;
  std::uint64_t parts = 0;
  do {
    part = std::min(largest(), bytes - sent);
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Isend(message + sent, static_cast<int>(part), MPI_BYTE, rank,
                    sent == 0 ? kRoundTag : kRoundRestTag, mpi(), &request),
          "MPI_Isend");
    requests.push_back(request);
    sent += part;
    ++parts;
  } while (part == largest());
  last_sent[num_sent++ % last_sent.size()] = {&requests, place};
  comm->traffic().add_message(name(), bytes, parts);
  count_receiver(comm->state(), rank, bytes);
}

void RoundExchange::State::wait_for(std::size_t peer) {
  if (channels[peer].incoming[turn].done) return;
  const CommunicationTime time(comm->traffic(), name());
  MPI_Status status;
  wait(comm->state(), turns[turn].receives[peer], &status);
  finish_receive(peer, status);
}

RoundExchange::State::~State() {
  int finished = 0;
  MPI_Finalized(&finished);
  if (finished != 0) return;
  for (std::size_t which = 0; which < 2; ++which) {
    for (MPI_Request& request : turns[which].receives) {
      if (request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (Channel& channel : channels) {
      MPI_Waitall(static_cast<int>(channel.sends[which].size()), channel.sends[which].data(),
                  MPI_STATUSES_IGNORE);
    }
  }
}

RoundExchange::RoundExchange(const Communicator& comm, std::span<const Peer> peers,
                             std::shared_ptr<MessageMemory> memory)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.comm = &comm;
  state.memory = std::move(memory);
  std::size_t send_bytes = 0;
  std::size_t receive_bytes = 0;
  for (const Peer& peer : peers) {
    if (peer.rank < 0 || peer.rank >= comm.size() || peer.rank == comm.rank()) {
      throw UsageError(fmt::format("rank {} cannot be a peer of rank {} among {} ranks", peer.rank,
                                   comm.rank(), comm.size()));
    }
    State::Channel& channel = state.channels.emplace_back();
    channel.peer = peer;
    for (std::size_t which = 0; which < 2; ++which) {
      channel.outgoing[which].begin = send_bytes;
      channel.incoming[which].begin = receive_bytes;
      send_bytes += aligned(peer.send_bound);
      receive_bytes += aligned(peer.receive_bound);
    }
  }
  state.some_received.reserve(peers.size());
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

std::span<std::byte> RoundExchange::send_buffer(std::size_t peer) {
  State& state = *state_;
  State::Channel& channel = state.channels[peer];
  std::vector<MPI_Request>& before = channel.sends[state.turn];
  State::Slot& slot = channel.outgoing[state.turn];
  if (!before.empty() && !slot.done) {
    const CommunicationTime time(state.comm->traffic(), state.name());
    wait_all(state.comm->state(), before);
    before.clear();
  }
  return {state.send_memory.data() + slot.begin, channel.peer.send_bound};
}

void RoundExchange::send(std::size_t peer, std::size_t bytes) {
  State& state = *state_;
  State::Channel& channel = state.channels[peer];
  State::Slot& slot = channel.outgoing[state.turn];
  if (bytes > channel.peer.send_bound || slot.done) {
    throw UsageError(
        fmt::format("{} bytes to rank {}: {}", bytes, channel.peer.rank,
                    slot.done ? "this round already has a message" : "the bound is smaller"));
  }
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
    State::Slot& slot = channel.outgoing[state.turn];
    if (bytes > channel.peer.send_bound || slot.done) {
      throw UsageError(
          fmt::format("{} bytes to all: {}", bytes,
                      slot.done ? "this round already has a message" : "the bound is smaller"));
    }
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
