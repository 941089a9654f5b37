#include "algorithms/msf/ranks/boruvka/number_exchange.hpp"

#include <algorithm>
#include <cstring>

#include "algorithms/msf/ranks/boruvka/fragment_edge.hpp"
#include "algorithms/msf/ranks/boruvka/packing.hpp"
#include "comm/collective_error.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/peer_ghosts.hpp"

namespace strider::detail {
namespace {

// As encoded sets are aligned in messages.
constexpr std::size_t kAlignment = 8;
constexpr std::size_t padded(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

constexpr std::size_t words_of(std::size_t bits) {
  return (bits + Bitmap::kWordBits - 1) / Bitmap::kWordBits;
}

}  // namespace

NumberExchange::NumberExchange(const comm::TwoLevelExchange& exchange, const Graph1d& graph,
                               const GlobalIds& global_ids)
    : exchange_(exchange),
      comm_(exchange.comm()),
      graph_(graph),
      global_ids_(global_ids),
      numbers_(graph.local_ids.size()),
      wanted_(graph.local_ids.size()) {
  wanted_.clear();
}

std::uint64_t NumberExchange::bytes(const Graph1d& graph) {
  return graph.local_ids.size() * sizeof(Vertex) + graph.local_ids.size() / 8;
}

void NumberExchange::exchange_wanted(std::span<const std::uint64_t> fragment_ids,
                                     std::span<const std::uint64_t> counts) {
  const unsigned bytes = bytes_for(global_ids_.count());
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

void NumberExchange::exchange_set(Bitmap& set, Reported reported) {
  const auto ranks = static_cast<std::size_t>(comm_.size());
  const unsigned id_bytes = reported == Reported::kFragmentIds ? bytes_for(global_ids_.count()) : 0;
  const std::size_t own_words = words_of(graph_.num_rows());
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint64_t> received_bytes;
  Array<std::byte> sent;
  comm::try_on_all_ranks(comm_, [&] {
    bytes.resize(ranks);
    received_bytes.resize(ranks);
    const std::size_t members = set.count_words(0, own_words);
    std::size_t most = kPackingSlack;
    for (int r = 0; r < comm_.size(); ++r) most += most_bytes(r, members, id_bytes);
    NodeMemory(comm_).require(most, "sets of vertices, as they are sent");
    sent = Array<std::byte>(most);
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
      read_set(static_cast<int>(r), received.span().subspan(at, received_bytes[r]), id_bytes, set);
      at += received_bytes[r];
    }
  });
}

std::size_t NumberExchange::most_bytes(int to, std::size_t own_members, unsigned id_bytes) const {
  const PeerGhosts peer = ghosts_with(graph_, to);
  if (peer.num_subscribed == 0) return 0;
  const std::size_t count = std::min<std::size_t>(own_members, peer.num_subscribed);
  return kAlignment + padded(comm::bound(peer.num_subscribed, comm::Encoding::kAuto)) +
         padded(count * id_bytes);
}

/// The message: the bytes of the set of ghosts, 8 bytes; the set, padded; the fragment ids, padded.
std::size_t NumberExchange::write_set(int to, const Bitmap& set, unsigned id_bytes,
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
  ByteWriter writer(message.data() + begin);
  for_each_ghost(peer, [&](std::uint32_t ghost, std::uint32_t v) {
    if ((ghosts[ghost / 64] >> (ghost % 64) & 1U) != 0)
      writer.put(fragment_id(numbers_[v]), id_bytes);
  });
  return begin + padded(count * id_bytes);
}

void NumberExchange::read_set(int from, std::span<const std::byte> message, unsigned id_bytes,
                              Bitmap& set) {
  if (message.empty()) return;
  std::uint64_t set_bytes = 0;
  std::memcpy(&set_bytes, message.data(), sizeof(set_bytes));
  const IdRange& range = graph_.local_ids.range(from);
  Array<std::uint32_t> buffer;
  const comm::Decoded members =
      comm::decode(message.subspan(kAlignment, set_bytes), range.size, buffer);
  ByteReader reader(message.data() + kAlignment + padded(set_bytes));
  members.for_each([&](std::uint32_t ghost) {
    set.set(range.begin + ghost);
    if (id_bytes > 0) numbers_[range.begin + ghost] = number_of(reader.get(id_bytes));
  });
}

}  // namespace strider::detail
