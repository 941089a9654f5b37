// A block a source: every block searches from one source after the other, each in a workspace of
// its own, all blocks over all multiprocessors; then, what the sources bring is added to the sums
// in the order of the sources.
#include <algorithm>
#include <string>

#include "algorithms/bc/gpu/engine.hpp"
#include "algorithms/bc/gpu/length_walk.hpp"
#include "algorithms/bc/gpu/level_walks.hpp"
#include "algorithms/bc/gpu/problem_on_device.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

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

template <class Offset>
STRIDER_KERNEL search_by_vertices(BcRound<Offset> round) {
  search_sources(
      round, [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                 Reached& reached) { return walk_by_vertices(team, round, workspace, reached); });
}
template <class Offset>
STRIDER_KERNEL search_by_edges(BcRound<Offset> round) {
  search_sources(round,
                 [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                     Reached& reached) { return walk_by_edges(team, round, workspace, reached); });
}
template <class Offset>
STRIDER_KERNEL search_by_queues(BcRound<Offset> round) {
  STRIDER_SHARED(u32, length, 1);
  search_sources(round, [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                            Reached& reached) {
    if (team.rank() == 0) simt::store(&length[0], 1);
    team.sync();
    return walk_by_queues(team, round, workspace, &length[0], reached);
  });
}

