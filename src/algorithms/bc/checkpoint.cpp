#include "algorithms/bc/checkpoint.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "base/atomic_file.hpp"
#include "base/mapped_file.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr std::array<char, 8> kMagic{'S', 'T', 'R', 'D', 'B', 'C', '0', '1'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t key = 0;
  std::uint64_t num_scores = 0;
  std::uint64_t sources_done = 0;
  std::uint64_t arcs = 0;
  double seconds = 0;
  std::uint64_t checksum = 0;
};

/// Mixes words one after another; the order counts.
class Hash {
 public:
  void add(std::uint64_t word) { value_ = mix64(value_ ^ word); }
  void add_bytes(const void* data, std::size_t bytes) {
    const char* next = static_cast<const char*>(data);
    for (; bytes >= sizeof(std::uint64_t); bytes -= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, next, sizeof(word));
      add(word);
      next += sizeof(word);
    }
    std::uint64_t rest = 0;
    if (bytes > 0) std::memcpy(&rest, next, bytes);
    add(rest);
    add(bytes);
  }
  template <class T>
  void add_all(std::span<const T> values) {
    add(values.size());
    add_bytes(values.data(), values.size_bytes());
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t checksum_of(const Header& header, std::span<const double> sums) {
  Hash hash;
  for (const std::uint64_t word : {header.key, header.num_scores, header.sources_done, header.arcs,
                                   std::bit_cast<std::uint64_t>(header.seconds)}) {
    hash.add(word);
  }
  hash.add_all(sums);
  return hash.value();
}

}  // namespace

std::uint64_t checkpoint_key(const BcProblem& problem, std::uint64_t extra) {
  Hash hash;
  hash.add(extra);
  hash.add(static_cast<std::uint64_t>(problem.graph.directedness()));
  hash.add(static_cast<std::uint64_t>(problem.of));
  hash.add(static_cast<std::uint64_t>(problem.endpoints));
  hash.add_all(problem.graph.out().offsets().span());
  hash.add_all(problem.graph.out().targets().span());
  hash.add_all(std::span<const Vertex>(problem.sources));
  hash.add_all(std::span<const double>(problem.target_weights));
  hash.add(problem.lengths != nullptr ? 1 : 0);
  if (problem.lengths) {
    hash.add(problem.lengths->slack_shift);
    hash.add_all(problem.lengths->narrow.span());
    hash.add_all(problem.lengths->wide.span());
  }
  return hash.value();
}

void write_checkpoint(const std::string& path, std::uint64_t key, const BcState& state) {
  Header header{.key = key,
                .num_scores = state.sums.size(),
                .sources_done = state.sources_done,
                .arcs = state.arcs,
                .seconds = state.seconds};
  header.checksum = checksum_of(header, state.sums);
  AtomicFile file(path);
  file.write(&header, sizeof(header));
  file.write_array(std::span<const double>(state.sums));
  file.commit();
}

void read_checkpoint(const std::string& path, std::uint64_t key, BcState& state) {
  if (path.empty()) throw UsageError("checkpoint: resuming needs the name of its file");
  const MappedFile file(path);
  Header header;
  const std::span<const std::byte> bytes = file.bytes();
  if (bytes.size() < sizeof(header)) throw InputError(path, 0, "no checkpoint: it is too short");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != kMagic) throw InputError(path, 0, "no checkpoint of this version of strider");
  if (header.key != key || header.num_scores != state.sums.size()) {
    throw InputError(path, 0,
                     "the checkpoint is of another graph or of other options: give those of the "
                     "run that wrote it, or start without --resume");
  }
  if (bytes.size() != sizeof(header) + state.sums.size_bytes()) {
    throw InputError(path, 0, "the checkpoint is damaged: its length is wrong");
  }
  std::memcpy(state.sums.data(), bytes.data() + sizeof(header), state.sums.size_bytes());
  if (header.checksum != checksum_of(header, state.sums)) {
    throw InputError(path, 0, "the checkpoint is damaged: its checksum is wrong");
  }
  state.sources_done = header.sources_done;
  state.arcs = header.arcs;
  state.seconds = header.seconds;
}

}  // namespace strider::detail
