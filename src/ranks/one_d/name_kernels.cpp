// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ranks/one_d/name_kernels.cpp"
#include "ranks/one_d/name_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Names = hn::CappedTag<std::uint64_t, 8>;
using LocalIds = hn::Rebind<std::uint32_t, Names>;

/// name_of(local_ids) gives the names of a vector of local ids; name_of_one(local_id) that of one.
template <class NameOf, class NameOfOne>
HWY_INLINE void name_all(const Vertex* local_ids, std::size_t count, GlobalVertex* names,
                         const NameOf& name_of, const NameOfOne& name_of_one) {
  const Names d;
  const LocalIds dc;
  const auto none = hn::Set(d, std::uint64_t{kNoVertex});
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto given = hn::PromoteTo(d, hn::LoadU(dc, local_ids + i));
    const auto is_none = hn::Eq(given, none);
    // Looked up in either case: local id 0 stands in where there is none.
    const auto local_id = hn::IfThenZeroElse(is_none, given);
    hn::Stream(hn::IfThenElse(is_none, hn::Set(d, ~std::uint64_t{0}), name_of(local_id)), d,
               names + i);
  }
  for (; i < count; ++i) {
    names[i] = local_ids[i] == kNoVertex ? ~std::uint64_t{0} : name_of_one(local_ids[i]);
  }
  hwy::FlushStream();
}

void name_blocks(const Vertex* local_ids, std::size_t count, const std::uint64_t* firsts,
                 std::uint64_t stride, GlobalVertex* names) {
  const Names d;
  const hn::RebindToSigned<Names> di;
  const auto strides = hn::Set(d, stride);
  name_all(
      local_ids, count, names,
      [&](hn::Vec<Names> local_id) HWY_ATTR {
        const auto block = hn::BitCast(di, hn::ShiftRight<6>(local_id));
        const auto place = hn::And(local_id, hn::Set(d, 63));
        return hn::Add(hn::GatherIndex(d, firsts, block), hn::Mul(place, strides));
      },
      [&](Vertex local_id) { return firsts[local_id / 64] + local_id % 64 * stride; });
}

void name_narrow(const Vertex* local_ids, std::size_t count, const std::uint32_t* table,
                 GlobalVertex* names) {
  const Names d;
  const LocalIds dc;
  const hn::RebindToSigned<LocalIds> dci;
  name_all(
      local_ids, count, names,
      [&](hn::Vec<Names> local_id) HWY_ATTR {
        const auto place = hn::BitCast(dci, hn::TruncateTo(dc, local_id));
        return hn::PromoteTo(d, hn::GatherIndex(dc, table, place));
      },
      [&](Vertex local_id) { return std::uint64_t{table[local_id]}; });
}

void name_wide(const Vertex* local_ids, std::size_t count, const std::uint64_t* table,
               GlobalVertex* names) {
  const Names d;
  const hn::RebindToSigned<Names> di;
  name_all(
      local_ids, count, names,
      [&](hn::Vec<Names> local_id)
          HWY_ATTR { return hn::GatherIndex(d, table, hn::BitCast(di, local_id)); },
      [&](Vertex local_id) { return table[local_id]; });
}

void name_groups(const std::uint32_t* local_ids, const std::uint64_t* reached, std::size_t groups,
                 std::uint64_t base, GlobalVertex* names) {
  constexpr std::size_t kGroup = 64;
  const Names d;
  const LocalIds dc;
  const auto first = hn::Set(d, base);
  const auto lane_bit = hn::Shl(hn::Set(d, 1), hn::Iota(d, 0));
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t lane = 0; lane < kGroup; lane += hn::Lanes(d)) {
      const std::size_t i = g * kGroup + lane;
      const auto is_reached = hn::TestBit(hn::Set(d, reached[g] >> lane), lane_bit);
      const auto name = hn::Add(first, hn::PromoteTo(d, hn::LoadU(dc, local_ids + i)));
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

void name_by_blocks(const Vertex* local_ids, std::size_t count, const std::uint64_t* firsts,
                    std::uint64_t stride, GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_blocks)(local_ids, count, firsts, stride, names);
}
void name_by_table(const Vertex* local_ids, std::size_t count, const std::uint32_t* table,
                   GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_narrow)(local_ids, count, table, names);
}
void name_by_table(const Vertex* local_ids, std::size_t count, const std::uint64_t* table,
                   GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_wide)(local_ids, count, table, names);
}
void name_reached(const std::uint32_t* local_ids, const std::uint64_t* reached, std::size_t groups,
                  std::uint64_t base, GlobalVertex* names) {
  HWY_DYNAMIC_DISPATCH(name_groups)(local_ids, reached, groups, base, names);
}

}  // namespace strider::detail
#endif
