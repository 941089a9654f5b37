// Kernels between local ids and messages, a thread an entry. Only for rank_batch.cpp.
//
// A message has, in words of 8 bytes: how many entries, how many numbers; the searches of each
// entry; the numbers' mantissas, search by search of one entry after the other; their exponents, of
// 4 bytes; on the way out the entries' ghosts, of 4 bytes. What comes back has the entries of what
// went out, in their order.
#pragma once

#include "algorithms/bc/ranks_gpu/rank_batch_view.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Messages of all ranks, one behind the other.
struct BatchMessages {
  u32 num_ranks;
  const u64* first_entry;   ///< by rank, and the end
  const u64* first_number;  ///< the same
  const u64* begins;        ///< by rank: the message's first byte, a multiple of 8
  const u64* offsets;       ///< by entry: numbers before it
  std::byte* bytes;
};

inline constexpr u64 kMessageHeaderBytes = 2 * sizeof(u64);
/// Of a message.
[[nodiscard]] constexpr u64 batch_message_bytes(u64 entries, u64 numbers, bool has_ghosts) {
  if (entries == 0) return 0;
  const u64 bytes = kMessageHeaderBytes + entries * (sizeof(u64) + (has_ghosts ? sizeof(u32) : 0)) +
                    numbers * (sizeof(double) + sizeof(u32));
  return (bytes + sizeof(u64) - 1) / sizeof(u64) * sizeof(u64);
}

/// Where an entry stands.
struct EntryFields {
  u32 rank;
  u64* header;
  u64* mask;
  double* mantissas;  ///< of its first number
  std::int32_t* exponents;
  u32* ghost;
  u64 entries;
  u64 numbers;
};
STRIDER_DEVICE_FUNCTION EntryFields places_of(const BatchMessages& messages, u64 entry) {
  const u32 r = last_not_above(messages.first_entry, messages.num_ranks, entry);
  const u64 entries = messages.first_entry[r + 1] - messages.first_entry[r];
  const u64 numbers = messages.first_number[r + 1] - messages.first_number[r];
  const u64 in_message = entry - messages.first_entry[r];
  const u64 number = messages.offsets[entry] - messages.first_number[r];
  auto* const header = reinterpret_cast<u64*>(messages.bytes + messages.begins[r]);
  u64* const masks = header + 2;
  auto* const mantissas = reinterpret_cast<double*>(masks + entries);
  auto* const exponents = reinterpret_cast<std::int32_t*>(mantissas + numbers);
  auto* const ghosts = reinterpret_cast<u32*>(exponents + numbers);
  return {r,
          header,
          masks + in_message,
          mantissas + number,
          exponents + number,
          ghosts + in_message,
          entries,
          numbers};
}

/// The local ids of other ranks' vertices that were reached, rank by rank: `sent` begins at them.
/// These searches do not send them again.
STRIDER_KERNEL list_sent(RankBatchView view, const u64* first_entry, u32 num_ranks,
                         const u32* queue_begins, const u32* local_ids, FrontierEntries sent,
                         u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 r = last_not_above(first_entry, num_ranks, i);
    const u32 local_id = local_ids[queue_begins[r] + (i - first_entry[r])];
    sent.names[i] = local_id;
    sent.masks[i] = view.next[local_id];
  }
}
STRIDER_KERNEL close_sent(RankBatchView view, FrontierEntries sent, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    view.seen[sent.names[i]] |= sent.masks[i];
    view.next[sent.names[i]] = 0;
  }
}

