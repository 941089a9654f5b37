#include "algorithms/sssp/dist/one_d/host/host_paths.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/dist/one_d/host/split_rows.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "comm/encoding/valued_set.hpp"
#include "dist/slots.hpp"

namespace strider::detail {
namespace {

template <class W>
class HostPaths1d final : public LocalPaths1d<W> {
  using D = SsspDistance<W>;

 public:
  HostPaths1d(const WeightedGraph1d<W>& graph, double delta, comm::Encoding encoding)
      : graph_(graph.topology),
        encoding_(encoding),
        own_(graph_.rows.num_vertices()),
        columns_(std::max<std::size_t>(graph_.columns.size(), own_)),
        rows_(graph, delta),
        buckets_of_(delta),
        best_(columns_),
        parents_(columns_),
        finders_(own_),
        relaxed_at_(own_),
        is_settled_(own_),
        is_changed_(columns_),
        words_((columns_ + 63) / 64) {
    std::uint32_t largest = 0;
    for (int r = 0; r < graph_.owners.num_ranks(); ++r) {
      const PeerSlots& peer = peers_.emplace_back(slots_with(graph_, r));
      largest = std::max({largest, peer.section_size, peer.num_subscribed});
    }
    ids_ = Array<std::uint32_t>(largest);
    values_ = Array<D>(largest);
    decoded_ = Array<std::uint32_t>(largest);
  }

  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const PeerSlots& slots = peer_of(peer);
    if (slots.is_empty()) return 0;
    const std::uint32_t universe = std::max(slots.section_size, slots.num_subscribed);
    return comm::valued_bound<D>(universe, universe, encoding_);
  }
  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return peer_of(owner).section_size;
  }

  void start(DistSsspTree<W>& tree) override {
    fit_array(tree.distances, own_, "the distances");
    fit_array(tree.parents, own_, "the parents");
    std::fill(best_.begin(), best_.end(), kUnreachedDistance<D>);
    std::fill(relaxed_at_.begin(), relaxed_at_.end(), kUnreachedDistance<D>);
    std::fill(is_settled_.begin(), is_settled_.end(), 0);
    std::fill(is_changed_.begin(), is_changed_.end(), 0);
    settled_.clear();
    changed_.clear();
    buckets_.clear();
    overflowed_ = false;
  }

  void visit_source(LocalVertex source) override {
    lower_own(index(source), D{0}, index(source), graph_.rank);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    return buckets_.empty() ? LocalPaths1d<W>::kNoBucket : buckets_.begin()->first;
  }

  void relax_light(std::uint64_t bucket) override {
    while (!buckets_.empty() && buckets_.begin()->first <= bucket) {
      const std::vector<Vertex> vertices = std::move(buckets_.begin()->second);
      buckets_.erase(buckets_.begin());
      for (const Vertex v : vertices) {
        // Stands here a second time, or in an earlier bucket since.
        if (!(best_[v] < relaxed_at_[v])) continue;
        relaxed_at_[v] = best_[v];
        if (is_settled_[v] == 0) {
          is_settled_[v] = 1;
          settled_.push_back(v);
        }
        relax(v, rows_.light(v));
      }
    }
  }

