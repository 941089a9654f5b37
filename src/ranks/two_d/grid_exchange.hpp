// Sets of the vertices of a block, as encoded messages between the ranks of a grid
// (partition/grid.hpp): along its columns and along its rows.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "partition/grid.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

/// What ranks of a column add up while they send each other sets.
struct LevelSums {
  std::uint64_t vertices = 0;  ///< kFailed: some rank cannot continue
  std::uint64_t edges = 0;
  static constexpr std::uint64_t kFailed = ~std::uint64_t{0};
  [[nodiscard]] bool failed() const { return vertices == kFailed; }
};
/// So that the set behind it stays aligned.
static_assert(sizeof(LevelSums) % sizeof(std::uint64_t) == 0);

class GridExchange {
 public:
  /// Of the ranks of `world`, which outlives this. Collective.
  GridExchange(const comm::Communicator& world, const GridPlace& place, comm::Encoding encoding);
  GridExchange(const GridExchange&) = delete;
  GridExchange& operator=(const GridExchange&) = delete;

  /// Messages lie in `messages`, or, of none, in the host's memory, and are taken with `workspace`.
  void declare(Workspace& workspace, const std::shared_ptr<comm::MessageMemory>& messages);

  [[nodiscard]] comm::Encoding encoding() const { return encoding_; }
  [[nodiscard]] int num_columns() const { return row_.size(); }
  [[nodiscard]] int column() const { return row_.rank(); }

  /// What fails on this rank, here or in what it does between two exchanges, until all ranks say
  /// how they fared: whoever searches asks them. Until then its sets are empty.
  [[nodiscard]] comm::Attempts& attempts() { return attempts_; }

  // All collective, on the ranks of a column or of a row. write(..., room) returns the bytes that
  // it wrote. What they call is attempted.

  /// write(room) writes what all others of the column get; take(grid_row, message).
  template <class Write, class Take>
  void share_in_column(const Write& write, const Take& take) {
    share_round(*in_column_, attempted(write), attempted(take));
  }
  /// The same on a grid of one column, where all ranks get it: in front goes `sums`, which becomes
  /// that of all ranks. Where one has failed, no set is written or taken.
  template <class Write, class Take>
  void share_in_column(LevelSums& sums, const Write& write, const Take& take) {
    const LevelSums mine = sums;
    const auto write_both = [&](std::span<std::byte> room) {
      in_column_->store(room, std::as_bytes(std::span(&mine, 1)));
      return sizeof(mine) + (mine.failed() ? 0 : attempted(write)(room.subspan(sizeof(mine))));
    };
    share_round(*in_column_, write_both, [&](int grid_row, std::span<const std::byte> message) {
      LevelSums theirs;
      in_column_->load(std::as_writable_bytes(std::span(&theirs, 1)), message);
      if (theirs.failed()) sums.vertices = LevelSums::kFailed;
      if (sums.failed()) return;
      sums.vertices += theirs.vertices;
      sums.edges += theirs.edges;
      attempted(take)(grid_row, message.subspan(sizeof(theirs)));
    });
  }

  /// write(grid_column, room), or write(messages) once, and take(grid_column, message) for all
  /// others of the row.
  template <class Write, class Take>
  void exchange_in_row(const Write& write, const Take& take) {
    const comm::WorkScope work(row_.traffic(), comm::Work::kUpdate);
    exchange_round(*in_row_, attempted(write), attempted(take));
  }

  /// Every block of the row's vertices goes round the row, from rank to rank to the left, until it
  /// is back at its owner; all at the same time, each at another rank. visit(grid_column) of the
  /// rank's own block, then of the others as they come by; write(grid_column, room) what of it
  /// continues, take(grid_column, message) the next block, at last the own one.
  template <class Visit, class Write, class Take>
  void pass_round_row(const Visit& visit, const Write& write, const Take& take) {
    for (int step = 0; step < num_columns(); ++step) {
      const int block = (column() + step) % num_columns();
      attempted(visit)(block);
      if (num_columns() == 1) return;
      const comm::WorkScope work(row_.traffic(), comm::Work::kUpdate);
      round_row_->send(0, attempted(write)(block, round_row_->send_buffer(0)));
      attempted(take)((block + 1) % num_columns(), round_row_->received(1));
      round_row_->finish_round();
    }
  }

  /// Words to the others of the row, which know how many: count(grid_column), write(grid_column,
  /// room); expect(grid_column) words come, take(grid_column, words). Throws on all ranks of the
  /// grid what an attempt of one threw, here or before.
  template <class Count, class Expect, class Write, class Take>
  void send_words_in_row(const Count& count, const Expect& expect, const Write& write,
                         const Take& take) {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> expected;
    Array<std::uint64_t> words;
    Array<std::uint64_t> received;
    attempts_.run([&] {
      for (int c = 0; c < num_columns(); ++c) {
        counts.push_back(c == column() ? 0 : count(c));
        expected.push_back(c == column() ? 0 : expect(c));
      }
      row_.reserve_messages(counts, expected, sizeof(std::uint64_t));
      received = Array<std::uint64_t>(std::reduce(expected.begin(), expected.end()));
      words = Array<std::uint64_t>(std::reduce(counts.begin(), counts.end()));
      for_each_part(words.span(), counts, write);
    });
    attempts_.throw_on_all_ranks(world_);
    row_.all_to_all(std::span<const std::uint64_t>(words.span()), counts, received.span(),
                    expected);
    for_each_part(std::span<const std::uint64_t>(received.span()), expected, take);
  }

 private:
  /// `body` as an attempt.
  template <class Body>
  [[nodiscard]] auto attempted(const Body& body) {
    return [ this, &body ]<class... Arguments>(
        const Arguments&... arguments) requires std::invocable<const Body&, const Arguments&...> {
      return attempts_.run([&] { return body(arguments...); });
    };
  }
  /// visit(grid_column, part) of each other column's part of `words`.
  template <class Words, class Visit>
  void for_each_part(Words words, const std::vector<std::uint64_t>& sizes,
                     const Visit& visit) const {
    for (int c = 0; c < num_columns(); ++c) {
      const std::uint64_t size = sizes[static_cast<std::size_t>(c)];
      if (c != column()) visit(c, words.first(size));
      words = words.subspan(size);
    }
  }

  const comm::Communicator& world_;
  const GridPlace place_;
  const comm::Encoding encoding_;
  const comm::Communicator row_;
  const comm::Communicator column_;
  const comm::Communicator ring_;
  std::optional<comm::RoundExchange> in_column_;
  std::optional<comm::RoundExchange> in_row_;
  std::optional<comm::RoundExchange> round_row_;
  comm::Attempts attempts_;
};

}  // namespace strider::detail
