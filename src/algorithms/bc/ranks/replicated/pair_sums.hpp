// Sums in twice double precision, whose last bits hardly depend on the order of their terms.
#pragma once

#include <cstddef>
#include <span>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// A sum as two doubles: the sum rounded, and what rounding left out (Dekker 1971; Knuth's
/// two-sum). Of terms that are not negative it is off by about 2^-104 of itself a term.
struct PairSum {
  double high = 0;
  double low = 0;

  void add(const PairSum& other) {
    const double sum = high + other.high;
    const double part = sum - high;
    const double rest = (high - (sum - part)) + (other.high - part) + (low + other.low);
    high = sum + rest;
    low = rest - (high - sum);
  }
};

/// One a score.
class PairSums {
 public:
  PairSums(Workspace& workspace, std::size_t size) {
    workspace.declare("the sums", words_, 2 * size);
    workspace.when_taken([this] { clear(); });
  }

  [[nodiscard]] std::size_t size() const { return words_.size() / 2; }
  [[nodiscard]] PairSum operator[](std::size_t i) const {
    return {words_[2 * i], words_[2 * i + 1]};
  }
  void set(std::size_t i, const PairSum& sum) {
    words_[2 * i] = sum.high;
    words_[2 * i + 1] = sum.low;
  }
  void add(std::size_t i, const PairSum& term) {
    PairSum sum = (*this)[i];
    sum.add(term);
    set(i, sum);
  }
  void add(std::span<const double> terms, int threads) {
    constexpr std::size_t kMinParallelWork = 1U << 16U;
    if (size() < kMinParallelWork) threads = 1;
    parallel_chunks(size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        if (terms[i] != 0) add(i, PairSum{terms[i], 0});
      }
    });
  }
  void clear() {
    for (double& word : words_) word = 0;
  }
  /// As they are kept in files and messages: two words a sum.
  [[nodiscard]] std::span<double> words() { return words_.span(); }

 private:
  Array<double> words_;
};

}  // namespace strider::detail
