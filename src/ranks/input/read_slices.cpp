#include "ranks/input/read_slices.hpp"

#include <fmt/format.h>

#include "base/mapped_file.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "io/compression/decompress.hpp"
#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "io/format_options.hpp"
#include "io/format_table.hpp"
#include "io/text/counted_slice.hpp"
#include "io/text/rows.hpp"
#include "ranks/input/slices.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// The format, and the text where it is one.
struct OpenedFile {
  FileFormat format;
  SharedText text;
};

RankReading reading_of(FileFormat format) {
  return row_of(format).rank_reading;
}

OpenedFile open(const std::string& path, const ReadOptions& options) {
  std::optional<FileFormat> format = format_before_reading(path, options);
  if (format && reading_of(*format) == RankReading::kByPath) return {*format, {}};
  SharedText text = map_text(path);
  if (!format) {
    format = format_of_content(path, text.text.text);
    require_options_of_format(path, *format, options);
  }
  if (reading_of(*format) == RankReading::kNotByRanks) refuse_slices(path, row_of(*format).called);
  if (*format == FileFormat::kMatrixMarket && matrix_market_is_array(text.text)) {
    refuse_slices(path, "Matrix Market in array layout");
  }
  return {*format, std::move(text)};
}

/// Each rank counts the lines that begin in its part.
std::uint64_t count_all_lines(const comm::Communicator& comm, std::string_view text, int threads) {
  const std::uint64_t lines = comm::try_on_all_ranks(
      comm, [&] { return count_lines(slice_of_lines(text, comm.rank(), comm.size()), threads); });
  return comm.all_reduce(lines, comm::Reduction::kSum);
}

SlicedFile read_format(const comm::Communicator& comm, const std::string& path,
                       const OpenedFile& file, const ReadOptions& options) {
  switch (file.format) {
    case FileFormat::kNative:
    case FileFormat::kGapbs:
      return slice_adjacency(comm, path, file.format, options);
    case FileFormat::kGraph500:
      return slice_tuples(comm, path, options);
    case FileFormat::kLdbc:
      return slice_ldbc(comm, path, options);
    case FileFormat::kMatrixMarket:
    case FileFormat::kDimacs:
      return slice_counted(comm, file.text.text, file.format, options);
    case FileFormat::kMetis:
      return slice_metis(comm, file.text.text, options);
    default:
      return slice_edge_list(comm, file.text.text, options);
  }
}

}  // namespace

void refuse_slices(const std::string& path, std::string_view what) {
  throw InputError(path, 0,
                   fmt::format("{} cannot be read by several ranks: convert it to the native "
                               "container first (strider convert)",
                               what));
}

SharedText map_text(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes(reinterpret_cast<const char*>(file.bytes().data()), file.size());
  if (!find_compression(bytes).empty()) refuse_slices(path, "a compressed file");
  SharedText shared{{path, bytes}, file.owner()};
  // Editors of some systems put a byte order mark before a text.
  if (bytes.starts_with("\xEF\xBB\xBF")) shared.text.text.remove_prefix(3);
  return shared;
}

void require_rows(const comm::Communicator& comm, const NamedText& input, std::uint64_t row_bytes,
                  int threads) {
  const std::uint64_t lines =
      count_lines(slice_of_lines(input.text, comm.rank(), comm.size()), threads);
  NodeMemory(comm).require(saturating_mul(lines, row_bytes), "the edges of a text file");
}

Weights make_common_weights(const comm::Communicator& comm, Array<double> values, bool fit_uint32,
                            int threads) {
  const std::uint32_t fit_all =
      comm.all_reduce(static_cast<std::uint32_t>(fit_uint32), comm::Reduction::kMin);
  return comm::try_on_all_ranks(
      comm, [&] { return make_weights(std::move(values), fit_all != 0, threads); });
}

SlicedFile read_slices(const comm::Communicator& comm, const std::string& path,
                       const ReadOptions& options) {
  const Timer timer;
  const OpenedFile file = comm::try_on_all_ranks(comm, [&] { return open(path, options); });
  const auto format = static_cast<std::uint32_t>(file.format);
  const bool same = comm.all_reduce(format, comm::Reduction::kMin) ==
                    comm.all_reduce(format, comm::Reduction::kMax);
  if (!same) {
    comm::throw_on_all_ranks(
        comm, std::make_exception_ptr(InputError(path, 0, "is not the same file on all ranks")));
  }
  SlicedFile result = read_format(comm, path, file, options);
  if (result.facts.lines == 0 && reading_of(file.format) == RankReading::kTextSlices) {
    result.facts.lines =
        count_all_lines(comm, file.text.text.text, resolve_threads(options.threads));
  }
  InputFacts& facts = result.facts;
  facts.format = file.format;
  facts.directedness_reason = directedness_reason(options, std::move(facts.directedness_reason));
  facts.directedness = result.edges->directedness();
  facts.labels = result.names.kind();
  facts.labels_remapped = facts.labels != LabelKind::kDense;
  facts.seconds = comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
  return result;
}

}  // namespace strider::detail
