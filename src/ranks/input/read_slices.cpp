#include "ranks/input/read_slices.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include "base/mapped_file.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "io/compression/decompress.hpp"
#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "io/format_options.hpp"
#include "io/format_table.hpp"
#include "io/input_file.hpp"
#include "io/text/counted_slice.hpp"
#include "io/text/rows.hpp"
#include "ranks/input/slices.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// The format, and the text where it is one; no format where the file is read as a whole.
struct OpenedFile {
  std::optional<FileFormat> format;
  SharedText text;
};

RankReading reading_of(FileFormat format) {
  return row_of(format).rank_reading;
}

OpenedFile open(const std::string& path, const ReadOptions& options) {
  std::optional<FileFormat> format = format_before_reading(path, options);
  if (format && reading_of(*format) == RankReading::kByPath) return {*format, {}};
  SharedText text = map_text(path);
  if (is_compressed(text)) return {};
  if (!format) {
    format = format_of_content(path, text.text.text);
    require_options_of_format(path, *format, options);
  }
  const bool whole = reading_of(*format) == RankReading::kWhole ||
                     (*format == FileFormat::kMatrixMarket && matrix_market_is_array(text.text));
  if (whole) return {};
  return {*format, std::move(text)};
}

/// Whether rank 0, which a launcher gives its standard input, sees a pipe or a device there.
bool is_stream_of_first(const comm::Communicator& comm, const std::string& path) {
  std::uint32_t is_stream = 0;
  if (comm.rank() == 0) {
    std::error_code unseen;
    const std::filesystem::file_status status = std::filesystem::status(path, unseen);
    is_stream = static_cast<std::uint32_t>(std::filesystem::is_other(status));
  }
  return comm.all_reduce(is_stream, comm::Reduction::kMax) != 0;
}

/// Each rank counts the lines that begin in its part.
std::uint64_t count_all_lines(const comm::Communicator& comm, std::string_view text, int threads) {
  const std::uint64_t lines = comm::try_on_all_ranks(
      comm, [&] { return count_lines(slice_of_lines(text, comm.rank(), comm.size()), threads); });
  return comm.all_reduce(lines, comm::Reduction::kSum);
}

/// Nothing where the file must be read as a whole.
std::optional<SlicedFile> read_format(const comm::Communicator& comm, const std::string& path,
                                      const OpenedFile& file, const ReadOptions& options) {
  switch (*file.format) {
    case FileFormat::kNative:
    case FileFormat::kGapbs:
      return slice_adjacency(comm, path, *file.format, options);
    case FileFormat::kGraph500:
      return slice_tuples(comm, path, options);
    case FileFormat::kLdbc:
      return slice_ldbc(comm, path, options);
    case FileFormat::kMatrixMarket:
    case FileFormat::kDimacs:
      return slice_counted(comm, file.text.text, *file.format, options);
    case FileFormat::kMetis:
      return slice_metis(comm, file.text.text, options);
    default:
      return slice_edge_list(comm, file.text.text, options);
  }
}

}  // namespace

SharedText map_text(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes(reinterpret_cast<const char*>(file.bytes().data()), file.size());
  SharedText shared{{path, bytes}, file.owner()};
  // Editors of some systems put a byte order mark before a text.
  if (bytes.starts_with("\xEF\xBB\xBF")) shared.text.text.remove_prefix(3);
  return shared;
}

bool is_compressed(const SharedText& file) {
  const auto& [name, text] = file.text;
  if (text.empty()) return without_compression_suffix(name).size() != name.size();
  return !find_compression(text).empty();
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
  if (is_stream_of_first(comm, path)) return read_whole(comm, path, options);
  const OpenedFile file = comm::try_on_all_ranks(comm, [&] { return open(path, options); });
  constexpr auto kWhole = ~std::uint32_t{0};
  const auto format = file.format ? static_cast<std::uint32_t>(*file.format) : kWhole;
  const bool same = comm.all_reduce(format, comm::Reduction::kMin) ==
                    comm.all_reduce(format, comm::Reduction::kMax);
  if (!same) {
    comm::throw_on_all_ranks(
        comm, std::make_exception_ptr(InputError(path, 0, "is not the same file on all ranks")));
  }
  if (!file.format) return read_whole(comm, path, options);
  std::optional<SlicedFile> sliced = read_format(comm, path, file, options);
  if (!sliced) return read_whole(comm, path, options);
  SlicedFile result = std::move(*sliced);
  if (result.facts.lines == 0 && reading_of(*file.format) == RankReading::kTextSlices) {
    result.facts.lines =
        count_all_lines(comm, file.text.text.text, resolve_threads(options.threads));
  }
  InputFacts& facts = result.facts;
  facts.format = *file.format;
  facts.directedness_reason = directedness_reason(options, std::move(facts.directedness_reason));
  facts.directedness = result.edges->directedness();
  facts.labels = result.names.kind();
  facts.labels_remapped = facts.labels != LabelKind::kDense;
  facts.seconds = comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
  return result;
}

}  // namespace strider::detail
