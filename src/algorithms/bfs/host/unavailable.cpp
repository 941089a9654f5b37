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

std::unique_ptr<BfsEngine> make_bag(Graph, const BfsOptions&) {
  refuse(BfsMethod::kBag);
}

}  // namespace strider::detail
