// Messages of distances that kernels write are those of comm/encoding/valued_set.hpp, are read
// back, and refused where they are none.
#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {
namespace {

using comm::Encoding;
using Name = MessagePlaces::Name;

constexpr std::uint32_t kOwn = 128;
constexpr std::uint32_t kTheirs = 100;
constexpr std::uint32_t kFar = 1000;  ///< more than there are vertices of the other rank's

/// Rank 0 of two: its vertex 0 has an arc of weight i + 1 to the other's i-th local id here.
template <class W>
class RankPathsBench {
 public:
  RankPathsBench(MessagePlace place, Encoding encoding, Name name, std::uint32_t num_arcs)
      : begins_(kOwn + 1, num_arcs), local_ids_(num_arcs), weights_(num_arcs), peers_(2) {
    begins_[0] = 0;
    std::iota(local_ids_.begin(), local_ids_.end(), kOwn);
    std::iota(weights_.begin(), weights_.end(), W{1});
    MessagePeer& other = peers_[1];
    other.theirs = {.count = kTheirs, .universe = kTheirs, .first_local_id = kOwn, .name = name};
    if (name == Name::kListed) {
      other.theirs.universe = kFar;
      for (std::uint32_t i = 0; i < kTheirs; ++i) other.theirs.names.push_back(7 * i);
    }
    // Every second own vertex has a local id there.
    other.ours = {.count = kOwn / 2, .universe = kOwn / 2};
    for (std::uint32_t v = 0; v < kOwn; v += 2) other.ours.local_ids.push_back(v);
    paths_ = make_rank_paths_on(place, encoding);
    const std::size_t bytes = bound_of_paths(other, sizeof(SsspDistance<W>), encoding);
    room_ = comm::MessageBytes(paths_->messages(), bytes);
    size_ = bytes;
    paths_->start(std::numeric_limits<SsspDistance<W>>::max());
  }

  RankPaths<W>& operator*() { return *paths_; }
  RankPaths<W>* operator->() { return paths_.get(); }

  [[nodiscard]] std::span<std::byte> room() const { return {room_.data(), size_}; }
  [[nodiscard]] std::vector<std::byte> content(std::size_t bytes) {
    paths_->messages()->settle();
    std::vector<std::byte> copy(bytes);
    paths_->messages()->load(copy, room_.data());
    return copy;
  }
  std::span<const std::byte> put(const std::vector<std::byte>& message) {
    paths_->messages()->settle();
    paths_->messages()->store(room_.data(), message);
    return room().first(message.size());
  }

 private:
  std::unique_ptr<RankPaths<W>> make_rank_paths_on(MessagePlace place, Encoding encoding) {
    return make_paths_on<W>({.device = Device::simt({.seed = 5}),
                             .shape = {.num_own = kOwn,
                                       .num_rows = kOwn,
                                       .num_local_ids = kOwn + kTheirs,
                                       .num_arcs = static_cast<std::uint64_t>(local_ids_.size())},
                             .rank = 0,
                             .delta = 1e9,
                             .begins = begins_,
                             .local_ids = local_ids_,
                             .weights = weights_,
                             .peers = peers_,
                             .encoding = encoding,
                             .place = place,
                             .block_threads = 32});
  }

  std::vector<EdgeIndex> begins_;
  std::vector<Vertex> local_ids_;
  std::vector<W> weights_;
  std::vector<MessagePeer> peers_;
  std::unique_ptr<RankPaths<W>> paths_;
  comm::MessageBytes room_;
  std::size_t size_ = 0;
};

template <class V>
std::vector<std::byte> host_message(const std::vector<std::uint32_t>& ids,
                                    const std::vector<V>& values, std::uint32_t universe,
                                    Encoding encoding) {
  Array<std::byte> room(comm::valued_bound<V>(universe, ids.size(), encoding));
  const std::size_t bytes = comm::encode_valued<V>(ids, values, universe, encoding, room.span());
  return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(bytes)};
}

