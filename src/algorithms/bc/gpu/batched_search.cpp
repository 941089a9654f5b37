// Brandes' algorithm for 32 sources a warp: what is read of the graph is read once for all of them.
//
//   level[0] = each source, in its search; visited = level[0]
//   for d = 0, 1, ... until nothing is found, one of:
//     the level has few arcs: its entries claim those that their arcs lead to, by an atomic or a
//       target; then these gather the counts of their neighbours of level[d]
//     else: entries that some search has not visited gather
//   for d = deepest, ..., 1: the entries of level[d] gather the coefficients of their neighbours of
//     level[d + 1]
//   the sums of the batches are added to those of the vertices, one batch after the other
//
// Counts are plain doubles or floats: few levels keep them in range, whatever the graph
// (safe_levels.hpp). A batch that turns out deeper is searched again, of floats by batches of
// doubles, of doubles a block a source.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "algorithms/bc/gpu/batched_steps.hpp"
#include "algorithms/bc/gpu/problem_on_device.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// A level with fewer arcs than all searches' divided by this claims what it leads to.
constexpr u64 kSparse = 16;

/// Each source is level 0 of its search, reached by one path.
template <class Value>
STRIDER_KERNEL place_sources(BatchState state, Value* rows, u32* level) {
  for (u32 number = simt::global_id(); number < state.num_sources; number += simt::global_size()) {
    const u64 entry = u64{state.sources[number].vertex} * state.batches + number / simt::kWarp;
    const u32 bit = 1U << number % simt::kWarp;
    simt::atomic_or(&level[entry], bit);
    simt::atomic_or(&state.visited[entry], bit);
    rows[entry * simt::kWarp + number % simt::kWarp] = 1;
  }
}

/// sums[v] += what the batches [begin, end) bring to v, one after the other; arcs of what they have
/// reached.
template <class Offset>
STRIDER_KERNEL add_batches(Rows<Offset> out, BatchState state, u32 begin, u32 end, double* sums,
                           u64* arcs) {
  u64 mine = 0;
  for_entries(out.num_vertices, [&](u64 v, bool has) {
    if (!has) return;
    double sum = sums[v];
    u32 reached = 0;
    for (u32 batch = begin; batch < end; ++batch) {
      const u64 entry = v * state.batches + batch;
      sum += state.sums[entry];
      reached += simt::popcount(state.visited[entry]);
    }
    sums[v] = sum;
    mine += u64{reached} * degree(out, static_cast<u32>(v));
  });
  add_from_warp(arcs, mine);
}
/// The sources' own part, an end of every path: after that, as sources are different vertices.
STRIDER_KERNEL add_ends_of_sources(BatchState state, u32 begin, u32 end, double* sums) {
  for (u32 number = begin + simt::global_id(); number < end; number += simt::global_size()) {
    sums[state.sources[number].vertex] += static_cast<double>(state.targets[number]);
  }
}

/// What searches of so many batches at once work in, with rows of `Value`s.
template <class Value>
struct BatchArrays {
  BatchArrays(Workspace& workspace, Context& context, u64 vertices,
              const BatchedSearchSettings& settings) {
    const auto declare = [&](std::string_view name, auto& array, u64 size) {
      workspace.declare(name, array, size, context);
    };
    const u64 batches = settings.batches;
    const u64 entries = vertices * batches;
    const u64 sources_at_once = batches * simt::kWarp;
    const u64 chunks = std::max(settings.long_out.chunks, settings.long_in.chunks) * batches;
    declare("the searches that have seen a vertex", visited, entries);
    declare("path counts and dependencies", rows, entries * simt::kWarp);
    declare("the sums of batches", entry_sums, entries);
    declare("the levels", levels, entries * (settings.levels + 1ULL));
    declare("path counts of chunks", chunk_rows, chunks * simt::kWarp);
    declare("the searches of chunks", chunk_masks, chunks);
    declare("batches of many levels", deep, batches);
    declare("the sources", sources, sources_at_once);
    declare("the targets reached", targets, sources_at_once);
    declare("the size of a level", facts, 1);
    declare("the arcs reached", reached_arcs, 1);
    declare("the scores", sums, vertices);
    declare("the sources", sources_here, sources_at_once);
    declare("batches of many levels", deep_here, batches);
    declare("the size of a level", facts_here, 1);
    declare("the arcs reached", reached_here, 1);
  }

