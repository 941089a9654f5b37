#include <algorithm>

#include "io/input_file.hpp"
#include "io/results/write_table.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/line_chunks.hpp"
#include "strider/io.hpp"

namespace strider {

void write_label_map(const Graph& graph, const std::string& path, FileFormat format, int threads) {
  const std::uint64_t first = first_vertex_number(format);
  const auto number = [first](std::size_t v) { return first + v; };
  const auto vertex = [](std::size_t v) { return GlobalVertex{v}; };
  const Vertex n = graph.num_vertices();
  write_table(
      {graph.labels(),
       n,
       n,
       {column("vertex", CellType::kCount, number), column("label", CellType::kLabel, vertex)}},
      path, ResultFormat::kCsv, threads);
}

bool is_label_map(const Graph& graph, const std::string& path, FileFormat format) {
  const InputFile file = InputFile::open(path);
  return with_lines(file.text(), [&] {
    CellReader reader(file.bytes(), ',');
    const auto next_is = [&](std::string_view first, std::string_view second) {
      return reader.next() && reader.cells() == std::vector{first, second};
    };
    bool matches = next_is("vertex", "label");
    for (Vertex v = 0; v < graph.num_vertices() && matches; ++v) {
      matches = next_is(std::to_string(first_vertex_number(format) + v), graph.labels().label(v));
    }
    return matches && !reader.next();
  });
}

}  // namespace strider
