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

/// Key: of a distance.
template <class Key>
class PathMessages {
 public:
  struct Sizes {
    u32 most_ghosts;              ///< that this rank and another share
    u32 most_changed;             ///< local ids whose bits are counted together
    u32 most_listed;              ///< local ids that all ranks reduce
    std::uint64_t message_bytes;  ///< of the largest message
    std::size_t packed_words;     ///< of all that are sent together
    comm::Encoding encoding;
    MessagePlace place;
    u32 block_threads;
  };
  PathMessages(Workspace& workspace, Queue& queue, const Device& device, const Sizes& sizes)
      : queue_(queue),
        wire_(workspace, queue, device,
              {sizes.place, sizes.encoding, sizes.packed_words, sizes.message_bytes / sizeof(u32)}),
        // Sets are read by their words only.
        sets_(workspace, queue, wire_,
              {bitmap_words(std::max(sizes.most_ghosts, sizes.most_changed)), 0},
              sizes.block_threads) {
    // Bits past the ghosts of a set from elsewhere are listed before they are found to be none.
    const u32 words = bitmap_words(std::max(sizes.most_ghosts, sizes.most_listed));
    workspace.declare("the vertices of a message", listed_, std::size_t{words} * 32,
                      queue.context());
  }

  [[nodiscard]] const std::shared_ptr<DeviceMessages>& memory() const { return wire_.messages(); }
  [[nodiscard]] Wire& wire() { return wire_; }
  [[nodiscard]] Sets& sets() { return sets_; }
  [[nodiscard]] const Sets& sets() const { return sets_; }
  /// Room for as many local ids as are reduced, until a message is read.
  [[nodiscard]] u32* listed() const { return listed_.data(); }

  /// What a message brought, for what is put into the queue until the next is read.
  struct Received {
    const u32* ghosts = nullptr;
    const Key* keys = nullptr;
    u32 count = 0;
  };
  /// Of the sets of so many ghosts. Throws comm::EncodingError. Ghosts are not looked at; that a
  /// bitmap has other than `count` is noted in *unknown, on the device.
  [[nodiscard]] Received read(u32 ghosts, std::span<const std::byte> message, u32* unknown) {
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
    simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, note_other_count,
                 sets_.begin_count(set, words), count, unknown);
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
  DeviceBuffer<u32> listed_;  ///< local ids or ghosts, while a message is read
};

}  // namespace strider::detail::STRIDER_DEVICE
