// Messages of distances on a device, as comm/encoding/valued_set.hpp has them: lists or bitmaps.
// Only for rank_paths.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks_gpu/message_kernels.hpp"
#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"
#include "comm/encoding/tags.hpp"
#include "comm/encoding/valued_set.hpp"
#include "gpu/bitmap_words.hpp"
#include "ranks_gpu/sets.hpp"
#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// MessagePlaces, with their numbers on the device.
struct DevicePlaces {
  DevicePlaces(Queue& queue, const MessagePlaces& places)
      : count(places.count),
        universe(places.universe),
        first_local_id(places.first_local_id),
        name(places.name),
        local_ids(uploaded(queue, std::span<const u32>(places.local_ids))),
        names(uploaded(queue, std::span<const u32>(places.names))) {}

  /// Whether the local ids' bits are those of the places: a range of local ids
  /// (ranks/one_d/local_ids.hpp) has whole words to itself.
  [[nodiscard]] bool is_ghost_range() const {
    return local_ids.size() == 0 && name == MessagePlaces::Name::kPlace;
  }
  [[nodiscard]] PlacesView view() const {
    const bool by_local_id = name == MessagePlaces::Name::kLocalId;
    return {count, universe, first_local_id, local_ids.data(),
            by_local_id ? local_ids.data() : names.data()};
  }

  u32 count;
  u32 universe;
  u32 first_local_id;
  MessagePlaces::Name name;
  DeviceBuffer<u32> local_ids;
  DeviceBuffer<u32> names;
};

/// Key: of a distance.
template <class Key>
class PathMessages {
 public:
  /// Throws MemoryError.
  PathMessages(Queue& queue, const Device& device, const RankPathsSizes& sizes, u32 block_threads)
      : queue_(queue),
        wire_(queue, device, wire_of(sizes)),
        sets_(queue, wire_, sets_of(sizes), block_threads),
        listed_(queue.context(), listed_numbers(sizes)),
        bits_(queue.context(), bitmap_words(sizes.most_listed)) {}
  [[nodiscard]] static std::uint64_t predict_bytes(const RankPathsSizes& sizes) {
    return Wire::predict_bytes(wire_of(sizes)) + Sets::predict_bytes(sets_of(sizes)) +
           sizeof(u32) * (listed_numbers(sizes) + bitmap_words(sizes.most_listed) + sizes.numbers);
  }

  [[nodiscard]] const std::shared_ptr<DeviceMessages>& memory() const { return wire_.messages(); }
  [[nodiscard]] Sets& sets() { return sets_; }
  [[nodiscard]] const Sets& sets() const { return sets_; }
  /// Room for as many local ids as are reduced, until a message is written or read.
  [[nodiscard]] u32* listed() const { return listed_.data(); }
  /// Room for a bit a place.
  [[nodiscard]] u32* bits() const { return bits_.data(); }

  /// The message of the places whose bits are set, with what `best` says of their local ids;
  /// returns its bytes. Waits for the device to count them.
  std::size_t write(const DevicePlaces& places, const u32* bits, const Key* best,
                    std::span<std::byte> to) {
    const u32 count = sets_.count(bits, bitmap_words(places.count));
    if (count == 0) return 0;
    list_local_ids(places);
    const auto padded =
        static_cast<u32>(comm::detail::padded_values(count, sizeof(Key)) / sizeof(Key));
    auto* const keys = reinterpret_cast<Key*>(wire_.begin(to));
    simt::launch(queue_.handle(), sets_.shape(padded), gather_keys<Key>, best, listed_.data(),
                 count, padded, keys);
    auto* const set = reinterpret_cast<u32*>(keys + padded);
    const SetForm form = form_of_set(places.universe, count, wire_.encoding());
    if (!form.is_bitmap) {
      list_names(places, count, set);
    } else if (places.name == MessagePlaces::Name::kPlace) {
      queue_.copy(set, bits, form.words * sizeof(u32));
    } else {
      list_names(places, count, listed_.data());
      queue_.fill(set, 0, form.words * sizeof(u32));
      sets_.add_ids(listed_.data(), count, set);
    }
    const std::size_t bytes = wire_.finish(
        to, wire_.begin(to), padded * (sizeof(Key) / sizeof(u32)) + std::size_t{form.words});
    store_trailer(to.data() + bytes,
                  {form.is_bitmap ? comm::detail::kBitmapTag : comm::detail::kListTag, count});
    return bytes + Trailer::kBytes;
  }

