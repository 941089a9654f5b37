// The forest of edges that all ranks together have between fragments: rounds of Borůvka's method,
// and on rank 0 when few edges are left.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/asked_memory.hpp"
#include "algorithms/msf/ranks/boruvka/fragment_edge.hpp"
#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"
#include "comm/two_level_exchange.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// A fragment is owned by the rank that owns the vertex of its id, which knows what it is hooked
/// to: there it is called by an own number below that of vertices, which may be one of its vertices
/// or not.
template <class Key>
class FragmentHooking {
 public:
  using Edge = FragmentEdge<Key>;

  /// `exchange` outlives this. Throws MemoryError on this rank only.
  FragmentHooking(const comm::TwoLevelExchange& exchange, GlobalIds global_ids,
                  std::uint64_t gather_edges);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t own_vertices) {
    return own_vertices * sizeof(std::uint64_t);
  }

  /// Fragments of own numbers below `end` are hooked to none.
  void restart(std::uint32_t end);

  /// A fragment that hooks itself to that of another rank's vertex, by the first edge that leaves
  /// it.
  struct Hook {
    std::uint32_t fragment;  ///< an own number
    std::uint64_t target;    ///< a global id in rank order of a vertex
  };
  /// Which fragment an own vertex is in, by own numbers.
  using FragmentOf = std::function<std::uint32_t(std::uint32_t vertex)>;
  /// Hooks the fragments. Returns the places in `hooks` of those whose edges the forest gets: of
  /// two that chose each other one does not, and is a root. Collective. Throws MemoryError on all
  /// ranks.
  [[nodiscard]] std::vector<std::size_t> hook(std::span<const Hook> hooks,
                                              const FragmentOf& fragment_of);

  /// Appends the edges of the forest of all ranks' edges to `forest`, each on some rank. `edges`
  /// ascend; their fragments are hooked to none. Returns how many edges all ranks had.
  /// Collective. Throws MemoryError on all ranks.
  std::uint64_t hook_by_edges(std::vector<Edge> edges, std::vector<Edge>& forest);

  /// After the last hook_by_edges(), lets every fragment know its tree. Collective. Throws
  /// MemoryError on all ranks.
  void find_trees();
  /// What the fragment of an own number is hooked to: after hook() its tree then,
  /// after find_trees() its tree.
  [[nodiscard]] std::uint64_t tree(std::uint32_t own) const { return hooked_[own]; }
  /// Rounds since restart().
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }

 private:
  void round(std::vector<Edge>& edges, std::vector<Edge>& forest);
  [[nodiscard]] std::vector<Edge> exchange_candidates(const std::vector<Edge>& edges) const;
  [[nodiscard]] std::vector<std::uint32_t> accept(std::vector<Edge> candidates,
                                                  std::vector<Edge>& forest);
  void jump(std::vector<std::uint32_t> fragments);
  void update_fragment_ids(std::vector<Edge>& edges);
  void share_out(std::vector<Edge>& edges);
  void keep_own(std::vector<Edge>& edges) const;
  static void merge_edges(std::vector<Edge>& edges, std::vector<std::size_t> starts);
  void finish_on_rank_0(std::vector<Edge> edges, std::vector<Edge>& forest);

  /// Asks for the memory of that many elements, and `more` bytes. Throws MemoryError on this rank
  /// only.
  void require(std::size_t count, std::uint64_t bytes_each, std::uint64_t more = 0) const;
  /// Asks the owners of ids; answer(own vertex, out) writes `count` numbers for each. The
  /// answers come in the order of `numbers`.
  template <class Answer>
  [[nodiscard]] std::vector<std::uint64_t> ask(std::span<const std::uint64_t> numbers,
                                               std::size_t count, Answer&& answer) const;
  /// What fragments are hooked to.
  [[nodiscard]] std::vector<std::uint64_t> ask_hooked(
      std::span<const std::uint64_t> fragment_ids) const;
  [[nodiscard]] std::uint64_t fragment_id(std::uint32_t own) const {
    return global_ids_.begin(comm_.rank()) + own;
  }
  [[nodiscard]] std::uint32_t own(std::uint64_t fragment_id) const {
    return static_cast<std::uint32_t>(fragment_id - global_ids_.begin(comm_.rank()));
  }

  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  GlobalIds global_ids_;
  EdgeFormat format_;
  std::uint64_t gather_edges_;
  Array<std::uint64_t> hooked_;             // by own number of a fragment
  std::uint32_t end_ = 0;                   // of these
  std::vector<std::uint64_t> to_one_rank_;  // of counts by rank, as the last exchange begins
  mutable AskedMemory memory_;              // for what a step takes
  std::uint32_t rounds_ = 0;
};

}  // namespace strider::detail
