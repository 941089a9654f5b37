// Connected components by sampled subgraphs (Sutton, Ben-Nun and Barak, "Optimizing parallel graph
// connectivity computation via subgraph sampling", IPDPS 2018), one listing for all places:
//
//   every vertex hooks below its first neighbour, where that is smaller
//   compress: every vertex hooks below its root
//   link every vertex with another neighbour; compress; unite
//   giant = the tree that most vertices of a sample are in
//   link every vertex outside of the giant with all its neighbours; compress; unite
//
// Invariant: a vertex is below a smaller one of its component, so there are no cycles, and a root
// is the least vertex of its tree. An arc that is never followed has both ends in the giant,
// because an undirected edge stands in two rows. `unite` makes one tree of those that ranks have of
// one component, so that this holds on ranks, too; on one machine it does nothing. O((n + m) log n)
// work; of a graph with a giant O(n) in practice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/workspace.hpp"
#include "gpu/device_object.hpp"
#include "strider/components.hpp"
#include "strider/device.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Which neighbour a vertex is linked with second. On ranks the last one is often a ghost.
enum class OtherNeighbor : std::uint8_t { kSecond, kLast };

/// The rows whose arcs one place follows. Some ends of arcs may have no row.
struct ComponentRows {
  Csr rows;
  Vertex num_vertices;  ///< rows, and ends without a row
  OtherNeighbor other;
};

/// How many vertices are looked at to find the giant.
inline constexpr std::size_t kSampledRoots = 1024;

/// Trees of vertices in the memory of a place: the operations of the listing.
class Forest {
 public:
  virtual ~Forest() = default;
  /// Every vertex becomes a root, or the child of its first neighbour; chooses the other ones.
  virtual void hook() = 0;
  virtual void link_others() = 0;
  /// No vertex is in a giant of kNoVertex. Precondition: compressed.
  virtual void link_outside(Vertex giant) = 0;
  virtual void compress() = 0;
  /// The roots of up to kSampledRoots vertices that have rows. Preconditions: compressed; there are
  /// rows.
  virtual void sample(std::span<Vertex> roots) = 0;
  /// The parents as the host may read and change them, until put_parents() takes them back.
  virtual std::span<Vertex> parents() = 0;
  virtual void put_parents() = 0;
  /// The parents, which leave the forest. Precondition: compressed.
  [[nodiscard]] virtual Array<Vertex> take_roots() = 0;
};

/// locally(body) calls body: on ranks, what it throws on one of them, all throw.
template <class Locally, class Unite, class Giant>
void connect(Forest& forest, const Locally& locally, const Unite& unite, const Giant& giant) {
  locally([&] {
    forest.hook();
    forest.compress();
    forest.link_others();
    forest.compress();
  });
  unite();
  const Vertex outside_of = giant();
  locally([&] {
    forest.link_outside(outside_of);
    forest.compress();
  });
  unite();
}
/// The tree that most of a sample of rows are in; kNoVertex where there is no row, or where no row
/// may be left out: a directed edge stands in one row only. Precondition: compressed.
[[nodiscard]] Vertex sampled_giant(Forest& forest, Vertex num_rows, Directedness directedness);
/// On one machine.
[[nodiscard]] ComponentsResult connect_here(Forest& forest, Vertex num_vertices,
                                            Directedness directedness);

// Forests declare their arrays in the workspace; the rows outlive them.

/// On threads of the host.
[[nodiscard]] std::unique_ptr<Forest> make_forest(Workspace& workspace, const ComponentRows& rows,
                                                  int threads);
/// On a device, to which the rows are copied.
[[nodiscard]] std::unique_ptr<Forest> make_forest(Workspace& workspace, const Device& device,
                                                  const ComponentRows& rows);
namespace on_cuda {
[[nodiscard]] std::unique_ptr<Forest> make_forest(Workspace& workspace, const Device& device,
                                                  const ComponentRows& rows);
/// Of the arrays of a graph (GraphArrays) that is on a device. Takes the memory. Throws
/// MemoryError.
[[nodiscard]] std::unique_ptr<Forest> make_forest(const DeviceObject& graph);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<Forest> make_forest(Workspace& workspace, const Device& device,
                                                  const ComponentRows& rows);
[[nodiscard]] std::unique_ptr<Forest> make_forest(const DeviceObject& graph);
}  // namespace on_simt

}  // namespace strider::detail
