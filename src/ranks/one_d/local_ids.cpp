#include "ranks/one_d/local_ids.hpp"

#include <bit>
#include <cstring>
#include <utility>

namespace strider::detail {
namespace {

constexpr std::uint64_t kWordBits = 64;

constexpr std::uint64_t words_of(std::uint64_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

/// Elements of 32 bits in the message that names `named` of `vertices` vertices.
constexpr std::uint64_t message_length(std::uint64_t vertices, std::uint64_t named) {
  if (named == 0) return 0;
  return named_as_bits(vertices, named) ? 2 * words_of(vertices) : named;
}

void write_message(const NamedVertices& named, std::span<std::uint32_t> message, bool as_bits) {
  if (!as_bits) {
    std::memcpy(message.data(), named.list.data(), message.size_bytes());
  } else if (!named.bits.empty()) {
    std::memcpy(message.data(), named.bits.data(), message.size_bytes());
  } else {
    std::vector<std::uint64_t> bits(message.size() / 2, 0);
    for (const std::uint32_t v : named.list) bits[v / kWordBits] |= 1ULL << (v % kWordBits);
    std::memcpy(message.data(), bits.data(), message.size_bytes());
  }
}

}  // namespace

LocalIds::LocalIds(std::vector<IdRange> ranges, int own_rank)
    : ranges_(std::move(ranges)), own_rank_(own_rank) {
  order_.push_back(own_rank);
  for (int r = 0; r < static_cast<int>(ranges_.size()); ++r) {
    if (r != own_rank) order_.push_back(r);
  }
  for (const int r : order_) {
    const IdRange& of_rank = range(r);
    begins_.push_back(of_rank.begin);
    size_ = static_cast<std::uint32_t>(of_rank.begin + words_of(of_rank.size) * kWordBits);
  }
}

int LocalIds::owner_of(LocalId local_id) const {
  // Of ranges that begin at the same local id, only the last has local ids.
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), index(local_id));
  return order_[static_cast<std::size_t>(after - begins_.begin()) - 1];
}

OwnedVertex LocalIds::locate(LocalId local_id) const {
  const int rank = owner_of(local_id);
  const IdRange& of_rank = range(rank);
  const std::uint32_t place = index(local_id) - of_rank.begin;
  return {rank,
          local_vertex(of_rank.form == IdRange::Form::kPlain ? place : of_rank.locals[place])};
}

std::optional<LocalId> LocalIds::find(OwnedVertex owned) const {
  const IdRange& of_rank = range(owned.rank);
  const std::uint32_t local = index(owned.vertex);
  if (of_rank.form == IdRange::Form::kPlain) return local_id(of_rank.begin + local);
  const auto found = std::lower_bound(of_rank.locals.begin(), of_rank.locals.end(), local);
  if (found == of_rank.locals.end() || *found != local) return std::nullopt;
  return local_id(of_rank.begin + static_cast<std::size_t>(found - of_rank.locals.begin()));
}

SubscriptionExchange::SubscriptionExchange(const comm::Communicator& comm, const OwnerMap& owners,
                                           const std::vector<NamedVertices>& named)
    : comm_(comm),
      num_own_(owners.size(comm.rank())),
      named_(named.size(), 0),
      named_of_own_(named.size()),
      lengths_(named.size(), 0),
      received_lengths_(named.size()) {
  std::uint64_t total = 0;
  comm.for_each_other([&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    named_[r] = named[r].number;
    lengths_[r] = message_length(owners.size(rank), named_[r]);
    total += lengths_[r];
  });
  sent_ = Array<std::uint32_t>(total);
  std::uint32_t* next = sent_.data();
  for (std::size_t r = 0; r < named.size(); ++r) {
    if (lengths_[r] == 0) continue;
    write_message(named[r], {next, lengths_[r]},
                  named_as_bits(owners.size(static_cast<int>(r)), named_[r]));
    next += lengths_[r];
  }
}

void SubscriptionExchange::exchange() {
  comm_.exchange_counts(named_, std::span(named_of_own_));
  comm::try_on_all_ranks(comm_, [&] {
    std::uint64_t total = 0;
    for (std::size_t r = 0; r < named_of_own_.size(); ++r) {
      received_lengths_[r] = message_length(num_own_, named_of_own_[r]);
      total += received_lengths_[r];
    }
    comm_.reserve_messages(lengths_, received_lengths_, sizeof(std::uint32_t));
    received_ = Array<std::uint32_t>(total);
  });
  comm_.all_to_all(std::span<const std::uint32_t>(sent_.span()), lengths_, received_.span(),
                   received_lengths_);
}

std::vector<Subscriber> SubscriptionExchange::subscribers() const {
  std::vector<Subscriber> subscribers(named_of_own_.size());
  const std::uint32_t* from = received_.data();
  for (std::size_t r = 0; r < subscribers.size(); ++r) {
    Subscriber& subscriber = subscribers[r];
    const std::uint64_t number = named_of_own_[r];
    if (number == 0) continue;
    subscriber.form = range_form(num_own_, number);
    subscriber.num_named = static_cast<std::uint32_t>(number);
    subscriber.num_local_ids =
        subscriber.form == IdRange::Form::kPlain ? num_own_ : subscriber.num_named;
    if (named_as_bits(num_own_, number)) {
      Array<std::uint64_t> bits(words_of(num_own_));
      std::memcpy(bits.data(), from, bits.size() * sizeof(std::uint64_t));
      subscriber.bits = std::move(bits);
    } else {
      subscriber.list = Array<std::uint32_t>::copy_of({from, number});
    }
    from += received_lengths_[r];
  }
  return subscribers;
}

}  // namespace strider::detail
