// The local work on the cores of a machine.
#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/two_d/host/block_sets.hpp"
#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "algorithms/bfs/ranks/two_d/host/column_search.hpp"
#include "algorithms/bfs/ranks/two_d/host/remote_parents.hpp"
#include "algorithms/bfs/ranks/two_d/host/row_search.hpp"
#include "algorithms/bfs/ranks/two_d/host/tree_part.hpp"
#include "algorithms/bfs/ranks/two_d/local.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kGroup = BlockBits::kGroup;
/// A step along so few entries is one thread's, and lists what it finds: bitmaps are not looked at
/// as a whole, which counts where levels are many and small.
constexpr EdgeIndex kListEntries = 2048;
/// The edges of a frontier of more vertices may be estimated, by one group of so many.
constexpr std::uint64_t kSampledVertices = 2048;
constexpr std::size_t kSampleStep = 8;
/// On a grid of one column a frontier of one vertex in so many is sent as a bitmap, which is read
/// as it is by every other rank, though half as many bytes might do.
constexpr std::uint32_t kDense = 16;

class HostSearch2d final : public LocalSearch2d {
 public:
  HostSearch2d(const Graph2d& graph, const TwoDSettings& settings)
      : graph_(graph),
        place_(graph.place),
        threads_(settings.search.threads),
        num_own_(graph.owners.size(place_.rank())),
        groups_(place_.block_size() / kGroup),
        first_own_row_(place_.first_row(place_.column())),
        first_own_column_(place_.first_column(place_.row())),
        sets_(place_.block_size(), settings.encoding,
              place_.grid().columns == 1 ? place_.block_size() / kDense : kNoBitmapFrom),
        remote_(graph, sets_),
        tree_(graph),
        column_search_(graph.by_source, threads_),
        row_search_(graph, threads_),
        visited_(place_.num_rows()),
        found_(place_.num_rows()),
        frontier_(place_.num_columns() + kGroup),
        initially_visited_(place_.block_size()),
        parents_(place_.num_rows(),
                 0),  // numbers of columns, also of rows whose parent others know
        mapped_(static_cast<std::size_t>(place_.grid().rows)) {
    // Neither vertices without an arc nor places past the last vertex look for a parent.
    for (std::size_t g = 0; g < groups_; ++g) {
      std::uint64_t bits = 0;
      for (std::size_t b = 0; b < kGroup; ++b) {
        const std::size_t v = g * kGroup + b;
        const bool isolated =
            graph.directedness == Directedness::kUndirected && graph.degrees[v] == 0;
        bits |= std::uint64_t{v >= num_own_ || isolated ? 1U : 0U} << b;
      }
      initially_visited_.set_group(g, bits);
    }
  }

  void start(std::optional<std::uint32_t> source, DistBfsTree& tree) override {
    tree_.start(source, tree);
    if (place_.grid().columns > 1) {
      visited_.clear();
      remote_.clear();
    }
    for (std::size_t g = 0; g < groups_; ++g) {
      visited_.set_group(own_row_group() + g, initially_visited_.group(g));
    }
    next_list_.clear();
    next_mapped_ = false;
    if (source) {
      visited_.set(first_own_row_ + *source);
      next_list_.push_back(*source);
    }
    (void)advance();
  }

  void add_column(std::uint32_t column) override { column_list_.push_back(column); }

  // --- expand ------------------------------------------------------------------------------------

  std::size_t write_frontier(std::span<std::byte> to) override {
    return own_listed_ ? sets_.write(own_list_, to)
                       : sets_.write(frontier_, own_column_group(), to);
  }

  void take_frontier(int grid_row, std::span<const std::byte> message) override {
    const comm::Decoded set = sets_.read(message);
    const std::uint32_t first = place_.first_column(grid_row);
    if (!set.is_bitmap) {
      for (const std::uint32_t id : set.ids) column_list_.push_back(first + id);
      return;
    }
    for (std::size_t g = 0; g < groups_; ++g) frontier_.set_group(first / kGroup + g, set.words[g]);
    mapped_[static_cast<std::size_t>(grid_row)] = 1;
    any_mapped_ = true;
  }

