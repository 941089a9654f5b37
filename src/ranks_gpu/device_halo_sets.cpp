#include "ranks_gpu/device_halo_sets.hpp"

#include <algorithm>

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] std::vector<u32> vertices_of(const PeerGhosts& ghosts) {
  std::vector<u32> vertices;
  vertices.reserve(ghosts.num_subscribed);
  for_each_ghost(ghosts, [&](std::uint32_t, std::uint32_t v) { vertices.push_back(v); });
  return vertices;
}

/// Of ghosts, from the first of any peer on.
[[nodiscard]] RangeSets::Ranges ranges_of_ghosts(const HaloSets& halo, u32 first) {
  RangeSets::Ranges ranges{{0}, {}};
  for (int rank = 0; rank < halo.num_ranks(); ++rank) {
    const PeerGhosts& ghosts = halo.peer(rank);
    if (ghosts.range_size > 0) ranges.begins.back() = ghosts.range_begin - first;
    ranges.universes.push_back(ghosts.range_size);
    ranges.begins.push_back(ranges.begins.back() + ghosts.range_size);
  }
  return ranges;
}
[[nodiscard]] u32 first_ghost(const HaloSets& halo) {
  for (int rank = 0; rank < halo.num_ranks(); ++rank) {
    if (halo.peer(rank).range_size > 0) return halo.peer(rank).range_begin;
  }
  return 0;
}
/// Of own vertices, for each peer those that it has ghosts of.
[[nodiscard]] RangeSets::Ranges ranges_of_subscribed(const HaloSets& halo) {
  RangeSets::Ranges ranges{{0}, {}};
  for (int rank = 0; rank < halo.num_ranks(); ++rank) {
    const u32 count = halo.peer(rank).num_subscribed;
    ranges.universes.push_back(count);
    ranges.begins.push_back(ranges.begins.back() + bitmap_words(count) * 32);
  }
  return ranges;
}

}  // namespace

Wire::Sizes DeviceHaloSets::wire_sizes(const HaloSets& halo, MessagePlace place) {
  const auto bound = [&](u32 ghosts) { return comm::bound(ghosts, halo.encoding()); };
  std::size_t written = 0;
  for (int rank = 0; rank < halo.num_ranks(); ++rank) {
    const PeerGhosts& ghosts = halo.peer(rank);
    if (ghosts.is_empty()) continue;
    written += RangeSets::packed_words(bound(std::max(ghosts.range_size, ghosts.num_subscribed)));
  }
  return {place, halo.encoding(), written, (bound(halo.most_ghosts()) - 1) / sizeof(u32)};
}
Sets::Sizes DeviceHaloSets::sets_sizes(const HaloSets& halo, u32 num_own) {
  return {bitmap_words(std::max(num_own, halo.most_ghosts())), halo.most_ghosts()};
}

DeviceHaloSets::DeviceHaloSets(Workspace& workspace, Queue& queue, Wire& wire, Sets& sets,
                               HaloSets& halo, u32 block_threads)
    : queue_(queue),
      sets_(sets),
      halo_(halo),
      peers_(static_cast<std::size_t>(halo.num_ranks())),
      first_ghost_(first_ghost(halo)),
      ghosts_(workspace, queue, wire, ranges_of_ghosts(halo, first_ghost_), block_threads),
      subscribed_(workspace, queue, wire, ranges_of_subscribed(halo), block_threads) {
  halo.declare(workspace, wire.messages());
  workspace.declare("sets of ghosts", words_, subscribed_.num_bits() / 32, queue.context());
  for (int rank = 0; rank < halo.num_ranks(); ++rank) {
    const PeerGhosts& ghosts = halo.peer(rank);
    Peer& added = peer(rank);
    added.ghosts = {nullptr, ghosts.num_subscribed};
    workspace.count("vertices asked about", ghosts.num_subscribed * sizeof(u32));
    if (ghosts.subscribed == PeerGhosts::Subscribed::kAll) continue;
    workspace.declare("vertices of ghosts", added.subscribed, ghosts.num_subscribed,
                      queue.context());
    workspace.when_taken([this, &added, &ghosts] {
      upload<u32>(queue_, added.subscribed, vertices_of(ghosts));
      added.ghosts.vertices = added.subscribed.data();
    });
  }
  workspace.declare("the ghosts of ranks", views_, peers_.size(), queue.context());
  workspace.when_taken([this] {
    std::vector<GhostVertices> views;
    for (const Peer& one : peers_) views.push_back(one.ghosts);
    upload<GhostVertices>(queue_, views_, views);
  });
}

void DeviceHaloSets::write_asked(u32* room, comm::PackedMessages to) {
  subscribed_.begin_count(words_.data());
  subscribed_.wait();
  subscribed_.write(to, nullptr, ListGhostVertices{views_.data(), subscribed_.before(), room});
  // Their vertices, for the answer.
  asked_.resize(subscribed_.before(halo_.num_ranks()));
  sets_.copy_out(asked_.data(), room, asked_.size() * sizeof(u32));
}

std::size_t DeviceHaloSets::write_answer(const PeerGhosts& ghosts,
                                         std::span<const std::byte> message, const Answers& answers,
                                         std::span<std::uint32_t> to) {
  const u32 count =
      sets_.count(sets_.read_words(ghosts.range_size, message), bitmap_words(ghosts.range_size));
  u32* const listed = answers.ghost_room + ghosts.range_begin;
  sets_.list_values(answers.values + ghosts.range_begin, listed);
  sets_.copy_out(to.data(), listed, count * sizeof(u32));
  return count;
}

}  // namespace strider::detail::STRIDER_DEVICE
