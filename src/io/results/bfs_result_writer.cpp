#include "io/results/result_sink.hpp"
#include "io/results/tree_rows.hpp"
#include "strider/results.hpp"

namespace strider {

void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format) {
  ResultSink sink(path);
  const BfsRows rows(labels, format);
  write_rows(sink, rows.head(parents.size()), parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    rows.append({v, parents[v], levels[v], parents[v] != kNoVertex}, out);
  });
  sink.commit();
}

}  // namespace strider
