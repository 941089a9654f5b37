#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "io/direct_load.hpp"
#include "io/native/container.hpp"
#include "io/native/layout.hpp"
#include "io/native/verify.hpp"
#include "io/readers.hpp"
#include "io/unfold.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

using native::Container;

InputFacts facts_of(const Container& container, const ReadOptions& options) {
  InputFacts facts;
  facts.format = FileFormat::kNative;
  facts.directedness = options.directedness.value_or(
      container.is_directed() ? Directedness::kDirected : Directedness::kUndirected);
  facts.directedness_reason = directedness_reason(options, "the container says so");
  facts.weighted =
      container.header().weight_type != static_cast<std::uint8_t>(native::WeightType::kNone);
  facts.labels = static_cast<LabelKind>(container.header().label_kind);
  facts.duplicates_left_out = container.duplicates_left_out();
  return facts;
}

/// Whether the graph stored is what the options ask for.
bool is_as_asked(const Container& container, const ReadOptions& options,
                 const BuildOptions& build) {
  const Directedness stored =
      container.is_directed() ? Directedness::kDirected : Directedness::kUndirected;
  const Directedness asked = build.directedness.value_or(options.directedness.value_or(stored));
  const bool removes_loops =
      build.self_loops == SelfLoops::kRemove && container.header().num_self_loops > 0;
  const bool removes_duplicates =
      build.duplicates != Duplicates::kKeep && !container.rows_strictly_ascend();
  return asked == stored && !removes_loops && !removes_duplicates;
}

BuildReport report_of(const Container& container) {
  BuildReport report;
  report.edges_listed = container.header().edges_listed;
  report.self_loops = container.header().self_loops_listed;
  report.duplicates = container.header().duplicates_listed;
  report.isolated = static_cast<Vertex>(container.header().isolated);
  return report;
}

/// A container, mapped and verified.
struct Opened {
  Container container;
  AnyGraph graph;
  std::optional<PreparedGraph> prepared;
  double verify_seconds = 0;
};

Opened open_verified(Container container, Verification verification, int threads) {
  Opened opened{std::move(container), {}, {}, 0};
  opened.graph = opened.container.graph();
  const auto layout = static_cast<Layout>(opened.container.header().layout);
  if (layout != Layout::kNone) {
    opened.prepared = native::layout_from_sections(opened.container.layout_sections(), layout,
                                                   topology(opened.graph));
  }
  const Timer timer;
  native::verify(opened.container, opened.graph, opened.prepared, verification,
                 resolve_threads(threads));
  opened.verify_seconds = timer.seconds();
  return opened;
}

}  // namespace

std::optional<LoadedGraph> map_native(const std::string& path, const ReadOptions& options,
                                      const BuildOptions& build) {
  const Timer timer;
  Container container(path);
  if (!is_as_asked(container, options, build)) return std::nullopt;
  Opened opened = open_verified(std::move(container), options.verification, options.threads);
  LoadedGraph loaded;
  loaded.facts = facts_of(opened.container, options);
  loaded.facts.verify_seconds = opened.verify_seconds;
  loaded.build = report_of(opened.container);
  loaded.graph = std::move(opened.graph);
  if (options.weights == ReadWeights::kNo) loaded.graph = Graph(topology(loaded.graph));
  loaded.prepared = std::move(opened.prepared);
  loaded.facts.seconds = timer.seconds();
  return loaded;
}

InputEdges read_native_edges(const std::string& path, const ReadOptions& options) {
  const Opened opened = open_verified(Container(path), options.verification, options.threads);
  const AnyGraph graph =
      options.weights == ReadWeights::kNo ? AnyGraph(topology(opened.graph)) : opened.graph;
  InputEdges edges;
  edges.facts = facts_of(opened.container, options);
  edges.facts.verify_seconds = opened.verify_seconds;
  edges.list = unfold(graph, edges.facts.directedness, resolve_threads(options.threads));
  return edges;
}

void verify_native(const std::string& path, int threads) {
  (void)open_verified(Container(path), Verification::kEverything, threads);
}

}  // namespace strider
