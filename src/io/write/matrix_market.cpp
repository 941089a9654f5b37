#include <fmt/format.h>

#include "io/write/graph_files.hpp"

namespace strider {
namespace {

std::string_view field_name(WeightField weights) {
  switch (weights) {
    case WeightField::kNone:
      return "pattern";
    case WeightField::kInteger:
      return "integer";
    case WeightField::kReal:
      break;
  }
  return "real";
}

/// Symmetric files hold the lower triangle: the larger end is the row.
class MatrixMarketRows final : public RowEncoder {
 public:
  explicit MatrixMarketRows(const GraphHeader& header) : header_(header) {}

  [[nodiscard]] std::string head() const override {
    return fmt::format("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n",
                       field_name(header_.weights), header_.is_directed() ? "general" : "symmetric",
                       header_.num_vertices, header_.num_vertices, header_.num_edges);
  }

  void append(const GraphRow& row, TextBuffer& out) const override {
    const bool symmetric = !header_.is_directed();
    std::visit(
        [&](const auto& weights) {
          for (std::size_t i = 0; i < row.targets.size(); ++i) {
            if (!owns_edge(row, i, header_.directedness)) continue;
            out.append_number((symmetric ? row.targets[i] : row.vertex) + 1);
            out.append(' ');
            out.append_number((symmetric ? row.vertex : row.targets[i]) + 1);
            append_weight(' ', weights, i, out);
            out.append('\n');
          }
        },
        row.weights);
  }

 private:
  GraphHeader header_;
};

}  // namespace

std::vector<GraphFile> matrix_market_files(const GraphHeader& header, const std::string& path) {
  return one_section<MatrixMarketRows>(path, header);
}

}  // namespace strider
