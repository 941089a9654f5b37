// Sixteen sources at a time, a lane of vectors each; or one.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/safe_levels.hpp"

namespace strider::detail {

/// What a vertex's counts and coefficients are stored as. Sums are of doubles in any case.
enum class BatchRows : std::uint8_t {
  kLone,     ///< one source at a time: one double
  kDoubles,  ///< sixteen sources side by side
  kFloats    ///< half the memory to wait for; scores within 1e-5 of themselves, mostly 1e-7
};
/// Batches of more levels are searched source by source: levels are small then, vectors mostly
/// empty.
inline constexpr std::size_t kMostBatchLevels = 48;

/// Whether searches side by side are possible and of use: paths by hops, one weight a target for
/// all sources, scores of vertices, and few levels.
[[nodiscard]] bool suits_batches(const BcProblem& problem);
/// Preconditions: suits_batches; more than one thread only where rows_can_be_shared.
[[nodiscard]] std::unique_ptr<BcEngine> make_batched_search(Workspace& workspace,
                                                            const BcProblem& problem,
                                                            BatchRows rows, int threads);

}  // namespace strider::detail
