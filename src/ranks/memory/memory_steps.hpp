// What each step of building a distributed graph takes of a rank's memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace strider::detail {

/// Bytes of large arrays on one rank.
struct MemoryStep {
  std::string name;
  std::uint64_t predicted_bytes = 0;  ///< before the step began
  std::uint64_t peak_bytes = 0;       ///< that were held at once during it
};

/// Keeps account of the large arrays that a rank holds.
class MemoryAccount {
 public:
  /// What is held goes over into the new step.
  void begin_step(std::string name, std::uint64_t predicted_bytes) {
    steps_.push_back({std::move(name), predicted_bytes, held_});
  }
  /// Of a step whose size shows only at its end.
  void predict(std::uint64_t bytes) { steps_.back().predicted_bytes = bytes; }
  void take(std::uint64_t bytes) {
    held_ += bytes;
    if (!steps_.empty()) steps_.back().peak_bytes = std::max(steps_.back().peak_bytes, held_);
  }
  void give_back(std::uint64_t bytes) { held_ -= bytes; }
  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] const std::vector<MemoryStep>& steps() const { return steps_; }

 private:
  std::uint64_t held_ = 0;
  std::vector<MemoryStep> steps_;
};

}  // namespace strider::detail
