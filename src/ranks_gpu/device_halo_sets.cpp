#include "ranks_gpu/device_halo_sets.hpp"

#include <algorithm>

namespace strider::detail::STRIDER_DEVICE {
Wire::Sizes DeviceHaloSets::wire_sizes(const HaloSets& halo, MessagePlace place) {
  const auto bound = [&](u32 ghosts) { return comm::bound(ghosts, halo.encoding()); };
  std::size_t written = 0;
  for (const PeerGhosts& ghosts : halo.peers()) {
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
      theirs_(workspace, queue, wire, halo.peers(), block_threads),
      own_(
          workspace, queue, wire, [&halo] { return halo.peers(); }, block_threads) {
  halo.declare(workspace, wire.messages());
  // Each is asked about once at most.
  workspace.count("vertices asked about", std::uint64_t{halo.num_own()} * sizeof(u32));
  workspace.when_taken([this] { asked_.reserve(halo_.num_own()); });
}

void DeviceHaloSets::write_asked(u32* room, comm::PackedMessages to) {
  RangeSets& sets = own_.sets();
  sets.write(to, nullptr, ListGhostVertices{{}, own_.by_rank(), sets.before(), room});
  // Their vertices, for the answer.
  asked_.resize(sets.before(halo_.peers().size()));
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
