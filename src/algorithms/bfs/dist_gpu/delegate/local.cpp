// The visits of a rank on its device (Pan, Pearce and Owens 2018, sections IV and V, Figure 3).
//
// Two queues. The delegate queue previsits delegates, visits dd and nd, and forms the mask; the
// normal queue takes what arrived, previsits normal vertices, visits dn and nn, and bins what goes
// to other ranks. Events stand where one reads what the other writes:
//
//   nd after the previsit of normals     it reads their queue
//   dn after the previsit of delegates   it reads their queue, or who has been visited
//   dn after the mask                    nd, backward, reads who has been visited
//   delegates are taken after dn         which reads who has been visited
//
// The host waits where the scheme asks for a number: a few words a level, and the mask.
#include "algorithms/bfs/dist_gpu/delegate/local.hpp"

#include <string>
#include <utility>

#include "algorithms/bfs/dist_gpu/delegate/arrivals.hpp"
#include "algorithms/bfs/dist_gpu/delegate/merge_expansion.hpp"
#include "algorithms/bfs/dist_gpu/delegate/outgoing.hpp"
#include "algorithms/bfs/dist_gpu/delegate/previsit.hpp"
#include "algorithms/bfs/dist_gpu/delegate/results.hpp"
#include "algorithms/bfs/dist_gpu/delegate/state.hpp"
#include "algorithms/bfs/dist_gpu/delegate/subgraphs.hpp"
#include "algorithms/bfs/dist_gpu/delegate/tags.hpp"
#include "algorithms/bfs/gpu/twc.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class T>
void fill(Queue& queue, const DeviceBuffer<T>& buffer, std::uint8_t value) {
  if (buffer.size() > 0) queue.fill(buffer.data(), value, buffer.size_bytes());
}

[[nodiscard]] std::uint64_t device_bytes(const GraphDelegate& graph,
                                         const DelegateBfsSettings& settings) {
  return SubgraphsOnDevice::predict_bytes(graph) + DelegateState::predict_bytes(graph) +
         OutgoingOnDevice::predict_bytes(graph, settings.uniquify) +
         ArrivalStage::predict_bytes(graph.num_local) +
         MergeExpansion::predict_bytes(graph.num_delegates) + DelegateResults::predict_bytes(graph);
}

/// Throws where the device has not enough, before any is taken.
Context& with_room(Context& context, const GraphDelegate& graph,
                   const DelegateBfsSettings& settings) {
  const auto ranks = static_cast<u32>(graph.ghost_begin.size());
  if (std::uint64_t{graph.num_delegates} + graph.num_local > arrived_tag(0) - ranks) {
    throw UsageError("one rank has too many vertices for a device: start more ranks");
  }
  context.require(device_bytes(graph, settings), "a search with delegates");
  return context;
}

class LocalOnDevice final : public DelegateLocal {
 public:
  LocalOnDevice(Context& context, const GraphDelegate& graph, const DelegateBfsSettings& settings,
                const DeviceBfsOptions& options)
      : settings_(settings),
        g_(graph),
        context_(with_room(context, graph, settings)),
        block_threads_(options.block_threads),
        classes_{options.warp_degree, options.block_degree},
        may_go_backward_(settings.search.direction ==
                         DistBfsSettings::Direction::kDirectionOptimizing),
        delegate_queue_(context),
        normal_queue_(context),
        subgraphs_(delegate_queue_, graph),
        state_(normal_queue_, graph),
        outgoing_(normal_queue_, graph, settings.uniquify, options.block_threads),
        stage_(normal_queue_, graph.num_local),
        dd_expansion_(delegate_queue_, graph.num_delegates, options.block_threads),
        results_(context, graph, settings.search.threads, options.block_threads),
        mask_(context, state_.mask.size() / 2),
        any_found_(context, 1),
        seen_delegates_(context, 1),
        seen_normals_(context, 1),
        seen_marks_(context, 1),
        delegates_previsited_(context),
        normals_previsited_(context),
        masked_(context),
        dn_visited_(context) {}

