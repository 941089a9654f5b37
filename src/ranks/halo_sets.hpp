// Sets between the owners of vertices and the ranks that have ghosts of them, each as an encoded
// message (comm/encoding).
//
// Two ranks name each other's vertices by ghost indices (one_d/peer_ghosts.hpp): 32 bits, dense, so
// that a set takes few bytes. A set of a rank's own vertices goes to their ghosts by broadcast(), a
// set of its ghosts to their owners by reduce() (the two ways of Gluon, Dathathri et al. 2018), and
// ask() sends a set and gets a value for each member. Who writes and reads the messages, a host or
// a device, is for the caller to say: host_halo_sets.hpp, ranks_gpu/device_halo_sets.hpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/traffic.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

class HaloSets {
 public:
  /// `comm` is for this alone; it and `graph` outlive this.
  HaloSets(const comm::Communicator& comm, const Graph1d& graph, comm::Encoding encoding);
  HaloSets(const HaloSets&) = delete;
  HaloSets& operator=(const HaloSets&) = delete;

  /// Messages lie in `messages`, or, of none, in the host's memory, and are taken with `workspace`.
  /// Where sets may reach few, the bytes of all messages are counted once more, for those that come
  /// in a sparse exchange.
  void declare(Workspace& workspace, const std::shared_ptr<comm::MessageMemory>& messages);

