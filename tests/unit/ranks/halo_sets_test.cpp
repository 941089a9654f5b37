// Sets between owners and ghosts arrive as the same vertices, whatever their encoding, and whoever
// owns which vertices, by one thread and by several.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "ranks/host_halo_sets.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/owners.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::Graph1d;

/// A graph, and who writes and reads its sets. Of the larger one threads share them out.
struct Shape {
  Vertex vertices;
  std::uint64_t edges;
  int threads;
};
constexpr Shape kSmall{700, 2000, 1};
constexpr Shape kLarge{40000, 200000, 3};

/// Some vertices, about one in `one_in`: the same on all ranks.
bool is_in(GlobalVertex v, int salt, std::uint64_t one_in) {
  return mix64(v * 31 + static_cast<std::uint64_t>(salt)) % one_in == 0;
}

/// A graph in which ranks have all, some or few ghosts of each other, and its halo.
struct HaloOfRanks {
  HaloOfRanks(const Shape& shape, Owners owners, Encoding encoding)
      : comm(test_world().duplicate()),
        graph(build(shape, owners)),
        halo(comm, graph, encoding),
        sets(workspace, halo, graph.num_rows(), shape.threads) {
    detail::take_on_all_ranks(comm, workspace, "tests");
  }
  static Graph1d build(const Shape& shape, Owners owners) {
    const comm::Communicator& world = test_world();
    const EdgeList list = list_of(shape.vertices, random_edges(shape.vertices, shape.edges, 9));
    const detail::HeldEdges source(list, world.rank(), world.size());
    return detail::build_graph_1d(world, source, make_owners(owners, shape.vertices, world.size()));
  }
  [[nodiscard]] GlobalVertex name_of(Vertex own) const {
    return graph.global_of(detail::local_vertex(own));
  }
  /// body(local id, global vertex, owner) of all ghosts.
  template <class F>
  void for_each_ghost_here(const F& body) const {
    for (int rank = 0; rank < comm.size(); ++rank) {
      const detail::PeerGhosts& peer = halo.peer(rank);
      for (std::uint32_t i = 0; i < peer.range_size; ++i) {
        const auto local_id = static_cast<detail::LocalId>(peer.range_begin + i);
        body(peer.range_begin + i, graph.global_of(local_id), rank);
      }
    }
  }
  /// Word w of the own vertices for which `in` holds.
  template <class In>
  [[nodiscard]] std::uint64_t own_word(std::size_t w, const In& in) const {
    std::uint64_t bits = 0;
    for (unsigned b = 0; b < 64; ++b) {
      const std::size_t v = w * 64 + b;
      if (v < graph.num_rows() && in(name_of(static_cast<Vertex>(v)))) bits |= 1ULL << b;
    }
    return bits;
  }

  comm::Communicator comm;
  Graph1d graph;
  detail::Workspace workspace;
  detail::HaloSets halo;
  detail::HostHaloSets sets;
};

template <class Body>
void for_each_halo(const Body& body) {
  for (const Owners owners : {Owners::kBlock, Owners::kCyclic, Owners::kShuffled}) {
    for (const Encoding encoding :
         {Encoding::kAuto, Encoding::kList, Encoding::kBitmap, Encoding::kVarint}) {
      HaloOfRanks ranks(kSmall, owners, encoding);
      // None, few and most of the vertices.
      for (const std::uint64_t one_in : {1000000, 40, 2}) body(ranks, one_in);
    }
  }
  HaloOfRanks ranks(kLarge, Owners::kCyclic, Encoding::kList);
  body(ranks, 2);
}

/// Threads that came by, which also keeps them apart.
class SeenThreads {
 public:
  [[nodiscard]] std::unique_lock<std::mutex> enter() {
    std::unique_lock lock(mutex_);
    seen_.insert(std::this_thread::get_id());
    return lock;
  }
  [[nodiscard]] std::size_t count() const { return seen_.size(); }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> seen_;
};

TEST(HaloSets, BroadcastTellsGhostsOfTheirOwners) {
  for_each_halo([](HaloOfRanks& ranks, std::uint64_t one_in) {
    std::vector<std::uint64_t> ghosts(ranks.graph.local_ids.size() / 64 + 1, 0x5555);
    ranks.sets.broadcast(
        [&](std::size_t w) {
          return ranks.own_word(w, [&](GlobalVertex v) { return is_in(v, 0, one_in); });
        },
        [&](std::size_t w, std::uint64_t bits) { ghosts[w] = bits; },
        [&](std::uint32_t local_id) { ghosts[local_id / 64] |= 1ULL << (local_id % 64); });
    ranks.for_each_ghost_here([&](std::uint32_t local_id, GlobalVertex v, int) {
      ASSERT_EQ(ghosts[local_id / 64] >> (local_id % 64) & 1U, is_in(v, 0, one_in) ? 1U : 0U);
    });
  });
}

