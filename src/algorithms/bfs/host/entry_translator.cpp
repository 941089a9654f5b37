#include "algorithms/bfs/host/entry_translator.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

// About as many lines in flight as a core can have, with some to spare.
constexpr std::size_t kEntriesAhead = 64;
// Of vertices in a chunk: whole cache lines of the results.
constexpr std::size_t kEntriesPerUnit = 64;

/// No parents where `parents` is null.
template <class StoredLevel>
void gather(const Vertex* position_of, const std::uint64_t* entries, std::size_t begin,
            std::size_t end, Vertex* parents, StoredLevel* levels) {
  const auto put = [&](std::size_t v) {
    const std::uint64_t entry = entries[position_of[v]];
    if (parents != nullptr) parents[v] = TreeEntry::parent(entry);
    // Unreached is all ones in either width.
    levels[v] = static_cast<StoredLevel>(TreeEntry::level(entry));
  };
  const std::size_t last_ahead = end - std::min(kEntriesAhead, end - begin);
  for (std::size_t v = begin; v < last_ahead; ++v) {
    prefetch_to_read(&entries[position_of[v + kEntriesAhead]]);
    put(v);
  }
  for (std::size_t v = last_ahead; v < end; ++v) put(v);
}

}  // namespace

void EntryTranslator::translate(BfsTree& tree) const {
  const std::size_t n = position_of_.size();
  const bool narrow = tree.num_levels <= LevelView::kNarrowUnreached;
  TreeArrays& arrays = tree.arrays;
  const bool has_parents = tree.output == BfsOutput::kTree;
  fit(arrays.parents, has_parents ? n : 0);
  fit(arrays.levels.narrow, narrow ? n : 0);
  fit(arrays.levels.wide, narrow ? 0 : n);
  parallel_chunks(
      n, threads_,
      [&](std::size_t begin, std::size_t end, int) {
        const auto run = [&](auto* levels) {
          gather(position_of_.data(), tree.entries.data(), begin, end,
                 has_parents ? arrays.parents.data() : nullptr, levels);
        };
        if (narrow) {
          run(arrays.levels.narrow.data());
        } else {
          run(arrays.levels.wide.data());
        }
      },
      kEntriesPerUnit);
}

}  // namespace strider::detail
