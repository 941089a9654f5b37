#include "strider/labels.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/error.hpp"

namespace strider {
namespace {

Labels sparse(const std::vector<std::uint64_t>& numbers) {
  return Labels::sparse(Array<std::uint64_t>::copy_of(numbers));
}

TEST(Labels, DenseFromAnyBase) {
  EXPECT_EQ(Labels().label(5), "5");
  const Labels labels = Labels::dense(1);
  EXPECT_EQ(labels.label(0), "1");
  EXPECT_EQ(labels.find("1", 3), 0U);
  EXPECT_EQ(labels.find("3", 3), 2U);
  for (const char* none :
       {"0", "4", "-1", "+1", " 1", "1 ", "1.0", "x", "", "99999999999999999999"}) {
    EXPECT_EQ(labels.find(none, 3), std::nullopt) << "'" << none << "'";
  }
}

TEST(Labels, Sparse) {
  const Labels labels = sparse({7, 18446744073709551615ULL, 0});
  EXPECT_EQ(labels.label(1), "18446744073709551615");
  EXPECT_EQ(labels.find("18446744073709551615", 3), 1U);
  EXPECT_EQ(labels.find("0", 3), 2U);
  EXPECT_EQ(labels.find("1", 3), std::nullopt);
  EXPECT_EQ(labels.number(0), 7U);
}

TEST(Labels, Text) {
  const Labels labels = Labels::text({"Zürich", "", "b c"});
  EXPECT_EQ(labels.label(0), "Zürich");
  EXPECT_EQ(labels.find("", 3), 1U);
  EXPECT_EQ(labels.find("b c", 3), 2U);
  EXPECT_EQ(labels.find("b", 3), std::nullopt);
}

TEST(Labels, RefusesDoublesOnEveryLookup) {
  const Labels numbers = sparse({5, 1, 1});
  const Labels texts = Labels::text({"a", "b", "b"});
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_THROW((void)numbers.find("5", 3), UsageError);
    EXPECT_THROW((void)texts.find("a", 3), UsageError);
  }
}

// Ids with a time stamp or a shard in their high bits: a hash that looks at the low bits only would
// take gigabytes and minutes here.
TEST(Labels, FindsNumbersThatDifferInHighBitsOnly) {
  std::vector<std::uint64_t> numbers(20000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = (i + 1) << 40U;
  const Labels labels = sparse(numbers);
  EXPECT_EQ(labels.find(std::to_string(20000ULL << 40U), 20000), 19999U);
}

TEST(Labels, FollowAPermutation) {
  const std::vector<Vertex> to_old{2, 0, 1};
  EXPECT_EQ(Labels::dense(1).permuted(to_old).label(0), "3");
  EXPECT_EQ(sparse({10, 20, 30}).permuted(to_old).label(1), "10");
  EXPECT_EQ(Labels::text({"x", "y", "z"}).permuted(to_old).find("z", 3), 0U);
}

}  // namespace
}  // namespace strider
