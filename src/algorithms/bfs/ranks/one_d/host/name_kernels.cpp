// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/bfs/ranks/one_d/host/name_kernels.cpp"
#include "algorithms/bfs/ranks/one_d/host/name_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Names = hn::CappedTag<std::uint64_t, 8>;
using Columns = hn::Rebind<std::uint32_t, Names>;

/// name_of(columns) gives the names of a vector of columns; name_of_one(column) that of one.
template <class NameOf, class NameOfOne>
HWY_INLINE void name_all(const Vertex* columns, std::size_t count, GlobalVertex* names,
                         const NameOf& name_of, const NameOfOne& name_of_one) {
  const Names d;
  const Columns dc;
  const auto none = hn::Set(d, std::uint64_t{kNoVertex});
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto given = hn::PromoteTo(d, hn::LoadU(dc, columns + i));
    const auto is_none = hn::Eq(given, none);
    // Looked up in either case: column 0 stands in where there is none.
    const auto column = hn::IfThenZeroElse(is_none, given);
    hn::Stream(hn::IfThenElse(is_none, hn::Set(d, ~std::uint64_t{0}), name_of(column)), d,
               names + i);
  }
  for (; i < count; ++i) {
    names[i] = columns[i] == kNoVertex ? ~std::uint64_t{0} : name_of_one(columns[i]);
  }
  hwy::FlushStream();
}

void name_blocks(const Vertex* columns, std::size_t count, const std::uint64_t* firsts,
                 std::uint64_t stride, GlobalVertex* names) {
  const Names d;
  const hn::RebindToSigned<Names> di;
  const auto strides = hn::Set(d, stride);
  name_all(
      columns, count, names,
      [&](hn::Vec<Names> column) HWY_ATTR {
        const auto block = hn::BitCast(di, hn::ShiftRight<6>(column));
        const auto place = hn::And(column, hn::Set(d, 63));
        return hn::Add(hn::GatherIndex(d, firsts, block), hn::Mul(place, strides));
      },
      [&](Vertex column) { return firsts[column / 64] + column % 64 * stride; });
}

void name_narrow(const Vertex* columns, std::size_t count, const std::uint32_t* table,
                 GlobalVertex* names) {
  const Names d;
  const Columns dc;
  const hn::RebindToSigned<Columns> dci;
  name_all(
      columns, count, names,
      [&](hn::Vec<Names> column) HWY_ATTR {
        const auto place = hn::BitCast(dci, hn::TruncateTo(dc, column));
        return hn::PromoteTo(d, hn::GatherIndex(dc, table, place));
      },
      [&](Vertex column) { return std::uint64_t{table[column]}; });
}

void name_wide(const Vertex* columns, std::size_t count, const std::uint64_t* table,
               GlobalVertex* names) {
  const Names d;
  const hn::RebindToSigned<Names> di;
  name_all(
      columns, count, names,
      [&](hn::Vec<Names> column)
          HWY_ATTR { return hn::GatherIndex(d, table, hn::BitCast(di, column)); },
      [&](Vertex column) { return table[column]; });
}

void name_groups(const std::uint32_t* columns, const std::uint64_t* reached, std::size_t groups,
                 std::uint64_t base, GlobalVertex* names) {
  constexpr std::size_t kGroup = 64;
  const Names d;
  const Columns dc;
  const auto first = hn::Set(d, base);
  const auto lane_bit = hn::Shl(hn::Set(d, 1), hn::Iota(d, 0));
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t lane = 0; lane < kGroup; lane += hn::Lanes(d)) {
      const std::size_t i = g * kGroup + lane;
      const auto is_reached = hn::TestBit(hn::Set(d, reached[g] >> lane), lane_bit);
      const auto name = hn::Add(first, hn::PromoteTo(d, hn::LoadU(dc, columns + i)));
      hn::Stream(hn::IfThenElse(is_reached, name, hn::Set(d, ~std::uint64_t{0})), d, names + i);
    }
  }
  hwy::FlushStream();
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {
HWY_EXPORT(name_blocks);
HWY_EXPORT(name_narrow);
HWY_EXPORT(name_wide);
HWY_EXPORT(name_groups);
}  // namespace

void name_by_blocks(const Vertex* columns, std::size_t count, const std::uint64_t* firsts,
                    std::uint64_t stride, GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_blocks)(columns, count, firsts, stride, names);
}
void name_by_table(const Vertex* columns, std::size_t count, const std::uint32_t* table,
                   GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_narrow)(columns, count, table, names);
}
void name_by_table(const Vertex* columns, std::size_t count, const std::uint64_t* table,
                   GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_wide)(columns, count, table, names);
}
void name_reached(const std::uint32_t* columns, const std::uint64_t* reached, std::size_t groups,
                  std::uint64_t base, GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_groups)(columns, reached, groups, base, names);
}

}  // namespace strider::detail
#endif
