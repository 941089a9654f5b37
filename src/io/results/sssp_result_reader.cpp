#include <fmt/format.h>

#include <array>
#include <limits>
#include <type_traits>

#include "io/input_file.hpp"
#include "io/results/cell_values.hpp"
#include "io/results/claimed_rows.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 3> kPathColumns{"vertex", "distance", "parent"};

template <class W>
SsspDistance<W> parse_distance(std::string_view text, const RowPlace& place) {
  using Distance = SsspDistance<W>;
  if (const auto distance = parse_cell<Distance>(text)) return *distance;
  const auto number = parse_cell<double>(text);
  if (!number) place.fail(fmt::format("expected a distance, found {}", in_quotes(text)));
  if constexpr (std::is_integral_v<Distance>) {
    if (*number == std::numeric_limits<double>::infinity()) return kInfiniteDistance<W>;
    if (const auto distance = whole_number<Distance>(*number)) return *distance;
    place.fail(fmt::format(
        "the distance {} cannot be a distance of this graph: its weights are integers", *number));
  } else {
    return static_cast<Distance>(*number);
  }
}

}  // namespace

template <class W>
SubmittedSssp<W> read_sssp_result(const std::string& path, const Labels& labels,
                                  Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  auto tree = read_claimed_tree(path, file.bytes(), {kPathColumns, ""}, {labels, num_vertices},
                                kInfiniteDistance<W>, parse_distance<W>);
  SubmittedSssp<W> claim;
  claim.parents = std::move(tree.parents);
  claim.distances = std::move(tree.depths);
  claim.source = tree.source;
  return claim;
}

template SubmittedSssp<float> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<double> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<std::uint32_t> read_sssp_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
