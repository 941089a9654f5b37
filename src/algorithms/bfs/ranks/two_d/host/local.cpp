// The local work on the cores of a machine.
#include "algorithms/bfs/ranks/local.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/owned_sources.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "algorithms/bfs/ranks/two_d/exchange_parents.hpp"
#include "algorithms/bfs/ranks/two_d/host/block_sets.hpp"
#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "algorithms/bfs/ranks/two_d/host/column_search.hpp"
#include "algorithms/bfs/ranks/two_d/host/degree_sums.hpp"
#include "algorithms/bfs/ranks/two_d/host/remote_parents.hpp"
#include "algorithms/bfs/ranks/two_d/host/row_search.hpp"
#include "algorithms/bfs/ranks/two_d/host/tree_part.hpp"
#include "base/parallel.hpp"
#include "graph/direction_rule.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kGroup = BlockBits::kGroup;
constexpr std::uint64_t kSampledVertices = 2048;  // edges of a larger frontier may be estimated

class HostLocal2d final : public BfsLocal {
 public:
  HostLocal2d(Workspace& workspace, GridExchange& grid, const Graph2d& graph,
              const TwoDSettings& settings)
      : graph_(graph),
        place_(graph.place),
        grid_(grid),
        threads_(settings.search.threads),
        names_(graph.names),
        num_own_(graph.owners.size(place_.rank())),
        groups_(place_.block_size() / kGroup),
        first_own_row_(place_.first_row(place_.column())),
        first_own_column_(place_.first_column(place_.row())),
        sets_(workspace, place_.block_size(), settings.encoding,
              place_.grid().columns == 1 ? place_.block_size() / OneColumnForm::kDense
                                         : kNoBitmapFrom,
              threads_),
        remote_(workspace, graph, sets_, threads_),
        tree_(workspace, graph, threads_),
        column_search_(graph.by_source, threads_),
        row_search_(workspace, graph, threads_),
        visited_(workspace, "the visited rows", place_.num_rows(), threads_),
        found_(workspace, "the rows found", place_.num_rows(), threads_),
        frontier_(workspace, "the frontier", place_.num_columns() + kGroup, threads_),
        initially_visited_(workspace, "isolated vertices", place_.block_size(), threads_),
        mapped_(static_cast<std::size_t>(place_.grid().rows)) {
    grid.declare(workspace, nullptr);
    workspace.declare("the parents", parents_, place_.num_rows());
    workspace.when_taken([this] { prepare(); });
  }

  LevelFound start(std::span<const OwnedVertex> sources, DistBfsTree& tree) override {
    sources_.clear();
    for (const OwnedVertex& source : sources) {
      if (source.rank == place_.rank()) sources_.push_back(index(source.vertex));
    }
    tree_.start(sources_, tree);
    level_ = 0;
    if (place_.grid().columns > 1) {
      visited_.clear();
      remote_.clear();
    }
    for_own_groups([&](std::size_t g) {
      visited_.set_group(own_row_group() + g, initially_visited_.group(g));
    });
    next_list_.clear();
    next_mapped_ = false;
    LevelFound found;
    for (const std::uint32_t source : sources_) {
      const std::optional<std::uint32_t> place = names_.find_own(source);
      if (!place) continue;
      visited_.set(first_own_row_ + *place);
      next_list_.push_back(*place);
      found.edges += graph_.degrees[*place];
    }
    found.vertices = sources_.size();
    advance();
    // On a grid of one column all know of them all.
    for (const OwnedVertex& source : sources) {
      if (grid_.num_columns() > 1 || source.rank == place_.rank()) continue;
      const auto column = names_.find(place_.row_of(source.rank), source.vertex);
      if (column) column_list_.push_back(*column);
    }
    return found;
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    return tree_.has_level(index(vertex));
  }

  void share_frontier(LevelSums* sums) override {
    const auto write = [&](std::span<std::byte> to) {
      return own_listed_ ? sets_.write(own_list_, to)
                         : sets_.write(frontier_, own_column_group(), to);
    };
    const auto take = [&](int grid_row, std::span<const std::byte> message) {
      take_frontier(grid_row, message);
    };
    if (sums == nullptr) {
      grid_.share_in_column(write, take);
    } else {
      grid_.share_in_column(*sums, write, take);
    }
  }

  /// Looks at all rows of the frontier's columns.
  void search_top_down() override {
    grid_.attempts().run([&] { search_columns(); });
    grid_.exchange_in_row(
        [&](int grid_column, std::span<std::byte> to) { return write_found(grid_column, to); },
        [&](int grid_column, std::span<const std::byte> message) {
          take_found(grid_column, message);
        });
  }

