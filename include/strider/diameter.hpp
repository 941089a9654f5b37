// The diameter of a graph, its radius, and the eccentricities of its vertices.
//
// The eccentricity of a vertex is the greatest distance to a vertex that it reaches; the diameter
// is the greatest eccentricity, the radius the least one. docs/diameter.md explains the method,
// which is exact and needs few searches.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class Device;       // device.hpp
class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

/// Which vertices count.
enum class DiameterScope : std::uint8_t {
  kLargestComponent,  ///< of several, the one of the least vertex; of a directed graph, the largest
                      ///< weakly connected one
  kAllComponents      ///< each vertex within its own component
};

/// What a run must know before it ends. Each takes more searches than the one before.
enum class DiameterSought : std::uint8_t {
  kDiameter,       ///< diameter and radius
  kExtremes,       ///< also every vertex of the centre and of the periphery
  kEccentricities  ///< the eccentricity of every vertex
};

struct DiameterOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with.
  int threads = 0;
  DiameterScope scope = DiameterScope::kLargestComponent;
  DiameterSought sought = DiameterSought::kDiameter;
  /// Stops after so many searches of a component, with bounds that may differ; 0: never. Four are a
  /// good estimate.
  std::uint64_t most_searches = 0;
  /// Called after each search with the searches done and the vertices whose eccentricity may still
  /// matter; on ranks, on each of them.
  std::function<void(std::uint64_t searches, std::uint64_t open)> on_search = nullptr;
};

/// What searches have found of the distances in a graph. T is the type of a distance.
template <class T>
struct DiameterFacts {
  T diameter{};        ///< the greatest eccentricity found
  T diameter_bound{};  ///< no distance is greater; the diameter, unless most_searches ended the run
  T radius{};          ///< the least eccentricity found
  T radius_bound{};    ///< no eccentricity is less
  /// Two vertices at distance `diameter`, and a vertex of eccentricity `radius`. ~0 in a graph
  /// without vertices.
  std::array<GlobalVertex, 2> ends{~GlobalVertex{0}, ~GlobalVertex{0}};
  GlobalVertex center = ~GlobalVertex{0};
  std::uint64_t num_vertices = 0;  ///< that count
  std::uint64_t searches = 0;
  /// What proves it: the sources of the searches, in their order, and of each component the source
  /// that is the centre of its ball (docs/diameter.md).
  std::vector<GlobalVertex> sources;
  std::vector<GlobalVertex> balls;

  [[nodiscard]] bool is_exact() const {
    return diameter == diameter_bound && radius == radius_bound;
  }
  /// Adds another component.
  void merge(const DiameterFacts& other);
};

template <class T>
class EccentricityResult {
 public:
  EccentricityResult() = default;
  EccentricityResult(DiameterFacts<T> facts, Array<T> lower, Array<T> upper)
      : facts_(std::move(facts)), lower_(std::move(lower)), upper_(std::move(upper)) {}

  [[nodiscard]] const DiameterFacts<T>& facts() const { return facts_; }
  /// Bounds of the eccentricity of every vertex. They are equal where the run had to know it. A
  /// vertex that does not count has the lower bound 1 and the upper bound 0.
  [[nodiscard]] std::span<const T> lower() const { return lower_.span(); }
  [[nodiscard]] std::span<const T> upper() const { return upper_.span(); }
  /// The vertices of least (greatest) eccentricity, ascending. Precondition: kExtremes or
  /// kEccentricities was sought. O(n).
  [[nodiscard]] std::vector<Vertex> center() const { return all_of(facts_.radius); }
  [[nodiscard]] std::vector<Vertex> periphery() const { return all_of(facts_.diameter); }

 private:
  [[nodiscard]] std::vector<Vertex> all_of(T eccentricity) const {
    std::vector<Vertex> found;
    for (Vertex v = 0; v < lower_.size(); ++v) {
      if (lower_[v] == eccentricity && upper_[v] == eccentricity) found.push_back(v);
    }
    return found;
  }

  DiameterFacts<T> facts_;
  Array<T> lower_;
  Array<T> upper_;
};

using DiameterResult = EccentricityResult<Level>;

/// By hops. Bounds from few searches decide which vertex is searched next and which ones need no
/// search. A directed graph that is not strongly connected takes a search from every vertex.
/// O(searches * (n + m)) work; 16 bytes a vertex, 16 a component and 4 a level besides those of the
/// search. Throws UsageError if `threads` is negative; MemoryError.
[[nodiscard]] DiameterResult diameter(const Graph& graph, const DiameterOptions& options = {});
/// The searches run on the graph's device, O(n) for each component, the bounds on the host; defined
/// in strider::gpu.
[[nodiscard]] DiameterResult diameter(const DeviceGraph& graph,
                                      const DiameterOptions& options = {});
