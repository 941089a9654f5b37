// The local work of a rank on a grid, on its device (Bisson, Bernaschi and Mastrostefano 2014,
// sections 3.3 to 3.5 and 5).
//
// Everything by row or column stays on the device. Found rows are bits, of which messages are made
// by kernels: a list or a bitmap, whichever is shorter. A frontier is a list of columns, and bits
// where a bitmap came or rows look for parents. Parents of the end are named on the host, where the
// tree is wanted, and travel from there.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks_gpu/own_results.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/input.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/kernels.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/remote_parents.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/matrix_arrays.hpp"
#include "partition/ids.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

Sets::Sizes sizes_of(const GridPlace& place) {
  return {std::max(place.block_size(), place.num_columns()) / 32, place.block_size()};
}
Wire::Sizes wire_of(const DeviceSizes2d& sizes) {
  const std::size_t most =
      (comm::bound(sizes.place.block_size(), sizes.encoding) - 1) / sizeof(u32);
  return {sizes.messages, sizes.encoding, most, most};
}

/// Throws where the device has not enough, before any is taken.
Context& with_room_2d(Context& context, const DeviceInput2d& input) {
  context.require(predict_device_search_2d_bytes(input.sizes()), "a search on a grid of ranks");
  return context;
}

class DeviceSearch2d final : public LocalSearch2d {
 public:
  DeviceSearch2d(Context& context, const DeviceInput2d& input)
      : place_(input.place),
        options_(input.options),
        num_own_(input.num_own),
        words_(place_.block_size() / 32),
        first_own_row_(place_.first_row(place_.column())),
        first_own_column_(place_.first_column(place_.row())),
        queue_(with_room_2d(context, input)),
        by_source_(queue_, input.by_source),
        by_target_(queue_, input.by_target),
        own_degrees_(context, place_.block_size()),
        wire_(queue_, input.device, wire_of(input.sizes())),
        sets_(queue_, wire_, sizes_of(place_), options_.tuning.block_threads),
        remote_(queue_, sets_, place_, input.shuffle),
        parents_(context, place_.num_rows()),
        levels_(context, place_.num_rows()),
        visited_(context, place_.num_rows() / 32),
        found_(context, place_.num_rows() / 32),
        initially_visited_(context, words_),
        frontier_(context, place_.num_columns() / 32),
        column_list_(context, place_.num_columns()),
        column_degrees_(context, std::size_t{place_.num_columns()} + 1),
        offsets_(context, std::size_t{place_.num_columns()} + 1),
        scratch_(context),
        own_list_(context, place_.block_size()),
        open_(context, place_.block_size()),
        open_size_(context, 1),
        sum_(context, 1),
        seen_(context, 1),
        mapped_(static_cast<std::size_t>(place_.grid().rows)),
        results_(queue_, sets_, num_own_) {
    by_source_.with_rows([&]<class Offset>(const Rows<Offset>&) {
      with_expansion<Offset>(options_.tuning.edges_per_thread, [&](auto* kernel) {
        require_block_threads(queue_, kernel, options_.tuning.block_threads);
      });
    });
    static_cast<void>(scratch_.get(exclusive_sum_bytes(offsets_.size())));
    upload(queue_, own_degrees_, input.degrees);
    upload_initially_visited(input);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return wire_.messages();
  }

