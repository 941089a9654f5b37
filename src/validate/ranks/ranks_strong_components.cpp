// Validation of strong components that ranks share: they distribute the listed edges anew, and
// check the definition, as on one machine. Vertices are blocks of consecutive ones. All three walks
// go as far as they can inside a rank before ranks tell each other, so that they take as many
// rounds as the longest path changes ranks.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/halo.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/dist_graph.hpp"
#include "strider/strong_components.hpp"
#include "validate/strong_findings.hpp"

namespace strider {
namespace {

using namespace detail;

/// The smallest vertex that breaks a rule, and how many do.
struct StrongFinding {
  std::uint64_t count = 0;
  GlobalVertex vertex = kNoGlobalVertex;
  GlobalVertex label = 0;

  void merge(const StrongFinding& other) {
    count += other.count;
    if (other.vertex >= vertex) return;
    vertex = other.vertex;
    label = other.label;
  }
};

class StrongCheckOnRanks {
 public:
  StrongCheckOnRanks(const comm::Communicator& comm, const Tuples<NoWeight>& tuples,
                     const Array<GlobalVertex>& labels)
      : comm_(comm), tuples_(tuples), owners_(tuples.owners()), labels_(labels) {}

  [[nodiscard]] StrongComponentsValidation run() {
    const std::size_t n = labels_.size();
    std::vector<OwnedVertex> places;
    locally([&] {
      done_.assign(n, 0);
      for (Vertex v = 0; v < n; ++v) {
        const bool is_vertex = labels_[v] < owners_.num_vertices();
        places.push_back(owners_.locate(is_vertex ? labels_[v] : name(v)));
        done_[v] = labels_[v] <= name(v) ? 1 : 0;
      }
    });
    GhostMap named(comm_, places);
    named.broadcast<GlobalVertex>([&](Vertex v) { return labels_[v]; },
                                  [&](std::size_t v, GlobalVertex label) {
                                    if (label != labels_[v]) done_[v] = 0;
                                  });
    check(StrongRule::kLeastVertex);
    if (!validation_.passed()) return std::move(validation_);
    std::uint64_t count = 0;
    for (Vertex v = 0; v < n; ++v) count += is_label(v) ? 1 : 0;
    validation_.num_components = comm_.all_reduce(count, comm::Reduction::kSum);
    locally([&] {
      const std::span<const GlobalVertex> others = tuples_.ghosts();
      places.clear();
      for (const GlobalVertex u : others) {
        places.push_back(owners_.locate(u));
        const bool is_own = places.back().rank == comm_.rank();
        ends_.push_back({0, is_own ? index(places.back().vertex) : kNoVertex, 0});
      }
    });
    GhostMap ends(comm_, places);
    ends.broadcast<GlobalVertex>(
        [&](Vertex v) { return labels_[v]; },
        [&](std::size_t i, GlobalVertex label) { ends_[i].label = label; });
    walk_from_labels(ends);
    check(StrongRule::kReached);
    walk_to_labels(ends);
    check(StrongRule::kLeadsBack);
    sort_components(ends, named);
    for (Vertex v = 0; v < n; ++v) done_[v] = done_[v] != 0 || !is_label(v) ? 1 : 0;
    check(StrongRule::kAcyclic);
    return std::move(validation_);
  }

 private:
  /// A vertex that an edge to an own vertex comes from.
  struct End {
    GlobalVertex label;
    Vertex own;  ///< kNoVertex where it is another rank's
    std::uint8_t is_done;
  };

  [[nodiscard]] GlobalVertex name(Vertex v) const {
    return owners_.global(comm_.rank(), local_vertex(v));
  }
  [[nodiscard]] bool is_label(Vertex v) const { return labels_[v] == name(v); }
  [[nodiscard]] bool is_done(const End& end) const {
    return (end.own == kNoVertex ? end.is_done : done_[end.own]) != 0;
  }
  /// What body throws on one rank, all throw. Collective.
  template <class Body>
  void locally(const Body& body) {
    comm::try_on_all_ranks(comm_, body);
  }
  /// look(end) for the edges to an own vertex.
  template <class Look>
  void for_each_edge_to(Vertex v, const Look& look) const {
    for (const std::uint32_t end : tuples_.row(v)) look(ends_[end]);
  }
  void tell_ends(GhostMap& ends) {
    ends.broadcast<std::uint8_t>([&](Vertex v) { return done_[v]; },
                                 [&](std::size_t i, std::uint8_t is) { ends_[i].is_done = is; });
  }
  [[nodiscard]] bool any(bool here) const {
    return comm_.all_reduce(here ? 1U : 0U, comm::Reduction::kMax) != 0;
  }
  /// step(v) for own vertices that are not done, until none says that it is now. Whether one did.
  template <class Step>
  bool close(const Step& step) {
    bool changed = false;
    locally([&] {
      for (bool again = true; again; changed |= again) {
        again = false;
        throw_if_stopped();
        for (Vertex v = 0; v < done_.size(); ++v) {
          if (done_[v] == 0 && step(v)) again = true;
        }
      }
    });
    return changed;
  }

