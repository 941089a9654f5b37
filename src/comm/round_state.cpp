#include "comm/round_state.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <utility>

#include "comm/waiting.hpp"

namespace strider::comm {

RoundExchange::State::Slot& RoundExchange::State::Channel::begin_message(std::size_t turn,
                                                                         std::size_t bytes) {
  Slot& slot = outgoing[turn];
  if (bytes > peer.send_bound || slot.done) {
    throw UsageError(
        fmt::format("{} bytes to rank {}: {}", bytes, peer.rank,
                    slot.done ? "this round already has a message" : "the bound is smaller"));
  }
  return slot;
}

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

void RoundExchange::State::wait_until_sent(Channel& channel) const {
  std::vector<MPI_Request>& before = channel.sends[turn];
  if (before.empty() || channel.outgoing[turn].done) return;
  const CommunicationTime time(comm->traffic(), name());
  wait_all(comm->state(), before);
  before.clear();
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

}  // namespace strider::comm
