// Messages of distances on a device, as comm/encoding/valued_set.hpp has them: lists or bitmaps.
// Only for device_paths.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks_gpu/message_kernels.hpp"
#include "comm/encoding/tags.hpp"
#include "comm/encoding/valued_set.hpp"
#include "gpu/bitmap_words.hpp"
#include "ranks_gpu/sets.hpp"
#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Ghosts of a peer, with their local ids on the device where these are listed.
struct DeviceGhosts {
  u32 count = 0;
  u32 first_local_id = 0;
  DeviceBuffer<u32> local_ids = {};

  [[nodiscard]] GhostsView view() const { return {count, first_local_id, local_ids.data()}; }
};

/// Key: of a distance.
template <class Key>
class PathMessages {
 public:
  struct Sizes {
    u32 most_ghosts;              ///< that this rank and another share
    u32 most_changed;             ///< local ids whose bits are counted together
    u32 most_listed;              ///< local ids that all ranks reduce
    std::uint64_t message_bytes;  ///< of the largest message
    comm::Encoding encoding;
    MessagePlace place;
    u32 block_threads;
  };
  PathMessages(Workspace& workspace, Queue& queue, const Device& device, const Sizes& sizes)
      : queue_(queue),
        wire_(workspace, queue, device,
              {sizes.place, sizes.encoding, sizes.message_bytes / sizeof(u32),
               sizes.message_bytes / sizeof(u32)}),
        // Sets are read by their words only.
        sets_(workspace, queue, wire_,
              {bitmap_words(std::max(sizes.most_ghosts, sizes.most_changed)), 0},
              sizes.block_threads) {
    // Bits past the ghosts of a set from elsewhere are listed before they are found to be none.
    const u32 words = bitmap_words(std::max(sizes.most_ghosts, sizes.most_listed));
    workspace.declare("the vertices of a message", listed_, std::size_t{words} * 32,
                      queue.context());
    workspace.declare("the reached vertices of a message", bits_, bitmap_words(sizes.most_ghosts),
                      queue.context());
  }

  [[nodiscard]] const std::shared_ptr<DeviceMessages>& memory() const { return wire_.messages(); }
  [[nodiscard]] Sets& sets() { return sets_; }
  [[nodiscard]] const Sets& sets() const { return sets_; }
  /// Room for as many local ids as are reduced, until a message is written or read.
  [[nodiscard]] u32* listed() const { return listed_.data(); }
  /// Room for a bit a ghost.
  [[nodiscard]] u32* bits() const { return bits_.data(); }

  /// The message of the ghosts whose bits are set, with what `best` says of their local ids;
  /// returns its bytes. Waits for the device to count them.
  std::size_t write(const GhostsView& ghosts, const u32* bits, const Key* best,
                    std::span<std::byte> to) {
    const u32 count = sets_.count(bits, bitmap_words(ghosts.count));
    if (count == 0) return 0;
    if (ghosts.local_ids != nullptr) {
      sets_.list_values(ghosts.local_ids, listed_.data());
    } else {
      sets_.list(ghosts.first_local_id, listed_.data());
    }
    const auto padded =
        static_cast<u32>(comm::detail::padded_values(count, sizeof(Key)) / sizeof(Key));
    auto* const keys = reinterpret_cast<Key*>(wire_.begin(to));
    simt::launch(queue_.handle(), sets_.shape(padded), gather_keys<Key>, best, listed_.data(),
                 count, padded, keys);
    auto* const set = reinterpret_cast<u32*>(keys + padded);
    const SetForm form = form_of_set(ghosts.count, count, wire_.encoding());
    if (form.is_bitmap) {
      queue_.copy(set, bits, form.words * sizeof(u32));
    } else {
      sets_.list(0, set);
    }
    const std::size_t bytes = wire_.finish(
        to, wire_.begin(to), padded * (sizeof(Key) / sizeof(u32)) + std::size_t{form.words});
    store_trailer(to.data() + bytes,
                  {form.is_bitmap ? comm::detail::kBitmapTag : comm::detail::kListTag, count});
    return bytes + Trailer::kBytes;
  }

  /// What a message brought, for what is put into the queue until the next is read or written.
  struct Received {
    const u32* ghosts = nullptr;
    const Key* keys = nullptr;
    u32 count = 0;
  };
  /// Of the sets of so many ghosts. Throws comm::EncodingError. Ghosts are not looked at.
  [[nodiscard]] Received read(u32 ghosts, std::span<const std::byte> message) {
    if (message.empty()) return {};
    require(message.size() > Trailer::kBytes);
    const std::size_t bytes = message.size() - Trailer::kBytes;
    const Trailer trailer = load_trailer(message.data() + bytes);
    const u32 count = trailer.count;
    require(count > 0 && count <= ghosts);
    const std::size_t begin = comm::detail::padded_values(count, sizeof(Key));
    const bool is_bitmap = trailer.tag == comm::detail::kBitmapTag;
    require(is_bitmap || trailer.tag == comm::detail::kListTag);
    const u32 words = is_bitmap ? bitmap_words(ghosts) : count;
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

  static void require(bool is_right) {
    if (is_right) return;
    throw comm::EncodingError("a message from another rank's device is too long or truncated");
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
  DeviceBuffer<u32> listed_;  ///< local ids or ghosts, while a message is made or read
  DeviceBuffer<u32> bits_;
};

}  // namespace strider::detail::STRIDER_DEVICE
