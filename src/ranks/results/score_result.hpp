// What a DistBetweennessResult holds.
#pragma once

#include <memory>
#include <vector>

#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "strider/array.hpp"
#include "strider/dist_bc.hpp"

namespace strider {

struct DistBetweennessResult::State {
  std::shared_ptr<Cluster::State> cluster;  // outlives the rest
  detail::OwnerMap owners;
  int rank = 0;
  BcShare share = BcShare::kAuto;
  std::uint32_t batch_size = 0;
  BetweennessOf of = BetweennessOf::kVertices;
  std::uint64_t num_sources = 0;
  std::uint64_t edges_traversed = 0;
  double prepare_seconds = 0;
  double seconds = 0;
  DistTraffic traffic;
  Array<double> scores;
  std::vector<GlobalEdgeScore> edges;
};

namespace detail {
/// Scores of vertices.
[[nodiscard]] DistVertexValues<double> vertex_values(const DistBetweennessResult& result);
}  // namespace detail

}  // namespace strider
