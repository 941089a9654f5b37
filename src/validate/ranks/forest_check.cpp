// Boruvka's method on the claimed forest only, which says at once what closes a cycle, what spans,
// and how heavy the path between the ends of any edge is.
//
// F is what is claimed, ordered by (key, smaller end, larger end); of edges that are equal in all
// three, all but one close a cycle. In each round every fragment chooses the first edge of F that
// leads out of it. So what is chosen is Kruskal's forest of F, called T: an edge of F that is in a
// fragment without having been chosen closes a cycle, and no other does. When no edge leads out of
// a fragment, the fragments are the trees of T.
//
// The heaviest edge on the path in T between u and v is the heaviest of those that the fragments of
// u, and those of v, chose until one fragment held both (King 1997, "A simpler minimum spanning
// tree verification algorithm"):
// - A fragment that holds u and not v is left by the path, and its first edge comes no later than
//   the one by which the path leaves. So nothing heavier was chosen than the path has.
// - Let h be the last edge, in order, of the path. As T holds h, some fragment D chose it, which
//   holds the end of h that is nearer to u, say, and not the other one. Were u not in D, the path
//   would enter D before it comes to h, by an edge that leads out of D and precedes h: D would have
//   chosen otherwise. Were v in D, the path would enter D again behind h. So D holds u and not v:
//   h is among the edges that were chosen.
// Every vertex keeps the heaviest key that its fragments chose. An edge of the input whose ends
// have just come into one fragment is compared with the greater one of its ends' keys, and never
// looked at again. This is what validate_msf of one machine compares it with.
#include "validate/ranks/forest_check.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/traffic.hpp"
#include "graph/weight_sum.hpp"
#include "partition/ids.hpp"
#include "ranks/edges/unit_weights.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"
#include "validate/forest_rules.hpp"
#include "validate/ranks/fragments.hpp"

namespace strider::detail {
namespace {

using WitnessEdge = ForestWitness<GlobalVertex>;

using Findings = ForestFindings<GlobalVertex>;

template <class W>
class ForestCheck {
  using Key = WeightKey<W>;
  using Edge = ComparedEdge<Key>;
  using Candidate = typename ClaimedFragments<Key>::Candidate;
  using Hooked = typename ClaimedFragments<Key>::Hooked;

 public:
  ForestCheck(const comm::Communicator& comm, const ForestCheckOptions& options)
      : comm_(comm), options_(options), order_(options.objective) {}

  DistMsfValidation<W> run(const EdgeSource& source, std::span<const GlobalMsfEdge<W>> forest) {
    num_vertices_ = source.num_vertices();
    std::vector<GlobalMsfEdge<W>> claims;
    comm::try_on_all_ranks(comm_, [&] { claims = well_formed(forest); });
    edges_ = collect_forest_edges<W>(comm_, source, claims, options_);
    claims = {};
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    comm::try_on_all_ranks(comm_, [&] { look_up(); });
    grow();
    comm::try_on_all_ranks(comm_, [&] {
      for_each_open([&](const Edge& edge, Findings& mine) { mine.apart.merge(witness(edge)); });
    });
    return report();
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  [[nodiscard]] WitnessEdge witness(const Edge& edge, std::uint64_t other = 0) const {
    return {edges_.vertices[edge.u], edges_.vertices[edge.v], edge.key, other, 1};
  }

  std::vector<GlobalMsfEdge<W>> well_formed(std::span<const GlobalMsfEdge<W>> forest) {
    NodeMemory(comm_).require(saturating_mul(forest.size(), sizeof(GlobalMsfEdge<W>)),
                              "the forest that is validated");
    std::vector<GlobalMsfEdge<W>> claims;
    claims.reserve(forest.size());
    for (const GlobalMsfEdge<W>& edge : forest) {
      const auto [u, v] = std::minmax(edge.u, edge.v);
      const Key key = order_.key(edge.weight);
      if (v >= num_vertices_ || !order_.is_number(key)) {
        found_.edge.merge({u, v, key, 0, 1});
        continue;
      }
      claims.push_back({u, v, edge.weight});
      weight_.add(edge.weight);
    }
    return claims;
  }

  /// Which claims are edges of the input; opens those that may be edges of a forest, and all edges
  /// of the input.
  void look_up() {
    const Array<Edge>& claims = edges_.claims;
    const std::size_t local_ids = edges_.vertices.size();
    Workspace workspace;
    workspace.declare("the fragments", fragment_, local_ids);
    workspace.declare("the heaviest edges", heaviest_, local_ids);
    workspace.declare("the claims taken", taken_, claims.size());
    workspace.count("the rows of claims", (local_ids + 1) * sizeof(std::uint64_t));
    workspace.count("the open claims", claims.size() * (2 * sizeof(std::uint64_t) + 1));
    // Of the first round, which has the most.
    workspace.count("the candidates", local_ids * (sizeof(std::uint64_t) + sizeof(GlobalVertex) +
                                                   sizeof(Hooked) + sizeof(Candidate)));
    workspace.count("the fragments owned", std::uint64_t{edges_.owners.size(comm_.rank())} * 24);
    workspace.take("the validation of a spanning forest", NodeMemory(comm_));
    find_claims();
    std::fill(taken_.begin(), taken_.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < claims.size(); ++i) {
      const Edge& edge = claims[i];
      const bool is_twin = i > 0 && claims[i - 1].u == edge.u && claims[i - 1].v == edge.v &&
                           claims[i - 1].key == edge.key;
      if (is_twin || edge.u == edge.v) {
        found_.cycle.merge(witness(edge));
      } else {
        open_claims_.push_back(i);
      }
    }
    names_ = edges_.vertices;
    for (std::uint32_t c = 0; c < local_ids; ++c) fragment_[c] = c;
    std::fill(heaviest_.begin(), heaviest_.end(), Key{0});
    const auto parts = static_cast<std::size_t>(options_.threads);
    for (std::size_t part = 0; part < parts; ++part) {
      open_.push_back(static_chunk(edges_.input.size(), static_cast<int>(part), options_.threads));
    }
  }

  void find_claims() {
    const Array<Edge>& claims = edges_.claims;
    std::vector<std::uint64_t> rows(edges_.vertices.size() + 1, 0);
    for (const Edge& edge : claims) ++rows[edge.u + std::size_t{1}];
    for (std::size_t c = 1; c < rows.size(); ++c) rows[c] += rows[c - 1];
    Array<std::uint8_t> met(claims.size(), 0);
    parallel_chunks(
        edges_.input.size(), options_.threads, [&](std::size_t begin, std::size_t end, int) {
          for (std::size_t i = begin; i < end; ++i) {
            const Edge& edge = edges_.input[i];
            const Edge* const row_end = claims.data() + rows[edge.u + std::size_t{1}];
            const Edge* claim = std::lower_bound(
                claims.data() + rows[edge.u], row_end, edge, [](const Edge& a, const Edge& b) {
                  return std::tuple(a.v, a.key) < std::tuple(b.v, b.key);
                });
            for (; claim != row_end && claim->v == edge.v && claim->key == edge.key; ++claim) {
              // Relaxed: all marks are the same, and are read when threads have hooked.
              store_relaxed(met[static_cast<std::size_t>(claim - claims.data())], std::uint8_t{1});
            }
          }
        });
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (met[i] == 0) found_.edge.merge(witness(claims[i]));
    }
  }

