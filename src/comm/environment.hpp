// The life of MPI in a process.
#pragma once

#include "comm/communicator.hpp"

namespace strider::comm {

/// MPI from its start to its end: at most one a process, made before anything else of this room and
/// destroyed after it. A process in which MPI runs already (a user's own) is left as it is.
class Environment {
 public:
  /// Starts MPI such that the thread that made it may communicate. Throws CommError where MPI
  /// cannot start.
  Environment();
  /// Ends MPI where the constructor started it. Collective.
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  /// All ranks, in a communicator of their own. Collective.
  [[nodiscard]] Communicator world() const;

 private:
  bool started_ = false;
};

}  // namespace strider::comm
