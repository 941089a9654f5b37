// Both steps are all-to-all exchanges of messages that begin with the bytes of each of their
// parcels, numbers of 64 bits.
//
//   within the node, to number j: the parcels for number j of each node
//   among the ranks of a number, to node k: the parcels of each number here for that rank
#include "comm/two_level_exchange.hpp"

#include <algorithm>
#include <cstring>

namespace strider::comm {
namespace {

using Sizes = std::vector<std::uint64_t>;

Sizes begins_of(std::span<const std::uint64_t> sizes) {
  Sizes begins(sizes.size() + 1, 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) begins[i + 1] = begins[i] + sizes[i];
  return begins;
}

/// A message for each of `messages` receivers, of as many parcels each: parcel(receiver, i) gives
/// the bytes.
template <class Parcel>
Array<std::byte> pack(std::size_t messages, std::size_t parcels, Sizes& sizes, Parcel&& parcel) {
  const std::uint64_t head = parcels * sizeof(std::uint64_t);
  sizes.assign(messages, head);
  std::uint64_t total = 0;
  for (std::size_t m = 0; m < messages; ++m) {
    for (std::size_t i = 0; i < parcels; ++i) sizes[m] += parcel(m, i).size();
    total += sizes[m];
  }
  Array<std::byte> packed(total);
  std::byte* to = packed.data();
  for (std::size_t m = 0; m < messages; ++m) {
    for (std::size_t i = 0; i < parcels; ++i) {
      const std::uint64_t size = parcel(m, i).size();
      std::memcpy(to, &size, sizeof(size));
      to += sizeof(size);
    }
    for (std::size_t i = 0; i < parcels; ++i) {
      const std::span<const std::byte> bytes = parcel(m, i);
      if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
      to += bytes.size();
    }
  }
  return packed;
}

/// The parcels of messages that came, by sender, then in their order.
std::vector<std::span<const std::byte>> unpack(std::span<const std::byte> packed,
                                               std::span<const std::uint64_t> sizes,
                                               std::size_t parcels) {
  std::vector<std::span<const std::byte>> found;
  std::size_t message = 0;
  for (const std::uint64_t size : sizes) {
    std::size_t at = message + parcels * sizeof(std::uint64_t);
    for (std::size_t i = 0; i < parcels; ++i) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, packed.data() + message + i * sizeof(bytes), sizeof(bytes));
      found.push_back(packed.subspan(at, bytes));
      at += bytes;
    }
    message += size;
  }
  return found;
}

}  // namespace

TwoLevelExchange::TwoLevelExchange(const Communicator& comm, int ranks_per_node) : comm_(comm) {
  const auto leader = static_cast<std::uint32_t>(
      ranks_per_node > 0 ? comm.rank() / ranks_per_node * ranks_per_node
                         : static_cast<int>(comm.split_by_node().all_reduce(
                               static_cast<std::uint32_t>(comm.rank()), Reduction::kMin)));
  const std::vector<std::uint32_t> leaders = comm.all_gather(leader);
  std::vector<std::uint32_t> nodes(leaders);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  nodes_ = nodes.size();
  ranks_per_node_ = leaders.size() / nodes_;
  for (const std::uint32_t node : nodes) {
    for (std::size_t r = 0; r < leaders.size(); ++r) {
      if (leaders[r] == node) members_.push_back(r);
    }
  }
  const bool is_even = std::all_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) {
    return static_cast<std::size_t>(std::count(leaders.begin(), leaders.end(), node)) ==
           ranks_per_node_;
  });
  if (!is_even || nodes_ == 1 || ranks_per_node_ == 1) return;
  const auto place =
      std::find(members_.begin(), members_.end(), static_cast<std::size_t>(comm.rank())) -
      members_.begin();
  const auto size = static_cast<std::ptrdiff_t>(ranks_per_node_);
  node_ = comm.split(static_cast<int>(place / size), static_cast<int>(place % size));
  numbers_ = comm.split(static_cast<int>(place % size), static_cast<int>(place / size));
}

Array<std::byte> TwoLevelExchange::all_to_all(std::span<const std::byte> bytes,
                                              std::span<const std::uint64_t> counts,
                                              std::vector<std::uint64_t>& received_counts) const {
  if (!has_two_levels()) return comm_.all_to_all(bytes, counts, received_counts);
  const Sizes begins = begins_of(counts);
  Sizes sizes;
  Sizes came_sizes;
  const Array<std::byte> gathered = [&] {
    const Array<std::byte> packed =
        pack(ranks_per_node_, nodes_, sizes, [&](std::size_t number, std::size_t node) {
          const std::size_t r = rank_of(node, number);
          return bytes.subspan(begins[r], counts[r]);
        });
    return node_->all_to_all(std::span<const std::byte>(packed.span()), sizes, came_sizes);
  }();
  // By number of the sender, then by node of the receiver.
  const auto parcels = unpack(gathered.span(), came_sizes, nodes_);
  const Array<std::byte> packed =
      pack(nodes_, ranks_per_node_, sizes,
           [&](std::size_t node, std::size_t number) { return parcels[number * nodes_ + node]; });
  const Array<std::byte> came =
      numbers_->all_to_all(std::span<const std::byte>(packed.span()), sizes, came_sizes);
  // By node of the sender, then by its number.
  const auto mine = unpack(came.span(), came_sizes, ranks_per_node_);
  received_counts.assign(counts.size(), 0);
  for (std::size_t i = 0; i < mine.size(); ++i) received_counts[members_[i]] = mine[i].size();
  const Sizes places = begins_of(received_counts);
  Array<std::byte> received(places.back());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (mine[i].empty()) continue;
    std::memcpy(received.data() + places[members_[i]], mine[i].data(), mine[i].size());
  }
  return received;
}

}  // namespace strider::comm