  [[nodiscard]] int num_ranks() const { return static_cast<int>(peers_.size()); }
  /// By rank.
  [[nodiscard]] const std::vector<PeerGhosts>& peers() const { return peers_; }
  [[nodiscard]] const PeerGhosts& peer(int rank) const {
    return peers_[static_cast<std::size_t>(rank)];
  }
  /// Ranks with which ghosts are shared.
  [[nodiscard]] std::uint64_t num_peers() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(peers_, [](const PeerGhosts& peer) { return !peer.is_empty(); }));
  }
  [[nodiscard]] comm::Encoding encoding() const { return encoding_; }
  [[nodiscard]] std::uint32_t num_own() const { return num_own_; }
  /// The most vertices that two ranks name each other, in either direction.
  [[nodiscard]] std::uint32_t most_ghosts() const { return most_ghosts_; }

  /// Whom broadcast() and reduce() send messages: all ranks with which ghosts are shared, or, in
  /// the host's memory only, those for which they are not empty (comm/sparse_exchange.hpp).
  enum class Reach : std::uint8_t { kAll, kFew };
  /// That set_reach() may be called, before declare().
  void let_reach_few() { may_reach_few_ = true; }
  /// From now on. On all ranks alike. A set that reaches few may throw MemoryError, on this rank
  /// only, after the exchange.
  void set_reach(Reach reach) { reach_ = reach; }

  // A set to each rank with which ghosts are shared, and one from each, maybe empty, written and
  // taken as `round` says (SerialRound, ParallelRound); all collective:

  /// write(rank, room, thread) writes the set of own vertices that have ghosts at `rank`, of
  /// num_subscribed; returns its bytes. take(rank, message, thread) reads a set of ghosts, of
  /// range_size.
  template <class Round, class Write, class Take>
  void broadcast(const Round& round, const Write& write, const Take& take) {
    exchange(round, write, take);
  }
  /// The other way: write() has range_size, take() num_subscribed.
  template <class Round, class Write, class Take>
  void reduce(const Round& round, const Write& write, const Take& take) {
    exchange(round, write, take);
  }
  /// Sets that the last of either brought, none of them empty.
  [[nodiscard]] std::uint64_t num_received() const { return num_received_; }
  /// As broadcast, but that answer(rank, message, room, thread) writes a value for each ghost of
  /// the set that `rank` sent, in their order, and returns how many; meanwhile() is called while
  /// sets travel. take(rank, values) reads what `rank` answered: asked(rank) values, as many as the
  /// set for it has ghosts. Ranks without a set get no answer. Precondition: a vertex is in the set
  /// of one rank at most.
  template <class Round, class Write, class Asked, class Meanwhile, class Answer, class Take>
  void ask(const Round& round, const Write& write, const Asked& asked, const Meanwhile& meanwhile,
           const Answer& answer, const Take& take) {
    round.send(*exchange_, write);
    meanwhile();
    std::ranges::fill(num_answers_, 0);
    round.take(*exchange_, [&](int rank, std::span<const std::byte> set, int thread) {
      const auto r = static_cast<std::size_t>(rank);
      num_answers_[r] = answer(rank, set, answers_.span().subspan(answers_begin_[r]), thread);
    });
    exchange_->finish_round();
    std::uint64_t sum = 0;
    for (int rank = 0; rank < num_ranks(); ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      asked_begin_[r] = sum;
      num_asked_[r] = asked(rank);
      sum += num_asked_[r];
    }
    const std::span<std::uint32_t> values = values_.span().first(sum);
    comm_.all_to_all(std::span<const std::uint32_t>(answers_.span()), answers_begin_, num_answers_,
                     values, num_asked_);
    const auto take_from = [&](std::size_t r, int /*thread*/) {
      if (num_asked_[r] == 0) return;
      take(static_cast<int>(r), values.subspan(asked_begin_[r], num_asked_[r]));
    };
    round.share_out(num_asked_.size(), values.size_bytes(), take_from);
  }

 private:
  template <class Round, class Write, class Take>
  void exchange(const Round& round, const Write& write, const Take& take) {
    const comm::WorkScope work(comm_.traffic(), comm::Work::kUpdate);
    num_received_ = 0;
    // Those that are written together reach all.
    if constexpr (std::invocable<const Write&, int, std::span<std::byte>, int>) {
      if (reach_ == Reach::kFew) return exchange_few(round, write, take);
    }
    round.send(*exchange_, write);
    round.take(*exchange_, [&](int rank, std::span<const std::byte> message, int thread) {
      if (!message.empty()) fetch_add_relaxed(num_received_, std::uint64_t{1});
      take(rank, message, thread);
    });
    exchange_->finish_round();
  }
  /// Messages are written where those of a round are. Who sent nothing sent an empty set.
  template <class Round, class Write, class Take>
  void exchange_few(const Round& round, const Write& write, const Take& take) {
    const std::size_t peers = exchange_->num_peers();
    std::size_t most = 0;
    for (std::size_t i = 0; i < peers; ++i) {
      messages_[i] = {exchange_->rank(i), exchange_->send_buffer(i)};
      most += messages_[i].bytes.size();
    }
    round.share_out(peers, most, [&](std::size_t i, int thread) {
      const std::span<std::byte> room = exchange_->send_buffer(i);
      messages_[i].bytes = room.first(write(messages_[i].to, room, thread));
    });
    const auto end = std::partition(messages_.begin(), messages_.end(),
                                    [](const auto& message) { return !message.bytes.empty(); });
    const auto come = sparse_.exchange({messages_.begin(), end});
    num_received_ = come.size();
    std::fill(has_sent_.begin(), has_sent_.end(), 0);
    round.share_out(come.size(), most, [&](std::size_t i, int thread) {
      has_sent_[static_cast<std::size_t>(come[i].from)] = 1;
      take(come[i].from, std::span<const std::byte>(come[i].bytes.span()), thread);
    });
    round.share_out(peers, most, [&](std::size_t i, int thread) {
      const int rank = exchange_->rank(i);
      if (has_sent_[static_cast<std::size_t>(rank)] == 0) take(rank, {}, thread);
    });
  }

  /// Room for what ask() keeps by rank, and for what MPI remembers of it.
  void make_ready_to_ask();

  const comm::Communicator& comm_;
  const comm::Encoding encoding_;
  std::vector<PeerGhosts> peers_;  // by rank
  std::uint32_t most_ghosts_ = 0;
  std::uint32_t num_own_;
  std::optional<comm::RoundExchange> exchange_;
  comm::SparseExchange sparse_;
  std::vector<comm::SparseExchange::Outgoing> messages_;  // of a sparse exchange
  std::vector<std::uint8_t> has_sent_;                    // by rank: in a sparse exchange
  bool may_reach_few_ = false;
  Reach reach_ = Reach::kAll;
  std::uint64_t num_received_ = 0;
  // Of ask(), by rank or one rank's after the other.
  Array<std::uint32_t> answers_;  // to what others ask
  std::vector<std::uint64_t> answers_begin_;
  std::vector<std::uint64_t> num_answers_;
  Array<std::uint32_t> values_;  // those asked for
  std::vector<std::uint64_t> asked_begin_;
  std::vector<std::uint64_t> num_asked_;
};

}  // namespace strider::detail
