#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"

#include <algorithm>

#include "algorithms/bfs/ranks_gpu/delegate/binning.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

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

std::uint64_t OutgoingOnDevice::predict_bytes(const GraphDelegate& graph, Uniquify uniquify) {
  const bool unique = uniquify == Uniquify::kOn;
  const std::uint64_t ranks = graph.ghost_begin.size();
  const std::uint64_t counts = num_counts(graph, uniquify);
  const std::uint64_t set = unique ? bitmap_words(graph.num_ghosts()) : 0;
  const std::uint64_t words = ranks + graph.num_ghosts() + 2 * set +
                              (unique ? 0 : 2 * most(graph, uniquify)) + 1 + counts +
                              (unique ? 0 : ranks);
  return sizeof(u32) * words + sizeof(u64) * (counts + (unique ? ranks : 0)) +
         (counts == 0 ? 0 : exclusive_sum_bytes(counts));
}
std::uint64_t OutgoingOnDevice::predict_host_bytes(const GraphDelegate& graph) {
  return sizeof(u64) * graph.ghost_begin.size();
}

OutgoingOnDevice::OutgoingOnDevice(Queue& queue, Wire& wire, const GraphDelegate& graph,
                                   Uniquify uniquify, u32 block_threads)
    : queue_(queue),
      wire_(wire),
      g_(graph),
      unique_(uniquify == Uniquify::kOn),
      block_threads_(block_threads),
      num_ranks_(static_cast<u32>(graph.ghost_begin.size() - 1)),
      num_words_((graph.num_ghosts() + 31) / 32),
      ghost_begin_(uploaded<u32>(queue, graph.ghost_begin)),
      ghost_vertices_(uploaded<u32>(queue, graph.ghost_vertices.span())),
      seen_(queue.context(), unique_ ? bitmap_words(graph.num_ghosts()) : 0),
      fresh_(queue.context(), seen_.size()),
      seen_ghosts_(queue.context(), unique_ ? 0 : most(graph, uniquify)),
      size_(queue.context(), 1),
      counts_(queue.context(), num_counts(graph, uniquify)),
      taken_(queue.context(), unique_ ? 0 : num_ranks_ + 1),
      offsets_(queue.context(), num_counts(graph, uniquify)),
      bins_(queue.context(), unique_ ? num_ranks_ + 1 : 0),
      names_(queue.context(), seen_ghosts_.size()),
      scratch_(queue.context()),
      bins_here_(queue.context(), num_ranks_ + 1),
      binned_(queue.context()) {
  if (counts_.size() > 0) {
    static_cast<void>(scratch_.get(exclusive_sum_bytes(counts_.size())));
  }
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
  const VertexQueue seen{seen_ghosts_.data(), size_.data()};
  queue_.fill(counts_.data(), 0, counts_.size_bytes());
  queue_.fill(taken_.data(), 0, taken_.size_bytes());
  simt::launch(queue_.handle(), shape(most_seen_), count_by_owner, seen, ghosts(), counts_.data());
  exclusive_sum(queue_, scratch_, counts_.data(), offsets_.data(), counts_.size());
  simt::launch(queue_.handle(), shape(most_seen_), name_by_owner, seen, ghosts(), offsets_.data(),
               taken_.data(), names_.data());
}

u64 OutgoingOnDevice::count_of(int rank) {
  if (is_empty_) return 0;
  binned_.wait();
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