  // --- top-down ----------------------------------------------------------------------------------

  void search_columns(Level level) override {
    found_list_.clear();
    next_list_.clear();
    if (!any_mapped_ && column_search_.count_entries(column_list_) <= kListEntries) {
      column_search_.list_rows(column_list_, visited_, parents_.data(), found_list_);
      std::sort(found_list_.begin(), found_list_.end());
      found_listed_ = true;
      next_mapped_ = false;
      for (const std::uint32_t row : found_in_block(place_.column())) {
        tree_.set_level(row, level);
        next_list_.push_back(row - first_own_row_);
      }
      return;
    }
    found_listed_ = false;
    next_mapped_ = true;
    found_.clear();
    if (any_mapped_) {
      map_columns();
      column_search_.map_rows(frontier_, visited_, parents_.data(), found_);
    } else {
      column_search_.map_rows(column_list_, visited_, parents_.data(), found_);
    }
    for (std::size_t g = own_row_group(); g < own_row_group() + groups_; ++g) {
      tree_.set_levels(g, found_.group(g), level);
    }
  }

  std::size_t write_found(int grid_column, std::span<std::byte> to) override {
    const std::uint32_t first = place_.first_row(grid_column);
    if (!found_listed_) return sets_.write(found_, first / kGroup, to);
    ids_.clear();
    for (const std::uint32_t row : found_in_block(grid_column)) ids_.push_back(row - first);
    return sets_.write(ids_, to);
  }

  void take_found(int grid_column, std::span<const std::byte> message, Level level) override {
    const comm::Decoded set = sets_.read(message);
    for (const std::uint32_t v : set.ids) {
      if (visited_.test(first_own_row_ + v)) continue;
      visited_.set(first_own_row_ + v);
      tree_.set_level(first_own_row_ + v, level);
      remote_.note_remote_parent(grid_column, v);
      if (next_mapped_) {
        found_.set(first_own_row_ + v);
      } else {
        next_list_.push_back(v);
      }
    }
    if (!set.is_bitmap) return;
    map_next();
    for (std::size_t g = 0; g < groups_; ++g) {
      const std::uint64_t fresh = set.words[g] & ~visited_.group(own_row_group() + g);
      if (fresh == 0) continue;
      take_group(g, fresh, level);
      remote_.note_remote_parent(grid_column, g, fresh);
    }
  }

  // --- bottom-up ---------------------------------------------------------------------------------

  void begin_bottom_up() override {
    map_columns();
    row_search_.begin(frontier_);
    next_mapped_ = true;
    found_listed_ = false;
  }

  void search_rows(int grid_column, Level level) override {
    const std::size_t first = place_.first_row(grid_column) / kGroup;
    row_search_.search({.frontier = &frontier_,
                        .visited = &visited_,
                        .found = &found_,
                        .parents = parents_.data(),
                        .levels = tree_.levels(),
                        .level = level},
                       first, groups_);
    if (grid_column != place_.column()) remote_.note_reported(found_, grid_column);
  }

  std::size_t write_unvisited(int grid_column, std::span<std::byte> to) override {
    return sets_.write_complement(visited_, place_.first_row(grid_column) / kGroup, to);
  }

  void take_unvisited(int grid_column, std::span<const std::byte> message) override {
    const std::span<const std::uint64_t> unvisited = sets_.read_words(message);
    const std::size_t first = place_.first_row(grid_column) / kGroup;
    for (std::size_t g = 0; g < groups_; ++g) visited_.set_group(first + g, ~unvisited[g]);
  }

  void take_back_unvisited(std::span<const std::byte> message, Level level) override {
    const std::span<const std::uint64_t> unvisited = sets_.read_words(message);
    for (std::size_t g = 0; g < groups_; ++g) {
      const std::uint64_t fresh = ~(visited_.group(own_row_group() + g) | unvisited[g]);
      if (fresh != 0) take_group(g, fresh, level);
    }
  }

