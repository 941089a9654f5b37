#include "ranks/two_d/graph_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/check_edge.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/two_d/column_degrees.hpp"
#include "ranks/two_d/dense_numbering.hpp"
#include "ranks/two_d/edge_places.hpp"
#include "ranks/two_d/matrix_entries.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr std::uint64_t kWordBits = 64;

/// Places of a block of `block_size` vertices, given that the most connected ones of any are so
/// many.
std::uint64_t places_of_block(std::uint64_t block_size, std::uint64_t most_connected) {
  const std::uint64_t places =
      std::max(kWordBits, (most_connected + kWordBits - 1) / kWordBits * kWordBits);
  return places <= block_size - block_size / kLeftOutFrom ? places : block_size;
}

class Builder2d {
 public:
  /// Does not communicate.
  Builder2d(const comm::Communicator& world, const EdgeSource& source,
            const Graph2dSettings& settings)
      : world_(world), memory_(world), source_(source), settings_(settings) {
    place_vertices();
  }

  Graph2d build() {
    if (settings_.entries == Graph2dSettings::Entries::kAuto &&
        PackedEntries::fit(blocks_of_row() * block_size_, blocks_of_column() * block_size_)) {
      build_of(PackedEntries(blocks_of_row() * block_size_));
    } else {
      build_of(WideEntries());
    }
    return std::move(graph_);
  }

 private:
  void place_vertices() {
    const Grid grid = settings_.grid_of(world_.size());
    graph_.owners = OwnerMap::grid_blocks(source_.num_vertices(), grid, settings_.shuffle);
    graph_.directedness = source_.directedness();
    rank_ = GridRank(grid, world_.rank());
    block_size_ = graph_.owners.block_size();
    memory_.require(bytes_of_marks(), "marks of connected vertices");
    marked_columns_ = VertexMarks(blocks_of_column() * block_size_);
    marked_rows_ = VertexMarks(blocks_of_row() * block_size_);
    // Filled in where no memory may be asked for.
    graph_.memory.push_back({"edges to their owners", 0, 0});
  }

  [[nodiscard]] std::uint64_t blocks_of_row() const {
    return static_cast<std::uint64_t>(rank_.grid().columns);
  }
  [[nodiscard]] std::uint64_t blocks_of_column() const {
    return static_cast<std::uint64_t>(rank_.grid().rows);
  }
  [[nodiscard]] std::uint64_t num_vertices_met() const {
    return (blocks_of_row() + blocks_of_column()) * block_size_;
  }
  [[nodiscard]] std::uint64_t bytes_of_marks() const { return num_vertices_met() / 8; }
  [[nodiscard]] bool is_directed() const { return graph_.directedness == Directedness::kDirected; }

  template <class Entries>
  void build_of(const Entries& form) {
    EntryCollector<typename Entries::Record> entries;
    collect(form, entries);
    const comm::PhaseScope phase(world_.traffic(), comm::Phase::kBuild);
    const comm::Communicator column = world_.split(rank_.column(), rank_.row());
    const std::uint64_t places = share_marks(column);
    auto degrees = comm::try_on_all_ranks(world_, [&] {
      compress(number(form, entries, places));
      const std::uint64_t bytes = graph_.bytes() + ColumnDegrees::bytes(graph_.place);
      begin_step("degrees", bytes);
      graph_.memory.back().peak_bytes = bytes;
      return ColumnDegrees(graph_, column, settings_.threads);
    });
    degrees.sum(world_, column, graph_);
  }

