// All rules are judged at a vertex, by its owner: what it claims, what its parent claims, and the
// tuples that lead to it.
#include "validate/ranks/validator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.hpp"
#include "graph/sources.hpp"
#include "ranks/edges/ask_owners.hpp"
#include "strider/error.hpp"
#include "validate/depth_rules.hpp"
#include "validate/ranks/cycles.hpp"

namespace strider::detail {
namespace {

template <class Depth>
struct RankFindings {
  std::uint64_t num_reached = 0;
  std::uint64_t ends_traversed = 0;
  bool may_have_cycles = false;
  RuleFindings<GlobalVertex, Depth> rules;

  void merge(const RankFindings& findings) {
    num_reached += findings.num_reached;
    ends_traversed += findings.ends_traversed;
    may_have_cycles |= findings.may_have_cycles;
    rules.merge(findings.rules);
  }
};

template <class Rules, class W>
class TreeCheck {
  using Depth = typename Rules::Depth;
  using Witness = RuleWitness<GlobalVertex, Depth>;
  static constexpr Depth kNone = Rules::kNone;
  /// Of a parent: what its owner says of it.
  struct ParentClaim {
    Depth depth;
    std::uint32_t has_parent;
  };

 public:
  TreeCheck(const comm::Communicator& comm, const Rules& rules, const Tuples<W>& tuples,
            const DistBfsQuery& query, const TreeBlock<Depth>& tree, int threads)
      : comm_(comm),
        rules_(rules),
        tuples_(tuples),
        tree_(tree),
        threads_(resolve_threads(threads)),
        num_vertices_(tuples.owners().num_vertices()) {
    comm::try_on_all_ranks(
        comm, [&] { sources_ = checked_sources(query, num_vertices_, "validation: "); });
  }

  DistValidation<typename Rules::Rule> run() {
    ask_parents();
    local_id_depths_ = tuples_.to_local_ids(comm_, std::as_const(tree_.depths).span());
    RankFindings<Depth> found = check_vertices();
    for (const std::uint32_t v : tuples_.self_loops()) {
      found.ends_traversed -= is_reached(v) ? 1 : 0;
    }
    merge_ranks(found);
    if (found.may_have_cycles) find_cycle(found.rules.tree);
    return report(found);
  }

 private:
  [[nodiscard]] bool is_reached(std::size_t v) const { return tree_.depths[v] != kNone; }
  [[nodiscard]] GlobalVertex name(std::size_t v) const { return tree_.first + v; }
  [[nodiscard]] bool is_source(GlobalVertex v) const {
    return sources_.size() == 1 ? v == sources_.front() : std::ranges::binary_search(sources_, v);
  }
  [[nodiscard]] bool has_other_parent(std::size_t v) const {
    return tree_.parents[v] < num_vertices_ && tree_.parents[v] != name(v);
  }
  [[nodiscard]] TreeVertex<GlobalVertex> tree_vertex(std::size_t v) const {
    return {name(v),
            tree_.parents[v],
            is_source(name(v)) ? name(v) : kNoGlobalVertex,
            num_vertices_,
            tree_.parents[v] != kNoGlobalVertex,
            is_reached(v)};
  }

  void ask_parents() {
    std::vector<GlobalVertex> asked;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
      if (has_other_parent(v)) asked.push_back(tree_.parents[v]);
    }
    const Array<ParentClaim> answers =
        ask_owners<ParentClaim>(comm_, tuples_.owners(), asked, [&](std::uint32_t v) {
          return ParentClaim{tree_.depths[v], tree_.parents[v] != kNoGlobalVertex ? 1U : 0U};
        });
    parents_ = Array<ParentClaim>(tree_.size());
    std::size_t next = 0;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
      parents_[v] = has_other_parent(v)
                        ? answers[next++]
                        : ParentClaim{tree_.depths[v], tree_.parents[v] != kNoGlobalVertex};
    }
  }

