// Where a distributed graph's edges come from: each rank sees its slice of the input, in chunks as
// large as it asks for, and never more.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include "strider/array.hpp"
#include "strider/generate.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

enum class WeightType : std::uint8_t { kNone, kFloat, kDouble, kUint32 };

template <class W>
concept EdgeWeight =
    std::is_same_v<W, float> || std::is_same_v<W, double> || std::is_same_v<W, std::uint32_t>;

template <EdgeWeight W>
[[nodiscard]] constexpr WeightType weight_type_of() {
  if constexpr (std::is_same_v<W, float>) return WeightType::kFloat;
  if constexpr (std::is_same_v<W, double>) return WeightType::kDouble;
  return WeightType::kUint32;
}

/// Room for weights, or none.
using WeightSpan =
    std::variant<std::monostate, std::span<float>, std::span<double>, std::span<std::uint32_t>>;

/// This rank's slice of a list of edges. The slices of all ranks together are the list.
class EdgeSource {
 public:
  virtual ~EdgeSource() = default;

  // Of the whole list, the same on all ranks:
  [[nodiscard]] virtual std::uint64_t num_vertices() const = 0;
  [[nodiscard]] virtual Directedness directedness() const = 0;
  [[nodiscard]] virtual WeightType weight_type() const = 0;

  /// Of this rank's slice.
  [[nodiscard]] virtual std::uint64_t num_edges() const = 0;

  /// Edges range.first .. range.last-1 of the slice. Not collective; may use `threads` threads.
  /// Preconditions: the range is one of 0 .. num_edges(), `edges` is as long. The ends are as the
  /// input has them: whether they are vertices is for the reader to check. Throws InputError.
  void read(EdgeRange range, std::span<GlobalEdge> edges, int threads) const {
    do_read(range, edges, std::monostate{}, threads);
  }
  /// The same with their weights. Preconditions: W is the type of the weights, `weights` is as long
  /// as `edges`.
  template <EdgeWeight W>
  void read(EdgeRange range, std::span<GlobalEdge> edges, std::span<W> weights, int threads) const {
    do_read(range, edges, weights, threads);
  }

 private:
  virtual void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
                       int threads) const = 0;
};

/// The rank's share of a generated graph; `threads` threads make what a generator needs beforehand.
/// Throws UsageError on parameters out of range.
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const KroneckerParameters& parameters,
                                                      int rank, int ranks);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const RmatParameters& parameters, int rank,
                                                      int ranks);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const Ssca2Parameters& parameters, int rank,
                                                      int ranks, int threads = 1);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const UniformParameters& parameters, int rank,
                                                      int ranks);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const SocialParameters& parameters, int rank,
                                                      int ranks);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const WebParameters& parameters, int rank,
                                                      int ranks);
[[nodiscard]] std::unique_ptr<EdgeSource> make_source(const GridParameters& parameters, int rank,
                                                      int ranks);

/// Edges held with ends of 64 bits, or of 32 where these do.
using EdgeArray = std::variant<Array<GlobalEdge>, Array<Edge>>;

/// A slice that is held in memory.
class HeldEdges : public EdgeSource {
 public:
  /// Precondition: as many weights as edges, or none.
  HeldEdges(std::uint64_t num_vertices, Directedness directedness, EdgeArray edges,
            Weights weights = {});
  /// A copy of the share of `list` that rank `rank` of `ranks` gets.
  HeldEdges(const EdgeList& list, int rank, int ranks);

  [[nodiscard]] std::uint64_t num_vertices() const override { return num_vertices_; }
  [[nodiscard]] Directedness directedness() const override { return directedness_; }
  [[nodiscard]] WeightType weight_type() const override {
    return static_cast<WeightType>(weights_.index());
  }
  [[nodiscard]] std::uint64_t num_edges() const override {
    return std::visit([](const auto& edges) -> std::uint64_t { return edges.size(); }, edges_);
  }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
               int threads) const override;

  std::uint64_t num_vertices_;
  Directedness directedness_;
  EdgeArray edges_;
  Weights weights_;
};

}  // namespace strider::detail
