#include "graph/layout/pay_back.hpp"

#include <gtest/gtest.h>

namespace strider::detail {
namespace {

constexpr LayoutCost kCost{.as_long_as = 3, .pays_for = 8};

/// The number of the search before which the layout is made; 0: of none of twenty.
int due_at(Preparing preparing, std::uint64_t num_searches) {
  PayBack pay_back(preparing, num_searches, kCost);
  int due = 0;
  for (int search = 1; search <= 20; ++search) {
    pay_back.lay_out_when_due([&] {
      EXPECT_EQ(due, 0) << "it is made once";
      due = search;
    });
  }
  return due;
}

TEST(PayBack, WaitsAsLongAsTheLayoutTakes) {
  EXPECT_EQ(due_at(Preparing::kWhenItPays, 0), 4);
  EXPECT_FALSE(PayBack(Preparing::kWhenItPays, 0, kCost).at_once());
}
TEST(PayBack, DoesNotWaitWhereTheNumberIsKnown) {
  for (const std::uint64_t few : {1U, 7U}) {
    EXPECT_EQ(due_at(Preparing::kWhenItPays, few), 0);
    EXPECT_FALSE(PayBack(Preparing::kWhenItPays, few, kCost).at_once());
  }
  EXPECT_EQ(due_at(Preparing::kWhenItPays, 8), 0);
  EXPECT_TRUE(PayBack(Preparing::kWhenItPays, 8, kCost).at_once());
}
TEST(PayBack, SearchesOnWhereThereIsNoMemory) {
  PayBack pay_back(Preparing::kWhenItPays, 0, kCost);
  int tried = 0;
  for (int search = 1; search <= 20; ++search) {
    EXPECT_NO_THROW(pay_back.lay_out_when_due([&] {
      ++tried;
      throw MemoryError("a layout", 1, 0);
    }));
  }
  EXPECT_EQ(tried, 1);
}
TEST(PayBack, DoesAsItIsAsked) {
  EXPECT_TRUE(PayBack(Preparing::kAtOnce, 1, kCost).at_once());
  EXPECT_FALSE(PayBack(Preparing::kNever, 100, kCost).at_once());
  EXPECT_EQ(due_at(Preparing::kAtOnce, 0), 0);
  EXPECT_EQ(due_at(Preparing::kNever, 0), 0);
}

}  // namespace
}  // namespace strider::detail
