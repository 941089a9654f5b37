// GEXF, the format of Gephi: https://gexf.net. One graph, without nested nodes.
#include <fmt/format.h>

#include <map>
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

class GexfParser {
 public:
  GexfParser(std::string_view text, const ReadOptions& options)
      : document_(text, "a GEXF file"),
        reads_weight_(options.weight_column.empty() || options.weight_column == "weight"),
        attributes_(options),
        edges_(options.weights) {}

  InputEdges parse(const ReadOptions& options) {
    const pugi::xml_node graph = document_.graph_in("gexf");
    find_attributes(graph);
    for (const pugi::xml_node nodes : graph.children("nodes")) read_nodes(nodes);
    const std::string_view said = graph.attribute("defaultedgetype").value();
    default_ = said.empty() ? Directedness::kUndirected : direction(said, graph);
    for (const pugi::xml_node edges : graph.children("edges")) read_edges(edges);
    InputEdges result;
    if (std::string_view(graph.attribute("mode").value()) == "dynamic") {
      result.facts.notes.emplace_back("times are not read: all nodes and edges are taken");
    }
    result.list.num_vertices = nodes_.size();
    name_vertices(result);
    if (!has_weights_) choose_attribute(result.facts);
    std::move(edges_).finish(result, options);
    if (edges_read_ == 0 || all_by_default_) {
      result.facts.directedness = default_;
      result.facts.directedness_reason =
          said.empty() ? "there is no defaultedgetype" : fmt::format("defaultedgetype is {}", said);
    }
    return result;
  }

 private:
  [[nodiscard]] const char* place(const pugi::xml_node& node) const {
    return document_.place(node);
  }

  [[nodiscard]] Directedness direction(std::string_view said, const pugi::xml_node& node) const {
    // Edges that are mutual lead both ways, as undirected ones do.
    if (said == "undirected" || said == "mutual") return Directedness::kUndirected;
    if (said == "directed") return Directedness::kDirected;
    fail_at(place(node), fmt::format("expected the edge type directed, undirected or mutual, found "
                                     "{}",
                                     in_quotes(said)));
  }

  void read_nodes(const pugi::xml_node& list) {
    for (const pugi::xml_node node : list.children("node")) {
      nodes_.declare(node);
      if (node.child("nodes")) fail_at(place(node.child("nodes")), "nested nodes are not read");
      labels_.emplace_back(node.attribute("label").value());
    }
  }

  /// Declared attributes of edges, which edges name by their ids.
  void find_attributes(const pugi::xml_node& graph) {
    for (const pugi::xml_node attributes : graph.children("attributes")) {
      if (std::string_view(attributes.attribute("class").value()) != "edge") continue;
      for (const pugi::xml_node attribute : attributes.children("attribute")) {
        const std::string_view title = attribute.attribute("title").value();
        titles_.emplace(attribute.attribute("id").value(), title);
        if (!attributes_.may_be_weight(title) &&
            is_number_type(attribute.attribute("type").value())) {
          attributes_.pass_over(title);
        }
      }
    }
  }

  void read_attributes(const pugi::xml_node& edge) {
    for (const pugi::xml_node value : edge.child("attvalues").children("attvalue")) {
      const std::string_view id = value.attribute("for").value();
      const auto declared = titles_.find(id);
      const std::string_view title = declared == titles_.end() ? id : declared->second;
      if (attributes_.may_be_weight(title)) {
        const auto weight = number_of(edge, value.attribute("value").value(), title);
        if (weight) attributes_.add(title, edges_.size() - 1, *weight);
      }
    }
  }

  void choose_attribute(InputFacts& facts) {
    const auto fail = [&](std::size_t edge) {
      fail_at(places_[edge], "either all edges have a weight or none: this one has none");
    };
    auto weights = std::move(attributes_).choose(edges_.size(), fail, facts);
    if (weights) edges_.set_weights(std::move(*weights));
  }

  void read_edges(const pugi::xml_node& edges) {
    for (const pugi::xml_node edge : edges.children("edge")) {
      const pugi::xml_attribute type = edge.attribute("type");
      const Directedness kind = type ? direction(type.value(), edge) : default_;
      all_by_default_ &= kind == default_;
      ++edges_read_;
      edges_.add({nodes_.end_of(edge, "source"), nodes_.end_of(edge, "target")}, kind,
                 weight_of(edge));
      places_.push_back(place(edge));
      read_attributes(edge);
    }
  }

  [[nodiscard]] std::optional<double> weight_of(const pugi::xml_node& edge) {
    const pugi::xml_attribute attribute = edge.attribute("weight");
    if (!attribute) return std::nullopt;
    if (!reads_weight_) {
      attributes_.pass_over("weight");
      return std::nullopt;
    }
    has_weights_ = true;
    return number_of(edge, attribute.value(), "weight");
  }
  /// nullopt if it is no number, and need not be one.
  [[nodiscard]] std::optional<double> number_of(const pugi::xml_node& edge, std::string_view text,
                                                std::string_view name) const {
    ScannedWeight number{};
    if (parse_weight(text, number)) return number.value;
    if (attributes_.must_be_number(name)) {
      fail_at(place(edge), fmt::format("expected a number as the weight of this edge, found {}",
                                       in_quotes(text)));
    }
    return std::nullopt;
  }

  /// The labels, if every node has one and they differ; else the ids.
  void name_vertices(InputEdges& result) {
    auto found = unique_labels(labels_, "ids", result.facts.notes);
    result.list.labels = found ? std::move(*found) : nodes_.ids();
  }

  XmlDocument document_;
  bool reads_weight_;         // of the attribute 'weight' of XML
  bool has_weights_ = false;  // some edge has one there
  std::map<std::string_view, std::string_view> titles_;
  WeightAttributes attributes_;
  EdgeCollector edges_;
  std::vector<const char*> places_;  // of the edges
  XmlNodes nodes_{document_};
  std::vector<std::string> labels_;  // of the nodes; empty where one has none
  Directedness default_ = Directedness::kUndirected;
  std::uint64_t edges_read_ = 0;
  bool all_by_default_ = true;
};

}  // namespace

InputEdges parse_gexf(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return GexfParser(input.text, options).parse(options); });
}

}  // namespace strider
