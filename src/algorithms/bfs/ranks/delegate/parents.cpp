#include "algorithms/bfs/ranks/delegate/parents.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ranks/delegate/delegate_answers.hpp"
#include "ranks/search/ask_ranks.hpp"

namespace strider::detail {
namespace {

using comm::Reduction;

/// The ranks that own ghosts, of which each is no smaller than the one before.
class GhostOwners {
 public:
  explicit GhostOwners(const ArcSubgraphs& arcs) : begin_(arcs.ghost_begin) {}

  [[nodiscard]] int owner(std::uint32_t ghost) {
    if (begin_[rank_ + 1] <= ghost) {
      const auto from = begin_.begin() + static_cast<std::ptrdiff_t>(rank_) + 1;
      rank_ =
          static_cast<std::size_t>(std::upper_bound(from, begin_.end(), ghost) - begin_.begin()) -
          1;
    }
    return static_cast<int>(rank_);
  }

 private:
  const std::vector<std::uint32_t>& begin_;
  std::size_t rank_ = 0;
};

/// Fewer levels than this have different low bytes, and so has kUnreached.
constexpr Level kFewLevels = 0xFF;

/// Questions to the owners of possible parents, in the order in which answers will come.
class Questions {
 public:
  Questions() = default;
  explicit Questions(int ranks) : of_rank_(static_cast<std::size_t>(ranks)) {}

  void ask(int rank, LocalVertex candidate, std::uint32_t child) {
    of_rank_[static_cast<std::size_t>(rank)].push_back({index(candidate), child});
    is_empty_ = false;
  }
  [[nodiscard]] bool empty() const { return is_empty_; }

  /// Asks, answers, and gives the children whose candidates are on the level before theirs to
  /// found(rank, candidate, child). Collective.
  ///
  /// Of a level the low bits travel that Answer has.
  template <class Answer, class Found>
  void settle(comm::SparseExchange& sparse, comm::Attempts& attempts, const LevelView& levels,
              Found&& found) const {
    using comm::SparseExchange;
    std::vector<std::vector<std::uint32_t>> asked;
    std::vector<std::vector<Answer>> answers;
    ask_ranks(
        sparse, attempts,
        [&](auto& messages) {
          asked.resize(of_rank_.size());
          for (std::size_t r = 0; r < of_rank_.size(); ++r) {
            for (const Question& question : of_rank_[r]) asked[r].push_back(question.candidate);
            if (asked[r].empty()) continue;
            messages.push_back({static_cast<int>(r), std::as_bytes(std::span(asked[r]))});
          }
        },
        [&](const SparseExchange::Incoming& question, auto& messages) {
          const std::span candidates(reinterpret_cast<const std::uint32_t*>(question.bytes.data()),
                                     question.bytes.size() / sizeof(std::uint32_t));
          std::vector<Answer> answer;
          for (const std::uint32_t v : candidates) {
            answer.push_back(static_cast<Answer>(levels[v]));
          }
          // The elements of a vector that moves stay where they are.
          answers.push_back(std::move(answer));
          messages.push_back({question.from, std::as_bytes(std::span(answers.back()))});
        },
        [&](const SparseExchange::Incoming& answer) {
          const auto& of_rank = of_rank_[static_cast<std::size_t>(answer.from)];
          const auto* const reported = reinterpret_cast<const Answer*>(answer.bytes.data());
          for (std::size_t i = 0; i < of_rank.size(); ++i) {
            if (reported[i] == static_cast<Answer>(levels[of_rank[i].child] - 1)) {
              found(answer.from, local_vertex(of_rank[i].candidate), of_rank[i].child);
            }
          }
        });
  }

 private:
  struct Question {
    std::uint32_t candidate;
    std::uint32_t child;
  };
  std::vector<std::vector<Question>> of_rank_;
  bool is_empty_ = true;
};

class ParentFinder {
 public:
  ParentFinder(const GraphDelegate& graph, const NormalExchange& exchange,
               const DelegateOutcome& outcome, DistBfsTree& tree)
      : g_(graph), exchange_(exchange), outcome_(outcome), tree_(tree) {}

