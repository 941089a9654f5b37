// The ends of a rank's arcs, numbered for that rank: so few that 32 bits do, and arrays by local id
// are no longer than a small multiple of what the rank's own arcs name.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/ids.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// The local ids that stand for vertices of one rank.
struct IdRange {
  enum class Form : std::uint8_t {
    kPlain,   ///< every vertex of that rank has a local id: begin + its local number
    kCompact  ///< only those named here have one, in ascending order: locals says which
  };
  Form form = Form::kCompact;
  std::uint32_t begin = 0;      ///< the first local id; a multiple of 64
  std::uint32_t size = 0;       ///< local ids
  std::uint32_t num_named = 0;  ///< vertices of that rank that are ends of arcs here
  /// The local numbers by place in the range, ascending. Empty where the form is kPlain.
  SharedArray<std::uint32_t> locals;
};

/// A range is plain where at least a quarter of that rank's vertices are named.
[[nodiscard]] constexpr IdRange::Form range_form(std::uint64_t vertices, std::uint64_t named) {
  return vertices > 0 && 4 * named >= vertices ? IdRange::Form::kPlain : IdRange::Form::kCompact;
}

/// What a rank numbers as local ids: its own vertices first (the local id is the local number),
/// then a range for each other rank, in order of rank. Ranges begin at multiples of 64, so that
/// bitmaps by local id can be cut there; the local ids between the end of one and the begin of the
/// next stand for nothing.
class LocalIds {
 public:
  LocalIds() = default;
  /// ranges[r] is that of rank r; ranges[own_rank] is plain.
  LocalIds(std::vector<IdRange> ranges, int own_rank);

  /// One past the last local id, a multiple of 64.
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] int own_rank() const { return own_rank_; }
  [[nodiscard]] const IdRange& range(int rank) const {
    return ranges_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] const std::vector<IdRange>& ranges() const { return ranges_; }

  /// Preconditions: the local id stands for a vertex. O(log ranks).
  [[nodiscard]] int owner_of(LocalId local_id) const;
  [[nodiscard]] OwnedVertex locate(LocalId local_id) const;
  [[nodiscard]] LocalVertex local_of(LocalId local_id) const { return locate(local_id).vertex; }
  /// The local id of a vertex, if it has one here. O(1), or O(log size) in a compact range.
  [[nodiscard]] std::optional<LocalId> find(OwnedVertex owned) const;

 private:
  std::vector<IdRange> ranges_;
  /// Ranks in the order of their ranges, and where those begin.
  std::vector<int> order_;
  std::vector<std::uint32_t> begins_;
  int own_rank_ = 0;
  std::uint32_t size_ = 0;
};

/// What another rank names of this rank's vertices: to whom news of them must be sent.
struct Subscriber {
  /// Of this rank's range there. The local ids there are all own vertices (kPlain), or those named
  /// (kCompact), in ascending order.
  IdRange::Form form = IdRange::Form::kCompact;
  /// Local ids of this rank's range there.
  std::uint32_t num_local_ids = 0;
  std::uint32_t num_named = 0;
  /// The own vertices that are named there: a bit for each own vertex, or their numbers, ascending;
  /// the shorter of the two, the other is empty.
  SharedArray<std::uint64_t> bits;
  SharedArray<std::uint32_t> list;

  /// body(local number), ascending, for each own vertex that is named there.
  template <class F>
  void for_each_named(F&& body) const {
    for (const std::uint32_t v : list) body(v);
    for (std::size_t w = 0; w < bits.size(); ++w) {
      for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
        body(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
      }
    }
  }
};

/// Whether bits are the shorter way to say which of a rank's vertices are named.
[[nodiscard]] constexpr bool named_as_bits(std::uint64_t vertices, std::uint64_t named) {
  return 32 * named >= vertices;
}

/// The vertices of one rank that are named here, ascending. Where named_as_bits does not say so, as
/// list; else as bits or, without these, as list.
struct NamedVertices {
  std::uint32_t number = 0;
  std::span<const std::uint64_t> bits;
  SharedArray<std::uint32_t> list;
};
/// Tells every rank which of its vertices are named here. What a rank does by itself may fail on it
/// alone: that is for try_on_all_ranks.
class SubscriptionExchange {
 public:
  /// named[r] are those of rank r. Makes the messages. Throws MemoryError.
  SubscriptionExchange(const comm::Communicator& comm, const OwnerMap& owners,
                       const std::vector<NamedVertices>& named);
  /// Throws MemoryError on all ranks. Collective.
  void exchange();
  /// What the others sent, by rank; nothing of the own. Throws MemoryError.
  [[nodiscard]] std::vector<Subscriber> subscribers() const;
  /// Of what is sent and what came.
  [[nodiscard]] std::uint64_t bytes() const {
    return sent_.span().size_bytes() + received_.span().size_bytes();
  }

 private:
  const comm::Communicator& comm_;
  std::uint32_t num_own_;
  // By rank: how many vertices are named, and elements of the messages that say so.
  std::vector<std::uint64_t> named_;
  std::vector<std::uint64_t> named_of_own_;
  std::vector<std::uint64_t> lengths_;
  std::vector<std::uint64_t> received_lengths_;
  Array<std::uint32_t> sent_;
  Array<std::uint32_t> received_;
};

/// A value by local id: value_of(v) is that of own vertex v. Local ids that stand for nothing get
/// `nothing`. Throws MemoryError on all ranks: it takes the result, and as much as travels.
/// Collective.
template <comm::Sendable T, class ValueOf>
[[nodiscard]] Array<T> values_by_local_id(const comm::Communicator& comm, const LocalIds& local_ids,
                                          const std::vector<Subscriber>& subscribers,
                                          std::uint32_t num_own, T nothing,
                                          const ValueOf& value_of) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> received_counts;
  Array<T> sent;
  Array<T> received;
  Array<T> values;
  comm::try_on_all_ranks(comm, [&] {
    for (int r = 0; r < comm.size(); ++r) {
      counts.push_back(subscribers[static_cast<std::size_t>(r)].num_local_ids);
      received_counts.push_back(r == comm.rank() ? 0 : local_ids.range(r).size);
    }
    comm.reserve_messages(counts, received_counts, sizeof(T));
    sent = Array<T>(std::reduce(counts.begin(), counts.end()));
    received = Array<T>(std::reduce(received_counts.begin(), received_counts.end()));
    values = Array<T>(local_ids.size(), nothing);
  });
  T* next = sent.data();
  for (const Subscriber& subscriber : subscribers) {
    if (subscriber.num_local_ids == 0) continue;
    if (subscriber.form == IdRange::Form::kPlain) {
      for (std::uint32_t v = 0; v < num_own; ++v) *next++ = value_of(v);
    } else {
      subscriber.for_each_named([&](std::uint32_t v) { *next++ = value_of(v); });
    }
  }
  comm.all_to_all(std::span<const T>(sent.span()), counts, received.span(), received_counts);
  for (std::uint32_t v = 0; v < num_own; ++v) values[v] = value_of(v);
  const T* from = received.data();
  for (int r = 0; r < comm.size(); ++r) {
    const auto count = received_counts[static_cast<std::size_t>(r)];
    std::copy_n(from, count, values.data() + local_ids.range(r).begin);
    from += count;
  }
  return values;
}

}  // namespace strider::detail
