// Components in files.
#include "io/input_file.hpp"
#include "io/results/claimed_rows.hpp"
#include "io/results/result_tables.hpp"
#include "io/results/write_table.hpp"
#include "strider/components.hpp"

namespace strider {

void write_components_result(const Labels& labels, std::span<const Vertex> components,
                             const std::string& path, ResultFormat format, int threads) {
  const auto vertex = [](std::size_t i) { return GlobalVertex{i}; };
  const auto component = [components](std::size_t i) { return GlobalVertex{components[i]}; };
  const std::size_t n = components.size();
  write_table({labels, n, n, components_columns(vertex, component)}, path, format, threads);
}

Array<Vertex> read_components_result(const std::string& path, const Labels& labels,
                                     Vertex num_vertices) {
  constexpr std::string_view kColumns[] = {"vertex", "component"};
  const InputFile file = InputFile::open(path);
  const ClaimedVertices vertices{labels, num_vertices};
  Array<Vertex> components(num_vertices, kNoVertex);
  const auto read = [&](std::uint64_t line, std::span<const std::string_view> cells) {
    const RowPlace place{path, line};
    const Vertex vertex = vertices.at(cells[0], place);
    if (components[vertex] != kNoVertex) refuse_second_row(cells[0], place);
    components[vertex] = vertices.find(cells[1]).value_or(num_vertices);
  };
  static_cast<void>(read_rows(path, file.bytes(), {kColumns, ""}, read));
  return components;
}

}  // namespace strider
