// Methods that this build does not have.
#include <fmt/format.h>

#include "algorithms/bfs/engine.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

[[noreturn]] void refuse(BfsMethod method) {
  throw UnavailableError(
      fmt::format("this build has no method '{}' of breadth-first search; take 'serial'",
                  bfs_method_name(method)));
}

}  // namespace

std::unique_ptr<BfsEngine> make_top_down(Graph, const BfsOptions&) {
  refuse(BfsMethod::kTopDown);
}
std::unique_ptr<BfsEngine> make_top_down_local(Graph, const BfsOptions&) {
  refuse(BfsMethod::kTopDownLocal);
}
std::unique_ptr<BfsEngine> make_bag(Graph, const BfsOptions&) {
  refuse(BfsMethod::kBag);
}
std::unique_ptr<BfsEngine> make_vertex_parallel(Graph, const BfsOptions&) {
  refuse(BfsMethod::kVertexParallel);
}
std::unique_ptr<BfsEngine> make_bottom_up(Graph, const BfsOptions&) {
  refuse(BfsMethod::kBottomUp);
}
std::unique_ptr<BfsEngine> make_direction_optimizing(Graph, const BfsOptions&) {
  refuse(BfsMethod::kDirectionOptimizing);
}

}  // namespace strider::detail
