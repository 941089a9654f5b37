#include "algorithms/bc/dist/partitioned/first_rank_sums.hpp"

#include <vector>

#include "base/memory.hpp"
#include "comm/agreement.hpp"

namespace strider::detail {
namespace {

/// How many each rank has, where all go to rank 0 or come from there.
struct Counts {
  std::vector<std::uint64_t> one;  ///< of this rank: only with rank 0
  std::vector<std::uint64_t> all;  ///< of rank 0: with every rank
  Counts(const comm::Communicator& comm, const OwnerMap& owners) {
    const bool is_first = comm.rank() == 0;
    for (int r = 0; r < comm.size(); ++r) {
      one.push_back(r == 0 ? owners.size(comm.rank()) : 0);
      all.push_back(is_first ? owners.size(r) : 0);
    }
  }
};

/// body(place, vertex) for all vertices, those of rank 0 first.
template <class F>
void for_each_by_rank(const OwnerMap& owners, F&& body) {
  std::size_t place = 0;
  for (int r = 0; r < owners.num_ranks(); ++r) {
    for (std::size_t v = 0; v < owners.size(r); ++v) {
      body(place++, owners.global(r, local_vertex(v)));
    }
  }
}

}  // namespace

Array<double> gather_to_first(const comm::Communicator& comm, const OwnerMap& owners,
                              std::span<const double> own) {
  Array<double> by_rank;
  Array<double> all;
  const Counts counts = comm::agree(comm, [&] {
    Counts made(comm, owners);
    if (comm.rank() == 0) {
      require_memory(saturating_mul(owners.num_vertices(), 2 * sizeof(double)),
                     "betweenness: a checkpoint");
      by_rank = Array<double>(owners.num_vertices());
      all = Array<double>(owners.num_vertices());
    }
    comm.reserve_messages(made.one, made.all, sizeof(double));
    return made;
  });
  comm.all_to_all(own, counts.one, by_rank.span(), counts.all);
  if (comm.rank() == 0) {
    for_each_by_rank(owners, [&](std::size_t place, GlobalVertex v) { all[v] = by_rank[place]; });
  }
  return all;
}

void scatter_from_first(const comm::Communicator& comm, const OwnerMap& owners,
                        std::span<const double> all, std::span<double> own) {
  Array<double> by_rank;
  const Counts counts = comm::agree(comm, [&] {
    Counts made(comm, owners);
    by_rank = Array<double>(all.size());
    comm.reserve_messages(made.all, made.one, sizeof(double));
    return made;
  });
  if (comm.rank() == 0) {
    for_each_by_rank(owners, [&](std::size_t place, GlobalVertex v) { by_rank[place] = all[v]; });
  }
  comm.all_to_all(std::span<const double>(by_rank.span()), counts.all, own, counts.one);
}

}  // namespace strider::detail
