// DIMACS .gr. Undirected graphs without weights as PACE writes them ("p tw", each edge once), all
// others as the 9th challenge does ("p sp"): arcs with a weight, undirected edges both ways.
#include <fmt/format.h>

#include "io/write/graph_files.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

void append_ends(GlobalVertex source, GlobalVertex target, TextBuffer& out) {
  out.append_number(source + 1);
  out.append(' ');
  out.append_number(target + 1);
}

class PaceRows final : public RowEncoder {
 public:
  explicit PaceRows(const GraphHeader& header) : header_(header) {}

  [[nodiscard]] std::string head() const override {
    return fmt::format("p tw {} {}\n", header_.num_vertices, header_.num_edges);
  }

  void append(const GraphRow& row, TextBuffer& out) const override {
    for (std::size_t i = 0; i < row.targets.size(); ++i) {
      if (!owns_edge(row, i, Directedness::kUndirected)) continue;
      append_ends(row.vertex, row.targets[i], out);
      out.append('\n');
    }
  }

 private:
  GraphHeader header_;
};

class ShortestPathRows final : public RowEncoder {
 public:
  explicit ShortestPathRows(const GraphHeader& header) : header_(header) {}

  /// The reader takes the comments back (text/dimacs.cpp); 'p sp' itself knows only weighted arcs.
  [[nodiscard]] std::string head() const override {
    return fmt::format(
        "{}{}p sp {} {}\n",
        header_.is_directed() ? "" : "c Undirected graph: each edge is two arcs\n",
        header_.weights == WeightField::kNone ? "c Unweighted graph: each arc has weight 1\n" : "",
        header_.num_vertices, header_.num_arcs);
  }

  void append(const GraphRow& row, TextBuffer& out) const override {
    std::visit(
        [&](const auto& weights) {
          for (std::size_t i = 0; i < row.targets.size(); ++i) {
            out.append("a ");
            append_ends(row.vertex, row.targets[i], out);
            if constexpr (kNoWeights<decltype(weights)>) {
              out.append(" 1");
            } else {
              append_weight(' ', weights, i, out);
            }
            out.append('\n');
          }
        },
        row.weights);
  }

 private:
  GraphHeader header_;
};

}  // namespace

std::vector<GraphFile> dimacs_files(const GraphHeader& header, const std::string& path) {
  if (header.weights == WeightField::kReal) {
    throw UsageError("DIMACS files hold integer weights; write mtx or an edge list");
  }
  if (header.weights == WeightField::kNone && !header.is_directed()) {
    return one_section<PaceRows>(path, header);
  }
  return one_section<ShortestPathRows>(path, header);
}

}  // namespace strider
