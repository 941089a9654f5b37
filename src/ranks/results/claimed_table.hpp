// Rows of results that files claim, on ranks: every rank reads the table, keeps the rows of a part
// of it, and finds their vertices by their labels.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "io/input_file.hpp"
#include "io/results/claimed_rows.hpp"
#include "partition/owner_map.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// What is wrong with the first bad row of a table, in the order in which one machine looks.
enum class RowFault : std::uint8_t { kVertex, kSecondRow, kOtherVertex, kValue };

/// The line of the first bad row, and what is wrong there; the least of several is the first.
class FirstFault {
 public:
  void note(std::uint64_t line, RowFault fault) {
    first_ = std::min(first_, line * 4 + static_cast<std::uint64_t>(fault));
  }
  void reduce(const comm::Communicator& comm) {
    first_ = comm.all_reduce(first_, comm::Reduction::kMin);
  }
  [[nodiscard]] bool found() const { return first_ != kNone; }
  [[nodiscard]] std::uint64_t line() const { return first_ / 4; }
  [[nodiscard]] RowFault fault() const { return static_cast<RowFault>(first_ % 4); }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t first_ = kNone;
};

/// A vertex of a cell, kNoGlobalVertex where there is none; or a number that is looked up later.
struct CellVertex {
  std::uint64_t id = kNoGlobalVertex;
  bool is_number = false;
};

/// As small as it can be: tables are as long as graphs have vertices.
template <class Value>
class ClaimedRow {
 public:
  ClaimedRow() = default;
  ClaimedRow(std::uint64_t line, CellVertex vertex, CellVertex other, bool says_none)
      : vertex(vertex.id),
        other(other.id),
        marks_(line << kMarks | (vertex.is_number ? kVertexIsNumber : 0) |
               (other.is_number ? kOtherIsNumber : 0) | (says_none ? kSaysNone : 0)) {}

  GlobalVertex vertex = kNoGlobalVertex;
  GlobalVertex other = kNoGlobalVertex;  ///< the parent, or what names a component
  Value value{};

  [[nodiscard]] std::uint64_t line() const { return marks_ >> kMarks; }
  [[nodiscard]] bool vertex_is_number() const { return (marks_ & kVertexIsNumber) != 0; }
  [[nodiscard]] bool other_is_number() const { return (marks_ & kOtherIsNumber) != 0; }
  /// The other one is "-1".
  [[nodiscard]] bool says_none() const { return (marks_ & kSaysNone) != 0; }

 private:
  static constexpr unsigned kMarks = 3;
  static constexpr std::uint64_t kVertexIsNumber = 1;
  static constexpr std::uint64_t kOtherIsNumber = 2;
  static constexpr std::uint64_t kSaysNone = 4;
  std::uint64_t marks_ = 0;
};

enum class OtherVertex : std::uint8_t { kAnyLabel, kMustExist };

/// Which columns a kind of result has: cells[0] is a vertex, cells[other] another one, and
/// parse(cells, place) gives the value.
template <class Value, class Parse>
struct ClaimedColumns {
  WantedColumns names;
  std::size_t other;
  OtherVertex other_vertex;
  Parse parse;
};

/// A table that all ranks read.
template <class Value, class Parse>
class ClaimedTable {
 public:
  using Row = ClaimedRow<Value>;
  /// In parts, so that they are given up one by one.
  using Parts = std::vector<Array<Row>>;

  ClaimedTable(const comm::Communicator& comm, const std::string& path,
               const ClaimedColumns<Value, Parse>& columns, const DistInput::State& input)
      : comm_(comm),
        memory_(comm),
        path_(path),
        columns_(columns),
        names_(input.names),
        blocks_(comm::try_on_all_ranks(
            comm, [&] { return OwnerMap::block(input.source->num_vertices(), comm.size()); })) {}

  [[nodiscard]] const OwnerMap& blocks() const { return blocks_; }

