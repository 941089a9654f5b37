// What ranks send one another about fragments: the edges between them, the numbers that they are
// called by, and which vertices are in them. Numbers travel in as few whole bytes as they need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_numbers.hpp"
#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "comm/encoding/byte_packing.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/two_level_exchange.hpp"
#include "graph/bitmap.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// An edge {u, v} of the input, u < v, and the fragments that it connects. A fragment is called by
/// the owner number (see GlobalIds) of one of its vertices.
template <class Key>
struct FragmentEdge {
  std::uint64_t a;
  std::uint64_t b;
  GlobalVertex u;
  GlobalVertex v;
  Key key;

  /// As forests choose edges.
  [[nodiscard]] friend bool operator<(const FragmentEdge& x, const FragmentEdge& y) {
    if (x.key != y.key) return x.key < y.key;
    return std::tie(x.u, x.v) < std::tie(y.u, y.v);
  }
};

/// How many bytes the numbers of an edge take on the wire; the same on all ranks. Keys take as many
/// as those of a message differ in.
struct EdgeFormat {
  unsigned fragment_bytes = 8;  ///< 0: fragments are not sent
  unsigned vertex_bytes = 8;

  /// Of a graph of n vertices.
  [[nodiscard]] static EdgeFormat of(std::uint64_t num_vertices) {
    const unsigned bytes = comm::bytes_for(num_vertices);
    return {bytes, bytes};
  }
  [[nodiscard]] std::uint64_t edge_bytes(unsigned key_bytes) const {
    return 2ULL * fragment_bytes + 2ULL * vertex_bytes + key_bytes;
  }
};

/// The elements by the rank that rank_of says, of one rank in their order; and how many it has.
template <class T, class RankOf>
[[nodiscard]] std::vector<T> group_by_rank(const std::vector<T>& elements, int ranks,
                                           RankOf&& rank_of, std::vector<std::uint64_t>& counts) {
  std::vector<T> grouped(elements.size());
  counts = comm::group_by_rank(std::span<const T>(elements), ranks, std::forward<RankOf>(rank_of),
                               std::span<T>(grouped));
  return grouped;
}

// Before the edges of a message: the least of their keys, and the bytes that keys take above it.
inline constexpr unsigned kKeyBytes = 8;
inline constexpr std::size_t kHeadBytes = kKeyBytes + 1;

template <class Key>
std::byte* pack_edges(std::span<const FragmentEdge<Key>> edges, EdgeFormat format, std::byte* to) {
  if (edges.empty()) return to;
  const auto [least, greatest] = std::minmax_element(
      edges.begin(), edges.end(), [](const auto& x, const auto& y) { return x.key < y.key; });
  const unsigned key_bytes = comm::bytes_for(greatest->key - least->key);
  const Key base = least->key;
  comm::ByteWriter writer(to);
  writer.put(base, kKeyBytes);
  writer.put(key_bytes, 1);
  for (const FragmentEdge<Key>& edge : edges) {
    if (format.fragment_bytes > 0) {
      writer.put(edge.a, format.fragment_bytes);
      writer.put(edge.b, format.fragment_bytes);
    }
    writer.put(edge.u, format.vertex_bytes);
    writer.put(edge.v, format.vertex_bytes);
    writer.put(edge.key - base, key_bytes);
  }
  return writer.position();
}

/// How many edges a message of so many bytes has.
inline std::size_t edges_in(const std::byte* message, std::uint64_t bytes, EdgeFormat format) {
  if (bytes == 0) return 0;
  const auto key_bytes = std::to_integer<unsigned>(message[kKeyBytes]);
  return (bytes - kHeadBytes) / format.edge_bytes(key_bytes);
}

template <class Key>
void unpack_edges(const std::byte* message, std::span<FragmentEdge<Key>> edges, EdgeFormat format) {
  if (edges.empty()) return;
  comm::ByteReader reader(message);
  const auto base = static_cast<Key>(reader.get(kKeyBytes));
  const auto key_bytes = static_cast<unsigned>(reader.get(1));
  for (FragmentEdge<Key>& edge : edges) {
    if (format.fragment_bytes > 0) {
      edge.a = reader.get(format.fragment_bytes);
      edge.b = reader.get(format.fragment_bytes);
    }
    edge.u = reader.get(format.vertex_bytes);
    edge.v = reader.get(format.vertex_bytes);
    edge.key = static_cast<Key>(base + reader.get(key_bytes));
  }
}

