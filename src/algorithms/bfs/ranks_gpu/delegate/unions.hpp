// What several ranks reached of one owner's vertices, in one message (the paper's local
// all-to-all).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/arrivals.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"
#include "gpu/bitmap_words.hpp"
#include "ranks_gpu/range_sets.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

class UnionOnDevice {
 public:
  /// `wire` and `outgoing`, of the same queue, outlive this, and so does `graph`.
  UnionOnDevice(Workspace& workspace, Queue& queue, Wire& wire, OutgoingOnDevice& outgoing,
                const GraphDelegate& graph, u32 block_threads)
      : queue_(queue),
        wire_(wire),
        outgoing_(outgoing),
        g_(graph),
        sets_(workspace, queue, wire, {most_words(graph, outgoing), 0}, block_threads) {
    workspace.declare("vertices of one message", merged_, most_words(graph, outgoing),
                      queue.context());
  }
  /// Vertices of the rank that has most.
  [[nodiscard]] static u32 largest(const GraphDelegate& graph) {
    u32 most = 0;
    for (int r = 0; r < graph.owners.num_ranks(); ++r) most = std::max(most, graph.owners.size(r));
    return most;
  }

  /// The message to `owner` of what this rank reached of its vertices, and of what `others` say
  /// that others did; returns its bytes.
  std::size_t write(int owner, std::span<const std::span<const std::byte>> others,
                    std::span<std::byte> to) {
    if (!outgoing_.is_unique()) {
      std::size_t bytes = outgoing_.write(owner, to);
      for (const std::span<const std::byte> other : others) {
        queue_.copy(to.data() + bytes, other.data(), other.size());
        bytes += other.size();
      }
      return bytes;
    }
    queue_.fill(merged_.data(), 0, merged_.size_bytes());
    outgoing_.add_to(owner, merged_.data());
    for (const std::span<const std::byte> other : others) add(owner, other);
    return sets_.write(g_.owners.size(owner), merged_.data(), 0, to).bytes;
  }

 private:
  [[nodiscard]] static u32 most_words(const GraphDelegate& graph,
                                      const OutgoingOnDevice& outgoing) {
    return outgoing.is_unique() ? bitmap_words(largest(graph)) : 0;
  }
  void add(int owner, std::span<const std::byte> message) {
    const SetForm form = wire_.form_of(g_.owners.size(owner), message);
    for_each_chunk(wire_, message.first(form.words * sizeof(u32)), chunk_of_arrivals(g_.num_local),
                   [&](const u32* words, u32 size, u32 begin) {
                     if (form.is_bitmap) {
                       sets_.add(words, size, merged_.data() + begin);
                     } else {
                       sets_.add_ids(words, size, merged_.data());
                     }
                   });
  }

  Queue& queue_;
  Wire& wire_;
  OutgoingOnDevice& outgoing_;
  const GraphDelegate& g_;
  DeviceBuffer<u32> merged_;
  Sets sets_;
};

/// Of what travels between ranks.
[[nodiscard]] inline Wire::Sizes wire_sizes(const GraphDelegate& graph,
                                            const DelegateBfsSettings& settings,
                                            DeviceTransport transport) {
  const std::size_t union_words =
      RangeSets::packed_words(comm::bound(UnionOnDevice::largest(graph), settings.encoding));
  return {.place = place_of_messages(transport),
          .encoding = settings.encoding,
          .most_written =
              settings.uniquify == Uniquify::kOn
                  ? std::max(union_words, OutgoingOnDevice::most_words(graph, settings.encoding))
                  : 0,
          .most_read = chunk_of_arrivals(graph.num_local)};
}

}  // namespace strider::detail::STRIDER_DEVICE
