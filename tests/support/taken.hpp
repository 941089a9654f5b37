// Engines on ranks, with their memory.
#pragma once

#include <functional>

#include "base/workspace.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"

namespace strider::test {

/// What make(workspace) makes, once its memory is taken. Collective.
template <class Make>
[[nodiscard]] auto taken(const comm::Communicator& world, const Make& make,
                         const std::function<detail::DeviceRoom()>& room = nullptr) {
  detail::Workspace workspace;
  auto made = make(workspace);
  detail::take_on_all_ranks(world, workspace, "a search", room);
  return made;
}

}  // namespace strider::test