  // --- the next level ----------------------------------------------------------------------------

  std::uint64_t advance() override {
    std::uint64_t count = next_list_.size();
    own_list_.clear();
    if (next_mapped_) {
      count = found_.count_groups(own_row_group(), groups_);
      // As few as these are better listed.
      own_listed_ = count <= groups_ / 4;
      if (own_listed_) {
        found_.for_each(own_row_group(), groups_, [&](std::uint32_t v) { own_list_.push_back(v); });
      } else {
        for (std::size_t g = 0; g < groups_; ++g) {
          frontier_.set_group(own_column_group() + g, found_.group(own_row_group() + g));
        }
      }
    } else {
      own_listed_ = true;
      std::sort(next_list_.begin(), next_list_.end());
      std::swap(own_list_, next_list_);
    }
    column_list_.clear();
    for (const std::uint32_t v : own_list_) column_list_.push_back(first_own_column_ + v);
    std::fill(mapped_.begin(), mapped_.end(), 0);
    mapped_[static_cast<std::size_t>(place_.row())] = own_listed_ ? 0 : 1;
    any_mapped_ = !own_listed_;
    num_frontier_ = count;
    return count;
  }

  EdgeIndex frontier_edges(EdgeCount count) override {
    EdgeIndex edges = 0;
    for (const std::uint32_t v : own_list_) edges += graph_.degrees[v];
    if (own_listed_) return edges;
    if (count == EdgeCount::kEstimate && num_frontier_ > kSampledVertices) return estimate_edges();
    parallel_chunks(groups_, threads_, [&](std::size_t begin, std::size_t end, int) {
      fetch_add_relaxed(edges, count_edges(begin, end - begin));
    });
    return edges;
  }

  void widen() override { tree_.widen(); }

  // --- predecessors ------------------------------------------------------------------------------

  std::size_t write_requests(int grid_column, std::span<std::byte> to) override {
    return remote_.write_requests(grid_column, to);
  }
  std::size_t write_reported(int grid_column, std::span<std::byte> to) override {
    return remote_.write_reported(grid_column, to);
  }
  void take_requests(int grid_column, std::span<const std::byte> message) override {
    remote_.take_requests(grid_column, message);
  }
  void take_reported(int grid_column, std::span<const std::byte> message) override {
    remote_.take_reported(grid_column, message);
  }
  [[nodiscard]] std::uint64_t count_parent_words(int grid_column) const override {
    return remote_.count_words(grid_column);
  }
  void fill_parents() override {
    tree_.fill_parents(parents_.data(), threads_, [&](std::size_t group) {
      return visited_.group(own_row_group() + group) & ~initially_visited_.group(group);
    });
  }
  void write_parents(int grid_column, std::span<std::uint64_t> to) override {
    remote_.write(grid_column, parents_.data(), to);
  }
  void take_parents(int grid_column, std::span<const std::uint64_t> words) override {
    remote_.take(grid_column, words, tree_.parents());
  }

  void finish(Level num_levels, DistBfsTree& tree) override { tree_.finish(num_levels, tree); }

 private:
  [[nodiscard]] std::size_t own_row_group() const { return first_own_row_ / kGroup; }
  [[nodiscard]] std::size_t own_column_group() const { return first_own_column_ / kGroup; }

  /// Of the vertices of some groups of the own frontier, a bitmap.
  [[nodiscard]] EdgeIndex count_edges(std::size_t first, std::size_t count) const {
    EdgeIndex sum = 0;
    frontier_.for_each(own_column_group() + first, count,
                       [&](std::uint32_t v) { sum += graph_.degrees[first * kGroup + v]; });
    return sum;
  }
  /// By every kSampleStep-th group: their degrees lie anywhere in memory.
  [[nodiscard]] EdgeIndex estimate_edges() const {
    EdgeIndex edges = 0;
    std::uint64_t vertices = 0;
    for (std::size_t g = 0; g < groups_; g += kSampleStep) {
      edges += count_edges(g, 1);
      vertices += frontier_.count_groups(own_column_group() + g, 1);
    }
    const double mean =
        static_cast<double>(edges) / static_cast<double>(std::max<std::uint64_t>(1, vertices));
    return std::max(num_frontier_ + 1,
                    static_cast<EdgeIndex>(mean * static_cast<double>(num_frontier_)));
  }

