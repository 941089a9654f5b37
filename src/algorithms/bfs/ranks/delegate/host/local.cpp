#include "algorithms/bfs/ranks/delegate/local.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/delegate/host/level_store.hpp"
#include "algorithms/bfs/ranks/delegate/host/messages.hpp"
#include "algorithms/bfs/ranks/delegate/host/outgoing.hpp"
#include "algorithms/bfs/ranks/delegate/host/subgraph.hpp"
#include "algorithms/bfs/ranks/delegate/host/visits.hpp"
#include "base/count_ones.hpp"
#include "graph/frontier_queue.hpp"

namespace strider::detail {
namespace {

class HostLocal final : public DelegateLocal {
 public:
  HostLocal(Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings)
      : g_(graph),
        settings_(settings),
        threads_(settings.search.threads),
        tracing_(settings.search.trace == BfsTrace::kLevels),
        may_go_backward_(settings.search.direction ==
                         DistBfsSettings::Direction::kDirectionOptimizing),
        out_(workspace, graph),
        queue_(workspace, graph.num_local),
        outgoing_(workspace, graph, settings.uniquify, threads_),
        messages_(workspace, graph, settings) {
    if (graph.is_directed()) into_.emplace(workspace, graph.into);
    declare_rows_with_arcs(workspace, nn_sources_, graph.nn);
    workspace.declare("the normal vertices", normal_, (graph.num_local + 63ULL) / 64);
    workspace.declare("the visited vertices", visited_, (graph.num_local + 63ULL) / 64);
    for (Array<Word>* words : {&delegates_visited_, &known_, &frontier_, &mask_, &found_here_}) {
      workspace.declare("sets of delegates", *words, (graph.num_delegates + 63ULL) / 64);
    }
    workspace.declare("the parents of delegates", delegate_parents_, graph.num_delegates);
    workspace.count("the levels of delegates", graph.num_delegates * LevelStore::kMostBytes);
    workspace.count("the own delegates",
                    2 * graph.own_delegates.size() * sizeof(GraphDelegate::Own));
    workspace.count("the tree", graph.num_local * (sizeof(GlobalVertex) + LevelStore::kMostBytes));
    workspace.when_taken([this] { prepare(); });
  }

  void start(std::span<const std::uint32_t> delegates, std::span<const LocalVertex> normals,
             DistBfsTree& tree) override {
    levels_.start(g_.num_local, std::move(tree.narrow_levels), std::move(tree.wide_levels));
    delegate_levels_.restart();
    if (tree.parents.size() != g_.num_local) tree.parents = Array<GlobalVertex>(g_.num_local);
    parents_ = tree.parents.data();
    level_ = 0;
    examined_ = 0;
    for (std::size_t w = 0; w < normal_.size(); ++w) visited_[w] = ~normal_[w];
    for (Array<Word>* words : {&delegates_visited_, &known_, &frontier_, &mask_, &found_here_}) {
      std::fill(words->begin(), words->end(), Word{0});
    }
    out_.restart();
    num_frontier_delegates_ = delegates.size();
    queue_.clear();
    window_begin_ = window_end_ = 0;
    arrivals_.clear();
    open_.clear();
    outgoing_.restart();
    for (const std::uint32_t delegate : delegates) {
      for (Array<Word>* words : {&delegates_visited_, &known_, &frontier_}) {
        set_bit(words->data(), delegate);
      }
      delegate_levels_.set(delegate, 0);
    }
    sources_.clear();
    for (const LocalVertex vertex : normals) {
      sources_.push_back(index(vertex));
      set_bit(visited_.data(), index(vertex));
      set(index(vertex), g_.global(vertex), 0);
    }
    queue_.append(sources_);
    arrived_begin_ = queue_.size();
    choose_for_dd();
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    const std::uint32_t v = index(vertex);
    const std::uint32_t delegate = g_.delegate_of(vertex);
    if (delegate != kNoDelegate) return test_bit(delegates_visited_.data(), delegate);
    // Those without arcs count as visited from the start.
    if (!test_bit(normal_.data(), v)) return std::ranges::find(sources_, v) != sources_.end();
    return test_bit(visited_.data(), v);
  }

  void visit_delegates() override {
    if (num_frontier_delegates_ == 0) return;
    if (out_.dd.backward) {
      backward_to_delegates(in().dd, delegates_visited_.data(), 0);
    } else {
      forward_from_delegates(g_.dd, [&](std::uint32_t row, std::uint32_t delegate, auto&) {
        find_delegate(delegate, row);
      });
    }
  }

