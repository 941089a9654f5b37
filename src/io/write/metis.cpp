#include <fmt/format.h>

#include "io/write/graph_files.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

class MetisRows final : public RowEncoder {
 public:
  explicit MetisRows(const GraphHeader& header) : header_(header) {}

  [[nodiscard]] std::string head() const override {
    return fmt::format("{} {}{}\n", header_.num_vertices, header_.num_edges,
                       header_.weights == WeightField::kNone ? "" : " 001");
  }

  void append(const GraphRow& row, TextBuffer& out) const override {
    std::visit(
        [&](const auto& weights) {
          for (std::size_t i = 0; i < row.targets.size(); ++i) {
            if (i > 0) out.append(' ');
            out.append_number(row.targets[i] + 1);
            append_weight(' ', weights, i, out);
          }
        },
        row.weights);
    out.append('\n');
  }

 private:
  GraphHeader header_;
};

}  // namespace

std::vector<GraphFile> metis_files(const GraphHeader& header, const std::string& path) {
  if (header.is_directed()) {
    throw UsageError(
        "METIS files hold undirected graphs; make it undirected (--undirected), or write mtx");
  }
  if (header.num_self_loops > 0) {
    throw UsageError("METIS files hold no self-loops; remove them, or write mtx");
  }
  if (header.weights == WeightField::kReal) {
    throw UsageError("METIS files hold integer weights; write mtx or an edge list");
  }
  return one_section<MetisRows>(path, header);
}

}  // namespace strider
