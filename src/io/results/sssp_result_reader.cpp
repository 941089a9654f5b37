#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "io/input_file.hpp"
#include "io/results/result_table.hpp"
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

  SubmittedSssp<W> read_text(std::string_view text) {
    read_table(path_, text, kPathColumns,
               [&](std::uint64_t line, std::span<const std::string_view> cells) {
                 add(line, cells[0], parse_distance(line, cells[1]), cells[2]);
               });
    return finish();
  }

  SubmittedSssp<W> read_npy(std::string_view bytes) {
    const NpyArray array = read_npy_head(path_, bytes);
    if (is_record_of(array, "<f4")) return read_records<float>(array);
    if (is_record_of(array, "<f8")) return read_records<double>(array);
    throw InputError(path_, 0,
                     "expected records of vertex and parent as <i8 and distance as <f4 or <f8");
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& message) const {
    throw InputError(path_, line, message);
  }

  void add(std::uint64_t line, std::string_view vertex, Distance distance,
           std::string_view parent) {
    const auto v = labels_.find(vertex, num_vertices_);
    if (!v) fail(line, fmt::format("the graph has no vertex '{}'", vertex));
    if (has_row_[*v]) fail(line, fmt::format("vertex '{}' has a second row", vertex));
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

  SubmittedSssp<W> finish() {
    if (sources_ != 1) claim_.source.reset();
    return std::move(claim_);
  }

  Distance parse_distance(std::uint64_t line, std::string_view text) const {
    Distance distance{};
    if (parse_cell(text, distance)) return distance;
    double number = 0;
    if (!parse_cell(text, number)) fail(line, fmt::format("expected a distance, found '{}'", text));
    return to_distance(line, number);
  }

  /// 3.0 is an integer, 3.5 and -3 are none.
  Distance to_distance(std::uint64_t line, double number) const {
    if constexpr (std::is_integral_v<Distance>) {
      if (std::isinf(number) && number > 0) return kInfiniteDistance<W>;
      if (!(number >= 0 && number < 0x1.0p64 && number == std::floor(number))) {
        fail(line,
             fmt::format(
                 "the distance {} cannot be a distance of this graph: its weights are integers",
                 number));
      }
    }
    return static_cast<Distance>(number);
  }

  static bool is_record_of(const NpyArray& array, std::string_view type) {
    return array.descr ==
           fmt::format("[('vertex', '<i8'), ('distance', '{}'), ('parent', '<i8')]", type);
  }

  template <class Stored>
  SubmittedSssp<W> read_records(const NpyArray& array) {
    constexpr std::size_t kRecord = 2 * sizeof(std::int64_t) + sizeof(Stored);
    if (array.data.size() % kRecord != 0 ||
        array.shape != fmt::format("({},)", array.data.size() / kRecord)) {
      throw InputError(path_, 0, "the number of records differs from what its header says");
    }
    for (std::size_t at = 0; at < array.data.size(); at += kRecord) {
      const char* const record = array.data.data() + at;
      std::int64_t vertex = 0;
      Stored distance = 0;
      std::int64_t parent = 0;
      std::memcpy(&vertex, record, sizeof(vertex));
      std::memcpy(&distance, record + sizeof(vertex), sizeof(distance));
      std::memcpy(&parent, record + sizeof(vertex) + sizeof(distance), sizeof(parent));
      const std::uint64_t line = at / kRecord + 1;
      add(line, fmt::format("{}", vertex), to_distance(line, static_cast<double>(distance)),
          fmt::format("{}", parent));
    }
    return finish();
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
  if (without_compression_suffix(path).ends_with(".ldbc")) {
    throw InputError(path, 0,
                     "an .ldbc file holds distances without parents, so the tree cannot be "
                     "checked: write .tsv or .npy instead");
  }
  const InputFile file = InputFile::open(path);
  TreeReader<W> reader(path, labels, num_vertices);
  return is_npy(file.bytes()) ? reader.read_npy(file.bytes()) : reader.read_text(file.bytes());
}

template SubmittedSssp<float> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<double> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<std::uint32_t> read_sssp_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
