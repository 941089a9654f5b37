#include "ranks/results/shared_text.hpp"

#include <cstdint>
#include <vector>

#include "comm/collective_error.hpp"
#include "ranks/results/shared_file.hpp"

namespace strider::detail {
namespace {

/// Every rank writes its part where those before it end.
void write_in_place(const comm::Communicator& comm, SharedFile& file, const TextPieces& text) {
  std::uint64_t size = 0;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) size += text.piece(number).size();
  });
  std::uint64_t offset = comm.exclusive_sum(size);
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) {
      const std::string piece = text.piece(number);
      file.write_at(offset, piece);
      offset += piece.size();
    }
  });
}

/// One part after the other goes to rank 0, piece by piece.
void write_in_order(const comm::Communicator& comm, SharedFile& file, const TextPieces& text) {
  const auto pieces = comm.all_gather(static_cast<std::uint64_t>(text.count));
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> ignored;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (std::size_t number = 0; number < pieces[r]; ++number) {
      std::string piece;
      comm::try_on_all_ranks(comm, [&] {
        if (static_cast<std::size_t>(comm.rank()) == r) piece = text.piece(number);
      });
      std::vector<std::uint64_t> counts(ranks, 0);
      counts[0] = piece.size();
      const Array<char> received = comm.all_to_all<char>(piece, counts, ignored);
      comm::try_on_all_ranks(comm, [&] {
        if (comm.rank() == 0) file.append({received.data(), received.size()});
      });
    }
  }
}

}  // namespace

void write_shared_text(const comm::Communicator& comm, const std::string& path,
                       const TextPieces& text) {
  SharedFile file(comm, path);
  file.is_file() ? write_in_place(comm, file, text) : write_in_order(comm, file, text);
  file.commit();
}

}  // namespace strider::detail
