// What a rank does by itself in a search with delegates: the visits of the four subgraphs. Nothing
// here communicates. host/ has the implementation on the processor's cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/message_memory.hpp"
#include "comm/packed_messages.hpp"
#include "ranks/delegate/separated_graph.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// What a level expands.
struct DelegateFrontier {
  std::uint64_t normals = 0;    ///< normal vertices of this rank
  std::uint64_t delegates = 0;  ///< of all ranks
  std::uint64_t arcs = 0;       ///< of both on this rank, when traced
  bool backward = false;        ///< at least one subgraph is searched backward
};

/// Delegates that a rank found on a level.
struct FoundDelegates {
  bool any = false;
  /// A bit each: to be replaced by those of all ranks before end_level().
  std::span<std::uint64_t> mask;
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

/// One search at a time: start(); for each level all calls from visit_delegates() to end_level() in
/// the order in which they stand here, of which the last level makes those up to
/// complete_frontier(), and where its frontier is empty on all ranks find_delegates(); finish().
/// Once a call has thrown on any rank, others may be left out, with work still queued, until
/// start().
///
/// Two streams, one of delegates and one of normal vertices. A call may begin what a later call of
/// its stream ends, so that the two run side by side.
///
/// Messages are those of VertexFormat, in the memory that messages() owns: who made it writes them
/// and reads them, maybe later than the call, but before the memory settles.
class DelegateLocal {
 public:
  virtual ~DelegateLocal() = default;

  /// What messages and the mask are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> mask_memory() const { return nullptr; }

  /// The sources are `delegates`, those of all ranks, and `normals`, those of this rank. Takes the
  /// arrays of `tree`. Throws MemoryError.
  virtual void start(std::span<const std::uint32_t> delegates, std::span<const LocalVertex> normals,
                     DistBfsTree& tree) = 0;

  /// Visits delegates from the frontier's delegates (dd): needs no normal vertex.
  virtual void visit_delegates() = 0;
  /// Normal vertices of this rank that `from` reached on the level before, once for each rank that
  /// sent any.
  virtual void take_normals(int from, std::span<const std::byte> message) = 0;
  /// The frontier is complete. Chooses directions.
  [[nodiscard]] virtual DelegateFrontier complete_frontier() = 0;
  /// Whether a vertex of this rank was found, on this level or before; asked here.
  [[nodiscard]] virtual bool has_found(LocalVertex vertex) = 0;
  /// Visits delegates from normal vertices, too (nd): those found here are known.
  [[nodiscard]] virtual FoundDelegates find_delegates() = 0;
  /// Visits normal vertices from the frontier's delegates (dn), and from its normal vertices (nn).
  /// Calls `meanwhile` between the two.
  virtual void visit_normals(const std::function<void()>& meanwhile) = 0;
  /// Writes the vertices of rank `rank` that visit_normals() reached, as that numbers them, and
  /// those that are in `others`, messages of other ranks to `rank`; returns the bytes, 0 where
  /// there are none.
  virtual std::size_t write_normals(int rank, std::span<const std::span<const std::byte>> others,
                                    std::span<std::byte> to) = 0;
  /// The same to all ranks at once, without `others`; on devices only.
  virtual void write_all_normals(comm::PackedMessages /*to*/) {
    throw UsageError("a host writes one message after the other");
  }
  /// The mask's delegates are the next level's; none where no rank found any.
  virtual void end_level(bool any_delegates) = 0;
  /// Arcs that this rank looked at since the search began; none where they are not counted.
  [[nodiscard]] virtual std::optional<std::uint64_t> arcs_examined() const { return std::nullopt; }

  /// Fills the levels of `tree`, "unreached", and the parents but those of delegates that are open
  /// (sources among them, where they are delegates) and of normal vertices that arrived. What it
  /// returns lives until the next start().
  virtual DelegateOutcome finish(Level num_levels, DistBfsTree& tree) = 0;
};

/// On the processor's cores; see MakeDelegateLocal.
[[nodiscard]] std::unique_ptr<DelegateLocal> make_host_delegate_local(
    Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings);

}  // namespace strider::detail
