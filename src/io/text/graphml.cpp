// GraphML: U. Brandes et al., "GraphML Progress Report" (2002). One graph, without hyperedges,
// nested graphs or a mixture of directed and undirected edges.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/edge_collector.hpp"
#include "io/readers.hpp"
#include "io/text/declared_nodes.hpp"
#include "io/text/rows.hpp"
#include "io/text/weight_attributes.hpp"
#include "io/text/xml_document.hpp"
#include "io/text/xml_nodes.hpp"

namespace strider {
namespace {

using pugi::xml_node;

class GraphMlParser {
 public:
  GraphMlParser(std::string_view text, const ReadOptions& options)
      : document_(text, "a GraphML file"), attributes_(options), edges_(options.weights) {}

  InputEdges parse(const ReadOptions& options) {
    const xml_node graph = document_.graph_in("graphml");
    find_weight_keys(graph.parent());
    find_label_key(graph.parent());
    read_directedness(graph);
    for (const xml_node node : graph.children("node")) read_node(node);
    read_edges(graph);
    if (graph.child("hyperedge"))
      fail_at(place(graph.child("hyperedge")), "hyperedges are not read");
    return take(options);
  }

 private:
  /// An attribute of edges that may be the weight.
  struct WeightKey {
    std::string id;
    std::string name;
    xml_node otherwise;  // what edges have that do not say; none if it is null
  };

  [[nodiscard]] const char* place(const xml_node& node) const { return document_.place(node); }

  /// Keys of one name but different types, as NetworkX writes them, are one attribute.
  void find_weight_keys(const xml_node& root) {
    for (const xml_node key : root.children("key")) {
      const std::string_view of = key.attribute("for").value();
      const char* const name = key.attribute("attr.name").value();
      if (of != "edge" && of != "all" && !of.empty()) continue;
      if (attributes_.may_be_weight(name)) {
        weight_keys_.push_back({key.attribute("id").value(), name, key.child("default")});
      } else if (of == "edge" && is_number_type(key.attribute("attr.type").value())) {
        attributes_.pass_over(name);
      }
    }
  }

  /// The attribute of nodes that may call them: 'label', else 'name'.
  void find_label_key(const xml_node& root) {
    for (const char* const name : {"label", "name"}) {
      for (const xml_node key : root.children("key")) {
        if (std::string_view(key.attribute("for").value()) != "node" ||
            std::string_view(key.attribute("attr.name").value()) != name) {
          continue;
        }
        label_key_ = key.attribute("id").value();
        label_name_ = name;
        return;
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
    const Vertex number = nodes_.size();
    ids_say_nothing_ &= nodes_.declare(node) == fmt::format("n{}", number);
    if (node.child("graph")) fail_at(place(node.child("graph")), "nested graphs are not read");
    if (label_key_.empty() || !ids_say_nothing_) return;
    texts_.emplace_back(
        node.find_child_by_attribute("data", "key", label_key_.c_str()).child_value());
  }

  void read_edges(const xml_node& graph) {
    for (const xml_node edge : graph.children("edge")) {
      if (const pugi::xml_attribute directed = edge.attribute("directed")) {
        if (directed.as_bool() != (directedness_ == Directedness::kDirected)) {
          fail_at(place(edge), "directed and undirected edges in one graph are not read");
        }
      }
      edges_.add({nodes_.end_of(edge, "source"), nodes_.end_of(edge, "target")}, directedness_);
      places_.push_back(place(edge));
      read_weights(edge);
    }
  }

  void read_weights(const xml_node& edge) {
    for (const WeightKey& key : weight_keys_) {
      if (const xml_node data = edge.find_child_by_attribute("data", "key", key.id.c_str())) {
        read_weight(edge, key, data);
      }
    }
    // A value counts before the default of another key of its name.
    for (const WeightKey& key : weight_keys_) {
      if (key.otherwise) read_weight(edge, key, key.otherwise);
    }
  }
  void read_weight(const xml_node& edge, const WeightKey& key, const xml_node& data) {
    ScannedWeight weight{};
    const std::string_view word = trim(data.child_value());
    if (parse_weight(word, weight)) {
      attributes_.add(key.name, edges_.size() - 1, weight.value);
    } else if (attributes_.must_be_number(key.name)) {
      fail_at(place(edge), fmt::format("expected a number as the weight of this edge, found {}",
                                       in_quotes(word)));
    }
  }

  InputEdges take(const ReadOptions& options) {
    InputEdges result;
    const auto fail = [&](std::size_t edge) {
      fail_at(places_[edge], "either all edges have a weight or none: this one has none");
    };
    auto weights = std::move(attributes_).choose(edges_.size(), fail, result.facts);
    if (weights) edges_.set_weights(std::move(*weights));
    std::move(edges_).finish(result, options);
    result.facts.directedness = directedness_;
    result.facts.directedness_reason = fmt::format(
        "edgedefault is {}", directedness_ == Directedness::kDirected ? "directed" : "undirected");
    result.list.num_vertices = nodes_.size();
    result.list.labels = find_labels(result.facts.notes);
    return result;
  }

  /// The ids; but if they only number the nodes, n0, n1 and so on, as igraph and yEd write them,
  /// the texts that call the nodes. NetworkX calls the nodes by their ids.
  [[nodiscard]] Labels find_labels(std::vector<std::string>& notes) const {
    auto found = ids_say_nothing_ ? unique_labels(texts_, "ids", notes) : std::nullopt;
    if (!found) return nodes_.ids();
    note_labels_of(label_name_, notes);
    return std::move(*found);
  }

  XmlDocument document_;
  std::vector<WeightKey> weight_keys_;
  WeightAttributes attributes_;
  Directedness directedness_ = Directedness::kUndirected;
  XmlNodes nodes_{document_};
  std::string label_key_;
  std::string_view label_name_;
  std::vector<std::string> texts_;  // what label_key_ says of the nodes
  bool ids_say_nothing_ = true;
  EdgeCollector edges_;
  std::vector<const char*> places_;  // of the edges
};

}  // namespace

InputEdges parse_graphml(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return GraphMlParser(input.text, options).parse(options); });
}

}  // namespace strider
