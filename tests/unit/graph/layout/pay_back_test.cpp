#include "graph/layout/pay_back.hpp"

#include <gtest/gtest.h>

namespace strider::detail {
namespace {

constexpr LayoutCost kCost{.as_long_as = 3, .pays_for = 8};

/// Before which of twenty searches the layout is made; 0: before the first, by the solver's
/// constructor; -1: of none.
int made_before(Preparing preparing, std::uint64_t num_searches) {
  PayBack pay_back(preparing, num_searches, kCost);
  int made = -1;
  const auto lay_out_before = [&](int search) {
    return [&made, search] {
      EXPECT_EQ(made, -1) << "it is made once";
      made = search;
    };
  };
  pay_back.lay_out_at_start(lay_out_before(0));
  for (int search = 1; search <= 20; ++search) pay_back.lay_out_when_due(lay_out_before(search));
  return made;
}

TEST(PayBack, WaitsAsLongAsTheLayoutTakes) {
  EXPECT_EQ(made_before(Preparing::kWhenItPays, 0), 4);
}
TEST(PayBack, DoesNotWaitWhereTheNumberIsKnown) {
  EXPECT_EQ(made_before(Preparing::kWhenItPays, 1), -1);
  EXPECT_EQ(made_before(Preparing::kWhenItPays, 7), -1);
  EXPECT_EQ(made_before(Preparing::kWhenItPays, 8), 0);
}
TEST(PayBack, DoesAsItIsAsked) {
  EXPECT_EQ(made_before(Preparing::kAtOnce, 0), 0);
  EXPECT_EQ(made_before(Preparing::kAtOnce, 1), 0);
  EXPECT_EQ(made_before(Preparing::kNever, 0), -1);
  EXPECT_EQ(made_before(Preparing::kNever, 100), -1);
}

TEST(PayBack, SearchesOnWhereThereIsNoMemory) {
  const auto fails = [] { throw MemoryError("a layout", 1, 0); };
  PayBack waits(Preparing::kWhenItPays, 0, kCost);
  int tried = 0;
  for (int search = 1; search <= 20; ++search) {
    waits.lay_out_when_due([&] {
      ++tried;
      fails();
    });
  }
  EXPECT_EQ(tried, 1);
  EXPECT_NO_THROW(PayBack(Preparing::kWhenItPays, 100, kCost).lay_out_at_start(fails));
  EXPECT_THROW(PayBack(Preparing::kAtOnce, 100, kCost).lay_out_at_start(fails), MemoryError);
}
TEST(PayBack, TriesAgainAfterAStop) {
  PayBack pay_back(Preparing::kWhenItPays, 0, LayoutCost{.as_long_as = 0, .pays_for = 8});
  EXPECT_THROW(pay_back.lay_out_when_due([] { throw InterruptedError("stopped"); }),
               InterruptedError);
  bool made = false;
  pay_back.lay_out_when_due([&] { made = true; });
  EXPECT_TRUE(made);
}

}  // namespace
}  // namespace strider::detail
