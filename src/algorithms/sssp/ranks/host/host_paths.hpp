// The work of a rank on the cores of a host: distances by local id, and buckets of the rows that
// have something to relax, by the rank's threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/sssp/host/push_pull_state.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/team.hpp"
#include "base/workspace.hpp"
#include "comm/encoding/valued_set.hpp"
#include "graph/bitmap.hpp"
#include "graph/shared_lists.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

/// take() makes `bits` a bitmap of undefined bits.
inline void declare_bits(Workspace& workspace, std::string_view name, Bitmap& bits,
                         std::size_t size) {
  workspace.count(name, (size + Bitmap::kWordBits - 1) / Bitmap::kWordBits * sizeof(Bitmap::Word));
  workspace.when_taken([&bits, size] { bits = Bitmap(size); });
}

/// A set that threads put local ids into; one of them reads it, in ascending order, range by
/// range, and empties it.
class ChangedIds {
 public:
  ChangedIds(Workspace& workspace, std::size_t local_ids, int threads)
      : lists_(static_cast<std::size_t>(threads)) {
    declare_bits(workspace, "the vertices with new distances", bits_, local_ids);
  }

  void start() {
    bits_.clear();
    all_.clear();
    for (List& list : lists_) list.local_ids.clear();
  }

  /// Where no other thread does.
  void note(Vertex local_id) {
    if (bits_.claim(local_id)) lists_.front().local_ids.push_back(local_id);
  }
  /// By thread number `thread` of those that do at the same time.
  void note_shared(Vertex local_id, int thread) {
    if (bits_.claim_atomic(local_id)) {
      lists_[static_cast<std::size_t>(thread)].local_ids.push_back(local_id);
    }
  }
  /// Once no thread notes any more; before what follows.
  void gather() {
    for (List& list : lists_) {
      all_.insert(all_.end(), list.local_ids.begin(), list.local_ids.end());
      list.local_ids.clear();
    }
    is_listed_ = all_.size() < bits_.num_words();
    if (is_listed_) std::sort(all_.begin(), all_.end());
  }

  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] bool any_in(Vertex begin, Vertex end) const {
    return std::any_of(all_.begin(), all_.end(), [&](Vertex c) { return c >= begin && c < end; });
  }
  /// body(local_id) for those from `begin` to before `end`, ascending.
  template <class F>
  void for_each(Vertex begin, Vertex end, F&& body) const {
    if (is_listed_) {
      const auto last = std::lower_bound(all_.begin(), all_.end(), end);
      for (auto c = std::lower_bound(all_.begin(), last, begin); c != last; ++c) body(*c);
      return;
    }
    bits_.for_each_in_words(begin / Bitmap::kWordBits,
                            (end + Bitmap::kWordBits - 1) / Bitmap::kWordBits, [&](Vertex c) {
                              if (c >= begin && c < end) body(c);
                            });
  }
  /// The local ids from `begin` on, a multiple of 64, by words of 64.
  void copy_words(Vertex begin, std::span<std::uint64_t> to) const {
    std::copy_n(bits_.words() + begin / Bitmap::kWordBits, to.size(), to.begin());
  }

  void clear() {
    if (is_listed_) {
      for (const Vertex local_id : all_) bits_.reset(local_id);
    } else {
      bits_.clear();
    }
    all_.clear();
    is_listed_ = true;
  }

 private:
  struct alignas(64) List {
    std::vector<Vertex> local_ids;
  };

  Bitmap bits_;
  std::vector<List> lists_;
  std::vector<Vertex> all_;
  /// all_ is sorted: they are so few that this takes less than a look at all words.
  bool is_listed_ = true;
};

/// Distances are lowered by all threads, under a lock for each so many local ids, so that the
/// parent is that of the distance: few relaxations lower one. Members are for one thread, which
/// those that relax let others help.
template <class W>
class HostPaths final : public LocalPaths<W> {
 public:
  using Distance = SsspDistance<W>;

  /// Of a graph that outlives it.
  HostPaths(Workspace& workspace, const PathGraph<W>& graph, double delta,
            const DistSsspSettings& settings);

  void start(Distance bound, Vertex source) override;
  [[nodiscard]] typename LocalPaths<W>::Ahead ahead() override;
  void relax(std::uint64_t bucket) override;
  void continue_to(Distance bound) override;
  void pull(double width) override;

  std::size_t write_relaxed(std::span<std::byte> to) override;
  void take_relaxed(int owner, std::span<const std::byte> message) override {
    const PathPeer& peer = graph_.peer(owner);
    comm::decode_valued<Distance>(message, peer.range_size, ids_)
        .for_each([&](std::uint32_t place, Distance distance) {
          set_distance(peer.range_begin + place, distance);
        });
  }
  void forget_relaxed() override { relaxed_.clear(); }

