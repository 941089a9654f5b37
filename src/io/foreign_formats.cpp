#include "io/foreign_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/text.hpp"
#include "io/input_file.hpp"

namespace strider {
namespace {

constexpr std::string_view kBvProperties = "#BVGraph properties";

constexpr std::string_view kDotWords[] = {"graph", "digraph", "strict"};

/// `path` as a word of a shell.
std::string shell_word(const std::string& path) {
  const bool plain = std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("/._-+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !path.empty()) return path;
  std::string word = "'";
  for (const char c : path) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// A new name beside `path`, with another suffix.
std::string new_name(const std::string& path, std::string_view suffix) {
  const std::filesystem::path stem =
      std::filesystem::path(without_compression_suffix(path)).replace_extension();
  std::string name = stem.string() + std::string(suffix);
  std::error_code ignored;
  for (int number = 2; std::filesystem::exists(name, ignored); ++number) {
    name = fmt::format("{}-{}{}", stem.string(), number, suffix);
  }
  return name;
}

/// A program of Python that reads a file and writes another.
std::string python_line(std::string_view program, const std::string& from, const std::string& to) {
  return fmt::format("python3 -c \"import sys, {}\" {} {}", program, shell_word(from),
                     shell_word(to));
}

/// `how` and `written` are further arguments of the reader and of the writer.
std::string pandas_line(std::string_view reader, const std::string& path, std::string_view how = "",
                        std::string_view written = "") {
  return python_line(fmt::format("pandas; pandas.{}(sys.argv[1]{}).to_csv(sys.argv[2], "
                                 "index=False{})",
                                 reader, how, written),
                     path, new_name(path, ".csv"));
}

std::string matrix_line(std::string_view matrix, const std::string& path) {
  return python_line(fmt::format("io, re, scipy.io, scipy.sparse as s; {}; "
                                 "s.save_npz(sys.argv[2], s.csr_matrix(a))",
                                 matrix),
                     path, new_name(path, ".npz"));
}

/// The first square matrix among the variables, and among the fields of structures.
constexpr std::string_view kMatrixOfMatlab =
    "d = [v for k, v in scipy.io.loadmat(sys.argv[1]).items() if k[0] != '_']; a = next(v for v in "
    "d + [v[n][0, 0] for v in d if v.dtype.names and v.shape == (1, 1) for n in v.dtype.names] if "
    "getattr(v, 'ndim', 0) == 2 and v.shape[0] == v.shape[1] > 1 and v.dtype.kind in 'biuf')";

/// MATLAB 7.3 writes HDF5: the columns of a sparse matrix as a group, a full one transposed.
std::string line_from_matlab_7_3(const std::string& path) {
  return python_line(
      "h5py, scipy.sparse as s; g = h5py.File(sys.argv[1]).visititems(lambda n, v: v if n[0] != "
      "'#' "
      "and ('MATLAB_sparse' in v.attrs or getattr(v, 'ndim', 0) == 2 and v.shape[0] == v.shape[1] "
      "> 1) else None); a = s.csc_matrix((g['data'][:], g['ir'][:], g['jc'][:]), "
      "(g.attrs['MATLAB_sparse'], len(g['jc']) - 1)) if 'MATLAB_sparse' in g.attrs else g[:].T; "
      "s.save_npz(sys.argv[2], s.csr_matrix(a))",
      path, new_name(path, ".npz"));
}

/// What was read of a pipe is gone for the line, and /dev/stdin is another file there.
std::string advice_of(const std::string& path, std::string_view line) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (path.starts_with("/dev/") ||
      (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
    return "save it to a file first; for a file, this message has the line that converts it";
  }
  return fmt::format("convert it with  {}", line);
}

ForeignFormat with_line(std::string name, const std::string& path, std::string_view line) {
  return {std::move(name), advice_of(path, line)};
}

/// What follows the comments of C, and lines that begin with '#'.
std::string_view skip_dot_comments(std::string_view text) {
  for (text = trim_front(text);; text = trim_front(text)) {
    if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else if (text.starts_with("//") || text.starts_with('#')) {
      take_line(text);
    } else {
      return text;
    }
  }
}

/// "graph", "digraph" or "strict", and a brace on the same line or at the start of the next one.
bool is_dot(std::string_view text) {
  text = skip_dot_comments(text);
  const std::string line = lower_case(take_line(text));
  const bool braced = line.find('{') < line.find('[') ||
                      text.substr(0, text.find_first_not_of(" \t\r\n") + 1).ends_with('{');
  return braced && std::any_of(std::begin(kDotWords), std::end(kDotWords), [&](auto word) {
           return line.starts_with(word) &&
                  (line.size() == word.size() ||
                   std::string_view(" \t\r{").find(line[word.size()]) != std::string_view::npos);
         });
}

/// The type of a Harwell-Boeing or Rutherford-Boeing matrix, such as rua, in lower case; nullopt of
/// other texts. The third line is the type with four counts, the fourth holds Fortran formats.
std::optional<std::string> type_of_boeing(std::string_view text) {
  take_line(text);
  take_line(text);
  const std::string_view counts = take_line(text);
  const std::string type = lower_case(counts.substr(0, 4));
  const auto one_of = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  const bool fits = counts.size() > 14 && one_of(type[0], "rcpiq") && one_of(type[1], "suhzr") &&
                    one_of(type[2], "ae") && type[3] == ' ' && take_line(text).starts_with('(');
  return fits ? std::optional(type) : std::nullopt;
}

/// scipy reads no symmetric matrix: it is given the listed triangle as a matrix without symmetry.
std::string line_from_boeing(const std::string& type, const std::string& path) {
  if (type[1] != 's' && type[1] != 'z')
    return matrix_line("a = scipy.io.hb_read(sys.argv[1])", path);
  return matrix_line(
      fmt::format("t = re.sub('(?im)^({})[sz]a ', r'\\1ua ', open(sys.argv[1]).read()); "
                  "a = scipy.io.hb_read(io.StringIO(t)); a = a {} s.tril(a, -1).T",
                  type[0], type[1] == 's' ? '+' : '-'),
      path);
}

/// A graph of WebGraph: the file says nothing of itself, its .properties do.
bool is_webgraph(const std::string& path, std::string_view head) {
  if (head.starts_with(kBvProperties)) return true;
  if (!path.ends_with(".graph") && !path.ends_with(".offsets")) return false;
  std::ifstream properties(std::filesystem::path(path).replace_extension(".properties"));
  std::string line;
  return std::getline(properties, line) && line.starts_with(kBvProperties);
}

bool is_excel(std::string_view head) {
  if (head.starts_with("\xD0\xCF\x11\xE0")) return true;
  return head.starts_with("PK\x03\x04") &&
         (head.find("[Content_Types].xml") != std::string_view::npos ||
          head.find("opendocument.spreadsheet") != std::string_view::npos);
}

ForeignFormat dot_format(const std::string& path) {
  return with_line(
      "DOT", path,
      fmt::format("gv2gml {} > {}", shell_word(path), shell_word(new_name(path, ".gml"))));
}

/// The expression of Python that opens the file for reading, unpacked.
std::string_view opened_file(const std::string& path) {
  if (path.ends_with(".gz")) return "__import__('gzip').open(sys.argv[1])";
  if (path.ends_with(".xz")) return "__import__('lzma').open(sys.argv[1])";
  return "open(sys.argv[1], 'rb')";
}

/// JSON of pandas: records, a record a line, or columns; else a graph of NetworkX or D3.
std::string line_from_json(const std::string& path, std::string_view start) {
  const auto has = [&](std::string_view word) {
    return start.find(word) != std::string_view::npos;
  };
  const std::string_view second = trim_front(start.substr(1));
  if (start[0] == '[') {
    const bool rows = second.starts_with('[');
    return pandas_line("read_json", path, "", rows ? ", header=False" : "");
  }
  std::string_view rest = start;
  const std::string_view first = trim_front(take_line(rest));
  if (trim_front(rest).starts_with('{') && first.find('}') != std::string_view::npos) {
    return pandas_line("read_json", path, ", lines=True");
  }
  const std::size_t colon = start.find(':');
  const bool is_columns = !has("\"nodes\"") && !has("\"links\"") && !has("\"edges\"") &&
                          colon != std::string_view::npos &&
                          trim_front(start.substr(colon + 1)).starts_with('{');
  if (is_columns) return pandas_line("read_json", path);
  return python_line(fmt::format("json, networkx; d = json.load({}); "
                                 "d['edges'] = d['links'] = d.get('links', d.get('edges')); "
                                 "networkx.write_graphml(networkx.node_link_graph(d), sys.argv[2])",
                                 opened_file(path)),
                     path, new_name(path, ".graphml"));
}

/// An array of numpy whose values are texts or objects.
bool is_array_of_words(std::string_view head) {
  if (!head.starts_with("\x93NUMPY")) return false;
  constexpr std::string_view kKey = "'descr': '";
  const std::size_t at = head.find(kKey);
  return at != std::string_view::npos && at + kKey.size() + 1 < head.size() &&
         std::string_view("OUS").find(head[at + kKey.size() + 1]) != std::string_view::npos;
}

bool is_pickle(std::string_view head) {
  return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

/// `path` without its last suffix, as a new name.
std::string unpacked_name(const std::string& path) {
  const std::filesystem::path inner = std::filesystem::path(path).replace_extension();
  return new_name(inner.string(), inner.extension().string());
}

/// The name of the first file of a zip archive; empty of other files.
std::string_view first_zipped(std::string_view head) {
  constexpr std::size_t kNameAt = 30;
  if (!head.starts_with("PK\x03\x04") || head.size() < kNameAt) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
  return head.substr(kNameAt, byte(26) + (std::size_t{byte(27)} << 8U));
}

/// Text in an encoding or a packing that is not read.
std::optional<ForeignFormat> find_packed_text(const std::string& path, std::string_view head) {
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
    const std::filesystem::path name(without_compression_suffix(path));
    return with_line("text in UTF-16", path,
                     fmt::format("iconv -f UTF-16 -t UTF-8 {} > {}", shell_word(path),
                                 shell_word(new_name(path, "-utf8" + name.extension().string()))));
  }
  if (head.starts_with("BZh")) {
    return with_line(
        "packed by bzip2", path,
        fmt::format("bunzip2 -c {} > {}", shell_word(path), shell_word(unpacked_name(path))));
  }
  const std::string_view member = first_zipped(head);
  if (!member.empty() && !member.ends_with(".npy")) {
    return with_line("a zip archive", path,
                     fmt::format("unzip -p {} > {}", shell_word(path),
                                 shell_word(new_name(
                                     path, std::filesystem::path(member).extension().string()))));
  }
  return std::nullopt;
}

std::optional<ForeignFormat> find_binary(const std::string& path, std::string_view head) {
  using namespace std::string_view_literals;
  if (is_webgraph(path, head)) {
    return with_line(
        "WebGraph", path,
        fmt::format("java -cp 'webgraph/*' it.unimi.dsi.webgraph.ArcListASCIIGraph {} {}",
                    shell_word(std::filesystem::path(path).replace_extension().string()),
                    shell_word(new_name(path, ".arcs"))));
  }
  if (is_excel(head)) return with_line("a spreadsheet", path, pandas_line("read_excel", path));
  if (head.starts_with("FEA1"))
    return with_line("Feather 1", path, pandas_line("read_feather", path));
  if (head.starts_with("SQLite format 3\0"sv)) {
    return with_line("SQLite", path,
                     fmt::format("sqlite3 -csv -header {} 'select * from EDGES' > {}",
                                 shell_word(path), shell_word(new_name(path, ".csv"))));
  }
  if (head.starts_with("MATLAB 5.0")) {
    return with_line("MATLAB", path, matrix_line(kMatrixOfMatlab, path));
  }
  if (head.starts_with("MATLAB 7.3")) {
    return with_line("MATLAB 7.3", path, line_from_matlab_7_3(path));
  }
  if (head.starts_with("\x89HDF\r\n\x1a\n") &&
      head.find("PYTABLES_FORMAT_VERSION") != std::string_view::npos) {
    return with_line("a table of pandas in HDF5", path, pandas_line("read_hdf", path));
  }
  if (head.starts_with("\x89HDF\r\n\x1a\n")) {
    return ForeignFormat{"HDF5",
                         "each program fills it in a way of its own: save its edges as CSV, a row "
                         "for each, with the one that wrote it"};
  }
  if (is_array_of_words(head)) {
    return with_line(
        "an array of texts or objects (which may run any code: convert your own only)", path,
        python_line("numpy, pandas; pandas.DataFrame(numpy.load(sys.argv[1], "
                    "allow_pickle=True)).to_csv(sys.argv[2], index=False, header=False)",
                    path, new_name(path, ".csv")));
  }
  if (is_pickle(head)) {
    const bool is_table = head.find("pandas") != std::string_view::npos;
    return with_line("a pickle of Python (which may run any code: convert your own only)", path,
                     is_table ? pandas_line("read_pickle", path)
                              : python_line(fmt::format("pickle, networkx; networkx.write_graphml("
                                                        "pickle.load({}), sys.argv[2])",
                                                        opened_file(path)),
                                            path, new_name(path, ".graphml")));
  }
  return std::nullopt;
}

}  // namespace

std::optional<ForeignFormat> find_foreign_format(const std::string& path, std::string_view head) {
  if (auto binary = find_binary(path, head)) return binary;
  if (auto packed = find_packed_text(path, head)) return packed;
  const std::string_view start = trim_front(head);
  if (const auto type = type_of_boeing(head)) {
    return with_line("Rutherford-Boeing", path, line_from_boeing(*type, path));
  }
  if (is_dot(start)) return dot_format(path);
  if (start.starts_with('{') || start.starts_with('[')) {
    return with_line("JSON", path, line_from_json(path, start));
  }
  return std::nullopt;
}

std::optional<ForeignFormat> foreign_format_of_name(const std::string& path) {
  const std::string_view name = without_compression_suffix(path);
  if (name.ends_with(".dot") || name.ends_with(".gv")) return dot_format(path);
  return std::nullopt;
}

std::string advice_to_csr(const std::string& path) {
  return advice_of(path, python_line("scipy.sparse as s; s.save_npz(sys.argv[2], "
                                     "s.load_npz(sys.argv[1]).tocsr())",
                                     path, new_name(path, ".csr.npz")));
}
std::string advice_to_stack(const std::string& path) {
  return advice_of(path, python_line("numpy; z = numpy.load(sys.argv[1]); numpy.save(sys.argv[2], "
                                     "numpy.column_stack([z[k] for k in z.files[:3]]))",
                                     path, new_name(path, ".npy")));
}
std::string advice_from_parquet(const std::string& path) {
  return advice_of(path, pandas_line("read_parquet", path));
}
std::string advice_from_arrow(const std::string& path) {
  return advice_of(path, pandas_line("read_feather", path));
}
std::string line_to_parquet(const std::string& path) {
  // Labels are numbers only if all of them are: pandas by itself makes 7 of 007, and True of the
  // text, and decides for each column.
  return python_line(
      "pandas; t = dict.fromkeys(['vertex', 'parent', 'u', 'v'], str); d = pandas.read_csv("
      "sys.argv[1], dtype=t, keep_default_na=False, low_memory=False); l = [c for c in d if c in "
      "t]; n = all(d[c].str.fullmatch('-1|0|[1-9][0-9]*').all() for c in l); d.astype("
      "dict.fromkeys(l, 'int64') if n else {}).to_parquet(sys.argv[2])",
      new_name(path, ".csv"), path);
}

}  // namespace strider
