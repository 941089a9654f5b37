// Components as files claim them.
#include "io/input_file.hpp"
#include "io/results/claimed_cells.hpp"
#include "strider/results.hpp"

namespace strider {

Array<Vertex> read_components_result(const std::string& path, const Labels& labels,
                                     Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  const ClaimedVertices vertices{labels, num_vertices};
  Array<Vertex> components(num_vertices, kNoVertex);
  const auto read = [&](std::uint64_t line, std::span<const std::string_view> cells) {
    const RowPlace place{path, line};
    const Vertex vertex = vertices.at(cells[0], place);
    if (components[vertex] != kNoVertex) refuse_second_row(cells[0], place);
    components[vertex] = vertices.find(cells[1]).value_or(num_vertices);
  };
  static_cast<void>(read_rows(path, file.bytes(), {kComponentColumns, ""}, read));
  return components;
}

}  // namespace strider
