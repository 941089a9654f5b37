#include "base/name_table.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace strider::test {
namespace {

enum class Colour : unsigned char { kRed, kGreen, kBlue };
constexpr auto kColours = detail::name_table<Colour>({
    {Colour::kBlue, "blue"},
    {Colour::kRed, "red"},
});

TEST(NameTable, NamesAndValuesAreEachOthersInverse) {
  EXPECT_EQ(kColours.name_of(Colour::kRed), "red");
  EXPECT_EQ(kColours.name_of(Colour::kBlue), "blue");
  EXPECT_EQ(kColours.from_name("red"), Colour::kRed);
  EXPECT_EQ(kColours.from_name("blue"), Colour::kBlue);
}

TEST(NameTable, WhatIsNotInItHasNoNameAndNoValue) {
  EXPECT_EQ(kColours.name_of(Colour::kGreen), "unknown");
  EXPECT_EQ(kColours.from_name("unknown"), std::nullopt);
  EXPECT_EQ(kColours.from_name(""), std::nullopt);
  EXPECT_EQ(kColours.from_name("re"), std::nullopt);
}

TEST(NameTable, ValuesStandInTheOrderOfTheTable) {
  const auto values = kColours.values();
  EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector{Colour::kBlue, Colour::kRed}));
}

}  // namespace
}  // namespace strider::test
