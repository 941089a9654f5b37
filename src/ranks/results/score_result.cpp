// The public face of scores that ranks share.
#include "ranks/results/score_result.hpp"

#include <cmath>
#include <tuple>
#include <utility>

#include "comm/collective_error.hpp"
#include "ranks/results/first_of_all.hpp"
#include "strider/dist_bc.hpp"

namespace strider {

DistBetweennessResult::DistBetweennessResult() : state_(std::make_unique<State>()) {}
DistBetweennessResult::DistBetweennessResult(DistBetweennessResult&&) noexcept = default;
DistBetweennessResult& DistBetweennessResult::operator=(DistBetweennessResult&&) noexcept = default;
DistBetweennessResult::~DistBetweennessResult() = default;

BcShare DistBetweennessResult::share() const {
  return state_->share;
}
std::uint32_t DistBetweennessResult::batch_size() const {
  return state_->batch_size;
}
BetweennessOf DistBetweennessResult::of() const {
  return state_->of;
}
std::uint64_t DistBetweennessResult::num_sources() const {
  return state_->num_sources;
}
std::uint64_t DistBetweennessResult::edges_traversed() const {
  return state_->edges_traversed;
}
double DistBetweennessResult::prepare_seconds() const {
  return state_->prepare_seconds;
}
double DistBetweennessResult::seconds() const {
  return state_->seconds;
}
const DistTraffic& DistBetweennessResult::traffic() const {
  return state_->traffic;
}
std::size_t DistBetweennessResult::num_owned() const {
  return state_->owners.size(state_->rank);
}
GlobalVertex DistBetweennessResult::vertex(std::size_t local_id) const {
  return state_->owners.global(state_->rank, detail::local_vertex(local_id));
}
std::span<const double> DistBetweennessResult::scores() const {
  return std::as_const(state_->scores).span();
}
std::span<const GlobalEdgeScore> DistBetweennessResult::edges() const {
  return state_->edges;
}

DistVertexValues<double> detail::vertex_values(const DistBetweennessResult& result) {
  DistVertexValues<double> values;
  for (std::size_t v = 0; v < result.scores().size(); ++v) {
    values.vertices.push_back(result.vertex(v));
  }
  values.values = Array<double>::copy_of(result.scores());
  return values;
}

std::vector<VertexScore> highest_scores(const Cluster& cluster,
                                        const DistVertexValues<double>& scores, std::size_t count) {
  const comm::Communicator& comm = cluster.state()->comm();
  std::vector<VertexScore> mine = comm::try_on_all_ranks(comm, [&] {
    std::vector<VertexScore> numbers;
    for (std::size_t i = 0; i < scores.values.size(); ++i) {
      const double score = scores.values[i];
      if (!std::isnan(score)) numbers.push_back({scores.vertices[i], score});
    }
    return numbers;
  });
  return detail::first_of_all(comm, std::move(mine), count,
                              [](const VertexScore& a, const VertexScore& b) {
                                return a.score != b.score ? a.score > b.score : a.vertex < b.vertex;
                              });
}

std::vector<VertexScore> highest_vertices(const Cluster& cluster,
                                          const DistBetweennessResult& result, std::size_t count) {
  const comm::Communicator& comm = cluster.state()->comm();
  const auto values = comm::try_on_all_ranks(comm, [&] { return detail::vertex_values(result); });
  return highest_scores(cluster, values, count);
}

std::vector<GlobalEdgeScore> highest_edges(const Cluster& cluster,
                                           const DistBetweennessResult& result, std::size_t count) {
  const comm::Communicator& comm = cluster.state()->comm();
  std::vector<GlobalEdgeScore> mine = comm::try_on_all_ranks(comm, [&] {
    return std::vector<GlobalEdgeScore>(result.edges().begin(), result.edges().end());
  });
  return detail::first_of_all(
      comm, std::move(mine), count, [](const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
        return a.score != b.score ? a.score > b.score : std::tie(a.u, a.v) < std::tie(b.u, b.v);
      });
}

}  // namespace strider