  DeviceBuffer<u32> visited;
  DeviceBuffer<Value> rows;
  DeviceBuffer<double> entry_sums;
  DeviceBuffer<u32> levels;
  DeviceBuffer<double> chunk_rows;
  DeviceBuffer<u32> chunk_masks;
  DeviceBuffer<u32> deep;
  DeviceBuffer<SourceRecord> sources;
  DeviceBuffer<u64> targets;
  DeviceBuffer<LevelFacts> facts;
  DeviceBuffer<u64> reached_arcs;
  DeviceBuffer<double> sums;
  PinnedBuffer<SourceRecord> sources_here;
  PinnedBuffer<u32> deep_here;
  PinnedBuffer<LevelFacts> facts_here;
  PinnedBuffer<u64> reached_here;
};

template <class Value>
class BatchedSearch final : public DeviceBcEngine {
 public:
  BatchedSearch(Workspace& workspace, const BcOnDevice& problem,
                const BatchedSearchSettings& settings, DeviceBcEngine& for_deep)
      : on_device_(problem),
        problem_(problem.problem()),
        settings_(settings),
        context_(problem.context()),
        queue_(context_),
        for_deep_(for_deep),
        long_out_(workspace, context_, settings.long_out),
        arrays_(workspace, context_, problem_.graph.num_vertices(), settings) {
    if (problem_.graph.is_directed()) long_in_.emplace(workspace, context_, settings.long_in);
    workspace.when_taken([this] {
      const Graph& graph = problem_.graph;
      long_out_.fill(queue_, graph.out().offsets().span());
      if (long_in_) long_in_->fill(queue_, graph.in().offsets().span());
    });
  }

  std::uint64_t sum_up(std::span<const Vertex> sources, std::span<double> sums) override {
    queue_.fill(arrays_.sums.data(), 0, arrays_.sums.size_bytes());
    const std::uint64_t arcs = add_to(sources, arrays_.sums.data());
    download<double>(queue_, sums, arrays_.sums);
    return arcs;
  }

  std::uint64_t add_to(std::span<const Vertex> sources, double* sums) override {
    queue_.fill(arrays_.reached_arcs.data(), 0, arrays_.reached_arcs.size_bytes());
    std::uint64_t arcs = 0;
    const std::size_t most = std::size_t{settings_.batches} * simt::kWarp;
    while (!sources.empty()) {
      const auto round = sources.first(std::min(sources.size(), most));
      sources = sources.subspan(round.size());
      on_device_.out().with_rows(
          [&]<class Offset>(const Rows<Offset>&) { arcs += search<Offset>(round, sums); });
    }
    queue_.copy(arrays_.reached_here.data(), arrays_.reached_arcs.data(),
                arrays_.reached_arcs.size_bytes());
    queue_.wait();
    return arcs + arrays_.reached_here[0];
  }

