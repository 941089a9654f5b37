#include "algorithms/bc/checkpoint_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr std::array<char, 8> kMagic{'S', 'T', 'R', 'D', 'B', 'C', '0', '2'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t key = 0;
  BcProgress progress;
  std::uint64_t checksum = 0;
};

/// Of the header; the sums come next.
WordHash hash_of(std::uint64_t key, const BcProgress& progress) {
  WordHash hash;
  for (const std::uint64_t word : {key, progress.num_scores, progress.sources_done, progress.arcs,
                                   std::bit_cast<std::uint64_t>(progress.seconds)}) {
    hash.add(word);
  }
  hash.add(progress.num_scores);
  return hash;
}

/// The end of an array, as WordHash::add_bytes has it.
std::uint64_t ended(WordHash hash) {
  hash.add(0);
  hash.add(0);
  return hash.value();
}

MappedFile opened(const std::string& path) {
  if (path.empty()) throw UsageError("checkpoint: resuming needs the path of the checkpoint");
  return MappedFile(path);
}

}  // namespace

void require_no_other_file(const CheckpointOptions& options) {
  // One that resumes reads the file first.
  if (options.path.empty() || options.start == CheckpointOptions::Start::kResume) return;
  std::error_code none;
  if (!std::filesystem::is_regular_file(options.path, none)) return;
  constexpr std::size_t kWithoutVersion = 6;
  std::array<char, kWithoutVersion> begin{};
  std::ifstream file(options.path, std::ios::binary);
  file.read(begin.data(), begin.size());
  // An empty one holds nothing to lose; whether one that cannot be read can be replaced is seen
  // when it is written.
  if (!file.is_open() || file.gcount() == 0) return;
  if (!std::equal(begin.begin(), begin.end(), kMagic.begin())) {
    throw InputError(
        options.path, 0,
        "is not a checkpoint and would be overwritten: remove it, or name another file");
  }
}

CheckpointWriter::CheckpointWriter(const std::string& path, std::uint64_t key,
                                   const BcProgress& progress)
    : file_(path), key_(key), progress_(progress), hash_(hash_of(key, progress)) {
  static_cast<void>(file_.reserve(sizeof(Header)));
}

void CheckpointWriter::add(std::span<const double> sums) {
  for (const double sum : sums) hash_.add(std::bit_cast<std::uint64_t>(sum));
  file_.write_array(sums);
}

void CheckpointWriter::commit() {
  const Header header{.key = key_, .progress = progress_, .checksum = ended(hash_)};
  file_.write_at(0, &header, sizeof header);
  file_.commit();
}

CheckpointReader::CheckpointReader(const std::string& path, std::uint64_t key,
                                   std::uint64_t num_scores)
    : file_(opened(path)), next_(sizeof(Header)) {
  Header header;
  const std::span<const std::byte> bytes = file_.bytes();
  if (bytes.size() < sizeof header)
    throw InputError(path, 0, "is not a checkpoint: it is too short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic)
    throw InputError(path, 0, "is not a checkpoint of this version of strider");
  if (header.key != key || header.progress.num_scores != num_scores) {
    throw InputError(path, 0,
                     "the checkpoint belongs to another graph, or was written with other "
                     "options: use those of that run, or start anew instead of resuming");
  }
  if (bytes.size() != sizeof header + num_scores * sizeof(double)) {
    throw InputError(path, 0, "the checkpoint is damaged: its length is wrong");
  }
  WordHash hash = hash_of(key, header.progress);
  hash.add_bytes(bytes.data() + sizeof header, num_scores * sizeof(double));
  if (header.checksum != hash.value()) {
    throw InputError(path, 0, "the checkpoint is damaged: its checksum is wrong");
  }
  progress_ = header.progress;
}

void CheckpointReader::read(std::span<double> sums) {
  if (sums.empty()) return;
  std::memcpy(sums.data(), file_.bytes().data() + next_, sums.size_bytes());
  next_ += sums.size_bytes();
}

}  // namespace strider::detail
