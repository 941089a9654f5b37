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
// What is reached and leads back is in the pivot's component. Its rows are read once, or twice
// where the way back was not known yet. Rows of arcs that come in are not made, which would take
// longer than all the rest; where the graph has them, a large frontier is followed by pulling, and
// few arcs are read at all. Both searches may end early: Tarjan's search begins with all that they
// found as one vertex, its origin, and finds what is missing. So they end where they no longer pay
// off: a graph that is deep, or has no large component, is left to Tarjan's search. O(n + m) work.
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
// When all threads give up: where less than one in kFew of the vertices that were followed leads
// back, after kFirstLevels also where frontiers have fewer than one in kSmall of all vertices, and
// in the end where less than one in kLarge of all vertices leads back.
constexpr unsigned kFirstLevels = 4;
constexpr std::size_t kFew = 8;
constexpr std::size_t kLarge = 64;
constexpr std::size_t kSmall = 4096;
// A frontier is followed by pulling where one in so many arcs is its own, until nothing is found or
// for so many rounds.
constexpr EdgeIndex kPullFrom = 16;
constexpr unsigned kPullRounds = 16;

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

/// Takes v in, which is one of `among` (null: of all), by an arc between v and a vertex in `set`.
struct TakeIn {
  static constexpr bool kOnce = true;
  const Bitmap* among;
  Bitmap& set;

  [[nodiscard]] bool test(Vertex u) const { return set.test_atomic(u); }
  [[nodiscard]] bool cond(Vertex v) const {
    return !set.test_atomic(v) && (among == nullptr || among->test_atomic(v));
  }
  bool update(Vertex /*u*/, Vertex v) const {
    set.set_atomic(v);
    return true;
  }
  [[nodiscard]] const Bitmap::Word* place(Vertex u) const {
    return set.words() + u / Bitmap::kWordBits;
  }
};

class StrongComponents {
 public:
  /// `in`: the transpose, or null.
  StrongComponents(Workspace& workspace, const Csr& rows, const Csr* in, int threads)
      : rows_(rows),
        in_(in),
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
      EdgeIndex arcs = 0;  // of the frontier
      const auto pulls = [&] { return in_ != nullptr && arcs > rows_.num_arcs() / kPullFrom; };
      const Forward forward{reached_, leads_back_};
      for (unsigned level = 1; begin < end && !pulls() && pays(level, begin, end, back); ++level) {
        arcs = push(worker, rows_, queue_.window(begin, end), forward, queue_);
        arcs = sum.wait(member, arcs);
        begin = std::exchange(end, queue_.size());
        back = count_back();  // waits until all have read the size
        if (member.must_stop()) return;
      }
      std::size_t reached = end;
      bool is_all = begin == end;
      for (unsigned round = 0; pulls() && !is_all && round < kPullRounds; ++round) {
        const TakeIn by_arcs_in{nullptr, reached_};
        const std::size_t more = sum.wait(member, pull(worker, *in_, by_arcs_in, by_arcs_in));
        reached += more;
        is_all = more == 0;
        if (member.must_stop()) return;
      }
      const bool is_shallow = pulls() || back > rows_.num_vertices() / kLarge;
      bool continues = is_shallow && back < reached;
      while (continues && !member.must_stop()) {
        const TakeIn by_arcs_out{&reached_, leads_back_};
        const std::size_t more = sum.wait(member, pull(worker, rows_, by_arcs_out, by_arcs_out));
        back += more;
        continues = more * kFew > reached - back;
      }
      if (member.is_first()) {
        leads_back_count_ = back;
        reached_all_ = is_all;
      }
    });
  }
  /// Whether all threads should follow the frontier of `level`, where some of those reached have
  /// been followed, and `back` of these lead back.
  [[nodiscard]] bool pays(unsigned level, std::size_t followed, std::size_t reached,
                          std::size_t back) const {
    if (level > 2 && back * kFew < followed) return false;
    return level <= kFirstLevels || reached > level * (rows_.num_vertices() / kSmall);
  }

  /// Finds what is missing of the component that the origin stands for, and labels it.
  void complete_giant() {
    const std::span<Vertex> indices = tarjan_.indices();
    const auto search = [&](Vertex v) {
      if (indices[v] == Tarjan::kUnseen) tarjan_.search(v, labels_.span());
    };
    const auto search_around = [&](Vertex v) {
      search(v);
      if (reached_all_) return;
      for (const Vertex w : rows_.neighbors(v)) search(w);
    };
    constexpr std::size_t kWordsTogether = 1U << 10U;
    sequential_for(
        0, reached_.num_words(),
        [&](std::size_t word) { reached_.for_each_in_words(word, word + 1, search_around); },
        kWordsTogether);
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
  const Csr* in_;
  int threads_;
  FrontierQueue queue_;
  Tarjan tarjan_;
  Array<Vertex> labels_;
  Bitmap reached_;
  Bitmap leads_back_;  ///< to the pivot, of what is reached
  std::size_t leads_back_count_ = 0;
  bool reached_all_ = false;  ///< what the pivot leads to
};

}  // namespace
}  // namespace detail

ComponentsResult strong_components(const Graph& graph, const ComponentsOptions& options) {
  if (!graph.is_directed()) return components(graph, options);
  detail::Workspace workspace;
  const int threads = resolve_threads(options.threads);
  const Csr* const in = graph.has_transpose() ? &graph.in() : nullptr;
  detail::StrongComponents search(workspace, graph.out(), in, threads);
  workspace.take("strong components", detail::HostMemory());
  return search.find();
}

}  // namespace strider
