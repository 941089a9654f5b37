#include <algorithm>
#include <mutex>
#include <variant>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "graph/csr_facts.hpp"
#include "io/direct_load.hpp"
#include "io/native/container.hpp"
#include "io/native/layout.hpp"
#include "io/readers.hpp"
#include "io/unfold.hpp"
#include "strider/error.hpp"
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

/// What the header says of the adjacency, and what an adjacency must be beyond offsets and targets
/// in range.
void check_adjacency(const Container& container, const Graph& graph, int threads) {
  const auto refuse = [&](const char* fault) { throw InputError(container.path(), 0, fault); };
  if (count_self_loops(graph.out(), threads) != graph.num_self_loops()) {
    refuse("has another number of self-loops than its header says");
  }
  if (container.rows_strictly_ascend() && !rows_strictly_ascend(graph.out(), threads)) {
    refuse("has repeated or unsorted edges, but its header says that it has none");
  }
  const ArcSums out = arc_sums(graph.out(), threads);
  if (!graph.is_directed() && !out.symmetric()) {
    refuse("is corrupt: its header says undirected, but some edges lead one way only");
  }
  if (graph.is_directed() && graph.has_transpose() &&
      !arc_sums(graph.in(), threads).is_reverse_of(out)) {
    refuse("has incoming edges that do not match its outgoing edges");
  }
}

/// An undirected edge has one weight, at both of its ends.
void check_weights(const Graph&, const std::string&, int) {}
template <class W>
void check_weights(const WeightedGraph<W>& graph, const std::string& path, int threads) {
  const Graph& structure = graph.topology();
  if (structure.is_directed()) return;
  ArcSums all;
  std::mutex mutex;
  parallel_chunks(structure.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int) {
    ArcSums mine;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      const auto row = structure.out().neighbors(v);
      const auto weights = graph.weights(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        mine.add(v, row[i], hash_edge(v, row[i], weights[i]));
      }
    }
    const std::lock_guard lock(mutex);
    all.add(mine);
  });
  if (!all.symmetric())
    throw InputError(path, 0, "has an undirected edge with two different weights");
}

void check_labels(const Graph& graph, const std::string& path) {
  const Labels& labels = graph.labels();
  if (labels.kind() == LabelKind::kText) {
    const auto offsets = labels.text_offsets().span();
    if (!std::is_sorted(offsets.begin(), offsets.end())) {
      throw InputError(path, 0, "the offsets of its text labels descend");
    }
  }
  try {
    // Building the index finds labels that stand twice.
    (void)labels.find("0", graph.num_vertices());
  } catch (const UsageError& error) {
    throw InputError(path, 0, error.what());
  }
}

/// All that mapping leaves unread.
void check_content(const Container& container, const AnyGraph& graph, int threads) {
  container.verify_checksums(threads);
  const Graph& structure = topology(graph);
  check_csr(structure.out(), container.path(), threads);
  if (structure.is_directed() && structure.has_transpose()) {
    check_csr(structure.in(), container.path(), threads);
  }
  check_adjacency(container, structure, threads);
  std::visit([&](const auto& typed) { check_weights(typed, container.path(), threads); }, graph);
  check_labels(structure, container.path());
}

}  // namespace

std::optional<LoadedGraph> map_native(const std::string& path, const ReadOptions& options,
                                      const BuildOptions& build) {
  const Timer timer;
  const Container container(path);
  if (!is_as_asked(container, options, build)) return std::nullopt;
  LoadedGraph loaded;
  loaded.facts = facts_of(container, options);
  loaded.build = report_of(container);
  loaded.graph = container.graph();
  if (options.weights == ReadWeights::kNo) loaded.graph = Graph(topology(loaded.graph));
  const auto layout = static_cast<Layout>(container.header().layout);
  if (layout != Layout::kNone) {
    loaded.prepared =
        native::layout_from_sections(container.layout_sections(), layout, topology(loaded.graph));
  }
  loaded.facts.seconds = timer.seconds();
  return loaded;
}

InputEdges read_native_edges(const std::string& path, const ReadOptions& options) {
  const Container container(path);
  AnyGraph graph = container.graph();
  // Everything is read here anyway, and following corrupt offsets would end in a crash.
  check_content(container, graph, resolve_threads(options.threads));
  if (options.weights == ReadWeights::kNo) graph = Graph(topology(graph));
  InputEdges edges;
  edges.facts = facts_of(container, options);
  edges.list = unfold(graph, edges.facts.directedness, resolve_threads(options.threads));
  return edges;
}

void verify_native(const std::string& path, int requested_threads) {
  const Container container(path);
  const AnyGraph graph = container.graph();
  const int threads = resolve_threads(requested_threads);
  check_content(container, graph, threads);
  const auto layout = static_cast<Layout>(container.header().layout);
  if (layout != Layout::kNone) {
    native::check_layout(
        native::layout_from_sections(container.layout_sections(), layout, topology(graph)), path,
        threads);
  }
}

}  // namespace strider