  RankFindings<Depth> check_vertices() const {
    RankFindings<Depth> all;
    std::mutex mutex;
    parallel_chunks(tree_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      RankFindings<Depth> mine;
      for (std::size_t v = begin; v < end; ++v) {
        check_claim(v, mine);
        check_tuples(static_cast<std::uint32_t>(v), mine);
      }
      const std::lock_guard lock(mutex);
      all.merge(mine);
    });
    return all;
  }

  void check_claim(std::size_t v, RankFindings<Depth>& mine) const {
    const ParentClaim& parent = parents_[v];
    const Depth depth = tree_.depths[v];
    mine.num_reached += is_reached(v) ? 1 : 0;
    const TreeFault fault = tree_fault(tree_vertex(v), [&] { return parent.has_parent != 0; });
    const Witness witness{name(v), tree_.parents[v], depth, parent.depth, fault};
    if (fault != TreeFault::kNone) {
      mine.rules.tree.merge(witness);
      mine.may_have_cycles = true;
    } else if (rules_.is_wrong(is_source(name(v)), depth, parent.depth)) {
      mine.rules.tree_depths.merge(witness);
      mine.may_have_cycles = true;
    } else if (is_reached(v) && !is_source(name(v)) && !Rules::is_nearer(parent.depth, depth)) {
      mine.may_have_cycles = true;
    }
  }

  void check_tuples(std::uint32_t v, RankFindings<Depth>& mine) const {
    const Depth depth = tree_.depths[v];
    const GlobalVertex parent = tree_.parents[v];
    const bool has_tree_edge = parent < num_vertices_ && !is_source(name(v));
    const std::uint32_t parent_local_id = has_tree_edge ? tuples_.local_id(parent) : Ghosts::kNone;
    const std::uint64_t row_begin = tuples_.row_begin(v);
    const std::span<const std::uint32_t> row = tuples_.row(v);
    std::uint64_t reached_ends = 0;
    bool seen = false;
    bool closes = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Depth from = local_id_depths_[row[i]];
      const W weight = tuples_.weight(row_begin + i);
      reached_ends += from != kNone ? 1 : 0;
      if (rules_.is_too_far(from, depth, weight)) [[unlikely]] {
        (depth == kNone ? mine.rules.span : mine.rules.edge_depths)
            .merge({name(v), tuples_.ghosts()[row[i]], depth, from});
      }
      if (row[i] == parent_local_id) {
        seen = true;
        closes |= rules_.closes(from, depth, weight);
      }
    }
    if (depth != kNone) mine.ends_traversed += reached_ends;
    if (!has_tree_edge) return;
    const Witness witness{name(v), parent, depth, parents_[v].depth};
    if (!seen) {
      mine.rules.tree_edges.merge(witness);
    } else if (!closes) {
      mine.rules.tree_depths.merge(witness);
    }
  }

  void merge_ranks(RankFindings<Depth>& found) const {
    const std::vector<RankFindings<Depth>> all = comm_.all_gather(found);
    found = {};
    for (const RankFindings<Depth>& findings : all) found.merge(findings);
  }

  /// The smallest vertex on a cycle, into the findings on trees.
  void find_cycle(Witness& tree) const {
    const GlobalVertex v =
        smallest_on_cycle(comm_, tuples_.owners(), std::as_const(tree_.parents).span());
    if (v == kNoGlobalVertex) return;
    Witness mine;
    const OwnedVertex owned = tuples_.owners().locate(v);
    if (owned.rank == comm_.rank()) {
      const std::size_t own = index(owned.vertex);
      const TreeFault fault =
          tree_fault(tree_vertex(own), [&] { return parents_[own].has_parent != 0; });
      mine = {v, tree_.parents[own], tree_.depths[own], parents_[own].depth, fault};
    }
    for (const Witness& witness : comm_.all_gather(mine)) tree.merge(witness);
  }

  DistValidation<typename Rules::Rule> report(const RankFindings<Depth>& found) const {
    const bool both_ways = tuples_.directedness() == Directedness::kUndirected;
    DistValidation<typename Rules::Rule> result;
    result.num_reached = found.num_reached;
    result.edges_traversed = found.ends_traversed / (both_ways ? 2 : 1);
    add_violations(rules_, found.rules, sources_.front(), num_vertices_, result.violations);
    return result;
  }

  const comm::Communicator& comm_;
  Rules rules_;
  const Tuples<W>& tuples_;
  std::vector<GlobalVertex> sources_;  // ascending
  const TreeBlock<Depth>& tree_;
  int threads_;
  std::uint64_t num_vertices_;
  Array<ParentClaim> parents_;
  Array<Depth> local_id_depths_;
};

}  // namespace

template <class W>
DistValidation<BfsRule> validate_levels(const comm::Communicator& comm, const Tuples<W>& tuples,
                                        const DistBfsQuery& query, const TreeBlock<Level>& tree,
                                        int threads) {
  return TreeCheck(comm, LevelRules{query.depth}, tuples, query, tree, threads).run();
}

template <class W, class T>
DistValidation<SsspRule> validate_distances(const comm::Communicator& comm, const Tuples<T>& tuples,
                                            GlobalVertex source,
                                            const TreeBlock<SsspDistance<W>>& tree,
                                            const SsspValidationOptions& options) {
  const DistanceRules<W> rules{{options.cutoff, options.tolerance}};
  const DistBfsQuery query{.sources = {&source, 1}};
  return TreeCheck(comm, rules, tuples, query, tree, options.threads).run();
}

template DistValidation<BfsRule> validate_levels(const comm::Communicator&, const Tuples<NoWeight>&,
                                                 const DistBfsQuery&, const TreeBlock<Level>&, int);
template DistValidation<BfsRule> validate_levels(const comm::Communicator&, const Tuples<float>&,
                                                 const DistBfsQuery&, const TreeBlock<Level>&, int);
template DistValidation<BfsRule> validate_levels(const comm::Communicator&, const Tuples<double>&,
                                                 const DistBfsQuery&, const TreeBlock<Level>&, int);
template DistValidation<BfsRule> validate_levels(const comm::Communicator&,
                                                 const Tuples<std::uint32_t>&, const DistBfsQuery&,
                                                 const TreeBlock<Level>&, int);
template DistValidation<SsspRule> validate_distances<float>(const comm::Communicator&,
                                                            const Tuples<float>&, GlobalVertex,
                                                            const TreeBlock<float>&,
                                                            const SsspValidationOptions&);
template DistValidation<SsspRule> validate_distances<double>(const comm::Communicator&,
                                                             const Tuples<double>&, GlobalVertex,
                                                             const TreeBlock<double>&,
                                                             const SsspValidationOptions&);
template DistValidation<SsspRule> validate_distances<std::uint32_t>(const comm::Communicator&,
                                                                    const Tuples<std::uint32_t>&,
                                                                    GlobalVertex,
                                                                    const TreeBlock<std::uint64_t>&,
                                                                    const SsspValidationOptions&);
template DistValidation<SsspRule> validate_distances<std::uint32_t>(const comm::Communicator&,
                                                                    const Tuples<NoWeight>&,
                                                                    GlobalVertex,
                                                                    const TreeBlock<std::uint64_t>&,
                                                                    const SsspValidationOptions&);

}  // namespace strider::detail