  void relax_heavy() override {
    for (const Vertex v : settled_) {
      is_settled_[v] = 0;
      relax(v, rows_.heavy(v));
    }
    settled_.clear();
  }

  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    const PeerSlots& peer = peer_of(owner);
    if (!is_sorted_) std::sort(changed_.begin(), changed_.end());
    is_sorted_ = true;
    std::size_t count = 0;
    for (auto c = std::lower_bound(changed_.begin(), changed_.end(), peer.section_begin);
         c != changed_.end() && *c - peer.section_begin < peer.section_size; ++c) {
      ids_[count] = *c - peer.section_begin;
      values_[count++] = best_[*c];
    }
    return comm::encode_valued<D>(std::as_const(ids_).span().first(count),
                                  std::as_const(values_).span().first(count), peer.section_size,
                                  encoding_, to);
  }

  void finish_exchange() override {
    for (const Vertex column : changed_) is_changed_[column] = 0;
    changed_.clear();
    is_sorted_ = false;
  }

  void take_relaxations(int finder, std::span<const std::byte> message) override {
    const PeerSlots& peer = peer_of(finder);
    SlotReader reader(peer);
    comm::decode_valued<D>(message, peer.num_subscribed, decoded_)
        .for_each([&](std::uint32_t slot, D distance) {
          const Vertex v = index(reader.vertex(slot));
          if (distance < best_[v]) lower_own(v, distance, kNoVertex, finder);
          overflowed_ |= best_[v] == kUnreachedDistance<D>;
        });
  }

  void note_overflows() override {
    for (Vertex u = 0; u < own_; ++u) {
      if (best_[u] == kUnreachedDistance<D>) continue;
      for (const auto row : {rows_.light(u), rows_.heavy(u)}) {
        for (std::size_t i = 0; i < row.targets.size(); ++i) {
          const Vertex column = row.targets[i];
          const bool finite = static_cast<D>(row.weights[i]) != kUnreachedDistance<D>;
          if (!finite || best_[column] != kUnreachedDistance<D>) continue;
          if (column < own_) {
            overflowed_ = true;
          } else {
            note_change(column);
          }
        }
      }
    }
  }
  [[nodiscard]] bool has_overflowed() const override { return overflowed_; }

  std::size_t write_won(int finder, std::span<std::byte> to) override {
    const PeerSlots& peer = peer_of(finder);
    map_won(finder);
    const auto slots = slot_words_.span().first((peer.num_subscribed + 63ULL) / 64);
    const std::uint64_t count = pack_slots(
        peer, (own_ + std::size_t{63}) / 64, [&](std::size_t w) { return words_[w]; }, slots);
    return comm::encode_bitmap(slots, peer.num_subscribed, count, encoding_, to);
  }

  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    const PeerSlots& peer = peer_of(owner);
    std::size_t count = 0;
    comm::decode(message, peer.section_size, decoded_).for_each([&](std::uint32_t slot) {
      to[count++] = parents_[peer.section_begin + slot];
    });
    return count;
  }

  void take_parents(int finder, std::span<const std::uint32_t> parents,
                    DistSsspTree<W>& tree) override {
    std::size_t next = 0;
    for (Vertex v = 0; v < own_; ++v) {
      if (!is_won_by(v, finder)) continue;
      tree.parents[v] = graph_.owners.global(finder, local_vertex(parents[next++]));
    }
  }

  std::uint64_t finish(DistSsspTree<W>& tree) override {
    std::uint64_t reached = 0;
    for (Vertex v = 0; v < own_; ++v) {
      tree.distances[v] = best_[v];
      const bool is_reached = best_[v] != kUnreachedDistance<D>;
      reached += is_reached ? 1 : 0;
      tree.parents[v] = is_reached && finders_[v] == graph_.rank
                            ? graph_.global_of(local_vertex(parents_[v]))
                            : kNoGlobalVertex;
    }
    return reached;
  }

 private:
  [[nodiscard]] const PeerSlots& peer_of(int rank) const {
    return peers_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] bool is_won_by(Vertex v, int finder) const {
    return best_[v] != kUnreachedDistance<D> && finders_[v] == finder;
  }
  void map_won(int finder) {
    std::fill(words_.begin(), words_.end(), 0);
    for (Vertex v = 0; v < own_; ++v) {
      words_[v / 64] |= std::uint64_t{is_won_by(v, finder)} << (v % 64);
    }
  }

  void relax(Vertex u, typename SplitRows<W>::Row row) {
    const D distance = best_[u];
    for (std::size_t i = 0; i < row.targets.size(); ++i) {
      const D through = distance + static_cast<D>(row.weights[i]);
      const Vertex column = row.targets[i];
      if (!(through < best_[column])) continue;
      if (column < own_) {
        lower_own(column, through, u, graph_.rank);
        continue;
      }
      best_[column] = through;
      parents_[column] = u;
      note_change(column);
    }
  }

  void note_change(Vertex column) {
    if (is_changed_[column] != 0) return;
    is_changed_[column] = 1;
    changed_.push_back(column);
  }

  void lower_own(Vertex v, D distance, Vertex parent, int finder) {
    best_[v] = distance;
    parents_[v] = parent;
    finders_[v] = finder;
    buckets_[buckets_of_.bucket_of(distance)].push_back(v);
  }

  const Graph1d& graph_;
  comm::Encoding encoding_;
  Vertex own_;
  std::size_t columns_;
  SplitRows<W> rows_;
  BucketMap<D> buckets_of_;
  std::vector<PeerSlots> peers_;  // by rank

  // By column: of own vertices the distance so far, of others' the smallest ever sent, and the own
  // vertex that it leads through.
  Array<D> best_;
  Array<Vertex> parents_;
  // By own vertex.
  Array<int> finders_;   // who found the distance
  Array<D> relaxed_at_;  // the distance at which the light edges were relaxed last
  Array<std::uint8_t> is_settled_;
  Array<std::uint8_t> is_changed_;  // by column: listed in changed_

  std::map<std::uint64_t, std::vector<Vertex>> buckets_;
  std::vector<Vertex> settled_;  // in this bucket: their heavy edges are to be relaxed
  std::vector<Vertex> changed_;  // columns of others, since the last exchange
  bool is_sorted_ = false;
  bool overflowed_ = false;
  Array<std::uint32_t> ids_;
  Array<D> values_;
  Array<std::uint32_t> decoded_;
  Array<std::uint64_t> words_;
  Array<std::uint64_t> slot_words_ = Array<std::uint64_t>(words_.size());
};

}  // namespace

template <class W>
std::unique_ptr<LocalPaths1d<W>> make_host_paths(const WeightedGraph1d<W>& graph, double delta,
                                                 comm::Encoding encoding) {
  return std::make_unique<HostPaths1d<W>>(graph, delta, encoding);
}

template std::unique_ptr<LocalPaths1d<float>> make_host_paths(const WeightedGraph1d<float>&, double,
                                                              comm::Encoding);
template std::unique_ptr<LocalPaths1d<double>> make_host_paths(const WeightedGraph1d<double>&,
                                                               double, comm::Encoding);
template std::unique_ptr<LocalPaths1d<std::uint32_t>> make_host_paths(
    const WeightedGraph1d<std::uint32_t>&, double, comm::Encoding);

}  // namespace strider::detail
