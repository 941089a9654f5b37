#include <fmt/format.h>

#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include "io/input_file.hpp"
#include "io/results/cell_values.hpp"
#include "io/results/claimed_rows.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 3> kForestColumns{"u", "v", "weight"};

template <class W>
W parse_weight(std::string_view text, const RowPlace& place) {
  if (const auto weight = parse_cell<W>(text)) return *weight;
  const auto number = parse_cell<double>(text);
  if (!number) place.fail(fmt::format("expected a weight, found {}", in_quotes(text)));
  if constexpr (std::is_integral_v<W>) {
    if (const auto weight = whole_number<W>(*number)) return *weight;
    place.fail(fmt::format(
        "the weight {} cannot be a weight of this graph: its weights are integers from 0 to {}",
        *number, std::numeric_limits<W>::max()));
  } else {
    return static_cast<W>(*number);
  }
}

}  // namespace

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