  /// What a message brought, for what is put into the queue until the next is read or written.
  struct Received {
    const u32* names = nullptr;
    const Key* keys = nullptr;
    u32 count = 0;
  };
  /// Throws comm::EncodingError. Names are not looked at.
  [[nodiscard]] Received read(const DevicePlaces& places, std::span<const std::byte> message) {
    if (message.empty()) return {};
    require(message.size() > Trailer::kBytes);
    const std::size_t bytes = message.size() - Trailer::kBytes;
    const Trailer trailer = load_trailer(message.data() + bytes);
    const u32 count = trailer.count;
    require(count > 0 && count <= places.universe);
    const std::size_t begin = comm::detail::padded_values(count, sizeof(Key));
    const bool is_bitmap = trailer.tag == comm::detail::kBitmapTag;
    require(is_bitmap || trailer.tag == comm::detail::kListTag);
    const u32 words = is_bitmap ? bitmap_words(places.universe) : count;
    require(bytes == begin + words * sizeof(u32));
    const u32* const data = wire_.bring(message.first(bytes));
    const u32* const set = data + begin / sizeof(u32);
    const auto* const keys = reinterpret_cast<const Key*>(data);
    if (!is_bitmap) return {set, keys, count};
    require(sets_.count(set, words) == count);
    sets_.list(0, listed_.data());
    return {listed_.data(), keys, count};
  }

 private:
  /// Behind the words of a message.
  struct Trailer {
    static constexpr std::size_t kBytes = 1 + sizeof(u32);
    std::byte tag;
    u32 count;
  };

  [[nodiscard]] static Sets::Sizes sets_of(const RankPathsSizes& sizes) {
    // Sets are read by their words only.
    return {
        bitmap_words(std::max(sizes.most_listed, sizes.shape.num_local_ids - sizes.shape.num_rows)),
        0};
  }
  [[nodiscard]] static Wire::Sizes wire_of(const RankPathsSizes& sizes) {
    const std::size_t words = sizes.message_bytes / sizeof(u32);
    return {sizes.place, sizes.encoding, words, words};
  }
  /// Bits past the names of a set from elsewhere are listed before they are found to be none.
  [[nodiscard]] static u32 listed_numbers(const RankPathsSizes& sizes) {
    return bitmap_words(sizes.most_listed) * 32;
  }
  static void require(bool is_right) {
    if (is_right) return;
    throw comm::EncodingError("a message from another rank's device is too long or truncated");
  }

  /// Of the bits that were counted last.
  void list_local_ids(const DevicePlaces& places) const {
    if (places.local_ids.size() > 0) {
      sets_.list_values(places.local_ids.data(), listed_.data());
    } else {
      sets_.list(places.first_local_id, listed_.data());
    }
  }
  /// The same, where their local ids are listed.
  void list_names(const DevicePlaces& places, u32 count, u32* to) {
    switch (places.name) {
      case MessagePlaces::Name::kPlace:
        sets_.list(0, to);
        break;
      case MessagePlaces::Name::kLocalId:
        if (to != listed_.data()) queue_.copy(to, listed_.data(), count * sizeof(u32));
        break;
      case MessagePlaces::Name::kListed:
        sets_.list_values(places.names.data(), to);
        break;
    }
  }

  void store_trailer(std::byte* to, const Trailer& trailer) {
    std::array<std::byte, Trailer::kBytes> bytes{trailer.tag};
    std::memcpy(bytes.data() + 1, &trailer.count, sizeof trailer.count);
    wire_.messages()->store(to, bytes);
  }
  [[nodiscard]] Trailer load_trailer(const std::byte* from) {
    std::array<std::byte, Trailer::kBytes> bytes{};
    wire_.messages()->load(bytes, from);
    Trailer trailer{bytes[0], 0};
    std::memcpy(&trailer.count, bytes.data() + 1, sizeof trailer.count);
    return trailer;
  }

  Queue& queue_;
  Wire wire_;
  Sets sets_;
  DeviceBuffer<u32> listed_;  ///< local ids or names, while a message is made or read
  DeviceBuffer<u32> bits_;
};

}  // namespace strider::detail::STRIDER_DEVICE
