// A block a source: every block searches from one source after the other, each in a workspace of
// its own, all blocks over all multiprocessors; then, what the sources bring is added to the sums
// in the order of the sources. By which kernels: source_search.cpp, length_search.cpp.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "algorithms/bc/gpu/problem_on_device.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The sources of a round, dealt to blocks one by one: those that end early take the next.
/// walk(team, number, workspace, reached) returns the largest level.
template <class Offset, class Walk>
STRIDER_DEVICE_FUNCTION void search_sources(const BcRound<Offset>& round, const Walk& walk) {
  const BlockTeam team;
  STRIDER_SHARED(u32, taken, 1);
  while (true) {
    if (team.rank() == 0) taken[0] = simt::atomic_add(round.next_source, 1);
    team.sync();
    const u32 number = taken[0];
    if (number >= round.num_sources) return;
    const SourceWorkspace workspace = workspace_of(round, number);
    const u32 source = round.sources[number].vertex;
    begin_search(team, round, workspace, source);
    team.sync();
    Reached reached{};
    if (team.rank() == 0) reached.arcs = degree(round.out, source);
    const u32 depth = walk(team, number, workspace, reached);
    tell_reached(&round.facts[number], reached);
    if (team.rank() == 0) round.facts[number].depth = depth;
  }
}

/// sums[v] += what the sources of a round bring to v, one after the other.
template <class Offset>
STRIDER_KERNEL add_to_vertices(BcRound<Offset> round, bool counts_endpoints, double* sums) {
  const u32 n = round.out.num_vertices;
  for (u32 v = simt::global_id(); v < n; v += simt::global_size()) {
    double sum = sums[v];
    for (u32 number = 0; number < round.num_sources; ++number) {
      const SourceWorkspace workspace = workspace_of(round, number);
      sum += round.sources[number].times * workspace.kept[v];
      if (!counts_endpoints) continue;
      if (round.sources[number].vertex == v) {
        sum += static_cast<double>(round.facts[number].targets);
      } else if (workspace.nodes[v].level != kNoLevel) {
        sum += workspace.weight(v);
      }
    }
    sums[v] = sum;
  }
}
/// The same of arcs. share(number, workspace, arc, v, w): what the arc from v to w brings.
template <class Offset, class Share>
STRIDER_DEVICE_FUNCTION void add_shares(const BcRound<Offset>& round, const Share& share,
                                        double* sums) {
  const Coordinates& arcs = round.by_source;
  for (u64 arc = simt::global_id(); arc < arcs.num_arcs; arc += simt::global_size()) {
    const u32 v = arcs.keys[arc];
    const u32 w = arcs.targets[arc];
    double sum = sums[arc];
    for (u32 number = 0; number < round.num_sources; ++number) {
      sum += share(number, workspace_of(round, number), arc, v, w);
    }
    sums[arc] = sum;
  }
}
/// What searches from so many sources at once work in.
struct SourceArrays {
  SourceArrays(Workspace& workspace, Context& context, const BcSizes& sizes, SourceWalk walk,
               u64 sources) {
    const auto declare = [&](std::string_view name, auto& array, u64 size) {
      workspace.declare(name, array, size, context);
    };
    const u64 n = sizes.vertices;
    declare("path counts and dependencies", nodes, sources * n);
    declare("dependencies of closed vertices", kept, sources * n);
    if (has_queues(walk)) {
      declare("the queues", queues, sources * n);
      declare("the levels", ends, sources * (n + 2));
    }
    if (walks_edges(walk)) {
      declare("sums of chunks", borders,
              sources * 2 * ((sizes.arcs + kChunkArcs - 1) / kChunkArcs));
    }
    declare("the sources", records, sources);
    declare("the sources' sums", facts, sources);
    declare("the next source", next_source, 1);
    declare("the scores", sums, sizes.scores());
    declare("the sources", records_here, sources);
    declare("the sources' sums", facts_here, sources);
  }

  DeviceBuffer<Node> nodes;
  DeviceBuffer<double> kept;
  DeviceBuffer<u32> queues;
  DeviceBuffer<u32> ends;
  DeviceBuffer<PathCount> borders;
  DeviceBuffer<SourceRecord> records;
  DeviceBuffer<SourceFacts> facts;
  DeviceBuffer<u32> next_source;
  DeviceBuffer<double> sums;
  PinnedBuffer<SourceRecord> records_here;
  PinnedBuffer<SourceFacts> facts_here;
};

/// `Kernels` has what they need besides the workspaces of sources, and gives them:
///   with_search<Offset>(use)        use(kernel that searches from the sources of a round, what it
///                                   takes besides the round...)
///   with_add_to_arcs<Offset>(use)   the same of the kernel that adds to the sums of arcs
template <class Kernels>
class SourceSearch final : public DeviceSourceSearch {
 public:
  SourceSearch(Workspace& workspace, const BcOnDevice& problem,
               const SourceSearchSettings& settings)
      : on_device_(problem),
        problem_(problem.problem()),
        sizes_(problem.sizes()),
        settings_(settings),
        context_(problem.context()),
        queue_(context_),
        arrays_(workspace, context_, sizes_, settings.walk, settings.sources_at_once),
        kernels_(workspace, problem, settings) {
    const auto count_blocks = [&](auto* kernel, const auto&... /*arguments*/) {
      require_block_threads(queue_, kernel, settings.block_threads);
      blocks_ = std::max<u32>(
          1, simt::max_cooperative_blocks(queue_.handle(), kernel, settings.block_threads, 0));
    };
    problem.has_small_offsets() ? kernels_.template with_search<u32>(count_blocks)
                                : kernels_.template with_search<u64>(count_blocks);
  }

