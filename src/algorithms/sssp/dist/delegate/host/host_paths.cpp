#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "algorithms/sssp/dist/delegate/local.hpp"
#include "algorithms/sssp/dist/host/column_paths.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/parallel.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {
namespace {

/// Columns: own vertices, delegates, ghosts. The first two have rows. Each kind begins at a
/// multiple of 64, so that masks of delegates can be cut out.
struct DelegateColumns {
  explicit DelegateColumns(const GraphDelegate& graph)
      : delegates(rounded_up(graph.num_local)),
        ghosts(rounded_up(delegates + graph.num_delegates)),
        end(ghosts + graph.num_ghosts()) {}

  [[nodiscard]] ColumnShape shape(const GraphDelegate& graph) const {
    return {.num_own = graph.num_local,
            .num_rows = delegates + graph.num_delegates,
            .num_columns = end,
            .num_arcs = graph.nn.columns.size() + graph.nd.columns.size() +
                        graph.dn.columns.size() + graph.dd.columns.size()};
  }

  Vertex delegates;  ///< the column of delegate 0
  Vertex ghosts;     ///< the column of ghost 0
  Vertex end;

 private:
  static Vertex rounded_up(Vertex columns) { return (columns + 63) / 64 * 64; }
};

template <class W>
WeightedRows<W> rows_of(const WeightedGraphDelegate<W>& weighted, const DelegateColumns& columns,
                        int threads) {
  const GraphDelegate& g = weighted.graph;
  const auto walk = [](const SmallRows& rows, const Array<W>& weights, Vertex row,
                       const auto& take) {
    for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1ULL]; ++i) {
      take(rows.columns[i], weights[i]);
    }
  };
  return WeightedRows<W>(
      columns.shape(g).num_rows, threads,
      [&](Vertex row) -> std::uint64_t {
        if (row < g.num_local) return std::uint64_t{g.nn.degree(row)} + g.nd.degree(row);
        if (row < columns.delegates) return 0;
        const Vertex i = row - columns.delegates;
        return std::uint64_t{g.dn.degree(i)} + g.dd.degree(i);
      },
      [&](Vertex row, const auto& take) {
        const auto take_delegate = [&](Vertex i, W weight) { take(columns.delegates + i, weight); };
        if (row < g.num_local) {
          walk(g.nn, weighted.nn, row, [&](Vertex column, W weight) {
            take(column < g.num_local ? column : columns.ghosts + (column - g.num_local), weight);
          });
          walk(g.nd, weighted.nd, row, take_delegate);
        } else if (row >= columns.delegates) {
          walk(g.dn, weighted.dn, row - columns.delegates, take);
          walk(g.dd, weighted.dd, row - columns.delegates, take_delegate);
        }
      });
}

/// body(rank, v) for the own vertices that are ghosts of other ranks, ascending: those with a
/// neighbour there.
template <class F>
void for_each_subscribed(const GraphDelegate& g, const F& body) {
  for (Vertex v = 0; v < g.num_local; ++v) {
    std::size_t rank = 0;
    int last = -1;
    for (const Vertex column : g.nn.row(v)) {
      if (column < g.num_local) continue;
      while (g.ghost_begin[rank + 1] <= column - g.num_local) ++rank;
      if (std::exchange(last, static_cast<int>(rank)) != static_cast<int>(rank)) body(last, v);
    }
  }
}

template <class W>
class HostPaths final : public DelegatePaths<W> {
 public:
  using Distance = SsspDistance<W>;

  HostPaths(const WeightedGraphDelegate<W>& graph, double delta, const DistSsspSettings& settings,
            comm::Encoding encoding)
      : g_(graph.graph),
        encoding_(encoding),
        threads_(settings.threads),
        columns_(g_),
        subscribed_(static_cast<std::size_t>(g_.owners.num_ranks())),
        paths_(columns_.shape(g_), rows_of(graph, columns_, settings.threads), g_.rank, delta,
               settings),
        mask_((g_.num_delegates + std::size_t{63}) / 64),
        own_mask_(mask_.size()),
        knows_(g_.num_delegates) {
    for_each_subscribed(
        g_, [&](int rank, Vertex v) { subscribed_[static_cast<std::size_t>(rank)].push_back(v); });
  }

