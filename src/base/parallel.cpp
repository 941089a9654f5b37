#include "base/parallel.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "strider/error.hpp"

namespace strider {
namespace {

constexpr int kMostThreads = 4096;

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

/// Whether the text is a list of numbers of threads, one for each level of nesting. OpenMP ignores
/// any other text.
bool lists_counts(std::string_view text) {
  for (;;) {
    text = without_blanks(text);
    long count = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
    if (read.ec != std::errc() || count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    text = without_blanks(text);
    if (text.empty()) return true;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
  }
}

}  // namespace

std::optional<int> threads_of_environment() {
  const char* const text = std::getenv("OMP_NUM_THREADS");
  if (text == nullptr || !lists_counts(text)) return std::nullopt;
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
