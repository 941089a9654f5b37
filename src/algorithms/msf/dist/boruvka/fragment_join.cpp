// While ranks have more edges than one rank takes:
//   every rank offers to each fragment, at its home, the first of the edges that it has of it
//   every fragment hooks itself to the other end of the first edge offered, which is in the forest;
//     of two that chose each other the smaller one is a root
//   every fragment asks what it hooked itself to for what that is hooked to, until that is a root
//   every rank asks for the roots of the fragments that its edges join, and drops the edges within
//     a tree, and those that close a cycle with earlier ones of its own
//   edges go to ranks by a hash of the trees they join: parallel ones meet, of which the first
//     stays, and ranks have equal shares whatever the graph
// One rank gets what is left and takes its forest by Kruskal's method.
//
// Invariant: the forest of the input is that of the edges left, and the edges appended. O(log n)
// rounds, each of O(edges) work and as many bytes.
#include "algorithms/msf/dist/boruvka/fragment_join.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/msf/dist/boruvka/own_forest.hpp"
#include "base/random.hpp"
#include "comm/agreement.hpp"

namespace strider::detail {

using comm::Phase;
using comm::PhaseScope;

template <class Key>
FragmentJoin<Key>::FragmentJoin(const comm::Communicator& comm, HomeNumbers homes,
                                std::uint64_t gather_edges)
    : comm_(comm),
      homes_(std::move(homes)),
      format_(EdgeFormat::of(homes_.count())),
      gather_edges_(gather_edges),
      joined_(homes_.end(comm.rank()) - homes_.begin(comm.rank())) {
  restart();
}

template <class Key>
void FragmentJoin<Key>::restart() {
  for (std::uint32_t v = 0; v < joined_.size(); ++v) joined_[v] = label(v);
  rounds_ = 0;
}

template <class Key>
std::uint64_t FragmentJoin<Key>::join(std::vector<Edge> edges, std::vector<Edge>& forest) {
  const auto count = [&] {
    return comm_.all_reduce(std::uint64_t{edges.size()}, comm::Reduction::kSum);
  };
  const std::uint64_t all = count();
  const std::uint32_t rounds_before = rounds_;
  std::uint64_t left = all;
  for (; left > gather_edges_; left = count()) round(edges, forest);
  if (left > 0) finish_alone(std::move(edges), forest);
  if (rounds_ == rounds_before) return all;  // roots are known where they were joined
  std::vector<std::uint32_t> joined;
  comm::agree(comm_, [&] {
    for (std::uint32_t v = 0; v < joined_.size(); ++v) {
      if (joined_[v] != label(v)) joined.push_back(v);
    }
  });
  jump(std::move(joined));
  return all;
}

template <class Key>
void FragmentJoin<Key>::round(std::vector<Edge>& edges, std::vector<Edge>& forest) {
  ++rounds_;
  jump(hook(offer(edges), forest));
  relabel(edges);
  share_out(edges);
}

/// Returns what is offered to the fragments at home here: each as end `a` of its edge.
template <class Key>
auto FragmentJoin<Key>::offer(const std::vector<Edge>& edges) const -> std::vector<Edge> {
  const PhaseScope phase(comm_.traffic(), Phase::kReduce);
  std::vector<Edge> offers;
  std::vector<std::uint64_t> counts;
  comm::agree(comm_, [&] {
    LabelNumbers numbers(homes_.count(), 2 * edges.size());
    const auto add = [&](const Edge& edge) {
      // The first edge of a fragment brings its number.
      if (numbers.number(edge.a) == offers.size()) offers.push_back(edge);
    };
    for (const Edge& edge : edges) {
      add(edge);
      add({edge.b, edge.a, edge.u, edge.v, edge.key});
    }
    std::ranges::sort(offers, {}, &Edge::a);
    std::vector<std::uint64_t> labels;
    for (const Edge& edge : offers) labels.push_back(edge.a);
    counts = counts_by_home(labels);
  });
  std::vector<std::size_t> starts;
  return exchange_edges<Key>(comm_, format_, offers, counts, starts);
}

/// Returns the fragments that were offered edges.
template <class Key>
std::vector<std::uint32_t> FragmentJoin<Key>::hook(std::vector<Edge> offers,
                                                   std::vector<Edge>& forest) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint32_t> fragments;
  std::vector<std::uint64_t> others;
  comm::agree(comm_, [&] {
    std::ranges::sort(offers,
                      [](const Edge& x, const Edge& y) { return x.a != y.a ? x.a < y.a : x < y; });
    const auto same = std::ranges::unique(offers, {}, &Edge::a);
    offers.erase(same.begin(), same.end());
    for (const Edge& edge : offers) {
      joined_[own(edge.a)] = edge.b;
      fragments.push_back(own(edge.a));
      others.push_back(edge.b);
    }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
  });
  const std::vector<std::uint64_t> theirs = ask(others);
  comm::agree(comm_, [&] {
    for (const Edge& edge : offers) {
      const auto at = std::ranges::lower_bound(others, edge.b) - others.begin();
      const bool each_other = theirs[static_cast<std::size_t>(at)] == edge.a;
      if (each_other && edge.a < edge.b) {
        joined_[own(edge.a)] = edge.a;
      } else {
        forest.push_back(edge);
      }
    }
  });
  return fragments;
}

