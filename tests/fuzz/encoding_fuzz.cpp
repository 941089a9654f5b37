// Messages as they come: universe, then the bytes of an encoded set and of one with values.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "comm/encoding/valued_set.hpp"
#include "fuzz/fuzz_file.hpp"

namespace strider::comm {
namespace {

/// What holds of every set that was read: it ascends below the universe, and comes back the same
/// from a message of each kind.
void check_set(const Decoded& set, std::uint32_t universe) {
  std::vector<std::uint32_t> ids;
  set.for_each([&](std::uint32_t id) {
    if (id >= universe || (!ids.empty() && ids.back() >= id)) abort();
    ids.push_back(id);
  });
  if (set.count() != ids.size()) abort();
  for (const Encoding encoding : {Encoding::kAuto, Encoding::kList, Encoding::kVarint}) {
    Array<std::byte> message(bound(universe, ids.size(), encoding));
    message.truncate(encode(ids, universe, encoding, message.span()));
    Array<std::uint32_t> buffer;
    std::size_t i = 0;
    decode(message.span(), universe, buffer).for_each([&](std::uint32_t id) {
      if (i == ids.size() || ids[i++] != id) abort();
    });
    if (i != ids.size()) abort();
  }
}

template <class V>
void read_values(std::span<const std::byte> message, std::uint32_t universe) {
  Array<std::uint32_t> buffer;
  fuzz::passes([&] {
    const DecodedValues<V> decoded = decode_valued<V>(message, universe, buffer);
    if (decoded.values.size() != decoded.set.count()) abort();
    check_set(decoded.set, universe);
  });
}

}  // namespace
}  // namespace strider::comm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strider;
  std::uint32_t universe = 0;
  if (size < sizeof(universe)) return 0;
  std::memcpy(&universe, data, sizeof(universe));
  // Memory of its own, that ends where the message does.
  const auto* const begin = reinterpret_cast<const std::byte*>(data) + sizeof(universe);
  const std::vector<std::byte> message(begin, begin + (size - sizeof(universe)));
  Array<std::uint32_t> buffer;
  fuzz::passes([&] { comm::check_set(comm::decode(message, universe, buffer), universe); });
  comm::read_values<float>(message, universe);
  comm::read_values<double>(message, universe);
  return 0;
}