  [[nodiscard]] std::size_t send_bound(int peer) const override {
    const std::uint64_t ghosts = end_of(peer) - begin_of(peer);
    const std::uint64_t subscribed = subscribed_[static_cast<std::size_t>(peer)].size();
    if (ghosts == 0 && subscribed == 0) return 0;
    return std::max(comm::valued_bound<Distance>(g_.owners.size(peer), ghosts, encoding_),
                    comm::valued_bound<Distance>(g_.num_local, subscribed, encoding_));
  }

  void start(DistSsspTree<W>& tree, Distance horizon) override {
    fit_array(tree.distances, g_.num_local, "the distances");
    fit_array(tree.parents, g_.num_local, "the parents");
    paths_.start(horizon);
    knows_.clear(threads_);
    overflowed_ = false;
    source_delegate_ = kNoDelegate;
  }

  void visit_source(std::uint32_t delegate, LocalVertex vertex) override {
    source_delegate_ = delegate;
    if (delegate == kNoDelegate) {
      paths_.arrive(index(vertex), Distance{0}, g_.rank);
      return;
    }
    paths_.set_distance(columns_.delegates + delegate, Distance{0});
    paths_.push(columns_.delegates + delegate);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    return std::min(paths_.next_bucket(), LocalPaths<W>::kNoBucket);
  }
  void relax(std::uint64_t bucket) override { paths_.relax(bucket); }
  [[nodiscard]] Distance beyond() const override { return paths_.beyond(); }
  [[nodiscard]] std::uint64_t settled_arcs() const override { return paths_.settled_arcs(); }
  void go_on(Distance horizon) override { paths_.go_on(horizon); }

