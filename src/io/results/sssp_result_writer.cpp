#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <type_traits>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

template <class W>
struct Tree {
  using Distance = SsspDistance<W>;
  const Labels& labels;
  std::span<const Vertex> parents;
  std::span<const Distance> distances;
  [[nodiscard]] bool is_reached(Vertex v) const { return parents[v] != kNoVertex; }
};

template <class Distance>
void append_distance(Distance distance, std::string& out) {
  constexpr std::size_t kLongest = 32;  // 1.7976931348623157e+308 has 23
  char digits[kLongest];
  out.append(digits, std::to_chars(digits, digits + kLongest, distance).ptr);
}

template <class W>
void write_tsv(ResultSink& sink, const Tree<W>& tree) {
  require_tsv_labels(tree.labels, tree.parents.size());
  write_rows(sink, "vertex\tdistance\tparent\n", tree.parents.size(),
             [&](std::size_t i, std::string& out) {
               const auto v = static_cast<Vertex>(i);
               tree.labels.append_label(v, out);
               if (!tree.is_reached(v)) {
                 out += "\tinf\t-1\n";
                 return;
               }
               out += '\t';
               append_distance(tree.distances[v], out);
               out += '\t';
               tree.labels.append_label(tree.parents[v], out);
               out += '\n';
             });
}

template <class W>
void write_ldbc(ResultSink& sink, const Tree<W>& tree) {
  write_rows(sink, "", tree.parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    tree.labels.append_label(v, out);
    out += ' ';
    tree.is_reached(v) ? append_distance(tree.distances[v], out)
                       : static_cast<void>(out += "infinity");
    out += '\n';
  });
}

template <class W>
void write_npy(ResultSink& sink, const Tree<W>& tree) {
  // Integers become float64, which has a word for infinity and all integers up to 2^53.
  using Stored = std::conditional_t<std::is_same_v<W, float>, float, double>;
  constexpr std::uint64_t kExact = std::uint64_t{1} << std::numeric_limits<double>::digits;
  require_numeric_labels(tree.labels);
  std::string head = npy_head(
      fmt::format("[('vertex', '<i8'), ('distance', '<f{}'), ('parent', '<i8')]", sizeof(Stored)),
      fmt::format("({},)", tree.parents.size()));
  write_rows(sink, std::move(head), tree.parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    const bool is_reached = tree.is_reached(v);
    if constexpr (std::is_integral_v<W>) {
      if (is_reached && tree.distances[v] >= kExact) {
        throw UsageError(
            fmt::format("the distance {} does not fit an .npy file exactly: write .tsv instead",
                        tree.distances[v]));
      }
    }
    append_value(npy_label(tree.labels, v), out);
    append_value(is_reached ? static_cast<Stored>(tree.distances[v])
                            : std::numeric_limits<Stored>::infinity(),
                 out);
    append_value(is_reached ? npy_label(tree.labels, tree.parents[v]) : std::int64_t{-1}, out);
  });
}

}  // namespace

template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format) {
  const Tree<W> tree{labels, parents, distances};
  ResultSink sink(path);
  switch (format) {
    case ResultFormat::kTsv:
      write_tsv(sink, tree);
      break;
    case ResultFormat::kNpy:
      write_npy(sink, tree);
      break;
    case ResultFormat::kLdbc:
      write_ldbc(sink, tree);
      break;
  }
  sink.commit();
}

template void write_sssp_result<float>(const Labels&, std::span<const Vertex>,
                                       std::span<const float>, const std::string&, ResultFormat);
template void write_sssp_result<double>(const Labels&, std::span<const Vertex>,
                                        std::span<const double>, const std::string&, ResultFormat);
template void write_sssp_result<std::uint32_t>(const Labels&, std::span<const Vertex>,
                                               std::span<const std::uint64_t>, const std::string&,
                                               ResultFormat);

}  // namespace strider
