// While ranks have more edges than one rank takes:
//   every rank sends each fragment, at its owner, the first edge that it has of it: a candidate
//   every fragment hooks itself to the other end of its first candidate, which is in the forest;
//     of two that chose each other the smaller one is a root
//   every fragment asks what it hooked itself to for what that is hooked to, until that is a root
//   every rank asks for the roots of the fragments that its edges connect, and drops edges within
//     a tree, and those that close a cycle with earlier ones of its own
//   edges go to ranks by a hash of the trees they connect: one rank gets all parallel edges
//     and keeps the first, and every rank gets an equal share whatever the graph
// One rank gets what is left and takes its forest by Kruskal's method.
//
// Invariant: the forest of the input is that of the edges left, and the edges appended. O(log n)
// rounds, each of O(edges) work and as many bytes.
#include "algorithms/msf/ranks/boruvka/fragment_hooking.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/msf/ranks/boruvka/own_forest.hpp"
#include "algorithms/msf/ranks/merge_runs.hpp"
#include "base/memory.hpp"
#include "base/random.hpp"
#include "comm/collective_error.hpp"

namespace strider::detail {

using comm::Phase;
using comm::PhaseScope;

template <class Key>
FragmentHooking<Key>::FragmentHooking(const comm::TwoLevelExchange& exchange, GlobalIds global_ids,
                                      std::uint64_t gather_edges)
    : exchange_(exchange),
      comm_(exchange.comm()),
      global_ids_(std::move(global_ids)),
      format_(EdgeFormat::of(global_ids_.count())),
      gather_edges_(gather_edges),
      hooked_(global_ids_.end(comm_.rank()) - global_ids_.begin(comm_.rank())),
      to_one_rank_(static_cast<std::size_t>(comm_.size()), 0),
      memory_(comm_) {
  restart(static_cast<std::uint32_t>(hooked_.size()));
}

template <class Key>
void FragmentHooking<Key>::merge_edges(std::vector<Edge>& edges, std::vector<std::size_t> starts) {
  std::vector<Edge> buffer(edges.size());
  const auto merged = merge_runs(std::span(edges), std::span(buffer), std::move(starts));
  if (merged.data() == buffer.data()) edges.swap(buffer);
}

template <class Key>
void FragmentHooking<Key>::require(std::size_t count, std::uint64_t bytes_each,
                                   std::uint64_t more) const {
  memory_.require(count * bytes_each + more, "edges between fragments");
}

template <class Key>
void FragmentHooking<Key>::restart(std::uint32_t end) {
  end_ = end;
  for (std::uint32_t f = 0; f < end; ++f) hooked_[f] = fragment_id(f);
  rounds_ = 0;
  memory_.restart();
}

template <class Key>
std::uint64_t FragmentHooking<Key>::hook_by_edges(std::vector<Edge> edges,
                                                  std::vector<Edge>& forest) {
  const auto count = [&] {
    return comm_.all_reduce(std::uint64_t{edges.size()}, comm::Reduction::kSum);
  };
  memory_.restart();
  const std::uint64_t all = count();
  std::uint64_t left = all;
  for (; left > gather_edges_; left = count()) round(edges, forest);
  if (left > 0) finish_on_rank_0(std::move(edges), forest);
  return all;
}

template <class Key>
void FragmentHooking<Key>::find_trees() {
  std::vector<std::uint32_t> hooked;
  comm::try_on_all_ranks(comm_, [&] {
    for (std::uint32_t f = 0; f < end_; ++f) {
      if (hooked_[f] != fragment_id(f)) hooked.push_back(f);
    }
  });
  jump(std::move(hooked));
}

template <class Key>
void FragmentHooking<Key>::round(std::vector<Edge>& edges, std::vector<Edge>& forest) {
  ++rounds_;
  jump(accept(exchange_candidates(edges), forest));
  update_fragment_ids(edges);
  share_out(edges);
}

/// Returns the candidates of the fragments owned here: each fragment as end `a` of its edge.
template <class Key>
auto FragmentHooking<Key>::exchange_candidates(const std::vector<Edge>& edges) const
    -> std::vector<Edge> {
  const PhaseScope phase(comm_.traffic(), Phase::kReduce);
  std::vector<Edge> candidates;
  std::vector<std::uint64_t> counts;
  comm::try_on_all_ranks(comm_, [&] {
    // The candidates as they are found, and by rank.
    require(2 * edges.size(), 2 * sizeof(Edge),
            FragmentNumbers::bytes(global_ids_.count(), 2 * edges.size()));
    FragmentNumbers numbers(global_ids_.count(), 2 * edges.size());
    const auto add = [&](const Edge& edge) {
      // The first edge of a fragment brings its number.
      if (numbers.number(edge.a) == candidates.size()) candidates.push_back(edge);
    };
    for (const Edge& edge : edges) {
      add(edge);
      add({edge.b, edge.a, edge.u, edge.v, edge.key});
    }
    candidates = group_by_rank(
        candidates, comm_.size(), [&](const Edge& edge) { return global_ids_.owner(edge.a); },
        counts);
  });
  std::vector<std::size_t> starts;
  return exchange_edges<Key>(exchange_, format_, candidates, counts, starts);
}

/// Returns the fragments that have candidates.
template <class Key>
std::vector<std::uint32_t> FragmentHooking<Key>::accept(std::vector<Edge> candidates,
                                                        std::vector<Edge>& forest) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint32_t> fragments;
  std::vector<std::uint64_t> others;
  comm::try_on_all_ranks(comm_, [&] {
    std::ranges::sort(candidates,
                      [](const Edge& x, const Edge& y) { return x.a != y.a ? x.a < y.a : x < y; });
    candidates.erase(std::unique(candidates.begin(), candidates.end(),
                                 [](const Edge& x, const Edge& y) { return x.a == y.a; }),
                     candidates.end());
    require(candidates.size(), sizeof(std::uint32_t) + sizeof(std::uint64_t) + sizeof(Edge));
    fragments.reserve(candidates.size());
    others.reserve(candidates.size());
    for (const Edge& edge : candidates) {
      hooked_[own(edge.a)] = edge.b;
      fragments.push_back(own(edge.a));
      others.push_back(edge.b);
    }
  });
  const std::vector<std::uint64_t> theirs = ask_hooked(others);
  comm::try_on_all_ranks(comm_, [&] {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Edge& edge = candidates[i];
      if (theirs[i] == edge.a && edge.a < edge.b) {
        hooked_[own(edge.a)] = edge.a;
      } else {
        forest.push_back(edge);
      }
    }
  });
  return fragments;
}

