// The inner loops that turn local ids into the input's numbers, with the widest vectors of the
// machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// names[i] = firsts[c / 64] + c % 64 * stride where c = local_ids[i]; all ones where that is
/// kNoVertex. Preconditions: `names` is aligned to 64 bytes; firsts has a first element. Written
/// past the caches: a search writes names once and does not read them.
void name_by_blocks(const Vertex* local_ids, std::size_t count, const std::uint64_t* firsts,
                    std::uint64_t stride, GlobalVertex* names);
/// The same with names[i] = table[c].
void name_by_table(const Vertex* local_ids, std::size_t count, const std::uint32_t* table,
                   GlobalVertex* names);
void name_by_table(const Vertex* local_ids, std::size_t count, const std::uint64_t* table,
                   GlobalVertex* names);

/// For `groups` times 64 local ids: names[i] = base + local_ids[i] where bit i % 64 of reached[i /
/// 64] is set, else all ones. Aligned and written as above.
void name_reached(const std::uint32_t* local_ids, const std::uint64_t* reached, std::size_t groups,
                  std::uint64_t base, GlobalVertex* names);

}  // namespace strider::detail
