// The ranks that a test program runs on.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "comm/communicator.hpp"
#include "comm/environment.hpp"

namespace strider {
namespace detail {
inline std::optional<comm::Communicator>& test_world_storage() {
  static std::optional<comm::Communicator> world;
  return world;
}
}  // namespace detail

inline void set_test_world(comm::Communicator world) {
  detail::test_world_storage().emplace(std::move(world));
}
/// All ranks of the job. Tests are collective: every rank runs every test.
[[nodiscard]] inline const comm::Communicator& test_world() {
  return *detail::test_world_storage();
}
/// Whether it is so on every rank. Collective.
[[nodiscard]] inline bool everywhere(bool here) {
  return test_world().all_reduce(std::uint32_t{here}, comm::Reduction::kMin) == 1;
}
/// Before MPI ends.
inline void clear_test_world() {
  detail::test_world_storage().reset();
}

}  // namespace strider
