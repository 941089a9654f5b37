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

constexpr std::array<std::string_view, 3> kPathColumns{"vertex", "distance", "parent"};

/// The claim as it is put together, row by row.
template <class W>
class TreeReader {
 public:
  using Distance = SsspDistance<W>;

  TreeReader(const std::string& path, const Labels& labels, Vertex num_vertices)
      : path_(path), labels_(labels), num_vertices_(num_vertices), has_row_(num_vertices, false) {
    claim_.parents = Array<Vertex>(num_vertices, kNoVertex);
    claim_.distances = Array<Distance>(num_vertices, kInfiniteDistance<W>);
  }

  SubmittedSssp<W> read(std::string_view bytes) {
    static_cast<void>(read_rows(path_, bytes, {kPathColumns, ""},
                                [&](std::uint64_t line, std::span<const std::string_view> cells) {
                                  add(line, cells[0], parse_distance(line, cells[1]), cells[2]);
                                }));
    if (sources_ != 1) claim_.source.reset();
    return std::move(claim_);
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& message) const {
    throw InputError(path_, line, message);
  }

  void add(std::uint64_t line, std::string_view vertex, Distance distance,
           std::string_view parent) {
    const auto v = labels_.find(vertex, num_vertices_);
    if (!v) fail(line, fmt::format("the graph has no vertex {}", in_quotes(vertex)));
    if (has_row_[*v]) fail(line, fmt::format("vertex {} has a second row", in_quotes(vertex)));
    has_row_[*v] = true;
    claim_.distances[*v] = distance;
    const auto found = labels_.find(parent, num_vertices_);
    // A vertex may be called "-1" too; then the distance tells.
    if (parent == "-1" && (distance == kInfiniteDistance<W> || !found)) return;
    claim_.parents[*v] = found.value_or(num_vertices_);
    if (claim_.parents[*v] == *v) {
      claim_.source = *v;
      ++sources_;
    }
  }

  Distance parse_distance(std::uint64_t line, std::string_view text) const {
    if (const auto distance = parse_cell<Distance>(text)) return *distance;
    const auto number = parse_cell<double>(text);
    if (!number) fail(line, fmt::format("expected a distance, found {}", in_quotes(text)));
    if constexpr (std::is_integral_v<Distance>) {
      if (*number == std::numeric_limits<double>::infinity()) return kInfiniteDistance<W>;
      if (const auto distance = whole_number<Distance>(*number)) return *distance;
      fail(line, fmt::format(
                     "the distance {} cannot be a distance of this graph: its weights are integers",
                     *number));
    } else {
      return static_cast<Distance>(*number);
    }
  }

  const std::string& path_;
  const Labels& labels_;
  Vertex num_vertices_;
  std::vector<bool> has_row_;
  int sources_ = 0;
  SubmittedSssp<W> claim_;
};

}  // namespace

template <class W>
SubmittedSssp<W> read_sssp_result(const std::string& path, const Labels& labels,
                                  Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  TreeReader<W> reader(path, labels, num_vertices);
  return reader.read(file.bytes());
}

template SubmittedSssp<float> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<double> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<std::uint32_t> read_sssp_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
