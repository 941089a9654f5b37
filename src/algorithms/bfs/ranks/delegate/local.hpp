// What a rank does by itself in a search with delegates: the visits of the four subgraphs. Nothing
// here communicates. host/ has the implementation on the processor's cores.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/message_memory.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail {

/// A rank's share of the normal frontier, before it is expanded.
struct NormalFrontier {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  ///< of these and of the frontier's delegates on this rank, when traced
  bool backward = false;   ///< at least one subgraph is searched backward
};

/// The parent of a delegate as the rank that found it names it: a DelegateId, or num_delegates more
/// than a LocalVertex of the rank.
enum class ParentId : std::uint32_t {};

/// Normal vertices of one level that came from other ranks: their parents are there.
struct ArrivedVertices {
  std::span<const std::uint32_t> vertices;
  Level level = 0;
};

/// Which parents are still to be found at the end of a search, and what this rank knows of those of
/// others.
struct DelegateOutcome {
  std::span<const std::uint64_t> found_here;  ///< delegates, a bit each
  std::span<const ParentId> parents;          ///< of those found here
  std::span<const GraphDelegate::Own> open;   ///< own delegates, not found here
  std::span<const ArrivedVertices> arrived;
};

/// Of a vertex that came from rank r DistBfsTree::parents holds kArrivedFrom + r until the end.
inline constexpr GlobalVertex kArrivedFrom = GlobalVertex{1} << 63U;

/// One search at a time, in this order of calls: start(); for each level visit_dd(),
/// take_normals() for each rank that sent any, end_normals(), visit_nd(); then, unless the frontier
/// is empty on all ranks, visit_dn(), visit_nn(), take_delegates() and next_level(). finish() at
/// the end.
///
/// Messages are those of VertexFormat, in the memory that messages() owns: who made it writes them
/// and reads them, maybe later than the call, but before the memory settles.
class DelegateLocal {
 public:
  virtual ~DelegateLocal() = default;

  /// What messages and the mask are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> mask_memory() const { return nullptr; }

  /// The source is `delegate` or, where that is kNoDelegate, `vertex`, on its owner; nothing on
  /// other ranks. Takes the arrays of `tree`. Throws MemoryError.
  virtual void start(std::uint32_t delegate, const LocalVertex* vertex, DistBfsTree& tree) = 0;

  /// Delegates in the frontier, of all ranks.
  [[nodiscard]] virtual std::uint64_t num_frontier_delegates() const = 0;

  /// Finds delegates next to the frontier's delegates, and to its normal vertices.
  virtual void visit_dd() = 0;
  virtual void visit_nd() = 0;
  /// Whether they found any.
  [[nodiscard]] virtual bool found_delegates() = 0;
  /// Those found, a bit each: to be replaced by those of all ranks before take_delegates().
  virtual std::span<std::uint64_t> mask() = 0;
  /// The mask's delegates are the next level's; none where no rank found any.
  virtual void take_delegates(bool any) = 0;

  /// Finds normal vertices next to the frontier's delegates, and to its normal vertices.
  virtual void visit_dn() = 0;
  virtual void visit_nn() = 0;
  /// After visit_nn(): writes the vertices that it reached and rank `rank` owns, as that numbers
  /// them; returns the bytes, 0 where there are none.
  virtual std::size_t write_outgoing(int rank, std::span<std::byte> to) = 0;
  /// Vertices of this rank that `from` sent; of the level that visit_nn() found.
  virtual void take_normals(int from, std::span<const std::byte> message) = 0;

  // With LocalAllToAll::kOn: what several ranks reached of those that rank `rank` owns, this one
  // among them, in one message.
  virtual void begin_union(int rank, std::span<std::byte> to) = 0;
  virtual void add_to_union(std::span<const std::byte> message) = 0;
  virtual std::size_t end_union() = 0;

  /// All have been taken: the normal frontier is complete. After visit_dd(); chooses directions,
  /// and visits nothing.
  [[nodiscard]] virtual NormalFrontier end_normals() = 0;
  virtual void next_level() = 0;

  /// Fills the levels of `tree`, "unreached", and the parents but those of delegates that are open
  /// (the source among them, where it is a delegate) and of normal vertices that arrived. What it
  /// returns lives until the next start().
  virtual DelegateOutcome finish(Level num_levels, DistBfsTree& tree) = 0;
};

/// Where the work of a rank is done.
class DelegateLocalFactory {
 public:
  virtual ~DelegateLocalFactory() = default;
  /// Bytes of the host's memory that make() and a result take.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const GraphDelegate& graph,
                                                    const DelegateBfsSettings& settings) const = 0;
  /// Bytes of the device's that make() takes.
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(
      const GraphDelegate& graph, const DelegateBfsSettings& settings) const = 0;
  /// `graph` outlives what it makes, and so does this. Throws MemoryError. Does not communicate.
  [[nodiscard]] virtual std::unique_ptr<DelegateLocal> make(
      const GraphDelegate& graph, const DelegateBfsSettings& settings) const = 0;
};

/// Bytes that the search below and its result take.
[[nodiscard]] std::uint64_t predict_host_delegate_bytes(const GraphDelegate& graph,
                                                        const DelegateBfsSettings& settings);

/// On the processor's cores. Throws MemoryError.
[[nodiscard]] std::unique_ptr<DelegateLocal> make_host_delegate_local(
    const GraphDelegate& graph, const DelegateBfsSettings& settings);

}  // namespace strider::detail