template <class Key>
std::vector<std::size_t> FragmentHooking<Key>::hook(std::span<const Hook> hooks,
                                                    const FragmentOf& fragment_of) {
  const PhaseScope phase(comm_.traffic(), Phase::kReduce);
  std::vector<std::uint64_t> targets;
  std::vector<Vertex> place;  // of a hook's target
  comm::try_on_all_ranks(comm_, [&] {
    require(hooks.size(), sizeof(Vertex),
            FragmentNumbers::bytes(global_ids_.count(), hooks.size()));
    FragmentNumbers numbers(global_ids_.count(), hooks.size());
    place.reserve(hooks.size());
    for (const Hook& hook : hooks) {
      hooked_[hook.fragment] = hook.target;
      place.push_back(numbers.number(hook.target));
    }
    targets = std::move(numbers).fragment_ids();
  });
  // Of a target: its fragment, and the vertex that this one is to be hooked to.
  const std::vector<std::uint64_t> answers =
      ask(targets, 2, [&](std::uint32_t vertex, std::uint64_t* out) {
        const std::uint32_t f = fragment_of(vertex);
        out[0] = fragment_id(f);
        out[1] = hooked_[f];
      });
  std::vector<std::uint32_t> hooked;
  std::vector<std::size_t> certain;
  comm::try_on_all_ranks(comm_, [&] {
    hooked.reserve(hooks.size());
    certain.reserve(hooks.size());
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      const std::uint32_t f = hooks[i].fragment;
      const std::uint64_t there = answers[2 * std::size_t{place[i]}];
      const std::uint64_t back = answers[2 * std::size_t{place[i]} + 1];
      const bool each_other =
          global_ids_.owner(back) == comm_.rank() && fragment_of(own(back)) == f;
      const bool is_root = each_other && fragment_id(f) < there;
      hooked_[f] = is_root ? fragment_id(f) : there;
      hooked.push_back(f);
      if (!is_root) certain.push_back(i);
    }
  });
  jump(std::move(hooked));
  return certain;
}