/// Sends edges[begin of r, begin of r + counts[r]) to each rank r, the ranks' one after the other;
/// returns what came, by sender, and in `starts` where the edges of each begin, and the end.
/// Memory: twice what is sent and received. Collective. Throws MemoryError on all ranks.
template <class Key>
[[nodiscard]] std::vector<FragmentEdge<Key>> exchange_edges(
    const comm::TwoLevelExchange& exchange, EdgeFormat format,
    std::span<const FragmentEdge<Key>> edges, std::span<const std::uint64_t> counts,
    std::vector<std::size_t>& starts) {
  const comm::Communicator& comm = exchange.comm();
  const auto ranks = static_cast<std::size_t>(comm.size());
  const NodeMemory memory(comm);
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint64_t> received_bytes;
  Array<std::byte> sent;
  comm::try_on_all_ranks(comm, [&] {
    bytes.resize(ranks);
    received_bytes.resize(ranks);
    sent = take_array<Array<std::byte>>(
        edges.size() * format.edge_bytes(sizeof(Key)) + ranks * kHeadBytes + comm::kPackingSlack,
        "edges between fragments, as they are sent", memory);
    std::byte* to = sent.data();
    for (std::size_t r = 0, from = 0; r < ranks; from += counts[r], ++r) {
      std::byte* const end = pack_edges(edges.subspan(from, counts[r]), format, to);
      bytes[r] = static_cast<std::uint64_t>(end - to);
      to = end;
    }
  });
  const Array<std::byte> received = exchange.all_to_all(sent.span(), bytes, received_bytes);
  sent = {};
  return comm::try_on_all_ranks(comm, [&] {
    starts.assign(1, 0);
    const std::byte* message = received.data();
    for (std::size_t r = 0; r < ranks; message += received_bytes[r], ++r) {
      starts.push_back(starts.back() + edges_in(message, received_bytes[r], format));
    }
    auto came = take_array<std::vector<FragmentEdge<Key>>>(starts.back(), "edges between fragments",
                                                           memory);
    message = received.data();
    for (std::size_t r = 0; r < ranks; message += received_bytes[r], ++r) {
      unpack_edges(message, std::span(came).subspan(starts[r], starts[r + 1] - starts[r]), format);
    }
    return came;
  });
}

/// Numbers on their way to ranks, and what the exchange of them takes: made before ranks
/// synchronize for it.
struct NumberMessages {
  Array<std::byte> packed;
  unsigned bytes_each;
  std::vector<std::uint64_t> bytes_to;    ///< by receiver
  std::vector<std::uint64_t> bytes_from;  ///< by sender: known when they have come
};
/// counts[r] of the numbers for each rank r, of at most `bytes` bytes each. Throws MemoryError on
/// this rank only.
[[nodiscard]] inline NumberMessages pack_numbers(std::span<const std::uint64_t> numbers,
                                                 std::span<const std::uint64_t> counts,
                                                 unsigned bytes) {
  NumberMessages messages{Array<std::byte>(numbers.size() * bytes + comm::kPackingSlack),
                          bytes,
                          {counts.begin(), counts.end()},
                          std::vector<std::uint64_t>(counts.size())};
  for (std::uint64_t& count : messages.bytes_to) count *= bytes;
  comm::ByteWriter writer(messages.packed.data());
  for (const std::uint64_t number : numbers) writer.put(number, bytes);
  return messages;
}

/// Numbers that came, by sender.
class ReceivedNumbers {
 public:
  ReceivedNumbers(Array<std::byte> packed, unsigned bytes, std::vector<std::uint64_t> bytes_from)
      : packed_(std::move(packed)), bytes_(bytes), bytes_from_(std::move(bytes_from)) {}
  [[nodiscard]] std::size_t size() const { return packed_.size() / bytes_; }
  /// Of a rank.
  [[nodiscard]] std::size_t count_from(std::size_t rank) const {
    return bytes_from_[rank] / bytes_;
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    return comm::ByteReader(packed_.data() + i * bytes_).get(bytes_);
  }

