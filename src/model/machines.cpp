#include <array>

#include "strider/model.hpp"

namespace strider {
namespace {

/// Over InfiniBand one way of a short message takes 1.06 us by osu_latency, and 64 KiB take 17 us
/// more than twice as long as 32 KiB: QLogic, IB6054601-00 H, page B-2. How the time of a short
/// message divides into 2 o + L is not said there: equal parts are an assumption. Machines without
/// figures of their own have these.
constexpr double kOneWay = 1.06e-6;
constexpr double kLatency = kOneWay / 3;
constexpr double kOverhead = kOneWay / 3;
constexpr double kRendezvousBytes = 65535;
/// Assumption: a message leaves as soon as the processor has sent it, which copies none of it.
constexpr double kGap = kOverhead;
constexpr double kOverheadPerByte = 0;

/// An arc or a vertex looked at, where no search on one device is published: a place in
/// memory costs a line of a cache. Of the devices below one search of which was timed it costs 69
/// to 239 bytes of their peak bandwidth.
constexpr double kBytesOfPlace = 128;

/// What is known of a machine.
struct Facts {
  std::string_view name;
  double network = 0;  ///< bytes a second of a rank, where all of its node send
  int ranks_per_node = 1;
  double node = 0;    ///< the same within a node that has several ranks
  double memory = 0;  ///< peak bytes a second of a rank
  double arcs = 0;    ///< arcs and vertices a second; 0: by kBytesOfPlace
};

Machine machine(const Facts& facts) {
  return {.name = std::string(facts.name),
          .latency_s = kLatency,
          .overhead_s = kOverhead,
          .gap_s = kGap,
          .gap_s_per_byte = 1 / facts.network,
          .overhead_s_per_byte = kOverheadPerByte,
          .rendezvous_bytes = kRendezvousBytes,
          .ranks_per_node = facts.ranks_per_node,
          .node_latency_s = kLatency,
          .node_gap_s_per_byte = 1 / (facts.node > 0 ? facts.node : facts.network),
          .arcs_per_s = facts.arcs > 0 ? facts.arcs : facts.memory / kBytesOfPlace,
          .bytes_per_s = facts.memory};
}

/// Bytes a second that go out of a device, over the network and into another one, where nothing of
/// this overlaps.
constexpr double staged(double network, double device) {
  return 1 / (1 / network + 2 / device);
}

/// P100s on InfiniBand: Pan, Pearce and Owens 2018, section VI. A node here is a socket of theirs,
/// which has two GPUs, EDR of 100 Gbit/s, and NVLink of 40 GB/s. "All NIC-GPU traffic goes through
/// CPU memory." Memory: 732 GB/s (NVIDIA). Arcs: so that scale 24 on one GPU takes what 22.9 GTEPS
/// do, their table II (strider model delegate --scale 24 --ranks 1).
Machine ray() {
  return machine({.name = "ray",
                  .network = staged(100e9 / 8 / 2, 40e9),
                  .ranks_per_node = 2,
                  .node = 40e9,
                  .memory = 732e9,
                  .arcs = 3.065e9});
}

/// K20X on Aries: Bisson, Bernaschi and Mastrostefano 2014, section 4; processors pass messages on
/// for their GPUs. Aries: 10 GB/s between nodes of a Cray XC50 by osu_bw (openucx/ucx issue 4274).
/// PCI Express 2.0 x16: 8 GB/s. Memory: 250 GB/s (NVIDIA). Arcs: so that scale 21 on one GPU takes
/// what 1.13 GTEPS do, their table 2 (strider model 2d --scale 21 --ranks 1 --algorithm top-down).
Machine piz_daint() {
  return machine(
      {.name = "piz-daint", .network = staged(10e9, 8e9), .memory = 250e9, .arcs = 2.216e9});
}

/// "Infiniband 4xFDR", two processors of 8 cores a node, 8 processes a node (Mazeev, Semenov and
/// Simonov 2016): four lanes of 14.0625 Gbit/s, 64 of 66 bits data; 8 ranks share it. Memory: four
/// channels of DDR3-1600 a processor, 51.2 GB/s for 4 ranks (Xeon E5-2690, Intel).
Machine fdr() {
  return machine({.name = "fdr",
                  .network = 4 * 14.0625e9 * 64 / 66 / 8 / 8,
                  .ranks_per_node = 8,
                  .node = 51.2e9 / 4,
                  .memory = 51.2e9 / 4});
}

/// 5 GB/s a link and direction, one rank a node: Wikipedia, "Torus fusion", after Ajima, Sumimoto
/// and Shimizu 2009. Nodes have several links, and use one here. Memory: 64 GB/s (SPARC64 VIIIfx,
/// Maruyama et al. 2010).
Machine k() {
  return machine({.name = "k", .network = 5e9, .memory = 64e9});
}

/// Tofu interconnect D: 6.8 GB/s a link and direction, six of them (Ajima et al. 2018); one counts,
/// as for k. Memory: 1024 GB/s of HBM2 (A64FX, Fujitsu).
Machine fugaku() {
  return machine({.name = "fugaku", .network = 6.8e9, .memory = 1024e9});
}

/// H100s on 200 Gbit/s a network interface, one of them a rank, four ranks a node: HPE Slingshot
/// 11, as glennklockwood.com/garden/slingshot describes it; from the memory of a device. NVLink:
/// 450 GB/s a direction. Memory: 3350 GB/s (NVIDIA). Arcs: so that scale 26 on one GPU takes what
/// this library took there, 275 GTEPS (benchmarks/results/2026-11-26-gpu.md; strider model 1d
/// --scale 26 --ranks 1). On an H200 it has become twice as fast since (2026-11-27-gpu.md).
Machine slingshot() {
  return machine({.name = "slingshot",
                  .network = 200e9 / 8,
                  .ranks_per_node = 4,
                  .node = 450e9,
                  .memory = 3350e9,
                  .arcs = 4.882e10});
}

}  // namespace

std::span<const Machine> known_machines() {
  static const std::array kMachines = {ray(), piz_daint(), fdr(), k(), fugaku(), slingshot()};
  return kMachines;
}

}  // namespace strider