 private:
  [[nodiscard]] BatchState state_of(std::size_t num_sources) const {
    return {.batches = static_cast<u32>((num_sources + simt::kWarp - 1) / simt::kWarp),
            .num_sources = static_cast<u32>(num_sources),
            .sources = arrays_.sources.data(),
            .visited = arrays_.visited.data(),
            .sums = arrays_.entry_sums.data(),
            .chunk_rows = arrays_.chunk_rows.data(),
            .chunk_masks = arrays_.chunk_masks.data(),
            .deep = arrays_.deep.data(),
            .targets = problem_.counts_endpoints() ? arrays_.targets.data() : nullptr,
            .weights = on_device_.weights()};
  }
  [[nodiscard]] u32* level(const BatchState& state, std::size_t depth) const {
    return arrays_.levels.data() + depth * problem_.graph.num_vertices() * state.batches;
  }
  template <class Offset>
  [[nodiscard]] BatchArcs<Offset> out_arcs() const {
    return {rows_of<Offset>(on_device_.out()), long_out_.view()};
  }
  template <class Offset>
  [[nodiscard]] BatchArcs<Offset> in_arcs() const {
    return {rows_of<Offset>(on_device_.in()), long_in_ ? long_in_->view() : long_out_.view()};
  }
  /// Warps take entries in turn, and all of them are on the device at the same time, or nearly so.
  [[nodiscard]] simt::LaunchShape shape(u64 entries) const {
    constexpr u32 kThreadsAtOnce = 2048;  // of a multiprocessor
    return shape_for(context_, entries * simt::kWarp, settings_.block_threads,
                     std::max(1U, kThreadsAtOnce / settings_.block_threads));
  }

  /// Adds to `sums` what a round of sources brings; returns the arcs of the batches that were deep.
  template <class Offset>
  std::uint64_t search(std::span<const Vertex> sources, double* sums) {
    const BatchState state = state_of(sources.size());
    start(state, sources);
    const std::size_t deepest = walk_out<Offset>(state);
    for (std::size_t depth = deepest; depth > 0; --depth) {
      run_step<Offset>(state, {.kind = BatchStepKind::kBack,
                               .from = depth == deepest ? nullptr : level(state, depth + 1),
                               .level = level(state, depth),
                               .is_last = false,
                               .facts = nullptr});
    }
    queue_.copy(arrays_.deep_here.data(), arrays_.deep.data(), state.batches * sizeof(u32));
    queue_.wait();
    std::uint64_t arcs = 0;
    for (u32 begin = 0; begin < state.batches;) {
      u32 end = begin;
      while (end < state.batches && arrays_.deep_here[end] == 0) ++end;
      if (end > begin) {
        add_from_batches<Offset>(state, begin, end, sums);
        begin = end;
      } else {
        arcs += search_deep(
            sources.subspan(std::size_t{begin} * simt::kWarp,
                            std::min<std::size_t>(
                                simt::kWarp, sources.size() - std::size_t{begin} * simt::kWarp)),
            sums);
        ++begin;
      }
    }
    return arcs;
  }

  void start(const BatchState& state, std::span<const Vertex> sources) {
    on_device_.list_sources(sources, arrays_.sources_here.data());
    const u64 entries = u64{problem_.graph.num_vertices()} * state.batches;
    queue_.copy(arrays_.sources.data(), arrays_.sources_here.data(),
                sources.size() * sizeof(SourceRecord));
    queue_.fill(arrays_.visited.data(), 0, entries * sizeof(u32));
    queue_.fill(arrays_.levels.data(), 0, entries * sizeof(u32));
    queue_.fill(arrays_.entry_sums.data(), 0, entries * sizeof(double));
    queue_.fill(arrays_.deep.data(), 0, arrays_.deep.size_bytes());
    queue_.fill(arrays_.targets.data(), 0, arrays_.targets.size_bytes());
    simt::launch(queue_.handle(), shape_for(context_, sources.size(), settings_.block_threads),
                 place_sources<Value>, state, arrays_.rows.data(), level(state, 0));
  }