 private:
  Array<std::byte> packed_;
  unsigned bytes_;
  std::vector<std::uint64_t> bytes_from_;
};

/// Collective. Throws MemoryError on all ranks.
[[nodiscard]] inline ReceivedNumbers exchange_numbers(const comm::TwoLevelExchange& exchange,
                                                      NumberMessages messages) {
  Array<std::byte> came = exchange.all_to_all(std::as_const(messages.packed).span(),
                                              messages.bytes_to, messages.bytes_from);
  return {std::move(came), messages.bytes_each, std::move(messages.bytes_from)};
}

/// This rank's own numbers for the fragments that it has edges to, by local id. Ranks identify a
/// fragment by its fragment id, the global id in rank order of one of its vertices.
class NumberExchange {
 public:
  /// All but the workspace outlive this.
  NumberExchange(Workspace& workspace, const comm::TwoLevelExchange& exchange, const Graph1d& graph,
                 const GlobalIds& global_ids)
      : exchange_(exchange), comm_(exchange.comm()), graph_(graph), global_ids_(global_ids) {
    workspace.declare("the fragments of local ids", numbers_, graph.local_ids.size());
    workspace.declare("the local ids asked for", wanted_, graph.local_ids.size());
    workspace.when_taken([this] { wanted_.clear(); });
  }

  /// Forgets all fragments; there will be `most` at most, once the workspace has been taken.
  void restart(Workspace& workspace, std::size_t most) {
    table_.emplace(workspace, global_ids_.count(), most);
  }
  /// The number of the fragment of that fragment id.
  [[nodiscard]] Vertex number_of(std::uint64_t fragment_id) { return table_->number(fragment_id); }
  [[nodiscard]] std::uint64_t fragment_id(Vertex number) const {
    return table_->fragment_id(number);
  }
  /// How many fragments have numbers.
  [[nodiscard]] Vertex count() const { return table_->count(); }

  /// By local id. The owner of vertices fills in theirs.
  [[nodiscard]] std::span<Vertex> numbers() { return numbers_.span(); }
  [[nodiscard]] std::span<const Vertex> numbers() const { return numbers_.span(); }

  /// The number of a local id will be asked for by exchange_wanted().
  void want(Vertex local_id) { wanted_.set(local_id); }
  /// Gets the numbers of the wanted local ids. `fragment_ids`: those of the own vertices that other
  /// ranks want, counts[r] of them for rank r, its vertices ascending; so fragment ids travel
  /// without a word on whose they are. Collective. Throws MemoryError on all ranks.
  void exchange_wanted(std::span<const std::uint64_t> fragment_ids,
                       std::span<const std::uint64_t> counts) {
    const unsigned bytes = comm::bytes_for(global_ids_.count());
    const ReceivedNumbers received = exchange_numbers(
        exchange_,
        comm::try_on_all_ranks(comm_, [&] { return pack_numbers(fragment_ids, counts, bytes); }));
    // Numbers have room since restart().
    std::size_t next = 0;
    for (int r = 0; r < comm_.size(); ++r) {
      if (r == comm_.rank()) continue;
      const IdRange& range = graph_.local_ids.range(r);
      const std::size_t first = range.begin / Bitmap::kWordBits;
      for (std::size_t w = first; w < first + words_of(range.size); ++w) {
        Bitmap::for_each_bit(wanted_.word(w), w,
                             [&](Vertex c) { numbers_[c] = number_of(received[next++]); });
        wanted_.set_word(w, 0);
      }
    }
  }

