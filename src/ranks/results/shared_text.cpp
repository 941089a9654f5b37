#include "ranks/results/shared_text.hpp"

#include <cstdint>
#include <vector>

#include "comm/collective_error.hpp"
#include "ranks/results/shared_file.hpp"

namespace strider::detail {
namespace {

/// Every rank writes its part where those before it end.
void write_in_place(const comm::Communicator& comm, SharedFile& file, const TextChunks& text) {
  std::uint64_t size = 0;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) size += text.chunk(number).size();
  });
  std::uint64_t offset = comm.exclusive_sum(size);
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) {
      const std::string chunk = text.chunk(number);
      file.write_at(offset, chunk);
      offset += chunk.size();
    }
  });
}

/// One part after the other goes to rank 0, chunk by chunk.
void write_in_order(const comm::Communicator& comm, SharedFile& file, const TextChunks& text) {
  const auto chunks = comm.all_gather(static_cast<std::uint64_t>(text.count));
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> ignored;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (std::size_t number = 0; number < chunks[r]; ++number) {
      std::string chunk;
      comm::try_on_all_ranks(comm, [&] {
        if (static_cast<std::size_t>(comm.rank()) == r) chunk = text.chunk(number);
      });
      std::vector<std::uint64_t> counts(ranks, 0);
      counts[0] = chunk.size();
      const Array<char> received = comm.all_to_all<char>(chunk, counts, ignored);
      comm::try_on_all_ranks(comm, [&] {
        if (comm.rank() == 0) file.append({received.data(), received.size()});
      });
    }
  }
}

}  // namespace

void write_shared_text(const comm::Communicator& comm, const std::string& path,
                       const TextChunks& text) {
  SharedFile file(comm, path);
  file.is_file() ? write_in_place(comm, file, text) : write_in_order(comm, file, text);
  file.commit();
}

}  // namespace strider::detail