  void start(std::uint32_t delegate, const LocalVertex* vertex, DistBfsTree& tree) override {
    results_.restart(tree);
    level_ = 0;
    dd_backward_ = dn_backward_ = nd_backward_ = false;
    delegates_ = {};
    normals_ = {};
    window_end_ = 0;

    if (state_.visited.size() > 0) {
      normal_queue_.copy(state_.visited.data(), state_.no_normals.data(),
                         state_.visited.size_bytes());
    }
    fill(normal_queue_, state_.tags, 0xFF);
    fill(normal_queue_, state_.marks, 0);
    outgoing_.restart();
    if (delegate == kNoDelegate && vertex != nullptr) {
      const u32 v = index(*vertex);
      simt::launch(normal_queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_source, v,
                   g_.num_delegates + v, state_.visited.data(), state_.tags.data(),
                   state_.found.data(), state_.marks.data());
    }
    for (const DeviceBuffer<u32>* words :
         {&state_.delegates_visited, &state_.delegates_reached, &state_.found_here}) {
      fill(delegate_queue_, *words, 0);
    }
    // Without a delegate as well: those unvisited are counted.
    std::ranges::fill(mask_.span(), 0);
    if (delegate != kNoDelegate) mask_[delegate / 64] = std::uint64_t{1} << delegate % 64;
    previsit_delegates_of(0);
  }

  [[nodiscard]] std::uint64_t num_frontier_delegates() const override {
    return delegates_.vertices;
  }

  void visit_dd() override {
    if (delegates_come_) {
      delegates_previsited_.wait();
      delegates_ = seen_delegates_[0];
      delegates_come_ = false;
    }
    if (delegates_.vertices == 0) return;
    const SubgraphOnDevice& dd = subgraphs_.dd;
    choose(dd_backward_, dd, delegates_.dd_arcs, dd, delegates_.dd_unvisited, settings_.dd);
    if (dd_backward_) {
      go_backward(delegate_queue_, dd, state_.delegates_visited, delegate_visitor(0));
    } else if (delegates_.dd_rows > 0) {
      // By a merge path: degrees of dd are of every size, and high on average.
      dd_expansion_.expand(dd.rows(), state_.dd_queue.data(), delegates_.dd_rows,
                           delegates_.dd_arcs, delegate_visitor(0));
    }
  }

  void visit_nd() override {
    if (frontier_normals_ == 0) return;
    normals_previsited_.make_wait(delegate_queue_);
    if (nd_backward_) {
      go_backward(delegate_queue_, subgraphs_.dn, state_.visited,
                  delegate_visitor(g_.num_delegates));
    } else {
      expand(delegate_queue_, subgraphs_.nd.rows(), state_.nd_queue, normals_.nd_rows,
             delegate_visitor(g_.num_delegates));
    }
  }

  [[nodiscard]] bool found_delegates() override {
    if (g_.num_delegates == 0) return false;
    fill(delegate_queue_, state_.any_found, 0);
    const auto words = static_cast<u32>(state_.mask.size());
    simt::launch(delegate_queue_.handle(), shape(words), form_mask, state_.delegates_reached.data(),
                 state_.delegates_visited.data(), words, state_.mask.data(),
                 state_.found_here.data(), state_.any_found.data());
    masked_.record(delegate_queue_);
    delegate_queue_.copy(mask_.data(), state_.mask.data(), state_.mask.size_bytes());
    delegate_queue_.copy(any_found_.data(), state_.any_found.data(), sizeof(u32));
    delegate_queue_.wait();
    return any_found_[0] != 0;
  }

  std::span<std::uint64_t> mask() override { return mask_.span(); }

  void take_delegates(bool any) override {
    delegates_.vertices = 0;
    if (!any) return;
    dn_visited_.make_wait(delegate_queue_);
    previsit_delegates_of(level_ + 1);
  }

  void visit_dn() override {
    delegates_previsited_.make_wait(normal_queue_);
    masked_.make_wait(normal_queue_);
    if (delegates_.vertices > 0) {
      if (dn_backward_) {
        go_backward(normal_queue_, subgraphs_.nd, state_.delegates_visited, normal_visitor(0));
      } else {
        expand(normal_queue_, subgraphs_.dn.rows(), state_.dn_queue, delegates_.dn_rows,
               normal_visitor(0));
      }
    }
    dn_visited_.record(normal_queue_);
  }

