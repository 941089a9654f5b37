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

/// A container, mapped and verified.
struct Opened {
  Container container;
  AnyGraph graph;
  std::optional<PreparedGraph> prepared;
  double verify_seconds = 0;
};

Opened open_verified(Container container, const ReadOptions& options) {
  Opened opened{std::move(container), {}, {}, 0};
  opened.graph = opened.container.graph();
  const auto reads = [&](ReadLayouts one) {
    return options.layouts == one || options.layouts == ReadLayouts::kAll;
  };
  const auto layout = static_cast<Layout>(opened.container.header().layout);
  if (layout != Layout::kNone && reads(ReadLayouts::kBreadthFirst)) {
    opened.prepared = native::layout_from_sections(opened.container.layout_sections(), layout,
                                                   topology(opened.graph));
  }
  if (opened.container.has_weight_layout() && reads(ReadLayouts::kByWeight)) {
    opened.graph = native::with_weight_layout(opened.graph, opened.container.layout_sections());
  }
  const Timer timer;
  native::verify(opened.container, opened.graph, opened.prepared, options);
  opened.verify_seconds = timer.seconds();
  return opened;
}

}  // namespace

std::optional<LoadedGraph> map_native(const std::string& path, const ReadOptions& options,
                                      const BuildOptions& build) {
  const Timer timer;
  Container container(path);
  const native::StoredBuild stored = container.stored_build();
  const Directedness asked =
      build.directedness.value_or(options.directedness.value_or(stored.directedness));
  if (!stored.is_as_asked(asked, build.self_loops, build.duplicates)) return std::nullopt;
  Opened opened = open_verified(std::move(container), options);
  LoadedGraph loaded;
  loaded.facts = facts_of(opened.container, options);
  loaded.facts.verify_seconds = opened.verify_seconds;
  loaded.build = stored.report;
  loaded.graph = std::move(opened.graph);
  if (options.weights == ReadWeights::kNo) loaded.graph = Graph(topology(loaded.graph));
  loaded.prepared = std::move(opened.prepared);
  loaded.facts.seconds = timer.seconds();
  return loaded;
}

InputEdges read_native_edges(const std::string& path, const ReadOptions& options) {
  const Opened opened = open_verified(Container(path), options);
  const AnyGraph graph =
      options.weights == ReadWeights::kNo ? AnyGraph(topology(opened.graph)) : opened.graph;
  InputEdges edges;
  edges.facts = facts_of(opened.container, options);
  edges.facts.verify_seconds = opened.verify_seconds;
  edges.list = unfold(graph, edges.facts.directedness, resolve_threads(options.threads));
  return edges;
}

void verify_native(const std::string& path, int threads) {
  (void)open_verified(Container(path),
                      {.verification = Verification::kEverything, .threads = threads});
}

}  // namespace strider
