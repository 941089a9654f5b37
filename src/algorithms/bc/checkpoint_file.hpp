// The file of a checkpoint, written and read a chunk at a time: a header, the sums, all in one
// hash.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "algorithms/bc/word_hash.hpp"
#include "base/atomic_file.hpp"
#include "base/mapped_file.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// What is known of a run beside its sums.
struct BcProgress {
  std::uint64_t num_scores = 0;
  std::uint64_t sources_done = 0;
  std::uint64_t arcs = 0;  ///< that the searches came along
  double seconds = 0;      ///< that they took
};

/// Throws InputError where a run that begins would replace a file that is no checkpoint.
void require_no_other_file(const CheckpointOptions& options);

/// The file is replaced as a whole, by commit(). All throw InputError.
class CheckpointWriter {
 public:
  CheckpointWriter(const std::string& path, std::uint64_t key, const BcProgress& progress);
  /// The next ones.
  void add(std::span<const double> sums);
  /// Precondition: as many sums have been added as `progress` says.
  void commit();

 private:
  AtomicFile file_;
  std::uint64_t key_;
  BcProgress progress_;
  WordHash hash_;
};

class CheckpointReader {
 public:
  /// Throws InputError where the file is no checkpoint, damaged, or of another run than `key` with
  /// so many scores. Reads all of it once.
  CheckpointReader(const std::string& path, std::uint64_t key, std::uint64_t num_scores);
  [[nodiscard]] const BcProgress& progress() const { return progress_; }
  /// The next ones. Precondition: there are as many.
  void read(std::span<double> sums);

 private:
  MappedFile file_;
  BcProgress progress_;
  std::size_t next_;  // byte
};

}  // namespace strider::detail
