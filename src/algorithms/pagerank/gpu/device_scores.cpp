// PageRank on a device, compiled once for each kind of device: every vertex adds what it sends to
// the ends of its arcs. Numbers that threads add up are multiples of 2^-60, as integers, so that no
// order of additions changes them; where rounding makes one negative, so is the integer.
#include "algorithms/pagerank/gpu/device_scores.hpp"

#include <utility>
#include <vector>

#include "gpu/advance.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;
constexpr double kUnit = 0x1p60;

STRIDER_DEVICE_FUNCTION u64 to_fixed(double value) {
  return static_cast<u64>(static_cast<std::int64_t>(value * kUnit));
}
STRIDER_DEVICE_FUNCTION double from_fixed(u64 value) {
  return static_cast<double>(static_cast<std::int64_t>(value)) / kUnit;
}

/// The same on the host.
[[nodiscard]] double number_of(u64 value) {
  return static_cast<double>(static_cast<std::int64_t>(value)) / kUnit;
}

/// Adds what a vertex sends to the ends of its arcs.
struct Send {
  using From = u64;
  const u64* sent;
  u64* came;

  STRIDER_DEVICE_FUNCTION u64 from(u32 u) const { return simt::load(&sent[u]); }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u64 value, u32 v) const {
    simt::atomic_add(&came[v], value);
    return false;
  }
};

struct FixedSums {
  u64 change;
  u64 total;
  u64 dangling;
};
struct VertexScores {
  u32 size;
  double* scores;
  double* earlier;
  u64* sent;
  u64* came;
  const double* jumps;  ///< null: uniform
  double uniform;

  STRIDER_DEVICE_FUNCTION double jump(u32 v) const { return jumps == nullptr ? uniform : jumps[v]; }
};

template <class Offset>
STRIDER_DEVICE_FUNCTION void set(const Rows<Offset>& rows, const VertexScores& table, u32 v,
                                 double score, FixedSums& sums) {
  const u32 arcs = degree(rows, v);
  table.scores[v] = score;
  table.sent[v] = arcs == 0 ? 0 : to_fixed(score / arcs);
  table.came[v] = 0;
  sums.total += to_fixed(score);
  sums.dangling += arcs == 0 ? to_fixed(score) : 0;
}
/// All threads of a block call it.
STRIDER_DEVICE_FUNCTION void add(FixedSums* sums, const FixedSums& mine) {
  add_from_block(&sums->change, mine.change);
  add_from_block(&sums->total, mine.total);
  add_from_block(&sums->dangling, mine.dangling);
}

/// `change` is the degree, in units; `total` the jumps to vertices with arcs.
template <class Offset>
STRIDER_KERNEL weigh_vertices(Rows<Offset> rows, VertexScores table, FixedSums* sums) {
  FixedSums mine{};
  for (u32 v = simt::global_id(); v < table.size; v += simt::global_size()) {
    mine.change += degree(rows, v);
    if (degree(rows, v) > 0) mine.total += to_fixed(table.jump(v));
  }
  add(sums, mine);
}
template <class Offset>
STRIDER_KERNEL start_scores(Rows<Offset> rows, VertexScores table, PageRankStart start,
                            FixedSums* sums) {
  FixedSums mine{};
  for (u32 v = simt::global_id(); v < table.size; v += simt::global_size()) {
    const double score = start.uniform * table.uniform + start.personal * table.jump(v) +
                         start.by_weight * degree(rows, v);
    set(rows, table, v, score, mine);
  }
  add(sums, mine);
}
template <class Offset>
STRIDER_KERNEL step_scores(Rows<Offset> rows, VertexScores table, PageRankStep step,
                           FixedSums* sums) {
  FixedSums mine{};
  for (u32 v = simt::global_id(); v < table.size; v += simt::global_size()) {
    const double score = table.scores[v];
    const double change =
        step.damping * from_fixed(table.came[v]) + step.jumps * table.jump(v) - score;
    const double earlier = step.weight == 1 ? 0 : table.earlier[v];
    double moved = score + change;
    if (step.weight != 1) moved = earlier + step.weight * (moved - earlier);
    if (step.keeps) table.earlier[v] = score;
    mine.change += to_fixed(change < 0 ? -change : change);
    set(rows, table, v, moved, mine);
  }
  add(sums, mine);
}

