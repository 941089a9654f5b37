// Components on the threads of a host.
#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>
#include <vector>

#include "algorithms/components/afforest.hpp"
#include "base/most_frequent.hpp"
#include "base/random.hpp"
#include "graph/edge_map.hpp"
#include "graph/union_find.hpp"

namespace strider {
namespace detail {
namespace {

/// Unites the ends of arcs.
struct Link {
  static constexpr bool kOnce = false;
  ConcurrentDisjointSets sets;
  Vertex giant = kNoVertex;

  [[nodiscard]] bool cond(Vertex v) const { return sets.parent(v) != giant; }
  bool update(Vertex u, Vertex v) const { return update_atomic(u, v); }
  bool update_atomic(Vertex u, Vertex v) const {
    return sets.parent(u) != sets.parent(v) && sets.unite(u, v);
  }
  [[nodiscard]] const Vertex* place(Vertex u) const { return sets.place(u); }
};

class HostForest final : public Forest {
 public:
  HostForest(Workspace& workspace, const ComponentRows& rows, int threads)
      : rows_(rows), threads_(threads) {
    workspace.declare("the trees", parents_, rows.num_vertices);
    workspace.declare("the neighbours", others_, rows.rows.num_vertices());
    workspace.when_taken([this] { sets_ = ConcurrentDisjointSets(parents_.span()); });
  }

  void hook() override {
    const EdgeIndex* const offsets = rows_.rows.offsets().data();
    // Rows are read without branches, which would be mispredicted: up to a target past the end.
    constexpr Vertex kNone[2] = {};
    const Vertex* const targets = rows_.rows.num_arcs() > 0 ? rows_.rows.targets().data() : kNone;
    const Vertex num_rows = rows_.rows.num_vertices();
    const bool takes_last = rows_.other == OtherNeighbor::kLast;
    parallel_workers(threads_, [&](Worker& worker) {
      const auto first_own = static_cast<Vertex>(worker.member().chunk(num_rows).begin);
      worker.for_own_part(num_rows, [&](std::size_t begin, std::size_t end) {
        for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
          prefetch_to_read(targets + offsets[std::min<std::size_t>(v + 2 * kArcsAhead, num_rows)]);
          const EdgeIndex first = offsets[v];
          const EdgeIndex degree = offsets[v + std::size_t{1}] - first;
          const Vertex head = targets[first];
          const Vertex other = targets[first + (degree < 2 ? 0 : takes_last ? degree - 1 : 1)];
          others_[v] = degree > 0 ? other : v;
          const Vertex parent = degree > 0 ? std::min(head, v) : v;
          parents_[v] = v;
          // Rows of this part come in order: those before v have their roots already.
          const Vertex root = parents_[std::max(parent, first_own)];
          parents_[v] = parent < first_own ? parent : root;
        }
      });
    });
    for (Vertex v = num_rows; v < rows_.num_vertices; ++v) parents_[v] = v;
  }
  void link_others() override {
    if (others_.empty()) return;
    std::vector<Vertex> roots(kSampledRoots);
    sample(roots);
    // Where hooking has made one tree of all that are looked at, the few others cost less in
    // link_outside(). On ranks they are ghosts, which trees of ranks become one by.
    const bool is_one_tree = std::ranges::count(roots, roots[0]) == std::ssize(roots);
    if (is_one_tree && rows_.other == OtherNeighbor::kSecond) return;
    is_compressed_ = false;
    parallel_workers(threads_, [&](Worker& worker) {
      map_one_arc_each(worker, std::as_const(others_).span(), Link{sets_});
    });
  }
  void link_outside(Vertex giant) override {
    std::atomic<std::uint64_t> linked = 0;
    parallel_workers(threads_, [&](Worker& worker) {
      linked += pull(worker, rows_.rows, AllVertices{}, Link{sets_, giant});
    });
    is_compressed_ = linked == 0;
  }
  void compress() override {
    if (std::exchange(is_compressed_, true)) return;
    parallel_workers(threads_, [&](Worker& worker) { sets_.compress(worker); });
  }
  void sample(std::span<Vertex> roots) override {
    for (std::size_t i = 0; i < roots.size(); ++i) {
      roots[i] = parents_[mix64(i) % rows_.rows.num_vertices()];
    }
  }
  std::span<Vertex> parents() override { return parents_.span(); }
  void put_parents() override { is_compressed_ = false; }
  Array<Vertex> take_roots() override { return std::move(parents_); }

 private:
  ComponentRows rows_;
  int threads_;
  Array<Vertex> parents_;
  Array<Vertex> others_;  ///< by row: the neighbour that is linked second, or the row itself
  ConcurrentDisjointSets sets_;
  bool is_compressed_ = false;
};

}  // namespace

std::unique_ptr<Forest> make_forest(Workspace& workspace, const ComponentRows& rows, int threads) {
  return std::make_unique<HostForest>(workspace, rows, threads);
}

Vertex sampled_giant(Forest& forest, Vertex num_rows, Directedness directedness) {
  if (num_rows == 0 || directedness == Directedness::kDirected) return kNoVertex;
  std::vector<Vertex> roots(kSampledRoots);
  forest.sample(roots);
  return most_frequent(roots, kNoVertex);
}

ComponentsResult connect_here(Forest& forest, Vertex num_vertices, Directedness directedness) {
  connect(
      forest, [](const auto& body) { body(); }, [] {},
      [&] { return sampled_giant(forest, num_vertices, directedness); });
  return ComponentsResult(forest.take_roots());
}

}  // namespace detail

ComponentsResult components(const Graph& graph, const ComponentsOptions& options) {
  using namespace detail;
  Workspace workspace;
  const auto forest =
      make_forest(workspace, {graph.out(), graph.num_vertices(), OtherNeighbor::kSecond},
                  resolve_threads(options.threads));
  workspace.take("components", HostMemory());
  return connect_here(*forest, graph.num_vertices(), graph.directedness());
}

}  // namespace strider