template <class W>
void writes_what_the_host_writes() {
  for (const MessagePlace place : {MessagePlace::kPinned, MessagePlace::kDevice}) {
    for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
      for (const Name name : {Name::kPlace, Name::kListed}) {
        for (const std::uint32_t found : {1U, 3U, 99U}) {
          RankPathsBench<W> bench(place, encoding, name, found);
          bench->put_source(0);
          bench->relax(0);
          std::vector<std::uint32_t> ids;
          std::vector<SsspDistance<W>> distances;
          for (std::uint32_t i = 0; i < found; ++i) {
            ids.push_back(name == Name::kListed ? 7 * i : i);
            distances.push_back(static_cast<SsspDistance<W>>(i + 1));
          }
          const std::uint32_t universe = name == Name::kListed ? kFar : kTheirs;
          EXPECT_EQ(bench.content(bench->write_changed(1, bench.room())),
                    host_message(ids, distances, universe, encoding));
          bench->clear_changed();
          EXPECT_EQ(bench->write_changed(1, bench.room()), 0U);
        }
      }
    }
  }
}
TEST(RankPaths, WriteWhatTheHostWrites) {
  writes_what_the_host_writes<float>();
  writes_what_the_host_writes<double>();
  writes_what_the_host_writes<std::uint32_t>();
}

TEST(RankPaths, ReadWhatTheHostWrites) {
  for (const MessagePlace place : {MessagePlace::kPinned, MessagePlace::kDevice}) {
    for (const Encoding encoding : {Encoding::kList, Encoding::kBitmap}) {
      RankPathsBench<float> bench(place, encoding, Name::kPlace, 1);
      bench->take_found(1,
                        bench.put(host_message<float>({2, 5, 63}, {4, 6, 8}, kOwn / 2, encoding)));
      // A smaller distance stays.
      bench->take_found(1, bench.put(host_message<float>({2, 5}, {5, 3}, kOwn / 2, encoding)));
      EXPECT_EQ(bench->next_bucket(), 0U);
      std::vector<float> distances(kOwn);
      bench->fetch_distances(distances);
      std::vector<float> expected(kOwn, std::numeric_limits<float>::infinity());
      expected[4] = 4;
      expected[10] = 3;
      expected[126] = 8;
      EXPECT_EQ(distances, expected);
    }
  }
}

TEST(RankPaths, RefuseWhatIsNoMessage) {
  const std::vector<std::byte> list =
      host_message<double>({2, 5, 63}, {4, 6, 8}, kOwn / 2, Encoding::kList);
  const std::vector<std::byte> bitmap =
      host_message<double>({2, 5, 63}, {4, 6, 8}, kOwn / 2, Encoding::kBitmap);
  const auto refuses = [](const std::vector<std::byte>& message) {
    RankPathsBench<double> bench(MessagePlace::kPinned, Encoding::kList, Name::kPlace, 1);
    EXPECT_THROW(
        {
          bench->take_found(1, bench.put(message));
          static_cast<void>(bench->next_bucket());
        },
        comm::EncodingError);
  };
  for (const std::vector<std::byte>& whole : {list, bitmap}) {
    for (std::size_t size = 1; size < whole.size(); ++size) {
      refuses({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    }
    std::vector<std::byte> tagged = whole;
    tagged[tagged.size() - 5] = std::byte{3};
    refuses(tagged);
  }
  std::vector<std::byte> more_bits = bitmap;
  more_bits[3 * sizeof(double)] |= std::byte{1};
  refuses(more_bits);
  std::vector<std::byte> unknown = list;
  const std::uint32_t none = kOwn / 2;
  std::memcpy(unknown.data() + 3 * sizeof(double) + 2 * sizeof none, &none, sizeof none);
  refuses(unknown);
}

}  // namespace
}  // namespace strider::detail