  std::size_t write_settled(int subscriber, std::span<std::byte> to) override {
    ids_.clear();
    values_.clear();
    for (const Vertex v : subscribed_[static_cast<std::size_t>(subscriber)]) {
      if (!paths_.is_reached(v)) continue;
      ids_.push_back(v);
      values_.push_back(paths_.distance(v));
    }
    return comm::encode_valued<Distance>(ids_, values_, g_.num_local, encoding_, to);
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    std::uint32_t ghost = begin_of(owner);
    comm::decode_valued<Distance>(message, g_.owners.size(owner), buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
          while (ghost < end_of(owner) && g_.ghost_vertices[ghost] < v) ++ghost;
          paths_.set_distance(columns_.ghosts + ghost, distance);
        });
  }
  void pull(double width) override { paths_.pull(width); }

  [[nodiscard]] bool has_outgoing() const override {
    return paths_.changed().any_in(columns_.ghosts, columns_.end);
  }
  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    ids_.clear();
    values_.clear();
    paths_.changed().for_each(columns_.ghosts + begin_of(owner), columns_.ghosts + end_of(owner),
                              [&](Vertex column) {
                                ids_.push_back(g_.ghost_vertices[column - columns_.ghosts]);
                                values_.push_back(paths_.distance(column));
                              });
    return comm::encode_valued<Distance>(ids_, values_, g_.owners.size(owner), encoding_, to);
  }
  void finish_relaxations() override { paths_.changed().clear(); }
  void take_relaxations(int from, std::span<const std::byte> message) override {
    comm::decode_valued<Distance>(message, g_.num_local, buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
          paths_.arrive(v, distance, from);
          overflowed_ |= !paths_.is_reached(v);
        });
  }

  [[nodiscard]] bool has_found() const override {
    return paths_.changed().any_in(columns_.delegates, columns_.ghosts);
  }
  std::span<std::uint64_t> found_mask() override {
    paths_.changed().copy_words(columns_.delegates, mask_.span());
    std::copy(mask_.begin(), mask_.end(), own_mask_.begin());
    return mask_.span();
  }
  std::span<Distance> found_distances() override {
    reduced_.clear();
    for_each_found(
        [&](std::uint32_t i) { reduced_.push_back(paths_.distance(columns_.delegates + i)); });
    return reduced_;
  }
  void take_agreed() override {
    std::size_t place = 0;
    for_each_found([&](std::uint32_t i) {
      const Distance agreed = reduced_[place++];
      const Vertex column = columns_.delegates + i;
      // Who found the least distance first keeps its record until there is a smaller one.
      const bool is_found_here = ((own_mask_[i / 64] >> (i % 64)) & 1U) != 0;
      if (is_found_here && !(agreed < paths_.distance(column))) {
        knows_.set(i);
      } else {
        knows_.reset(i);
      }
      paths_.set_distance(column, agreed);
      paths_.push(column);
    });
  }

  void note_overflows() override { overflowed_ |= paths_.note_overflows(); }
  [[nodiscard]] bool has_overflowed() const override { return overflowed_; }

  std::vector<ArrivedFrom> open_vertices() override {
    std::vector<std::vector<std::uint32_t>> open(static_cast<std::size_t>(g_.owners.num_ranks()));
    for (std::uint32_t v = 0; v < g_.num_local; ++v) {
      if (!paths_.is_reached(v) || paths_.finder(v) == g_.rank) continue;
      if (only_neighbor(v) == kNoVertex) {
        open[static_cast<std::size_t>(paths_.finder(v))].push_back(v);
      }
    }
    std::vector<ArrivedFrom> arrived;
    for (std::size_t r = 0; r < open.size(); ++r) {
      if (!open[r].empty()) arrived.push_back({static_cast<int>(r), std::move(open[r])});
    }
    return arrived;
  }

  std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) override {
    parallel_shares(g_.num_local, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        tree.distances[v] = paths_.distance(static_cast<Vertex>(v));
        tree.parents[v] = parent_of(static_cast<Vertex>(v));
      }
    });
    for (const GraphDelegate::Own& own : g_.own_delegates) {
      const std::uint32_t i = index(own.delegate);
      const std::uint32_t v = index(own.vertex);
      tree.distances[v] = paths_.distance(columns_.delegates + i);
      if (i == source_delegate_) {
        tree.parents[v] = g_.delegates[i];
      } else if (!paths_.is_reached(columns_.delegates + i)) {
        continue;
      } else if (knows_.test(i)) {
        tree.parents[v] = g_.named(parent_tag(i), g_.rank);
      } else {
        open.push_back(i);
      }
    }
    return static_cast<std::uint64_t>(
        std::count_if(tree.distances.begin(), tree.distances.end(),
                      [](Distance d) { return d != kUnreachedDistance<Distance>; }));
  }

  std::vector<std::uint32_t> parents_of(int owner,
                                        std::span<const std::uint32_t> vertices) override {
    const auto begin = g_.ghost_vertices.begin() + begin_of(owner);
    const auto end = g_.ghost_vertices.begin() + end_of(owner);
    std::vector<std::uint32_t> parents;
    for (const std::uint32_t v : vertices) {
      const auto ghost = std::lower_bound(begin, end, v) - g_.ghost_vertices.begin();
      parents.push_back(paths_.parent(columns_.ghosts + static_cast<Vertex>(ghost)));
    }
    return parents;
  }
  [[nodiscard]] bool knows_parent(std::uint32_t delegate) const override {
    return knows_.test(delegate);
  }
  [[nodiscard]] std::uint32_t parent_tag(std::uint32_t delegate) const override {
    return tag_of(paths_.parent(columns_.delegates + delegate));
  }

 private:
  [[nodiscard]] std::uint32_t begin_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint32_t end_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank) + 1];
  }
  [[nodiscard]] std::uint32_t tag_of(Vertex row) const {
    return row < g_.num_local ? g_.num_delegates + row : row - columns_.delegates;
  }

  /// As far as this rank knows.
  [[nodiscard]] GlobalVertex parent_of(Vertex v) const {
    if (!paths_.is_reached(v)) return kNoGlobalVertex;
    if (paths_.finder(v) == g_.rank) {
      const Vertex parent = paths_.parent(v);
      return parent < columns_.ghosts ? g_.named(tag_of(parent), g_.rank)
                                      : global_of(parent - columns_.ghosts);
    }
    const Vertex neighbor = only_neighbor(v);
    return neighbor == kNoVertex ? kNoGlobalVertex
                                 : g_.owners.global(paths_.finder(v), local_vertex(neighbor));
  }
  [[nodiscard]] GlobalVertex global_of(std::uint32_t ghost) const {
    const auto end = std::upper_bound(g_.ghost_begin.begin(), g_.ghost_begin.end(), ghost);
    return g_.owners.global(static_cast<int>(end - g_.ghost_begin.begin()) - 1,
                            local_vertex(g_.ghost_vertices[ghost]));
  }
  /// Of the neighbours with the finder one is the parent. The finder's number of it where there is
  /// but one, as there mostly is.
  [[nodiscard]] Vertex only_neighbor(Vertex v) const {
    const int from = paths_.finder(v);
    const std::span<const std::uint32_t> row = g_.nn.row(v);
    const auto first = std::lower_bound(row.begin(), row.end(), g_.num_local + begin_of(from));
    const bool is_only = first + 1 == row.end() || *(first + 1) >= g_.num_local + end_of(from);
    return is_only ? g_.ghost_vertices[*first - g_.num_local] : kNoVertex;
  }

  /// In the mask, ascending.
  template <class F>
  void for_each_found(F&& body) const {
    for (std::size_t w = 0; w < mask_.size(); ++w) Bitmap::for_each_bit(mask_[w], w, body);
  }

  const GraphDelegate& g_;
  comm::Encoding encoding_;
  int threads_;
  DelegateColumns columns_;
  std::vector<std::vector<Vertex>> subscribed_;  // by rank: own vertices that are ghosts there
  ColumnPaths<W> paths_;
  bool overflowed_ = false;
  std::uint32_t source_delegate_ = kNoDelegate;

  // By delegate.
  Array<std::uint64_t> mask_;      // found here since the last reduction, then by any rank
  Array<std::uint64_t> own_mask_;  // found here
  Bitmap knows_;                   // found here, and agreed on since
  std::vector<Distance> reduced_;

  std::vector<std::uint32_t> ids_;
  std::vector<Distance> values_;
  Array<std::uint32_t> buffer_;
};

}  // namespace