  /// Rounds of Boruvka's method until no claim leads from fragment to fragment. Collective.
  void grow() {
    std::optional<ClaimedFragments<Key>> fragments;
    comm::try_on_all_ranks(comm_, [&] { fragments.emplace(comm_, edges_.owners); });
    while (comm_.all_reduce(static_cast<std::uint64_t>(open_claims_.size()),
                            comm::Reduction::kSum) > 0) {
      collect_candidates();
      const Array<std::uint8_t> chosen = fragments->hook(candidates_, counts_);
      const Array<Hooked> hooked = fragments->ask(names_);
      comm::try_on_all_ranks(comm_, [&] {
        for (std::size_t i = 0; i < chosen.size(); ++i) {
          if (chosen[i] != 0) taken_[candidate_claims_[i]] = 1;
        }
        rename(hooked);
        close_claims();
        close_edges();
      });
    }
    for (const std::uint8_t taken : taken_) num_taken_ += taken;
  }

  /// The first claim that leads out of each fragment that has local ids here.
  void collect_candidates() {
    comm::try_on_all_ranks(comm_, [&] {
      std::vector<std::uint64_t> first(names_.size(), kNone);
      for (const std::uint64_t i : open_claims_) {
        for (const std::uint32_t end : {edges_.claims[i].u, edges_.claims[i].v}) {
          std::uint64_t& best = first[fragment_[end]];
          if (best == kNone || precedes(edges_.claims[i], edges_.claims[best])) best = i;
        }
      }
      candidates_.clear();
      candidate_claims_.clear();
      counts_.assign(static_cast<std::size_t>(comm_.size()), 0);
      // Names ascend, and so do blocks: candidates are rank by rank already.
      for (std::uint32_t f = 0; f < first.size(); ++f) {
        if (first[f] == kNone) continue;
        const Edge& edge = edges_.claims[first[f]];
        const std::uint32_t other = fragment_[edge.u] == f ? fragment_[edge.v] : fragment_[edge.u];
        const OwnedVertex owned = edges_.owners.locate(names_[f]);
        ++counts_[static_cast<std::size_t>(owned.rank)];
        candidate_claims_.push_back(first[f]);
        candidates_.push_back({edges_.vertices[edge.u], edges_.vertices[edge.v], names_[other],
                               edge.key, index(owned.vertex)});
      }
    });
  }
  /// Local ids ascend with the vertices.
  [[nodiscard]] static bool precedes(const Edge& a, const Edge& b) {
    return std::tuple(a.key, a.u, a.v) < std::tuple(b.key, b.u, b.v);
  }

