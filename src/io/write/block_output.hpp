// Binary files of one array after the other, made and written in blocks by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/parallel.hpp"

namespace strider {

/// Appends `count` values to the file; fill(begin, block) makes those from number `begin` on, from
/// several threads at once. Throws InputError, and what `fill` throws.
template <class T, class Fill>
void write_blocks(AtomicFile& file, std::size_t count, int threads, const Fill& fill) {
  constexpr std::size_t kBlock = std::size_t{1} << 17U;  // a megabyte of 8-byte values
  const std::size_t offset = file.reserve(count * sizeof(T));
  parallel_for(
      0, (count + kBlock - 1) / kBlock, threads,
      [&](std::size_t i) {
        const std::size_t begin = i * kBlock;
        std::vector<T> block(std::min(kBlock, count - begin));
        fill(begin, std::span<T>(block));
        file.write_at(offset + begin * sizeof(T), block.data(), block.size() * sizeof(T));
      },
      1);
}

}  // namespace strider
