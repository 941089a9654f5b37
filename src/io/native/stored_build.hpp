// What the header of a container says of how its graph was built.
#pragma once

#include "strider/graph.hpp"

namespace strider::native {

struct StoredBuild {
  BuildReport report;
  Directedness directedness = Directedness::kUndirected;
  bool has_self_loops = false;
  bool has_duplicates = false;
  bool has_layout = false;

  /// Whether these options build the graph that is stored, of its own edges.
  [[nodiscard]] bool is_as_asked(Directedness asked, SelfLoops self_loops,
                                 Duplicates duplicates) const {
    const bool removes_loops = self_loops == SelfLoops::kRemove && has_self_loops;
    const bool removes_duplicates = duplicates != Duplicates::kKeep && has_duplicates;
    return asked == directedness && !removes_loops && !removes_duplicates;
  }
};

}  // namespace strider::native
