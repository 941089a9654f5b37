#include "io/text/metis_header.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "io/text/line_chunks.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

/// Up to three digits: vertex sizes, vertex weights, edge weights.
void parse_format_code(const char*& at, MetisHeader& header) {
  const char* const start = at;
  unsigned code = 0;
  for (; is_digit(*at) && at - start < 3; ++at) {
    if (*at > '1') break;
    code = code * 2 + static_cast<unsigned>(*at - '0');
  }
  if (at == start || !(is_blank(*at) || is_line_end(*at))) {
    fail_at(start, fmt::format("expected a format code such as 0, 1, 10, 11 or 100, found {}",
                               quote_field(start)));
  }
  header.vertex_sizes = (code & 4U) != 0;
  header.vertex_weights = (code & 2U) != 0 ? 1 : 0;
  header.edge_weights = (code & 1U) != 0;
}

const char* parse_metis_header(std::string_view text, MetisHeader& header) {
  const char* const end = text.data() + text.size();
  const char* at = skip_to_row(text.data(), end, [](const char* line) { return *line == '%'; });
  header.at = at;
  header.n = expect_count(at, "vertices");
  header.m = expect_count(at, "edges");
  at = skip_blanks(at);
  if (!is_line_end(*at)) {
    parse_format_code(at, header);
    at = skip_blanks(at);
    if (!is_line_end(*at)) {
      const char* const start = at;
      const std::uint64_t constraints = expect_count(at, "vertex weights");
      constexpr std::uint64_t kMostConstraints = 1 << 16;
      if (constraints > kMostConstraints) fail_at(start, "too many weights per vertex");
      if (header.vertex_weights > 0) header.vertex_weights = static_cast<unsigned>(constraints);
    }
  }
  expect_line_end(at, end);
  check_vertex_count(header.n, header.at);
  at = find_line_end(at, end);
  return at < end ? at + 1 : end;
}

MetisChunk count_words(std::string_view text) {
  MetisChunk chunk{text};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (; at < end; ++at) {
    if (*at == '%') {
      at = find_line_end(at, end);
      continue;
    }
    ++chunk.lines;
    bool in_word = false;
    for (; at < end && *at != '\n'; ++at) {
      const bool word = !is_blank(*at);
      chunk.words += word && !in_word ? 1 : 0;
      in_word = word;
    }
  }
  return chunk;
}

/// Code 100 announces vertex sizes for METIS, but loops and parallel edges in DIMACS-10 files: the
/// number of words tells.
void settle_vertex_sizes(MetisHeader& header, std::uint64_t words) {
  if (!header.vertex_sizes) return;
  const auto holds = [&](std::uint64_t words_per_vertex) {
    const std::uint64_t of_vertices = saturating_mul(header.n, words_per_vertex);
    if (of_vertices > words) return false;
    const std::uint64_t entries = (words - of_vertices) / header.words_per_entry();
    return entries == header.m || entries == saturating_mul(header.m, 2);
  };
  if (!holds(header.words_per_vertex()) && holds(header.vertex_weights)) {
    header.vertex_sizes = false;
  }
}

}  // namespace

MetisFile open_metis_part(const NamedText& input, int part, int parts, int threads) {
  MetisFile file;
  const char* const end = input.text.data() + input.text.size();
  const char* const begin = parse_metis_header(input.text, file.header);
  const std::string_view body(begin, static_cast<std::size_t>(end - begin));
  // A vertex takes a line, an entry two characters.
  if (file.header.n > body.size() + 1 || file.header.m > body.size()) {
    fail_at(file.header.at,
            fmt::format("declares {} vertices and {} edges, more than the file can hold",
                        file.header.n, file.header.m));
  }
  for (const LineChunk& chunk : cut_at_lines(slice_of_lines(body, part, parts), threads)) {
    file.chunks.push_back({chunk.text});
  }
  parallel_for(
      0, file.chunks.size(), threads,
      [&](std::size_t i) { file.chunks[i] = count_words(file.chunks[i].text); }, 1);
  for (MetisChunk& chunk : file.chunks) {
    chunk.lines_before = file.lines;
    file.lines += chunk.lines;
    file.words += chunk.words;
  }
  return file;
}

void place_metis_part(const NamedText& input, MetisFile& file, std::uint64_t lines_before,
                      std::uint64_t all_lines, std::uint64_t all_words) {
  for (MetisChunk& chunk : file.chunks) chunk.lines_before += lines_before;
  if (all_lines < file.header.n) {
    fail_at(input.text.data() + input.text.size(),
            fmt::format("expected {} lines, one per vertex, found {}", file.header.n, all_lines));
  }
  settle_vertex_sizes(file.header, all_words);
}

}  // namespace strider
