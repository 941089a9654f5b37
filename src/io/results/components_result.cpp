// Components in files.
#include <fmt/format.h>

#include <string_view>

#include "base/quote.hpp"
#include "io/input_file.hpp"
#include "io/results/read_rows.hpp"
#include "io/results/schemas.hpp"
#include "io/results/write_table.hpp"
#include "strider/components.hpp"
#include "strider/error.hpp"

namespace strider {

void write_components_result(const Labels& labels, std::span<const Vertex> components,
                             const std::string& path, ResultFormat format, int threads) {
  const auto rows = rows_of(std::size(kComponentsColumns), [&](std::size_t v, Cell* cells) {
    cells[0] = Cell(GlobalVertex{v});
    cells[1] = Cell(GlobalVertex{components[v]});
  });
  write_table({kComponentsSchema, labels, components.size(), components.size(), rows}, path, format,
              threads);
}

Array<Vertex> read_components_result(const std::string& path, const Labels& labels,
                                     Vertex num_vertices) {
  constexpr std::string_view kColumns[] = {"vertex", "component"};
  const InputFile file = InputFile::open(path);
  Array<Vertex> components(num_vertices, kNoVertex);
  const auto read = [&](std::uint64_t line, std::span<const std::string_view> cells) {
    const auto vertex = labels.find(cells[0], num_vertices);
    const auto fail = [&](std::string_view message) {
      throw InputError(path, line, fmt::format(fmt::runtime(message), in_quotes(cells[0])));
    };
    if (!vertex) fail("the graph has no vertex {}");
    if (components[*vertex] != kNoVertex) fail("vertex {} has a second row");
    components[*vertex] = labels.find(cells[1], num_vertices).value_or(num_vertices);
  };
  static_cast<void>(read_rows(path, file.bytes(), {kColumns, ""}, read));
  return components;
}

}  // namespace strider