  void visit_nn() override {
    outgoing_.clear();
    if (frontier_normals_ > 0 && normals_.nn_rows > 0) {
      outgoing_.begin(normals_.nn_arcs);
      const NormalVisitor own = normal_visitor(g_.num_delegates);
      const Rows<u32> rows = subgraphs_.nn.rows();
      if (outgoing_.is_unique()) {
        expand(normal_queue_, rows, state_.nn_queue, normals_.nn_rows,
               NeighbourVisitor<DistinctGhosts>{own, outgoing_.distinct(), g_.num_local});
      } else {
        expand(normal_queue_, rows, state_.nn_queue, normals_.nn_rows,
               NeighbourVisitor<AllGhosts>{own, outgoing_.all(), g_.num_local});
      }
      outgoing_.bin();
    }
    // What comes from now on came from other ranks.
    QueueMarks* const marks = state_.marks.data();
    normal_queue_.copy(&marks->arrived_begin, &marks->size, sizeof(u32));
  }

  [[nodiscard]] std::span<const std::uint32_t> outgoing(int rank) const override {
    return outgoing_.of(rank);
  }

  void take_normals(int from, std::span<const std::uint32_t> vertices) override {
    stage_.send(vertices, [&](const u32* there, u32 size) {
      simt::launch(normal_queue_.handle(), shape(size), take_arrived, there, size,
                   arrived_tag(from), normal_visitor(0));
    });
  }

  [[nodiscard]] NormalFrontier end_normals() override {
    fill(normal_queue_, state_.counts, 0);
    // At most those that are left: how many they are only the device knows yet.
    simt::launch(normal_queue_.handle(), shape(g_.num_local - window_end_), previsit_normals,
                 NormalPrevisit{.found = state_.found.data(),
                                .marks = state_.marks.data(),
                                .visited = state_.visited.data(),
                                .levels = state_.levels.data(),
                                .nd = subgraphs_.nd.rows(),
                                .nn = subgraphs_.nn.rows(),
                                .nd_sources = subgraphs_.nd.sources(),
                                .nd_queue = state_.nd_queue.data(),
                                .nn_queue = state_.nn_queue.data(),
                                .counts = state_.counts.data(),
                                .begin = window_end_,
                                .level = level_});
    normal_queue_.copy(seen_normals_.data(), state_.counts.data(), sizeof(NormalCounts));
    normal_queue_.copy(seen_marks_.data(), state_.marks.data(), sizeof(QueueMarks));
    normals_previsited_.record(normal_queue_);
    normals_previsited_.wait();
    normals_ = seen_normals_[0];
    const QueueMarks marks = seen_marks_[0];
    frontier_normals_ = marks.size - window_end_;
    results_.add_arrivals(marks.arrived_begin, marks.size, level_);
    window_end_ = marks.size;
    choose_for_normals();
    return {.vertices = frontier_normals_,
            .arcs = normals_.nd_arcs + normals_.nn_arcs +
                    (delegates_.vertices > 0 ? delegates_.dd_arcs + delegates_.dn_arcs : 0),
            .backward = dd_backward_ || dn_backward_ || nd_backward_};
  }

  void next_level() override { ++level_; }

  DelegateOutcome finish(Level num_levels, DistBfsTree& tree) override {
    delegate_queue_.wait();
    return results_.fetch(normal_queue_, state_, num_levels, window_end_, tree);
  }