  /// What owners tell of the vertices in a set.
  enum class Reported : std::uint8_t { kWhich, kFragmentIds };
  /// Puts the other ranks' vertices in `set`, a bitmap by local id: those that are in their owners'
  /// sets; kFragmentIds gets their numbers, too. Collective. Throws MemoryError on all ranks.
  void exchange_set(Bitmap& set, Reported reported) {
    const auto ranks = static_cast<std::size_t>(comm_.size());
    const unsigned id_bytes =
        reported == Reported::kFragmentIds ? comm::bytes_for(global_ids_.count()) : 0;
    const std::size_t own_words = words_of(graph_.num_rows());
    std::vector<std::uint64_t> bytes;
    std::vector<std::uint64_t> received_bytes;
    Array<std::byte> sent;
    comm::try_on_all_ranks(comm_, [&] {
      bytes.resize(ranks);
      received_bytes.resize(ranks);
      const std::size_t members = set.count_words(0, own_words);
      std::size_t most = comm::kPackingSlack;
      for (int r = 0; r < comm_.size(); ++r) most += most_bytes(r, members, id_bytes);
      sent = take_array<Array<std::byte>>(most, "sets of vertices, as they are sent",
                                          NodeMemory(comm_));
      std::size_t at = 0;
      for (std::size_t r = 0; r < ranks; ++r) {
        bytes[r] = write_set(static_cast<int>(r), set, id_bytes, sent.span().subspan(at));
        at += bytes[r];
      }
    });
    const Array<std::byte> received = exchange_.all_to_all(sent.span(), bytes, received_bytes);
    comm::try_on_all_ranks(comm_, [&] {
      set.clear_words(own_words, set.num_words());
      std::size_t at = 0;
      for (std::size_t r = 0; r < ranks; ++r) {
        read_set(static_cast<int>(r), received.span().subspan(at, received_bytes[r]), id_bytes,
                 set);
        at += received_bytes[r];
      }
    });
  }

 private:
  // As encoded sets are aligned in messages.
  static constexpr std::size_t kAlignment = 8;
  static constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  static constexpr std::size_t words_of(std::size_t bits) {
    return (bits + Bitmap::kWordBits - 1) / Bitmap::kWordBits;
  }

  [[nodiscard]] std::size_t most_bytes(int to, std::size_t own_members, unsigned id_bytes) const {
    const PeerGhosts peer = ghosts_with(graph_, to);
    if (peer.num_subscribed == 0) return 0;
    const std::size_t count = std::min<std::size_t>(own_members, peer.num_subscribed);
    return kAlignment + padded(comm::bound(peer.num_subscribed, comm::Encoding::kAuto)) +
           padded(count * id_bytes);
  }

  /// The message: the bytes of the set of ghosts, 8 bytes; the set, padded; the fragment ids,
  /// padded.
  std::size_t write_set(int to, const Bitmap& set, unsigned id_bytes,
                        std::span<std::byte> message) const {
    const PeerGhosts peer = ghosts_with(graph_, to);
    if (peer.num_subscribed == 0) return 0;
    std::vector<std::uint64_t> ghosts(words_of(peer.num_subscribed));
    const std::uint64_t count = pack_ghosts(
        peer, words_of(graph_.num_rows()), [&](std::size_t w) { return set.word(w); }, ghosts);
    if (count == 0) return 0;
    const std::uint64_t set_bytes =
        comm::encode_bitmap(ghosts, peer.num_subscribed, count, comm::Encoding::kAuto,
                            message.subspan(kAlignment, message.size() - kAlignment));
    std::memcpy(message.data(), &set_bytes, sizeof(set_bytes));
    const std::size_t begin = kAlignment + padded(set_bytes);
    if (id_bytes == 0) return begin;
    comm::ByteWriter writer(message.data() + begin);
    for_each_ghost(peer, [&](std::uint32_t ghost, std::uint32_t v) {
      if ((ghosts[ghost / 64] >> (ghost % 64) & 1U) != 0)
        writer.put(fragment_id(numbers_[v]), id_bytes);
    });
    return begin + padded(count * id_bytes);
  }

  void read_set(int from, std::span<const std::byte> message, unsigned id_bytes, Bitmap& set) {
    if (message.empty()) return;
    std::uint64_t set_bytes = 0;
    std::memcpy(&set_bytes, message.data(), sizeof(set_bytes));
    const IdRange& range = graph_.local_ids.range(from);
    Array<std::uint32_t> buffer;
    const comm::Decoded members =
        comm::decode(message.subspan(kAlignment, set_bytes), range.size, buffer);
    comm::ByteReader reader(message.data() + kAlignment + padded(set_bytes));
    members.for_each([&](std::uint32_t ghost) {
      set.set(range.begin + ghost);
      if (id_bytes > 0) numbers_[range.begin + ghost] = number_of(reader.get(id_bytes));
    });
  }

  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const GlobalIds& global_ids_;
  std::optional<FragmentNumbers> table_;
  Array<Vertex> numbers_;
  Bitmap wanted_;  // by local id
};

}  // namespace strider::detail
