// Archives of numpy arrays: sparse matrices of scipy.sparse.save_npz, and single arrays of edges.
#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "base/workspace.hpp"
#include "io/binary/npy_edges.hpp"
#include "io/binary/npy_values.hpp"
#include "io/binary/zip_archive.hpp"
#include "io/column_names.hpp"
#include "io/foreign_formats.hpp"
#include "io/matrix_entries.hpp"
#include "io/text/scan.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::string_view kNpySuffix = ".npy";

/// A member of the archive, unpacked.
class NpzMember {
 public:
  NpzMember(const ZipArchive& archive, const std::string& name)
      : bytes_(archive.read(name + std::string(kNpySuffix))),
        array_({bytes_.data(), bytes_.size()}, fmt::format("{}: {}", archive.path(), name)) {}

  [[nodiscard]] const NumpyArray& array() const { return array_; }
  /// The array, which must have one axis.
  [[nodiscard]] NpyColumn column() const {
    if (array_.shape().size() != 1 || array_.is_record()) array_.refuse("expected one axis");
    return array_.column();
  }

 private:
  Array<char> bytes_;
  NumpyArray array_;
};

/// A word of ASCII, kept as bytes or as UTF-32.
std::string word_of(const NumpyArray& array) {
  const NpyType type = array.fields()[0].type;
  if ((type.kind != 'S' && type.kind != 'U') || array.size() != 1) array.refuse("expected a word");
  std::string word;
  for (std::size_t i = 0; i < array.data().size(); i += type.kind == 'U' ? 4 : 1) {
    if (array.data()[i] != '\0') word += array.data()[i];
  }
  return word;
}

std::uint64_t size_of_matrix(const ZipArchive& archive, int threads) {
  const NpzMember shape(archive, "shape");
  const auto lengths =
      npy_numbers(shape.column(), ~std::uint64_t{0}, shape.array().name(), threads);
  if (lengths.size() != 2) shape.array().refuse("expected two numbers: rows and columns");
  check_matrix_size(lengths[0], lengths[1], archive.path());
  return lengths[0];
}

void require_length(const NumpyArray& array, std::uint64_t expected) {
  if (array.size() != expected) {
    array.refuse(fmt::format("has {} elements, expected {}", array.size(), expected));
  }
}

Array<Edge> edges_of_coordinates(const ZipArchive& archive, std::uint64_t n, int threads) {
  const NpzMember row(archive, "row");
  const NpzMember column(archive, "col");
  require_length(column.array(), row.array().size());
  const auto sources = npy_numbers(row.column(), n, row.array().name(), threads);
  const auto targets = npy_numbers(column.column(), n, column.array().name(), threads);
  auto edges = detail::take_array<Array<Edge>>(sources.size(), "the entries of a matrix");
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      edges[i] = {static_cast<Vertex>(sources[i]), static_cast<Vertex>(targets[i])};
    }
  });
  return edges;
}

/// What the entries of a compressed matrix stand in order of.
enum class Compressed : std::uint8_t { kRows, kColumns };

Array<Edge> edges_of_compressed(const ZipArchive& archive, std::uint64_t n, Compressed order,
                                int threads) {
  const NpzMember indices(archive, "indices");
  const NpzMember indptr(archive, "indptr");
  const std::uint64_t m = indices.array().size();
  require_length(indptr.array(), n + 1);
  const auto ends = npy_numbers(indptr.column(), m + 1, indptr.array().name(), threads);
  for (std::uint64_t row = 0; row < n; ++row) {
    if (ends[row] > ends[row + 1]) {
      indptr.array().refuse(fmt::format("descends at element {}", row + 1));
    }
  }
  if (ends[0] != 0 || ends[n] != m) {
    indptr.array().refuse(
        fmt::format("leads from {} to {}, expected from 0 to {}", ends[0], ends[n], m));
  }
  const auto others = npy_numbers(indices.column(), n, indices.array().name(), threads);
  auto edges = detail::take_array<Array<Edge>>(m, "the entries of a matrix");
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::uint64_t i = ends[row]; i < ends[row + 1]; ++i) {
        const auto own = static_cast<Vertex>(row);
        const auto other = static_cast<Vertex>(others[i]);
        edges[i] = order == Compressed::kColumns ? Edge{other, own} : Edge{own, other};
      }
    }
  });
  return edges;
}

InputEdges list_of_sparse(const ZipArchive& archive, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const std::string layout = word_of(NpzMember(archive, "format").array());
  if (layout != "csr" && layout != "csc" && layout != "coo") {
    throw InputError(archive.path(), 0,
                     fmt::format("sparse matrices in the layout {} are not read: {}",
                                 in_quotes(layout), advice_to_csr(archive.path())));
  }
  MatrixEntries matrix;
  matrix.n = size_of_matrix(archive, threads);
  matrix.edges = layout == "coo"
                     ? edges_of_coordinates(archive, matrix.n, threads)
                     : edges_of_compressed(
                           archive, matrix.n,
                           layout == "csc" ? Compressed::kColumns : Compressed::kRows, threads);
  const NpzMember data(archive, "data");
  require_length(data.array(), matrix.edges.size());
  if (data.column().type.is_bool()) {
    matrix.has_values = ReadWeights::kNo;
  } else {
    matrix.values = npy_values(data.column(), data.array().name(), threads);
  }
  const std::uint64_t repeated = add_up_repeated(matrix, archive.path(), threads);
  InputEdges result = list_of_matrix(std::move(matrix), options);
  if (repeated > 0) {
    result.facts.notes.push_back(
        fmt::format("{} entries are added to others at their place, as scipy does", repeated));
  }
  return result;
}

}  // namespace

InputEdges parse_npz(const NamedText& input, const ReadOptions& options) {
  const ZipArchive archive(input.text, input.name);
  const auto has = [&](const char* name) { return archive.has(name + std::string(kNpySuffix)); };
  if (has("format") && has("shape") && has("data")) return list_of_sparse(archive, options);
  if (archive.names().size() == 1 && archive.names()[0].ends_with(kNpySuffix)) {
    std::string name = archive.names()[0];
    name.resize(name.size() - kNpySuffix.size());
    return list_of_npy(NpzMember(archive, name).array(), options);
  }
  std::vector<std::string> names;
  for (const std::string& name : archive.names()) names.push_back(in_quotes(name));
  throw InputError(
      input.name, 0,
      fmt::format(
          "is neither a sparse matrix of scipy.sparse.save_npz nor an archive of one array "
          "of edges, but holds {}: if the first are sources, targets and perhaps weights, {}",
          join_names(names), advice_to_stack(input.name)));
}

}  // namespace strider