  [[nodiscard]] FoundDelegates find_delegates() override {
    visit_nd();
    Word any = 0;
    for (std::size_t w = 0; w < mask_.size(); ++w) {
      mask_[w] = known_[w] & ~delegates_visited_[w];
      found_here_[w] |= mask_[w];
      any |= mask_[w];
    }
    return {.any = any != 0, .mask = mask_.span()};
  }

  void visit_normals(const std::function<void()>& meanwhile) override {
    visit_dn();
    meanwhile();
    visit_nn();
  }

  [[nodiscard]] std::optional<std::uint64_t> arcs_examined() const override { return examined_; }

  void end_level(bool any_delegates) override {
    ++level_;
    num_frontier_delegates_ = 0;
    if (!any_delegates) {
      std::fill(frontier_.begin(), frontier_.end(), Word{0});
      return;
    }
    delegate_levels_.make_room_for(level_);
    for (std::size_t w = 0; w < mask_.size(); ++w) {
      frontier_[w] = mask_[w];
      delegates_visited_[w] |= mask_[w];
      known_[w] = delegates_visited_[w];
      num_frontier_delegates_ += count_ones(mask_[w]);
      for_each_member(mask_[w], w, [&](std::uint32_t i) { delegate_levels_.set(i, level_); });
    }
    choose_for_dd();
  }

  std::size_t write_normals(int rank, std::span<const std::span<const std::byte>> others,
                            std::span<std::byte> to) override {
    return messages_.write(rank, outgoing_.of(rank), others, to);
  }

  void take_normals(int from, std::span<const std::byte> message) override {
    const std::span<const std::uint32_t> vertices = messages_.read(g_.rank, message);
    const GlobalVertex parent = kArrivedFrom + static_cast<GlobalVertex>(from);
    in_chunks(vertices.size(), kChunkVertices, threads_, [&](std::size_t begin, std::size_t end) {
      FrontierQueue::Buffer found(queue_);
      for (const std::uint32_t v : vertices.subspan(begin, end - begin)) {
        if (!claim(visited_, v)) continue;
        set(v, parent, level_);
        found.push(v);
      }
    });
  }

  [[nodiscard]] DelegateFrontier complete_frontier() override {
    if (queue_.size() > arrived_begin_) {
      arrivals_.push_back({queue_.window(arrived_begin_, queue_.size()), level_});
    }
    window_begin_ = window_end_;
    window_end_ = queue_.size();
    choose_for_normals();
    DelegateFrontier frontier{.normals = window_end_ - window_begin_,
                              .delegates = num_frontier_delegates_,
                              .backward = out_.any_backward()};
    if (tracing_) {
      frontier.arcs = count_arcs(g_.dd, frontier_.span()) + count_arcs(g_.dn, frontier_.span()) +
                      frontier_normals().arcs(g_.nd) + frontier_normals().arcs(g_.nn);
    }
    return frontier;
  }

  DelegateOutcome finish(Level num_levels, DistBfsTree& tree) override {
    levels_.finish(num_levels);
    delegate_levels_.finish(num_levels);
    for (std::size_t w = 0; w < normal_.size(); ++w) {
      const std::size_t rest = g_.num_local - w * 64;
      const Word valid = rest >= 64 ? ~Word{0} : (Word{1} << rest) - 1;
      const Word reached = visited_[w] & normal_[w];
      for_each_member(~reached & valid, w, [&](std::uint32_t v) { parents_[v] = kNoGlobalVertex; });
      levels_.set_unreached(~reached & valid, w);
    }
    // A source without arcs is none of the normal vertices above.
    for (const std::uint32_t v : sources_) set(v, g_.global(local_vertex(v)), 0);
    const LevelView delegate_levels = delegate_levels_.view();
    for (const GraphDelegate::Own& own : own_) {
      const std::uint32_t i = index(own.delegate);
      if (!test_bit(delegates_visited_.data(), i)) continue;
      levels_.set(index(own.vertex), delegate_levels[i]);
      if (test_bit(found_here_.data(), i)) {
        parents_[index(own.vertex)] =
            g_.named(static_cast<std::uint32_t>(delegate_parents_[i]), g_.rank);
      } else {
        open_.push_back(own);
      }
    }
    tree.narrow_levels = levels_.is_wide() ? Array<std::uint8_t>() : std::move(levels_.narrow());
    tree.wide_levels = levels_.is_wide() ? std::move(levels_.wide()) : Array<Level>();
    return {.found_here = found_here_.span(),
            .parents = delegate_parents_.span(),
            .open = open_,
            .arrived = arrivals_};
  }

