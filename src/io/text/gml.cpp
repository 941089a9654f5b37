// GML. The labels of the nodes, or where there are none their names, are the labels of the vertices
// if every node has one of its own; otherwise the numbers of the nodes ("id") are.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/stop.hpp"
#include "io/edge_collector.hpp"
#include "io/readers.hpp"
#include "io/text/declared_nodes.hpp"
#include "io/text/gml_labels.hpp"
#include "io/text/gml_scanner.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_attributes.hpp"

namespace strider {
namespace {

struct Node {
  std::uint64_t id;
  const char* at;
  std::string_view label;  // as the file writes it; empty if there is none
  std::string_view name;   // likewise
};

struct NamedEdge {
  std::uint64_t source;
  std::uint64_t target;
  const char* at;
};

class GmlParser {
 public:
  GmlParser(std::string_view text, const ReadOptions& options)
      : attributes(options), scanner_(text) {}

  /// Reads the first graph of the file.
  void parse() {
    for (GmlToken token = scanner_.next();; token = scanner_.next()) {
      if (token == GmlToken::kEnd) {
        fail_at(scanner_.begin(), "expected a graph ('graph [ ... ]'), found the end of the file");
      }
      if (expect_key(token) == "graph") break;
      skip_value();
    }
    expect_open();
    parse_list([this](std::string_view key) { parse_graph_key(key); });
  }

  bool directed = false;
  std::vector<Node> nodes;
  std::vector<NamedEdge> edges;
  WeightAttributes attributes;

 private:
  /// Calls value_of(key) for each key of a list whose bracket was read, up to its end.
  template <class F>
  void parse_list(const F& value_of) {
    for (GmlToken token = scanner_.next(); token != GmlToken::kClose; token = scanner_.next()) {
      throw_if_stopped();
      value_of(expect_key(token));
    }
  }

  void parse_graph_key(std::string_view key) {
    if (key == "directed") {
      const std::uint64_t value = expect_unsigned("0 or 1");
      if (value > 1) fail_at(scanner_.begin(), "expected directed 0 or 1");
      directed = value == 1;
    } else if (key == "node") {
      parse_node();
    } else if (key == "edge") {
      parse_edge();
    } else {
      skip_value();
    }
  }

  void parse_node() {
    const char* const at = scanner_.begin();
    std::optional<std::uint64_t> id;
    std::string_view label;
    std::string_view name;
    expect_open();
    parse_list([&](std::string_view key) {
      if (key == "id") {
        id = expect_unsigned("a node number");
      } else if (key == "label") {
        label = text_or_skip();
      } else if (key == "name") {
        name = text_or_skip();
      } else {
        skip_value();
      }
    });
    if (!id) fail_at(at, "expected an 'id' in this node");
    nodes.push_back({*id, at, label, name});
  }

  void parse_edge() {
    const char* const at = scanner_.begin();
    std::optional<std::uint64_t> source;
    std::optional<std::uint64_t> target;
    expect_open();
    parse_list([&](std::string_view key) {
      if (key == "source") {
        source = expect_unsigned("a node number");
      } else if (key == "target") {
        target = expect_unsigned("a node number");
      } else if (attributes.may_be_weight(key)) {
        parse_weight_of(key);
      } else {
        pass_over_value_of(key);
      }
    });
    if (!source || !target) fail_at(at, "expected a 'source' and a 'target' in this edge");
    edges.push_back({*source, *target, at});
  }

