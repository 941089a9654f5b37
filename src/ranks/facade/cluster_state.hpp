// What a Cluster holds.
#pragma once

#include <optional>
#include <utility>

#include "comm/communicator.hpp"
#include "comm/environment.hpp"
#include "strider/cluster.hpp"

namespace strider {

struct Cluster::State {
  /// Before the communicator, so that MPI ends after it; empty where the program runs MPI.
  std::optional<comm::Environment> environment;
  std::optional<comm::Communicator> storage;
  [[nodiscard]] const comm::Communicator& comm() const { return *storage; }
};

}  // namespace strider
