#include "io/text/line_chunks.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Small enough that threads end together, large enough that the cutting costs nothing. It must
/// not depend on the number of threads: the order of labels comes from it.
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

/// The first line start at or behind `offset`.
std::size_t line_start_from(std::string_view text, std::size_t offset) {
  if (offset == 0 || offset >= text.size()) return std::min(offset, text.size());
  const std::size_t newline = text.find('\n', offset - 1);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

std::vector<std::string_view> cut(std::string_view text) {
  std::vector<std::string_view> chunks;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = line_start_from(text, std::min(text.size(), begin + kChunkBytes));
    chunks.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return chunks;
}

/// The first character that no line of text holds: a zero byte, or a carriage return before
/// something else than the line's end; nullptr where there is none.
const char* find_stray(std::string_view text) {
  const std::size_t zero = text.find('\0');
  const std::string_view before = text.substr(0, zero);
  for (std::size_t at = before.find('\r'); at != std::string_view::npos;
       at = before.find('\r', at)) {
    const std::size_t next = text.find_first_not_of('\r', at);
    if (next != std::string_view::npos && text[next] != '\n') return text.data() + at;
    at = std::min(next, before.size());
  }
  return zero == std::string_view::npos ? nullptr : text.data() + zero;
}

[[noreturn]] void fail_stray(const char* at) {
  if (*at == '\0') fail_at(at, "expected the end of the line, found a zero byte");
  fail_at(at,
          "found a carriage return within the line; line ends of old Macs are not supported: "
          "convert them with tr '\\r' '\\n'");
}

bool has_unended_line(std::string_view text) {
  return !text.empty() && text.back() != '\n';
}

}  // namespace

std::uint64_t count_newlines(std::string_view text) {
  // Counts of a byte each in blocks of 255 rounds, which compilers turn into SIMD.
  constexpr std::size_t kLanes = 32;
  constexpr std::size_t kRounds = 255;
  std::uint64_t count = 0;
  const char* at = text.data();
  std::size_t left = text.size();
  while (left >= kLanes) {
    std::uint8_t lanes[kLanes] = {};
    const std::size_t rounds = std::min(kRounds, left / kLanes);
    for (std::size_t round = 0; round < rounds; ++round, at += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] = static_cast<std::uint8_t>(lanes[lane] + (at[lane] == '\n' ? 1 : 0));
      }
    }
    for (const std::uint8_t lane : lanes) count += lane;
    left -= rounds * kLanes;
  }
  return count + static_cast<std::uint64_t>(std::count(at, at + left, '\n'));
}

std::uint64_t count_lines(std::string_view text, int threads) {
  const std::vector<std::string_view> chunks = cut(text);
  std::vector<std::uint64_t> newlines(chunks.size());
  parallel_for(
      0, chunks.size(), threads, [&](std::size_t i) { newlines[i] = count_newlines(chunks[i]); },
      1);
  return std::accumulate(newlines.begin(), newlines.end(),
                         std::uint64_t{has_unended_line(text) ? 1U : 0U});
}

std::uint64_t line_of(std::string_view text, const char* at) {
  return 1 + count_newlines(text.substr(0, static_cast<std::size_t>(at - text.data())));
}

void throw_input_error(const NamedText& input, const ParseFault& fault) {
  throw InputError(input.name, line_of(input.text, fault.at), fault.message);
}

std::vector<LineChunk> cut_at_lines(std::string_view text, int threads) {
  const std::vector<std::string_view> texts = cut(text);
  std::vector<LineChunk> chunks(texts.size());
  std::vector<const char*> strays(texts.size());
  parallel_for(
      0, texts.size(), threads,
      [&](std::size_t i) {
        const std::uint64_t unended = has_unended_line(texts[i]) ? 1 : 0;
        chunks[i] = {texts[i], 0, count_newlines(texts[i]) + unended};
        strays[i] = find_stray(texts[i]);
      },
      1);
  for (const char* stray : strays) {
    if (stray != nullptr) fail_stray(stray);
  }
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    chunks[i].lines_before = chunks[i - 1].lines_before + chunks[i - 1].lines;
  }
  return chunks;
}

std::string_view slice_of_lines(std::string_view text, int part, int parts) {
  const Range chunk = static_chunk(text.size(), part, parts);
  const std::size_t begin = line_start_from(text, chunk.begin);
  const std::size_t end = line_start_from(text, chunk.end);
  return text.substr(begin, end - begin);
}

}  // namespace strider
