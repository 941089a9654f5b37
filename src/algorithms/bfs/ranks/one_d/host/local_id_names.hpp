// What the input calls the vertices that local ids stand for.
#pragma once

#include <cstdint>
#include <limits>

#include "algorithms/bfs/ranks/one_d/host/name_kernels.hpp"
#include "base/parallel.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Parents are named in every search, so what names them must stay in the cache. Owners of
/// consecutive or of every p-th vertex need a number for each 64 local ids where no range is
/// compact; else there is one for each local id, of four bytes where the graph has so few vertices.
class LocalIdNames {
 public:
  /// Throws MemoryError.
  explicit LocalIdNames(const Graph1d& graph) {
    const OwnerMap& owners = graph.owners;
    const std::size_t size = graph.local_ids.size() + kBlock;
    bool regular = owners.shuffle().is_identity();
    for (const IdRange& range : graph.local_ids.ranges()) {
      regular &= range.size == 0 || range.form == IdRange::Form::kPlain;
    }
    if (regular) {
      stride_ = owners.kind() == OwnerMap::Kind::kCyclic
                    ? static_cast<std::uint64_t>(owners.num_ranks())
                    : 1;
      firsts_ = Array<std::uint64_t>(size / kBlock, 0);
      for_each_local_id(graph, [&](std::size_t local_id, GlobalVertex name) {
        if (local_id % kBlock == 0) firsts_[local_id / kBlock] = name;
      });
    } else if (is_narrow(graph)) {
      narrow_ = Array<std::uint32_t>(size, 0);
      for_each_local_id(graph, [&](std::size_t local_id, GlobalVertex name) {
        narrow_[local_id] = static_cast<std::uint32_t>(name);
      });
    } else {
      wide_ = Array<std::uint64_t>(size, 0);
      for_each_local_id(graph,
                        [&](std::size_t local_id, GlobalVertex name) { wide_[local_id] = name; });
    }
  }

  /// Bytes that a local id takes at most.
  [[nodiscard]] static std::uint64_t local_id_bytes(const Graph1d& graph) {
    return is_narrow(graph) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  }

  /// The names of local ids; of kNoVertex, kNoGlobalVertex. Precondition: `names` is the begin of
  /// an Array.
  void name(const Vertex* local_ids, std::size_t count, GlobalVertex* names, int threads) const {
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

 private:
  static constexpr std::size_t kBlock = 64;

  [[nodiscard]] static bool is_narrow(const Graph1d& graph) {
    return graph.owners.num_vertices() <= std::numeric_limits<std::uint32_t>::max();
  }

  template <class F>
  static void for_each_local_id(const Graph1d& graph, const F& body) {
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const IdRange& range = graph.local_ids.range(r);
      const bool plain = range.form == IdRange::Form::kPlain;
      for (std::uint32_t i = 0; i < range.size; ++i) {
        const std::uint32_t local = plain ? i : range.locals[i];
        body(range.begin + std::size_t{i}, graph.owners.global(r, local_vertex(local)));
      }
    }
  }

  std::uint64_t stride_ = 1;
  Array<std::uint64_t> firsts_;  // by 64 local ids
  Array<std::uint32_t> narrow_;  // by local id, or
  Array<std::uint64_t> wide_;    // by local id
};

}  // namespace strider::detail