/// By weights. Real distances are rounded, and so are the bounds: another vertex can be farther by
/// the rounding of a sum. A directed graph takes a search from every vertex. Also throws
/// WeightError as SsspSolver, and where a weight is infinite. W is float, double or std::uint32_t.
template <class W>
[[nodiscard]] EccentricityResult<SsspDistance<W>> diameter(const WeightedGraph<W>& graph,
                                                           const DiameterOptions& options = {});

/// The same of a graph that ranks share; every rank has the bounds of its own vertices.
struct DistDiameterResult : DistVertexValues<std::uint32_t> {  ///< values: upper bounds
  // The same on all ranks:
  DiameterFacts<Level> facts;
  /// Vertices of least and of greatest eccentricity, where kExtremes or kEccentricities was sought.
  std::uint64_t center_size = 0;
  std::uint64_t periphery_size = 0;
  // Of this rank:
  Array<std::uint32_t> lower;
};
/// Defined in strider::ranks. Throws UsageError if the graph is not partitioned by 1d; MemoryError.
/// Collective.
[[nodiscard]] DistDiameterResult diameter(const DistGraph& graph,
                                          const DiameterOptions& options = {});
/// The same, where the devices of ranks search (gpu.hpp says how ranks get theirs). Collective.
[[nodiscard]] DistDiameterResult diameter(const DistGraph& graph, const Device& device,
                                          const DiameterOptions& options = {});

struct EffectiveDiameterOptions {
  int threads = 0;
  /// Sources; at least 1. Of fewer than 185 the bound of 95 percent is that of any graph.
  std::uint64_t samples = 256;
  std::uint64_t seed = 1;
  double share = 0.9;        ///< of the pairs, above 0 and below 1
  double confidence = 0.95;  ///< of the bounds, above 0 and below 1
};
struct EffectiveDiameter {
  Level hops = 0;  ///< the least distance within which that share of the sampled pairs is
  /// With that confidence, the one of all pairs is among these (Hoeffding 1963).
  Level least = 0;
  Level greatest = 0;
  std::uint64_t samples = 0;  ///< vertices searched; of few vertices all, and the bounds are equal
};
/// Of the pairs of different vertices of the largest component. The sources depend on the seed
/// only. Throws UsageError if the graph is directed or an option is out of range; MemoryError.
[[nodiscard]] EffectiveDiameter effective_diameter(const Graph& graph,
                                                   const EffectiveDiameterOptions& options = {});

enum class DiameterRule : std::uint8_t {
  kScope,     ///< what counts are all vertices, or those of a largest component
  kDiameter,  ///< the two ends are at that distance, and no vertex can be farther from another
  kRadius,    ///< the centre has that eccentricity, and no vertex can have a smaller one
  kBounds     ///< the bounds of a vertex follow from the searches that the result names
};
struct DiameterViolation {
  DiameterRule rule;
  GlobalVertex vertex;
  std::string message;
};
struct DiameterValidation {
  std::vector<DiameterViolation> violations;  ///< at most one per rule
  std::uint64_t searches = 0;                 ///< of the validation
  /// Whether all searches that the result names were made again; else its bounds are not proven.
  bool is_proof = true;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};
struct DiameterValidationOptions {
  /// Of longer lists of sources, so many drawn by `seed` are searched again; then the bounds of
  /// other vertices are not proven.
  std::uint64_t most_searches = 4096;
  std::uint64_t seed = 1;
};
/// Checks claims, which may hold any value, by sequential searches of its own: from the ends, the
/// centre and the sources that the result names, whose bounds it computes anew. Precondition: the
/// result is exact. O((sources + 2) * (n + m)) work. Throws UsageError if the numbers of bounds and
/// of vertices differ, or if what is named is no vertex; MemoryError.
[[nodiscard]] DiameterValidation validate_diameter(const Graph& graph, const DiameterResult& result,
                                                   const DiameterValidationOptions& options = {});

/// Checks what ranks have found: every rank gathers the whole graph, and makes the same check.
/// Precondition: the graph is partitioned by 1d. Collective.
[[nodiscard]] DiameterValidation validate_diameter(const DistGraph& graph,
                                                   const DistDiameterResult& result,
                                                   const DiameterValidationOptions& options = {});

extern template struct DiameterFacts<Level>;
extern template struct DiameterFacts<float>;
extern template struct DiameterFacts<double>;
extern template struct DiameterFacts<std::uint64_t>;

}  // namespace strider
