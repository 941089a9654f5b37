// Validation of local clustering on ranks, along the listed edges, distributed anew: every edge is
// a link between the neighbours of each vertex that both of its ends are neighbours of. The row of
// the end of lower degree goes to the owner of the other one, in rounds of a few rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/halo.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/local_clustering.hpp"

namespace strider {
namespace {

using namespace detail;

/// The links between the neighbours of each vertex, counted edge by edge.
class LinkCheck {
 public:
  /// Throws what collect_tuples throws. Collective.
  LinkCheck(const comm::Communicator& comm, const EdgeSource& source, int threads)
      : comm_(comm),
        threads_(threads),
        tuples_(collect_tuples<NoWeight>(comm, source, {.threads = threads})) {
    std::vector<OwnedVertex> places;
    comm::try_on_all_ranks(comm_, [&] {
      rows_.resize(owners().size(comm_.rank()));
      parallel_for(0, rows_.size(), threads_, [&](std::size_t v) { fill_row(v); });
      for (const GlobalVertex v : tuples_.ghosts()) places.push_back(owners().locate(v));
      degrees_.resize(places.size());
      links_at_ends_.resize(places.size());
      links_.resize(rows_.size());
    });
    GhostMap ends(comm_, places);
    ends.broadcast<std::uint64_t>([&](Vertex v) { return rows_[v].size(); },
                                  [&](std::size_t i, std::uint64_t d) { degrees_[i] = d; });
    for (std::uint64_t left = 1; left != 0;) {
      exchange_rows();
      left = comm_.all_reduce(std::uint64_t{rows_.size() - next_}, comm::Reduction::kSum);
    }
    ends.reduce<std::uint64_t>([&](std::size_t i) { return links_at_ends_[i]; },
                               [&](Vertex v, std::uint64_t links) { links_[v] += links; });
  }

  [[nodiscard]] const OwnerMap& owners() const { return tuples_.owners(); }
  [[nodiscard]] Vertex num_own() const { return static_cast<Vertex>(rows_.size()); }
  [[nodiscard]] GlobalVertex name(std::size_t v) const {
    return owners().global(comm_.rank(), local_vertex(v));
  }
  [[nodiscard]] double coefficient(Vertex v) const {
    const auto d = static_cast<double>(rows_[v].size());
    return d < 2 ? 0 : 2 * static_cast<double>(links_[v]) / (d * (d - 1));
  }

 private:
  /// Of a message: a row, and a vertex of the receiver whose row may have some of it.
  struct Pair {
    std::span<const GlobalVertex> row;
    std::uint32_t other;
  };