  /// Entries to those who hold them, which mark the vertices that they are of.
  template <class Entries, class Record = typename Entries::Record>
  void collect(const Entries& form, EntryCollector<Record>& entries) {
    const OwnerMap& owners = graph_.owners;
    const std::uint64_t n = owners.num_vertices();
    const auto route = [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
      check_ends(edge, n);
      for_each_arc_place(
          rank_, owners, graph_.directedness, edge.source, edge.target,
          [&](const ArcPlace& arc) { emit(arc.rank, form.pack(arc.row, arc.column)); });
    };
    RedistributeSettings settings{settings_.threads, settings_.chunk, settings_.ranks_per_node};
    const RedistributePlan plan =
        plan_redistribution<Record, NoWeight, 2>(world_, source_, settings);
    settings.chunk = plan.chunk;
    redistribute<Record, NoWeight, 2>(world_, source_, settings, route, [&](Array<Record>&& some) {
      mark_ends(form, some.span());
      entries.take(std::move(some));
      // What must follow on the entries that are here already: as many again.
      memory_.require(entries.size() * sizeof(std::uint64_t), "the block of a rank");
    });
    // How many entries a rank gets is known only now.
    const auto bytes = redistribute_bytes<Record, NoWeight, 2>(plan, world_.size());
    held_ = entries.bytes() + bytes_of_marks();
    graph_.memory.back().predicted_bytes = bytes.most + held_;
    graph_.memory.back().peak_bytes = bytes.outgoing + held_;
  }

  template <class Entries>
  void mark_ends(const Entries& form, std::span<const typename Entries::Record> entries) {
    parallel_for(0, entries.size(), settings_.threads, [&](std::size_t i) {
      marked_columns_.mark(form.column(entries[i]));
      // Of an undirected edge, the other arc has the target in a column.
      if (is_directed()) marked_rows_.mark(form.row(entries[i]));
    });
  }

  /// What the ranks of a column of the grid have marked becomes known to them, and to the ranks of
  /// the owners' rows. Returns the places of a block. Collective.
  [[nodiscard]] std::uint64_t share_marks(const comm::Communicator& column) {
    const comm::Communicator row = world_.split(rank_.row(), rank_.column());
    const auto own_words = [&](VertexMarks& marks, int block) {
      const std::size_t size = block_size_ / kWordBits;
      return marks.words().subspan(static_cast<std::size_t>(block) * size, size);
    };
    const std::span<std::uint64_t> own = own_words(marked_columns_, rank_.row());
    if (is_directed()) {
      row.all_reduce(marked_rows_.words(), comm::Reduction::kOr);
      const std::span<const std::uint64_t> targets = own_words(marked_rows_, rank_.column());
      for (std::size_t w = 0; w < own.size(); ++w) own[w] |= targets[w];
    }
    column.all_reduce(marked_columns_.words(), comm::Reduction::kOr);
    row.all_gather(std::span<const std::uint64_t>(own), marked_rows_.words());
    const std::uint64_t connected = count_marked(own, settings_.threads);
    const std::uint64_t most = world_.all_reduce(connected, comm::Reduction::kMax);
    const bool keeps_all = settings_.isolated == Graph2dSettings::Isolated::kAuto &&
                           !may_leave_out(rank_.grid(), block_size_);
    return keeps_all ? block_size_ : places_of_block(block_size_, most);
  }

  /// Entries by place, once it is known who has one.
  template <class Entries>
  [[nodiscard]] std::vector<Array<std::uint64_t>> number(
      const Entries& form, EntryCollector<typename Entries::Record>& entries,
      std::uint64_t places) {
    graph_.place = GridPlace(rank_.grid(), rank_.rank(), places);
    const bool leaves_out = places < block_size_;
    const std::uint64_t names = leaves_out ? ColumnNames::bytes(graph_.owners, graph_.place) +
                                                 DenseNumbering::bytes(num_vertices_met())
                                           : 0;
    const std::uint64_t marks = leaves_out ? bytes_of_marks() : 0;
    const std::uint64_t bytes = entries.bytes() + entries.translating_bytes() + marks + names;
    begin_step("entries", bytes);
    graph_.memory.back().peak_bytes = bytes;
    const DenseNumbering columns(std::move(marked_columns_), block_size_, places,
                                 settings_.threads);
    const DenseNumbering rows(std::move(marked_rows_), block_size_, places, settings_.threads);
    graph_.names = ColumnNames(graph_.owners, graph_.place, columns, settings_.threads);
    return entries.translate(settings_.threads, [&](const typename Entries::Record& entry) {
      return matrix_entry(rows.number(form.row(entry)), columns.number(form.column(entry)));
    });
  }

