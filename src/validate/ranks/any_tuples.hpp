// The listed edges of an input at the owners of their ends, with weights of any type or none.
#pragma once

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "graph/weight_message.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/input/vertex_names.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

using AnyTuples =
    std::variant<Tuples<NoWeight>, Tuples<float>, Tuples<double>, Tuples<std::uint32_t>>;

/// Collective.
[[nodiscard]] inline AnyTuples collect(const comm::Communicator& comm, const EdgeSource& source,
                                       int threads) {
  const RedistributeSettings settings{.threads = threads};
  switch (source.weight_type()) {
    case WeightType::kFloat:
      return collect_tuples<float>(comm, source, settings);
    case WeightType::kDouble:
      return collect_tuples<double>(comm, source, settings);
    case WeightType::kUint32:
      return collect_tuples<std::uint32_t>(comm, source, settings);
    case WeightType::kNone:
      break;
  }
  return collect_tuples<NoWeight>(comm, source, settings);
}

/// Throws WeightError where a rank has a tuple that no search takes; it names the first of all.
/// Collective.
template <class W>
void require_weights(const comm::Communicator& comm, const Tuples<W>& tuples,
                     const VertexNames& names, SelfLoops self_loops) {
  if constexpr (!std::is_empty_v<W>) {
    auto here = tuples.bad_edge();
    if (self_loops == SelfLoops::kKeep) here.merge(tuples.bad_loop());
    decltype(here) first;
    for (const auto& bad : comm.all_gather(here)) first.merge(bad);
    if (!first.found()) return;
    const std::vector<std::string> labels =
        names.labels_of(comm, std::vector<GlobalVertex>{first.from, first.to});
    comm::try_on_all_ranks(
        comm, [&] { throw WeightError(weight_message(labels[0], labels[1], first.weight)); });
  }
}

}  // namespace strider::detail
