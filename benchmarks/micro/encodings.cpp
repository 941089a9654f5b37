// What it costs a core to write and to read sets of vertices as messages.
//
//   encodings [UNIVERSE_BITS] [repetitions]
//
// A line for each share of a universe of 2^UNIVERSE_BITS vertices, drawn at random and written from
// a bitmap: bytes, and milliseconds to write and to read, the least of the repetitions.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/timer.hpp"
#include "comm/encoding/encoding.hpp"

int main(int argc, char** argv) {
  using namespace strider;
  using comm::Encoding;
  const auto universe = 1U << static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 24);
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 7;
  fmt::print("share\tids\tencoding\tbytes\twrite_ms\tread_ms\n");
  for (const double share : {0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0001}) {
    std::vector<std::uint64_t> words(universe / 64, 0);
    CounterRng rng(1, 0);
    std::uint64_t count = 0;
    for (std::uint32_t id = 0; id < universe; ++id) {
      if (rng.uniform() >= share) continue;
      words[id / 64] |= std::uint64_t{1} << (id % 64);
      ++count;
    }
    for (const auto& [name, encoding] : {std::pair{"list", Encoding::kList},
                                         {"bitmap", Encoding::kBitmap},
                                         {"varint", Encoding::kVarint}}) {
      Array<std::byte> message(comm::bound(universe, count, encoding));
      Array<std::uint32_t> buffer;
      double write = 1e9;
      double read = 1e9;
      std::size_t bytes = 0;
      std::uint64_t sum = 0;
      for (int i = 0; i < repetitions; ++i) {
        Timer timer;
        bytes = comm::encode_bitmap(words, universe, count, encoding, message.span());
        write = std::min(write, timer.seconds());
        timer = Timer();
        const comm::Decoded set = comm::decode(message.span().first(bytes), universe, buffer);
        // A bitmap is used as it is, ids are put into one.
        for (const std::uint32_t id : set.ids) words[id / 64] |= std::uint64_t{1} << (id % 64);
        sum += set.words.size() + set.ids.size();
        read = std::min(read, timer.seconds());
      }
      fmt::print("{}\t{}\t{}\t{}\t{:.3f}\t{:.3f}\n", share, count, name, bytes, 1e3 * write,
                 sum > 0 ? 1e3 * read : 0);
    }
  }
  return 0;
}
