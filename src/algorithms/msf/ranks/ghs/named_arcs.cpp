#include "algorithms/msf/ranks/ghs/named_arcs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/ghs/wire_format.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "graph/weight_order.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail::ghs {
namespace {

void require_ascending_blocks(const OwnerMap& owners) {
  if (owners.num_vertices() > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError(fmt::format("{} vertices are too many: ghs supports fewer than 2^32",
                                 owners.num_vertices()));
  }
  if (owners.kind() != OwnerMap::Kind::kBlock || !owners.shuffle().is_identity()) {
    throw UsageError("ghs needs blocks of consecutive vertices: do not shuffle them");
  }
}

/// An arc of a row: its other end, and the key of its weight.
struct KeyedArc {
  std::uint32_t neighbor;
  std::uint64_t key;
};

/// The rows without self-loops and duplicates, by ascending neighbour in the order of local ids:
/// the rank's own vertices first.
struct KeyedRows {
  Array<std::uint64_t> offsets;
  std::vector<KeyedArc> arcs;
  [[nodiscard]] std::span<KeyedArc> row(std::size_t v) {
    return std::span(arcs).subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

template <class W>
KeyedRows keyed_rows(const WeightedGraph1d<W>& graph, WeightOrder<W> order) {
  const Graph1d& topology = graph.topology;
  const std::uint32_t n = topology.num_rows();
  KeyedRows rows{Array<std::uint64_t>(n + std::size_t{1}), {}};
  rows.arcs.reserve(topology.rows.targets().size());
  rows.offsets[0] = 0;
  for (std::uint32_t v = 0; v < n; ++v) {
    const auto local_ids = topology.rows.neighbors(v);
    const std::span<const W> weights = graph.weights_of(local_vertex(v));
    for (std::size_t i = 0; i < local_ids.size(); ++i) {
      if (local_ids[i] == v) continue;
      const auto key = order.key(weights[i]);
      const GlobalVertex neighbor = topology.global_of(local_id(local_ids[i]));
      if (!order.is_number(key)) {
        throw WeightError(fmt::format("the weight of the edge from {} to {} is not a number",
                                      topology.global_of(local_vertex(v)), neighbor));
      }
      if (i > 0 && local_ids[i] == local_ids[i - 1]) {
        rows.arcs.back().key = std::min<std::uint64_t>(rows.arcs.back().key, key);
      } else {
        rows.arcs.push_back({static_cast<std::uint32_t>(neighbor), key});
      }
    }
    rows.offsets[v + std::size_t{1}] = rows.arcs.size();
  }
  return rows;
}

/// Whether no two edges of this rank have the same key.
bool keys_differ(KeyedRows& rows, std::uint32_t first_vertex) {
  std::vector<std::uint64_t> keys;
  for (std::size_t v = 0; v + 1 < rows.offsets.size(); ++v) {
    for (const KeyedArc& arc : rows.row(v)) {
      // An edge inside the rank stands in two rows.
      const bool inside =
          arc.neighbor >= first_vertex && arc.neighbor - first_vertex < rows.offsets.size() - 1;
      if (!inside || arc.neighbor > first_vertex + v) keys.push_back(arc.key);
    }
  }
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
}

/// The numbers of the edges, by arc as `rows` has them: each rank numbers those whose smaller end
/// it owns by (smaller end, larger end), and tells the owner of the other end. Collective.
class EdgeNumbers {
 public:
  EdgeNumbers(const comm::Communicator& comm, const OwnerMap& owners, KeyedRows& rows)
      : comm_(comm),
        owners_(owners),
        rows_(rows),
        first_(owners.size(comm.rank()) == 0
                   ? 0
                   : static_cast<std::uint32_t>(owners.global(comm.rank(), LocalVertex{}))) {}

  [[nodiscard]] std::vector<std::uint32_t> run() {
    comm::try_on_all_ranks(comm_, [&] { number_own(); });
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> came;
    std::vector<std::uint32_t> reported;
    comm::try_on_all_ranks(comm_, [&] {
      came.assign(reported_.size(), 0);
      for (std::vector<Reported>& of_rank : reported_) {
        // As the receiver will read: by its vertex, then by ours.
        std::ranges::stable_sort(of_rank, {}, &Reported::vertex);
        counts.push_back(of_rank.size());
        for (const Reported& edge : of_rank) reported.push_back(edge.number);
        of_rank = {};
      }
    });
    const Array<std::uint32_t> numbers = comm::checked_all_to_all(
        comm_, std::span<const std::uint32_t>(reported), counts, std::span(came));
    comm::try_on_all_ranks(comm_, [&] { take(numbers.span(), came); });
    return std::move(numbers_);
  }

 private:
  struct Reported {
    std::uint32_t vertex;
    std::uint32_t number;
  };

  void number_own() {
    const auto own = static_cast<std::uint32_t>(rows_.offsets.size() - 1);
    numbers_.resize(rows_.arcs.size());
    reported_.resize(static_cast<std::size_t>(comm_.size()));
    // Where the arcs back from own vertices with larger numbers stand next.
    std::vector<std::uint64_t> next(rows_.offsets.begin(), rows_.offsets.end() - 1);
    std::uint64_t number = 0;
    for (std::uint32_t v = 0; v < own; ++v) {
      for (std::uint64_t i = rows_.offsets[v]; i < rows_.offsets[v + std::size_t{1}]; ++i) {
        const std::uint32_t other = rows_.arcs[i].neighbor;
        if (other < first_ + v) continue;
        if (number >= std::numeric_limits<std::uint32_t>::max()) {
          throw UsageError("one rank has 2^32 edges or more: start more ranks");
        }
        numbers_[i] = static_cast<std::uint32_t>(number);
        if (other - first_ < own) {
          numbers_[next[other - first_]++] = static_cast<std::uint32_t>(number);
        } else {
          reported_[static_cast<std::size_t>(owners_.owner(other))].push_back(
              {other, static_cast<std::uint32_t>(number)});
        }
        ++number;
      }
    }
  }

  void take(std::span<const std::uint32_t> numbers, const std::vector<std::uint64_t>& came) {
    std::vector<std::uint64_t> next(came.size(), 0);
    std::exclusive_scan(came.begin(), came.end(), next.begin(), std::uint64_t{0});
    for (std::size_t i = 0; i < rows_.arcs.size(); ++i) {
      const std::uint32_t other = rows_.arcs[i].neighbor;
      if (other >= first_) continue;
      numbers_[i] = numbers[next[static_cast<std::size_t>(owners_.owner(other))]++];
    }
  }

  const comm::Communicator& comm_;
  const OwnerMap& owners_;
  KeyedRows& rows_;
  std::uint32_t first_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::vector<Reported>> reported_;
};

/// Short names where all ranks can have them. Collective.
template <class W>
NameForm choose_form(const comm::Communicator& comm, KeyedRows& rows, std::uint32_t first,
                     GhsMessages messages) {
  if (messages == GhsMessages::kPlain || comm.size() > WireFormat::kMostShortRanks) {
    return NameForm::kEnds;
  }
  if constexpr (sizeof(WeightKey<W>) == sizeof(std::uint32_t)) return NameForm::kNumber;
  const bool here = comm::try_on_all_ranks(comm, [&] { return keys_differ(rows, first); });
  return comm.all_reduce(std::uint32_t{here ? 1U : 0U}, comm::Reduction::kMin) == 1
             ? NameForm::kOwner
             : NameForm::kEnds;
}

}  // namespace

template <class W>
NamedArcs name_arcs(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                    const DistMsfOptions& options) {
  const OwnerMap& owners = graph.topology.owners;
  KeyedRows rows;
  NamedArcs named;
  comm::try_on_all_ranks(comm, [&] {
    require_ascending_blocks(owners);
    const std::uint64_t arcs = graph.topology.rows.targets().size();
    NodeMemory(comm).require(
        arcs * (2 * sizeof(KeyedArc) + sizeof(std::uint32_t) + sizeof(EdgeName)),
        "the arcs of ghs");
    named.first_vertex = graph.topology.num_rows() == 0
                             ? 0
                             : static_cast<std::uint32_t>(graph.topology.global_of(LocalVertex{}));
    rows = keyed_rows(graph, WeightOrder<W>(options.objective));
  });
  named.form = choose_form<W>(comm, rows, named.first_vertex, options.ghs.messages);
  std::vector<std::uint32_t> numbers;
  if (named.form == NameForm::kNumber) numbers = EdgeNumbers(comm, owners, rows).run();
  comm::try_on_all_ranks(comm, [&] {
    struct Arc {
      EdgeName name;
      std::uint32_t neighbor;
    };
    named.neighbors = Array<std::uint32_t>(rows.arcs.size());
    named.names = Array<EdgeName>(rows.arcs.size());
    std::vector<Arc> row;
    for (std::size_t v = 0; v + 1 < rows.offsets.size(); ++v) {
      const auto self = static_cast<std::uint32_t>(named.first_vertex + v);
      const std::uint64_t begin = rows.offsets[v];
      row.clear();
      for (std::uint64_t i = begin; i < rows.offsets[v + 1]; ++i) {
        const auto& [neighbor, key] = rows.arcs[i];
        const std::uint32_t smaller = std::min(self, neighbor);
        EdgeName name{key, std::uint64_t{smaller} << 32U | std::max(self, neighbor)};
        if (named.form != NameForm::kEnds) {
          name.rest = static_cast<std::uint64_t>(owners.owner(smaller));
          if (named.form == NameForm::kNumber) name.rest = name.rest << 32U | numbers[i];
        }
        row.push_back({name, neighbor});
      }
      std::ranges::sort(row, {}, &Arc::name);
      for (std::size_t i = 0; i < row.size(); ++i) {
        named.neighbors[begin + i] = row[i].neighbor;
        named.names[begin + i] = row[i].name;
      }
    }
    named.offsets = std::move(rows.offsets);
  });
  return named;
}

template NamedArcs name_arcs(const comm::Communicator&, const WeightedGraph1d<float>&,
                             const DistMsfOptions&);
template NamedArcs name_arcs(const comm::Communicator&, const WeightedGraph1d<double>&,
                             const DistMsfOptions&);
template NamedArcs name_arcs(const comm::Communicator&, const WeightedGraph1d<std::uint32_t>&,
                             const DistMsfOptions&);

}  // namespace strider::detail::ghs
