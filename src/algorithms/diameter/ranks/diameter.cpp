// Diameters of graphs that ranks share: each rank bounds its own vertices, and all choose the next
// source together.
#include "strider/diameter.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/diameter/bounds.hpp"
#include "base/workspace.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/first_of_all.hpp"
#include "ranks/results/label_counts.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/components.hpp"
#include "strider/dist.hpp"
#include "strider/gpu.hpp"

namespace strider {
namespace detail {
namespace {

/// A component, as all ranks know it.
struct SharedComponent {
  GlobalVertex label;
  std::uint64_t size;
};

/// The own vertices of one component.
class RankPlace {
 public:
  using Distance = Level;

  RankPlace(const comm::Communicator& comm, const DistGraph::State& graph, DistBfsSolver& solver,
            std::span<const Vertex> members, BoundRules rules, DistTraffic& traffic)
      : comm_(comm),
        graph_(graph),
        solver_(solver),
        members_(members),
        rules_(rules),
        traffic_(traffic) {}

  [[nodiscard]] BoundRules rules() const { return rules_; }
  [[nodiscard]] GlobalVertex name(std::size_t i) const {
    return graph_.owners.global(comm_.rank(), local_vertex(i));
  }
  [[nodiscard]] GlobalVertex start() const {
    struct Busiest {
      Candidate<std::uint32_t> vertex;
      void merge(const Busiest& other) { vertex.take_greater(other.vertex); }
    };
    return look<Busiest>([&](std::size_t i, Busiest& found) {
             found.vertex.take_greater({graph_.degrees[i], 0, name(i)});
           })
        .vertex.vertex;
  }
  Level search(GlobalVertex source) {
    // A search counts what it sends from 0.
    traffic_ += sum_traffic(comm_);
    solver_.run(DistBfsQuery{.sources = {&source, 1}, .output = BfsOutput::kLevels}, tree_);
    levels_ = tree_.levels();
    return tree_.num_levels() - 1;
  }
  [[nodiscard]] Level from(std::size_t i) const { return levels_[static_cast<Vertex>(i)]; }
  [[nodiscard]] Level to(std::size_t i) const { return from(i); }
  template <class Findings, class F>
  [[nodiscard]] Findings look(const F& body) const {
    Findings mine;
    for (const Vertex v : members_) body(v, mine);
    Findings all;
    for (const Findings& of_rank : comm_.all_gather(mine)) all.merge(of_rank);
    return all;
  }
  [[nodiscard]] std::span<const std::uint32_t> count_levels(std::size_t size) {
    comm::try_on_all_ranks(comm_, [&] {
      if (counts_.size() < size) {
        counts_ = take_array<Array<std::uint32_t>>(2 * size, "the diameter");
      }
    });
    const std::span<std::uint32_t> counts = counts_.span().first(size);
    std::ranges::fill(counts, 0U);
    for (const Vertex v : members_) {
      if (from(v) < size) ++counts[from(v)];
    }
    comm_.all_reduce(counts, comm::Reduction::kSum);
    return counts;
  }

 private:
  const comm::Communicator& comm_;
  const DistGraph::State& graph_;
  DistBfsSolver& solver_;
  std::span<const Vertex> members_;
  BoundRules rules_;
  DistTraffic& traffic_;  ///< before the last search
  DistBfsResult tree_;
  LevelView levels_;
  Array<std::uint32_t> counts_;  ///< by level
};

class DiameterOnRanks {
 public:
  DiameterOnRanks(const DistGraph& graph, DistBfsSolver& solver, const DiameterOptions& options)
      : graph_(*graph.state()),
        comm_(graph_.comm()),
        solver_(solver),
        options_(options),
        found_(components(graph, {.threads = options.threads})),
        earlier_(found_.traffic) {
    Workspace workspace;
    const std::size_t num_own = found_.vertices.size();
    workspace.declare("lower bounds", lower_, num_own);
    workspace.declare("upper bounds", upper_, num_own);
    workspace.declare("the ball", ball_, num_own);
    workspace.declare("the vertices of components", members_, num_own);
    take_on_all_ranks(comm_, workspace, "the diameter");
    std::ranges::fill(lower_, Level{1});
    std::ranges::fill(upper_, Level{0});
    std::iota(members_.begin(), members_.end(), Vertex{0});
    std::ranges::stable_sort(members_, {}, [&](Vertex v) { return found_.values[v]; });
  }

  DistDiameterResult run() {
    const std::vector<SharedComponent> chosen = choose();
    measure_on_ranks(comm_, result_, [&] {
      for (const SharedComponent& component : chosen) search(component);
      if (options_.sought != DiameterSought::kDiameter) count_extremes();
    });
    result_.traffic += earlier_;
    result_.seconds += found_.seconds;
    result_.vertices = std::move(found_.vertices);
    result_.values = std::move(upper_);
    result_.lower = std::move(lower_);
    return std::move(result_);
  }