  std::uint64_t sum_up(std::span<const Vertex> sources, std::span<double> sums) override {
    queue_.fill(arrays_.sums.data(), 0, arrays_.sums.size_bytes());
    const std::uint64_t arcs = add_to(sources, arrays_.sums.data());
    download<double>(queue_, sums, arrays_.sums);
    return arcs;
  }

  std::uint64_t add_to(std::span<const Vertex> sources, double* sums) override {
    std::uint64_t arcs = 0;
    for_rounds(sources, [&](std::size_t count) {
      on_device_.out().with_rows(
          [&]<class Offset>(const Rows<Offset>&) { add_round<Offset>(count, sums); });
      for (std::size_t i = 0; i < count; ++i) arcs += arrays_.facts_here[i].arcs;
    });
    queue_.wait();
    return arcs;
  }

  std::vector<Level> depths(std::span<const Vertex> sources) override {
    std::vector<Level> depths;
    for_rounds(sources, [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) depths.push_back(arrays_.facts_here[i].depth);
    });
    return depths;
  }
  void walk_edges_from(std::uint32_t vertices) override { edges_from_ = vertices; }
  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }

 private:
  /// body(number of sources) after each round's searches.
  template <class Body>
  void for_rounds(std::span<const Vertex> sources, const Body& body) {
    for (std::size_t begin = 0; begin < sources.size(); begin += settings_.sources_at_once) {
      const auto round = sources.subspan(
          begin, std::min<std::size_t>(settings_.sources_at_once, sources.size() - begin));
      start(round);
      on_device_.out().with_rows(
          [&]<class Offset>(const Rows<Offset>&) { search<Offset>(round.size()); });
      queue_.copy(arrays_.facts_here.data(), arrays_.facts.data(),
                  round.size() * sizeof(SourceFacts));
      queue_.wait();
      body(round.size());
    }
  }
  void start(std::span<const Vertex> sources) {
    on_device_.list_sources(sources, arrays_.records_here.data());
    queue_.copy(arrays_.records.data(), arrays_.records_here.data(),
                sources.size() * sizeof(SourceRecord));
    queue_.fill(arrays_.facts.data(), 0, sources.size() * sizeof(SourceFacts));
    queue_.fill(arrays_.next_source.data(), 0, arrays_.next_source.size_bytes());
  }

  template <class Offset>
  [[nodiscard]] BcRound<Offset> round_of(std::size_t count) const {
    const bool has_keys = walks_edges(settings_.walk) || sizes_.scores_edges;
    BcRound<Offset> round{};
    round.out = rows_of<Offset>(on_device_.out());
    round.in = rows_of<Offset>(on_device_.in());
    if (has_keys) round.by_source = on_device_.by_source();
    if (walks_edges(settings_.walk)) round.by_target = on_device_.by_target();
    round.nodes = arrays_.nodes.data();
    round.kept = arrays_.kept.data();
    round.queues = arrays_.queues.data();
    round.ends = arrays_.ends.data();
    round.borders = arrays_.borders.data();
    round.sources = arrays_.records.data();
    round.num_sources = static_cast<u32>(count);
    round.next_source = arrays_.next_source.data();
    round.facts = arrays_.facts.data();
    round.weights = on_device_.weights();
    round.scores_edges = sizes_.scores_edges;
    round.edges_from = edges_from_;
    return round;
  }
  template <class Offset>
  void search(std::size_t count) {
    kernels_.template with_search<Offset>([&](auto* kernel, const auto&... arguments) {
      const simt::LaunchShape shape{.grid = std::min(blocks_, static_cast<u32>(count)),
                                    .block = settings_.block_threads};
      simt::launch(queue_.handle(), shape, kernel, round_of<Offset>(count), arguments...);
    });
  }
  template <class Offset>
  void add_round(std::size_t count, double* sums) {
    const auto shape = shape_for(context_, sizes_.scores(), settings_.block_threads);
    if (sizes_.scores_edges) {
      kernels_.template with_add_to_arcs<Offset>([&](auto* kernel, const auto&... arguments) {
        simt::launch(queue_.handle(), shape, kernel, round_of<Offset>(count), arguments..., sums);
      });
    } else {
      simt::launch(queue_.handle(), shape, &add_to_vertices<Offset>, round_of<Offset>(count),
                   problem_.counts_endpoints(), sums);
    }
  }

  const BcOnDevice& on_device_;
  const BcProblem& problem_;
  BcSizes sizes_;
  SourceSearchSettings settings_;
  Context& context_;
  Queue queue_;
  SourceArrays arrays_;
  Kernels kernels_;
  u32 blocks_ = 1;
  u32 edges_from_ = ~u32{0};
};

/// By lengths (length_search.cpp).
[[nodiscard]] std::unique_ptr<DeviceSourceSearch> make_length_search(
    Workspace& workspace, const BcOnDevice& problem, const SourceSearchSettings& settings);

}  // namespace strider::detail::STRIDER_DEVICE