  /// Of normal vertices that came from other ranks: a parent that may be the right one, and
  /// questions about the others that may be.
  void guess_arrived(int ranks) {
    questions_ = Questions(ranks);
    for (const ArrivedVertices& arrived : outcome_.arrived) {
      for (const std::uint32_t v : arrived.vertices) {
        const int group = exchange_.group_of(static_cast<int>(tree_.parents[v] - kArrivedFrom));
        const ArcSubgraphs& in = g_.in();
        GhostOwners owners(in);
        std::optional<OwnedVertex> last;
        for (const std::uint32_t column : in.nn.row(v)) {
          if (column < g_.num_local) continue;
          const std::uint32_t ghost = column - g_.num_local;
          const int owner = owners.owner(ghost);
          if (exchange_.group_of(owner) != group) continue;
          if (last) questions_.ask(last->rank, last->vertex, v);
          last = {owner, local_vertex(in.ghost_vertices[ghost])};
        }
        // The rank that sent v has a parent of v: where no other is it, the last one is.
        tree_.parents[v] = g_.owners.global(last->rank, last->vertex);
      }
    }
  }

  /// Of sources that are delegates. Other open ones are to be asked for.
  void list_open(std::span<const std::uint32_t> source_delegates) {
    for (const GraphDelegate::Own& own : outcome_.open) {
      const std::uint32_t i = index(own.delegate);
      GlobalVertex& parent = tree_.parents[index(own.vertex)];
      const bool is_source = std::ranges::binary_search(source_delegates, i);
      parent = is_source ? g_.delegates[i] : kNoGlobalVertex;
      if (!is_source) open_.push_back(i);
    }
  }

  [[nodiscard]] bool has_questions() const { return !questions_.empty(); }
  [[nodiscard]] bool has_open() const { return !open_.empty(); }

  void settle_arrived(comm::SparseExchange& sparse, comm::Attempts& attempts) {
    const auto found = [&](int rank, LocalVertex candidate, std::uint32_t child) {
      tree_.parents[child] = g_.owners.global(rank, candidate);
    };
    // Levels of neighbours differ by one at most, so the low bits tell them apart. But what an edge
    // leads out of may be much deeper than its target, or unreached, and neighbours may be
    // unreached where the search ended before it had found all.
    const bool are_near = !g_.is_directed() && tree_.depth == kUnreached;
    const bool low_bits_tell = are_near || tree_.num_levels < kFewLevels;
    if (low_bits_tell) {
      questions_.settle<std::uint8_t>(sparse, attempts, tree_.levels(), found);
    } else {
      questions_.settle<Level>(sparse, attempts, tree_.levels(), found);
    }
  }

  /// Every rank tells the owners of open delegates the parents it found; that of the lowest rank is
  /// taken.
  void settle_open(comm::SparseExchange& sparse, comm::Attempts& attempts) {
    ask_about_delegates(
        sparse, attempts, g_, open_, [&](std::uint32_t i) { return found_here(i); },
        [&](std::uint32_t i) { return static_cast<std::uint32_t>(outcome_.parents[i]); },
        [&](std::uint32_t i, int from, std::uint32_t parent_id) {
          GlobalVertex& parent = tree_.parents[index(g_.owners.local(g_.delegates[i]))];
          if (parent == kNoGlobalVertex) parent = g_.named(parent_id, from);
        });
  }

 private:
  [[nodiscard]] bool found_here(std::uint32_t delegate) const {
    return ((outcome_.found_here[delegate / 64] >> (delegate % 64)) & 1U) != 0;
  }

  const GraphDelegate& g_;
  const NormalExchange& exchange_;
  const DelegateOutcome& outcome_;
  DistBfsTree& tree_;
  Questions questions_;
  std::vector<std::uint32_t> open_;  // own delegates whose parents other ranks have
};

}  // namespace

void complete_parents(const comm::Communicator& comm, comm::SparseExchange& sparse,
                      comm::Attempts& attempts, const GraphDelegate& graph,
                      const NormalExchange& exchange, const DelegateOutcome& outcome,
                      std::span<const std::uint32_t> source_delegates, DistBfsTree& tree) {
  const comm::PhaseScope phase(comm.traffic(), comm::Phase::kPredecessors);
  ParentFinder finder(graph, exchange, outcome, tree);
  attempts.run([&] {
    finder.guess_arrived(comm.size());
    finder.list_open(source_delegates);
  });
  std::array<std::uint32_t, 2> any{finder.has_questions() ? 1U : 0U, finder.has_open() ? 1U : 0U};
  comm.all_reduce(std::span<std::uint32_t>(any), Reduction::kMax);
  if (any[0] != 0) finder.settle_arrived(sparse, attempts);
  if (any[1] != 0) finder.settle_open(sparse, attempts);
  attempts.throw_on_all_ranks(comm);
}

}  // namespace strider::detail