  std::string_view expect_key(GmlToken token) {
    if (token != GmlToken::kWord) {
      fail_at(scanner_.begin(),
              token == GmlToken::kEnd
                  ? "expected ']', found the end of the file"
                  : fmt::format("expected a key, found {}", quote_field(scanner_.begin())));
    }
    return scanner_.word();
  }
  void expect_open() {
    if (scanner_.next() != GmlToken::kOpen) fail_at(scanner_.begin(), "expected '['");
  }
  std::uint64_t expect_unsigned(const char* what) {
    const GmlToken token = scanner_.next();
    const std::string_view word = scanner_.word();
    const char* at = word.data();
    std::uint64_t number = 0;
    if (token != GmlToken::kWord || scan_unsigned(at, number) != Scan::kOk ||
        at != word.data() + word.size()) {
      fail_at(scanner_.begin(),
              fmt::format("expected {}, found {}", what, quote_field(scanner_.begin())));
    }
    return number;
  }
  void parse_weight_of(std::string_view key) {
    const GmlToken token = scanner_.next();
    ScannedWeight weight{};
    if (is_text(token) && parse_weight(text_of(token), weight)) {
      attributes.add(key, edges.size(), weight.value);
    } else if (attributes.must_be_number(key)) {
      fail_at(scanner_.begin(),
              fmt::format("expected a number, found {}", quote_field(scanner_.begin())));
    } else {
      skip_value(token);
    }
  }
  void pass_over_value_of(std::string_view key) {
    const GmlToken token = scanner_.next();
    ScannedWeight number{};
    if (token == GmlToken::kWord && parse_weight(scanner_.word(), number)) {
      attributes.pass_over(key);
    }
    skip_value(token);
  }
  static bool is_text(GmlToken token) {
    return token == GmlToken::kString || token == GmlToken::kWord;
  }
  /// The characters of a word or of a string.
  [[nodiscard]] std::string_view text_of(GmlToken token) const {
    const std::string_view word = scanner_.word();
    return token == GmlToken::kString ? word.substr(1, word.size() - 2) : word;
  }
  /// The characters of a word or of a string; none of a list.
  std::string_view text_or_skip() {
    const GmlToken token = scanner_.next();
    if (is_text(token)) return text_of(token);
    skip_value(token);
    return {};
  }
  void skip_value() { skip_value(scanner_.next()); }
  /// A word, a string, or a list of any depth, whose first token was read.
  void skip_value(GmlToken token) {
    std::uint64_t depth = 0;
    for (;; token = scanner_.next()) {
      if (token == GmlToken::kEnd) {
        fail_at(scanner_.begin(), "expected a value, found the end of the file");
      }
      if (token == GmlToken::kOpen) ++depth;
      if (token == GmlToken::kClose) {
        if (depth == 0) fail_at(scanner_.begin(), "expected a value, found ']'");
        --depth;
      }
      if (depth == 0) return;
    }
  }

  GmlScanner scanner_;
};

NumberIndex number_nodes(const std::vector<Node>& nodes, int threads) {
  Array<std::uint64_t> ids(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) ids[i] = nodes[i].id;
  NumberIndex index(std::move(ids), threads);
  if (index.size() == nodes.size()) return index;
  std::set<std::uint64_t> seen;
  for (const Node& node : nodes) {
    if (!seen.insert(node.id).second) {
      fail_declared_twice(node.at, fmt::format("node {}", node.id));
    }
  }
  return index;
}

/// The labels of the nodes, if none has one their names, or their ids, which `index` has.
Labels labels_of(const std::vector<Node>& nodes, NumberIndex index,
                 std::vector<std::string>& notes) {
  const bool by_name =
      std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.label.empty(); });
  std::vector<std::string_view> labels(nodes.size());
  for (const Node& node : nodes) labels[index.find(node.id)] = by_name ? node.name : node.label;
  auto found = gml_labels(labels, notes);
  if (found && by_name) note_labels_of("name", notes);
  return found ? std::move(*found) : std::move(index).labels();
}

InputEdges parse_whole(const NamedText& input, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  // The shortest edges take about as many characters as their entries bytes; vectors double.
  require_memory(saturating_mul(input.text.size(), 2), "a GML file");
  GmlParser parser(input.text, options);
  parser.parse();
  NumberIndex index = number_nodes(parser.nodes, threads);
  InputEdges result;
  EdgeCollector edges(options.weights);
  const auto known = [&](std::uint64_t id, const char* at) {
    const std::size_t v = index.find(id);
    if (v == index.size()) fail_undeclared(at, fmt::format("node {}", id));
    return static_cast<Vertex>(v);
  };
  const Directedness said = parser.directed ? Directedness::kDirected : Directedness::kUndirected;
  for (const NamedEdge& edge : parser.edges) {
    edges.add({known(edge.source, edge.at), known(edge.target, edge.at)}, said);
  }
  const auto fail = [&](std::size_t edge) {
    fail_at(parser.edges[edge].at, "either all edges have a weight or none: this one has none");
  };
  auto weights = std::move(parser.attributes).choose(edges.size(), fail, result.facts);
  if (weights) edges.set_weights(std::move(*weights));
  std::move(edges).finish(result, options);
  result.facts.directedness = said;
  result.facts.directedness_reason =
      parser.directed ? "the file says directed 1" : "the file does not say directed 1";
  result.list.num_vertices = static_cast<Vertex>(index.size());
  result.list.labels = labels_of(parser.nodes, std::move(index), result.facts.notes);
  return result;
}

}  // namespace

InputEdges parse_gml(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return parse_whole(input, options); });
}

}  // namespace strider