TEST(HaloSets, ReduceTellsOwnersOfTheirGhosts) {
  for_each_halo([](HaloOfRanks& ranks, std::uint64_t one_in) {
    const int me = ranks.comm.rank();
    std::uint64_t chosen = 0;
    ranks.for_each_ghost_here(
        [&](std::uint32_t, GlobalVertex v, int) { chosen += is_in(v, me, one_in) ? 1 : 0; });
    std::set<std::pair<int, Vertex>> taken;
    SeenThreads writers;
    SeenThreads takers;
    const std::uint64_t counted = ranks.sets.reduce(
        detail::HostHaloSets::Writing::kMuch,
        [&](const detail::PeerGhosts& owner, std::span<std::uint64_t> words,
            std::span<std::byte> room) {
          const auto lock = writers.enter();
          std::fill(words.begin(), words.end(), 0);
          std::uint64_t count = 0;
          for (std::uint32_t i = 0; i < owner.range_size; ++i) {
            const auto local_id = static_cast<detail::LocalId>(owner.range_begin + i);
            if (!is_in(ranks.graph.global_of(local_id), me, one_in)) continue;
            words[i / 64] |= 1ULL << (i % 64);
            ++count;
          }
          return comm::encode_bitmap(words, owner.range_size, count, ranks.halo.encoding(), room);
        },
        [&](int rank, Vertex v) {
          const auto lock = takers.enter();
          EXPECT_TRUE(is_in(ranks.name_of(v), rank, one_in));
          const bool is_new = taken.emplace(rank, v).second;
          EXPECT_TRUE(is_new);
          return is_new;
        });
    EXPECT_EQ(counted, taken.size());
    EXPECT_EQ(ranks.comm.all_reduce(std::uint64_t{taken.size()}, comm::Reduction::kSum),
              ranks.comm.all_reduce(chosen, comm::Reduction::kSum));
    const auto peers = static_cast<std::size_t>(ranks.comm.size() - 1);
    const bool is_large = ranks.graph.owners.num_vertices() == kLarge.vertices;
    if (is_large) {
      EXPECT_EQ(writers.count(), std::min<std::size_t>(3, peers));
    } else {
      EXPECT_LE(writers.count(), 1U);
    }
  });
}

TEST(HaloSets, AskGetsAValueForEachMember) {
  for_each_halo([](HaloOfRanks& ranks, std::uint64_t one_in) {
    const auto value_of = [](GlobalVertex v, int rank) {
      return static_cast<std::uint32_t>(mix64(v) + static_cast<std::uint64_t>(rank));
    };
    const int me = ranks.comm.rank();
    int meanwhile = 0;
    std::map<std::pair<int, Vertex>, std::uint32_t> expected;
    std::map<std::pair<int, Vertex>, std::uint32_t> got;
    SeenThreads takers;
    std::set<Vertex> asked_before;  // each of one rank at most
    std::vector<std::vector<std::uint32_t>> asked(static_cast<std::size_t>(ranks.comm.size()));
    for (int rank = 0; rank < ranks.comm.size(); ++rank) {
      auto& of_rank = asked[static_cast<std::size_t>(rank)];
      std::vector<std::uint32_t> ghosts;
      detail::for_each_ghost(ranks.halo.peer(rank), [&](std::uint32_t ghost, Vertex v) {
        if (!is_in(ranks.name_of(v), rank, one_in) || !asked_before.insert(v).second) return;
        of_rank.push_back(v);
        ghosts.push_back(ghost);
        expected[{rank, v}] = value_of(ranks.name_of(v), rank);
      });
      ranks.sets.name_ghosts(rank, of_rank);
      EXPECT_EQ(of_rank, ghosts);
    }
    ranks.sets.ask(
        [&](int rank) {
          return std::span<const std::uint32_t>(asked[static_cast<std::size_t>(rank)]);
        },
        [&] { ++meanwhile; },
        [&](std::uint32_t local_id) {
          return value_of(ranks.graph.global_of(static_cast<detail::LocalId>(local_id)), me);
        },
        [&](int rank, Vertex v, std::uint32_t value) {
          const auto lock = takers.enter();
          EXPECT_TRUE(got.try_emplace({rank, v}, value).second) << "got twice";
        });
    EXPECT_EQ(meanwhile, 1);
    EXPECT_EQ(got, expected);
    if (one_in == 2 && ranks.comm.size() > 1) {
      EXPECT_GT(ranks.comm.all_reduce(std::uint64_t{got.size()}, comm::Reduction::kSum), 0U);
    }
  });
}

}  // namespace
}  // namespace strider::test
