#include <fmt/format.h>

#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/quote.hpp"
#include "io/input_file.hpp"
#include "io/results/cell_values.hpp"
#include "io/results/read_rows.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 3> kForestColumns{"u", "v", "weight"};

/// Where an error is: a line of text, or a row of an array.
struct Place {
  const std::string& path;
  std::uint64_t line;
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(path, line, message);
  }
};

template <class W>
W parse_weight(std::string_view text, const Place& place) {
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

template <class W>
class ForestReader {
 public:
  ForestReader(const std::string& path, const Labels& labels, Vertex num_vertices)
      : path_(path), labels_(labels), num_vertices_(num_vertices) {}

  Array<MsfEdge<W>> read(std::string_view bytes) {
    static_cast<void>(read_rows(path_, bytes, {kForestColumns, ""},
                                [&](std::uint64_t line, std::span<const std::string_view> cells) {
                                  const Place place{path_, line};
                                  edges_.push_back({find(cells[0], place), find(cells[1], place),
                                                    parse_weight<W>(cells[2], place)});
                                }));
    return Array<MsfEdge<W>>::copy_of(edges_);
  }

 private:
  Vertex find(std::string_view label, const Place& place) const {
    const auto vertex = labels_.find(label, num_vertices_);
    if (!vertex) place.fail(fmt::format("the graph has no vertex {}", in_quotes(label)));
    return *vertex;
  }

  const std::string& path_;
  const Labels& labels_;
  Vertex num_vertices_;
  std::vector<MsfEdge<W>> edges_;
};

}  // namespace

template <class W>
Array<MsfEdge<W>> read_msf_result(const std::string& path, const Labels& labels,
                                  Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  ForestReader<W> reader(path, labels, num_vertices);
  return reader.read(file.bytes());
}

template Array<MsfEdge<float>> read_msf_result(const std::string&, const Labels&, Vertex);
template Array<MsfEdge<double>> read_msf_result(const std::string&, const Labels&, Vertex);
template Array<MsfEdge<std::uint32_t>> read_msf_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