  std::size_t write_found(int owner, std::span<std::byte> to) override;
  void take_found(int finder, std::span<const std::byte> message) override;
  std::size_t write_settled(int subscriber, std::span<std::byte> to) override;
  void take_settled(int owner, std::span<const std::byte> message) override;

  bool copy_changed(std::span<std::uint64_t> delegates) override {
    changed_.copy_words(graph_.delegates, delegates);
    return changed_.any_in(graph_.ghosts(), graph_.num_local_ids);
  }
  void forget_changed() override { changed_.clear(); }
  void copy_distances(std::span<const Vertex> local_ids, std::span<Distance> to) override {
    for (std::size_t i = 0; i < local_ids.size(); ++i) to[i] = best_[local_ids[i]];
  }
  void set_distances(std::span<const Vertex> local_ids,
                     std::span<const Distance> distances) override {
    for (std::size_t i = 0; i < local_ids.size(); ++i) set_distance(local_ids[i], distances[i]);
  }

  void note_overflows() override;
  [[nodiscard]] FoundPaths<W> found() override {
    return {best_.span().first(graph_.num_rows()), parents_.span(), parent_ranks_.span()};
  }

 private:
  /// A rank goes through a bucket in so many steps, nearer rows first: the buckets of its workers
  /// are the steps. Kronecker 18 on two ranks: 15 % fewer arcs than in one step.
  static constexpr std::uint64_t kSteps = 8;
  static constexpr std::size_t kLocks = 1024;
  static constexpr std::size_t kPulledTogether = 1024;

  /// A local id, the length of a path to it, and the row that this comes from.
  struct Found {
    Vertex vertex;
    Vertex parent;
    Distance through;
  };
  struct Worker : PushPullQueue<Distance, Found> {
    std::vector<Vertex> fused;
  };
  struct alignas(64) Lock {
    std::atomic_flag taken;
  };

  [[nodiscard]] bool is_reached(Vertex local_id) const {
    return best_[local_id] != kUnreachedDistance<Distance>;
  }
  /// Puts a row whose distance fell into the bucket of it.
  void push(Vertex row, Worker& worker);
  /// Of a row that is no own vertex.
  void set_distance(Vertex row, Distance distance) {
    best_[row] = distance;
    if (distance < relaxed_at_[row]) push(row, worker(0));
  }

  [[nodiscard]] Worker& worker(int thread) { return workers_[static_cast<std::size_t>(thread)]; }
  std::vector<Vertex>& content(int thread, std::uint64_t step);
  [[nodiscard]] int team_for(std::size_t vertices) const {
    return vertices < min_parallel_vertices_ ? 1 : threads_;
  }
  void relax_step(std::uint64_t step);
  std::size_t take(std::uint64_t step);
  void fuse(const Member& member, std::uint64_t step);
  void settle(const Member& member, std::span<const Vertex> rows);
  EdgeIndex relax_from(const Member& member, Vertex u, Distance distance, EdgeIndex arc);
  void lower_waiting(const Member& member);
  void pull_row(Vertex row, Distance bound, int thread);
  bool record(Vertex local_id, Distance distance, Vertex parent);
  bool record_shared(Vertex local_id, Distance distance, Vertex parent);

  /// The first `count` of ids_, with their values.
  std::size_t encode(std::size_t count, std::uint32_t universe, std::span<std::byte> to) const {
    return comm::encode_valued<Distance>(ids_.span().first(count), values_.span().first(count),
                                         universe, encoding_, to);
  }

  const PathGraph<W>& graph_;
  const WeightedRows<W>& rows_;
  comm::Encoding encoding_;
  int threads_;
  std::size_t min_parallel_vertices_;
  double delta_;
  BucketMap<Distance> map_;  // to steps
  Distance bound_{};

  // By local id: of own vertices the distance so far, of others' the smallest found here or known.
  Array<Distance> best_;
  Array<Vertex> parents_;
  Array<int> parent_ranks_;  // by own vertex
  // By row.
  Array<Distance> relaxed_at_;  // the distance at which arcs were relaxed last
  /// Own vertices with no more than the arc by which they are reached.
  Bitmap is_leaf_;
  std::uint64_t num_leaves_ = 0;

  ChangedIds changed_;
  ChangedIds relaxed_;        // own vertices whose copies do not know their distance
  std::uint64_t bucket_ = 0;  // relaxed last
  SharedLists taken_;         // from the bucket
  std::vector<Worker> workers_;
  ChunkDealer dealer_;
  std::vector<Lock> locks_;

  // Of a message.
  Array<std::uint32_t> ids_;
  Array<Distance> values_;
  Vertex overflowed_ = kNoVertex;
};

extern template class HostPaths<float>;
extern template class HostPaths<double>;
extern template class HostPaths<std::uint32_t>;

}  // namespace strider::detail