template <class W>
std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<W>& graph) {
  const GraphDelegate& g = graph.graph;
  std::uint64_t subscribed = 0;
  for_each_subscribed(g, [&](int, Vertex) { ++subscribed; });
  constexpr std::uint64_t kMessage = sizeof(std::uint32_t) + sizeof(SsspDistance<W>);
  return ColumnPaths<W>::bytes(DelegateColumns(g).shape(g)) +
         g.num_delegates * (sizeof(SsspDistance<W>) + std::uint64_t{1}) +
         (g.num_ghosts() + subscribed) * kMessage + 2 * subscribed * sizeof(Vertex) +
         g.num_local * std::uint64_t{sizeof(Vertex)};
}

template <class W>
std::unique_ptr<DelegatePaths<W>> make_host_delegate_paths(const WeightedGraphDelegate<W>& graph,
                                                           double delta,
                                                           const DistSsspSettings& settings,
                                                           comm::Encoding encoding) {
  return std::make_unique<HostPaths<W>>(graph, delta, settings, encoding);
}
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<float>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<double>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<std::uint32_t>&);
template std::unique_ptr<DelegatePaths<float>> make_host_delegate_paths(
    const WeightedGraphDelegate<float>&, double, const DistSsspSettings&, comm::Encoding);
template std::unique_ptr<DelegatePaths<double>> make_host_delegate_paths(
    const WeightedGraphDelegate<double>&, double, const DistSsspSettings&, comm::Encoding);
template std::unique_ptr<DelegatePaths<std::uint32_t>> make_host_delegate_paths(
    const WeightedGraphDelegate<std::uint32_t>&, double, const DistSsspSettings&, comm::Encoding);

}  // namespace strider::detail
