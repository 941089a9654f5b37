// A payload is what one rank sends to another; a message aggregates payloads, one after the other.
// Sizes go the way of the payloads first: so all ranks can ask for all memory together, and either
// none has begun to send or all have what they need.
//
//   within the node, to number j: the payloads for number j of each node
//   among the ranks of a number, to node k: the payloads of each number here for that rank
#include "comm/two_level_exchange.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "comm/collective_error.hpp"

namespace strider::comm {
namespace {

using Bytes = std::vector<std::uint64_t>;

std::uint64_t sum(const Bytes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
}

/// Of messages that have `payloads` of these each.
void sum_messages(const Bytes& sizes, std::size_t payloads, Bytes& messages) {
  for (std::size_t m = 0; m < messages.size(); ++m) {
    const auto first = sizes.begin() + static_cast<std::ptrdiff_t>(m * payloads);
    messages[m] = std::accumulate(first, first + static_cast<std::ptrdiff_t>(payloads), 0ULL);
  }
}

void put(std::byte*& to, std::span<const std::byte> payload) {
  if (!payload.empty()) std::memcpy(to, payload.data(), payload.size());
  to += payload.size();
}

}  // namespace

/// By payload and by message.
struct TwoLevelExchange::Sizes {
  Sizes(std::size_t nodes, std::size_t ranks_per_node)
      : sent(nodes * ranks_per_node),
        gathered(sent.size()),
        passed_on(sent.size()),
        came(sent.size()),
        begins(sent.size()),
        to_numbers(ranks_per_node),
        from_numbers(ranks_per_node),
        to_nodes(nodes),
        from_nodes(nodes) {}

  [[nodiscard]] std::uint64_t outgoing() const { return std::max(sum(sent), sum(gathered)); }
  [[nodiscard]] std::uint64_t incoming() const { return std::max(sum(gathered), sum(came)); }

