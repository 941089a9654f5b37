// When ranks exchange messages sparsely (sparse_exchange.hpp), and when in rounds, empty messages
// among them.
#pragma once

#include <algorithm>
#include <cmath>

namespace strider::comm {

/// If ranks have no more peers than this on average, all messages go in rounds. By the figures of
/// src/model/machines.cpp, 32 empty messages to a rank and from it cost more than twice what the
/// end of a sparse exchange does.
inline constexpr int kMostInRounds = 32;

/// Whether so many messages that are not empty are few enough for a sparse exchange in place of one
/// for each of `pairs`: one that tells of its arrival costs about twice as much, and ranks do not
/// send equally many.
[[nodiscard]] constexpr bool are_few_messages(double messages, double pairs) {
  return messages <= 0.25 * pairs;
}

/// How many messages of a step are not empty, from what the step before sent. Each of its edges
/// leads from a rank to another one, of which there are so many `pairs`; several may share a pair.
class ExpectedMessages {
 public:
  explicit ExpectedMessages(double pairs = 1) : pairs_(std::max(pairs, 1.0)) {}

  /// Nothing is known: each edge may make a message.
  void restart() { of_edge_ = 1; }
  /// A step of so many edges had so many messages that were not empty.
  void note(double messages, double edges) {
    // Where nearly every pair has a message, that says nothing of an edge.
    constexpr double kNearlyAll = 0.95;
    const double share = messages / pairs_;
    of_edge_ =
        edges > 0 && share < kNearlyAll ? std::min(1.0, -std::log1p(-share) * pairs_ / edges) : 1;
  }
  [[nodiscard]] double of(double edges) const {
    return -std::expm1(-of_edge_ * edges / pairs_) * pairs_;
  }

 private:
  double pairs_;
  double of_edge_ = 1;  // edges that lead to another rank, as a share
};

}  // namespace strider::comm
