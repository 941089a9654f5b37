// When a layout of a graph pays for itself.
#pragma once

#include <cstdint>
#include <new>

#include "strider/error.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// What a layout costs, in searches of the graph as it is.
struct LayoutCost {
  std::uint64_t as_long_as;  ///< so many searches take as long as to make the layout
  std::uint64_t
      pays_for;  ///< so many searches and the layout for them take no longer than without it
};

/// Says when a solver lays its graph out. Where it is not known how many searches follow, it waits
/// until it has searched for as long as the layout takes, as one who rents skis until he could have
/// bought them (Karlin, Manasse, Rudolph and Sleator 1988, "Competitive snoopy caching").
class PayBack {
 public:
  PayBack(Preparing preparing, std::uint64_t num_searches, const LayoutCost& cost)
      : at_once_(preparing == Preparing::kAtOnce ||
                 (preparing == Preparing::kWhenItPays && num_searches >= cost.pays_for)),
        waits_(preparing == Preparing::kWhenItPays && !at_once_ && num_searches == 0),
        searches_left_(cost.as_long_as) {}

  /// Before the first search.
  [[nodiscard]] bool at_once() const { return at_once_; }
  /// Before each search that a layout would make faster: calls lay_out() once at most, when it is
  /// time. Where that finds no memory, the graph is searched as it is, as before.
  template <class LayOut>
  void lay_out_when_due(const LayOut& lay_out) {
    if (!is_due()) return;
    try {
      lay_out();
    } catch (const MemoryError&) {
    } catch (const std::bad_alloc&) {
    }
  }

 private:
  [[nodiscard]] bool is_due() {
    if (!waits_) return false;
    if (searches_left_-- > 0) return false;
    waits_ = false;
    return true;
  }

  bool at_once_;
  bool waits_;
  std::uint64_t searches_left_;
};

}  // namespace strider::detail
