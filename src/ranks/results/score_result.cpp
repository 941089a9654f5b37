// The public face of scores that ranks share.
#include "ranks/results/score_result.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "comm/collective_error.hpp"
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

namespace {

bool comes_first(const GlobalVertexScore& a, const GlobalVertexScore& b) {
  return a.score != b.score ? a.score > b.score : a.vertex < b.vertex;
}
bool comes_first(const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
  return a.score != b.score ? a.score > b.score : std::tie(a.u, a.v) < std::tie(b.u, b.v);
}

/// The first `count`, in their order.
template <class Score>
void keep_first(std::vector<Score>& scores, std::size_t count) {
  const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(std::min(count, scores.size()));
  std::partial_sort(scores.begin(), middle, scores.end(),
                    [](const Score& a, const Score& b) { return comes_first(a, b); });
  scores.erase(middle, scores.end());
}

/// The first of all ranks from those of each. Collective.
template <class Score>
std::vector<Score> first_of_all(const comm::Communicator& comm, std::vector<Score> mine,
                                std::size_t count) {
  std::vector<Score> copies;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  comm::try_on_all_ranks(comm, [&] {
    keep_first(mine, count);
    came.resize(static_cast<std::size_t>(comm.size()));
    for (int r = 0; r < comm.size(); ++r) {
      copies.insert(copies.end(), mine.begin(), mine.end());
      counts.push_back(mine.size());
    }
  });
  const Array<Score> all =
      comm::checked_all_to_all(comm, std::span<const Score>(copies), counts, std::span(came));
  return comm::try_on_all_ranks(comm, [&] {
    std::vector<Score> first(all.begin(), all.end());
    keep_first(first, count);
    return first;
  });
}

}  // namespace

std::vector<GlobalVertexScore> highest_vertices(const Cluster& cluster,
                                                const DistBetweennessResult& result,
                                                std::size_t count) {
  const comm::Communicator& comm = cluster.state()->comm();
  std::vector<GlobalVertexScore> mine = comm::try_on_all_ranks(comm, [&] {
    std::vector<GlobalVertexScore> numbers;
    for (std::size_t v = 0; v < result.scores().size(); ++v) {
      const double score = result.scores()[v];
      if (!std::isnan(score)) numbers.push_back({result.vertex(v), score});
    }
    return numbers;
  });
  return first_of_all(comm, std::move(mine), count);
}

std::vector<GlobalEdgeScore> highest_edges(const Cluster& cluster,
                                           const DistBetweennessResult& result, std::size_t count) {
  const comm::Communicator& comm = cluster.state()->comm();
  std::vector<GlobalEdgeScore> mine = comm::try_on_all_ranks(comm, [&] {
    return std::vector<GlobalEdgeScore>(result.edges().begin(), result.edges().end());
  });
  return first_of_all(comm, std::move(mine), count);
}

}  // namespace strider
