#include "ranks/results/shared_output.hpp"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "io/compression/compress.hpp"
#include "ranks/results/hand_to_first_rank.hpp"

namespace strider::detail {
namespace {

/// What a rank will write: how long it is, and the first of it, so that little is made only once.
class MeasuredBlocks {
 public:
  MeasuredBlocks(const TextBlocks& blocks, Compression compression, int threads)
      : blocks_(blocks), compression_(compression), threads_(threads) {
    for_each_block(blocks_, 0, compression_, threads_, [&](std::span<const std::string_view> made) {
      for (const std::string_view bytes : made) {
        if (kept_blocks_ == num_blocks_ && kept_.size() + bytes.size() <= kMostKept) {
          kept_.append(bytes);
          ++kept_blocks_;
        }
        ++num_blocks_;
        size_ += bytes.size();
      }
    });
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }

  void write(SharedFile& file, std::uint64_t offset) const {
    file.write_at(offset, kept_);
    offset += kept_.size();
    std::vector<std::uint64_t> offsets;
    for_each_block(blocks_, kept_blocks_, compression_, threads_,
                   [&](std::span<const std::string_view> made) {
                     offsets.clear();
                     for (const std::string_view bytes : made) {
                       offsets.push_back(offset);
                       offset += bytes.size();
                     }
                     parallel_for(
                         0, made.size(), threads_,
                         [&](std::size_t i) { file.write_at(offsets[i], made[i]); }, 1);
                   });
  }

 private:
  static constexpr std::size_t kMostKept = std::size_t{4} << 20U;

  const TextBlocks& blocks_;
  Compression compression_;
  int threads_;
  std::uint64_t num_blocks_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t kept_blocks_ = 0;
  std::string kept_;
};

}  // namespace

SharedOutput::SharedOutput(const comm::Communicator& comm, const std::string& path)
    : comm_(comm), compression_(compression_of_name(path)), file_(comm, path) {}

void SharedOutput::append(const TextBlocks& own, int threads) {
  file_.is_file() ? append_in_place(own, threads) : append_in_order(own);
}

void SharedOutput::append_in_place(const TextBlocks& own, int threads) {
  const auto measured =
      comm::try_on_all_ranks(comm_, [&] { return MeasuredBlocks(own, compression_, threads); });
  const std::uint64_t before = comm_.exclusive_sum(measured.size());
  comm::try_on_all_ranks(comm_, [&] { measured.write(file_, size_ + before); });
  size_ += comm_.all_reduce(measured.size(), comm::Reduction::kSum);
}

void SharedOutput::append_in_order(const TextBlocks& own) {
  const auto block = [&](std::size_t number) {
    TextBuffer text;
    own.format(number, text);
    std::vector<char> bytes;
    compress(compression_, text.text(), bytes);
    return bytes;
  };
  hand_to_first_rank<char>(comm_, own.count, block, [&](std::span<const char> bytes) {
    file_.append({bytes.data(), bytes.size()});
  });
}

void SharedOutput::sync() {
  file_.sync();
}

void SharedOutput::commit() {
  file_.commit();
}

}  // namespace strider::detail