  void fill_row(std::size_t v) {
    const auto row = tuples_.row(static_cast<std::uint32_t>(v));
    rows_[v].assign(row.begin(), row.end());
    std::ranges::sort(rows_[v]);
    rows_[v].erase(std::unique(rows_[v].begin(), rows_[v].end()), rows_[v].end());
    std::erase_if(rows_[v], [&](std::uint32_t id) { return tuples_.ghosts()[id] == name(v); });
  }
  /// Messages of some rows, to all ranks that need them; then counts what came. Collective.
  void exchange_rows() {
    constexpr std::size_t kWordsTogether = std::size_t{1} << 17U;
    const auto ranks = static_cast<std::size_t>(comm_.size());
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> received_counts;
    std::vector<GlobalVertex> sent;
    comm::try_on_all_ranks(comm_, [&] {
      std::vector<std::vector<GlobalVertex>> messages(ranks);
      received_counts.resize(ranks);
      for (std::size_t words = 0; next_ < rows_.size() && words < kWordsTogether; ++next_) {
        words += write_row(next_, messages);
      }
      for (const auto& message : messages) {
        counts.push_back(message.size());
        sent.insert(sent.end(), message.begin(), message.end());
      }
    });
    const Array<GlobalVertex> received =
        comm::checked_all_to_all(comm_, std::span<const GlobalVertex>(sent), counts,
                                 std::span(received_counts), comm::Receivers::kSome);
    comm::try_on_all_ranks(comm_, [&] { count(received.span()); });
  }
  /// To each rank with neighbours of higher degree, or of the same and a higher name: how many they
  /// and all neighbours are, they, all neighbours. Returns how many words.
  std::size_t write_row(std::size_t v, std::vector<std::vector<GlobalVertex>>& messages) const {
    const std::vector<std::uint32_t>& row = rows_[v];
    const auto name_of = [&](std::uint32_t id) { return tuples_.ghosts()[id]; };
    std::vector<GlobalVertex> others;
    for (const std::uint32_t id : row) {
      if (std::pair(degrees_[id], name_of(id)) > std::pair(std::uint64_t{row.size()}, name(v))) {
        others.push_back(name_of(id));
      }
    }
    std::size_t words = 1;
    for (std::size_t begin = 0, end = 0; begin < others.size(); begin = end) {
      const int rank = owners().owner(others[begin]);
      while (end < others.size() && owners().owner(others[end]) == rank) ++end;
      std::vector<GlobalVertex>& message = messages[static_cast<std::size_t>(rank)];
      message.insert(message.end(), {end - begin, row.size()});
      message.insert(message.end(), &others[begin], &others[begin] + (end - begin));
      std::ranges::transform(row, std::back_inserter(message), name_of);
      words += 2 + (end - begin) + row.size();
    }
    return words;
  }
  void count(std::span<const GlobalVertex> words) {
    std::vector<Pair> pairs;
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t num_others = words[begin];
      const std::size_t degree = words[begin + 1];
      const auto others = words.subspan(begin + 2, num_others);
      const auto row = words.subspan(begin + 2 + num_others, degree);
      for (const GlobalVertex u : others) pairs.push_back({row, index(owners().local(u))});
      begin += 2 + num_others + degree;
    }
    constexpr std::size_t kPairs = 16;
    const auto name_of = [&](std::uint32_t id) { return tuples_.ghosts()[id]; };
    parallel_for(
        0, pairs.size(), threads_,
        [&](std::size_t i) {
          const std::vector<std::uint32_t>& row = rows_[pairs[i].other];
          for (const GlobalVertex w : pairs[i].row) {
            const auto found = std::ranges::lower_bound(row, w, {}, name_of);
            if (found == row.end() || name_of(*found) != w) continue;
            fetch_add_relaxed(links_at_ends_[*found], std::uint64_t{1});
          }
        },
        kPairs);
  }

  const comm::Communicator& comm_;
  int threads_;
  Tuples<NoWeight> tuples_;
  std::vector<std::vector<std::uint32_t>> rows_;  ///< by own vertex: neighbours, once, ascending
  std::size_t next_ = 0;                          ///< the row to be sent
  std::vector<std::uint64_t> degrees_;            ///< by end of tuples
  std::vector<std::uint64_t> links_at_ends_;
  std::vector<std::uint64_t> links_;  ///< by own vertex
};

}  // namespace

LocalClusteringValidation validate_local_clustering(const DistGraph& graph,
                                                    const DistLocalClusteringResult& claim,
                                                    const LocalClusteringOptions& options) {
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const int threads = comm::try_on_all_ranks(comm, [&] {
    return options.threads == 0 ? state.threads : resolve_threads(options.threads);
  });
  const LinkCheck check(comm, state.source(), threads);
  const Array<double> coefficients = to_blocks(comm, check.owners(), claim);
  struct Wrong {
    std::uint64_t count = 0;
    GlobalVertex first = kNoGlobalVertex;
    double claimed = 0;
    double expected = 0;
  };
  Wrong here;
  for (Vertex v = check.num_own(); v-- > 0;) {
    const double expected = check.coefficient(v);
    if (std::abs(coefficients[v] - expected) <= 1e-9 * expected) continue;
    here = {here.count + 1, check.name(v), coefficients[v], expected};
  }
  std::vector<Wrong> by_rank;
  comm::try_on_all_ranks(comm, [&] { by_rank.resize(static_cast<std::size_t>(comm.size())); });
  comm.all_gather(here, std::span(by_rank));
  return comm::try_on_all_ranks(comm, [&] {
    LocalClusteringValidation result;
    for (const Wrong& of_rank : by_rank) result.num_wrong += of_rank.count;
    if (result.num_wrong == 0) return result;
    const Wrong& first = *std::ranges::min_element(by_rank, {}, &Wrong::first);
    result.violations.push_back({LocalClusteringRule::kCoefficient, first.first,
                                 fmt::format("vertex {} has the coefficient {} instead of {}",
                                             first.first, first.claimed, first.expected)});
    return result;
  });
}

}  // namespace strider
