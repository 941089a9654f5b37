// The way of oriented rows to the owners of the vertices whose edges lead there: messages in rounds
// that take memory for a few rows only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/local_clustering/ranks/oriented_rows.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "ranks/one_d/rows_1d.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {

/// What a message says of one vertex v of the sender, in words of 32 bits:
///   v as a ghost index, the numbers of its targets and of its sources
///   its targets: of each, the rank and its number there
///   some vertices of the receiver whose edges lead to v, as the receiver numbers them: its sources
class RowInMessage {
 public:
  static constexpr std::size_t kHeader = 3;

  /// The row that begins `words`.
  explicit RowInMessage(std::span<const std::uint32_t> words) : words_(words) {}

  [[nodiscard]] static constexpr std::size_t size(std::size_t num_targets,
                                                  std::size_t num_sources) {
    return kHeader + 2 * num_targets + num_sources;
  }
  [[nodiscard]] std::size_t size() const { return size(words_[1], words_[2]); }
  [[nodiscard]] std::uint32_t ghost() const { return words_[0]; }
  [[nodiscard]] std::size_t num_targets() const { return words_[1]; }
  [[nodiscard]] OwnedVertex target(std::size_t i) const {
    const std::uint32_t* const words = words_.data() + kHeader + 2 * i;
    return {static_cast<int>(words[0]), local_vertex(words[1])};
  }
  [[nodiscard]] std::span<const std::uint32_t> sources() const {
    return words_.subspan(size(words_[1], 0), words_[2]);
  }

 private:
  std::span<const std::uint32_t> words_;
};

class RowExchange {
 public:
  /// `comm` is for this alone; all outlive this.
  RowExchange(const comm::Communicator& comm, const Graph1d& graph, const OrientedRows& edges)
      : comm_(comm), graph_(graph), edges_(edges) {
    for (int rank = 0; rank < comm.size(); ++rank) peers_.push_back(ghosts_with(graph, rank));
    for (const PeerGhosts& peer : peers_) next_.push_back({GhostReader(peer)});
  }

  /// `longest` is the number of targets of any row on any rank. Takes the messages with
  /// `workspace`.
  void declare(Workspace& workspace, std::size_t longest) {
    // All messages of a rank together have 1 MiB, unless there are very many ranks.
    constexpr std::size_t kWordsInAll = std::size_t{1} << 18U;
    constexpr std::size_t kLeastWords = std::size_t{1} << 8U;
    const std::size_t share =
        std::max(kLeastWords, kWordsInAll / static_cast<std::size_t>(comm_.size()));
    most_words_ = std::max(share, RowInMessage::size(longest, 1));
    const auto bound = [&](int rank) {
      return peers_[static_cast<std::size_t>(rank)].is_empty() ? 0 : most_words_ * sizeof(Word);
    };
    declare_rounds(workspace, comm_, bound, exchange_);
  }
  /// Of a message.
  [[nodiscard]] std::size_t most_rows() const { return most_words_ / RowInMessage::size(1, 1); }

  /// Whether rows are left to be sent.
  [[nodiscard]] bool has_more() const {
    for (std::size_t r = 0; r < peers_.size(); ++r) {
      if (next_[r].ghost < peers_[r].num_subscribed) return true;
    }
    return false;
  }
  /// A message to each other rank, of rows from where the round before ended, and one from each:
  /// take(rank, words), which must not throw. Takes no memory. Collective.
  template <class Take>
  void round(const Take& take) {
    const auto write = [&](int rank, std::span<std::byte> room) {
      Word* const words = reinterpret_cast<Word*>(room.data());
      return sizeof(Word) * write_rows(rank, {words, room.size() / sizeof(Word)});
    };
    exchange_round(*exchange_, write, [&](int rank, std::span<const std::byte> message) {
      const auto* const words = reinterpret_cast<const Word*>(message.data());
      take(rank, std::span<const Word>(words, message.size() / sizeof(Word)));
    });
  }

 private:
  using Word = std::uint32_t;

  /// The next thing to be sent to a rank.
  struct Next {
    GhostReader reader;
    std::uint32_t ghost = 0;
    std::size_t entry = 0;  ///< of its vertex' row, among those that `rank` owns
  };

  /// As many rows as there is room for. Returns how many words.
  std::size_t write_rows(int rank, std::span<Word> words) {
    const PeerGhosts& peer = peers_[static_cast<std::size_t>(rank)];
    Next& next = next_[static_cast<std::size_t>(rank)];
    std::size_t used = 0;
    for (; next.ghost < peer.num_subscribed; ++next.ghost, next.entry = 0) {
      const Vertex v = index(next.reader.vertex(next.ghost));
      const std::span<const Vertex> targets = edges_.targets(v);
      if (targets.empty()) continue;
      const std::span<const Vertex> there = entries_of(peer, v);
      const std::size_t begin = used + RowInMessage::size(targets.size(), 0);
      std::size_t end = begin;
      for (; next.entry < there.size() && end < words.size(); ++next.entry) {
        const Vertex u = there[next.entry];
        if (next.entry > 0 && there[next.entry - 1] == u) continue;
        if (!edges_.leads(v, u)) words[end++] = index(graph_.local_of(local_id(u)));
      }
      if (end > begin) {
        write_row(next.ghost, targets, end - begin, words.subspan(used));
        used = end;
      }
      if (next.entry < there.size()) break;
    }
    return used;
  }
  void write_row(std::uint32_t ghost, std::span<const Vertex> targets, std::size_t num_sources,
                 std::span<Word> words) const {
    words[0] = ghost;
    words[1] = static_cast<Word>(targets.size());
    words[2] = static_cast<Word>(num_sources);
    Word* next = words.data() + RowInMessage::kHeader;
    for (const Vertex u : targets) {
      const OwnedVertex owned = graph_.local_ids.locate(local_id(u));
      *next++ = static_cast<Word>(owned.rank);
      *next++ = index(owned.vertex);
    }
  }
  /// Of the row of `v`, what the peer owns.
  [[nodiscard]] std::span<const Vertex> entries_of(const PeerGhosts& peer, Vertex v) const {
    const std::span<const Vertex> row = graph_.rows.neighbors(v);
    const auto begin = std::ranges::lower_bound(row, peer.range_begin);
    const auto end = std::lower_bound(begin, row.end(), peer.range_begin + peer.range_size);
    return {begin, end};
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const OrientedRows& edges_;
  std::vector<PeerGhosts> peers_;  ///< by rank
  std::vector<Next> next_;         ///< by rank
  std::size_t most_words_ = 0;     ///< of a message
  std::optional<comm::RoundExchange> exchange_;
};

}  // namespace strider::detail
