// The work of one rank in a search on a grid: everything between a message that came and one that
// goes. What travels when is search.cpp's; where the work runs, a host's threads or a device, is
// that of the class behind this one.
//
// Names: a rank's *rows* and *columns* are those of its block of the adjacency matrix
// (partition/grid.hpp), rows in blocks, one for each rank of its row of the grid, columns in
// blocks, one for each rank of its column. Its own vertices are one block of the rows and one of
// the columns. Messages are sets of places in such a block, encoded (comm/encoding); they are
// written to buffers of comm::bound(block size, encoding) bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/message_memory.hpp"

namespace strider::detail {

enum class EdgeCount : std::uint8_t { kExact, kEstimate };

class LocalSearch2d {
 public:
  virtual ~LocalSearch2d() = default;

  /// What messages are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }

  /// Takes `tree`'s arrays where they fit. The frontier is `source`, an own vertex, or empty.
  /// Throws MemoryError before the search begins. Lists still grow with the frontier, to at most
  /// the rank's rows and columns: where memory ends then, any call here may throw MemoryError or
  /// std::bad_alloc, on this rank only, which ends the job.
  virtual void start(std::optional<std::uint32_t> source, DistBfsTree& tree) = 0;

  /// The frontier has a vertex of another rank, which all know of: the source.
  virtual void add_column(std::uint32_t column) = 0;

  // --- expand: the frontier of own vertices becomes one of columns -------------------------------

  /// The frontier of own vertices, one message for all ranks of the column.
  virtual std::size_t write_frontier(std::span<std::byte> to) = 0;
  /// The frontier of the rank in `grid_row` of this column of the grid; one from every row but this
  /// rank's own, whose frontier counts already.
  virtual void take_frontier(int grid_row, std::span<const std::byte> message) = 0;

  // --- top-down ----------------------------------------------------------------------------------

  /// Looks at all rows of the frontier's columns; finds those not seen here before. Those that are
  /// own vertices are put on `level`.
  virtual void search_columns(Level level) = 0;
  /// The vertices found that the rank in `grid_column` of this row of the grid owns.
  virtual std::size_t write_found(int grid_column, std::span<std::byte> to) = 0;
  /// Own vertices that the rank in `grid_column` has found: those not reached before join the
  /// frontier of `level`, and it is remembered who knows their parents.
  virtual void take_found(int grid_column, std::span<const std::byte> message, Level level) = 0;

  // --- bottom-up ---------------------------------------------------------------------------------

  /// After the frontier was taken: makes it ready to be asked for.
  virtual void begin_bottom_up() = 0;
  /// Lets those of a block of rows that look for a parent look among the frontier's columns. The
  /// block is that of the rank in `grid_column`; this rank's own first.
  virtual void search_rows(int grid_column, Level level) = 0;
  /// Those of the block that still look for one.
  virtual std::size_t write_unvisited(int grid_column, std::span<std::byte> to) = 0;
  /// Replaces what this rank knows of a block that is not its own.
  virtual void take_unvisited(int grid_column, std::span<const std::byte> message) = 0;
  /// The own block comes back: those who left and do not return have been found on `level`.
  virtual void take_back_unvisited(std::span<const std::byte> message, Level level) = 0;

  // --- the next level ----------------------------------------------------------------------------

  /// What was found becomes the frontier; returns the number of own vertices in it.
  virtual std::uint64_t advance() = 0;
  /// The arcs of the whole graph that leave those: exactly, or, of a large frontier, by a sample,
  /// and then more than it has vertices.
  virtual EdgeIndex frontier_edges(EdgeCount count) = 0;
  /// Levels from here on do not fit into bytes.
  virtual void widen() = 0;

  // --- predecessors: who found a vertex of another rank tells the parent -------------------------

  /// Own vertices whose parent the rank in `grid_column` found top-down.
  virtual std::size_t write_requests(int grid_column, std::span<std::byte> to) = 0;
  /// Vertices of the rank in `grid_column` that this one found bottom-up: no other did.
  virtual std::size_t write_reported(int grid_column, std::span<std::byte> to) = 0;
  virtual void take_requests(int grid_column, std::span<const std::byte> message) = 0;
  virtual void take_reported(int grid_column, std::span<const std::byte> message) = 0;
  /// Words of the parents that the rank in `grid_column` is to be sent: of those reported, then of
  /// those it requested, both ascending, packed bit by bit.
  [[nodiscard]] virtual std::uint64_t count_parent_words(int grid_column) const = 0;
  virtual void write_parents(int grid_column, std::span<std::uint64_t> to) = 0;
  /// Before take_parents: the parents of all own vertices, as far as this rank knows.
  virtual void fill_parents() = 0;
  /// The other way: of those requested and those reported.
  virtual void take_parents(int grid_column, std::span<const std::uint64_t> words) = 0;

  /// Hands the arrays over to `tree`.
  virtual void finish(Level num_levels, DistBfsTree& tree) = 0;
};

}  // namespace strider::detail