  // Payloads in the order in which messages have them.
  Bytes sent;       // by number, then node: the receiver's
  Bytes gathered;   // by number of the sender, then node of the receiver
  Bytes passed_on;  // by node of the receiver, then number of the sender
  Bytes came;       // by node, then number: the sender's
  Bytes begins;     // where payloads lie
  // Messages.
  Bytes to_numbers;
  Bytes from_numbers;
  Bytes to_nodes;
  Bytes from_nodes;
};

TwoLevelExchange::TwoLevelExchange(const Communicator& comm, int ranks_per_node)
    : comm_(comm),
      grid_(comm, ranks_per_node),
      nodes_(grid_.num_nodes()),
      ranks_per_node_(grid_.ranks_on(0)) {
  if (!grid_.is_even() || nodes_ == 1 || ranks_per_node_ == 1) return;
  try_on_all_ranks(comm, [&] { sizes_ = std::make_unique<Sizes>(nodes_, ranks_per_node_); });
  const auto self = static_cast<std::size_t>(comm.rank());
  const auto node = static_cast<int>(grid_.node_of(self));
  const auto number = static_cast<int>(grid_.number_of(self));
  node_ = comm.split(node, number);
  numbers_ = comm.split(number, node);
}

TwoLevelExchange::TwoLevelExchange(TwoLevelExchange&&) noexcept = default;
TwoLevelExchange::~TwoLevelExchange() = default;

void TwoLevelExchange::exchange_counts(std::span<const std::uint64_t> counts,
                                       std::span<std::uint64_t> received_counts) const {
  Sizes& sizes = *sizes_;
  for (std::size_t number = 0, i = 0; number < ranks_per_node_; ++number) {
    for (std::size_t node = 0; node < nodes_; ++node) {
      sizes.sent[i++] = counts[grid_.rank_of(node, number)];
    }
  }
  node_->exchange_counts(sizes.sent, sizes.gathered);
  for (std::size_t node = 0, i = 0; node < nodes_; ++node) {
    for (std::size_t number = 0; number < ranks_per_node_; ++number) {
      sizes.passed_on[i++] = sizes.gathered[number * nodes_ + node];
    }
  }
  numbers_->exchange_counts(sizes.passed_on, sizes.came);
  sum_messages(sizes.sent, nodes_, sizes.to_numbers);
  sum_messages(sizes.gathered, nodes_, sizes.from_numbers);
  sum_messages(sizes.passed_on, ranks_per_node_, sizes.to_nodes);
  sum_messages(sizes.came, ranks_per_node_, sizes.from_nodes);
  for (std::size_t i = 0; i < sizes.came.size(); ++i) {
    received_counts[grid_.ranks()[i]] = sizes.came[i];
  }
}

std::uint64_t TwoLevelExchange::passed_on_bytes() const {
  return sum(sizes_->gathered);
}

TwoLevelExchange::Transit TwoLevelExchange::make_transit() const {
  const Sizes& sizes = *sizes_;
  node_->reserve_messages(sizes.to_numbers, sizes.from_numbers, 1);
  numbers_->reserve_messages(sizes.to_nodes, sizes.from_nodes, 1);
  return {Array<std::byte>(sizes.outgoing()), Array<std::byte>(sizes.incoming())};
}

Array<std::byte> TwoLevelExchange::all_to_all(std::span<const std::byte> bytes,
                                              std::span<const std::uint64_t> counts,
                                              std::span<std::uint64_t> received_counts) const {
  if (!has_two_levels()) return checked_all_to_all(comm_, bytes, counts, received_counts);
  exchange_counts(counts, received_counts);
  Transit transit;
  Array<std::byte> received;
  try_on_all_ranks(comm_, [&] {
    const std::array<std::uint64_t, 3> room = {sizes_->outgoing(), sizes_->incoming(),
                                               sum(sizes_->came)};
    (void)detail::require_room(comm_, room, 1, Receivers::kAll);
    transit = make_transit();
    received = Array<std::byte>(room[2]);
  });
  all_to_all(bytes, {}, counts, transit, received.span(), received_counts);
  return received;
}

void TwoLevelExchange::all_to_all(std::span<const std::byte> bytes,
                                  std::span<const std::uint64_t> starts,
                                  std::span<const std::uint64_t> counts, Transit& transit,
                                  std::span<std::byte> received,
                                  std::span<const std::uint64_t> received_counts) const {
  Sizes& sizes = *sizes_;
  const auto sent = std::span<const std::byte>(transit.outgoing.span());
  const std::span<std::byte> incoming = transit.incoming.span();
  const auto begins = std::span(sizes.begins);
  const auto begin_of = [&](std::span<const std::uint64_t> payloads) {
    std::exclusive_scan(payloads.begin(), payloads.end(), begins.begin(), std::uint64_t{0});
  };

  if (starts.empty()) {
    begin_of(counts);
    starts = begins;
  }
  std::byte* to = transit.outgoing.data();
  for (std::size_t number = 0; number < ranks_per_node_; ++number) {
    for (std::size_t node = 0; node < nodes_; ++node) {
      const std::size_t r = grid_.rank_of(node, number);
      put(to, bytes.subspan(starts[r], counts[r]));
    }
  }
  node_->all_to_all(sent, sizes.to_numbers, incoming, sizes.from_numbers);

  begin_of(sizes.gathered);
  to = transit.outgoing.data();
  for (std::size_t node = 0; node < nodes_; ++node) {
    for (std::size_t number = 0; number < ranks_per_node_; ++number) {
      const std::size_t i = number * nodes_ + node;
      put(to, incoming.subspan(begins[i], sizes.gathered[i]));
    }
  }
  numbers_->all_to_all(sent, sizes.to_nodes, incoming, sizes.from_nodes);

  begin_of(received_counts);
  std::size_t from = 0;
  for (std::size_t i = 0; i < sizes.came.size(); ++i) {
    std::byte* place = received.data() + begins[grid_.ranks()[i]];
    put(place, incoming.subspan(from, sizes.came[i]));
    from += sizes.came[i];
  }
}

}  // namespace strider::comm
