#include <array>

#include "strider/model.hpp"

namespace strider {
namespace {

/// Over InfiniBand one way of a short message takes 1.06 us by osu_latency, and 64 KiB take 17 us
/// more than twice as long as 32 KiB: QLogic, IB6054601-00 H, page B-2. How the time of a short
/// message divides into 2 o + L is not said there: equal parts are an assumption. No figures of the
/// machines below were at hand, so all have these.
constexpr double kOneWay = 1.06e-6;
constexpr double kLatency = kOneWay / 3;
constexpr double kOverhead = kOneWay / 3;
constexpr double kRendezvousBytes = 65535;
/// Assumption: a message leaves as soon as the processor has sent it, which copies none of it.
constexpr double kGap = kOverhead;
constexpr double kOverheadPerByte = 0;

Machine network(std::string_view name, double bytes_per_second, int ranks_per_node) {
  return {.name = std::string(name),
          .latency_s = kLatency,
          .overhead_s = kOverhead,
          .gap_s = kGap,
          .gap_s_per_byte = 1 / bytes_per_second,
          .overhead_s_per_byte = kOverheadPerByte,
          .rendezvous_bytes = kRendezvousBytes,
          .ranks_per_node = ranks_per_node};
}

}  // namespace

std::span<const Machine> known_machines() {
  static const std::array kMachines = {
      // InfiniBand EDR, 100 Gbit/s, at each of two sockets of a node, with two GPUs a socket: Pan,
      // Pearce and Owens 2018, section VI.
      network("ray", 100e9 / 8 / 2, 4),
      // "Infiniband 4xFDR", two processors of 8 cores a node, 256 cores on 32 nodes (Mazeev,
      // Semenov and Simonov 2016): four lanes of 14.0625 Gbit/s, 64 of 66 bits data; 8 ranks share
      // it.
      network("fdr", 4 * 14.0625e9 * 64 / 66 / 8 / 8, 8),
      // 5 GB/s a link and direction, one rank a node: Wikipedia, "Torus fusion", after Ajima,
      // Sumimoto and Shimizu 2009. Nodes have several links, and use one here.
      network("k", 5e9, 1),
      // 200 Gbit/s a network interface, one of them a rank, four ranks a node: HPE Slingshot 11, as
      // glennklockwood.com/garden/slingshot describes it.
      network("slingshot", 200e9 / 8, 4),
  };
  return kMachines;
}

}  // namespace strider
