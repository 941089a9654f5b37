// Strong components on the threads of a host: forward and backward from one pivot (Fleischer,
// Hendrickson and Pinar, "On identifying strongly connected components in parallel", 2000), and the
// rest by a depth-first search (as Slota, Rajamanickam and Madduri's Multistep, IPDPS 2014):
//
//   pivot = of the heads of some arcs, one of many arcs in and out
//   forward: for each level of a search from the pivot, for each arc v -> w of it
//     reach w; where w leads back to the pivot, v does
//   backward: for each v that is reached and not known to lead back, for each arc v -> w
//     where w leads back, v does; again while that finds much
//   Tarjan's search from each other v that is reached, and then from the vertices not reached
//
// What is reached and leads back is in the pivot's component. Rows of the pivot's component are
// read once, or twice where the way back was not known yet; no row of arcs that come in is read,
// because making them would take longer than all the rest. Both searches may end early: Tarjan's
// search begins with all that they found as one vertex, its origin, and finds what is missing. So
// they end where they no longer pay: a graph that is deep, or has no large component, is left to
// Tarjan's search. O(n + m) work.
#include "strider/strong_components.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/components/host/tarjan.hpp"
#include "base/random.hpp"
#include "base/team.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "graph/edge_map.hpp"
#include "graph/frontier_queue.hpp"

namespace strider {
namespace detail {
namespace {

constexpr std::size_t kSampledArcs = 1024;
// When all threads give up. They have found a large component where at least one in kFew of the
// vertices that were followed leads back, of levels up to kFirstLevels, and at least one in kLarge
// of all vertices does in the end. A frontier of fewer than one in kSmall does not pay off.
constexpr unsigned kFirstLevels = 4;
constexpr std::size_t kFew = 8;
constexpr std::size_t kLarge = 64;
constexpr std::size_t kSmall = 4096;

/// Follows an arc u -> v of the search from the pivot, which takes v in once.
struct Forward {
  Bitmap& reached;
  Bitmap& leads_back;

  [[nodiscard]] static constexpr bool cond(Vertex) { return true; }
  [[nodiscard]] bool update_atomic(Vertex u, Vertex v) const {
    if (!reached.test_atomic(v)) return reached.claim_atomic(v);
    if (!leads_back.test_atomic(u) && leads_back.test_atomic(v)) leads_back.set_atomic(u);
    return false;
  }
};

/// Follows an arc v -> u to a vertex that leads back: so does v.
struct Backward {
  static constexpr bool kOnce = true;
  const Bitmap& reached;
  Bitmap& leads_back;

  [[nodiscard]] bool test(Vertex u) const { return leads_back.test_atomic(u); }
  [[nodiscard]] bool cond(Vertex v) const {
    return reached.test_atomic(v) && !leads_back.test_atomic(v);
  }
  bool update(Vertex /*u*/, Vertex v) const {
    leads_back.set_atomic(v);
    return true;
  }
  [[nodiscard]] const Bitmap::Word* place(Vertex u) const { return leads_back.words() + u / 64; }
};

class StrongComponents {
 public:
  StrongComponents(Workspace& workspace, const Csr& rows, int threads)
      : rows_(rows),
        threads_(threads),
        queue_(workspace, rows.num_vertices()),
        tarjan_(workspace, rows) {
    workspace.declare("the labels", labels_, rows.num_vertices());
    workspace.declare("what is reached", reached_, rows.num_vertices());
    workspace.declare("what leads back", leads_back_, rows.num_vertices());
  }

  [[nodiscard]] ComponentsResult find() {
    const Vertex n = rows_.num_vertices();
    if (n > 0 && rows_.num_arcs() > 0) search_from_pivot();
    const bool has_giant = leads_back_count_ > n / kLarge;
    const std::span<Vertex> indices = tarjan_.indices();
    parallel_for(0, n, threads_, [&](std::size_t v) {
      const bool known = has_giant && leads_back_.test(static_cast<Vertex>(v));
      indices[v] = known ? Tarjan::kOrigin : Tarjan::kUnseen;
    });
    if (has_giant) complete_giant();
    search_from_all(n);
    return ComponentsResult(std::move(labels_));
  }

 private:
  /// Of the heads of sampled arcs, which have many arcs in, the one of most arcs out.
  [[nodiscard]] Vertex pivot() const {
    Vertex best = 0;
    EdgeIndex most = 0;
    for (std::size_t i = 0; i < kSampledArcs; ++i) {
      const Vertex v = rows_.targets()[mix64(i) % rows_.num_arcs()];
      if (rows_.degree(v) <= most) continue;
      best = v;
      most = rows_.degree(v);
    }
    return best;
  }