  /// Rows look for a parent among the frontier's columns, block after block, until they find one.
  void search_bottom_up() override {
    map_columns();
    row_search_.begin(frontier_);
    examined_ = 0;
    next_mapped_ = true;
    found_listed_ = false;
    grid_.pass_round_row(
        [&](int block) { search_rows(block); },
        [&](int block, std::span<std::byte> to) {
          return sets_.write_complement(visited_, place_.first_row(block) / kGroup, to);
        },
        [&](int block, std::span<const std::byte> message) { take_unvisited(block, message); });
  }

  LevelFound finish_level(EdgeCount count) override {
    ++level_;
    if (level_ + 1 == LevelView::kNarrowUnreached) tree_.widen();
    advance();
    const bool is_small = num_frontier_ < num_own_ / kSmallFrontier;
    if (count == EdgeCount::kFew && !is_small) return {num_frontier_, 0, false, 0, examined_};
    return {num_frontier_, count_frontier(count), true, 0, examined_};
  }

  void finish(Level num_levels, std::uint64_t /*remote_parents*/, DistBfsTree& tree) override {
    if (tree.has_parents()) {
      tree_.fill_parents(parents_.data(), [&](std::size_t group) {
        return visited_.group(own_row_group() + group) & ~initially_visited_.group(group);
      });
      remote_.use(parents_.data(), tree_.parents());
      exchange_parents(grid_, remote_);
    }
    tree_.finish(num_levels, tree);
  }

 private:
  [[nodiscard]] std::size_t own_row_group() const { return first_own_row_ / kGroup; }
  [[nodiscard]] std::size_t own_column_group() const { return first_own_column_ / kGroup; }
  void for_own_groups(const auto& body) const { for_each_group(0, groups_, threads_, body); }

  /// Neither vertices without an arc nor places of no vertex look for a parent.
  void prepare() {
    for_own_groups([&](std::size_t g) {
      std::uint64_t bits = 0;
      for (std::size_t b = 0; b < kGroup; ++b) {
        const std::size_t v = g * kGroup + b;
        const bool isolated =
            graph_.directedness == Directedness::kUndirected && graph_.degrees[v] == 0;
        bits |= std::uint64_t{v >= names_.num_own() || isolated ? 1U : 0U} << b;
      }
      initially_visited_.set_group(g, bits);
    });
    // Columns that stand for vertices, also of own rows whose parent others know.
    std::fill(parents_.begin(), parents_.end(), first_own_column_);
  }

  /// The frontier of the rank in `grid_row` of this column of the grid.
  void take_frontier(int grid_row, std::span<const std::byte> message) {
    const comm::Decoded set = sets_.read(message);
    const std::uint32_t first = place_.first_column(grid_row);
    if (!set.is_bitmap) {
      for (const std::uint32_t id : set.ids) column_list_.push_back(first + id);
      return;
    }
    for_own_groups([&](std::size_t g) { frontier_.set_group(first / kGroup + g, set.words[g]); });
    mapped_[static_cast<std::size_t>(grid_row)] = 1;
    any_mapped_ = true;
  }

  /// Finds rows not seen here before; those that are own vertices are put on the next level.
  void search_columns() {
    found_list_.clear();
    next_list_.clear();
    if (!any_mapped_ && column_search_.count_entries(column_list_) <= OneColumnForm::kListEntries) {
      examined_ = column_search_.list_rows(column_list_, visited_, parents_.data(), found_list_);
      std::sort(found_list_.begin(), found_list_.end());
      found_listed_ = true;
      next_mapped_ = false;
      for (const std::uint32_t row : found_in_block(place_.column())) {
        tree_.set_level(row, level_ + 1);
        next_list_.push_back(row - first_own_row_);
      }
      return;
    }
    found_listed_ = false;
    next_mapped_ = true;
    found_.clear();
    if (any_mapped_) {
      map_columns();
      examined_ = column_search_.map_rows(frontier_, visited_, parents_.data(), found_);
    } else {
      examined_ = column_search_.map_rows(column_list_, visited_, parents_.data(), found_);
    }
    for_own_groups([&](std::size_t g) {
      tree_.set_levels(own_row_group() + g, found_.group(own_row_group() + g), level_ + 1);
    });
  }

  /// The vertices found that the rank in `grid_column` of this row of the grid owns.
  std::size_t write_found(int grid_column, std::span<std::byte> to) {
    const std::uint32_t first = place_.first_row(grid_column);
    if (!found_listed_) return sets_.write(found_, first / kGroup, to);
    ids_.clear();
    for (const std::uint32_t row : found_in_block(grid_column)) ids_.push_back(row - first);
    return sets_.write(ids_, to);
  }

