#include "algorithms/msf/ranks/boruvka/fragment_edge.hpp"

#include <algorithm>

#include "algorithms/msf/ranks/boruvka/packing.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/array.hpp"

namespace strider::detail {
namespace {

// Before the edges of a message: the least of their keys, and the bytes that keys take above it.
constexpr unsigned kKeyBytes = 8;
constexpr std::size_t kHeadBytes = kKeyBytes + 1;

std::uint64_t edge_bytes(EdgeFormat format, unsigned key_bytes) {
  return 2ULL * format.fragment_bytes + 2ULL * format.vertex_bytes + key_bytes;
}

template <class Key>
std::byte* pack(std::span<const FragmentEdge<Key>> edges, EdgeFormat format, std::byte* to) {
  if (edges.empty()) return to;
  const auto [least, greatest] = std::minmax_element(
      edges.begin(), edges.end(), [](const auto& x, const auto& y) { return x.key < y.key; });
  const unsigned key_bytes = bytes_for(greatest->key - least->key);
  const Key base = least->key;
  ByteWriter writer(to);
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
std::size_t edges_in(const std::byte* message, std::uint64_t bytes, EdgeFormat format) {
  if (bytes == 0) return 0;
  const auto key_bytes = std::to_integer<unsigned>(message[kKeyBytes]);
  return (bytes - kHeadBytes) / edge_bytes(format, key_bytes);
}

template <class Key>
void unpack(const std::byte* message, std::span<FragmentEdge<Key>> edges, EdgeFormat format) {
  if (edges.empty()) return;
  ByteReader reader(message);
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

}  // namespace

EdgeFormat EdgeFormat::of(std::uint64_t num_vertices) {
  const unsigned bytes = bytes_for(num_vertices);
  return {bytes, bytes};
}

template <class Key>
std::vector<FragmentEdge<Key>> exchange_edges(const comm::TwoLevelExchange& exchange,
                                              EdgeFormat format,
                                              std::span<const FragmentEdge<Key>> edges,
                                              std::span<const std::uint64_t> counts,
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
    const std::uint64_t most =
        edges.size() * edge_bytes(format, sizeof(Key)) + ranks * kHeadBytes + kPackingSlack;
    memory.require(most, "edges between fragments, as they are sent");
    sent = Array<std::byte>(most);
    std::byte* to = sent.data();
    for (std::size_t r = 0, from = 0; r < ranks; from += counts[r], ++r) {
      std::byte* const end = pack(edges.subspan(from, counts[r]), format, to);
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
    memory.require(starts.back() * sizeof(FragmentEdge<Key>), "edges between fragments");
    std::vector<FragmentEdge<Key>> came(starts.back());
    message = received.data();
    for (std::size_t r = 0; r < ranks; message += received_bytes[r], ++r) {
      unpack(message, std::span(came).subspan(starts[r], starts[r + 1] - starts[r]), format);
    }
    return came;
  });
}

NumberMessages pack_numbers(std::span<const std::uint64_t> numbers,
                            std::span<const std::uint64_t> counts, unsigned bytes) {
  NumberMessages messages{Array<std::byte>(numbers.size() * bytes + kPackingSlack),
                          bytes,
                          {counts.begin(), counts.end()},
                          std::vector<std::uint64_t>(counts.size())};
  for (std::uint64_t& count : messages.bytes_to) count *= bytes;
  ByteWriter writer(messages.packed.data());
  for (const std::uint64_t number : numbers) writer.put(number, bytes);
  return messages;
}

ReceivedNumbers exchange_numbers(const comm::TwoLevelExchange& exchange, NumberMessages messages) {
  Array<std::byte> came = exchange.all_to_all(std::as_const(messages.packed).span(),
                                              messages.bytes_to, messages.bytes_from);
  return {std::move(came), messages.bytes_each, std::move(messages.bytes_from)};
}

#define STRIDER_INSTANTIATE(Key)                                                     \
  template std::vector<FragmentEdge<Key>> exchange_edges(                            \
      const comm::TwoLevelExchange&, EdgeFormat, std::span<const FragmentEdge<Key>>, \
      std::span<const std::uint64_t>, std::vector<std::size_t>&)
STRIDER_INSTANTIATE(std::uint32_t);
STRIDER_INSTANTIATE(std::uint64_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::detail