  void search_from_pivot() {
    reached_.clear(threads_);
    leads_back_.clear(threads_);
    const Vertex origin = pivot();
    reached_.set(origin);
    leads_back_.set(origin);
    queue_.append({&origin, 1});
    TeamSum<std::size_t> sum(threads_);
    parallel_workers(threads_, [&](Worker& worker) {
      Member& member = worker.member();
      const auto count_back = [&] {
        const Range words = member.chunk(leads_back_.num_words());
        return sum.wait(member, leads_back_.count_words(words.begin, words.end));
      };
      std::size_t begin = 0;
      std::size_t end = 1;
      std::size_t back = 1;
      const Forward forward{reached_, leads_back_};
      for (unsigned level = 1; begin < end && pays(level, begin, end, back); ++level) {
        push(worker, rows_, queue_.window(begin, end), forward, queue_);
        worker.wait();
        begin = std::exchange(end, queue_.size());
        back = count_back();  // waits until all have read the size
        if (member.must_stop()) return;
      }
      if (member.is_first()) expanded_ = begin;
      const Backward backward{reached_, leads_back_};
      bool continues = back > rows_.num_vertices() / kLarge && back < end;
      while (continues && !member.must_stop()) {
        pull(worker, rows_, backward, backward);
        worker.wait();
        const std::size_t before = std::exchange(back, count_back());
        continues = (back - before) * kFew > end - back;
      }
      if (member.is_first()) leads_back_count_ = back;
    });
  }
  /// Whether all threads should follow the frontier of `level`, where some of those reached have
  /// been followed, and `back` of these lead back.
  [[nodiscard]] bool pays(unsigned level, std::size_t followed, std::size_t reached,
                          std::size_t back) const {
    if (level > 2 && level <= kFirstLevels && back * kFew < followed) return false;
    return level <= kFirstLevels || reached > level * (rows_.num_vertices() / kSmall);
  }

  /// Finds what is missing of the component that the origin stands for, and labels it.
  void complete_giant() {
    const std::span<Vertex> indices = tarjan_.indices();
    const auto search = [&](Vertex v) {
      if (indices[v] == Tarjan::kUnseen) tarjan_.search(v, labels_.span());
    };
    const std::span<const Vertex> reached = queue_.window(0, queue_.size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      search(reached[i]);
      if (i < expanded_) continue;
      for (const Vertex w : rows_.neighbors(reached[i])) search(w);
    }
    for (const Vertex v : tarjan_.stack()) leads_back_.set(v);
    tarjan_.clear_stack();
    std::atomic<Vertex> least = kNoVertex;
    const std::size_t words = leads_back_.num_words();
    parallel_chunks(words, threads_, [&](std::size_t begin, std::size_t end, int) {
      Vertex mine = kNoVertex;
      leads_back_.for_each_in_words(begin, end, [&](Vertex v) { mine = std::min(mine, v); });
      Vertex seen = least.load();
      while (mine < seen && !least.compare_exchange_weak(seen, mine)) {
      }
    });
    parallel_chunks(words, threads_, [&](std::size_t begin, std::size_t end, int) {
      leads_back_.for_each_in_words(begin, end, [&](Vertex v) {
        labels_[v] = least;
        indices[v] = Tarjan::kComplete;
      });
    });
  }
  void search_from_all(Vertex n) {
    const std::span<Vertex> indices = tarjan_.indices();
    sequential_for(0, n, [&](std::size_t v) {
      if (indices[v] != Tarjan::kUnseen) return;
      tarjan_.search(static_cast<Vertex>(v), labels_.span());
    });
  }

  const Csr& rows_;
  int threads_;
  FrontierQueue queue_;
  Tarjan tarjan_;
  Array<Vertex> labels_;
  Bitmap reached_;
  Bitmap leads_back_;  ///< to the pivot, of what is reached
  std::size_t leads_back_count_ = 0;
  std::size_t expanded_ = 0;  ///< how many of the queue were followed
};

}  // namespace
}  // namespace detail

ComponentsResult strong_components(const Graph& graph, const ComponentsOptions& options) {
  if (!graph.is_directed()) return components(graph, options);
  detail::Workspace workspace;
  detail::StrongComponents search(workspace, graph.out(), resolve_threads(options.threads));
  workspace.take("strong components", detail::HostMemory());
  return search.find();
}

}  // namespace strider