 private:
  /// Collective.
  void count_extremes() {
    std::array<std::uint64_t, 2> counts{};
    for (std::size_t v = 0; v < lower_.size(); ++v) {
      if (lower_[v] != upper_[v]) continue;
      counts[0] += lower_[v] == result_.facts.radius ? 1 : 0;
      counts[1] += lower_[v] == result_.facts.diameter ? 1 : 0;
    }
    comm_.all_reduce(std::span<std::uint64_t>(counts), comm::Reduction::kSum);
    result_.center_size = counts[0];
    result_.periphery_size = counts[1];
  }

  [[nodiscard]] std::span<const Vertex> own_members(GlobalVertex label) const {
    const auto label_of = [&](Vertex v) { return found_.values[v]; };
    const std::span<const Vertex> members = members_.span();
    return {std::ranges::lower_bound(members, label, {}, label_of),
            std::ranges::upper_bound(members, label, {}, label_of)};
  }

  /// By label; those of one vertex are done here. Collective.
  [[nodiscard]] std::vector<SharedComponent> choose() {
    if (options_.scope == DiameterScope::kLargestComponent) {
      if (found_.sizes.num_components == 0) return {};
      return {{found_.sizes.largest, found_.sizes.largest_size}};
    }
    const std::vector<std::uint64_t> counts =
        count_labels(comm_, graph_.owners, found_.values.span());
    std::vector<SharedComponent> mine;
    comm::try_on_all_ranks(comm_, [&] {
      for (std::size_t v = 0; v < counts.size(); ++v) {
        if (counts[v] > 1) mine.push_back({found_.vertices[v], counts[v]});
        if (counts[v] == 1) lower_[v] = upper_[v] = 0;
      }
    });
    add_isolated();
    const auto is_before = [](const SharedComponent& a, const SharedComponent& b) {
      return a.label < b.label;
    };
    return first_of_all(comm_, std::move(mine), ~std::size_t{0}, is_before);
  }
  /// The components of one vertex, which no search needs to reach. Collective.
  void add_isolated() {
    if (found_.sizes.num_isolated == 0) return;
    GlobalVertex first = ~GlobalVertex{0};
    for (std::size_t v = 0; v < found_.vertices.size(); ++v) {
      if (lower_[v] == 0) first = std::min(first, found_.vertices[v]);
    }
    auto facts = facts_of_one_vertex<Level>(comm_.all_reduce(first, comm::Reduction::kMin));
    facts.num_vertices = found_.sizes.num_isolated;
    result_.facts.merge(facts);
  }

  void search(const SharedComponent& component) {
    const std::span<const Vertex> members = own_members(component.label);
    if (component.size == 1) {
      for (const Vertex v : members) lower_[v] = upper_[v] = 0;
      result_.facts.merge(facts_of_one_vertex<Level>(component.label));
      return;
    }
    const BoundRules rules = graph_.is_directed() ? BoundRules::kNone : BoundRules::kUndirected;
    RankPlace place(comm_, graph_, solver_, members, rules, earlier_);
    const BoundArrays<Level> arrays{lower_.span(), upper_.span(), ball_.span()};
    result_.facts.merge(EccentricityBounds<RankPlace>(place, arrays, options_).run());
  }

  const DistGraph::State& graph_;
  const comm::Communicator& comm_;
  DistBfsSolver& solver_;
  const DiameterOptions& options_;
  DistComponentsResult found_;
  DistTraffic earlier_;  ///< before the last search
  Array<Level> lower_;
  Array<Level> upper_;
  Array<Level> ball_;
  Array<Vertex> members_;  ///< own vertices, by label and ascending
  DistDiameterResult result_;
};

}  // namespace
}  // namespace detail

DistDiameterResult diameter(const DistGraph& graph, const DiameterOptions& options) {
  detail::require_rows(*graph.state(), "the diameter", "needs");
  const int threads = detail::threads_of(*graph.state(), options.threads);
  DistBfsSolver solver(graph, {.threads = threads});
  return detail::DiameterOnRanks(graph, solver, options).run();
}

DistDiameterResult diameter(const DistGraph& graph, const Device& device,
                            const DiameterOptions& options) {
  detail::require_rows(*graph.state(), "the diameter", "needs");
  DistBfsSolver solver(graph, device, {}, DeviceBfsOptions{});
  return detail::DiameterOnRanks(graph, solver, options).run();
}

}  // namespace strider