  void start_at_labels() {
    for (Vertex v = 0; v < done_.size(); ++v) done_[v] = is_label(v) ? 1 : 0;
  }
  void walk_from_labels(GhostMap& ends) {
    start_at_labels();
    do {
      tell_ends(ends);
    } while (any(close([&](Vertex v) {
      for_each_edge_to(v, [&](const End& end) {
        if (end.label == labels_[v] && is_done(end)) done_[v] = 1;
      });
      return done_[v] != 0;
    })));
  }
  /// Against edges: what is done tells the ends of its edges.
  void walk_to_labels(GhostMap& ends) {
    start_at_labels();
    for (End& end : ends_) end.is_done = 0;
    std::vector<std::uint8_t> reported;
    locally([&] { reported.assign(done_.size(), 0); });
    bool changed = true;
    while (any(changed)) {
      changed = false;
      locally([&] {
        for (bool again = true; again;) {
          again = false;
          throw_if_stopped();
          for (Vertex v = 0; v < done_.size(); ++v) {
            if (done_[v] == 0 || std::exchange(reported[v], 1) != 0) continue;
            for (const std::uint32_t i : tuples_.row(v)) {
              End& end = ends_[i];
              if (end.label != labels_[v] || is_done(end)) continue;
              (end.own == kNoVertex ? end.is_done : done_[end.own]) = 1;
              again = true;
            }
          }
        }
      });
      ends.reduce<std::uint8_t>([&](std::size_t i) { return ends_[i].is_done; },
                                [&](Vertex v, std::uint8_t is) {
                                  if (is != 0 && std::exchange(done_[v], 1) == 0) changed = true;
                                });
    }
  }
  /// A vertex is free when the edges to it from other components come from what is done; all
  /// vertices of a component are done when all are free.
  void sort_components(GhostMap& ends, GhostMap& named) {
    std::vector<std::uint64_t> sizes;  // of components, by own label
    std::vector<std::uint64_t> free_in;
    std::vector<std::uint8_t> is_free;
    locally([&] {
      sizes.assign(done_.size(), 0);
      free_in = sizes;
      is_free.assign(done_.size(), 0);
    });
    std::ranges::fill(done_, std::uint8_t{0});
    named.reduce<std::uint8_t>([](std::size_t) { return std::uint8_t{1}; },
                               [&](Vertex v, std::uint64_t one) { sizes[v] += one; });
    bool changed = true;
    while (any(changed)) {
      tell_ends(ends);
      changed = close([&](Vertex v) {
        if (is_free[v] != 0) return false;
        bool blocked = false;
        for_each_edge_to(
            v, [&](const End& end) { blocked |= end.label != labels_[v] && !is_done(end); });
        if (blocked) return false;
        is_free[v] = 1;
        if (is_label(v) && sizes[v] == 1) done_[v] = 1;
        return true;
      });
      std::ranges::fill(free_in, 0);
      named.reduce<std::uint8_t>([&](std::size_t v) { return is_free[v]; },
                                 [&](Vertex v, std::uint64_t is) { free_in[v] += is; });
      named.broadcast<std::uint8_t>(
          [&](Vertex v) { return static_cast<std::uint8_t>(free_in[v] == sizes[v] ? 1 : 0); },
          [&](std::size_t v, std::uint8_t is) {
            if (is != 0 && std::exchange(done_[v], 1) == 0) changed = true;
          });
    }
  }

  /// Adds a violation where vertices are not done. Collective.
  void check(StrongRule rule) {
    StrongFinding found;
    std::vector<StrongFinding> by_rank;
    locally([&] {
      by_rank.resize(static_cast<std::size_t>(comm_.size()));
      for (Vertex v = 0; v < done_.size(); ++v) {
        if (done_[v] == 0) found.merge({1, name(v), labels_[v]});
      }
    });
    comm_.all_gather(found, std::span(by_rank));
    found = {};
    for (const StrongFinding& of_rank : by_rank) found.merge(of_rank);
    if (found.count == 0) return;
    locally([&] {
      validation_.violations.push_back(
          {rule, found.vertex, describe_violation(rule, found.vertex, found.label, found.count)});
    });
  }

  const comm::Communicator& comm_;
  const Tuples<NoWeight>& tuples_;
  const OwnerMap& owners_;
  const Array<GlobalVertex>& labels_;
  std::vector<std::uint8_t> done_;  ///< by own vertex
  std::vector<End> ends_;           ///< by local id of the tuples
  StrongComponentsValidation validation_;
};

}  // namespace

StrongComponentsValidation validate_strong_components(const Cluster& cluster,
                                                      const DistInput& input,
                                                      const DistComponentsResult& result,
                                                      int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const auto tuples = collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const Array<GlobalVertex> labels = to_blocks(comm, tuples.owners(), result);
  return StrongCheckOnRanks(comm, tuples, labels).run();
}

}  // namespace strider