template <class Key>
void FragmentHooking<Key>::jump(std::vector<std::uint32_t> fragments) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::erase_if(fragments, [&](std::uint32_t f) { return hooked_[f] == fragment_id(f); });
  while (comm_.all_reduce(std::uint64_t{fragments.size()}, comm::Reduction::kSum) > 0) {
    std::vector<std::uint64_t> parents;
    std::vector<Vertex> place;  // of a fragment's parent
    comm::try_on_all_ranks(comm_, [&] {
      require(fragments.size(), sizeof(Vertex),
              FragmentNumbers::bytes(global_ids_.count(), fragments.size()));
      FragmentNumbers numbers(global_ids_.count(), fragments.size());
      place.reserve(fragments.size());
      for (const std::uint32_t f : fragments) place.push_back(numbers.number(hooked_[f]));
      parents = std::move(numbers).fragment_ids();
    });
    const std::vector<std::uint64_t> theirs = ask_hooked(parents);
    std::size_t left = 0;
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      const std::uint32_t f = fragments[i];
      if (std::exchange(hooked_[f], theirs[place[i]]) != theirs[place[i]]) fragments[left++] = f;
    }
    fragments.resize(left);
  }
}

template <class Key>
void FragmentHooking<Key>::update_fragment_ids(std::vector<Edge>& edges) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint64_t> fragment_ids;
  comm::try_on_all_ranks(comm_, [&] {
    require(1, FragmentNumbers::bytes(global_ids_.count(), 2 * edges.size()));
    FragmentNumbers numbers(global_ids_.count(), 2 * edges.size());
    for (Edge& edge : edges) {
      edge.a = numbers.number(edge.a);
      edge.b = numbers.number(edge.b);
    }
    fragment_ids = std::move(numbers).fragment_ids();
  });
  const std::vector<std::uint64_t> trees = ask_hooked(fragment_ids);
  comm::try_on_all_ranks(comm_, [&] {
    for (Edge& edge : edges) {
      edge.a = trees[edge.a];
      edge.b = trees[edge.b];
    }
    keep_own(edges);
  });
}

template <class Key>
void FragmentHooking<Key>::share_out(std::vector<Edge>& edges) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint64_t> counts;
  comm::try_on_all_ranks(comm_, [&] {
    require(edges.size(), sizeof(Edge));
    edges = group_by_rank(
        edges, comm_.size(),
        [&](const Edge& edge) {
          const std::uint64_t hash =
              mix64(std::min(edge.a, edge.b) ^ mix64(std::max(edge.a, edge.b)));
          return hash % static_cast<std::uint64_t>(comm_.size());
        },
        counts);
  });
  std::vector<std::size_t> starts;
  edges = exchange_edges<Key>(exchange_, format_, edges, counts, starts);
  comm::try_on_all_ranks(comm_, [&] {
    require(edges.size(), sizeof(Edge));
    merge_edges(edges, std::move(starts));
    keep_own(edges);
  });
}

template <class Key>
void FragmentHooking<Key>::keep_own(std::vector<Edge>& edges) const {
  require(1, OwnForest::bytes(global_ids_.count(), edges.size()));
  keep_forest(edges, global_ids_.count());
}