 private:
  /// The subgraphs of the arcs into a vertex.
  [[nodiscard]] const SearchedSubgraphs& in() const { return into_ ? *into_ : out_; }

  void prepare() {
    std::fill(normal_.begin(), normal_.end(), Word{0});
    for (std::uint32_t v = 0; v < g_.num_local; ++v) {
      if (g_.has_arcs(v) || g_.in().has_arcs(v)) set_bit(normal_.data(), v);
    }
    delegate_levels_.start(g_.num_delegates);
    own_ = g_.own_delegates;
    // What is known of delegates is read in its order; a write at random costs less than a read.
    std::ranges::sort(own_, {}, &GraphDelegate::Own::delegate);
  }

  void visit_nd() {
    if (window_begin_ == window_end_ || g_.nd.columns.empty()) return;
    if (out_.nd.backward) {
      backward_to_delegates(in().dn, visited_.data(), g_.num_delegates);
    } else {
      forward_from_normals(g_.nd, out_.nd.sources,
                           [&](std::uint32_t row, std::uint32_t delegate, auto&, auto&) {
                             find_delegate(delegate, g_.num_delegates + row);
                           });
    }
  }

  void visit_dn() {
    levels_.make_room_for(level_ + 1);
    if (num_frontier_delegates_ == 0 || g_.dn.columns.empty()) return;
    if (!out_.dn.backward) {
      forward_from_delegates(g_.dn, [&](std::uint32_t row, std::uint32_t v, auto& found) {
        if (!claim(visited_, v)) return;
        set(v, g_.delegates[row], level_ + 1);
        found.push(v);
      });
      return;
    }
    in_chunks(visited_.size(), kChunkWords, threads_, [&](std::size_t begin, std::size_t end) {
      FrontierQueue::Buffer found(queue_);
      note(visit_backward(
          in().nd.rows, delegates_visited_.data(), begin, end,
          [&](std::size_t w) { return in().nd.sources[w] & ~visited_[w]; },
          [&](std::uint32_t v, std::uint32_t delegate) {
            set_bit(visited_.data(), v);
            set(v, g_.delegates[delegate], level_ + 1);
            found.push(v);
          }));
    });
  }

  void visit_nn() {
    outgoing_.clear();
    if (window_begin_ != window_end_ && !g_.nn.columns.empty()) {
      forward_from_normals(g_.nn, nn_sources_,
                           [&](std::uint32_t row, std::uint32_t column, auto& found, auto& ghosts) {
                             if (column >= g_.num_local) {
                               outgoing_.visit_ghost(column - g_.num_local, ghosts);
                             } else if (claim(visited_, column)) {
                               set(column, g_.global(local_vertex(row)), level_ + 1);
                               found.push(column);
                             }
                           });
      outgoing_.sort();
    }
    arrived_begin_ = queue_.size();
  }

