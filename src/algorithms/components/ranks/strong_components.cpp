// Strong components on ranks that own rows: signatures.hpp, between owners and ghosts.
#include "strider/strong_components.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/components/ranks/sizes.hpp"
#include "algorithms/components/signatures.hpp"
#include "base/atomics.hpp"
#include "graph/edge_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {
namespace detail {
namespace {

struct Signature {
  GlobalVertex in;
  GlobalVertex out;
  friend bool operator==(const Signature&, const Signature&) = default;
};

[[nodiscard]] bool try_lower(GlobalVertex& key, GlobalVertex to) {
  if (to >= load_relaxed(key)) return false;
  lower_relaxed(key, to);
  return true;
}

/// Follows an arc from row u to v, where both are of one part.
struct Spread {
  static constexpr bool kOnce = false;
  std::span<Signature> now;
  std::span<const Signature> parts;
  std::span<const GlobalVertex> names;

  [[nodiscard]] bool cond(Vertex u) const { return names[u] == kNoGlobalVertex; }
  [[nodiscard]] bool update(Vertex v, Vertex u) const {
    if (parts[v] != parts[u]) return false;
    const bool in = try_lower(now[v].in, load_relaxed(now[u].in));
    const bool out = try_lower(now[u].out, load_relaxed(now[v].out));
    return in || out;
  }
  [[nodiscard]] const Signature* place(Vertex v) const { return &parts[v]; }
};

class SignaturesOnRanks {
 public:
  SignaturesOnRanks(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                    int threads)
      : comm_(comm), graph_(graph), threads_(threads), ghosts_(workspace, comm, graph) {
    const std::size_t all = std::max(graph.local_ids.size(), graph.num_rows());
    workspace.declare("signatures", now_, all);
    workspace.declare("parts", parts_, all);
    workspace.declare("names of components", names_, graph.num_rows());
    workspace.declare("labels", labels_, graph.num_rows());
    workspace.when_taken([this] {
      std::ranges::fill(parts_, Signature{0, 0});
      std::ranges::fill(names_, kNoGlobalVertex);
    });
  }

  /// A vertex of the most arcs. Collective.
  [[nodiscard]] GlobalVertex pivot() const {
    EdgeIndex most = 0;
    GlobalVertex mine = 0;
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      if (graph_.rows.degree(v) <= most) continue;
      most = graph_.rows.degree(v);
      mine = name(v);
    }
    const bool has_most = comm_.all_reduce(most, comm::Reduction::kMax) == most && most > 0;
    const auto found = comm_.all_reduce(has_most ? mine : kNoGlobalVertex, comm::Reduction::kMin);
    return found == kNoGlobalVertex ? 0 : found;
  }

  void begin(GlobalVertex mask) {
    mask_ = mask;
    steps_ = 0;
    for_each_nameless([&](Vertex v) { now_[v] = {name(v) ^ mask, name(v) ^ mask}; });
    for (Vertex ghost = graph_.num_rows(); ghost < now_.size(); ++ghost) {
      now_[ghost].in = kNoGlobalVertex;
    }
    share(&Signature::out, now_);
  }
  [[nodiscard]] bool propagate() {
    changed_ = 0;
    locally([&] {
      std::uint64_t updates = 0;
      parallel_workers(threads_, [&](Worker& worker) {
        const Spread spread{now_.span(), parts_.span(), names_.span()};
        fetch_add_relaxed(updates, pull(worker, graph_.rows, AllVertices{}, spread));
      });
      if (updates > 0) changed_ = 1;
    });
    ghosts_.reduce<GlobalVertex>(
        graph_, [&](Vertex ghost) { return now_[ghost].in; },
        [&](Vertex v, GlobalVertex key) { lower(now_[v].in, key); });
    if (++steps_ >= kStepsOnFoot) {
      jump(&Signature::in);
      jump(&Signature::out);
    }
    share(&Signature::out, now_);
    return comm_.all_reduce(changed_, comm::Reduction::kMax) != 0;
  }
  [[nodiscard]] bool settle() {
    std::uint64_t remaining = 0;
    for_each_nameless([&](Vertex v) {
      parts_[v] = now_[v];
      if (now_[v].in == now_[v].out) {
        names_[v] = now_[v].in ^ mask_;
      } else {
        ++remaining;
      }
    });
    share(&Signature::in, parts_);
    share(&Signature::out, parts_);
    return comm_.all_reduce(remaining, comm::Reduction::kSum) != 0;
  }