template <class Offset, class Length>
STRIDER_KERNEL search_by_lengths(BcRound<Offset> round, LengthArrays<Length> arrays) {
  STRIDER_SHARED(LengthBoard<Length>, board, 1);
  search_sources(round, [&](const BlockTeam& team, u32 number, const SourceWorkspace& workspace,
                            Reached& reached) {
    return walk_by_lengths(team, round, workspace,
                           arrays.of_workspace(number, round.out.num_vertices),
                           round.sources[number].vertex, &board[0], reached);
  });
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
template <class Offset>
STRIDER_KERNEL add_to_arcs(BcRound<Offset> round, double* sums) {
  const auto share = [](u32 /*number*/, const SourceWorkspace& workspace, u64 /*arc*/, u32 v,
                        u32 w) {
    const Node& from = workspace.nodes[v];
    const Node& to = workspace.nodes[w];
    if (from.level == kNoLevel || to.level != from.level + 1) return 0.0;
    return workspace.kept[v] * share_of_successor(from.exponent, to.value, to.exponent);
  };
  add_shares(round, share, sums);
}
template <class Offset, class Length>
STRIDER_KERNEL add_to_arcs_by_lengths(BcRound<Offset> round, LengthArrays<Length> arrays,
                                      double* sums) {
  const auto share = [&](u32 number, const SourceWorkspace& workspace, u64 arc, u32 v, u32 w) {
    return share_of_arc(workspace, arrays.of_workspace(number, round.out.num_vertices), arc, v, w);
  };
  add_shares(round, share, sums);
}

/// What all searches at once write of lengths of one width.
template <class Length>
struct LengthBuffers {
  DeviceBuffer<Length> distances;
  DeviceBuffer<u64> relaxations;
};

class SourceSearch final : public DeviceSourceSearch {
 public:
  SourceSearch(std::shared_ptr<const BcOnDevice> problem, const SourceSearchSettings& settings)
      : on_device_(std::move(problem)),
        problem_(on_device_->problem()),
        settings_(settings),
        context_(on_device_->context()),
        queue_(context_),
        sizes_(sizes_of(problem_)) {
    choose_sources_at_once();
    take_memory();
  }

  std::uint64_t sum_up(std::span<const Vertex> sources, std::span<double> sums) override {
    queue_.fill(sums_.data(), 0, sums_.size_bytes());
    const std::uint64_t arcs = add_to(sources, sums_.data());
    download<double>(queue_, sums, sums_);
    return arcs;
  }

  std::uint64_t add_to(std::span<const Vertex> sources, double* sums) override {
    std::uint64_t arcs = 0;
    for_rounds(sources, [&](std::size_t count) {
      on_device_->out().with_rows(
          [&]<class Offset>(const Rows<Offset>&) { add_round<Offset>(count, sums); });
      for (std::size_t i = 0; i < count; ++i) arcs += facts_here_[i].arcs;
    });
    queue_.wait();
    return arcs;
  }

  std::vector<Level> depths(std::span<const Vertex> sources) override {
    std::vector<Level> depths;
    for_rounds(sources, [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) depths.push_back(facts_here_[i].depth);
    });
    return depths;
  }
  void walk_edges_from(std::uint32_t vertices) override { settings_.edges_from = vertices; }
  [[nodiscard]] std::uint32_t sources_at_once() const override { return sources_at_once_; }

 private:
  /// Of the kernel that searches, as many blocks as the device holds; of workspaces so many times
  /// more that blocks which end early find others to begin.
  void choose_sources_at_once() {
    const auto choose = [&](auto* kernel, const auto&... /*arguments*/) {
      require_block_threads(queue_, kernel, settings_.block_threads);
      blocks_ = std::max<u32>(
          1, simt::max_cooperative_blocks(queue_.handle(), kernel, settings_.block_threads, 0));
    };
    on_device_->out().with_rows(
        [&]<class Offset>(const Rows<Offset>&) { with_kernel<Offset>(choose); });
    constexpr u64 kSourcesPerBlock = 2;
    const std::uint64_t shared = source_search_bytes(sizes_);
    const std::uint64_t each = source_workspace_bytes(sizes_, settings_.walk);
    u64 sources = settings_.sources_at_once;
    if (sources == 0) {
      const std::uint64_t room = context_.free_bytes() / 2;
      const u64 fitting = room > shared ? (room - shared) / each : 0;
      sources = std::clamp<u64>(std::min(fitting, kSourcesPerBlock * blocks_), 1,
                                std::max<std::size_t>(1, problem_.sources.size()));
    }
    sources_at_once_ = static_cast<u32>(sources);
    context_.require(shared + each * sources, "betweenness from " + std::to_string(sources) +
                                                  (sources == 1 ? " source" : " sources") +
                                                  " at once");
  }

  void take_memory() {
    static_assert(sizeof(Node) == 16 && sizeof(PathCount) == 16);
    static_assert(sizeof(SourceRecord) == 16 && sizeof(SourceFacts) == 24);
    static_assert(sizeof(ZeroPlace) == 24 && sizeof(ZeroFlow) == 88);
    const u64 n = sizes_.vertices;
    nodes_ = DeviceBuffer<Node>(context_, sources_at_once_ * n);
    kept_ = DeviceBuffer<double>(context_, sources_at_once_ * n);
    if (has_queues(settings_.walk)) {
      queues_ = DeviceBuffer<u32>(context_, sources_at_once_ * n);
      ends_ = DeviceBuffer<u32>(context_, sources_at_once_ * (n + 2));
    }
    if (walks_edges(settings_.walk)) {
      const u64 chunks = (sizes_.arcs + kChunkArcs - 1) / kChunkArcs;
      borders_ = DeviceBuffer<PathCount>(context_, sources_at_once_ * 2 * chunks);
    }
    if (settings_.walk == SourceWalk::kByLengths) {
      lists_ = DeviceBuffer<u32>(context_, sources_at_once_ * n);
      marks_ = DeviceBuffer<u32>(context_, sources_at_once_ * n);
      flows_ = DeviceBuffer<ZeroFlow>(context_, sources_at_once_ * sizes_.zero_places);
      if (has_wide_lengths()) {
        take_lengths(wide_);
      } else {
        take_lengths(narrow_);
      }
    }
    records_ = DeviceBuffer<SourceRecord>(context_, sources_at_once_);
    facts_ = DeviceBuffer<SourceFacts>(context_, sources_at_once_);
    next_source_ = DeviceBuffer<u32>(context_, 1);
    sums_ = DeviceBuffer<double>(context_, sizes_.scores_edges ? sizes_.arcs : n);
    records_here_ = PinnedBuffer<SourceRecord>(context_, sources_at_once_);
    facts_here_ = PinnedBuffer<SourceFacts>(context_, sources_at_once_);
  }

  [[nodiscard]] bool has_wide_lengths() const { return !problem_.lengths->wide.empty(); }
  template <class Length>
  void take_lengths(LengthBuffers<Length>& buffers) {
    buffers.distances = DeviceBuffer<Length>(context_, sources_at_once_ * sizes_.vertices);
    if (!LengthArrays<Length>::kHasMinima) {
      buffers.relaxations = DeviceBuffer<u64>(context_, sources_at_once_ * sizes_.vertices);
    }
  }
  template <class Length>
  [[nodiscard]] LengthArrays<Length> arrays_of(const LengthBuffers<Length>& buffers) const {
    LengthArrays<Length> arrays = on_device_->lengths<Length>();
    arrays.distances = buffers.distances.data();
    arrays.relaxations = buffers.relaxations.data();
    arrays.lists = lists_.data();
    arrays.marks = marks_.data();
    arrays.trees.flows = flows_.data();
    return arrays;
  }

  /// body(number of sources) after each round's searches.
  template <class Body>
  void for_rounds(std::span<const Vertex> sources, const Body& body) {
    for (std::size_t begin = 0; begin < sources.size(); begin += sources_at_once_) {
      const auto round =
          sources.subspan(begin, std::min<std::size_t>(sources_at_once_, sources.size() - begin));
      start(round);
      on_device_->out().with_rows(
          [&]<class Offset>(const Rows<Offset>&) { search<Offset>(round.size()); });
      queue_.copy(facts_here_.data(), facts_.data(), round.size() * sizeof(SourceFacts));
      queue_.wait();
      body(round.size());
    }
  }
  void start(std::span<const Vertex> sources) {
    on_device_->list_sources(sources, records_here_.data());
    queue_.copy(records_.data(), records_here_.data(), sources.size() * sizeof(SourceRecord));
    queue_.fill(facts_.data(), 0, sources.size() * sizeof(SourceFacts));
    queue_.fill(next_source_.data(), 0, next_source_.size_bytes());
  }

  template <class Offset>
  [[nodiscard]] BcRound<Offset> round_of(std::size_t count) const {
    const bool has_keys = walks_edges(settings_.walk) || sizes_.scores_edges;
    BcRound<Offset> round{};
    round.out = rows_of<Offset>(on_device_->out());
    round.in = rows_of<Offset>(on_device_->in());
    if (has_keys) round.by_source = on_device_->by_source();
    if (walks_edges(settings_.walk)) round.by_target = on_device_->by_target();
    round.nodes = nodes_.data();
    round.kept = kept_.data();
    round.queues = queues_.data();
    round.ends = ends_.data();
    round.borders = borders_.data();
    round.sources = records_.data();
    round.num_sources = static_cast<u32>(count);
    round.next_source = next_source_.data();
    round.facts = facts_.data();
    round.weights = on_device_->weights();
    round.scores_edges = sizes_.scores_edges;
    round.edges_from = settings_.edges_from;
    return round;
  }
  template <class Offset, class Use>
  void with_kernel(const Use& use) const {
    switch (settings_.walk) {
      case SourceWalk::kByVertices:
        return use(&search_by_vertices<Offset>);
      case SourceWalk::kByEdges:
        return use(&search_by_edges<Offset>);
      case SourceWalk::kByQueues:
      case SourceWalk::kHybrid:
        return use(&search_by_queues<Offset>);
      case SourceWalk::kByLengths:
        return has_wide_lengths() ? use(&search_by_lengths<Offset, WideLength>, arrays_of(wide_))
                                  : use(&search_by_lengths<Offset, u64>, arrays_of(narrow_));
    }
  }
  template <class Offset>
  void search(std::size_t count) {
    with_kernel<Offset>([&](auto* kernel, const auto&... arguments) {
      const simt::LaunchShape shape{.grid = std::min(blocks_, static_cast<u32>(count)),
                                    .block = settings_.block_threads};
      simt::launch(queue_.handle(), shape, kernel, round_of<Offset>(count), arguments...);
    });
  }
  template <class Offset>
  void add_round(std::size_t count, double* sums) {
    const auto shape = shape_for(context_, sums_.size(), settings_.block_threads);
    if (sizes_.scores_edges && settings_.walk == SourceWalk::kByLengths) {
      const auto add = [&]<class Length>(const LengthArrays<Length>& arrays) {
        simt::launch(queue_.handle(), shape, &add_to_arcs_by_lengths<Offset, Length>,
                     round_of<Offset>(count), arrays, sums);
      };
      has_wide_lengths() ? add(arrays_of(wide_)) : add(arrays_of(narrow_));
    } else if (sizes_.scores_edges) {
      simt::launch(queue_.handle(), shape, &add_to_arcs<Offset>, round_of<Offset>(count), sums);
    } else {
      simt::launch(queue_.handle(), shape, &add_to_vertices<Offset>, round_of<Offset>(count),
                   problem_.counts_endpoints(), sums);
    }
  }

  std::shared_ptr<const BcOnDevice> on_device_;
  const BcProblem& problem_;
  SourceSearchSettings settings_;
  Context& context_;
  Queue queue_;
  DeviceBcSizes sizes_;
  u32 blocks_ = 1;
  u32 sources_at_once_ = 1;
  DeviceBuffer<Node> nodes_;
  DeviceBuffer<double> kept_;
  DeviceBuffer<u32> queues_;
  DeviceBuffer<u32> ends_;
  DeviceBuffer<PathCount> borders_;
  DeviceBuffer<u32> lists_;
  DeviceBuffer<u32> marks_;
  DeviceBuffer<ZeroFlow> flows_;
  LengthBuffers<u64> narrow_;
  LengthBuffers<WideLength> wide_;
  DeviceBuffer<SourceRecord> records_;
  DeviceBuffer<SourceFacts> facts_;
  DeviceBuffer<u32> next_source_;
  DeviceBuffer<double> sums_;
  PinnedBuffer<SourceRecord> records_here_;
  PinnedBuffer<SourceFacts> facts_here_;
};

}  // namespace

std::unique_ptr<DeviceSourceSearch> make_source_search(
    const std::shared_ptr<const DeviceObject>& problem, const SourceSearchSettings& settings) {
  return std::make_unique<SourceSearch>(std::static_pointer_cast<const BcOnDevice>(problem),
                                        settings);
}

}  // namespace strider::detail::STRIDER_DEVICE
