#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"

#include <algorithm>

#include "algorithms/bfs/ranks_gpu/delegate/binning.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] std::size_t scratch_bytes(std::size_t counts) {
  return counts == 0 ? 0 : exclusive_sum_bytes(counts);
}

}  // namespace

std::uint64_t OutgoingOnDevice::most(const GraphDelegate& graph, Uniquify uniquify) {
  if (uniquify == Uniquify::kOn) return graph.num_ghosts();
  return static_cast<std::uint64_t>(std::ranges::count_if(
      graph.nn.columns.span(), [&](std::uint32_t column) { return column >= graph.num_local; }));
}

std::size_t OutgoingOnDevice::num_counts(const GraphDelegate& graph, Uniquify uniquify) {
  if (graph.num_ghosts() == 0) return 0;
  return uniquify == Uniquify::kOn ? (graph.num_ghosts() + 31ULL) / 32 + 1
                                   : graph.ghost_begin.size();
}

OutgoingOnDevice::OutgoingOnDevice(Workspace& workspace, Queue& queue, Wire& wire,
                                   const GraphDelegate& graph, Uniquify uniquify, u32 block_threads)
    : queue_(queue),
      wire_(wire),
      g_(graph),
      unique_(uniquify == Uniquify::kOn),
      block_threads_(block_threads),
      num_ranks_(static_cast<u32>(graph.ghost_begin.size() - 1)),
      num_words_((graph.num_ghosts() + 31) / 32),
      scratch_(workspace, queue.context(), scratch_bytes(num_counts(graph, uniquify))),
      binned_(queue.context()) {
  Context& context = queue.context();
  const std::size_t counts = num_counts(graph, uniquify);
  declare_copy<u32>(workspace, "ranges of ghosts", ghost_begin_, queue, graph.ghost_begin);
  declare_copy(workspace, "the ghosts", ghost_vertices_, queue, graph.ghost_vertices.span());
  workspace.declare("counts of ghosts", counts_, counts, context);
  workspace.declare("their sums", offsets_, counts, context);
  workspace.declare("ghosts of each rank", bins_here_, num_ranks_ + 1, context);
  if (unique_) {
    workspace.declare("the ghosts seen", seen_, bitmap_words(graph.num_ghosts()), context);
    workspace.declare("the ghosts of a level", fresh_, bitmap_words(graph.num_ghosts()), context);
    workspace.declare("ghosts of each rank", bins_, num_ranks_ + 1, context);
  } else {
    workspace.declare("the ghosts of a level", seen_ghosts_, most(graph, uniquify), context);
    workspace.declare("names of ghosts", names_, most(graph, uniquify), context);
    workspace.declare("ghosts of each rank", taken_, num_ranks_ + 1, context);
  }
  workspace.declare("a count of ghosts", size_, 1, context);
}

simt::LaunchShape OutgoingOnDevice::shape(u64 work) const {
  return shape_for(queue_.context(), work, block_threads_);
}

GhostsView OutgoingOnDevice::ghosts() const {
  return {ghost_begin_.data(), ghost_vertices_.data(), num_ranks_};
}

GhostRange OutgoingOnDevice::range_of(int rank) const {
  const auto r = static_cast<std::size_t>(rank);
  return {g_.ghost_begin[r], g_.ghost_begin[r + 1], bins_here_[r]};
}
simt::LaunchShape OutgoingOnDevice::shape_of(const GhostRange& range) const {
  return shape((u64{range.end / 32} - range.begin / 32 + 1) * simt::kWarp);
}

void OutgoingOnDevice::restart() {
  if (seen_.size() > 0) queue_.fill(seen_.data(), 0, seen_.size_bytes());
  clear();
}

void OutgoingOnDevice::begin(u64 arcs) {
  most_seen_ = std::min<u64>(arcs, seen_ghosts_.size());
  if (!unique_) {
    queue_.fill(size_.data(), 0, size_.size_bytes());
  } else if (seen_.size() > 0) {
    queue_.copy(fresh_.data(), seen_.data(), seen_.size_bytes());
  }
}

void OutgoingOnDevice::bin() {
  is_empty_ = counts_.size() == 0;
  if (is_empty_) return;
  if (unique_) {
    bin_distinct();
  } else {
    bin_all();
  }
  queue_.copy(bins_here_.data(), unique_ ? bins_.data() : offsets_.data(),
              sizeof(u64) * bins_here_.size());
  binned_.record(queue_);
}

void OutgoingOnDevice::bin_distinct() {
  simt::launch(queue_.handle(), shape(counts_.size()), find_fresh_ghosts, seen_.data(),
               fresh_.data(), num_words_, counts_.data());
  exclusive_sum(queue_, scratch_, counts_.data(), offsets_.data(), counts_.size());
  simt::launch(queue_.handle(), shape(bins_.size()), find_bins, fresh_.data(), offsets_.data(),
               ghosts(), bins_.data());
}

void OutgoingOnDevice::bin_all() {
  const VertexQueue seen = seen_queue();
  queue_.fill(counts_.data(), 0, counts_.size_bytes());
  queue_.fill(taken_.data(), 0, taken_.size_bytes());
  simt::launch(queue_.handle(), shape(most_seen_), count_by_owner, seen, ghosts(), counts_.data());
  exclusive_sum(queue_, scratch_, counts_.data(), offsets_.data(), counts_.size());
  simt::launch(queue_.handle(), shape(most_seen_), name_by_owner, seen, ghosts(), offsets_.data(),
               taken_.data(), names_.data());
}

u64 OutgoingOnDevice::count_of(int rank) const {
  if (is_empty_) return 0;
  const auto r = static_cast<std::size_t>(rank);
  return bins_here_[r + 1] - bins_here_[r];
}

std::size_t OutgoingOnDevice::write(int rank, std::span<std::byte> to) {
  const u64 count = count_of(rank);
  if (count == 0) return 0;
  const GhostRange range = range_of(rank);
  if (!unique_) return wire_.finish(to, names_.data() + range.before, count);
  const SetForm form = form_of_set(g_.owners.size(rank), static_cast<u32>(count), wire_.encoding());
  u32* const payload = wire_.begin(to);
  if (form.is_bitmap) {
    queue_.fill(payload, 0, form.words * sizeof(u32));
    add_to(rank, payload);
  } else {
    simt::launch(queue_.handle(), shape_of(range), list_fresh_ghosts, fresh_.data(), range,
                 offsets_.data(), ghost_vertices_.data(), payload);
  }
  return wire_.finish_set(to, payload, form);
}

void OutgoingOnDevice::add_to(int rank, u32* words) {
  if (count_of(rank) == 0) return;
  const GhostRange range = range_of(rank);
  simt::launch(queue_.handle(), shape_of(range), map_fresh_ghosts, fresh_.data(), range,
               ghost_vertices_.data(), words);
}

}  // namespace strider::detail::STRIDER_DEVICE
