// What two ranks call the vertices that one owns and the other has columns of.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "dist/graph_1d.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

/// Both directions between this rank and a peer. A place is the position of a vertex in a section
/// of columns: what messages name.
struct PeerPlaces {
  int rank = 0;

  /// The peer's vertices here: place i is column section_begin + i, a multiple of 64 first.
  std::uint32_t section_begin = 0;
  std::uint32_t section_size = 0;

  /// This rank's vertices there, in ascending order: all, those of a bitmap, or those of a list.
  enum class Subscribed : std::uint8_t { kAll, kBitmap, kList };
  Subscribed subscribed = Subscribed::kAll;
  std::span<const std::uint64_t> bitmap;
  std::span<const std::uint32_t> list;
  std::uint32_t num_subscribed = 0;

  /// Nothing travels between the two.
  [[nodiscard]] bool is_empty() const { return section_size == 0 && num_subscribed == 0; }
};

/// The places shared with `rank`: none with itself. The graph outlives the result.
[[nodiscard]] inline PeerPlaces places_with(const Graph1d& graph, int rank) {
  PeerPlaces places;
  places.rank = rank;
  if (rank == graph.rank) return places;
  const ColumnSection& section = graph.columns.section(rank);
  places.section_begin = section.begin;
  places.section_size = section.size;
  const Subscriber& subscriber = graph.subscribers[static_cast<std::size_t>(rank)];
  places.num_subscribed = subscriber.num_columns;
  if (subscriber.form == ColumnSection::Form::kCompact) {
    const bool as_bits = !subscriber.bits.empty();
    places.subscribed = as_bits ? PeerPlaces::Subscribed::kBitmap : PeerPlaces::Subscribed::kList;
    places.bitmap = subscriber.bits.span();
    places.list = subscriber.list.span();
  }
  return places;
}

/// The places of `peer` whose vertices are in a bitmap of this rank's vertices, as a bitmap of
/// places; returns how many. load(w) gives 64 vertices; `places` has a word for each 64 of
/// num_subscribed. O(own vertices / 64 + places found), for lists O(list).
template <class Load>
std::uint64_t pack_places(const PeerPlaces& peer, std::size_t own_words, const Load& load,
                          std::span<std::uint64_t> places) {
  std::uint64_t count = 0;
  if (peer.subscribed == PeerPlaces::Subscribed::kAll) {
    for (std::size_t w = 0; w < places.size(); ++w) {
      places[w] = load(w);
      count += static_cast<unsigned>(std::popcount(places[w]));
    }
    return count;
  }
  std::fill(places.begin(), places.end(), 0);
  const auto put = [&](std::size_t place) {
    places[place / 64] |= 1ULL << (place % 64);
    ++count;
  };
  if (peer.subscribed == PeerPlaces::Subscribed::kList) {
    for (std::size_t i = 0; i < peer.list.size(); ++i) {
      const std::uint32_t v = peer.list[i];
      if ((load(v / 64) >> (v % 64) & 1U) != 0) put(i);
    }
    return count;
  }
  std::size_t before = 0;  // places of the words so far
  for (std::size_t w = 0; w < own_words; ++w) {
    const std::uint64_t subscribed = peer.bitmap[w];
    for (std::uint64_t rest = load(w) & subscribed; rest != 0; rest &= rest - 1) {
      const std::uint64_t lower = (rest & (~rest + 1)) - 1;
      put(before + static_cast<unsigned>(std::popcount(subscribed & lower)));
    }
    before += static_cast<unsigned>(std::popcount(subscribed));
  }
  return count;
}

/// The vertices of ascending places, one after the other.
class PlaceReader {
 public:
  explicit PlaceReader(const PeerPlaces& peer) : peer_(peer) {}

  /// Precondition: place < num_subscribed, and no smaller than the one before.
  [[nodiscard]] LocalVertex vertex(std::uint32_t place) {
    switch (peer_.subscribed) {
      case PeerPlaces::Subscribed::kAll:
        return local_vertex(place);
      case PeerPlaces::Subscribed::kList:
        return local_vertex(peer_.list[place]);
      case PeerPlaces::Subscribed::kBitmap:
        break;
    }
    unsigned in_word = count(word_);
    while (place >= before_ + in_word) {
      before_ += in_word;
      in_word = count(++word_);
    }
    std::uint64_t bits = peer_.bitmap[word_];
    for (std::uint32_t skip = place - before_; skip > 0; --skip) bits &= bits - 1;
    return local_vertex(word_ * 64 + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  [[nodiscard]] unsigned count(std::size_t word) const {
    return static_cast<unsigned>(std::popcount(peer_.bitmap[word]));
  }

  const PeerPlaces& peer_;
  std::size_t word_ = 0;
  std::uint32_t before_ = 0;  // places of earlier words
};

}  // namespace strider::detail
