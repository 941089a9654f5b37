#include <vector>

#include "io/input_file.hpp"
#include "io/results/claimed_cells.hpp"
#include "strider/results.hpp"

namespace strider {
template <class W>
Array<MsfEdge<W>> read_msf_result(const std::string& path, const Labels& labels,
                                  Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  const ClaimedVertices vertices{labels, num_vertices};
  std::vector<MsfEdge<W>> edges;
  static_cast<void>(read_rows(path, file.bytes(), {kForestColumns, ""},
                              [&](std::uint64_t line, std::span<const std::string_view> cells) {
                                const RowPlace place{path, line};
                                edges.push_back({vertices.at(cells[0], place),
                                                 vertices.at(cells[1], place),
                                                 parse_weight<W>(cells[2], place)});
                              }));
  return Array<MsfEdge<W>>::copy_of(edges);
}

template Array<MsfEdge<float>> read_msf_result(const std::string&, const Labels&, Vertex);
template Array<MsfEdge<double>> read_msf_result(const std::string&, const Labels&, Vertex);
template Array<MsfEdge<std::uint32_t>> read_msf_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
