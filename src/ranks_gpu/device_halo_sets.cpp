#include "ranks_gpu/device_halo_sets.hpp"

#include <algorithm>

#include "gpu/vertex_queue.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// A bit for each ghost index whose vertex is in a bitmap; a warp 32 ghosts.
STRIDER_KERNEL pack_ghost_bits(GhostVertices ghosts, const u32* bits, u32 num_words, u32* words) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 ghost = w * 32 + simt::lane_id();
    const bool in = ghost < ghosts.count && has_bit(bits, vertex_of(ghosts, ghost));
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}

[[nodiscard]] std::vector<u32> vertices_of(const PeerGhosts& ghosts) {
  std::vector<u32> vertices;
  vertices.reserve(ghosts.num_subscribed);
  for_each_ghost(ghosts, [&](std::uint32_t, std::uint32_t v) { vertices.push_back(v); });
  return vertices;
}

}  // namespace

Wire::Sizes DeviceHaloSets::wire_sizes(const HaloSets& halo, MessagePlace place) {
  const std::size_t most = (comm::bound(halo.most_ghosts(), halo.encoding()) - 1) / sizeof(u32);
  return {place, halo.encoding(), most, most};
}
Sets::Sizes DeviceHaloSets::sets_sizes(const HaloSets& halo, u32 num_own) {
  return {bitmap_words(std::max(num_own, halo.most_ghosts())), halo.most_ghosts()};
}

DeviceHaloSets::DeviceHaloSets(Workspace& workspace, Queue& queue, Wire& wire, Sets& sets,
                               HaloSets& halo)
    : queue_(queue), sets_(sets), halo_(halo), peers_(static_cast<std::size_t>(halo.num_ranks())) {
  halo.declare(workspace, wire.messages());
  workspace.declare("a set of ghosts", words_, bitmap_words(halo.most_ghosts()), queue.context());
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
}

void DeviceHaloSets::pack(const Peer& peer, const u32* bits) {
  const u32 num_words = bitmap_words(peer.ghosts.count);
  simt::launch(queue_.handle(), sets_.shape(u64{num_words} * simt::kWarp), pack_ghost_bits,
               peer.ghosts, bits, num_words, words_.data());
}

std::size_t DeviceHaloSets::write_asked(Peer& peer, u32* room, std::span<std::byte> to) {
  const Sets::Written written = sets_.write(peer.ghosts.count, words_.data(), 0, to);
  // Their vertices, for the answer.
  peer.asked.resize(written.count);
  if (peer.ghosts.vertices != nullptr) {
    sets_.list_values(peer.ghosts.vertices, room);
  } else {
    sets_.list(0, room);
  }
  sets_.copy_out(peer.asked.data(), room, written.count * sizeof(u32));
  return written.bytes;
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
