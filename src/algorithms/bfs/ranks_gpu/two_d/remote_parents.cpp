#include "algorithms/bfs/ranks_gpu/two_d/remote_parents.hpp"

#include "algorithms/bfs/ranks/two_d/host/packed_numbers.hpp"
#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Lists the places of rows in their blocks, of one block behind those of another.
struct ListPlaces : NoValues {
  STRIDER_DEVICE_FUNCTION void put(u32* /*to*/, u32 /*count*/, u32 at, u32 block, u32 place) const {
    listed[before[block] + at] = place;
  }

  const u64* before;  ///< rows of earlier blocks
  u32* listed;
};

}  // namespace

RemoteParents::RemoteParents(Workspace& workspace, Queue& queue, Sets& sets, RangeSets& blocks,
                             const GridPlace& place, const ColumnNames& names,
                             std::span<const std::uint32_t> offsets)
    : queue_(queue),
      sets_(sets),
      blocks_(blocks),
      place_(place),
      names_(names),
      width_(packed_width(names.num_offsets())),
      peers_(static_cast<std::size_t>(place.grid().columns)) {
  const std::size_t words = place.num_rows() / 32;
  if (!offsets.empty()) {
    declare_copy(workspace, "names of columns", offsets_, queue, offsets);
  }
  workspace.declare("vertices that others found", requests_, words, queue.context());
  workspace.declare("vertices found for others", reported_, words, queue.context());
  workspace.declare("vertices that others ask about", requested_, words, queue.context());
  workspace.count("lists of vertices that others found", 2 * place.block_size() * sizeof(u32));
}

void RemoteParents::clear() {
  queue_.fill(requests_.data(), 0, requests_.size_bytes());
  queue_.fill(reported_.data(), 0, reported_.size_bytes());
}

void RemoteParents::write_requests(comm::PackedMessages to) {
  blocks_.count(requests_.data());
  blocks_.write(to, nullptr, ListPlaces{{}, blocks_.before(), ends_.listed});
  const std::size_t all = blocks_.before(peers_.size());
  asked_.resize(all);
  sets_.copy_out(asked_.data(), ends_.listed, all * sizeof(u32));
  for (std::size_t c = 0; c < peers_.size(); ++c) {
    peers_[c].asked = std::span(asked_).subspan(blocks_.before(c), blocks_.count_of(c));
  }
}
void RemoteParents::write_reported(comm::PackedMessages to) {
  blocks_.count(reported_.data());
  blocks_.write(to);
  for (std::size_t c = 0; c < peers_.size(); ++c) peers_[c].num_reported = blocks_.count_of(c);
}
void RemoteParents::take_requests(int grid_column, std::span<const std::byte> message) {
  const u32 num_words = bitmap_words(place_.block_size());
  u32* const requested = block_of(requested_, grid_column);
  queue_.copy(requested, sets_.read_words(place_.block_size(), message),
              std::size_t{num_words} * sizeof(u32));
  peer(grid_column).num_requested = sets_.count(requested, num_words);
}
void RemoteParents::take_reported(int grid_column, std::span<const std::byte> message) {
  const u32 num_reported = sets_.count(sets_.read_words(place_.block_size(), message),
                                       bitmap_words(place_.block_size()));
  list_counted(num_reported, peer(grid_column).reported_to_us);
}

std::uint64_t RemoteParents::count_words(int grid_column) const {
  const Peer& of = peers_[static_cast<std::size_t>(grid_column)];
  return packed_words(std::uint64_t{of.num_reported} + of.num_requested, width_);
}
void RemoteParents::write(int grid_column, std::span<std::uint64_t> to) {
  if (to.empty()) return;
  const u32* const of_block = ends_.columns + place_.first_row(grid_column);
  // No vertex is reported and asked for: both fit into a block.
  const u32 num_reported = sets_.count(reported(grid_column), bitmap_words(place_.block_size()));
  sets_.list_values(of_block, ends_.listed);
  const u32 num_requested =
      sets_.count(block_of(requested_, grid_column), bitmap_words(place_.block_size()));
  sets_.list_values(of_block, ends_.listed + num_reported);
  if (offsets_.size() > 0) {
    sets_.look_up(offsets_.data(), num_reported + num_requested, ends_.listed);
  }
  sets_.pack(ends_.listed, num_reported + num_requested, width_, ends_.packed, to.size());
  sets_.copy_out(to.data(), ends_.packed, to.size_bytes());
}
std::uint64_t RemoteParents::expect_words(int grid_column) const {
  const Peer& of = peers_[static_cast<std::size_t>(grid_column)];
  return packed_words(of.asked.size() + of.reported_to_us.size(), width_);
}
void RemoteParents::take(int grid_column, std::span<const std::uint64_t> words) const {
  const Peer& of = peers_[static_cast<std::size_t>(grid_column)];
  PackedReader reader(words, width_);
  const auto take_parents = [&](std::span<const std::uint32_t> places) {
    for (const std::uint32_t place : places) {
      ends_.parents[place] = names_.name_of_offset(grid_column, reader.read());
    }
  };
  take_parents(of.reported_to_us);
  take_parents(of.asked);
}

void RemoteParents::list_counted(u32 count, std::vector<std::uint32_t>& ids) {
  ids.resize(count);
  if (count == 0) return;
  sets_.list(0, ends_.listed);
  sets_.copy_out(ids.data(), ends_.listed, count * sizeof(u32));
}

}  // namespace strider::detail::STRIDER_DEVICE