/// Rank 0 takes the forest of all edges left, and tells owners what their fragments were hooked to.
template <class Key>
void FragmentHooking<Key>::finish_on_rank_0(std::vector<Edge> edges, std::vector<Edge>& forest) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  to_one_rank_[0] = edges.size();
  std::vector<std::size_t> starts;
  edges = exchange_edges<Key>(exchange_, format_, edges, to_one_rank_, starts);
  struct Hooked {
    std::uint64_t fragment;
    std::uint64_t tree;
  };
  NumberMessages answers = comm::try_on_all_ranks(comm_, [&] {
    // Of this rank only.
    require_memory(edges.size() * 2 * (sizeof(Edge) + sizeof(Hooked)) +
                       OwnForest::bytes(global_ids_.count(), edges.size()),
                   "the last edges between fragments");
    merge_edges(edges, std::move(starts));
    OwnForest trees(global_ids_.count(), edges.size());
    for (const Edge& edge : edges) {
      if (trees.take(edge.a, edge.b)) forest.push_back(edge);
    }
    std::vector<Hooked> hooked;
    trees.for_each_fragment([&](std::uint64_t fragment, std::uint64_t tree) {
      if (fragment != tree) hooked.push_back({fragment, tree});
    });
    std::vector<std::uint64_t> pairs;
    pairs.reserve(2 * hooked.size());
    std::vector<std::uint64_t> counts;
    for (const Hooked& of_fragment : group_by_rank(
             hooked, comm_.size(), [&](const Hooked& j) { return global_ids_.owner(j.fragment); },
             counts)) {
      pairs.insert(pairs.end(), {of_fragment.fragment, of_fragment.tree});
    }
    for (std::uint64_t& count : counts) count *= 2;
    return pack_numbers(pairs, counts, format_.fragment_bytes);
  });
  const ReceivedNumbers received = exchange_numbers(exchange_, std::move(answers));
  for (std::size_t i = 0; i < received.size(); i += 2) hooked_[own(received[i])] = received[i + 1];
}

template <class Key>
template <class Answer>
std::vector<std::uint64_t> FragmentHooking<Key>::ask(std::span<const std::uint64_t> numbers,
                                                     std::size_t count, Answer&& answer) const {
  struct Asked {
    std::uint64_t number;
    std::size_t place;
  };
  const unsigned bytes = format_.fragment_bytes;
  std::vector<Asked> grouped;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> in_order;  // the answers
  NumberMessages sent = comm::try_on_all_ranks(comm_, [&] {
    require(numbers.size(), 2 * sizeof(Asked) + (1 + count) * sizeof(std::uint64_t) + bytes);
    in_order.resize(numbers.size() * count);
    std::vector<Asked> by_place;
    by_place.reserve(numbers.size());
    for (const std::uint64_t number : numbers) by_place.push_back({number, by_place.size()});
    grouped = group_by_rank(
        by_place, comm_.size(), [&](const Asked& a) { return global_ids_.owner(a.number); },
        counts);
    std::vector<std::uint64_t> questions;
    questions.reserve(grouped.size());
    for (const Asked& a : grouped) questions.push_back(a.number);
    return pack_numbers(questions, counts, bytes);
  });
  const ReceivedNumbers asked = exchange_numbers(exchange_, std::move(sent));
  sent = comm::try_on_all_ranks(comm_, [&] {
    require(asked.size() * count, sizeof(std::uint64_t) + bytes);
    std::vector<std::uint64_t> answers(asked.size() * count);
    for (std::size_t i = 0; i < asked.size(); ++i) answer(own(asked[i]), &answers[i * count]);
    for (std::size_t r = 0; r < counts.size(); ++r) counts[r] = asked.count_from(r) * count;
    return pack_numbers(answers, counts, bytes);
  });
  const ReceivedNumbers came = exchange_numbers(exchange_, std::move(sent));
  for (std::size_t i = 0; i < came.size(); ++i) {
    in_order[grouped[i / count].place * count + i % count] = came[i];
  }
  return in_order;
}

template <class Key>
std::vector<std::uint64_t> FragmentHooking<Key>::ask_hooked(
    std::span<const std::uint64_t> fragment_ids) const {
  return ask(fragment_ids, 1, [&](std::uint32_t f, std::uint64_t* out) { *out = hooked_[f]; });
}

template class FragmentHooking<std::uint32_t>;
template class FragmentHooking<std::uint64_t>;

}  // namespace strider::detail