  /// The rows of the vertices of this rank's block, each at most once. Throws InputError as one
  /// machine; MemoryError. Collective.
  Array<Row> read_block() {
    Array<Row> block = send_to_blocks(read_parts());
    find_second_rows(block);
    require_good();
    return block;
  }
  /// Any rows of the table, each on one rank. Throws as read_block(). Collective.
  Parts read_any() {
    Parts parts = read_parts();
    require_good();
    return parts;
  }

 private:
  /// Ranks keep so many rows in turn.
  static constexpr std::uint64_t kRowsInTurn = 4096;
  static constexpr const char* kRows = "the rows of a result";

  Parts read_parts() {
    Parts parts = keep_parts();
    look_up(parts);
    for (const Array<Row>& part : parts) {
      for (const Row& row : part) {
        if (row.vertex == kNoGlobalVertex) first_.note(row.line(), RowFault::kVertex);
        if (row.other == kNoGlobalVertex && columns_.other_vertex == OtherVertex::kMustExist) {
          first_.note(row.line(), RowFault::kOtherVertex);
        }
      }
    }
    return parts;
  }

  Parts keep_parts() {
    return comm::try_on_all_ranks(comm_, [&] {
      Parts parts;
      std::vector<Row> turn;
      const auto end_turn = [&] {
        memory_.require(turn.size() * sizeof(Row), kRows);
        parts.push_back(Array<Row>::copy_of(turn));
        turn.clear();
      };
      const InputFile file = InputFile::open(path_);
      std::uint64_t count = 0;
      std::uint64_t last_line = 0;
      const auto ranks = static_cast<std::uint64_t>(comm_.size());
      const auto rank = static_cast<std::uint64_t>(comm_.rank());
      const auto keep = [&](std::uint64_t line, std::span<const std::string_view> cells) {
        last_line = line;
        if (count++ / kRowsInTurn % ranks != rank) return;
        turn.push_back(row_of(line, cells));
        if (turn.size() == kRowsInTurn) end_turn();
      };
      try {
        has_all_ = read_rows(path_, file.bytes(), columns_.names, keep);
      } catch (const InputError&) {
        // All ranks find what is wrong with the table itself, but one may know of an earlier row.
        first_.note(last_line + 1, RowFault::kValue);
      }
      if (!turn.empty()) end_turn();
      return parts;
    });
  }

  Row row_of(std::uint64_t line, std::span<const std::string_view> cells) {
    const std::string_view other = cells[columns_.other];
    Row row(line, find(cells[0]), find(other), other == "-1");
    try {
      row.value = columns_.parse(cells, RowPlace{path_, line});
    } catch (const InputError&) {
      first_.note(line, RowFault::kValue);
    }
    return row;
  }

  [[nodiscard]] CellVertex find(std::string_view label) const {
    if (names_.labels() != nullptr) {
      return {names_.find_here(label, blocks_.num_vertices()).value_or(kNoGlobalVertex)};
    }
    const auto number = parse_number(label);
    return number ? CellVertex{*number, true} : CellVertex{};
  }

  /// Finds the vertices of all numbers. Collective.
  void look_up(Parts& parts) const {
    if (names_.dictionary() == nullptr) return;
    std::vector<std::uint64_t> numbers;
    const auto for_each_number = [&](const auto& body) {
      for (Array<Row>& part : parts) {
        for (Row& row : part) {
          if (row.vertex_is_number()) body(row.vertex);
          if (row.other_is_number()) body(row.other);
        }
      }
    };
    comm::try_on_all_ranks(comm_, [&] {
      std::uint64_t count = 0;
      for_each_number([&](GlobalVertex) { ++count; });
      memory_.require(count * sizeof(std::uint64_t), "the numbers of a result");
      numbers.reserve(count);
      for_each_number([&](GlobalVertex number) { numbers.push_back(number); });
      std::ranges::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    });
    const Array<GlobalVertex> vertices = names_.dictionary()->vertices_of(comm_, numbers);
    for_each_number([&](GlobalVertex& cell) {
      const auto place = std::lower_bound(numbers.begin(), numbers.end(), cell);
      cell = vertices[static_cast<std::size_t>(place - numbers.begin())];
    });
  }

