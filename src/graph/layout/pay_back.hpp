// When a layout of a graph pays for itself.
#pragma once

#include <cstdint>
#include <new>

#include "strider/error.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// What a layout costs, in searches of the graph as it is.
struct LayoutCost {
  /// To make the layout takes as long as so many of them.
  std::uint64_t as_long_as;
  /// So many take as long as the layout and as many searches of it.
  std::uint64_t pays_for;
};

/// Says when a solver lays its graph out. Where it is not known how many searches follow, it waits
/// until it has searched for as long as the layout takes, as one who rents skis until he could have
/// bought them (Karlin, Manasse, Rudolph and Sleator 1988, "Competitive snoopy caching").
class PayBack {
 public:
  PayBack(Preparing preparing, std::uint64_t num_searches, const LayoutCost& cost)
      : preparing_(preparing),
        is_announced_(num_searches >= cost.pays_for),
        waits_(preparing == Preparing::kWhenItPays && num_searches == 0),
        searches_left_(cost.as_long_as) {}

  /// Before the first search: calls lay_out() where it is known that the layout pays, or it is
  /// asked for. Throws what that throws, but where it is only known to pay and finds no memory: the
  /// graph is then searched as it is.
  template <class LayOut>
  void lay_out_at_start(const LayOut& lay_out) {
    if (preparing_ == Preparing::kAtOnce) lay_out();
    if (preparing_ == Preparing::kWhenItPays && is_announced_) lay_out_if_it_fits(lay_out);
  }
  /// Before each search that a layout would make faster: calls lay_out(), when it is time. Where
  /// that finds no memory, the graph is searched as it is, from then on for good.
  template <class LayOut>
  void lay_out_when_due(const LayOut& lay_out) {
    if (!waits_) return;
    if (searches_left_ > 0) {
      --searches_left_;
      return;
    }
    lay_out_if_it_fits(lay_out);
    waits_ = false;
  }

 private:
  template <class LayOut>
  static void lay_out_if_it_fits(const LayOut& lay_out) {
    try {
      lay_out();
    } catch (const MemoryError&) {
    } catch (const std::bad_alloc&) {
    }
  }

  Preparing preparing_;
  bool is_announced_;
  bool waits_;
  std::uint64_t searches_left_;
};

}  // namespace strider::detail
