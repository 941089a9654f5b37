#include "ranks/one_d/local_id_names.hpp"

#include <algorithm>
#include <limits>

#include "base/parallel.hpp"
#include "ranks/one_d/name_kernels.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlock = 64;

/// Whether names of local ids follow from those of the first of every 64.
bool is_regular(const Graph1d& graph) {
  return graph.owners.shuffle().is_identity() &&
         std::ranges::all_of(graph.local_ids.ranges(), [](const IdRange& range) {
           return range.size == 0 || range.form == IdRange::Form::kPlain;
         });
}

template <class F>
void for_each_local_id(const Graph1d& graph, const F& body) {
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const IdRange& range = graph.local_ids.range(r);
    const bool plain = range.form == IdRange::Form::kPlain;
    for (std::uint32_t i = 0; i < range.size; ++i) {
      const std::uint32_t local = plain ? i : range.locals[i];
      body(range.begin + std::size_t{i}, graph.owners.global(r, local_vertex(local)));
    }
  }
}

}  // namespace

LocalIdNames::LocalIdNames(Workspace& workspace, const Graph1d& graph) : graph_(graph) {
  const std::size_t size = graph.local_ids.size() + kBlock;
  if (is_regular(graph)) {
    workspace.declare("names of vertices", firsts_, size / kBlock);
  } else if (graph.owners.num_vertices() <= std::numeric_limits<std::uint32_t>::max()) {
    workspace.declare("names of vertices", narrow_, size);
  } else {
    workspace.declare("names of vertices", wide_, size);
  }
  workspace.when_taken([this] { fill(); });
}

void LocalIdNames::fill() {
  if (graph_.owners.kind() == OwnerMap::Kind::kCyclic) {
    stride_ = static_cast<std::uint64_t>(graph_.owners.num_ranks());
  }
  std::ranges::fill(firsts_.span(), 0);
  std::ranges::fill(narrow_.span(), 0);
  std::ranges::fill(wide_.span(), 0);
  for_each_local_id(graph_, [&](std::size_t local_id, GlobalVertex name) {
    if (!narrow_.empty()) {
      narrow_[local_id] = static_cast<std::uint32_t>(name);
    } else if (!wide_.empty()) {
      wide_[local_id] = name;
    } else if (local_id % kBlock == 0) {
      firsts_[local_id / kBlock] = name;
    }
  });
}

void LocalIdNames::name(const Vertex* local_ids, std::size_t count, GlobalVertex* names,
                        int threads) const {
  parallel_chunks(
      count, threads,
      [&](std::size_t begin, std::size_t end, int) {
        if (!firsts_.empty()) {
          name_by_blocks(local_ids + begin, end - begin, firsts_.data(), stride_, names + begin);
        } else if (!narrow_.empty()) {
          name_by_table(local_ids + begin, end - begin, narrow_.data(), names + begin);
        } else {
          name_by_table(local_ids + begin, end - begin, wide_.data(), names + begin);
        }
      },
      kBlock);
}

}  // namespace strider::detail
