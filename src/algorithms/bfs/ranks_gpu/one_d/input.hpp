// What a search by rows of owned vertices on devices is made of: the graph in plain arrays of the
// host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/one_d/local_search.hpp"
#include "comm/encoding/encoding.hpp"
#include "gpu/device_state.hpp"
#include "gpu/matrix_on_host.hpp"
#include "ranks_gpu/message_place.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What the input calls the vertices of a search.
class Names1d {
 public:
  virtual ~Names1d() = default;
  /// Of local ids; kNoGlobalVertex where a local id is ~0. `names` is the begin of an Array.
  virtual void name_local_ids(std::span<const std::uint32_t> local_ids,
                              GlobalVertex* names) const = 0;
  [[nodiscard]] virtual GlobalVertex name(int rank, std::uint32_t vertex) const = 0;
};

/// The vertices that this rank and another name to each other (ranks/one_d/peer_ghosts.hpp).
struct DevicePeer1d {
  std::uint32_t range_begin = 0;
  std::uint32_t range_size = 0;
  std::uint32_t num_subscribed = 0;
  /// Own vertices by ghost index; empty where ghosts are the own vertices.
  std::vector<std::uint32_t> subscribed;
};

/// Bytes of the largest message between this rank and another that name each other so many
/// vertices; 0 where nothing travels.
[[nodiscard]] inline std::size_t bound_of_messages(std::uint32_t range_size,
                                                   std::uint32_t num_subscribed,
                                                   comm::Encoding encoding) {
  const std::uint32_t universe = std::max(range_size, num_subscribed);
  return universe == 0 ? 0 : comm::bound(universe, encoding);
}

/// What the device's memory depends on.
struct DeviceSizes1d {
  std::uint32_t num_own = 0;
  std::uint32_t num_local_ids = 0;
  std::uint64_t row_bytes = 0;           ///< of the rows as the device has them
  std::uint64_t subscribed_numbers = 0;  ///< of own vertices by ghost index, of all peers
  std::uint32_t most_ghosts = 0;         ///< that this rank and one other share
  comm::Encoding encoding = comm::Encoding::kAuto;
  MessagePlace messages = MessagePlace::kPinned;
};

struct DeviceInput1d {
  Device device;
  MessagePlace messages = MessagePlace::kPinned;
  std::uint32_t num_own = 0;
  std::uint32_t num_local_ids = 0;  ///< a multiple of 64, no fewer than own vertices
  bool is_directed = false;
  MatrixOnHost rows;                ///< by own vertex: local ids
  std::vector<DevicePeer1d> peers;  ///< by rank
  comm::Encoding encoding = comm::Encoding::kAuto;
  DeviceBfsOptions options;
  std::shared_ptr<const Names1d> names;

  [[nodiscard]] DeviceSizes1d sizes() const {
    DeviceSizes1d sizes{num_own, num_local_ids, rows.predict_bytes(), 0, 0, encoding, messages};
    for (const DevicePeer1d& peer : peers) {
      sizes.subscribed_numbers += peer.subscribed.size();
      sizes.most_ghosts = std::max({sizes.most_ghosts, peer.range_size, peer.num_subscribed});
    }
    return sizes;
  }
};

// predict_...: bytes of the device's memory. make_...: the arrays of the input are read by it
// only; throws MemoryError before memory is taken.
namespace on_cuda {
[[nodiscard]] std::uint64_t predict_device_search_1d_bytes(const DeviceSizes1d& sizes);
[[nodiscard]] std::unique_ptr<Local1d> make_device_search_1d(const DeviceInput1d& input);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::uint64_t predict_device_search_1d_bytes(const DeviceSizes1d& sizes);
[[nodiscard]] std::unique_ptr<Local1d> make_device_search_1d(const DeviceInput1d& input);
}  // namespace on_simt

}  // namespace strider::detail
