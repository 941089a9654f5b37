#include "algorithms/bfs/ranks_gpu/delegate/results.hpp"

#include <algorithm>

#include "algorithms/bfs/ranks_gpu/delegate/copy_levels.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/parent_ids.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/parent_names.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Delegates that a rank owns, and what was found of all.
struct OwnDelegates {
  const u32* delegates;
  const u32* vertices;
  u32 size;
  const u32* visited;
  const u32* found_here;
  const u32* levels;
  const u32* parents;
};

/// Parent ids and levels of own delegates take their places among those of the rank's vertices.
STRIDER_KERNEL settle_own(OwnDelegates own, u32* parent_ids, u32* levels) {
  for (u32 i = simt::global_id(); i < own.size; i += simt::global_size()) {
    const u32 delegate = own.delegates[i];
    const u32 bit = 1U << delegate % 32;
    if ((own.visited[delegate / 32] & bit) == 0) continue;
    const bool here = (own.found_here[delegate / 32] & bit) != 0;
    parent_ids[own.vertices[i]] = here ? own.parents[delegate] : kOpenParentId;
    levels[own.vertices[i]] = own.levels[delegate];
  }
}

/// Bytes of the largest download.
[[nodiscard]] std::size_t most_copied(const GraphDelegate& graph) {
  return sizeof(u32) * std::size_t{std::max(graph.num_local, graph.num_delegates)};
}

}  // namespace

DelegateResults::DelegateResults(Workspace& workspace, Context& context, const GraphDelegate& graph,
                                 int threads, u32 block_threads)
    : g_(graph),
      threads_(threads),
      block_threads_(block_threads),
      stage_(workspace, context, most_copied(graph)) {
  workspace.declare("a copy of the levels", copied_levels_, graph.num_local, context);
  workspace.declare("a copy of the parents", parent_ids_, graph.num_local);
  workspace.declare("a copy of the frontiers", found_, graph.num_local);
  workspace.declare("a set of delegates", found_here_, (graph.num_delegates + 63ULL) / 64);
  workspace.declare("the parents of delegates", delegate_parents_, graph.num_delegates);
  workspace.count("the open delegates", graph.own_delegates.size() * sizeof(GraphDelegate::Own));
  workspace.count("the tree",
                  graph.num_local * (sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level)));
}

simt::LaunchShape DelegateResults::shape(const Queue& queue, u64 work) const {
  return shape_for(queue.context(), work, block_threads_);
}

void DelegateResults::restart(DistBfsTree& tree) {
  if (tree.parents.size() != g_.num_local) tree.parents = Array<GlobalVertex>(g_.num_local);
  if (tree.narrow_levels.size() != g_.num_local) {
    tree.narrow_levels = Array<std::uint8_t>(g_.num_local);
  }
  windows_.clear();
  arrivals_.clear();
  open_.clear();
}

void DelegateResults::add_arrivals(u32 begin, u32 end, Level level) {
  if (end > begin) windows_.push_back({begin, end, level});
}

DelegateOutcome DelegateResults::fetch(Queue& queue, const DelegateState& state, Level num_levels,
                                       u32 num_found, DistBfsTree& tree) {
  const OwnDelegates own{.delegates = state.own_delegates.data(),
                         .vertices = state.own_vertices.data(),
                         .size = static_cast<u32>(state.own_delegates.size()),
                         .visited = state.delegates_visited.data(),
                         .found_here = state.found_here.data(),
                         .levels = state.delegate_levels.data(),
                         .parents = state.delegate_parents.data()};
  simt::launch(queue.handle(), shape(queue, own.size), settle_own, own, state.parent_ids.data(),
               state.levels.data());
  fetch_levels(queue, state, num_levels, tree);
  stage_.download(queue, parent_ids_.data(), state.parent_ids.data(),
                  parent_ids_.span().size_bytes());
  name_parents(g_, parent_ids_.span(), threads_, tree.parents.span());
  fetch_arrivals(queue, state, num_found);
  stage_.download(queue, found_here_.data(), state.found_here.data(),
                  found_here_.span().size_bytes());
  stage_.download(queue, delegate_parents_.data(), state.delegate_parents.data(),
                  delegate_parents_.span().size_bytes());
  return {.found_here = found_here_.span(),
          .parents = delegate_parents_.span(),
          .open = open_,
          .arrived = arrivals_};
}

void DelegateResults::fetch_levels(Queue& queue, const DelegateState& state, Level num_levels,
                                   DistBfsTree& tree) {
  const auto fetch = [&]<class T>(std::span<T> to) {
    T* const copied = reinterpret_cast<T*>(copied_levels_.data());
    simt::launch(queue.handle(), shape(queue, g_.num_local), copy_levels<T>,
                 state.parent_ids.data(), state.levels.data(), copied, g_.num_local);
    stage_.download(queue, to.data(), copied, to.size_bytes());
  };
  if (num_levels <= LevelView::kNarrowUnreached) {
    tree.wide_levels = {};
    fetch(tree.narrow_levels.span());
  } else {
    tree.narrow_levels = {};
    if (tree.wide_levels.size() != g_.num_local) tree.wide_levels = Array<Level>(g_.num_local);
    fetch(tree.wide_levels.span());
  }
}

void DelegateResults::fetch_arrivals(Queue& queue, const DelegateState& state, u32 num_found) {
  for (const GraphDelegate::Own& own : g_.own_delegates) {
    if (parent_ids_[index(own.vertex)] == kOpenParentId) open_.push_back(own);
  }
  if (windows_.empty()) return;
  stage_.download(queue, found_.data(), state.found.data(), sizeof(u32) * num_found);
  for (const Window& window : windows_) {
    arrivals_.push_back(
        {found_.span().subspan(window.begin, window.end - window.begin), window.level});
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
