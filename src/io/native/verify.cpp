#include "io/native/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <variant>

#include "base/parallel.hpp"
#include "graph/csr_facts.hpp"
#include "io/native/layout.hpp"
#include "strider/error.hpp"

namespace strider::native {
namespace {

class Verifier {
 public:
  Verifier(const Container& container, const AnyGraph& graph, int threads)
      : container_(container), any_(graph), graph_(topology(graph)), threads_(threads) {}

  /// What a search relies on: it follows offsets and targets without checking them, and counts on
  /// both ends of an edge.
  void check_adjacency(ReadWeights weights) const {
    check_offsets(graph_.out(), container_.path(), threads_);
    const ArcFacts out = facts_of_out(weights);
    check_targets(out);
    require(out.self_loops == graph_.num_self_loops(),
            "has another number of self-loops than its header says");
    require(out.repeats == 0 || !container_.rows_strictly_ascend(),
            "has repeated or unsorted edges, but its header says that it has none");
    if (!graph_.is_directed() && !out.sums.symmetric()) {
      require(!arc_facts(graph_.out(), threads_).sums.symmetric(),
              "has an undirected edge with two different weights");
      require(false, "is corrupt: its header says undirected, but some edges lead one way only");
    }
    if (graph_.is_directed() && graph_.has_transpose()) check_transpose(out);
  }

  void check_label_texts() const {
    parallel_chunks(graph_.num_vertices(), threads_, [&](std::size_t begin, std::size_t end, int) {
      check_label_offsets(graph_.labels(), Range{begin, end}, container_.path());
    });
  }

  void check_labels_are_unique() const {
    try {
      // Building the index finds labels that stand twice.
      (void)graph_.labels().find("0", graph_.num_vertices());
    } catch (const UsageError& error) {
      throw InputError(container_.path(), 0, error.what());
    }
  }

 private:
  /// With the weights of undirected edges where they are to be read: those of directed edges stand
  /// once, so that there is nothing to compare.
  [[nodiscard]] ArcFacts facts_of_out(ReadWeights weights) const {
    if (graph_.is_directed() || weights == ReadWeights::kNo) {
      return arc_facts(graph_.out(), threads_);
    }
    return std::visit([this](const auto& graph) { return facts_of(graph); }, any_);
  }
  [[nodiscard]] ArcFacts facts_of(const Graph& graph) const {
    return arc_facts(graph.out(), threads_);
  }
  template <class W>
  [[nodiscard]] ArcFacts facts_of(const WeightedGraph<W>& graph) const {
    return arc_facts(graph.topology().out(), graph.weights().span(), threads_);
  }

  void check_transpose(const ArcFacts& out) const {
    check_offsets(graph_.in(), container_.path(), threads_);
    const ArcFacts in = arc_facts(graph_.in(), threads_);
    check_targets(in);
    require(in.sums.is_reverse_of(out.sums),
            "has incoming edges that do not match its outgoing edges");
  }

  void check_targets(const ArcFacts& facts) const {
    if (facts.largest < graph_.num_vertices() || graph_.num_arcs() == 0) return;
    throw InputError(container_.path(), 0,
                     fmt::format("an edge leads to vertex {}, but the graph has only {} vertices",
                                 facts.largest, graph_.num_vertices()));
  }

  void require(bool holds, const char* fault) const {
    if (!holds) throw InputError(container_.path(), 0, fault);
  }

  const Container& container_;
  const AnyGraph& any_;
  const Graph& graph_;
  const int threads_;
};

}  // namespace

void check_label_offsets(const Labels& labels, Range vertices, const std::string& path) {
  if (labels.kind() != LabelKind::kText || vertices.begin == vertices.end) return;
  const auto offsets = labels.text_offsets().span();
  const auto mine = offsets.subspan(vertices.begin, vertices.end - vertices.begin + 1);
  if (!std::is_sorted(mine.begin(), mine.end()) || mine.back() > offsets.back()) {
    throw InputError(path, 0, "the offsets of its text labels descend");
  }
}

void verify(const Container& container, const AnyGraph& graph,
            const std::optional<PreparedGraph>& prepared, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const Verifier verifier(container, graph, threads);
  const bool reads_all = options.verification != Verification::kStructure;
  if (reads_all) container.verify_checksums(options.layouts, threads);
  verifier.check_adjacency(reads_all ? ReadWeights::kYes : ReadWeights::kNo);
  verifier.check_label_texts();
  if (prepared) check_layout_bounds(*prepared, container.path(), threads);
  check_weight_layout_bounds(graph, container.path(), threads);
  if (options.verification != Verification::kEverything) return;
  verifier.check_labels_are_unique();
  if (prepared) check_layout(*prepared, container.path(), threads);
  check_weight_layout(graph, container.path(), threads);
}

}  // namespace strider::native
