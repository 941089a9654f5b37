#include "ranks/edges/degree_survey.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/collective_error.hpp"
#include "ranks/edges/check_edge.hpp"
#include "ranks/edges/redistribute.hpp"
#include "strider/error.hpp"

namespace strider::detail {

Array<std::uint64_t> count_ends(const comm::Communicator& comm, const EdgeSource& source,
                                const OwnerMap& owners, int threads) {
  const std::uint64_t n = owners.num_vertices();
  Array<std::uint64_t> ends;
  comm::try_on_all_ranks(comm, [&] { ends = Array<std::uint64_t>(owners.size(comm.rank()), 0); });
  redistribute<std::uint32_t, NoWeight, 2>(
      comm, source, {.threads = threads},
      [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
        check_ends(edge, n);
        if (edge.source == edge.target) return;
        for (const GlobalVertex end : {edge.source, edge.target}) {
          const OwnedVertex owned = owners.locate(end);
          emit(owned.rank, index(owned.vertex));
        }
      },
      [&](Array<std::uint32_t>&& vertices) {
        for (const std::uint32_t v : vertices) ++ends[v];
      });
  return ends;
}

DegreeHistogram survey_degrees(const comm::Communicator& comm, const EdgeSource& source,
                               int threads) {
  OwnerMap owners;
  comm::try_on_all_ranks(comm,
                         [&] { owners = OwnerMap::block(source.num_vertices(), comm.size()); });
  DegreeHistogram histogram;
  for (const std::uint64_t degree : count_ends(comm, source, owners, threads)) {
    histogram.add(degree);
  }
  comm.all_reduce(std::span<std::uint64_t>(histogram.sums), comm::Reduction::kSum);
  return histogram;
}

}  // namespace strider::detail
