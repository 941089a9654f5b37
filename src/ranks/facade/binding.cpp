#include "strider/binding.hpp"

#include <sched.h>

#include <span>
#include <vector>

#include "base/cpu_mask.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/cluster_state.hpp"

namespace strider {
namespace {

/// What a rank tells the others of its machine.
struct Bound {
  CpuMask cores;
  int rank = 0;
  int threads = 0;
};

bool is_more_crowded(const CrowdedCores& a, const CrowdedCores& b) {
  const auto left = static_cast<long>(a.threads) * b.cores;
  const auto right = static_cast<long>(b.threads) * a.cores;
  return left != right ? left > right : a.rank < b.rank;
}

CrowdedCores add_up(std::span<const Bound> ranks, const CpuMask* only) {
  CrowdedCores sum;
  CpuMask all;
  for (const Bound& bound : ranks) {
    if (only != nullptr && !(bound.cores == *only)) continue;
    if (sum.ranks++ == 0) sum.rank = bound.rank;
    sum.threads += bound.threads;
    for (std::size_t i = 0; i < all.sets.size(); ++i) {
      CPU_OR(&all.sets[i], &all.sets[i], &bound.cores.sets[i]);
    }
  }
  sum.cores = all.count();
  return sum;
}

}  // namespace

std::optional<CrowdedCores> crowded_cores(const Cluster& cluster, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  const Bound mine{CpuMask::of_process(), comm.rank(), threads};
  const comm::Communicator node = comm.split_by_node();
  std::vector<Bound> ranks;
  std::vector<CrowdedCores> worst;
  comm::try_on_all_ranks(comm, [&] {
    ranks.resize(static_cast<std::size_t>(node.size()));
    worst.resize(static_cast<std::size_t>(comm.size()));
  });
  node.all_gather(mine, std::span(ranks));
  const CrowdedCores bound_alike = add_up(ranks, &mine.cores);
  const CrowdedCores of_machine = add_up(ranks, nullptr);
  comm.all_gather(is_more_crowded(of_machine, bound_alike) ? of_machine : bound_alike,
                  std::span(worst));
  CrowdedCores most = worst.front();
  for (const CrowdedCores& other : worst) {
    if (other.cores == 0) return std::nullopt;
    if (is_more_crowded(other, most)) most = other;
  }
  if (most.threads <= most.cores) return std::nullopt;
  return most;
}

}  // namespace strider
