// How many threads work.
#pragma once

#include <optional>

namespace strider {

/// The threads that the environment asks of each process, as OpenMP counts them: OMP_NUM_THREADS,
/// at most OMP_THREAD_LIMIT. Nothing where OMP_NUM_THREADS is not set or is no number of threads.
[[nodiscard]] std::optional<int> threads_of_environment();

/// The threads that an option `threads` stands for: `requested`, or where that is 0
/// threads_of_environment(), or else every core the process may use. Throws UsageError if
/// `requested` is negative or absurd.
[[nodiscard]] int resolve_threads(int requested);

}  // namespace strider