  /// Returns the deepest level that has an entry, with room for one more.
  template <class Offset>
  std::size_t walk_out(const BatchState& state) {
    const u64 all = problem_.graph.num_arcs() * state.batches;
    u64 arcs = 0;
    for (u32 number = 0; number < state.num_sources; ++number) {
      arcs += problem_.graph.out().degree(arrays_.sources_here[number].vertex);
    }
    for (std::size_t depth = 0;; ++depth) {
      BatchStep step{.kind = BatchStepKind::kPull,
                     .from = level(state, depth),
                     .level = level(state, depth + 1),
                     .is_last = depth + 1 == settings_.levels,
                     .facts = arrays_.facts.data()};
      if (arcs < all / kSparse) {
        step.kind = BatchStepKind::kGather;
        queue_.fill(step.level, 0, entries_bytes(state));
        simt::launch(queue_.handle(), shape(u64{problem_.graph.num_vertices()} * state.batches),
                     claim_out<Offset>, out_arcs<Offset>(), state, step);
      }
      queue_.fill(arrays_.facts.data(), 0, arrays_.facts.size_bytes());
      run_step<Offset>(state, step);
      queue_.copy(arrays_.facts_here.data(), arrays_.facts.data(), arrays_.facts.size_bytes());
      queue_.wait();
      if (arrays_.facts_here[0].entries == 0) return depth;
      if (step.is_last) return depth;  // who continues is deep
      arcs = arrays_.facts_here[0].arcs;
    }
  }
  [[nodiscard]] u64 entries_bytes(const BatchState& state) const {
    return u64{problem_.graph.num_vertices()} * state.batches * sizeof(u32);
  }

  template <class Offset>
  void run_step(const BatchState& state, const BatchStep& step) {
    const bool back = step.kind == BatchStepKind::kBack;
    const BatchArcs<Offset> arcs = back ? out_arcs<Offset>() : in_arcs<Offset>();
    if (arcs.longs.num_chunks > 0 && step.from != nullptr) {
      simt::launch(queue_.handle(), shape(u64{arcs.longs.num_chunks} * state.batches),
                   gather_chunks<Offset, Value>, arcs, state, arrays_.rows.data(), step);
    }
    const auto entries = shape(u64{problem_.graph.num_vertices()} * state.batches);
    if (back) {
      simt::launch(queue_.handle(), entries, step_back<Offset, Value>, arcs, state,
                   arrays_.rows.data(), step);
    } else {
      simt::launch(queue_.handle(), entries, step_out<Offset, Value>, arcs,
                   rows_of<Offset>(on_device_.out()), state, arrays_.rows.data(), step);
    }
  }

  template <class Offset>
  void add_from_batches(const BatchState& state, u32 begin, u32 end, double* sums) {
    simt::launch(queue_.handle(),
                 shape_for(context_, problem_.graph.num_vertices(), settings_.block_threads),
                 add_batches<Offset>, rows_of<Offset>(on_device_.out()), state, begin, end, sums,
                 arrays_.reached_arcs.data());
    if (state.targets == nullptr) return;
    const u32 last = std::min(state.num_sources, end * simt::kWarp);
    simt::launch(queue_.handle(),
                 shape_for(context_, last - begin * simt::kWarp, settings_.block_threads),
                 add_ends_of_sources, state, begin * simt::kWarp, last, sums);
  }
  /// On top of what has been added so far.
  std::uint64_t search_deep(std::span<const Vertex> sources, double* sums) {
    queue_.wait();
    return for_deep_.add_to(sources, sums);
  }

  const BcOnDevice& on_device_;
  const BcProblem& problem_;
  BatchedSearchSettings settings_;
  Context& context_;
  Queue queue_;
  DeviceBcEngine& for_deep_;
  LongRowArrays long_out_;
  std::optional<LongRowArrays> long_in_;  // of a directed graph
  BatchArrays<Value> arrays_;
};

}  // namespace

std::unique_ptr<DeviceBcEngine> BcOnDevice::batched_search(Workspace& workspace,
                                                           const BatchedSearchSettings& settings,
                                                           DeviceBcEngine& for_deep) const {
  if (settings.precision == BetweennessPrecision::kSingle) {
    return std::make_unique<BatchedSearch<float>>(workspace, *this, settings, for_deep);
  }
  return std::make_unique<BatchedSearch<double>>(workspace, *this, settings, for_deep);
}

}  // namespace strider::detail::STRIDER_DEVICE
