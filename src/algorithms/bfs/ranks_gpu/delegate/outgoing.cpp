#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"

#include <algorithm>

#include "algorithms/bfs/ranks_gpu/delegate/binning.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Of each rank: how its owner numbers them.
[[nodiscard]] RangeSets::Ranges ranges_of(const GraphDelegate& graph) {
  RangeSets::Ranges ranges{graph.ghost_begin, {}};
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    ranges.universes.push_back(graph.owners.size(r));
  }
  return ranges;
}

}  // namespace

std::uint64_t OutgoingOnDevice::most(const GraphDelegate& graph, Uniquify uniquify) {
  if (uniquify == Uniquify::kOn) return graph.num_ghosts();
  return static_cast<std::uint64_t>(std::ranges::count_if(
      graph.nn.columns.span(), [&](std::uint32_t column) { return column >= graph.num_local; }));
}

std::size_t OutgoingOnDevice::most_words(const GraphDelegate& graph, comm::Encoding encoding) {
  std::size_t words = 0;
  for (std::size_t r = 0; r + 1 < graph.ghost_begin.size(); ++r) {
    const std::uint32_t ghosts = graph.ghost_begin[r + 1] - graph.ghost_begin[r];
    const std::uint32_t universe = graph.owners.size(static_cast<int>(r));
    words += RangeSets::packed_words(comm::bound(universe, ghosts, encoding));
  }
  return words;
}

OutgoingOnDevice::OutgoingOnDevice(Workspace& workspace, Queue& queue, Wire& wire,
                                   const GraphDelegate& graph, Uniquify uniquify, u32 block_threads)
    : queue_(queue),
      g_(graph),
      unique_(uniquify == Uniquify::kOn),
      block_threads_(block_threads),
      num_ranks_(static_cast<u32>(graph.ghost_begin.size() - 1)),
      num_words_((graph.num_ghosts() + 31) / 32),
      scratch_(workspace, queue.context(), unique_ ? 0 : exclusive_sum_bytes(num_ranks_ + 1)),
      binned_(queue.context()) {
  Context& context = queue.context();
  declare_copy(workspace, "the ghosts", ghost_vertices_, queue, graph.ghost_vertices.span());
  if (unique_) {
    sets_.emplace(workspace, queue, wire, ranges_of(graph), block_threads);
    workspace.declare("the ghosts seen", seen_, bitmap_words(graph.num_ghosts()), context);
    workspace.declare("the ghosts of a level", fresh_, bitmap_words(graph.num_ghosts()), context);
    return;
  }
  const std::size_t ends = std::size_t{num_ranks_} + 1;
  declare_copy<u32>(workspace, "ranges of ghosts", ghost_begin_, queue, graph.ghost_begin);
  workspace.declare("the ghosts of a level", seen_ghosts_, most(graph, uniquify), context);
  workspace.declare("a count of ghosts", size_, 1, context);
  workspace.declare("counts of ghosts", counts_, ends, context);
  workspace.declare("counts of ghosts", taken_, ends, context);
  workspace.declare("their sums", bins_, ends, context);
  workspace.declare("names of ghosts", names_,
                    most(graph, uniquify) + std::size_t{kBinAlignment} * num_ranks_, context);
  workspace.declare("ghosts of each rank", counts_here_, ends, context);
  workspace.declare("ghosts of each rank", bins_here_, ends, context);
}

simt::LaunchShape OutgoingOnDevice::shape(u64 work) const {
  return shape_for(queue_.context(), work, block_threads_);
}

GhostsView OutgoingOnDevice::ghosts() const {
  return {ghost_begin_.data(), ghost_vertices_.data(), num_ranks_};
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
  is_empty_ = g_.num_ghosts() == 0;
  if (is_empty_) return;
  if (!unique_) return bin_all();
  simt::launch(queue_.handle(), shape(num_words_), find_fresh_ghosts, seen_.data(), fresh_.data(),
               num_words_);
  sets_->begin_count(fresh_.data());
}

void OutgoingOnDevice::bin_all() {
  const VertexQueue seen = seen_queue();
  queue_.fill(counts_.data(), 0, counts_.size_bytes());
  simt::launch(queue_.handle(), shape(most_seen_), count_by_owner, seen, ghosts(), counts_.data());
  simt::launch(queue_.handle(), shape(counts_.size()), round_counts, counts_.data(), num_ranks_,
               taken_.data());
  exclusive_sum(queue_, scratch_, taken_.data(), bins_.data(), bins_.size());
  queue_.fill(taken_.data(), 0, taken_.size_bytes());
  simt::launch(queue_.handle(), shape(most_seen_), name_by_owner, seen, ghosts(), bins_.data(),
               taken_.data(), names_.data());
  queue_.copy(counts_here_.data(), counts_.data(), counts_.size_bytes());
  queue_.copy(bins_here_.data(), bins_.data(), bins_.size_bytes());
  binned_.record(queue_);
}

std::size_t OutgoingOnDevice::write(int rank, std::span<std::byte> to) {
  comm::PackedMessages::Message message{rank, to.size(), 0};
  write_all({{&message, 1}, to});
  return message.bytes;
}

void OutgoingOnDevice::write_all(comm::PackedMessages to) {
  if (is_empty_) return;
  if (unique_) {
    sets_->write(to, ghost_vertices_.data());
  } else {
    copy_bins(to);
  }
}

/// Bins lie as messages do, but in the order of ranks: those that follow each other in both go
/// together.
void OutgoingOnDevice::copy_bins(comm::PackedMessages to) {
  const auto* const names = reinterpret_cast<const std::byte*>(names_.data());
  std::size_t begin = 0;   // of what goes together
  std::size_t end = 0;     // in the messages
  std::size_t source = 0;  // of `begin`
  for (comm::PackedMessages::Message& message : to.messages) {
    const auto r = static_cast<std::size_t>(message.rank);
    message.bytes = counts_here_[r] * sizeof(u32);
    if (message.bytes == 0) continue;
    const std::size_t next = comm::PackedMessages::aligned(end);
    const std::size_t bin = bins_here_[r] * sizeof(u32);
    if (bin != source + (next - begin)) {
      queue_.copy(to.memory.data() + begin, names + source, end - begin);
      begin = next;
      source = bin;
    }
    end = next + message.bytes;
  }
  queue_.copy(to.memory.data() + begin, names + source, end - begin);
}

void OutgoingOnDevice::add_to(int rank, u32* words) {
  const auto r = static_cast<std::size_t>(rank);
  if (is_empty_ || sets_->count_of(r) == 0) return;
  const GhostRange range{g_.ghost_begin[r], g_.ghost_begin[r + 1]};
  simt::launch(queue_.handle(), shape((u64{range.end / 32} - range.begin / 32 + 1) * simt::kWarp),
               map_fresh_ghosts, fresh_.data(), range, ghost_vertices_.data(), words);
}

}  // namespace strider::detail::STRIDER_DEVICE
