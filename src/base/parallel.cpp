#include "base/parallel.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "strider/error.hpp"

namespace strider {
namespace {

constexpr int kMostThreads = 4096;

/// Whether the text, a list of a number for each level of nesting, begins with a number of threads.
/// OpenMP ignores any other text.
bool begins_with_count(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  long count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  return read.ec == std::errc() && count > 0;
}

}  // namespace

std::optional<int> threads_of_environment() {
  const char* const text = std::getenv("OMP_NUM_THREADS");
  if (text == nullptr || !begins_with_count(text)) return std::nullopt;
  return std::min({omp_get_max_threads(), omp_get_thread_limit(), kMostThreads});
}

int resolve_threads(int requested) {
  if (requested < 0 || requested > kMostThreads) {
    throw UsageError(fmt::format("threads must be between 1 and {1}, or 0 for all cores, got {0}",
                                 requested, kMostThreads));
  }
  if (requested != 0) return requested;
  // omp_get_num_procs respects the process's affinity mask of this moment.
  return threads_of_environment().value_or(
      std::min({omp_get_num_procs(), omp_get_max_threads(), omp_get_thread_limit()}));
}

}  // namespace strider