template <class Key>
void FragmentJoin<Key>::jump(std::vector<std::uint32_t> fragments) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::erase_if(fragments, [&](std::uint32_t f) { return joined_[f] == label(f); });
  while (comm_.all_reduce(std::uint64_t{fragments.size()}, comm::Reduction::kSum) > 0) {
    std::vector<std::uint64_t> parents;
    comm::agree(comm_, [&] {
      for (const std::uint32_t f : fragments) parents.push_back(joined_[f]);
      std::ranges::sort(parents);
      parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
    });
    const std::vector<std::uint64_t> theirs = ask(parents);
    std::erase_if(fragments, [&](std::uint32_t f) {
      const auto at = std::ranges::lower_bound(parents, joined_[f]) - parents.begin();
      const std::uint64_t before = joined_[f];
      joined_[f] = theirs[static_cast<std::size_t>(at)];
      return joined_[f] == before;
    });
  }
}

template <class Key>
void FragmentJoin<Key>::relabel(std::vector<Edge>& edges) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint64_t> labels;
  comm::agree(comm_, [&] {
    for (const Edge& edge : edges) labels.insert(labels.end(), {edge.a, edge.b});
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  });
  const std::vector<std::uint64_t> trees = ask(labels);
  const auto tree = [&](std::uint64_t label) {
    const auto at = std::ranges::lower_bound(labels, label) - labels.begin();
    return trees[static_cast<std::size_t>(at)];
  };
  comm::agree(comm_, [&] {
    for (Edge& edge : edges) {
      edge.a = tree(edge.a);
      edge.b = tree(edge.b);
    }
    keep_forest(edges, homes_.count());
  });
}

template <class Key>
void FragmentJoin<Key>::share_out(std::vector<Edge>& edges) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  const auto ranks = static_cast<std::size_t>(comm_.size());
  const auto rank_of = [&](const Edge& edge) {
    return mix64(std::min(edge.a, edge.b) ^ mix64(std::max(edge.a, edge.b))) % ranks;
  };
  std::vector<std::uint64_t> counts(ranks, 0);
  std::vector<Edge> grouped;
  comm::agree(comm_, [&] {
    for (const Edge& edge : edges) ++counts[rank_of(edge)];
    std::vector<std::size_t> places(ranks, 0);
    for (std::size_t r = 1; r < ranks; ++r) places[r] = places[r - 1] + counts[r - 1];
    grouped.resize(edges.size());
    for (const Edge& edge : edges) grouped[places[rank_of(edge)]++] = edge;
  });
  std::vector<std::size_t> starts;
  edges = exchange_edges<Key>(comm_, format_, grouped, counts, starts);
  comm::agree(comm_, [&] {
    merge_runs(edges, std::move(starts));
    keep_forest(edges, homes_.count());
  });
}

/// Rank 0 takes the forest of all edges left, and tells homes what their fragments were joined to.
template <class Key>
void FragmentJoin<Key>::finish_alone(std::vector<Edge> edges, std::vector<Edge>& forest) {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  counts[0] = edges.size();
  std::vector<std::size_t> starts;
  edges = exchange_edges<Key>(comm_, format_, edges, counts, starts);
  std::vector<std::uint64_t> answers;  // pairs of a fragment and its tree
  counts[0] = 0;
  comm::agree(comm_, [&] {
    merge_runs(edges, std::move(starts));
    OwnForest trees(homes_.count(), edges.size());
    for (const Edge& edge : edges) {
      if (trees.take(edge.a, edge.b)) forest.push_back(edge);
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> joined;
    trees.for_each_fragment([&](std::uint64_t fragment, std::uint64_t tree) {
      if (fragment != tree) joined.emplace_back(fragment, tree);
    });
    std::ranges::sort(joined);
    for (const auto& [fragment, tree] : joined) {
      ++counts[static_cast<std::size_t>(homes_.home(fragment))];
      answers.insert(answers.end(), {fragment, tree});
    }
    for (std::uint64_t& count : counts) count *= 2;
  });
  std::vector<std::uint64_t> received_counts;
  const std::vector<std::uint64_t> received =
      exchange_numbers(comm_, format_.fragment_bytes, answers, counts, received_counts);
  for (std::size_t i = 0; i < received.size(); i += 2) joined_[own(received[i])] = received[i + 1];
}

template <class Key>
std::vector<std::uint64_t> FragmentJoin<Key>::ask(std::span<const std::uint64_t> labels) const {
  std::vector<std::uint64_t> asked_counts;
  std::vector<std::uint64_t> asked =
      exchange_numbers(comm_, format_.fragment_bytes, labels, counts_by_home(labels), asked_counts);
  for (std::uint64_t& number : asked) number = joined_[own(number)];
  std::vector<std::uint64_t> counts;
  return exchange_numbers(comm_, format_.fragment_bytes, asked, asked_counts, counts);
}

template <class Key>
std::vector<std::uint64_t> FragmentJoin<Key>::counts_by_home(
    std::span<const std::uint64_t> labels) const {
  std::vector<std::uint64_t> counts;
  auto from = labels.begin();
  for (int r = 0; r < comm_.size(); ++r) {
    const auto to = std::lower_bound(from, labels.end(), homes_.end(r));
    counts.push_back(static_cast<std::uint64_t>(to - from));
    from = to;
  }
  return counts;
}

template class FragmentJoin<std::uint32_t>;
template class FragmentJoin<std::uint64_t>;

}  // namespace strider::detail
