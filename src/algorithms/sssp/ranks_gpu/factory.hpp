// From schemes, which know no device, to what does the work of their ranks on one.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/one_d/local.hpp"
#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"
#include "comm/round_exchange.hpp"
#include "gpu/dispatch.hpp"
#include "strider/device.hpp"

namespace strider::detail {

struct RankPathsSettings {
  MessagePlace place = MessagePlace::kPinned;
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
};

/// Local searches on `device`, which is kept. W is float, double or std::uint32_t.
template <class W>
[[nodiscard]] std::shared_ptr<const LocalPathsFactory1d<W>> make_rank_paths_factory_1d(
    const Device& device, const RankPathsSettings& settings);
template <class W>
[[nodiscard]] std::shared_ptr<const DelegatePathsFactory<W>> make_rank_paths_factory_delegate(
    const Device& device, const RankPathsSettings& settings);

/// Of a device of any kind, with the rows of a graph. Throws MemoryError.
template <class W>
[[nodiscard]] std::unique_ptr<RankPaths<W>> make_paths_on(const RankPathsInput<W>& input) {
  return on_device(
      input.device, [&] { return on_cuda::make_rank_paths<W>(input); },
      [&] { return on_simt::make_rank_paths<W>(input); });
}

/// Bytes that it takes of the device, messages there included.
template <class W>
[[nodiscard]] std::uint64_t predict_paths_on(const Device& device, const RankShape& shape,
                                             const std::vector<MessagePeer>& peers,
                                             comm::Encoding encoding, MessagePlace place) {
  constexpr std::size_t kValue = sizeof(SsspDistance<W>);
  const RankPathsSizes sizes = rank_paths_sizes(shape, peers, kValue, encoding, place);
  std::uint64_t bytes = on_device(
      device, [&] { return on_cuda::predict_rank_paths_bytes<W>(sizes); },
      [&] { return on_simt::predict_rank_paths_bytes<W>(sizes); });
  if (place == MessagePlace::kDevice) {
    std::vector<comm::RoundExchange::Peer> rounds;
    for (std::size_t r = 0; r < peers.size(); ++r) {
      const std::size_t bound = bound_of_paths(peers[r], kValue, encoding);
      rounds.push_back({static_cast<int>(r), bound, bound});
    }
    bytes += comm::RoundExchange::memory_bytes(rounds);
  }
  return bytes;
}

}  // namespace strider::detail