  /// The last call: labels every component with its least vertex. Collective.
  void write(DistComponentsResult& result) {
    std::vector<OwnedVertex> places;
    locally([&] {
      for (const GlobalVertex v : names_) places.push_back(graph_.owners.locate(v));
      result.vertices.resize(graph_.num_rows());
      for (Vertex v = 0; v < graph_.num_rows(); ++v) result.vertices[v] = name(v);
    });
    GhostMap named(comm_, places);
    Array<GlobalVertex>& least = names_;  // of the component that a vertex names
    std::ranges::fill(least, kNoGlobalVertex);
    named.reduce<GlobalVertex>(
        [&](std::size_t v) { return result.vertices[v]; },
        [&](Vertex v, GlobalVertex to) { least[v] = std::min(least[v], to); });
    named.broadcast<GlobalVertex>([&](Vertex v) { return least[v]; },
                                  [&](std::size_t v, GlobalVertex label) { labels_[v] = label; });
    result.values = std::move(labels_);
  }

 private:
  /// Steps that go from vertex to vertex only: most graphs have no more.
  static constexpr unsigned kStepsOnFoot = 4;

  [[nodiscard]] GlobalVertex name(Vertex v) const { return graph_.global_of(local_vertex(v)); }
  template <class Body>
  void for_each_nameless(const Body& body) {
    for (Vertex v = 0; v < names_.size(); ++v) {
      if (names_[v] == kNoGlobalVertex) body(v);
    }
  }
  /// What body throws on one rank, all throw. Collective.
  template <class Body>
  void locally(const Body& body) {
    comm::try_on_all_ranks(comm_, body);
  }
  void lower(GlobalVertex& key, GlobalVertex to) {
    if (try_lower(key, to)) changed_ = 1;
  }
  /// Tells ghosts what their owners have. Collective.
  void share(GlobalVertex Signature::*key, Array<Signature>& of) {
    ghosts_.broadcast<GlobalVertex>(
        graph_, [&](Vertex v) { return of[v].*key; },
        [&](Vertex ghost, GlobalVertex value) { of[ghost].*key = value; });
  }
  /// Lowers each key to that of the vertex that it names. Collective.
  void jump(GlobalVertex Signature::*key) {
    std::vector<OwnedVertex> places;
    std::vector<Vertex> nameless;
    locally([&] {
      for_each_nameless([&](Vertex v) {
        nameless.push_back(v);
        places.push_back(graph_.owners.locate(now_[v].*key ^ mask_));
      });
    });
    GhostMap named(comm_, places);
    named.broadcast<GlobalVertex>(
        [&](Vertex v) { return now_[v].*key; },
        [&](std::size_t i, GlobalVertex to) { lower(now_[nameless[i]].*key, to); });
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  int threads_;
  GhostMap ghosts_;
  Array<Signature> now_;        ///< by local id
  Array<Signature> parts_;      ///< by local id
  Array<GlobalVertex> names_;   ///< by own vertex: one vertex of its component, or none yet
  Array<GlobalVertex> labels_;  ///< by own vertex
  GlobalVertex mask_ = 0;
  unsigned steps_ = 0;
  std::uint32_t changed_ = 0;
};

}  // namespace
}  // namespace detail

DistComponentsResult strong_components(const DistGraph& graph, const ComponentsOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const std::shared_ptr<const Graph1d> part = state.one_d();
  Workspace workspace;
  std::optional<SignaturesOnRanks> ranks;
  comm::try_on_all_ranks(comm, [&] {
    ranks.emplace(workspace, comm, require_rows(state, "strong components", "need"),
                  threads_of(state, options.threads));
  });
  if (part->directedness == Directedness::kUndirected) return components(graph, options);
  take_on_all_ranks(comm, workspace, "strong components");
  DistComponentsResult result;
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    if (part->owners.num_vertices() > 0) {
      find_by_signatures(*ranks, ranks->pivot(), part->owners.num_vertices());
    }
    ranks->write(result);
  });
  result.sizes = count_on_ranks(comm, part->owners, result);
  return result;
}

}  // namespace strider