class ScoresOnDevice final : public DeviceScores {
 public:
  ScoresOnDevice(Workspace& workspace, const GraphArrays& graph, const PageRankOptions& options)
      : queue_(graph.context()), graph_(graph), personalization_(options.personalization) {
    const u32 n = graph.num_vertices();
    Context& context = graph.context();
    double sum = 0;
    for (const double value : personalization_) sum += value;
    for (double& value : personalization_) value /= sum;
    workspace.declare("the scores", scores_, n, context);
    workspace.declare("the scores before", earlier_, n, context);
    workspace.declare("what vertices send", sent_, n, context);
    workspace.declare("what comes to vertices", came_, n, context);
    workspace.declare("sums", sums_, 1, context);
    declare_copy(workspace, "personalization", jumps_, queue_,
                 std::span<const double>(personalization_));
    workspace.declare("the scores", host_scores_, n);
  }

  /// Before the others, once the workspace is taken.
  void weigh() {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      launch(&weigh_vertices<Offset>, rows, table(), sums_.data());
    });
    const FixedSums sums = download_sums();
    facts_ = {
        .num_vertices = static_cast<double>(graph_.num_vertices()),
        .num_arcs = static_cast<double>(graph_.num_arcs()),
        .directedness = graph_.is_directed() ? Directedness::kDirected : Directedness::kUndirected,
        .weight = static_cast<double>(sums.change),
        .jumps_to_connected = number_of(sums.total)};
  }
  [[nodiscard]] PageRankFacts facts() const override { return facts_; }
  PageRankSums start(const PageRankStart& start) override {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      launch(&start_scores<Offset>, rows, table(), start, sums_.data());
    });
    return sums();
  }
  PageRankSums step(const PageRankStep& step) override {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(),
                   &advance_rows<Rows<Offset>, AllRows, Send, Nowhere, ByWarps>, rows,
                   AllRows{graph_.num_vertices()}, Send{sent_.data(), came_.data()}, Nowhere{},
                   ByWarps{});
      launch(&step_scores<Offset>, rows, table(), step, sums_.data());
    });
    return sums();
  }
  Array<double> take_scores(double factor) override {
    download(queue_, host_scores_.span(), scores_);
    for (double& score : host_scores_) score *= factor;
    return std::move(host_scores_);
  }

 private:
  [[nodiscard]] simt::LaunchShape shape() const {
    return shape_for(queue_.context(), graph_.num_vertices(), kThreads);
  }
  /// With sums of 0.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), const Arguments&... arguments) {
    const FixedSums none{};
    upload(queue_, sums_, std::span<const FixedSums>(&none, 1));
    if (graph_.num_vertices() > 0) simt::launch(queue_.handle(), shape(), kernel, arguments...);
  }
  [[nodiscard]] FixedSums download_sums() {
    FixedSums sums;
    download(queue_, std::span(&sums, 1), sums_);
    return sums;
  }
  [[nodiscard]] PageRankSums sums() {
    const FixedSums sums = download_sums();
    return {number_of(sums.change), number_of(sums.total), number_of(sums.dangling)};
  }
  [[nodiscard]] VertexScores table() const {
    return {graph_.num_vertices(),
            scores_.data(),
            earlier_.data(),
            sent_.data(),
            came_.data(),
            jumps_.data(),
            1.0 / graph_.num_vertices()};
  }

  Queue queue_;
  const GraphArrays& graph_;
  std::vector<double> personalization_;
  PageRankFacts facts_;
  DeviceBuffer<double> scores_;
  DeviceBuffer<double> earlier_;
  DeviceBuffer<u64> sent_;
  DeviceBuffer<u64> came_;
  DeviceBuffer<double> jumps_;
  DeviceBuffer<FixedSums> sums_;
  Array<double> host_scores_;
};

}  // namespace

std::unique_ptr<DeviceScores> make_scores(const DeviceObject& graph,
                                          const PageRankOptions& options) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  auto scores = std::make_unique<ScoresOnDevice>(workspace, arrays, options);
  workspace.take("PageRank", HostMemory(), arrays.context());
  scores->weigh();
  return scores;
}

}  // namespace strider::detail::STRIDER_DEVICE
