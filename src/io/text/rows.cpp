#include "io/text/rows.hpp"

namespace strider {

Weights make_weights(Array<double> values, bool fit_uint32, int threads) {
  if (!fit_uint32) return values;
  Array<std::uint32_t> integers(values.size());
  parallel_shares(values.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) integers[i] = static_cast<std::uint32_t>(values[i]);
  });
  return integers;
}

}  // namespace strider
