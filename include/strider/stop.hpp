// How a caller stops a call of the library.
#pragma once

#include <atomic>

namespace strider {

/// While it lives, the calls of the library that this thread makes throw InterruptedError soon
/// after `stop` has become true: within half a second, on graphs that suit the machine. A signal
/// handler or another thread may set the flag. A call that begins with the flag set throws too,
/// unless it is over before it first looks at the flag.
///
/// Each thread has scopes of its own: a scope does not stop the calls of other threads, but it does
/// stop the threads that work for a call of this one. The innermost scope of a thread decides; its
/// end restores the outer one. A scope ends in the thread that made it, and `stop` outlives it.
///
/// A call that throws leaves its arguments as after a MemoryError: a list that build_graph consumes
/// is gone, a file that was to be written is not there, and a result that a search was to fill can
/// only be passed to another run. A solver can be used again, and so can a result that was complete
/// before the call. Betweenness leaves the last checkpoint that it wrote.
///
/// A thread loads the flag for each level, bucket or chunk of its work: no call becomes measurably
/// slower. Only the unpacking of .gz files above 32 MiB takes longer inside a scope.
///
/// A scope is for functions that run on this machine: inside one, call no function of dist.hpp.
/// Functions of devices (gpu.hpp) look at the flag only where they work on the host.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>& stop);
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

 private:
  const std::atomic<bool>* outer_;
};

}  // namespace strider