  /// Arcs that a thread has looked at.
  void note(std::uint64_t examined) { fetch_add_relaxed(examined_, examined); }
  void set(std::uint32_t v, GlobalVertex parent, Level level) {
    parents_[v] = parent;
    levels_.set(v, level);
  }
  [[nodiscard]] bool claim(Array<Word>& words, std::uint32_t i) const {
    return threads_ == 1 ? claim_bit<false>(words.data(), i) : claim_bit<true>(words.data(), i);
  }
  void find_delegate(std::uint32_t delegate, std::uint32_t parent_id) {
    if (claim(known_, delegate)) delegate_parents_[delegate] = ParentId{parent_id};
  }
  /// visit(row, column, queue) for the arcs of the frontier's delegates.
  template <class F>
  void forward_from_delegates(const SmallRows& rows, F&& visit) {
    in_chunks(frontier_.size(), kChunkDelegateWords, threads_,
              [&](std::size_t begin, std::size_t end) {
                FrontierQueue::Buffer found(queue_);
                std::uint64_t examined = 0;
                for (std::size_t w = begin; w < end; ++w) {
                  for_each_member(frontier_[w], w, [&](std::uint32_t row) {
                    examined += rows.degree(row);
                    for (const std::uint32_t column : rows.row(row)) visit(row, column, found);
                  });
                }
                note(examined);
              });
  }
  /// visit(row, column, queue, ghosts) for the arcs of the normal frontier. A bit tells of each row
  /// whether it has any: most have none in nn.
  template <class F>
  void forward_from_normals(const SmallRows& rows, const Array<Word>& sources, F&& visit) {
    const std::span<const Vertex> window = queue_.window(window_begin_, window_end_);
    in_chunks(window.size(), kChunkVertices, threads_, [&](std::size_t begin, std::size_t end) {
      FrontierQueue::Buffer found(queue_);
      FrontierQueue::Buffer ghosts(outgoing_.queue());
      std::uint64_t examined = 0;
      for (const Vertex row : window.subspan(begin, end - begin)) {
        if (!test_bit(sources.data(), row)) continue;
        examined += rows.degree(row);
        for (const std::uint32_t column : rows.row(row)) visit(row, column, found, ghosts);
      }
      note(examined);
    });
  }
  /// Delegates with rows in `reversed` look for a column among `parents`.
  void backward_to_delegates(const Subgraph& reversed, const Word* parents,
                             std::uint32_t id_offset) {
    in_chunks(known_.size(), kChunkWords, threads_, [&](std::size_t begin, std::size_t end) {
      note(visit_backward(
          reversed.rows, parents, begin, end,
          [&](std::size_t w) { return reversed.sources[w] & ~known_[w]; },
          [&](std::uint32_t delegate, std::uint32_t column) {
            set_bit(known_.data(), delegate);
            delegate_parents_[delegate] = ParentId{id_offset + column};
          }));
    });
  }

  [[nodiscard]] FrontierDelegates frontier_delegates() const {
    return {frontier_.span(), num_frontier_delegates_, g_.num_delegates};
  }
  [[nodiscard]] FrontierVertices frontier_normals() const {
    const std::span<const Vertex> window = queue_.window(window_begin_, window_end_);
    return {window, window.size(), g_.num_local};
  }
  template <class Frontier>
  void choose(Subgraph& forward, const Subgraph& reversed, const Array<Word>& visited,
              const Frontier& frontier, const SwitchFactors& factors) {
    if (!may_go_backward_ || frontier.size == 0) return;
    choose_direction(forward, reversed, frontier, reversed.count_outside(visited),
                     settings_.backward_workload, factors);
  }
  void choose_for_dd() {
    choose(out_.dd, in().dd, delegates_visited_, frontier_delegates(), settings_.dd);
  }
  void choose_for_normals() {
    choose(out_.dn, in().nd, visited_, frontier_delegates(), settings_.dn);
    choose(out_.nd, in().dn, delegates_visited_, frontier_normals(), settings_.nd);
  }

  const GraphDelegate& g_;
  DelegateBfsSettings settings_;
  int threads_;
  bool tracing_;
  bool may_go_backward_;
  SearchedSubgraphs out_;
  std::optional<SearchedSubgraphs> into_;  // of a directed graph
  Array<Word> nn_sources_;

  Array<Word> normal_;             // vertices with arcs that are no delegates
  Array<Word> visited_;            // all others count as visited from the start
  Array<Word> delegates_visited_;  // by any rank, before this level
  Array<Word> known_;              // these, and those found here on this level
  Array<Word> frontier_;
  Array<Word> mask_;
  Array<Word> found_here_;
  Array<ParentId> delegate_parents_;
  LevelStore delegate_levels_;
  std::vector<GraphDelegate::Own> own_;  // ascending by delegate
  FrontierQueue queue_;                  // normal vertices found, level by level
  OutgoingVertices outgoing_;
  NormalMessages messages_;

  // Of the search under way.
  Level level_ = 0;  // of the frontier
  std::uint64_t examined_ = 0;
  std::uint64_t num_frontier_delegates_ = 0;
  std::size_t window_begin_ = 0;  // of the frontier in queue_
  std::size_t window_end_ = 0;
  std::size_t arrived_begin_ = 0;  // in queue_, of those taken from other ranks
  std::vector<ArrivedVertices> arrivals_;
  std::vector<GraphDelegate::Own> open_;  // own delegates found, but not here
  std::vector<Vertex> sources_;           // normal vertices of this rank
  LevelStore levels_;
  GlobalVertex* parents_ = nullptr;
};

}  // namespace

std::unique_ptr<DelegateLocal> make_host_delegate_local(Workspace& workspace,
                                                        const GraphDelegate& graph,
                                                        const DelegateBfsSettings& settings) {
  return std::make_unique<HostLocal>(workspace, graph, settings);
}

}  // namespace strider::detail