  Array<Row> send_to_blocks(Parts parts) {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> came;
    Array<Row> sent;
    comm::try_on_all_ranks(comm_, [&] {
      counts.assign(static_cast<std::size_t>(comm_.size()), 0);
      came = counts;
      std::uint64_t total = 0;
      const auto for_each_known = [&](const Array<Row>& part, const auto& body) {
        for (const Row& row : part) {
          if (row.vertex == kNoGlobalVertex) continue;
          body(row, static_cast<std::size_t>(blocks_.locate(row.vertex).rank));
        }
      };
      for (const Array<Row>& part : parts) {
        for_each_known(part, [&](const Row&, std::size_t rank) {
          ++counts[rank];
          ++total;
        });
      }
      std::vector<std::uint64_t> places = comm::begins_by_rank(counts);
      sent = take_array<Array<Row>>(total, "the rows of a result, by owner", memory_);
      for (Array<Row>& part : parts) {
        for_each_known(part, [&](const Row& row, std::size_t rank) { sent[places[rank]++] = row; });
        part = {};
      }
    });
    return comm::checked_all_to_all(comm_, std::as_const(sent).span(), counts, std::span(came));
  }

  /// Where rows of one vertex come from several ranks, the later line is the second one.
  void find_second_rows(Array<Row>& block) {
    std::sort(block.begin(), block.end(), [](const Row& a, const Row& b) {
      return std::pair(a.vertex, a.line()) < std::pair(b.vertex, b.line());
    });
    for (std::size_t i = 1; i < block.size(); ++i) {
      if (block[i].vertex == block[i - 1].vertex) {
        first_.note(block[i].line(), RowFault::kSecondRow);
      }
    }
  }

  void require_good() {
    first_.reduce(comm_);
    comm::try_on_all_ranks(comm_, [&] {
      if (first_.found()) fail();
      if (!has_all_ && !columns_.names.optional.empty()) {
        throw UnavailableError(fmt::format(
            "{} has no column '{}', which several ranks do not derive: check it with one process",
            path_, columns_.names.optional));
      }
    });
  }

  /// Reads up to the first bad row once more, for what it says.
  [[noreturn]] void fail() const {
    const InputFile file = InputFile::open(path_);
    static_cast<void>(read_rows(path_, file.bytes(), columns_.names,
                                [&](std::uint64_t line, std::span<const std::string_view> cells) {
                                  if (line == first_.line()) fail(RowPlace{path_, line}, cells);
                                }));
    throw InputError(path_, 0, "has changed while it was read");
  }
  [[noreturn]] void fail(const RowPlace& place, std::span<const std::string_view> cells) const {
    const RowFault fault = first_.fault();
    if (fault == RowFault::kSecondRow) refuse_second_row(cells[0], place);
    if (fault == RowFault::kValue) static_cast<void>(columns_.parse(cells, place));
    const std::string_view label = cells[fault == RowFault::kOtherVertex ? columns_.other : 0];
    place.fail(fmt::format("the graph has no vertex {}", in_quotes(label)));
  }

  const comm::Communicator& comm_;
  NodeMemory memory_;
  const std::string& path_;
  const ClaimedColumns<Value, Parse>& columns_;
  const VertexNames& names_;
  OwnerMap blocks_;
  FirstFault first_;
  bool has_all_ = true;  ///< the columns
};

/// The table of these columns; all arguments outlive it. Collective.
template <class Value, class Parse>
[[nodiscard]] ClaimedTable<Value, Parse> claimed_table(const comm::Communicator& comm,
                                                       const std::string& path,
                                                       const ClaimedColumns<Value, Parse>& columns,
                                                       const DistInput::State& input) {
  return {comm, path, columns, input};
}

}  // namespace strider::detail
