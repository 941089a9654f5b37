#include "comm/packet_stream.hpp"

#include <mpi.h>

#include <deque>
#include <utility>
#include <vector>

#include "comm/state.hpp"
#include "strider/array.hpp"

namespace strider::comm {
namespace {

/// Packets that may arrive before one is looked at. MPI keeps those beyond by itself.
constexpr std::size_t kReceives = 16;

struct Packet {
  Array<std::byte> memory;
  std::size_t size = 0;
};

struct Sent {
  Packet packet;
  MPI_Request request = MPI_REQUEST_NULL;
};

/// How many others a rank sends to.
std::size_t peers_of(const Communicator& comm, const NodeGrid* grid) {
  return grid != nullptr ? grid->num_peers(static_cast<std::size_t>(comm.rank()))
                         : static_cast<std::size_t>(comm.size() - 1);
}

}  // namespace

struct PacketStream::State {
  State(const Communicator& communicator, std::size_t bytes, const NodeGrid* nodes)
      : comm(communicator),
        grid(nodes),
        self(static_cast<std::size_t>(communicator.rank())),
        most_on_way(peers_of(communicator, nodes)),
        mpi(communicator.state().comm.get()),
        packet_bytes(bytes),
        begun(static_cast<std::size_t>(communicator.size())),
        alarms(begun.size(), MPI_REQUEST_NULL) {
    if (begun.size() == 1) return;
    for (std::size_t i = 0; i < kReceives; ++i) received.emplace_back(bytes);
    requests.resize(kReceives, MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < kReceives; ++i) post(i);
  }
  ~State() {
    for (MPI_Request& request : requests) {
      if (request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (Sent& sent : on_way) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
    MPI_Waitall(static_cast<int>(alarms.size()), alarms.data(), MPI_STATUSES_IGNORE);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void post(std::size_t i) {
    check(MPI_Irecv(received[i].data(), static_cast<int>(packet_bytes), MPI_BYTE, MPI_ANY_SOURCE,
                    kStreamTag, mpi, &requests[i]),
          "MPI_Irecv");
  }

  [[nodiscard]] Packet fresh() {
    if (spare.empty()) return {Array<std::byte>(packet_bytes), 0};
    Packet packet = std::move(spare.back());
    spare.pop_back();
    packet.size = 0;
    return packet;
  }

  /// Takes back the packets that have left. The oldest first: what MPI holds back longest.
  void reclaim() {
    while (!on_way.empty()) {
      int left = 0;
      check(MPI_Test(&on_way.front().request, &left, MPI_STATUS_IGNORE), "MPI_Test");
      if (left == 0) return;
      spare.push_back(std::move(on_way.front().packet));
      on_way.pop_front();
    }
  }

  void send(std::size_t to) {
    // First what may fail, so that nothing is lost then.
    Sent& sent = on_way.emplace_back();
    sent.packet = std::exchange(begun[to], {});
    check(MPI_Isend(sent.packet.memory.data(), static_cast<int>(sent.packet.size), MPI_BYTE,
                    static_cast<int>(to), kStreamTag, mpi, &sent.request),
          "MPI_Isend");
    comm.traffic().add_share(name_of(to), sent.packet.size, 1);
    count_receiver(comm.state(), static_cast<int>(to), sent.packet.size);
    ++num_sent;
    reclaim();
  }

  /// Packets within a node and between nodes are counted apart.
  [[nodiscard]] StepName name_of(std::size_t to) const {
    const bool stays = grid != nullptr && grid->node_of(to) == grid->node_of(self);
    return {stays ? StepKind::kNodePackets : StepKind::kPackets, comm.size()};
  }

  const Communicator& comm;
  const NodeGrid* grid;
  std::size_t self;
  std::size_t most_on_way;  // when flush() begins
  MPI_Comm mpi;
  std::size_t packet_bytes;
  std::vector<Packet> begun;       // by rank; without memory where nothing was appended
  std::vector<std::size_t> dirty;  // ranks with a packet begun, maybe sent since
  std::deque<Sent> on_way;
  std::vector<MPI_Request> alarms;  // by rank
  bool alarmed = false;
  std::vector<Packet> spare;
  // Receives are matched in the order in which they were posted, so the packets of a rank lie in
  // its order in this ring.
  std::vector<Array<std::byte>> received;
  std::vector<MPI_Request> requests;
  std::size_t next = 0;  // of the ring
  bool holds = false;    // the packet before `next` was given out
  std::uint64_t num_sent = 0;
  std::uint64_t num_received = 0;
};

PacketStream::PacketStream(const Communicator& comm, std::size_t packet_bytes, const NodeGrid* grid)
    : state_(std::make_unique<State>(comm, packet_bytes, grid)) {}
PacketStream::~PacketStream() = default;
PacketStream::PacketStream(PacketStream&&) noexcept = default;
PacketStream& PacketStream::operator=(PacketStream&&) noexcept = default;

std::uint64_t PacketStream::memory_bytes(const Communicator& comm, std::size_t packet_bytes,
                                         const NodeGrid* grid) {
  // Flushing adds a packet for each of them to as many that are on their way.
  constexpr std::uint64_t kPacketsForEach = 3;
  return (kReceives + kPacketsForEach * peers_of(comm, grid)) * packet_bytes;
}

std::byte* PacketStream::append(int to, std::size_t bytes) {
  const auto receiver = static_cast<std::size_t>(to);
  const NodeGrid* const grid = state_->grid;
  const std::size_t rank = grid != nullptr ? grid->next_hop(state_->self, receiver) : receiver;
  Packet& packet = state_->begun[rank];
  if (packet.size + bytes > state_->packet_bytes) state_->send(rank);
  if (packet.memory.size() == 0) {
    packet = state_->fresh();
    state_->dirty.push_back(rank);
  }
  std::byte* const place = packet.memory.data() + packet.size;
  packet.size += bytes;
  return place;
}

void PacketStream::flush() {
  state_->reclaim();
  if (state_->on_way.size() >= state_->most_on_way) return;
  for (const std::size_t rank : state_->dirty) {
    if (state_->begun[rank].size > 0) state_->send(rank);
  }
  state_->dirty.clear();
}

bool PacketStream::is_flushed() const {
  return state_->dirty.empty();
}

std::span<const std::byte> PacketStream::receive() {
  State& s = *state_;
  if (s.begun.size() == 1) return {};
  for (;;) {
    if (std::exchange(s.holds, false)) s.post((s.next + kReceives - 1) % kReceives);
    int came = 0;
    MPI_Status status;
    check(MPI_Test(&s.requests[s.next], &came, &status), "MPI_Test");
    if (came == 0) return {};
    int bytes = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
    const std::size_t place = s.next;
    s.next = (s.next + 1) % kReceives;
    s.holds = true;
    ++s.num_received;
    if (bytes > 0) return s.received[place].span().first(static_cast<std::size_t>(bytes));
    s.alarmed = true;  // no other packet is empty
  }
}

void PacketStream::drop() {
  for (Packet& packet : state_->begun) packet.size = 0;
  state_->dirty.clear();
}

void PacketStream::raise_alarm() {
  State& s = *state_;
  drop();
  s.alarmed = true;
  for (int rank = 0; rank < s.comm.size(); ++rank) {
    if (rank == s.comm.rank()) continue;
    check(MPI_Isend(nullptr, 0, MPI_BYTE, rank, kStreamTag, s.mpi,
                    &s.alarms[static_cast<std::size_t>(rank)]),
          "MPI_Isend");
    s.comm.traffic().add_share(s.name_of(static_cast<std::size_t>(rank)), 0, 1);
    ++s.num_sent;
  }
}

bool PacketStream::is_alarmed() const {
  return state_->alarmed;
}

std::uint64_t PacketStream::packets_sent() const {
  return state_->num_sent;
}
std::uint64_t PacketStream::packets_received() const {
  return state_->num_received;
}

}  // namespace strider::comm
