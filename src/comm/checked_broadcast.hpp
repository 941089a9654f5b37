// What one rank knows, sent to all: with its size first, and memory asked for before it comes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::comm {

/// The elements of rank `root`, on all ranks; what others pass is ignored. Throws MemoryError on
/// all ranks. Collective.
template <Sendable T>
[[nodiscard]] Array<T> checked_broadcast(const Communicator& comm, std::span<const T> elements,
                                         int root = 0) {
  std::uint64_t size = elements.size();
  comm.broadcast(std::span(&size, 1), root);
  Array<T> copy = try_on_all_ranks(comm, [&] {
    Array<T> room(detail::require_room(comm, {&size, 1}, sizeof(T), Receivers::kAll));
    if (comm.rank() == root) std::ranges::copy(elements, room.begin());
    return room;
  });
  comm.broadcast(copy.span(), root);
  return copy;
}

/// The same of a text.
[[nodiscard]] inline std::string broadcast_text(const Communicator& comm, std::string_view text,
                                                int root = 0) {
  const Array<char> letters = checked_broadcast(comm, std::span<const char>(text), root);
  return try_on_all_ranks(comm, [&] { return std::string(letters.begin(), letters.end()); });
}

/// The same of several texts.
[[nodiscard]] inline std::vector<std::string> broadcast_texts(const Communicator& comm,
                                                              const std::vector<std::string>& texts,
                                                              int root = 0) {
  std::string joined;
  std::vector<std::uint64_t> lengths;
  try_on_all_ranks(comm, [&] {
    for (const std::string& text : texts) {
      joined += text;
      lengths.push_back(text.size());
    }
  });
  const Array<std::uint64_t> all_lengths =
      checked_broadcast(comm, std::span<const std::uint64_t>(lengths), root);
  const Array<char> letters = checked_broadcast(comm, std::span<const char>(joined), root);
  return try_on_all_ranks(comm, [&] {
    std::vector<std::string> copies;
    const char* begin = letters.data();
    for (const std::uint64_t length : all_lengths) {
      copies.emplace_back(begin, length);
      begin += length;
    }
    return copies;
  });
}

}  // namespace strider::comm