  /// Own vertices that the rank in `grid_column` has found: it is remembered who knows the parents
  /// of those not reached before.
  void take_found(int grid_column, std::span<const std::byte> message) {
    const comm::Decoded set = sets_.read(message);
    for (const std::uint32_t v : set.ids) {
      if (visited_.test(first_own_row_ + v)) continue;
      visited_.set(first_own_row_ + v);
      tree_.set_level(first_own_row_ + v, level_ + 1);
      remote_.note_remote_parent(grid_column, v);
      if (next_mapped_) {
        found_.set(first_own_row_ + v);
      } else {
        next_list_.push_back(v);
      }
    }
    if (!set.is_bitmap) return;
    map_next();
    for_own_groups([&](std::size_t g) {
      const std::uint64_t fresh = set.words[g] & ~visited_.group(own_row_group() + g);
      if (fresh == 0) return;
      take_group(g, fresh);
      remote_.note_remote_parent(grid_column, g, fresh);
    });
  }

  void search_rows(int grid_column) {
    const std::size_t first = place_.first_row(grid_column) / kGroup;
    examined_ += row_search_.search({.frontier = &frontier_,
                                     .visited = &visited_,
                                     .found = &found_,
                                     .parents = parents_.data(),
                                     .levels = tree_.levels(),
                                     .level = level_ + 1},
                                    first, groups_);
    if (grid_column != place_.column()) remote_.note_reported(found_, grid_column);
  }

  /// What other ranks left of a block; of the own one, who left and does not return was found.
  void take_unvisited(int grid_column, std::span<const std::byte> message) {
    const auto unvisited = sets_.read_words(message);
    const std::size_t first = place_.first_row(grid_column) / kGroup;
    if (grid_column != place_.column()) {
      for_own_groups([&](std::size_t g) { visited_.set_group(first + g, ~unvisited[g]); });
      return;
    }
    for_own_groups([&](std::size_t g) {
      const std::uint64_t fresh = ~(visited_.group(first + g) | unvisited[g]);
      if (fresh != 0) take_group(g, fresh);
    });
  }

  /// What was found becomes the frontier.
  void advance() {
    std::uint64_t count = next_list_.size();
    own_list_.clear();
    if (next_mapped_) {
      count = found_.count_groups(own_row_group(), groups_);
      // As few as these are better listed.
      own_listed_ = count <= groups_ / 4;
      if (own_listed_) {
        found_.for_each(own_row_group(), groups_, [&](std::uint32_t v) { own_list_.push_back(v); });
      } else {
        for_own_groups([&](std::size_t g) {
          frontier_.set_group(own_column_group() + g, found_.group(own_row_group() + g));
        });
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
  }

  /// The arcs of the whole graph that leave the own frontier.
  [[nodiscard]] EdgeIndex count_frontier(EdgeCount count) const {
    const DegreeSums degrees(graph_.degrees.span());
    if (own_listed_) return degrees.of(own_list_);
    if (count != EdgeCount::kExact && num_frontier_ > kSampledVertices) {
      return degrees.estimate(frontier_, own_column_group(), groups_, num_frontier_);
    }
    return degrees.of(frontier_, own_column_group(), groups_, threads_);
  }

  /// Those of found_list_ in a block of rows.
  [[nodiscard]] std::span<const std::uint32_t> found_in_block(int grid_column) const {
    const std::uint32_t first = place_.first_row(grid_column);
    const auto begin = std::lower_bound(found_list_.begin(), found_list_.end(), first);
    const auto end = std::lower_bound(begin, found_list_.end(), first + place_.block_size());
    return {begin, end};
  }

  /// Own vertices of a group that another rank found.
  void take_group(std::size_t group, std::uint64_t fresh) {
    const std::size_t rows = own_row_group() + group;
    visited_.add_to_group(rows, fresh);
    found_.add_to_group(rows, fresh);
    tree_.set_levels(rows, fresh, level_ + 1);
  }

  /// The next frontier becomes a bitmap.
  void map_next() {
    if (next_mapped_) return;
    next_mapped_ = true;
    found_.clear_groups(own_row_group(), groups_);
    for (const std::uint32_t v : next_list_) found_.set(first_own_row_ + v);
  }
  /// The frontier of columns becomes a bitmap.
  void map_columns() {
    for (int r = 0; r < place_.grid().rows; ++r) {
      if (mapped_[static_cast<std::size_t>(r)] == 0) {
        frontier_.clear_groups(place_.first_column(r) / kGroup, groups_);
      }
    }
    for (const std::uint32_t column : column_list_) frontier_.set(column);
  }

  const Graph2d& graph_;
  const GridPlace& place_;
  GridExchange& grid_;
  int threads_;
  const ColumnNames& names_;
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
  Level level_ = 0;                     // of the frontier
  std::uint64_t examined_ = 0;          // entries, in the last step
  std::vector<std::uint32_t> sources_;  // own vertices, isolated ones too
  std::vector<std::uint32_t> ids_;
};

}  // namespace

std::unique_ptr<BfsLocal> make_host_local_2d(Workspace& workspace, GridExchange& grid,
                                             const Graph2d& graph, const TwoDSettings& settings) {
  return std::make_unique<HostLocal2d>(workspace, grid, graph, settings);
}

}  // namespace strider::detail
