// Messages of distances that kernels write are those of comm/encoding/valued_set.hpp, are read
// back, and refused where they are none.
#include "algorithms/sssp/ranks_gpu/device_paths.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithms/sssp/ranks_gpu/devices.hpp"
#include "comm/encoding/valued_set.hpp"
#include "support/test_device.hpp"

namespace strider::detail {
namespace {

using comm::Encoding;

constexpr std::uint32_t kOwn = 128;
constexpr std::uint32_t kTheirs = 100;

/// Rank 0 of two: its vertex 0 has an arc of weight i + 1 to the other's ghost i here. Every second
/// own vertex is a ghost there.
template <class W>
class PathsBench {
 public:
  PathsBench(MessagePlace place, Encoding encoding, std::uint32_t num_arcs) {
    for (std::uint32_t v = 0; v < kOwn; v += 2) theirs_.push_back(v);
    graph_.num_arcs = num_arcs;
    graph_.num_own = graph_.delegates = kOwn;
    graph_.num_local_ids = kOwn + kTheirs;
    graph_.rows = {Array<EdgeIndex>(kOwn + 1, num_arcs), Array<Vertex>(num_arcs),
                   Array<W>(num_arcs)};
    graph_.rows.begins[0] = 0;
    std::iota(graph_.rows.local_ids.begin(), graph_.rows.local_ids.end(), kOwn);
    std::iota(graph_.rows.weights.begin(), graph_.rows.weights.end(), W{1});
    graph_.peers.resize(2);
    graph_.peers[0].range_begin = kOwn;
    PathPeer& other = graph_.peers[1];
    other.rank = 1;
    other.range_begin = kOwn;
    other.range_size = kTheirs;
    other.subscribed = PeerGhosts::Subscribed::kList;
    other.list = theirs_;
    other.num_subscribed = kOwn / 2;
    Workspace workspace;
    paths_ = paths_on<W>(test::test_device({.seed = 5}), {.place = place, .block_threads = 32})
                 .make(workspace, graph_, 1e9, encoding);
    workspace.take();
    size_ = graph_.message_bound(1, encoding);
    room_ = comm::MessageBytes(paths_->messages(), size_);
    paths_->start(std::numeric_limits<SsspDistance<W>>::max(), 0);
  }

  LocalPaths<W>* operator->() { return paths_.get(); }

  /// What is found for the other rank, as its message.
  std::vector<std::byte> write_found() {
    comm::PackedMessages::Message message{.rank = 1, .bound = size_};
    paths_->write_all_found({{&message, 1}, room()});
    return content(message.bytes);
  }
  std::span<const std::byte> put(const std::vector<std::byte>& message) {
    paths_->messages()->settle();
    paths_->messages()->store(room_.data(), message);
    return room().first(message.size());
  }

 private:
  [[nodiscard]] std::span<std::byte> room() const { return {room_.data(), size_}; }
  [[nodiscard]] std::vector<std::byte> content(std::size_t bytes) {
    paths_->messages()->settle();
    std::vector<std::byte> copy(bytes);
    paths_->messages()->load(copy, room_.data());
    return copy;
  }

  std::vector<std::uint32_t> theirs_;
  PathGraph<W> graph_;
  std::unique_ptr<LocalPaths<W>> paths_;
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
      for (const std::uint32_t found : {1U, 3U, 99U}) {
        PathsBench<W> bench(place, encoding, found);
        bench->relax(0);
        std::vector<std::uint32_t> ids;
        std::vector<SsspDistance<W>> distances;
        for (std::uint32_t i = 0; i < found; ++i) {
          ids.push_back(i);
          distances.push_back(static_cast<SsspDistance<W>>(i + 1));
        }
        EXPECT_EQ(bench.write_found(), host_message(ids, distances, kTheirs, encoding));
        bench->forget_changed();
        EXPECT_TRUE(bench.write_found().empty());
      }
    }
  }
}
TEST(DevicePaths, WriteWhatTheHostWrites) {
  writes_what_the_host_writes<float>();
  writes_what_the_host_writes<double>();
  writes_what_the_host_writes<std::uint32_t>();
}

TEST(DevicePaths, ReadWhatTheHostWrites) {
  for (const MessagePlace place : {MessagePlace::kPinned, MessagePlace::kDevice}) {
    for (const Encoding encoding : {Encoding::kList, Encoding::kBitmap}) {
      PathsBench<float> bench(place, encoding, 1);
      bench->take_found(1,
                        bench.put(host_message<float>({2, 5, 63}, {4, 6, 8}, kOwn / 2, encoding)));
      // A smaller distance stays.
      bench->take_found(1, bench.put(host_message<float>({2, 5}, {5, 3}, kOwn / 2, encoding)));
      EXPECT_EQ(bench->ahead().bucket, 0U);
      const std::span<const float> found = bench->found().distances;
      const std::vector<float> distances(found.begin(), found.end());
      std::vector<float> expected(kOwn, std::numeric_limits<float>::infinity());
      expected[0] = 0;
      expected[4] = 4;
      expected[10] = 3;
      expected[126] = 8;
      EXPECT_EQ(distances, expected);
    }
  }
}

TEST(DevicePaths, RefuseWhatIsNoMessage) {
  const std::vector<std::byte> list =
      host_message<double>({2, 5, 63}, {4, 6, 8}, kOwn / 2, Encoding::kList);
  const std::vector<std::byte> bitmap =
      host_message<double>({2, 5, 63}, {4, 6, 8}, kOwn / 2, Encoding::kBitmap);
  const auto refuses = [](const std::vector<std::byte>& message) {
    PathsBench<double> bench(MessagePlace::kPinned, Encoding::kList, 1);
    EXPECT_THROW(
        {
          bench->take_found(1, bench.put(message));
          static_cast<void>(bench->ahead());
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