  /// Those of found_list_ in a block of rows.
  [[nodiscard]] std::span<const std::uint32_t> found_in_block(int grid_column) const {
    const std::uint32_t first = place_.first_row(grid_column);
    const auto begin = std::lower_bound(found_list_.begin(), found_list_.end(), first);
    const auto end = std::lower_bound(begin, found_list_.end(), first + place_.block_size());
    return {begin, end};
  }

  /// Own vertices of a group that another rank found.
  void take_group(std::size_t group, std::uint64_t fresh, Level level) {
    const std::size_t rows = own_row_group() + group;
    visited_.add_to_group(rows, fresh);
    found_.add_to_group(rows, fresh);
    tree_.set_levels(rows, fresh, level);
  }

  /// The next frontier becomes a bitmap.
  void map_next() {
    if (next_mapped_) return;
    next_mapped_ = true;
    found_.fill_groups(own_row_group(), groups_, 0);
    for (const std::uint32_t v : next_list_) found_.set(first_own_row_ + v);
  }
  /// The frontier of columns becomes a bitmap.
  void map_columns() {
    for (int r = 0; r < place_.grid().rows; ++r) {
      if (mapped_[static_cast<std::size_t>(r)] == 0) {
        frontier_.fill_groups(place_.first_column(r) / kGroup, groups_, 0);
      }
    }
    for (const std::uint32_t column : column_list_) frontier_.set(column);
  }

  const Graph2d& graph_;
  const GridPlace& place_;
  int threads_;
  std::size_t num_own_;
  std::size_t groups_;  // of 64 vertices in a block
  std::uint32_t first_own_row_;
  std::uint32_t first_own_column_;
  BlockSets sets_;
  RemoteParents remote_;
  TreePart tree_;
  ColumnSearch column_search_;
  RowSearch row_search_;

  BlockBits visited_;            // by row: that this rank knows of
  BlockBits found_;              // by row: in this level; of the own block by any rank
  BlockBits frontier_;           // by column, meaningful where mapped_; and a group of zeros
  BlockBits initially_visited_;  // own vertices that are never unvisited

  Array<std::uint32_t> parents_;  // columns

  // The frontier: own vertices, listed or in frontier_; then columns, block by block.
  std::vector<std::uint32_t> own_list_;
  bool own_listed_ = true;
  std::uint64_t num_frontier_ = 0;  // own vertices
  std::vector<std::uint32_t> column_list_;
  std::vector<std::uint8_t> mapped_;
  bool any_mapped_ = false;
  // What was found: rows, listed or in found_; then own vertices, the same.
  std::vector<std::uint32_t> found_list_;
  bool found_listed_ = false;
  std::vector<std::uint32_t> next_list_;
  bool next_mapped_ = false;

  std::vector<std::uint32_t> ids_;
};

}  // namespace

std::uint64_t predict_host_search_2d_bytes(const Graph2d& graph) {
  const std::uint64_t rows = graph.place.num_rows();
  const std::uint64_t block = graph.place.block_size();
  // Parents and levels by row, four bitmaps by row, one by column; what own vertices get.
  return rows * (sizeof(std::uint32_t) + sizeof(std::uint8_t) + sizeof(Level)) + 4 * rows / 8 +
         graph.place.num_columns() / 8 + block * (sizeof(GlobalVertex) + sizeof(Level)) +
         block / 4 + RowSearch::predict_layout_bytes(graph);
}

std::unique_ptr<LocalSearch2d> make_host_search_2d(const Graph2d& graph,
                                                   const TwoDSettings& settings) {
  return std::make_unique<HostSearch2d>(graph, settings);
}

}  // namespace strider::detail
