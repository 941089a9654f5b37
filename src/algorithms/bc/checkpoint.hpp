// What a run has so far, in a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// The sums over the first sources of a problem.
struct BcState {
  std::uint64_t sources_done;
  std::uint64_t arcs;  ///< that the searches came along
  double seconds;      ///< that they took
  std::span<double> sums;
};

/// A number that differs, but for chance, where graph, lengths, sources, targets or what is counted
/// do. `extra` stands for what else the bits of the scores depend on.
[[nodiscard]] std::uint64_t checkpoint_key(const BcProblem& problem, std::uint64_t extra);

/// The file is replaced as a whole. Throws InputError.
void write_checkpoint(const std::string& path, std::uint64_t key, const BcState& state);

/// Throws InputError where the file is no checkpoint, damaged, or of another run than `key`.
void read_checkpoint(const std::string& path, std::uint64_t key, BcState& state);

}  // namespace strider::detail
