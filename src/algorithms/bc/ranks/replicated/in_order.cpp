// The sources of a problem that every rank holds, with sums that are those of one machine, bit by
// bit: they are added in the order of the batches. For runs that are soon over, of which there are
// many: ranks synchronize few times, but send what each batch brings.
//
//   until no batch is left, some for each rank at a time:
//     every rank works out its own, and sends each rank a chunk of what they bring
//     every rank adds the chunks that it got to its chunk of the sums, by batch
//   gather the chunks
#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/replicated/batch_worker.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"

namespace strider::detail {
namespace {

class BatchesInOrder {
 public:
  /// Problem and plan outlive it.
  BatchesInOrder(Workspace& workspace, const comm::Communicator& comm, const BcProblem& problem,
                 const BcPlan& plan)
      : comm_(comm),
        size_(plan.searched(problem).num_scores()),
        num_batches_((plan.searched(problem).sources.size() + plan.batch - 1) / plan.batch),
        worker_(workspace, problem, plan, comm.ranks_on_node()) {
    const auto ranks = static_cast<std::size_t>(comm.size());
    // Both hold a rank's dependencies until they are sent.
    constexpr std::size_t kMostScores = std::size_t{1} << 20U;
    constexpr std::size_t kFewBatches = 16;
    batches_each_ = std::min(std::max(kMostScores / std::max<std::size_t>(size_, 1), kFewBatches),
                             (num_batches_ + ranks - 1) / ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
      chunks_.push_back(static_chunk(size_, static_cast<int>(r), comm.size()).begin);
    }
    chunks_.push_back(size_);
    counts_.resize(ranks);
    received_counts_.resize(ranks);
    workspace.declare("the sums", sums_, size_);
    workspace.declare("the dependencies sent", sent_, batches_each_ * size_);
    // Of chunks as long as the longest.
    workspace.declare("the dependencies received", received_, batches_each_ * (size_ + ranks));
    workspace.when_taken([this] {
      std::fill(sums_.begin(), sums_.end(), 0.0);
      const std::vector<std::uint64_t> most(counts_.size(), received_.size());
      comm_.reserve_messages(most, most, sizeof(double));
    });
  }

  /// Returns the arcs that the searches of all ranks came along. Collective.
  std::uint64_t run() {
    std::uint64_t arcs = 0;
    const std::size_t step = batches_each_ * counts_.size();
    for (std::size_t first = 0; first < num_batches_; first += step) arcs += add_up(first);
    comm_.all_gather_in_place(sums_.span(), chunks_);
    return comm_.all_reduce(arcs, comm::Reduction::kSum);
  }
  /// Of all ranks, once they have run.
  [[nodiscard]] Array<double>& sums() { return sums_; }

 private:
  [[nodiscard]] std::size_t chunk_size(std::size_t rank) const {
    return chunks_[rank + 1] - chunks_[rank];
  }

  /// A share of the batches for each rank, from `first` on. Returns the arcs of the own.
  std::uint64_t add_up(std::size_t first) {
    const auto rank = static_cast<std::size_t>(comm_.rank());
    const auto begin_of = [&](std::size_t r) {
      return std::min(first + r * batches_each_, num_batches_);
    };
    const std::size_t begin = begin_of(rank);
    const std::size_t end = begin_of(rank + 1);
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      counts_[r] = (end - begin) * chunk_size(r);
      received_counts_[r] = (begin_of(r + 1) - begin_of(r)) * chunk_size(rank);
    }
    const std::uint64_t arcs = comm::try_on_all_ranks(comm_, [&] {
      return worker_.work(
          begin, end,
          [&](std::size_t batch, std::span<const double> dependencies) {
            for (std::size_t r = 0; r < counts_.size(); ++r) {
              const std::size_t place =
                  (end - begin) * chunks_[r] + (batch - begin) * chunk_size(r);
              std::copy_n(dependencies.begin() + static_cast<std::ptrdiff_t>(chunks_[r]),
                          chunk_size(r), sent_.begin() + place);
            }
          },
          [] {});
    });
    const std::size_t came = (begin_of(counts_.size()) - first) * chunk_size(rank);
    comm_.all_to_all<double>(sent_.span().first((end - begin) * size_), counts_,
                             received_.span().first(came), received_counts_);
    // By rank, and so by batch.
    const double* next = received_.data();
    for (std::size_t batch = first; batch < begin_of(counts_.size()); ++batch) {
      for (std::size_t i = chunks_[rank]; i < chunks_[rank + 1]; ++i) sums_[i] += *next++;
    }
    return arcs;
  }

  const comm::Communicator& comm_;
  std::size_t size_;  ///< scores
  std::size_t num_batches_;
  std::size_t batches_each_;  ///< of a rank, between two exchanges
  BatchWorker worker_;
  std::vector<std::uint64_t> chunks_;  ///< where that of each rank begins, and the end
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> received_counts_;
  Array<double> sums_;
  Array<double> sent_;
  Array<double> received_;
};

}  // namespace

BetweennessResult search_in_order(const comm::Communicator& comm, const Graph& whole,
                                  const BetweennessOptions& options) {
  const Timer timer;
  BcProblem problem;
  BcPlan plan;
  Workspace workspace;
  std::optional<BatchesInOrder> batches;
  comm::try_on_all_ranks(comm, [&] {
    problem = make_problem(whole, options);
    plan = make_plan(options.method, problem);
    batches.emplace(workspace, comm, problem, plan);
  });
  take_on_all_ranks(comm, workspace, "betweenness");
  BetweennessResult result;
  result.prepare_seconds = timer.seconds();
  const comm::PhaseScope scope(comm.traffic(), comm::Phase::kReduce);
  const std::uint64_t arcs = plan.original_arcs(batches->run());
  comm::try_on_all_ranks(comm, [&] {
    if (options.of == BetweennessOf::kEdges) {
      make_edge_scores(problem, options, batches->sums().span(), result);
    } else {
      result.scores = plan.to_original(std::move(batches->sums()));
      scale_vertex_scores(problem, options, result.scores.span());
    }
  });
  result.num_sources = problem.sources.size();
  result.edges_traversed = whole.is_directed() ? arcs : arcs / 2;
  result.seconds = timer.seconds() - result.prepare_seconds;
  return result;
}

}  // namespace strider::detail
