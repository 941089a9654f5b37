// The local work of a rank on a grid, on its device (Bisson, Bernaschi and Mastrostefano 2014,
// sections 3.3 to 3.5 and 5).
//
// Messages are made by kernels: a list or a bitmap, whichever is shorter. A frontier is a list of
// columns, and bits where a bitmap came or rows look for parents. Parents of the end are named on
// the host, where the tree is wanted, and travel from there.
#include "algorithms/bfs/ranks/local.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/owned_sources.hpp"
#include "algorithms/bfs/ranks/two_d/exchange_parents.hpp"
#include "algorithms/bfs/ranks_gpu/block_search.hpp"
#include "algorithms/bfs/ranks_gpu/make_locals.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/kernels.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/remote_parents.hpp"
#include "gpu/device_state.hpp"
#include "ranks_gpu/range_sets.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class Local2dOnDevice final : public BfsLocal {
 public:
  Local2dOnDevice(Workspace& workspace, GridExchange& grid, const GridBlock& block,
                  const Device& device, const DeviceBfsOptions& options)
      : place_(block.place),
        grid_(grid),
        names_(*block.names),
        degrees_(block.degrees),
        num_own_(block.num_own),
        words_(place_.block_size() / 32),
        first_own_column_(place_.first_column(place_.row())),
        queue_(static_cast<Context&>(*device.state().context)),
        by_source_(workspace, queue_, block.by_source),
        by_target_(workspace, queue_, block.by_target),
        wire_(workspace, queue_, device, wire_sizes(grid, place_, options)),
        sets_(workspace, queue_, wire_,
              {std::max(place_.block_size(), place_.num_columns()) / 32, place_.block_size()},
              options.tuning.block_threads),
        block_(workspace, queue_, sets_, shape_of(block), options,
               // Neither vertices without an arc nor places of no vertex look for a parent.
               [degrees = block.degrees, is_directed = block.is_directed](u32 v) {
                 return !is_directed && degrees[v] == 0;
               }),
        blocks_(workspace, queue_, wire_, blocks_of_row(place_), options.tuning.block_threads),
        remote_(workspace, queue_, sets_, blocks_, place_, names_, block.offsets),
        mapped_(static_cast<std::size_t>(place_.grid().rows)) {
    block_.require_blocks(block.by_source);
    grid.declare(workspace, wire_.messages());
    Context& context = queue_.context();
    if (names_.leaves_out()) {
      workspace.count("the tree of all own vertices",
                      num_own_ * (sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level)));
    }
    declare_copy(workspace, "degrees of own vertices", own_degrees_, queue_, block.degrees);
    workspace.declare("a list of own vertices", own_list_, place_.block_size(), context);
    workspace.declare("a sum of degrees", sum_, 1, context);
    workspace.declare("a copy of a sum", seen_, 1, context);
  }

  LevelFound start(std::span<const OwnedVertex> sources, DistBfsTree& tree) override {
    fit_tree(tree);
    block_.start(by_place_);
    remote_.clear();
    level_ = 0;
    LevelFound found;
    sources_.clear();
    isolated_sources_.clear();
    columns_.clear();
    for (const OwnedVertex& source : sources) {
      const bool is_own = source.rank == place_.rank();
      // Of other ranks' sources, those on a grid of one column are known to all.
      if (!is_own && grid_.num_columns() > 1) continue;
      const auto column = names_.find(place_.row_of(source.rank), source.vertex);
      if (!is_own) {
        if (column) columns_.push_back(*column);
      } else if (column) {
        sources_.push_back(*column - first_own_column_);
        found.edges += degrees_[sources_.back()];
      } else {
        isolated_sources_.push_back(index(source.vertex));
      }
    }
    found.vertices = sources_.size() + isolated_sources_.size();
    block_.put_sources(sources_);
    advance();
    put_columns();
    return found;
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    const std::optional<u32> place = names_.find_own(index(vertex));
    if (place) return block_.has_level(*place);
    return std::ranges::find(isolated_sources_, index(vertex)) != isolated_sources_.end();
  }

  void share_frontier(LevelSums* sums) override {
    const auto write = [&](std::span<std::byte> to) {
      return sets_.write(place_.block_size(), frontier_of(place_.row()), 0, to).bytes;
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

  void search_top_down() override {
    grid_.attempts().run([&] {
      block_.clear_found();
      if (any_mapped_) {
        map_columns();
        num_columns_ = sets_.count(block_.frontier(), place_.num_columns() / 32);
        sets_.list(0, block_.list());
      }
      block_.search_columns(by_source_, num_columns_, level_ + 1);
    });
    grid_.exchange_in_row(
        [&](comm::PackedMessages to) {
          if (to.messages.empty()) return;
          blocks_.count(block_.found());
          blocks_.write(to);
        },
        [&](int grid_column, std::span<const std::byte> message) {
          take_found(grid_column, message);
        });
  }

  /// Rows look for a parent among the frontier's columns, block after block, until they find one.
  void search_bottom_up() override {
    grid_.attempts().run([&] {
      block_.clear_found();
      map_columns();
    });
    grid_.pass_round_row(
        [&](int block) { search_rows(block); },
        [&](int block, std::span<std::byte> to) {
          return sets_.write(place_.block_size(), block_of(block_.visited(), block), ~0U, to).bytes;
        },
        [&](int block, std::span<const std::byte> message) { take_unvisited(block, message); });
  }

  LevelFound finish_level(EdgeCount count) override {
    ++level_;
    make_room_for_levels();
    advance();
    LevelFound found{.vertices = num_frontier_, .arcs_examined = block_.take_examined()};
    found.edges_known = count != EdgeCount::kFew || num_frontier_ < num_own_ / kSmallFrontier;
    if (found.edges_known) found.edges = sum_degrees();
    return found;
  }

  void finish(Level num_levels, std::uint64_t /*remote_parents*/, DistBfsTree& tree) override {
    if (tree.has_parents()) name_parents();
    block_.finish(by_place_, num_levels);
    hand_over(tree);
  }

 private:
  /// Collective.
  void name_parents() {
    const std::span<const u32> columns = block_.bring_parents();
    const std::span<GlobalVertex> parents = block_.own_parents();
    for (std::size_t p = 0; p < parents.size(); ++p) {
      parents[p] = columns[p] == kNoParent ? kNoGlobalVertex : names_.name(columns[p]);
    }
    remote_.use({block_.parents(), block_.room(), block_.wide_room(), parents.data()});
    exchange_parents(grid_, remote_);
    for (const u32 source : sources_) {
      parents[source] = names_.name(first_own_column_ + source);
    }
  }

  /// The search's tree is by place of the own block: where all vertices have places, it is `tree`.
  void fit_tree(DistBfsTree& tree) {
    if (!names_.leaves_out()) {
      by_place_.parents = std::move(tree.parents);
      by_place_.narrow_levels = std::move(tree.narrow_levels);
      by_place_.wide_levels = std::move(tree.wide_levels);
      return;
    }
    fit(tree.parents);
    fit(tree.narrow_levels);
    if (tree.wide_levels.size() == num_own_) wide_levels_ = std::move(tree.wide_levels);
  }
  /// What no level before needed.
  void make_room_for_levels() {
    block_.make_room_for(level_ + 1);
    if (names_.leaves_out() && level_ + 1 == LevelView::kNarrowUnreached) fit(wide_levels_);
  }
  template <class T>
  void fit(Array<T>& array) const {
    if (array.size() != num_own_) array = Array<T>(num_own_);
  }
  void hand_over(DistBfsTree& tree) {
    if (!names_.leaves_out()) {
      tree.parents = std::move(by_place_.parents);
      tree.narrow_levels = std::move(by_place_.narrow_levels);
      tree.wide_levels = std::move(by_place_.wide_levels);
      return;
    }
    const bool is_narrow = by_place_.wide_levels.empty();
    if (tree.has_parents()) spread(by_place_.parents, kNoGlobalVertex, tree.parents);
    if (is_narrow) {
      spread(by_place_.narrow_levels, LevelView::kNarrowUnreached, tree.narrow_levels);
      tree.wide_levels = {};
    } else {
      spread(by_place_.wide_levels, kUnreached, wide_levels_);
      tree.wide_levels = std::move(wide_levels_);
      tree.narrow_levels = {};
    }
    for (const u32 source : isolated_sources_) {
      tree.parents[source] = names_.name_of_own(source);
      if (is_narrow) {
        tree.narrow_levels[source] = 0;
      } else {
        tree.wide_levels[source] = 0;
      }
    }
  }
  template <class T>
  void spread(const Array<T>& by_place, T none, Array<T>& to) const {
    names_.spread(by_place.span(), none, to.span(), 1);
  }

  [[nodiscard]] static Wire::Sizes wire_sizes(const GridExchange& grid, const GridPlace& place,
                                              const DeviceBfsOptions& options) {
    const std::size_t most = (comm::bound(place.block_size(), grid.encoding()) - 1) / sizeof(u32);
    const auto others = static_cast<std::size_t>(grid.num_columns() - 1);
    const std::size_t written = others * RangeSets::packed_words(most * sizeof(u32) + 1);
    return {place_of_messages(options.transport), grid.encoding(), std::max(most, written), most};
  }
  [[nodiscard]] static RangeSets::Ranges blocks_of_row(const GridPlace& place) {
    RangeSets::Ranges ranges;
    for (int c = 0; c < place.grid().columns; ++c) {
      ranges.begins.push_back(place.first_row(c));
      ranges.universes.push_back(place.block_size());
    }
    ranges.begins.push_back(place.num_rows());
    return ranges;
  }
  [[nodiscard]] static BlockSearch::Shape shape_of(const GridBlock& block) {
    return {.num_rows = block.place.num_rows(),
            .first_own = block.place.first_row(block.place.column()),
            .num_own = block.names->num_own(),
            .own_words = block.place.block_size() / 32,
            .num_columns = block.place.num_columns(),
            .most_listed = block.place.num_columns()};
  }
  [[nodiscard]] u32* block_of(u32* bits, int grid_column) const {
    return bits + place_.first_row(grid_column) / 32;
  }
  [[nodiscard]] u32* frontier_of(int grid_row) const {
    return block_.frontier() + place_.first_column(grid_row) / 32;
  }

  /// Adds other ranks' sources to the list of columns.
  void put_columns() {
    if (columns_.empty()) return;
    u32* const end = block_.list() + num_columns_;
    if (columns_.size() == 1) {
      simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_column, end,
                   columns_.front());
    } else {
      upload_bytes(queue_, end, columns_.data(), columns_.size() * sizeof(u32));
    }
    num_columns_ += static_cast<u32>(columns_.size());
  }

  /// The frontier of the rank in `grid_row` of this column of the grid.
  void take_frontier(int grid_row, std::span<const std::byte> message) {
    const Sets::Message set = sets_.read(place_.block_size(), message);
    if (set.is_bitmap) {
      queue_.copy(frontier_of(grid_row), set.data, std::size_t{words_} * sizeof(u32));
      mapped_[static_cast<std::size_t>(grid_row)] = 1;
      any_mapped_ = true;
      return;
    }
    sets_.shift_ids(set.data, set.count, place_.first_column(grid_row),
                    block_.list() + num_columns_);
    num_columns_ += set.count;
  }

  /// Own vertices that the rank in `grid_column` has found: it is remembered who knows the parents
  /// of those not reached before.
  void take_found(int grid_column, std::span<const std::byte> message) {
    const Sets::Message set = sets_.read(place_.block_size(), message);
    const OwnBlock own{block_.own(), remote_.requests(grid_column)};
    if (set.is_bitmap) {
      simt::launch(queue_.handle(), sets_.shape(u64{words_} * simt::kWarp), take_bitmap, set.data,
                   words_, 0U, own, level_ + 1);
    } else {
      simt::launch(queue_.handle(), sets_.shape(set.count), take_list, set.data, set.count, own,
                   level_ + 1);
    }
  }

  void search_rows(int grid_column) {
    block_.search_rows(by_target_, place_.first_row(grid_column), words_, level_ + 1);
    if (grid_column == place_.column()) return;
    sets_.add(block_of(block_.found(), grid_column), words_, remote_.reported(grid_column));
  }

  /// What other ranks left of a block; of the own one, who left and does not return was found.
  void take_unvisited(int grid_column, std::span<const std::byte> message) {
    const u32* const unvisited = sets_.read_words(place_.block_size(), message);
    if (grid_column != place_.column()) {
      sets_.set_to_complement(unvisited, words_, block_of(block_.visited(), grid_column));
      return;
    }
    simt::launch(queue_.handle(), sets_.shape(u64{words_} * simt::kWarp), take_bitmap, unvisited,
                 words_, ~0U, OwnBlock{block_.own(), nullptr}, level_ + 1);
  }

  /// What was found becomes the frontier.
  void advance() {
    num_frontier_ = sets_.count(block_.own_found(), words_);
    sets_.list(0, own_list_.data());
    sets_.list(first_own_column_, block_.list());
    num_columns_ = num_frontier_;
    queue_.copy(frontier_of(place_.row()), block_.own_found(), std::size_t{words_} * sizeof(u32));
    std::fill(mapped_.begin(), mapped_.end(), std::uint8_t{0});
    mapped_[static_cast<std::size_t>(place_.row())] = 1;
    any_mapped_ = false;
  }

  /// Of the own frontier: of the whole graph.
  [[nodiscard]] u64 sum_degrees() {
    if (num_frontier_ == 0) return 0;
    queue_.fill(sum_.data(), 0, sum_.size_bytes());
    simt::launch(queue_.handle(), sets_.shape(num_frontier_), sum_degrees_of, own_list_.data(),
                 num_frontier_, own_degrees_.data(), sum_.data());
    queue_.copy(seen_.data(), sum_.data(), sizeof(u64));
    queue_.wait();
    return seen_[0];
  }

  /// The frontier of columns becomes a bitmap.
  void map_columns() {
    for (int r = 0; r < place_.grid().rows; ++r) {
      if (mapped_[static_cast<std::size_t>(r)] != 0) continue;
      queue_.fill(frontier_of(r), 0, std::size_t{words_} * sizeof(u32));
    }
    sets_.add_ids(block_.list(), num_columns_, block_.frontier());
  }

  const GridPlace place_;
  GridExchange& grid_;
  const ColumnNames& names_;
  const std::span<const std::uint32_t> degrees_;  // by place of the own block
  const u32 num_own_;                             // vertices
  const u32 words_;                               // of 32 vertices in a block
  const u32 first_own_column_;
  Queue queue_;
  MatrixArrays by_source_;
  MatrixArrays by_target_;
  Wire wire_;
  Sets sets_;
  BlockSearch block_;
  RangeSets blocks_;  // of rows, by column of the grid
  RemoteParents remote_;
  DeviceBuffer<u32> own_degrees_;
  DeviceBuffer<u64> sum_;
  PinnedBuffer<u64> seen_;

  // The frontier. Own vertices are in the lists and, a bit each, in the block's bits; columns of
  // other ranks in its list, or in its bits where mapped_.
  DeviceBuffer<u32> own_list_;
  u32 num_columns_ = 0;   // in the block's list
  u32 num_frontier_ = 0;  // own vertices
  std::vector<std::uint8_t> mapped_;
  bool any_mapped_ = false;
  Level level_ = 0;                    // of the frontier
  DistBfsTree by_place_;               // its arrays only
  Array<Level> wide_levels_;           // by own vertex, where not all have places
  std::vector<u32> sources_;           // places of the own block
  std::vector<u32> isolated_sources_;  // own vertices without a place
  std::vector<u32> columns_;           // other ranks' sources, on a grid of one column
};

}  // namespace

std::unique_ptr<BfsLocal> make_device_2d(Workspace& workspace, GridExchange& grid,
                                         const GridBlock& block, const Device& device,
                                         const DeviceBfsOptions& options) {
  return std::make_unique<Local2dOnDevice>(workspace, grid, block, device, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