  /// Local ids go over into the fragments that theirs have become.
  void rename(const Array<Hooked>& hooked) {
    std::vector<GlobalVertex> names;
    names.reserve(hooked.size());
    for (const Hooked& fragment : hooked) names.push_back(fragment.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::vector<std::uint32_t> become(hooked.size());
    for (std::size_t f = 0; f < become.size(); ++f) {
      const auto place = std::lower_bound(names.begin(), names.end(), hooked[f].name);
      become[f] = static_cast<std::uint32_t>(place - names.begin());
    }
    parallel_for(0, fragment_.size(), options_.threads, [&](std::size_t c) {
      heaviest_[c] = std::max(heaviest_[c], hooked[fragment_[c]].key);
      fragment_[c] = become[fragment_[c]];
    });
    names_ = std::move(names);
  }

  [[nodiscard]] bool is_inside(const Edge& edge) const {
    return fragment_[edge.u] == fragment_[edge.v];
  }

  void close_claims() {
    std::erase_if(open_claims_, [&](std::uint64_t i) {
      const Edge& edge = edges_.claims[i];
      if (!is_inside(edge)) return false;
      if (taken_[i] == 0) found_.cycle.merge(witness(edge));
      return true;
    });
  }

  void close_edges() {
    std::mutex mutex;
    parallel_region(options_.threads, [&](int thread, int count) {
      Findings mine;
      for (std::size_t part = static_cast<std::size_t>(thread); part < open_.size();
           part += static_cast<std::size_t>(count)) {
        std::size_t end = open_[part].begin;
        for (std::size_t i = open_[part].begin; i < open_[part].end; ++i) {
          const Edge edge = edges_.input[i];
          if (!is_inside(edge)) {
            edges_.input[end++] = edge;
            continue;
          }
          const Key heaviest = std::max(heaviest_[edge.u], heaviest_[edge.v]);
          if (edge.key < heaviest) mine.lighter.merge(witness(edge, heaviest));
        }
        open_[part].end = end;
      }
      const std::lock_guard lock(mutex);
      found_.merge(mine);
    });
  }

  template <class F>
  void for_each_open(F&& look) {
    for (const Range& part : open_) {
      for (std::size_t i = part.begin; i < part.end; ++i) look(edges_.input[i], found_);
    }
  }

  /// Collective.
  DistMsfValidation<W> report() const {
    Findings found;
    for (const Findings& findings : comm_.all_gather(found_)) found.merge(findings);
    DistMsfValidation<W> result;
    WeightSum<W> total;
    for (const WeightSum<W>& sum : comm_.all_gather(weight_)) total.add(sum);
    result.weight = total.value();
    result.num_trees = num_vertices_ - comm_.all_reduce(num_taken_, comm::Reduction::kSum);
    result.edges_checked =
        comm_.all_reduce(static_cast<std::uint64_t>(edges_.input.size()), comm::Reduction::kSum);
    add_violations(order_, found, num_vertices_, result.violations);
    return result;
  }

  const comm::Communicator& comm_;
  const ForestCheckOptions& options_;
  WeightOrder<W> order_;
  std::uint64_t num_vertices_ = 0;
  Findings found_;
  WeightSum<W> weight_;
  ComparedEdges<Key> edges_;

  std::vector<GlobalVertex> names_;  // of the fragments that local ids are in, ascending
  Array<std::uint32_t> fragment_;    // by local id: the place of its name
  Array<Key> heaviest_;              // by local id: of what its fragments have chosen
  std::vector<Range> open_;          // edges of the input that lead from fragment to fragment
  std::vector<std::uint64_t> open_claims_;  // the same of claims
  Array<std::uint8_t> taken_;               // by claim: whether a fragment has chosen it
  std::uint64_t num_taken_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> candidate_claims_;  // by candidate: the claim
  std::vector<std::uint64_t> counts_;            // candidates by rank
};

}  // namespace

template <class W>
DistMsfValidation<W> check_forest(const comm::Communicator& comm, const EdgeSource& source,
                                  std::span<const GlobalMsfEdge<W>> forest,
                                  const ForestCheckOptions& options) {
  const bool unit = source.weight_type() == WeightType::kNone && std::is_same_v<W, std::uint32_t>;
  comm::try_on_all_ranks(comm, [&] {
    if (source.directedness() == Directedness::kDirected) {
      throw UsageError(
          "validation: spanning forests need an undirected graph, but this one is directed");
    }
    if (!unit && source.weight_type() != weight_type_of<W>()) {
      throw UsageError(
          "validation: the input has no weights, or weights of another type than the forest");
    }
  });
  if (unit) return ForestCheck<W>(comm, options).run(UnitWeights<W>(source), forest);
  return ForestCheck<W>(comm, options).run(source, forest);
}

template DistMsfValidation<float> check_forest(const comm::Communicator&, const EdgeSource&,
                                               std::span<const GlobalMsfEdge<float>>,
                                               const ForestCheckOptions&);
template DistMsfValidation<double> check_forest(const comm::Communicator&, const EdgeSource&,
                                                std::span<const GlobalMsfEdge<double>>,
                                                const ForestCheckOptions&);
template DistMsfValidation<std::uint32_t> check_forest(
    const comm::Communicator&, const EdgeSource&, std::span<const GlobalMsfEdge<std::uint32_t>>,
    const ForestCheckOptions&);

}  // namespace strider::detail
