#include <algorithm>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/parallel.hpp"
#include "graph/csr_facts.hpp"
#include "io/native/checksum.hpp"
#include "io/native/format.hpp"
#include "io/native/header_builder.hpp"
#include "io/native/layout.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider {
namespace native {
namespace {

using detail::LayoutSections;

/// Collects sections, lays them out in the file and writes them.
class ContainerWriter {
 public:
  explicit ContainerWriter(int threads) : threads_(threads) {}

  void add_graph(const AnyGraph& graph, const BuildReport* report) {
    const Graph& structure = topology(graph);
    add_structure(structure);
    add_weights(graph);
    add_labels(structure.labels());
    add_report(structure, report);
  }

  void add_layout(const PreparedGraph& prepared) {
    header_.layout = static_cast<std::uint8_t>(prepared.layout());
    add_layout(layout_to_sections(prepared));
  }

  void add_layout(const LayoutSections& layout) {
    for (const auto& array : layout.arrays()) {
      add(SectionKind::kLayout, array.name, array.element_bytes, array.bytes);
    }
    for (const auto& scalar : layout.scalars()) {
      built_.scalars.push_back({name_of(scalar.name), scalar.value});
    }
  }

  void write(const std::string& path) {
    AtomicFile file(path);
    built_.place_sections();
    sum_sections();
    file.reserve(header_.file_bytes);
    const std::vector<std::byte> header = built_.checked();
    file.write_at(0, header.data(), header.size());
    for (std::size_t i = 0; i < contents_.size(); ++i) write_section(file, i);
    file.commit();
  }

 private:
  void add(SectionKind kind, std::string_view name, std::size_t element_bytes,
           SharedArray<std::byte> bytes) {
    built_.add(kind, name, element_bytes, bytes.size() / element_bytes);
    contents_.push_back(std::move(bytes));
  }

  template <class T>
  void add(std::string_view name, const SharedArray<T>& array) {
    add(SectionKind::kGraph, name, sizeof(T),
        {std::make_shared<const SharedArray<T>>(array), std::as_bytes(array.span())});
  }

  void add_structure(const Graph& graph) {
    header_.num_vertices = graph.num_vertices();
    header_.num_arcs = graph.num_arcs();
    header_.num_self_loops = graph.num_self_loops();
    if (rows_strictly_ascend(graph.out(), threads_)) header_.flags |= kRowsStrictlyAscend;
    add(kOutOffsets, graph.out().offsets());
    add(kOutTargets, graph.out().targets());
    if (!graph.is_directed()) return;
    header_.flags |= kDirected;
    // Searches of a directed graph need it sooner or later: it is built once, here.
    add(kInOffsets, graph.in().offsets());
    add(kInTargets, graph.in().targets());
  }

  void add_weights(const AnyGraph& graph) {
    WeightType type = WeightType::kNone;
    if (const auto* floats = std::get_if<WeightedGraph<float>>(&graph)) {
      type = WeightType::kFloat;
      add(kWeights, floats->weights());
    } else if (const auto* doubles = std::get_if<WeightedGraph<double>>(&graph)) {
      type = WeightType::kDouble;
      add(kWeights, doubles->weights());
    } else if (const auto* integers = std::get_if<WeightedGraph<std::uint32_t>>(&graph)) {
      type = WeightType::kUint32;
      add(kWeights, integers->weights());
    }
    header_.weight_type = static_cast<std::uint8_t>(type);
  }

  void add_labels(const Labels& labels) {
    header_.label_kind = static_cast<std::uint8_t>(labels.kind());
    header_.label_base = labels.base();
    if (labels.kind() == LabelKind::kSparse) add(kLabelNumbers, labels.numbers());
    if (labels.kind() == LabelKind::kText) {
      add(kLabelOffsets, labels.text_offsets());
      add(kLabelArena, labels.arena());
    }
  }

  void add_report(const Graph& graph, const BuildReport* report) {
    if (report != nullptr) {
      header_.edges_listed = report->edges_listed;
      header_.self_loops_listed = report->self_loops;
      header_.duplicates_listed = report->duplicates;
      header_.isolated = report->isolated;
    } else {
      header_.edges_listed = graph.num_edges();
      header_.self_loops_listed = graph.num_self_loops();
      header_.isolated = count_isolated(graph, threads_);
    }
  }

  void sum_sections() {
    // Those of the graph come first: the layout's depend on them.
    std::vector<SectionEntry>& sections = built_.sections;
    const std::uint64_t seed = graph_seed(header_, built_.scalars);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      sections[i].checksum = section_checksum(contents_[i].span(),
                                              section_seed(seed, sections[i], sections), threads_);
    }
  }

  /// The section and the zero bytes that follow it.
  void write_section(AtomicFile& file, std::size_t i) const {
    constexpr std::size_t kBlock = std::size_t{4} << 20U;
    const auto bytes = contents_[i].span();
    parallel_for(
        0, (bytes.size() + kBlock - 1) / kBlock, threads_,
        [&](std::size_t block) {
          const std::size_t begin = block * kBlock;
          file.write_at(built_.sections[i].offset + begin, bytes.data() + begin,
                        std::min(kBlock, bytes.size() - begin));
        },
        1);
    const auto [begin, end] = built_.zeros_behind(i);
    file.write_at(begin, kZeros.data(), end - begin);
  }

  HeaderBuilder built_;
  FileHeader& header_ = built_.header;
  std::vector<SharedArray<std::byte>> contents_;
  int threads_;
};

}  // namespace
}  // namespace native

void write_native(const AnyGraph& graph, const std::string& path, const PreparedGraph* prepared,
                  const BuildReport* report, int threads) {
  native::ContainerWriter writer(resolve_threads(threads));
  writer.add_graph(graph, report);
  if (prepared != nullptr && prepared->layout() != Layout::kNone) {
    if (prepared->graph().out().targets().data() != topology(graph).out().targets().data()) {
      throw UsageError("the layout to be stored belongs to another graph");
    }
    writer.add_layout(*prepared);
  }
  writer.add_layout(native::weight_layout_to_sections(graph));
  writer.write(path);
}

}  // namespace strider
