#include "io/edge_table.hpp"

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "io/edge_collector.hpp"
#include "io/text/vertex_numbers.hpp"

namespace strider {

InputEdges list_of_table(EdgeTable table, const std::string& name, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  InputEdges result;
  NumberedEdges numbered = number_vertices(std::move(table.edges), options.unlisted, name, threads);
  result.list.num_vertices = numbered.num_vertices;
  result.list.edges = std::move(numbered.edges);
  result.list.labels = std::move(numbered.labels);
  note_unlisted(numbered.unlisted, result.facts.notes);
  if (table.weights) {
    result.list.weights = make_weights_by_value(std::move(*table.weights), threads);
  }
  add_table_facts(result, options);
  return result;
}

void add_table_facts(InputEdges& result, const ReadOptions& options) {
  if (result.list.edges.empty()) result.facts.notes.emplace_back("the table has no edges");
  result.facts.directedness = options.plain_edge_list;
  result.facts.directedness_reason =
      fmt::format("a table of edges is taken as {}",
                  options.plain_edge_list == Directedness::kDirected ? "directed" : "undirected");
}

}  // namespace strider
