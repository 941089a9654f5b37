// GML. The numbers of the nodes ("id") are the labels; a "label" need not be unique.
#include <fmt/format.h>

#include <optional>
#include <set>
#include <vector>

#include "base/memory.hpp"
#include "io/readers.hpp"
#include "io/text/gml_scanner.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"

namespace strider {
namespace {

struct Node {
  std::uint64_t id;
  const char* at;
};

struct NamedEdge {
  std::uint64_t source;
  std::uint64_t target;
  const char* at;
  std::optional<ScannedWeight> weight;
};

class GmlParser {
 public:
  explicit GmlParser(std::string_view text) : scanner_(text) {}

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

 private:
  /// Calls value_of(key) for each key of a list whose bracket was read, up to its end.
  template <class F>
  void parse_list(const F& value_of) {
    for (GmlToken token = scanner_.next(); token != GmlToken::kClose; token = scanner_.next()) {
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
    expect_open();
    parse_list([&](std::string_view key) {
      if (key == "id") {
        id = expect_unsigned("a node number");
      } else {
        skip_value();
      }
    });
    if (!id) fail_at(at, "expected an 'id' in this node");
    nodes.push_back({*id, at});
  }

  void parse_edge() {
    const char* const at = scanner_.begin();
    std::optional<std::uint64_t> source;
    std::optional<std::uint64_t> target;
    std::optional<ScannedWeight> weight;
    std::optional<ScannedWeight> value;
    expect_open();
    parse_list([&](std::string_view key) {
      if (key == "source") {
        source = expect_unsigned("a node number");
      } else if (key == "target") {
        target = expect_unsigned("a node number");
      } else if (key == "weight") {
        weight = expect_number();
      } else if (key == "value") {
        value = expect_number();
      } else {
        skip_value();
      }
    });
    if (!source || !target) fail_at(at, "expected a 'source' and a 'target' in this edge");
    edges.push_back({*source, *target, at, weight ? weight : value});
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
  ScannedWeight expect_number() {
    const GmlToken token = scanner_.next();
    ScannedWeight weight{};
    if (token != GmlToken::kWord || !parse_weight(scanner_.word(), weight)) {
      fail_at(scanner_.begin(),
              fmt::format("expected a number, found {}", quote_field(scanner_.begin())));
    }
    return weight;
  }
  /// A word, a string, or a list of any depth.
  void skip_value() {
    std::uint64_t depth = 0;
    do {
      const GmlToken token = scanner_.next();
      if (token == GmlToken::kEnd) {
        fail_at(scanner_.begin(), "expected a value, found the end of the file");
      }
      if (token == GmlToken::kOpen) ++depth;
      if (token != GmlToken::kClose) continue;
      if (depth == 0) fail_at(scanner_.begin(), "expected a value, found ']'");
      --depth;
    } while (depth > 0);
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
      fail_at(node.at, fmt::format("node {} is declared a second time", node.id));
    }
  }
  return index;
}

InputEdges parse_whole(const NamedText& input, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  // The shortest edges take about as many characters as their entries bytes; vectors double.
  require_memory(saturating_mul(input.text.size(), 2), "a GML file");
  GmlParser parser(input.text);
  parser.parse();
  NumberIndex index = number_nodes(parser.nodes, threads);
  InputEdges result;
  result.facts.weighted = !parser.edges.empty() && parser.edges[0].weight.has_value();
  const bool weighted = result.facts.weighted && options.weights == ReadWeights::kYes;
  Array<Edge> edges(parser.edges.size());
  Array<double> weights(weighted ? parser.edges.size() : 0);
  bool fit_uint32 = true;
  const auto known = [&](std::uint64_t id, const char* at) {
    const std::size_t v = index.find(id);
    if (v == index.size()) fail_at(at, fmt::format("node {} of this edge is not declared", id));
    return static_cast<Vertex>(v);
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const NamedEdge& edge = parser.edges[i];
    edges[i] = {known(edge.source, edge.at), known(edge.target, edge.at)};
    if (options.weights == ReadWeights::kNo) continue;
    if (edge.weight.has_value() != result.facts.weighted) {
      fail_at(edge.at, "either all edges have a weight or none: the first one and this one differ");
    }
    if (!weighted) continue;
    weights[i] = edge.weight->value;
    fit_uint32 &= edge.weight->fits_uint32;
  }
  if (weighted) result.list.weights = make_weights(std::move(weights), fit_uint32, threads);
  result.facts.directedness = parser.directed ? Directedness::kDirected : Directedness::kUndirected;
  result.facts.directedness_reason =
      parser.directed ? "the file says directed 1" : "the file does not say directed 1";
  result.list.num_vertices = static_cast<Vertex>(index.size());
  result.list.labels = std::move(index).labels();
  result.list.edges = std::move(edges);
  return result;
}

}  // namespace

InputEdges parse_gml(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return parse_whole(input, options); });
}

}  // namespace strider
