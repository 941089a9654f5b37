// What a DistGraph holds: the graph as its scheme needs it, and made when it is asked for, the
// graphs that other searches need.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "partition/owner_map.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/two_d/weighted_graph_2d.hpp"
#include "strider/dist_graph.hpp"

namespace strider {

struct DistGraph::State {
  State(const Cluster& of_cluster, const DistInput& of_input, const PartitionOptions& of_options);

  std::shared_ptr<Cluster::State> cluster;
  /// Null once it has been released.
  std::shared_ptr<const DistInput::State> input;
  std::uint64_t num_vertices = 0;
  Directedness directedness = Directedness::kUndirected;
  detail::WeightType weight_type = detail::WeightType::kNone;  ///< of the input
  PartitionOptions options;
  int threads = 1;
  detail::OwnerMap owners;
  std::uint64_t num_edges = 0;
  DistBuildFacts facts;
  /// Of the vertices that this rank owns, in the graph as it was cleaned.
  Array<std::uint32_t> degrees;

  [[nodiscard]] const comm::Communicator& comm() const { return cluster->comm(); }
  /// Throws UsageError where the input has been released.
  [[nodiscard]] const detail::EdgeSource& source() const;
  [[nodiscard]] bool is_directed() const { return directedness == Directedness::kDirected; }

  /// Precondition: the scheme is 1d.
  [[nodiscard]] std::shared_ptr<const detail::Graph1d> one_d() const { return one_d_; }
  /// The graph with its weights; made where edges weigh 1 and the purpose did not say so.
  /// Precondition: the scheme is 1d. Collective.
  template <detail::EdgeWeight W>
  [[nodiscard]] std::shared_ptr<const detail::WeightedGraph1d<W>> weighted_one_d();
  /// Precondition: the scheme is 2d.
  [[nodiscard]] std::shared_ptr<const detail::Graph2d> two_d() const { return two_d_; }
  /// As weighted_one_d; made where the purpose was not shortest paths. Precondition: the scheme is
  /// 2d. Collective.
  template <detail::EdgeWeight W>
  [[nodiscard]] std::shared_ptr<const detail::WeightedGraph2d<W>> weighted_two_d();
  /// Precondition: the scheme is delegate.
  [[nodiscard]] std::shared_ptr<const detail::GraphDelegate> delegate() const { return delegate_; }
  /// As weighted_one_d. Precondition: the scheme is delegate. Collective.
  template <detail::EdgeWeight W>
  [[nodiscard]] std::shared_ptr<const detail::WeightedGraphDelegate<W>> weighted_delegate();

 private:
  template <template <class> class Graph>
  using AnyWeight = std::variant<std::monostate, std::shared_ptr<const Graph<float>>,
                                 std::shared_ptr<const Graph<double>>,
                                 std::shared_ptr<const Graph<std::uint32_t>>>;

  /// Of the graph that is built.
  [[nodiscard]] detail::WeightType built_weight_type() const;
  void choose();
  void build();
  void take_stored_facts();
  void build_one_d();
  void build_two_d();
  [[nodiscard]] detail::Graph2dSettings two_d_settings() const;
  void build_delegate();
  /// Of the arcs of all ranks. Collective.
  void note_balance(std::uint64_t own_arcs);
  [[nodiscard]] detail::Shuffle shuffle() const;
  [[nodiscard]] detail::OwnerMap one_d_owners() const;
  [[nodiscard]] detail::DistBuildOptions one_d_options() const;
  [[nodiscard]] detail::GraphDelegateOptions delegate_options() const;
  void count_degrees(const detail::GraphDelegate& graph);

  std::shared_ptr<const detail::Graph1d> one_d_;
  std::shared_ptr<const detail::Graph2d> two_d_;
  std::shared_ptr<const detail::GraphDelegate> delegate_;
  AnyWeight<detail::WeightedGraph1d> weighted_one_d_;
  AnyWeight<detail::WeightedGraph2d> weighted_two_d_;
  AnyWeight<detail::WeightedGraphDelegate> weighted_delegate_;
};

}  // namespace strider
