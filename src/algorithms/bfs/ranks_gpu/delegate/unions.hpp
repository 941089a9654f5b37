// What several ranks reached of one owner's vertices, in one message (the paper's local
// all-to-all).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "algorithms/bfs/ranks_gpu/delegate/arrivals.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"
#include "gpu/bitmap_words.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

class UnionOnDevice {
 public:
  /// `wire` and `outgoing`, of the same queue, outlive this. Throws MemoryError.
  UnionOnDevice(Queue& queue, Wire& wire, OutgoingOnDevice& outgoing, const GraphDelegate& graph,
                u32 block_threads)
      : queue_(queue),
        wire_(wire),
        outgoing_(outgoing),
        g_(graph),
        merged_(queue.context(), outgoing.is_unique() ? bitmap_words(largest(graph)) : 0),
        sets_(queue, wire, sizes_of(graph, outgoing.is_unique()), block_threads) {}

  [[nodiscard]] static std::uint64_t predict_bytes(const GraphDelegate& graph, bool unique) {
    const Sets::Sizes sizes = sizes_of(graph, unique);
    return sizeof(u32) * sizes.most_words + Sets::predict_bytes(sizes);
  }
  [[nodiscard]] static std::uint64_t predict_host_bytes(const GraphDelegate& graph, bool unique) {
    return Sets::predict_host_bytes(sizes_of(graph, unique));
  }
  /// Vertices of the rank that has most.
  [[nodiscard]] static u32 largest(const GraphDelegate& graph) {
    u32 most = 0;
    for (int r = 0; r < graph.owners.num_ranks(); ++r) most = std::max(most, graph.owners.size(r));
    return most;
  }

  /// The message in `to` has what this rank reached of `owner`.
  void begin(int owner, std::span<std::byte> to) {
    owner_ = owner;
    to_ = to;
    bytes_ = 0;
    if (outgoing_.is_unique()) {
      queue_.fill(merged_.data(), 0, merged_.size_bytes());
      outgoing_.add_to(owner, merged_.data());
    } else {
      bytes_ = outgoing_.write(owner, to);
    }
  }
  /// And what another reached.
  void add(std::span<const std::byte> message) {
    if (!outgoing_.is_unique()) {
      queue_.copy(to_.data() + bytes_, message.data(), message.size());
      bytes_ += message.size();
      return;
    }
    const SetForm form = wire_.form_of(g_.owners.size(owner_), message);
    for_each_chunk(wire_, message.first(form.words * sizeof(u32)), chunk_of_arrivals(g_.num_local),
                   [&](const u32* words, u32 size, u32 begin) {
                     if (form.is_bitmap) {
                       sets_.add(words, size, merged_.data() + begin);
                     } else {
                       sets_.add_ids(words, size, merged_.data());
                     }
                   });
  }
  /// Returns its bytes.
  std::size_t end() {
    if (!outgoing_.is_unique()) return bytes_;
    return sets_.write(g_.owners.size(owner_), merged_.data(), 0, to_).bytes;
  }

 private:
  [[nodiscard]] static Sets::Sizes sizes_of(const GraphDelegate& graph, bool unique) {
    return {unique ? bitmap_words(largest(graph)) : 0, 0};
  }

  Queue& queue_;
  Wire& wire_;
  OutgoingOnDevice& outgoing_;
  const GraphDelegate& g_;
  DeviceBuffer<u32> merged_;
  Sets sets_;
  int owner_ = 0;
  std::span<std::byte> to_;
  std::size_t bytes_ = 0;
};

}  // namespace strider::detail::STRIDER_DEVICE
