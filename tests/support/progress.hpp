// What a run reported to on_progress.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace strider::test {

/// Expects that more is done with each call, and never more than all.
class ReportedProgress {
 public:
  [[nodiscard]] std::function<void(std::uint64_t, std::uint64_t)> listener() {
    return [this](std::uint64_t done, std::uint64_t total) {
      EXPECT_GT(done, this->done());
      EXPECT_LE(done, total);
      done_.push_back(done);
      totals_.push_back(total);
    };
  }
  [[nodiscard]] std::uint64_t done() const { return done_.empty() ? 0 : done_.back(); }
  [[nodiscard]] const std::vector<std::uint64_t>& totals() const { return totals_; }

 private:
  std::vector<std::uint64_t> done_;
  std::vector<std::uint64_t> totals_;
};

}  // namespace strider::test
