// The rates of machines: measured, or from one search that was timed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/model.hpp"
#include "strider/threads.hpp"

namespace strider {

double measure_bytes_per_s(int threads) {
  // More than caches hold.
  constexpr std::size_t kBytes = std::size_t{1} << 28U;
  constexpr int kTimes = 5;
  const int team = resolve_threads(threads);
  const Array<std::uint64_t> from(kBytes / sizeof(std::uint64_t), 1);
  Array<std::uint64_t> to(from.size(), 0);
  double best = std::numeric_limits<double>::infinity();
  for (int time = 0; time < kTimes; ++time) {
    const Timer timer;
    parallel_chunks(from.size(), team, [&](std::size_t begin, std::size_t end, int /*thread*/) {
      std::memcpy(to.data() + begin, from.data() + begin, (end - begin) * sizeof(std::uint64_t));
    });
    best = std::min(best, timer.seconds());
  }
  return 2 * kBytes / best;
}

double calibrated_arcs_per_s(ModelOptions options, double search_s) {
  options.machine.arcs_per_s = std::numeric_limits<double>::infinity();
  const SearchModel found = model_search(options);
  double looked_at = 0;
  for (const ModelLevel& level : found.levels) {
    looked_at += level.arcs_looked_at + level.vertices_looked_at;
  }
  const double others = found.total.time_s();
  if (!(search_s > others)) {
    throw UsageError(
        fmt::format("a search of {} s is too short: machine {} takes longer without any arc",
                    search_s, options.machine.name));
  }
  return looked_at / (search_s - others);
}

}  // namespace strider
