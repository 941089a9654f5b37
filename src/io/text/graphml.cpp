// GraphML: U. Brandes et al., "GraphML Progress Report" (2002). One graph, without hyperedges,
// nested graphs or a mixture of directed and undirected edges.
#include <fmt/format.h>

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "io/readers.hpp"
#include "io/text/rows.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

using pugi::xml_node;

class GraphMlParser {
 public:
  GraphMlParser(std::string_view text, const ReadOptions& options)
      : text_(text), keep_weights_(options.weights == ReadWeights::kYes) {}

  InputEdges parse(int threads) {
    load();
    const xml_node root = document_.child("graphml");
    if (!root) fail_at(text_.data(), "expected the element 'graphml'");
    const xml_node graph = root.child("graph");
    if (!graph) fail_at(place(root), "expected an element 'graph' in 'graphml'");
    if (graph.next_sibling("graph")) {
      fail_at(place(graph.next_sibling("graph")), "expected one graph, found a second one");
    }
    find_weight_key(root);
    read_directedness(graph);
    for (const xml_node node : graph.children("node")) read_node(node);
    read_edges(graph);
    if (graph.child("hyperedge"))
      fail_at(place(graph.child("hyperedge")), "hyperedges are not read");
    return take(threads);
  }

 private:
  void load() {
    // The parser copies the text, and takes some 64 bytes an element.
    require_memory(saturating_mul(text_.size(), 6), "a GraphML file");
    const auto result = document_.load_buffer(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (!result) {
      const auto offset =
          std::min<std::size_t>(static_cast<std::size_t>(result.offset), text_.size());
      fail_at(text_.data() + offset, fmt::format("is not XML: {}", result.description()));
    }
    for (const xml_node child : document_.children()) {
      // Entities of a file's own could stand for anything; none of them is expanded.
      if (child.type() == pugi::node_doctype &&
          std::string_view(child.value()).find("<!ENTITY") != std::string_view::npos) {
        fail_at(text_.data(), "declares entities, which are not read");
      }
    }
  }

  [[nodiscard]] const char* place(const xml_node& node) const {
    const auto offset = node.offset_debug();
    return text_.data() + (offset < 0 ? 0 : static_cast<std::size_t>(offset));
  }

  void find_weight_key(const xml_node& root) {
    for (const xml_node key : root.children("key")) {
      const std::string_view of = key.attribute("for").value();
      const std::string_view name = key.attribute("attr.name").value();
      if ((of == "edge" || of == "all") && (name == "weight" || name == "value")) {
        weight_key_ = key.attribute("id").value();
        weight_default_ = key.child("default");
        if (name == "weight") return;
      }
    }
  }

  void read_directedness(const xml_node& graph) {
    const std::string_view said = graph.attribute("edgedefault").value();
    if (said != "directed" && said != "undirected") {
      fail_at(place(graph), "expected edgedefault=\"directed\" or \"undirected\" in the graph");
    }
    directedness_ = said == "directed" ? Directedness::kDirected : Directedness::kUndirected;
  }

  void read_node(const xml_node& node) {
    const std::string_view id = node.attribute("id").value();
    if (id.empty()) fail_at(place(node), "expected an 'id' in this node");
    if (node.child("graph")) fail_at(place(node.child("graph")), "nested graphs are not read");
    if (labels_.find(id))
      fail_at(place(node), fmt::format("node {} is declared a second time", in_quotes(id)));
    labels_.number(id);
  }

  void read_edges(const xml_node& graph) {
    for (const xml_node edge : graph.children("edge")) {
      if (const pugi::xml_attribute directed = edge.attribute("directed")) {
        if (directed.as_bool() != (directedness_ == Directedness::kDirected)) {
          fail_at(place(edge), "directed and undirected edges in one graph are not read");
        }
      }
      edges_.push_back({find_node(edge, "source"), find_node(edge, "target")});
      read_weight(edge);
    }
  }

  Vertex find_node(const xml_node& edge, const char* which) const {
    const std::string_view id = edge.attribute(which).value();
    const auto v = labels_.find(id);
    if (!v) {
      fail_at(place(edge),
              id.empty() ? fmt::format("expected a '{}' in this edge", which)
                         : fmt::format("node {} of this edge is not declared", in_quotes(id)));
    }
    return *v;
  }

  void read_weight(const xml_node& edge) {
    xml_node data = weight_key_.empty()
                        ? xml_node{}
                        : edge.find_child_by_attribute("data", "key", weight_key_.c_str());
    if (!data && !weight_key_.empty()) data = weight_default_;
    if (edges_.size() == 1) weighted_ = static_cast<bool>(data);
    if (!keep_weights_) return;
    if (static_cast<bool>(data) != weighted_) {
      fail_at(place(edge),
              "either all edges have a weight or none: the first one and this one differ");
    }
    if (!data) return;
    ScannedWeight weight{};
    std::string_view word = data.child_value();
    while (!word.empty() && (is_blank(word.front()) || word.front() == '\n')) word.remove_prefix(1);
    while (!word.empty() && (is_blank(word.back()) || word.back() == '\n')) word.remove_suffix(1);
    if (!parse_weight(word, weight)) {
      fail_at(place(edge), fmt::format("expected a number as the weight of this edge, found {}",
                                       in_quotes(word)));
    }
    weights_.push_back(weight.value);
    fit_uint32_ &= weight.fits_uint32;
  }

  InputEdges take(int threads) {
    InputEdges result;
    result.facts.weighted = weighted_;
    result.facts.directedness = directedness_;
    result.facts.directedness_reason = fmt::format(
        "edgedefault is {}", directedness_ == Directedness::kDirected ? "directed" : "undirected");
    result.list.num_vertices = labels_.size();
    result.list.labels = labels_.labels();
    result.list.edges = Array<Edge>::copy_of(edges_);
    if (weighted_ && keep_weights_) {
      result.list.weights = make_weights(Array<double>::copy_of(weights_), fit_uint32_, threads);
    }
    return result;
  }

  std::string_view text_;
  bool keep_weights_;
  pugi::xml_document document_;
  std::string weight_key_;
  xml_node weight_default_;
  Directedness directedness_ = Directedness::kUndirected;
  TextLabels labels_;
  std::vector<Edge> edges_;
  std::vector<double> weights_;
  bool weighted_ = false;
  bool fit_uint32_ = true;
};

}  // namespace

InputEdges parse_graphml(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] {
    return GraphMlParser(input.text, options).parse(resolve_threads(options.threads));
  });
}

}  // namespace strider
