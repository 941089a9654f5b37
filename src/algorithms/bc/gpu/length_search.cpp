// The kernels that search from the sources by lengths, a block each.
#include "algorithms/bc/arc_lengths.hpp"
#include "algorithms/bc/gpu/length_walk.hpp"
#include "algorithms/bc/gpu/source_search.hpp"
#include "gpu/near_far_delta.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class Offset>
STRIDER_KERNEL search_by_lengths(BcRound<Offset> round, LengthArrays arrays) {
  STRIDER_SHARED(LengthBoard, board, 1);
  search_sources(round, [&](const BlockTeam& team, u32 number, const SourceWorkspace& workspace,
                            Reached& reached) {
    return walk_by_lengths(team, round, workspace,
                           arrays.of_workspace(number, round.out.num_vertices),
                           round.sources[number].vertex, &board[0], reached);
  });
}

template <class Offset>
STRIDER_KERNEL add_to_arcs_by_lengths(BcRound<Offset> round, LengthArrays arrays, double* sums) {
  const auto share = [&](u32 number, const SourceWorkspace& workspace, u64 arc, u32 v, u32 w) {
    return share_of_arc(workspace, arrays.of_workspace(number, round.out.num_vertices), arc, v, w);
  };
  add_shares(round, share, sums);
}

/// How much farther than the nearest a vertex may be to go into the same round. Only time depends
/// on it.
u64 chosen_delta(const Graph& graph, std::span<const std::uint64_t> lengths, int threads) {
  const LengthFacts facts = facts_of(lengths, threads);
  // No vertex is reached twice: rounds are levels, and piles of no use.
  if (facts.all_equal) return LengthArrays::kFar;
  return whole_near_far_delta<u64>(facts.mean, graph.num_vertices(), graph.num_arcs());
}

class LengthKernels {
 public:
  LengthKernels(Workspace& workspace, const BcOnDevice& problem,
                const SourceSearchSettings& settings)
      : on_device_(problem), problem_(problem.problem()), context_(problem.context()) {
    const auto declare = [&](std::string_view name, auto& array, u64 size) {
      workspace.declare(name, array, size, context_);
    };
    const BcSizes& sizes = problem.sizes();
    const u64 vertices = u64{settings.sources_at_once} * sizes.vertices;
    declare("the lengths", lengths_out_, sizes.arcs);
    if (sizes.directed) declare("the lengths of the transpose", lengths_in_, sizes.arcs);
    declare("the distances", distances_, vertices);
    declare("lists of vertices", lists_, vertices);
    declare("marks of vertices", marks_,
            settings.sources_at_once * LengthArrays::num_marks(sizes.vertices));
    workspace.when_taken([this] { put(); });
  }

  template <class Offset, class Use>
  void with_search(const Use& use) const {
    use(&search_by_lengths<Offset>, arrays());
  }
  template <class Offset, class Use>
  void with_add_to_arcs(const Use& use) const {
    use(&add_to_arcs_by_lengths<Offset>, arrays());
  }

 private:
  void put() {
    Queue queue(context_);
    const Graph& graph = problem_.graph;
    const std::span<const std::uint64_t> lengths = problem_.lengths->narrow.span();
    upload<u64>(queue, lengths_out_, lengths);
    if (graph.is_directed()) {
      upload<u64>(queue, lengths_in_, lengths_of_arcs_in(graph, lengths, problem_.threads).span());
    }
    out_ = weighted_arcs(on_device_.out(), lengths_out_.data());
    delta_ = chosen_delta(graph, lengths, problem_.threads);
  }
  [[nodiscard]] LengthArrays arrays() const {
    return {.out = out_,
            .of_in = problem_.graph.is_directed() ? lengths_in_.data() : lengths_out_.data(),
            .slack_shift = problem_.lengths->slack_shift,
            .delta = delta_,
            .distances = distances_.data(),
            .lists = lists_.data(),
            .marks = marks_.data()};
  }

  const BcOnDevice& on_device_;
  const BcProblem& problem_;
  Context& context_;
  DeviceBuffer<u64> lengths_out_;
  DeviceBuffer<u64> lengths_in_;
  WeightedArcs<u64> out_{};  // from when memory has been taken
  u64 delta_ = 0;
  DeviceBuffer<u64> distances_;
  DeviceBuffer<u32> lists_;
  DeviceBuffer<u32> marks_;
};

}  // namespace

std::unique_ptr<DeviceSourceSearch> make_length_search(Workspace& workspace,
                                                       const BcOnDevice& problem,
                                                       const SourceSearchSettings& settings) {
  return std::make_unique<SourceSearch<LengthKernels>>(workspace, problem, settings);
}

}  // namespace strider::detail::STRIDER_DEVICE
