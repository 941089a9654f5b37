// One file of what all ranks have to say, rank by rank: each makes its text chunk by chunk, twice
// where it writes by itself, first to know how long it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "comm/communicator.hpp"

namespace strider::detail {

/// This rank's part of a text. Made anew whenever it is asked for; nothing is kept of it.
struct TextChunks {
  std::size_t count = 0;
  std::function<std::string(std::size_t number)> chunk;
};

/// `head`, of rank 0, and `num_rows` rows of this rank: append_row(i, text) adds row i.
template <class AppendRow>
[[nodiscard]] TextChunks chunks_of_rows(std::string head, std::size_t num_rows,
                                        AppendRow append_row) {
  constexpr std::size_t kRows = std::size_t{1} << 15U;
  return {1 + (num_rows + kRows - 1) / kRows,
          [head = std::move(head), num_rows, append_row](std::size_t number) {
            if (number == 0) return head;
            std::string text;
            const std::size_t begin = (number - 1) * kRows;
            for (std::size_t i = begin; i < std::min(num_rows, begin + kRows); ++i) {
              append_row(i, text);
            }
            return text;
          }};
}

/// Writes the parts of all ranks, in order of rank, to a SharedFile. Throws, on all ranks,
/// InputError, and what a chunk throws. Collective.
void write_shared_text(const comm::Communicator& comm, const std::string& path,
                       const TextChunks& text);

}  // namespace strider::detail
