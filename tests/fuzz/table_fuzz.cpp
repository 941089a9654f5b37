// Edge lists read with options: the first two bytes choose them, the rest is the text.
#include "fuzz/fuzz_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strider;
  if (size < 2) return 0;
  constexpr TableHeader kHeaders[] = {TableHeader::kAuto, TableHeader::kPresent,
                                      TableHeader::kAbsent, TableHeader::kAuto};
  constexpr char kDelimiters[] = {'\0', ' ', '\t', ',', ';', '|', ':', '"'};
  constexpr const char* kColumns[] = {"", "1", "2", "3", "km", "none", "b", "99"};
  ReadOptions options;
  options.table.header = kHeaders[data[0] & 3U];
  if (const char delimiter = kDelimiters[(data[0] >> 2U) & 7U]; delimiter != '\0') {
    options.table.delimiter = delimiter;
  }
  options.table.skip_lines = (data[0] >> 5U) & 1U;
  if ((data[0] >> 6U) != 0) options.unlisted = UnlistedVertices::kLeftOut;
  options.weight_column = kColumns[data[1] & 7U];
  options.table.source_column = kColumns[(data[1] >> 3U) & 3U];
  options.table.target_column = kColumns[(data[1] >> 5U) & 7U];
  return fuzz::run(parse_edge_list, data + 2, size - 2, options);
}