 private:
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(context_, work, block_threads_);
  }
  [[nodiscard]] DelegateVisitor delegate_visitor(u32 tag_offset) const {
    return {state_.delegates_reached.data(), state_.delegate_parents.data(), tag_offset};
  }
  [[nodiscard]] NormalVisitor normal_visitor(u32 tag_offset) const {
    return {state_.visited.data(),
            state_.tags.data(),
            tag_offset,
            {state_.found.data(), &state_.marks.data()->size}};
  }

  /// The delegates of mask_ are the frontier of `level`.
  void previsit_delegates_of(Level level) {
    if (g_.num_delegates == 0) return;
    delegate_queue_.copy(state_.mask.data(), mask_.data(), state_.mask.size_bytes());
    fill(delegate_queue_, state_.delegate_counts, 0);
    simt::launch(delegate_queue_.handle(), shape(g_.num_delegates), previsit_delegates,
                 DelegatePrevisit{.mask = state_.mask.data(),
                                  .visited = state_.delegates_visited.data(),
                                  .reached = state_.delegates_reached.data(),
                                  .levels = state_.delegate_levels.data(),
                                  .dd = subgraphs_.dd.rows(),
                                  .dn = subgraphs_.dn.rows(),
                                  .dd_sources = subgraphs_.dd.sources(),
                                  .dn_sources = subgraphs_.dn.sources(),
                                  .dd_queue = state_.dd_queue.data(),
                                  .dn_queue = state_.dn_queue.data(),
                                  .counts = state_.delegate_counts.data(),
                                  .level = level});
    delegate_queue_.copy(seen_delegates_.data(), state_.delegate_counts.data(),
                         sizeof(DelegateCounts));
    delegates_previsited_.record(delegate_queue_);
    delegates_come_ = true;
  }

  /// By degree classes: degrees of dn, nd and nn are limited, and low on average.
  template <class Visitor>
  void expand(Queue& queue, const Rows<u32>& rows, const DeviceBuffer<u32>& frontier, u32 size,
              const Visitor& visitor) {
    simt::launch(queue.handle(), shape(size), expand_by_classes<Rows<u32>, Visitor>, rows,
                 frontier.data(), size, classes_, visitor);
  }
  template <class Visitor>
  void go_backward(Queue& queue, const SubgraphOnDevice& reversed, const DeviceBuffer<u32>& parents,
                   const Visitor& visitor) {
    const Rows<u32> rows = reversed.rows();
    simt::launch(queue.handle(), shape(rows.num_vertices), visit_backward<Visitor>, rows,
                 reversed.sources(), parents.data(), visitor);
  }

  /// A subgraph's direction for this level.
  void choose(bool& backward, const SubgraphOnDevice& forward, u64 arcs,
              const SubgraphOnDevice& reversed, u64 unvisited, const SwitchFactors& factors) const {
    if (!may_go_backward_) return;
    SubgraphWork work;
    work.forward = static_cast<double>(arcs);
    work.backward = backward_work({.unvisited = unvisited,
                                   .arcs = static_cast<double>(forward.num_arcs()),
                                   .mean_row = reversed.mean_row()},
                                  work.forward);
    backward = goes_backward(backward, work, factors);
  }
  void choose_for_normals() {
    if (delegates_.vertices > 0) {
      choose(dn_backward_, subgraphs_.dn, delegates_.dn_arcs, subgraphs_.nd, normals_.nd_unvisited,
             settings_.dn);
    }
    if (frontier_normals_ > 0) {
      choose(nd_backward_, subgraphs_.nd, normals_.nd_arcs, subgraphs_.dn, delegates_.dn_unvisited,
             settings_.nd);
    }
  }

  const DelegateBfsSettings settings_;  // the first: it holds who holds the device
  const GraphDelegate& g_;
  Context& context_;
  u32 block_threads_;
  DegreeClasses classes_;
  bool may_go_backward_;

  Queue delegate_queue_;
  Queue normal_queue_;
  SubgraphsOnDevice subgraphs_;
  DelegateState state_;
  OutgoingOnDevice outgoing_;
  ArrivalStage stage_;
  MergeExpansion dd_expansion_;
  DelegateResults results_;

  PinnedBuffer<std::uint64_t> mask_;
  PinnedBuffer<u32> any_found_;
  PinnedBuffer<DelegateCounts> seen_delegates_;
  PinnedBuffer<NormalCounts> seen_normals_;
  PinnedBuffer<QueueMarks> seen_marks_;
  Event delegates_previsited_;
  Event normals_previsited_;
  Event masked_;
  Event dn_visited_;

  // Of the search under way.
  Level level_ = 0;  // of the frontier
  bool dd_backward_ = false;
  bool dn_backward_ = false;
  bool nd_backward_ = false;
  DelegateCounts delegates_{};
  NormalCounts normals_{};
  bool delegates_come_ = false;  // their numbers are on their way
  u32 frontier_normals_ = 0;
  u32 window_end_ = 0;  // of the normal frontier among the vertices found
};

}  // namespace

std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                            const DelegateBfsSettings& settings) {
  return device_bytes(graph, settings);
}

std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                 const DelegateBfsSettings& settings) {
  return DelegateResults::predict_host_bytes(graph) +
         (graph.num_delegates + 63ULL) / 64 * sizeof(std::uint64_t) +  // the mask
         OutgoingOnDevice::predict_host_bytes(graph, settings.uniquify) +
         ArrivalStage::predict_host_bytes(graph.num_local);
}

std::unique_ptr<DelegateLocal> make_device_delegate_local(DeviceObject& context,
                                                          const GraphDelegate& graph,
                                                          const DelegateBfsSettings& settings,
                                                          const DeviceBfsOptions& options) {
  return std::make_unique<LocalOnDevice>(static_cast<Context&>(context), graph, settings, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