  void start(std::optional<std::uint32_t> source, DistBfsTree& tree) override {
    results_.restart(tree);
    source_ = source;
    queue_.fill(visited_.data(), 0, visited_.size_bytes());
    queue_.fill(found_.data(), 0, found_.size_bytes());
    remote_.clear();
    queue_.fill(parents_.data(), 0xFF, parents_.size_bytes());
    queue_.fill(levels_.data(), 0xFF, levels_.size_bytes());
    const OwnBlock own = own_block(nullptr);
    queue_.copy(own.visited, initially_visited_.data(), initially_visited_.size_bytes());
    if (source) {
      simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_own_source, own,
                   *source);
    }
    static_cast<void>(advance());
  }

  void add_column(std::uint32_t column) override {
    simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_column,
                 column_list_.data(), num_columns_++, column);
  }

  // --- expand ------------------------------------------------------------------------------------

  std::size_t write_frontier(std::span<std::byte> to) override {
    return sets_.write(place_.block_size(), frontier_of(place_.row()), 0, to).bytes;
  }

  void take_frontier(int grid_row, std::span<const std::byte> message) override {
    const Sets::Message set = sets_.read(place_.block_size(), message);
    if (set.is_bitmap) {
      queue_.copy(frontier_of(grid_row), set.data, std::size_t{words_} * sizeof(u32));
      mapped_[static_cast<std::size_t>(grid_row)] = 1;
      any_mapped_ = true;
      return;
    }
    sets_.shift_ids(set.data, set.count, place_.first_column(grid_row),
                    column_list_.data() + num_columns_);
    num_columns_ += set.count;
  }

  // --- top-down ----------------------------------------------------------------------------------

  void search_columns(Level level) override {
    queue_.fill(found_.data(), 0, found_.size_bytes());
    if (any_mapped_) {
      map_columns();
      num_columns_ = sets_.count(frontier_.data(), place_.num_columns() / 32);
      sets_.list(0, column_list_.data());
    }
    if (num_columns_ == 0) return;
    by_source_.with_rows([&]<class Offset>(const Rows<Offset>& columns) {
      simt::launch(queue_.handle(), sets_.shape(u64{num_columns_} + 1), look_up_degrees<Offset>,
                   columns, column_list_.data(), num_columns_, column_degrees_.data());
      exclusive_sum(queue_, scratch_, column_degrees_.data(), offsets_.data(),
                    std::size_t{num_columns_} + 1);
      queue_.copy(seen_.data(), offsets_.data() + num_columns_, sizeof(u64));
      queue_.wait();
      expand(columns, seen_[0], level);
    });
  }

  std::size_t write_found(int grid_column, std::span<std::byte> to) override {
    return sets_.write(place_.block_size(), block_of(found_, grid_column), 0, to).bytes;
  }

  void take_found(int grid_column, std::span<const std::byte> message, Level level) override {
    const Sets::Message set = sets_.read(place_.block_size(), message);
    const OwnBlock own = own_block(remote_.requests(grid_column));
    if (set.is_bitmap) {
      simt::launch(queue_.handle(), sets_.shape(u64{words_} * simt::kWarp), take_bitmap, set.data,
                   words_, 0U, own, level);
    } else {
      simt::launch(queue_.handle(), sets_.shape(set.count), take_list, set.data, set.count, own,
                   level);
    }
  }

  // --- bottom-up ---------------------------------------------------------------------------------

  void begin_bottom_up() override {
    queue_.fill(found_.data(), 0, found_.size_bytes());
    map_columns();
  }

  void search_rows(int grid_column, Level level) override {
    const VertexQueue open{open_.data(), open_size_.data()};
    queue_.fill(open_size_.data(), 0, open_size_.size_bytes());
    by_target_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), sets_.shape(place_.block_size()), collect_unvisited<Offset>,
                   rows, visited_.data(), place_.first_row(grid_column), words_, open);
      simt::launch(queue_.handle(), sets_.shape(place_.block_size()), probe_unvisited<Offset>, rows,
                   open, FrontierBits{frontier_.data(), found_.data()}, tree(), level);
    });
    if (grid_column == place_.column()) return;
    sets_.add(block_of(found_, grid_column), words_, remote_.reported(grid_column));
  }

  std::size_t write_unvisited(int grid_column, std::span<std::byte> to) override {
    return sets_.write(place_.block_size(), block_of(visited_, grid_column), ~0U, to).bytes;
  }

  void take_unvisited(int grid_column, std::span<const std::byte> message) override {
    sets_.set_to_complement(sets_.read_words(place_.block_size(), message), words_,
                            block_of(visited_, grid_column));
  }

  void take_back_unvisited(std::span<const std::byte> message, Level level) override {
    simt::launch(queue_.handle(), sets_.shape(u64{words_} * simt::kWarp), take_bitmap,
                 sets_.read_words(place_.block_size(), message), words_, ~0U, own_block(nullptr),
                 level);
  }

  // --- the next level ----------------------------------------------------------------------------

  std::uint64_t advance() override {
    const u32* const found = block_of(found_, place_.column());
    num_own_frontier_ = sets_.count(found, words_);
    sets_.list(0, own_list_.data());
    sets_.list(first_own_column_, column_list_.data());
    num_columns_ = num_own_frontier_;
    queue_.copy(frontier_of(place_.row()), found, std::size_t{words_} * sizeof(u32));
    std::fill(mapped_.begin(), mapped_.end(), std::uint8_t{0});
    mapped_[static_cast<std::size_t>(place_.row())] = 1;
    any_mapped_ = false;
    return num_own_frontier_;
  }

  EdgeIndex frontier_edges(EdgeCount /*count*/) override {
    queue_.fill(sum_.data(), 0, sum_.size_bytes());
    simt::launch(queue_.handle(), sets_.shape(num_own_frontier_), sum_degrees_of, own_list_.data(),
                 num_own_frontier_, own_degrees_.data(), sum_.data());
    queue_.copy(seen_.data(), sum_.data(), sizeof(u64));
    queue_.wait();
    return seen_[0];
  }

  void widen() override {}  // levels have 32 bits here

  // --- predecessors ------------------------------------------------------------------------------

  std::size_t write_requests(int grid_column, std::span<std::byte> to) override {
    return remote_.write_requests(grid_column, to, open_.data());
  }
  std::size_t write_reported(int grid_column, std::span<std::byte> to) override {
    return remote_.write_reported(grid_column, to);
  }
  void take_requests(int grid_column, std::span<const std::byte> message) override {
    remote_.take_requests(grid_column, message);
  }
  void take_reported(int grid_column, std::span<const std::byte> message) override {
    remote_.take_reported(grid_column, message, open_.data());
  }
  [[nodiscard]] std::uint64_t count_parent_words(int grid_column) const override {
    return remote_.count_words(grid_column);
  }
  void write_parents(int grid_column, std::span<std::uint64_t> to) override {
    remote_.write(grid_column, parents_.data(), {open_.data(), offsets_.data()}, to);
  }
  void fill_parents() override {
    const std::span<const u32> columns = results_.bring(parents_.data() + first_own_row_);
    for (std::size_t v = 0; v < num_own_; ++v) {
      results_.parents()[v] =
          columns[v] == kNoParent ? kNoGlobalVertex : remote_.name(place_.column(), columns[v]);
    }
  }
  void take_parents(int grid_column, std::span<const std::uint64_t> words) override {
    remote_.take(grid_column, words, results_.parents().data());
  }

  void finish(Level num_levels, DistBfsTree& tree) override {
    if (source_) {
      results_.parents()[*source_] = remote_.name(place_.column(), first_own_column_ + *source_);
    }
    results_.finish(tree, num_levels, levels_.data() + first_own_row_, open_.data());
  }

 private:
  [[nodiscard]] TreeView tree() const { return {parents_.data(), levels_.data(), visited_.data()}; }
  [[nodiscard]] u32* block_of(const DeviceBuffer<u32>& bits, int grid_column) const {
    return bits.data() + place_.first_row(grid_column) / 32;
  }
  [[nodiscard]] u32* frontier_of(int grid_row) const {
    return frontier_.data() + place_.first_column(grid_row) / 32;
  }
  [[nodiscard]] OwnBlock own_block(u32* requests) const {
    return {block_of(visited_, place_.column()), block_of(found_, place_.column()), requests,
            levels_.data() + first_own_row_};
  }
  /// Neither vertices without an arc nor places past the last vertex look for a parent.
  void upload_initially_visited(const DeviceInput2d& input) {
    const std::vector<u32> words = initially_visited_mask(
        num_own_, words_, [&](u32 v) { return !input.is_directed && input.degrees[v] == 0; });
    upload(queue_, initially_visited_, std::span<const u32>(words));
  }

  template <class Offset>
  void expand(const Rows<Offset>& columns, u64 edges, Level level) {
    if (edges == 0) return;
    const u32 each = options_.tuning.edges_per_thread;
    with_expansion<Offset>(each, [&](auto* kernel) {
      simt::launch(queue_.handle(), sets_.shape((edges + each - 1) / each), kernel, columns,
                   column_list_.data(), num_columns_, offsets_.data(), tree(), level,
                   found_.data());
    });
  }

  /// The frontier of columns becomes a bitmap.
  void map_columns() {
    for (int r = 0; r < place_.grid().rows; ++r) {
      if (mapped_[static_cast<std::size_t>(r)] != 0) continue;
      queue_.fill(frontier_of(r), 0, std::size_t{words_} * sizeof(u32));
    }
    sets_.add_ids(column_list_.data(), num_columns_, frontier_.data());
  }

  const GridPlace place_;
  const DeviceBfsOptions options_;
  const u32 num_own_;
  const u32 words_;  // of 32 vertices in a block
  const u32 first_own_row_;
  const u32 first_own_column_;
  Queue queue_;
  MatrixArrays by_source_;
  MatrixArrays by_target_;
  DeviceBuffer<u32> own_degrees_;
  Wire wire_;
  Sets sets_;
  RemoteParents remote_;

  // By row.
  DeviceBuffer<u32> parents_;  // columns
  DeviceBuffer<u32> levels_;   // mean something of the own block
  DeviceBuffer<u32> visited_;  // bits: that this rank knows of
  DeviceBuffer<u32> found_;    // bits: in this level; of the own block by any rank
  DeviceBuffer<u32> initially_visited_;

  // The frontier. Own vertices are in the lists and, a bit each, in frontier_; columns of other
  // ranks in either.
  DeviceBuffer<u32> frontier_;     // bits by column, meaningful where mapped_
  DeviceBuffer<u32> column_list_;  // num_columns_ of them
  DeviceBuffer<u32> column_degrees_;
  DeviceBuffer<u64> offsets_;
  Scratch scratch_;
  DeviceBuffer<u32> own_list_;
  DeviceBuffer<u32> open_;
  DeviceBuffer<u32> open_size_;
  DeviceBuffer<u64> sum_;
  PinnedBuffer<u64> seen_;
  u32 num_columns_ = 0;
  u32 num_own_frontier_ = 0;
  std::vector<std::uint8_t> mapped_;
  bool any_mapped_ = false;

  OwnResults results_;
  std::optional<std::uint32_t> source_;
};

}  // namespace

std::uint64_t predict_device_search_2d_bytes(const DeviceSizes2d& sizes) {
  const GridPlace& place = sizes.place;
  const std::uint64_t rows = place.num_rows();
  const std::uint64_t columns = place.num_columns();
  const std::uint64_t block = place.block_size();
  const std::uint64_t tree = 2 * sizeof(u32) * rows + RemoteParents::predict_bytes(place);
  const std::uint64_t bits = 2 * rows / 8 + columns / 8 + block / 8;
  const std::uint64_t frontier = sizeof(u32) * columns + exclusive_sum_bytes(columns + 1) +
                                 (sizeof(u32) + sizeof(u64)) * (columns + 1);
  const std::uint64_t own = 3 * sizeof(u32) * block + sizeof(u32) + sizeof(u64);
  return sizes.matrix_bytes + tree + bits + frontier + own + Wire::predict_bytes(wire_of(sizes)) +
         Sets::predict_bytes(sizes_of(place));
}

std::unique_ptr<LocalSearch2d> make_device_search_2d(const DeviceInput2d& input) {
  return std::make_unique<DeviceSearch2d>(static_cast<Context&>(*input.device.state().context),
                                          input);
}

}  // namespace strider::detail::STRIDER_DEVICE
