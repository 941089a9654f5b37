#include "algorithms/bfs/ranks_gpu/block_search.hpp"

#include <utility>

#include "algorithms/bfs/ranks_gpu/block_kernels.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

BlockSearch::BlockSearch(Workspace& workspace, Queue& queue, Sets& sets, const Shape& shape,
                         const DeviceBfsOptions& options, std::function<bool(u32)> is_idle)
    : queue_(queue),
      sets_(sets),
      shape_(shape),
      options_(options),
      scratch_(workspace, queue.context(), exclusive_sum_bytes(std::size_t{shape.most_listed} + 1)),
      examined_(workspace, queue.context(), options.trace) {
  Context& context = queue.context();
  const std::size_t own_rows = std::size_t{shape.own_words} * 32;
  workspace.declare("the parents", parents_, shape.num_rows, context);
  workspace.declare("the levels", levels_, shape.num_rows, context);
  workspace.declare("the visited rows", visited_, shape.num_rows / 32, context);
  workspace.declare("the rows found", found_, shape.num_rows / 32, context);
  workspace.declare("isolated vertices", initially_visited_, shape.own_words, context);
  workspace.declare("unvisited rows", open_, own_rows, context);
  workspace.declare("a count of rows", open_size_, 1, context);
  workspace.declare("the frontier", frontier_, shape.num_columns / 32, context);
  workspace.declare("a list of the frontier", list_, shape.most_listed, context);
  workspace.declare("degrees of the frontier", degrees_, std::size_t{shape.most_listed} + 1,
                    context);
  workspace.declare("their sums", offsets_, std::size_t{shape.most_listed} + 1, context);
  workspace.declare("a copy of a sum", num_edges_, 1, context);
  workspace.declare("a copy of the parents", numbers_, shape.num_own);
  workspace.count("the tree",
                  shape.num_own * (sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level)));
  workspace.when_taken([this, is_idle = std::move(is_idle)] { upload_initially_visited(is_idle); });
}

void BlockSearch::upload_initially_visited(const std::function<bool(u32)>& is_idle) {
  std::vector<u32> words(shape_.own_words);
  for (u32 v = 0; v < shape_.own_words * 32; ++v) {
    if (v >= shape_.num_own || is_idle(v)) words[v / 32] |= 1U << v % 32;
  }
  upload(queue_, initially_visited_, std::span<const u32>(words));
}

void BlockSearch::require_blocks(const MatrixOnHost& matrix) const {
  const auto require = [&](auto* kernel, const auto& /*mapping*/) {
    require_block_threads(queue_, kernel, options_.tuning.block_threads);
  };
  if (matrix.has_small_offsets()) {
    with_expansion<u32>(options_.tuning.edges_per_thread, nullptr, require);
  } else {
    with_expansion<u64>(options_.tuning.edges_per_thread, nullptr, require);
  }
}

template <class T>
void BlockSearch::fit(Array<T>& array, Array<T>& reused) const {
  if (reused.size() == shape_.num_own) array = std::move(reused);
  if (array.size() != shape_.num_own) array = Array<T>(shape_.num_own);
}

void BlockSearch::start(DistBfsTree& tree) {
  fit(own_parents_, tree.parents);
  fit(narrow_, tree.narrow_levels);
  if (tree.wide_levels.size() == shape_.num_own) wide_ = std::move(tree.wide_levels);
  queue_.fill(visited_.data(), 0, visited_.size_bytes());
  clear_found();
  examined_.restart(queue_);
  queue_.fill(parents_.data(), 0xFF, parents_.size_bytes());
  queue_.fill(levels_.data(), 0xFF, levels_.size_bytes());
  queue_.copy(own().visited, initially_visited_.data(), initially_visited_.size_bytes());
}

void BlockSearch::make_room_for(Level level) {
  if (level != LevelView::kNarrowUnreached || wide_.size() == shape_.num_own) return;
  wide_ = Array<Level>(shape_.num_own);
}

void BlockSearch::put_sources(std::span<const u32> sources) {
  const auto count = static_cast<u32>(sources.size());
  if (count == 1) {
    simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_own_source, own(),
                 sources.front());
  } else if (count > 0) {
    upload_bytes(queue_, list_.data(), sources.data(), sources.size_bytes());
    simt::launch(queue_.handle(), sets_.shape(count), put_own_sources, own(), list_.data(), count);
  }
}

bool BlockSearch::has_level(u32 v) const {
  u32 level = 0;
  download_bytes(queue_, &level, own().levels + v, sizeof(level));
  return level != kUnreached;
}

void BlockSearch::clear_found() {
  queue_.fill(found_.data(), 0, found_.size_bytes());
}

void BlockSearch::search_columns(const MatrixArrays& by_column, u32 count, u32 level) {
  if (count == 0) return;
  by_column.with_rows([&]<class Offset>(const Rows<Offset>& columns) {
    simt::launch(queue_.handle(), sets_.shape(u64{count} + 1), look_up_degrees<Rows<Offset>>,
                 columns, list_.data(), count, degrees_.data());
    exclusive_sum(queue_, scratch_, degrees_.data(), offsets_.data(), std::size_t{count} + 1);
    queue_.copy(num_edges_.data(), offsets_.data() + count, sizeof(u64));
    queue_.wait();
    examined_.add(num_edges_[0]);
    if (num_edges_[0] == 0) return;
    const u32 each = options_.tuning.edges_per_thread;
    with_expansion<Offset>(each, offsets_.data(), [&](auto* kernel, const auto& mapping) {
      simt::launch(queue_.handle(), sets_.shape((num_edges_[0] + each - 1) / each), kernel, columns,
                   SomeRows{list_.data(), count}, GrowTree{tree(), level}, FoundBits{found_.data()},
                   mapping);
    });
  });
}

void BlockSearch::search_rows(const MatrixArrays& by_row, u32 first_row, u32 num_words, u32 level) {
  const VertexQueue open{open_.data(), open_size_.data()};
  const simt::LaunchShape shape = sets_.shape(u64{num_words} * 32);
  queue_.fill(open_size_.data(), 0, open_size_.size_bytes());
  by_row.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue_.handle(), shape, collect_unvisited<Offset>, rows, visited_.data(),
                 first_row, num_words, open);
    examined_.with_count([&]<class Count>(const Count& count) {
      simt::launch(queue_.handle(), shape, probe_unvisited<Offset, Count>, rows, open,
                   FrontierBits{frontier_.data(), found_.data()}, tree(), level, count);
    });
  });
}

std::span<u32> BlockSearch::bring_parents() {
  sets_.copy_out(numbers_.data(), parents_.data() + shape_.first_own, shape_.num_own * sizeof(u32));
  return numbers_.span();
}

void BlockSearch::finish(DistBfsTree& tree, Level num_levels) {
  const u32* const levels = own().levels;
  tree.parents = std::move(own_parents_);
  if (num_levels <= LevelView::kNarrowUnreached) {
    tree.narrow_levels = std::move(narrow_);
    tree.wide_levels = {};
    auto* const bytes = reinterpret_cast<simt::u8*>(room());
    simt::launch(queue_.handle(), sets_.shape(shape_.num_own), narrow_levels, levels,
                 shape_.num_own, bytes);
    sets_.copy_out(tree.narrow_levels.data(), bytes, shape_.num_own);
  } else {
    tree.wide_levels = std::move(wide_);
    tree.narrow_levels = {};
    sets_.copy_out(tree.wide_levels.data(), levels, shape_.num_own * sizeof(u32));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
