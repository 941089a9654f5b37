#include "ranks/two_d/graph_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// What comes round by round, joined in the end.
class EntryCollector {
 public:
  void take(Array<std::uint64_t>&& entries) {
    if (entries.empty()) return;
    size_ += entries.size();
    parts_.push_back(std::move(entries));
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// All of them. A part is released as soon as it is copied, and memory is backed by pages only
  /// where it is written: what is held stays about one copy and a part.
  [[nodiscard]] Array<std::uint64_t> join() {
    Array<std::uint64_t> all(size_);
    std::uint64_t* end = all.data();
    for (Array<std::uint64_t>& part : parts_) {
      end = std::copy(part.begin(), part.end(), end);
      part = {};
    }
    parts_.clear();
    size_ = 0;
    return all;
  }

 private:
  std::vector<Array<std::uint64_t>> parts_;
  std::uint64_t size_ = 0;
};

std::uint32_t saturating_sum(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t sum = std::uint64_t{a} + b;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

class Builder2d {
 public:
  Builder2d(const comm::Communicator& world, const EdgeSource& source,
            const Graph2dSettings& settings)
      : world_(world), memory_(world), source_(source), settings_(settings) {}

  Graph2d build() {
    comm::try_on_all_ranks(world_, [&] { place_vertices(); });
    collect();
    comm::try_on_all_ranks(world_, [&] { compress(); });
    count_degrees();
    graph_.num_arcs = world_.all_reduce(graph_.by_source.num_entries(), comm::Reduction::kSum);
    return std::move(graph_);
  }

 private:
  void place_vertices() {
    const Grid grid = settings_.grid.value_or(near_square_grid(world_.size()));
    if (grid.rows * grid.columns != world_.size()) {
      throw UsageError(fmt::format("grid {} does not match the number of ranks, {}",
                                   grid_name(grid), world_.size()));
    }
    graph_.owners = OwnerMap::grid_blocks(source_.num_vertices(), grid, settings_.shuffle);
    graph_.place = GridPlace(grid, world_.rank(), graph_.owners.block_size());
    graph_.directedness = source_.directedness();
  }

  /// Entries to those who hold them.
  void collect() {
    const OwnerMap& owners = graph_.owners;
    const GridPlace& place = graph_.place;
    const bool both_ways = graph_.directedness == Directedness::kUndirected;
    const std::uint64_t n = owners.num_vertices();
    const auto route = [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
      check_ends(edge, n);
      if (edge.source == edge.target) return;
      const OwnedVertex u = owners.locate(edge.source);
      const OwnedVertex v = owners.locate(edge.target);
      const auto emit_arc = [&](const OwnedVertex& from, const OwnedVertex& to) {
        const GridPlace::ArcPlace arc =
            place.place_arc(from.rank, index(from.vertex), to.rank, index(to.vertex));
        emit(arc.rank, matrix_entry(arc.row, arc.column));
      };
      emit_arc(u, v);
      if (both_ways) emit_arc(v, u);
    };
    const std::uint64_t chunk =
        chunk_of<std::uint64_t, NoWeight, 2>(world_, source_, {.chunk = settings_.chunk});
    redistribute<std::uint64_t, NoWeight, 2>(
        world_, source_, {.threads = settings_.threads, .chunk = chunk}, route,
        [&](Array<std::uint64_t>&& entries) {
          entries_.take(std::move(entries));
          // What must follow on the entries that are here already: as many again, and offsets.
          memory_.require(bytes_of_entries() + offset_bytes(), "the block of a rank");
        });
    // How many entries a rank gets is known only now.
    const auto bytes = redistribute_bytes<std::uint64_t, NoWeight, 2>(chunk, world_.size());
    graph_.memory.push_back({"edges to their owners", bytes.most + bytes_of_entries(),
                             bytes.outgoing + bytes_of_entries()});
  }

  [[nodiscard]] std::uint64_t bytes_of_entries() const {
    return entries_.size() * sizeof(std::uint64_t);
  }
  /// Of offsets and of the columns that are met, wherever they are needed.
  [[nodiscard]] std::uint64_t offset_bytes() const {
    const std::uint64_t lines = std::uint64_t{graph_.place.num_rows()} + graph_.place.num_columns();
    return 2 * (sizeof(EdgeIndex) + 1) * lines;
  }

  void compress() {
    const GridPlace& place = graph_.place;
    const std::uint64_t entries = entries_.size();
    // Parts and the whole that they are joined to.
    begin_step("entries", 2 * bytes_of_entries());
    graph_.memory.back().peak_bytes = 2 * bytes_of_entries();
    const std::uint64_t offsets = offset_bytes();
    // Entries, and the rows dealt from them, twice where some repeat; or a buffer for sorting.
    begin_step("by_source", 2 * bytes_of_entries() + offsets);
    graph_.by_source = LocalMatrix(entries_.join(), place.num_rows(), place.num_columns(),
                                   settings_.format, settings_.threads);
    graph_.memory.back().peak_bytes = peak_of(entries, graph_.by_source);
    const std::uint64_t kept = graph_.by_source.num_entries();
    begin_step("by_target", graph_.bytes() + 2 * kept * sizeof(std::uint64_t) + offsets);
    graph_.by_target = graph_.by_source.transposed(settings_.format, settings_.threads);
    graph_.memory.back().peak_bytes = graph_.by_source.bytes() + peak_of(kept, graph_.by_target);
  }

  /// What was held at once while so many entries became that matrix.
  [[nodiscard]] std::uint64_t peak_of(std::uint64_t entries, const LocalMatrix& matrix) const {
    const std::uint64_t bytes = entries * sizeof(std::uint64_t);
    if (matrix.format() == MatrixFormat::kBitmap) {
      return bytes + std::max(settings_.threads > 1 ? bytes : 0, matrix.bytes());
    }
    const std::uint64_t dealt =
        entries * sizeof(std::uint32_t) + (matrix.num_columns() + 1ULL) * sizeof(EdgeIndex);
    const bool repeated = matrix.num_entries() < entries;
    return dealt + std::max(bytes, repeated ? matrix.bytes() : 0);
  }

  /// A step that will hold so many bytes at most, of which this rank holds some already.
  void begin_step(const char* name, std::uint64_t bytes) {
    const std::uint64_t held = graph_.bytes() + bytes_of_entries();
    memory_.require(bytes - std::min(bytes, held),
                    std::string("the step '") + name + "' of the build");
    graph_.memory.push_back({name, bytes, 0});
  }

  /// The ranks of a column of the grid add up what each holds of a vertex; its owner gives the sum
  /// back to all of them.
  void count_degrees() {
    const comm::PhaseScope phase(world_.traffic(), comm::Phase::kBuild);
    const GridPlace& place = graph_.place;
    const comm::Communicator column = world_.split(place.column(), place.row());
    const std::size_t block = place.block_size();
    const auto ranks = static_cast<std::size_t>(place.grid().rows);
    const std::vector<std::uint64_t> counts(ranks, block);
    std::vector<std::uint64_t> received_counts;
    Array<std::uint32_t> all;
    comm::try_on_all_ranks(world_, [&] {
      // What is sent and what comes, and the degrees.
      const std::uint64_t bytes = graph_.bytes() + (2 * ranks + 1) * block * sizeof(std::uint32_t);
      begin_step("degrees", bytes);
      graph_.memory.back().peak_bytes = bytes;
      graph_.degrees = Array<std::uint32_t>(block, 0);
      all = Array<std::uint32_t>(ranks * block, 0);
      graph_.by_source.for_each_column(settings_.threads,
                                       [&](std::uint32_t c, std::span<const std::uint32_t> rows) {
                                         all[c] = static_cast<std::uint32_t>(rows.size());
                                       });
    });
    Array<std::uint32_t> parts =
        column.all_to_all<std::uint32_t>(all.span(), counts, received_counts);
    parallel_chunks(block, settings_.threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        for (std::size_t r = 0; r < ranks; ++r) {
          graph_.degrees[v] = saturating_sum(graph_.degrees[v], parts[r * block + v]);
        }
        for (std::size_t r = 0; r < ranks; ++r) all[r * block + v] = graph_.degrees[v];
      }
    });
    parts = {};
    graph_.column_degrees = column.all_to_all<std::uint32_t>(all.span(), counts, received_counts);
  }

  const comm::Communicator& world_;
  NodeMemory memory_;
  const EdgeSource& source_;
  const Graph2dSettings& settings_;
  Graph2d graph_;
  EntryCollector entries_;
};

}  // namespace

Graph2d build_graph_2d(const comm::Communicator& world, const EdgeSource& source,
                       const Graph2dSettings& settings) {
  return Builder2d(world, source, settings).build();
}

}  // namespace strider::detail