/// Numbers of each entry; 0 after the last, so that their scan ends with the sum.
STRIDER_KERNEL count_sources(const u64* masks, u32 count, u32* numbers) {
  for (u32 i = simt::global_id(); i <= count; i += simt::global_size()) {
    numbers[i] = i < count ? simt::popcount(masks[i]) : 0;
  }
}
/// The same of entries in messages. Of these no numbers are known.
STRIDER_KERNEL count_sources_of_messages(BatchMessages messages, u32 count, u32* numbers) {
  for (u32 i = simt::global_id(); i <= count; i += simt::global_size()) {
    numbers[i] = 0;
    if (i == count) continue;
    const u32 r = last_not_above(messages.first_entry, messages.num_ranks, i);
    const auto* const masks =
        reinterpret_cast<const u64*>(messages.bytes + messages.begins[r] + kMessageHeaderBytes);
    numbers[i] = simt::popcount(masks[i - messages.first_entry[r]]);
  }
}
/// to[r]: numbers before the first entry of rank r; after the last rank, all.
STRIDER_KERNEL find_first_numbers(const u64* first_entry, u32 num_ranks, const u64* offsets,
                                  u64* to) {
  for (u32 r = simt::global_id(); r <= num_ranks; r += simt::global_size()) {
    to[r] = offsets[first_entry[r]];
  }
}

/// What stands in the counts of the entries' vertices. `range_begins`: local ids of ghost index 0,
/// by rank; null: no ghosts are reported.
STRIDER_KERNEL write_entries(RankBatchView view, BatchMessages messages, FrontierEntries entries,
                             u32 count, const u32* range_begins) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const EntryFields to = places_of(messages, i);
    if (messages.first_entry[to.rank] == i) {
      to.header[0] = to.entries;
      to.header[1] = to.numbers;
    }
    const u32 name = entries.names[i];
    *to.mask = entries.masks[i];
    const PathCount* const counts = row_of_counts(view, name);
    u32 number = 0;
    for_sources(entries.masks[i], [&](u32 source_index) {
      to.mantissas[number] = counts[source_index].mantissa;
      to.exponents[number++] = counts[source_index].exponent;
    });
    if (range_begins != nullptr) *to.ghost = name - range_begins[to.rank];
  }
}

/// Parts of counts of own vertices, from one rank: entries [begin, end). `vertices`: by ghost
/// index; null: the ghost index itself. `received` begins at the first of all messages' entries.
STRIDER_KERNEL take_parts_of_rank(RankBatchView view, BatchMessages messages, u32 begin, u32 end,
                                  const u32* vertices, FrontierEntries received, VertexQueue own) {
  const u32 size = simt::global_size();
  for (u32 base = begin + (simt::global_id() - simt::lane_id()); base < end; base += size) {
    const u32 i = base + simt::lane_id();
    u32 v = 0;
    bool is_first = false;
    if (i < end) {
      const EntryFields part = places_of(messages, i);
      v = vertices == nullptr ? *part.ghost : vertices[*part.ghost];
      const u64 seen = view.seen[v];
      const u64 before = view.next[v];
      PathCount* const counts = row_of_counts(view, v);
      u32 number = 0;
      for_sources(*part.mask, [&](u32 source_index) {
        PathCount came;
        came.mantissa = part.mantissas[number];
        came.exponent = part.exponents[number++];
        if ((seen >> source_index & 1U) != 0) return;
        if ((before >> source_index & 1U) != 0) {
          counts[source_index] += came;
        } else {
          counts[source_index] = came;
        }
      });
      const u64 added = *part.mask & ~seen;
      received.names[i] = v;
      received.masks[i] = added;
      view.next[v] = before | added;
      is_first = before == 0 && added != 0;
    }
    append(is_first, v, own);
  }
}

/// Coefficients of local ids that were sent, which accumulate_level() looks for in `from`.
STRIDER_KERNEL take_entries(RankBatchView view, BatchMessages messages, const u32* local_ids,
                            u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const EntryFields came = places_of(messages, i);
    PathCount* const counts = row_of_counts(view, local_ids[i]);
    u32 number = 0;
    for_sources(*came.mask, [&](u32 source_index) {
      counts[source_index].mantissa = came.mantissas[number];
      counts[source_index].exponent = came.exponents[number++];
    });
    view.from[local_ids[i]] = *came.mask;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
