// The memory of arrays on pages of their own goes back to the system as they are read. It comes as
// they are written: so one may take another's place without a moment in which both are held whole.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Memory goes back to the system in whole pages.
[[nodiscard]] inline std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// The whole pages that the elements fill.
template <class T>
[[nodiscard]] std::span<std::byte> whole_pages(Array<T>& array, Range elements) {
  const std::size_t page = page_bytes();
  const auto address = [&](std::size_t i) {
    return reinterpret_cast<std::uintptr_t>(array.data()) + i * sizeof(T);
  };
  const std::size_t before = (page - address(elements.begin) % page) % page;
  const std::size_t bytes = (elements.end - elements.begin) * sizeof(T);
  if (bytes <= before) return {};
  auto* const first = reinterpret_cast<std::byte*>(array.data() + elements.begin) + before;
  return {first, (bytes - before) / page * page};
}

/// Gives back the memory of elements of an array on pages of its own, of which those before
/// `released_up_to` have been given back: they are undefined until they are written again.
template <class T>
void release(Array<T>& array, Range elements, std::size_t released_up_to) {
  const std::span<std::byte> pages = whole_pages(array, elements);
  const std::size_t done = whole_pages(array, {elements.begin, released_up_to}).size();
  if (pages.size() > done) release_pages(pages.data() + done, pages.size() - done);
}

/// An array of undefined content, on pages of its own, that may be released piece by piece: of a
/// huge page that is released in part, the system gets nothing. Throws MemoryError.
template <class T>
[[nodiscard]] Array<T> releasable_array(std::size_t size) {
  auto array = Array<T>::on_pages(size);
#ifdef MADV_NOHUGEPAGE
  const std::span<std::byte> pages = whole_pages(array, {0, size});
  if (!pages.empty()) madvise(pages.data(), pages.size(), MADV_NOHUGEPAGE);
#endif
  return array;
}

}  // namespace strider::detail
