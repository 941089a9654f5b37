// Results in files, whoever wrote them, read and checked by ranks. Defined in strider::ranks.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "strider/array.hpp"
#include "strider/components.hpp"
#include "strider/dist.hpp"
#include "strider/dist_msf.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider {

/// What a file claims of a tree. Each rank has the part of consecutive vertices. Depth is Level, or
/// SsspDistance of a type of weights.
template <class Depth>
struct DistClaimedTree {
  GlobalVertex first = 0;       ///< of this rank
  Array<GlobalVertex> parents;  ///< kNoGlobalParent if unreached; no vertex if the file names none
  Array<Depth> depths;          ///< kUnreached or kInfiniteDistance if unreached
  /// The one vertex that is its own parent, if there is just one; the same on all ranks.
  std::optional<GlobalVertex> source;
};

/// As read_bfs_result and its like of results.hpp, with the same errors. All ranks read the file,
/// and each keeps a part of its rows. Throws InputError also if a tree has no levels. Collective.
[[nodiscard]] DistClaimedTree<Level> read_bfs_result(const Cluster& cluster, const DistInput& input,
                                                     const std::string& path);
template <class W>
[[nodiscard]] DistClaimedTree<SsspDistance<W>> read_sssp_result(const Cluster& cluster,
                                                                const DistInput& input,
                                                                const std::string& path);
/// A label that is no vertex becomes num_vertices(), that of a vertex without a row ~0. The result
/// has vertices and values only.
[[nodiscard]] DistComponentsResult read_components_result(const Cluster& cluster,
                                                          const DistInput& input,
                                                          const std::string& path);

/// What a file claims of a forest. Each rank has some of the edges.
template <class W>
struct DistClaimedForest {
  Array<GlobalMsfEdge<W>> edges;  ///< with u <= v
  std::uint64_t num_edges = 0;    ///< of all ranks
};
template <class W>
[[nodiscard]] DistClaimedForest<W> read_msf_result(const Cluster& cluster, const DistInput& input,
                                                   const std::string& path);

/// Checks a claimed tree by the rules of validate_bfs against the listed edges, as DistValidator.
/// Throws UsageError if `source` is not a vertex. Collective.
[[nodiscard]] DistValidation<BfsRule> validate_bfs(const Cluster& cluster, const DistInput& input,
                                                   GlobalVertex source,
                                                   const DistClaimedTree<Level>& claim,
                                                   int threads = 1);
/// By those of validate_sssp. Throws what DistValidator::validate throws. W is the type of the
/// weights of the input, std::uint32_t if it has none. Collective.
template <class W>
[[nodiscard]] DistValidation<SsspRule> validate_sssp(const Cluster& cluster, const DistInput& input,
                                                     GlobalVertex source,
                                                     const DistClaimedTree<SsspDistance<W>>& claim,
                                                     const SsspValidationOptions& options = {});
/// As validate_msf of dist_msf.hpp, of edges that have u <= v. Collective.
template <class W>
[[nodiscard]] DistMsfValidation<W> validate_msf(const Cluster& cluster, const DistInput& input,
                                                std::span<const GlobalMsfEdge<W>> forest,
                                                MsfObjective objective = MsfObjective::kMinimum,
                                                int threads = 1);

}  // namespace strider
