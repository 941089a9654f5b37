// The visits of a rank on its device (Pan, Pearce and Owens 2018, sections IV and V, Figure 3).
//
// Two queues, the paper's streams. The delegate queue previsits delegates, visits dd and nd, and
// forms the mask; the normal queue takes what arrived, previsits normal vertices, visits dn and nn,
// and bins what goes to other ranks. What is not in this table runs at the same time:
//
//   waits                       for                        because
//   the host, to launch dd      previsit of delegates      how many, by which rows
//   the host, to launch nd,     both previsits             how many, by which rows; |U| of dn is
//   dn and nn                                              of normals, of nd of delegates
//   dn, nn, where nd goes       nd (an event)              nd reads which normal vertices have
//   backward                                               been visited
//   the next previsit of        dn (an event)              dn reads the queue of delegates or,
//   delegates                                              backward, who has been visited
//   the host, to reduce masks   dd, nd                     the mask
//   the host, to send           nn, and its bins           what to send
//
// So dd of a level runs while normal vertices of it still arrive and are previsited; dn and nn run
// beside nd, and while masks are formed and reduced; the next previsit of delegates, and the dd
// after it, beside nn and its bins. The paper's Figure 3 lets dn begin without the previsit of
// normals: here the unvisited of these decide its direction.
#include "algorithms/bfs/ranks/delegate/local.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/bfs/ranks_gpu/delegate/arrivals.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/directions.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/limits.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/mask.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/merge_expansion.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/parent_ids.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/previsit_inputs.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/results.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/sources.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/unions.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/visit_times.hpp"
#include "algorithms/bfs/ranks_gpu/examined_by_rank.hpp"
#include "algorithms/bfs/ranks_gpu/make_locals.hpp"
#include "gpu/device_state.hpp"
#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class LocalOnDevice final : public DelegateLocal {
 public:
  LocalOnDevice(Workspace& workspace, const Device& device, const GraphDelegate& graph,
                const DelegateBfsSettings& settings, const DeviceBfsOptions& options)
      : device_(device),
        settings_(settings),
        g_(graph),
        context_(static_cast<Context&>(*device.state().context)),
        block_threads_(options.tuning.block_threads),
        mapping_{options.tuning.warp_degree, options.tuning.block_degree},
        delegate_queue_(context_),
        normal_queue_(context_),
        subgraphs_(workspace, delegate_queue_, graph),
        directions_(settings_, subgraphs_),
        state_(workspace, normal_queue_, graph),
        wire_(workspace, normal_queue_, device, wire_sizes(graph, settings, options.transport)),
        mask_memory_(std::make_shared<DeviceMessages>(delegate_queue_, device,
                                                      place_of_messages(options.transport))),
        mask_(workspace, delegate_queue_, state_, graph.num_delegates, wire_.is_gpu_direct()),
        outgoing_(workspace, normal_queue_, wire_, graph, settings.uniquify, block_threads_),
        dd_expansion_(workspace, delegate_queue_, graph.num_delegates, block_threads_),
        examined_(workspace, context_, settings.search.trace),
        times_(context_, settings.search.trace),
        results_(workspace, context_, graph, settings.search.threads, block_threads_),
        nd_visited_(context_),
        dn_visited_(context_) {
    require_parent_ids(graph);
    require_blocks(normal_queue_, block_threads_);
    if (settings.local_all_to_all == LocalAllToAll::kOn) {
      union_.emplace(workspace, normal_queue_, wire_, outgoing_, graph, block_threads_);
    }
    workspace.declare("copies of counts", seen_delegates_, 1, context_);
    workspace.declare("copies of counts", seen_normals_, 1, context_);
    workspace.declare("copies of counts", seen_marks_, 1, context_);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return wire_.messages();
  }
  [[nodiscard]] std::shared_ptr<comm::MessageMemory> mask_memory() const override {
    return mask_memory_;
  }

  void start(std::span<const std::uint32_t> delegates, std::span<const LocalVertex> normals,
             DistBfsTree& tree) override {
    results_.restart(tree);
    times_.restart(normal_queue_);
    level_ = 0;
    directions_.restart();
    examined_.restart(delegate_queue_);
    delegates_ = {};
    normals_ = {};
    window_end_ = 0;
    state_.restart(delegate_queue_, normal_queue_);
    outgoing_.restart();
    sources_.clear();
    for (const LocalVertex vertex : normals) sources_.push_back(index(vertex));
    put_sources(normal_queue_, sources_, g_.num_delegates, state_);
    put_source_delegates(delegate_queue_, delegates, state_);
    // Without a delegate as well: those unvisited are counted.
    start_previsit_of_delegates();
  }

  void visit_delegates() override {
    if (delegates_come_) {
      delegate_queue_.wait();
      delegates_ = seen_delegates_[0];
      delegates_come_ = false;
    }
    if (delegates_.vertices == 0) return;
    directions_.choose_dd(delegates_);
    times_.record(delegate_queue_, DeviceVisit::kDd, level_, [&] { start_dd(); });
  }

  /// As nothing of this level is missing any more, puts the visits of normal vertices into their
  /// queue, too: they run while the host waits for the mask.
  [[nodiscard]] FoundDelegates find_delegates() override {
    if (frontier_normals_ > 0) {
      times_.record(delegate_queue_, DeviceVisit::kNd, level_, [&] { start_nd(); });
      nd_visited_.record(delegate_queue_);
      if (directions_.nd) nd_visited_.make_wait(normal_queue_);
    }
    if (delegates_.vertices > 0) {
      times_.record(normal_queue_, DeviceVisit::kDn, level_, [&] { start_dn(); });
    }
    dn_visited_.record(normal_queue_);
    times_.record(normal_queue_, DeviceVisit::kNn, level_, [&] { start_nn(); });
    if (g_.num_delegates == 0) return {};
    times_.record(delegate_queue_, DeviceVisit::kMask, level_, [&] { mask_.form(block_threads_); });
    return mask_.found();
  }

  /// Both are in the queue: what they reached of other ranks is to be known.
  void visit_normals(const std::function<void()>& meanwhile) override {
    meanwhile();
    outgoing_.wait();
  }

  void end_level(bool any_delegates) override {
    ++level_;
    delegates_.vertices = 0;
    examined_.take(normal_queue_);  // of the other queue all visits of the level are over
    if (!any_delegates) return;
    dn_visited_.make_wait(delegate_queue_);
    start_previsit_of_delegates();
  }

  [[nodiscard]] std::optional<std::uint64_t> arcs_examined() const override {
    return examined_.of_search();
  }

  std::size_t write_normals(int rank, std::span<const std::span<const std::byte>> others,
                            std::span<std::byte> to) override {
    std::size_t bytes = 0;
    times_.record(normal_queue_, DeviceVisit::kSend, level_, [&] {
      bytes = others.empty() ? outgoing_.write(rank, to) : union_->write(rank, others, to);
    });
    return bytes;
  }

  void write_all_normals(comm::PackedMessages to) override {
    times_.record(normal_queue_, DeviceVisit::kSend, level_, [&] { outgoing_.write_all(to); });
  }

  void take_normals(int from, std::span<const std::byte> message) override {
    times_.record(normal_queue_, DeviceVisit::kArrivals, level_,
                  [&] { take_arrivals(from, message); });
  }

  [[nodiscard]] DelegateFrontier complete_frontier() override {
    times_.record(normal_queue_, DeviceVisit::kPrevisitNormals, level_,
                  [&] { start_previsit_of_normals(); });
    normal_queue_.wait();
    normals_ = seen_normals_[0];
    const QueueMarks marks = seen_marks_[0];
    frontier_normals_ = marks.size - window_end_;
    results_.add_arrivals(marks.arrived_begin, marks.size, level_);
    window_end_ = marks.size;
    if (delegates_.vertices > 0) directions_.choose_dn(delegates_, normals_);
    if (frontier_normals_ > 0) directions_.choose_nd(delegates_, normals_);
    return {.normals = frontier_normals_,
            .delegates = delegates_.vertices,
            .arcs = normals_.nd_arcs + normals_.nn_arcs +
                    (delegates_.vertices > 0 ? delegates_.dd_arcs + delegates_.dn_arcs : 0),
            .backward = directions_.any()};
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    const u32 v = index(vertex);
    const u32 delegate = g_.delegate_of(vertex);
    if (delegate != kNoDelegate) return is_set(delegate_queue_, state_.delegates_visited, delegate);
    // Those without arcs count as visited from the start.
    const bool has_arcs = g_.has_arcs(v) || g_.in().has_arcs(v);
    if (!has_arcs) return std::ranges::find(sources_, v) != sources_.end();
    return is_set(normal_queue_, state_.visited, v);
  }

  DelegateOutcome finish(Level num_levels, DistBfsTree& tree) override {
    delegate_queue_.wait();
    tree.device_visits = times_.take();
    return results_.fetch(normal_queue_, state_, num_levels, window_end_, tree);
  }

 private:
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(context_, work, block_threads_);
  }
  /// Parents are rows, of which the first has the parent id `first_id`.
  [[nodiscard]] FindDelegates find_delegates_of(u32 first_id) const {
    return {state_.delegates_reached.data(), state_.delegate_parents.data(), first_id};
  }
  [[nodiscard]] FindNormals find_normals_of(u32 first_id) const {
    return {state_.visited.data(), state_.parent_ids.data(), first_id};
  }
  [[nodiscard]] VertexQueue found_normals() const {
    return {state_.found.data(), &state_.marks.data()->size};
  }

  /// Finds delegates next to the frontier's delegates.
  void start_dd() {
    if (directions_.dd) {
      go_backward(delegate_queue_, subgraphs_.in().dd, state_.delegates_visited,
                  find_delegates_of(0), Nowhere());
    } else if (delegates_.dd_rows > 0) {
      examined_.add(delegates_.dd_arcs);
      // By a merge path: degrees of dd are of every size, and high on average.
      dd_expansion_.expand(subgraphs_.dd.rows(), state_.dd_queue.data(), delegates_.dd_rows,
                           delegates_.dd_arcs, find_delegates_of(0), Nowhere());
    }
  }

  /// Finds delegates next to the frontier's normal vertices.
  void start_nd() {
    const FindDelegates found = find_delegates_of(g_.num_delegates);
    if (directions_.nd) {
      go_backward(delegate_queue_, subgraphs_.in().dn, state_.visited, found, Nowhere());
    } else {
      examined_.add(normals_.nd_arcs);
      expand(delegate_queue_, subgraphs_.nd.rows(), state_.nd_queue, normals_.nd_rows, found,
             Nowhere());
    }
  }

  /// Finds normal vertices next to the frontier's delegates.
  void start_dn() {
    if (directions_.dn) {
      go_backward(normal_queue_, subgraphs_.in().nd, state_.delegates_visited, find_normals_of(0),
                  found_normals());
    } else {
      examined_.add(delegates_.dn_arcs);
      expand(normal_queue_, subgraphs_.dn.rows(), state_.dn_queue, delegates_.dn_rows,
             find_normals_of(0), found_normals());
    }
  }

  /// Finds normal vertices next to the frontier's normal vertices, and bins those of other ranks.
  void start_nn() {
    outgoing_.clear();
    if (frontier_normals_ > 0 && normals_.nn_rows > 0) {
      outgoing_.begin(normals_.nn_arcs);
      examined_.add(normals_.nn_arcs);
      const FindNormals own = find_normals_of(g_.num_delegates);
      const Rows<u32> rows = subgraphs_.nn.rows();
      if (outgoing_.is_unique()) {
        expand(normal_queue_, rows, state_.nn_queue, normals_.nn_rows,
               FindNeighbours{own, outgoing_.seen(), g_.num_local}, found_normals());
      } else {
        expand(normal_queue_, rows, state_.nn_queue, normals_.nn_rows,
               FindNeighbourArcs{own, g_.num_local},
               NormalsAndGhosts{found_normals(), outgoing_.seen_queue(), g_.num_local});
      }
      outgoing_.bin();
    }
    // What comes from now on came from other ranks.
    QueueMarks* const marks = state_.marks.data();
    normal_queue_.copy(&marks->arrived_begin, &marks->size, sizeof(u32));
  }

  void take_arrivals(int from, std::span<const std::byte> message) {
    SetForm form{false, static_cast<u32>(message.size() / sizeof(u32))};
    if (outgoing_.is_unique()) form = wire_.form_of(g_.num_local, message);
    const FindNormals find = find_normals_of(arrived_id(from));
    const auto take = [&](const u32* words, u32 size, u32 begin) {
      if (form.is_bitmap) {
        simt::launch(normal_queue_.handle(), shape(u64{size} * simt::kWarp), take_arrived_bits,
                     words, size, begin, find, found_normals());
      } else {
        simt::launch(normal_queue_.handle(), shape(size), take_arrived, words, size, find,
                     found_normals());
      }
    };
    for_each_chunk(wire_, message.first(form.words * sizeof(u32)), chunk_of_arrivals(g_.num_local),
                   take);
  }

  void start_previsit_of_normals() {
    fill(normal_queue_, state_.counts, 0);
    // At most those that are left: how many they are only the device knows yet.
    simt::launch(normal_queue_.handle(), shape(g_.num_local - window_end_), previsit_normals,
                 normal_previsit(state_, subgraphs_, window_end_, level_));
    normal_queue_.copy(seen_normals_.data(), state_.counts.data(), sizeof(NormalCounts));
    normal_queue_.copy(seen_marks_.data(), state_.marks.data(), sizeof(QueueMarks));
  }

  /// The delegates of the mask are the frontier.
  void start_previsit_of_delegates() {
    if (g_.num_delegates == 0) return;
    times_.record(delegate_queue_, DeviceVisit::kPrevisitDelegates, level_, [&] {
      if (level_ > 0) mask_.take_back();
      fill(delegate_queue_, state_.delegate_counts, 0);
      simt::launch(delegate_queue_.handle(), shape(g_.num_delegates), previsit_delegates,
                   delegate_previsit(state_, subgraphs_, level_));
      delegate_queue_.copy(seen_delegates_.data(), state_.delegate_counts.data(),
                           sizeof(DelegateCounts));
    });
    delegates_come_ = true;
  }

  /// By degree classes: degrees of dn, nd and nn are limited, and low on average.
  template <class F, class Output>
  void expand(Queue& queue, const Rows<u32>& rows, const DeviceBuffer<u32>& frontier, u32 size,
              const F& functor, const Output& output) {
    simt::launch(queue.handle(), shape(size),
                 advance_rows<Rows<u32>, SomeRows, F, Output, ByClasses>, rows,
                 SomeRows{frontier.data(), size}, functor, output, mapping_);
  }
  template <class F, class Output>
  void go_backward(Queue& queue, const SubgraphOnDevice& reversed, const DeviceBuffer<u32>& parents,
                   const F& functor, const Output& output) {
    const Rows<u32> rows = reversed.rows();
    examined_.with_count([&]<class Count>(const Count& count) {
      simt::launch(queue.handle(), shape(rows.num_vertices), visit_backward<F, Output, Count>, rows,
                   reversed.sources(), parents.data(), functor, output, count);
    });
  }

  const Device device_;
  const DelegateBfsSettings settings_;
  const GraphDelegate& g_;
  Context& context_;
  u32 block_threads_;
  ByClasses mapping_;

  Queue delegate_queue_;
  Queue normal_queue_;
  SubgraphsOnDevice subgraphs_;
  Directions directions_;
  DelegateState state_;
  Wire wire_;
  std::shared_ptr<DeviceMessages> mask_memory_;
  MaskOnDevice mask_;
  OutgoingOnDevice outgoing_;
  std::optional<UnionOnDevice> union_;
  MergeExpansion dd_expansion_;
  ExaminedByRank examined_;
  VisitTimes times_;
  DelegateResults results_;

  PinnedBuffer<DelegateCounts> seen_delegates_;
  PinnedBuffer<NormalCounts> seen_normals_;
  PinnedBuffer<QueueMarks> seen_marks_;
  Event nd_visited_;
  Event dn_visited_;

  // Of the search under way.
  Level level_ = 0;  // of the frontier
  DelegateCounts delegates_{};
  NormalCounts normals_{};
  bool delegates_come_ = false;  // their numbers are on their way
  u32 frontier_normals_ = 0;
  u32 window_end_ = 0;        // of the normal frontier among the vertices found
  std::vector<u32> sources_;  // normal vertices of this rank
};

}  // namespace

std::unique_ptr<DelegateLocal> make_device_delegate(Workspace& workspace,
                                                    const GraphDelegate& graph,
                                                    const DelegateBfsSettings& settings,
                                                    const Device& device,
                                                    const DeviceBfsOptions& options) {
  return std::make_unique<LocalOnDevice>(workspace, device, graph, settings, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