  void compress(std::vector<Array<std::uint64_t>> entries) {
    const GridPlace& place = graph_.place;
    const int threads = settings_.threads;
    std::uint64_t size = 0;
    for (const auto& part : entries) size += part.size();
    const std::uint64_t parts = size * sizeof(std::uint64_t);
    const std::uint64_t names = graph_.names.bytes();
    held_ = parts + names;
    const MatrixFormat by_source =
        LocalMatrix::fitting(settings_.format, entries, place.num_columns(), threads);
    begin_step("by_source", names + at_once(by_source, size, parts, place.num_columns(),
                                            most_bytes(by_source, size, place.num_columns())));
    graph_.by_source =
        LocalMatrix(std::move(entries), place.num_rows(), place.num_columns(), by_source, threads);
    const std::uint64_t kept = graph_.by_source.num_entries();
    graph_.memory.back().peak_bytes =
        names +
        at_once(by_source, size, parts, place.num_columns(),
                kept < size || by_source == MatrixFormat::kBitmap ? graph_.by_source.bytes() : 0);
    held_ = graph_.bytes();
    const MatrixFormat by_target = graph_.by_source.fitting_transpose(settings_.format, threads);
    const bool sorted = by_target == MatrixFormat::kBitmap;
    begin_step("by_target",
               held_ + at_once(by_target, kept, 0, place.num_rows(),
                               sorted ? most_bytes(by_target, kept, place.num_rows()) : 0));
    graph_.by_target = graph_.by_source.transposed(by_target, threads);
    graph_.memory.back().peak_bytes = held_ + at_once(by_target, kept, 0, place.num_rows(),
                                                      sorted ? graph_.by_target.bytes() : 0);
    held_ = graph_.bytes();
  }

  /// Of a matrix with so many entries.
  [[nodiscard]] static std::uint64_t most_bytes(MatrixFormat format, std::uint64_t entries,
                                                std::uint64_t columns) {
    const std::uint64_t rows = entries * sizeof(std::uint32_t);
    if (format == MatrixFormat::kCsc) return rows + (columns + 1) * sizeof(EdgeIndex);
    // A bit and half a bit a column, and a start for each that has entries.
    return rows + (columns / kWordBits + 1) * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
           (std::min(entries, columns) + 1) * sizeof(std::uint32_t);
  }

  /// What is held at once while so many entries, which come in `parts` bytes, become a matrix.
  /// `copied`: its bytes where it is made of what was sorted, with kCsc only where entries repeat.
  [[nodiscard]] std::uint64_t at_once(MatrixFormat format, std::uint64_t entries,
                                      std::uint64_t parts, std::uint64_t columns,
                                      std::uint64_t copied) const {
    if (format == MatrixFormat::kBitmap) {
      const std::uint64_t joined = entries * sizeof(std::uint64_t);
      return joined + std::max({parts, settings_.threads > 1 ? joined : 0, copied});
    }
    return most_bytes(format, entries, columns) + std::max(parts, copied);
  }

  /// A step that will hold so many bytes at most, of which this rank holds some already.
  void begin_step(const char* name, std::uint64_t bytes) {
    memory_.require(bytes - std::min(bytes, held_),
                    std::string("the step '") + name + "' of the build");
    graph_.memory.push_back({name, bytes, 0});
  }

  const comm::Communicator& world_;
  NodeMemory memory_;
  const EdgeSource& source_;
  const Graph2dSettings& settings_;
  GridRank rank_;
  std::uint64_t block_size_ = 0;  // with all vertices
  VertexMarks marked_columns_;    // with arcs out, or, of undirected edges, any
  VertexMarks marked_rows_;
  std::uint64_t held_ = 0;  // bytes of this rank when a step begins
  Graph2d graph_;
};

}  // namespace

Grid Graph2dSettings::grid_of(int ranks) const {
  const Grid asked = grid.value_or(near_square_grid(ranks));
  if (asked.rows * asked.columns != ranks) {
    throw UsageError(
        fmt::format("grid {} does not match the number of ranks, {}", grid_name(asked), ranks));
  }
  return asked;
}

Graph2d build_graph_2d(const comm::Communicator& world, const EdgeSource& source,
                       const Graph2dSettings& settings) {
  return comm::try_on_all_ranks(world, [&] { return Builder2d(world, source, settings); }).build();
}

}  // namespace strider::detail
