#include "graph/layout/sections.hpp"

#include <gtest/gtest.h>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

LayoutSections sections_sample() {
  LayoutSections sections("here.strider");
  sections.add_array("ids", SharedArray<std::uint32_t>(Array<std::uint32_t>(5, 7U)));
  sections.add_scalar("columns", 4);
  sections.add_csr("core", Csr(Array<EdgeIndex>(3, 0), Array<Vertex>()));
  return sections;
}

TEST(LayoutSections, GivesBackWhatWasAdded) {
  const LayoutSections sections = sections_sample();
  const auto ids = sections.array<std::uint32_t>("ids", 5);
  EXPECT_EQ(ids[4], 7U);
  EXPECT_EQ(sections.scalar("columns", 4), 4U);
  EXPECT_EQ(sections.csr("core", 2).num_vertices(), 2U);
}

TEST(LayoutSections, RefusesWhatIsMissingOrOfAnotherShape) {
  const LayoutSections sections = sections_sample();
  EXPECT_THROW((void)sections.array<std::uint32_t>("idx"), InputError);
  EXPECT_THROW((void)sections.array<std::uint64_t>("ids"), InputError);
  EXPECT_THROW((void)sections.array<std::uint32_t>("ids", 4), InputError);
  EXPECT_THROW((void)sections.scalar("rows"), InputError);
  EXPECT_THROW((void)sections.scalar("columns", 3), InputError);
  EXPECT_THROW((void)sections.csr("core", 3), InputError);
  EXPECT_THROW((void)sections.csr("ids", 3), InputError);
}

TEST(LayoutSections, ArraysOutliveTheSections) {
  SharedArray<std::uint32_t> ids;
  {
    const LayoutSections sections = sections_sample();
    ids = sections.array<std::uint32_t>("ids");
  }
  EXPECT_EQ(ids[0], 7U);
}

}  // namespace
}  // namespace strider::detail
