#include "strider/prepare.hpp"

#include "base/parallel.hpp"
#include "graph/layout/choose.hpp"
#include "graph/layout/degree_layout.hpp"
#include "graph/layout/locality_layout.hpp"

namespace strider {
namespace {

Layout resolve(const Graph& graph, LayoutChoice choice) {
  if (graph.is_directed()) return Layout::kNone;
  switch (choice) {
    case LayoutChoice::kByGraph:
      return detail::suitable_layout(graph);
    case LayoutChoice::kDegree:
      return Layout::kDegree;
    case LayoutChoice::kLocality:
      return Layout::kLocality;
    case LayoutChoice::kNone:
      break;
  }
  return Layout::kNone;
}

}  // namespace

PreparedGraph prepare(const Graph& graph, const PrepareOptions& options) {
  const int threads = resolve_threads(options.threads);
  switch (resolve(graph, options.layout)) {
    case Layout::kDegree:
      return {graph, detail::make_degree_layout(graph, threads)};
    case Layout::kLocality:
      return {graph, detail::make_locality_layout(graph, threads)};
    case Layout::kNone:
      break;
  }
  return PreparedGraph(graph);
}

std::uint64_t PreparedGraph::extra_bytes() const {
  if (degree_) return degree_->bytes();
  return locality_ ? locality_->bytes() : 0;
}

}  // namespace strider
