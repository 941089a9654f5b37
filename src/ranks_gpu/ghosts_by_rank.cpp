#include "ranks_gpu/ghosts_by_rank.hpp"

#include "gpu/graph_bytes.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] u32 first_of(const std::vector<PeerGhosts>& peers) {
  for (const PeerGhosts& peer : peers) {
    if (peer.range_size > 0) return peer.range_begin;
  }
  return 0;
}
/// Of their local ids, from the first on.
[[nodiscard]] RangeSets::Ranges ranges_of(const std::vector<PeerGhosts>& peers) {
  RangeSets::Ranges ranges{{0}, {}};
  for (const PeerGhosts& peer : peers) {
    if (peer.range_size > 0) ranges.begins.back() = peer.range_begin - first_of(peers);
    ranges.universes.push_back(peer.range_size);
    ranges.begins.push_back(ranges.begins.back() + peer.range_size);
  }
  return ranges;
}
[[nodiscard]] RangeSets::Ranges ranges_of_own(const std::vector<PeerGhosts>& peers) {
  RangeSets::Ranges ranges{{0}, {}};
  for (const PeerGhosts& peer : peers) {
    const u64 end = u64{ranges.begins.back()} + bitmap_words(peer.num_subscribed) * u64{32};
    if (end > kMostDeviceVertices) {
      throw UsageError("one rank has too many ghosts for a device: start fewer ranks");
    }
    ranges.universes.push_back(peer.num_subscribed);
    ranges.begins.push_back(static_cast<u32>(end));
  }
  return ranges;
}
[[nodiscard]] std::vector<u32> vertices_of(const PeerGhosts& ghosts) {
  std::vector<u32> vertices;
  vertices.reserve(ghosts.num_subscribed);
  for_each_ghost(ghosts, [&](std::uint32_t, std::uint32_t v) { vertices.push_back(v); });
  return vertices;
}

}  // namespace

TheirGhosts::TheirGhosts(Workspace& workspace, Queue& queue, Wire& wire,
                         const std::vector<PeerGhosts>& peers, u32 block_threads)
    : first_(first_of(peers)), sets_(workspace, queue, wire, ranges_of(peers), block_threads) {
  for (const PeerGhosts& peer : peers) {
    here_.push_back({nullptr, peer.range_begin, peer.range_size});
  }
  declare_copy<GhostVertices>(workspace, "the ghosts of ranks", by_rank_, queue, here_);
}

void TheirGhosts::count(const u32* bits) {
  sets_.count(bits + first_ / 32);
}

OwnGhosts::OwnGhosts(Workspace& workspace, Queue& queue, Wire& wire,
                     const std::function<std::vector<PeerGhosts>()>& peers, u32 block_threads)
    : queue_(queue), sets_(workspace, queue, wire, ranges_of_own(peers()), block_threads) {
  Context& context = queue.context();
  lists_.resize(peers().size());
  for (const PeerGhosts& peer : peers()) {
    const bool is_list = peer.subscribed != PeerGhosts::Subscribed::kAll;
    workspace.declare("vertices of ghosts", lists_[here_.size()], is_list ? peer.num_subscribed : 0,
                      context);
    here_.push_back({nullptr, 0, peer.num_subscribed});
  }
  workspace.when_taken([this, peers] {
    const std::vector<PeerGhosts> now = peers();
    for (std::size_t r = 0; r < lists_.size(); ++r) {
      if (lists_[r].size() == 0) continue;
      upload<u32>(queue_, lists_[r], vertices_of(now[r]));
      here_[r].vertices = lists_[r].data();
    }
  });
  declare_copy<GhostVertices>(workspace, "ghosts on other ranks", by_rank_, queue, here_);
  workspace.declare("sets of ghosts", words_, sets_.num_bits() / 32, context);
}

}  // namespace strider::detail::STRIDER_DEVICE
