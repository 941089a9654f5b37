// The generators as pure functions of a range of edges: what the slices and whole lists of
// strider/generate.hpp are put together from. Each checks its parameters when it is made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/shuffle.hpp"
#include "generators/mrg.hpp"
#include "strider/generate.hpp"

namespace strider::detail {

/// fill() of each: edges range.first .. range.last-1 into `edges`, which is as long; sequential.

class KroneckerGenerator {
 public:
  explicit KroneckerGenerator(const KroneckerParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  /// The weights too, where `weights` is not empty.
  void fill(EdgeRange range, std::span<GlobalEdge> edges, std::span<float> weights = {}) const;
  [[nodiscard]] GlobalVertex search_key(std::uint64_t attempt) const;

 private:
  struct Tuple {
    GlobalEdge edge;
    float weight;
  };
  // As many consecutive tuples are made side by side as fill the vector registers.
  static constexpr std::size_t kLogLanes = 3;
  static constexpr std::size_t kLanes = 1U << kLogLanes;
  /// z1 .. z5 of each lane.
  using SimdStates = std::array<std::array<std::uint32_t, kLanes>, 5>;

  /// The tuple whose draws follow `state`.
  [[nodiscard]] Tuple tuple(mrg::State state) const;
  /// The tuples of all lanes, or false if a draw must be rejected: then `results` are undefined.
  [[nodiscard]] bool tuples(SimdStates states, std::span<Tuple, kLanes> results) const;
  [[nodiscard]] GlobalVertex scramble(GlobalVertex vertex) const;

  int scale_;
  GeneratedSize size_;
  mrg::State seed_;
  std::uint64_t scramble1_;
  std::uint64_t scramble2_;
};

class RmatGenerator {
 public:
  explicit RmatGenerator(const RmatParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  /// A draw of 32 bits below a chooses (0,0), below ab (0,1), below abc (1,0), else (1,1).
  struct Thresholds {
    std::uint64_t a;
    std::uint64_t ab;
    std::uint64_t abc;
  };

  RmatParameters parameters_;
  GeneratedSize size_;
  std::vector<Thresholds> levels_;  // the most significant bit first
};

class Ssca2Generator {
 public:
  Ssca2Generator(const Ssca2Parameters& parameters, int threads);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  /// The cliques of one block of vertices, in order.
  class CliqueWalk;
  /// Edges from a clique to vertices 2^k .. 2^(k+1)-1 past its end.
  struct Octave {
    std::uint64_t first_edge;
    std::uint64_t num_edges;
  };

  void fill_cliques(EdgeRange range, std::span<GlobalEdge> edges) const;
  void fill_octave(std::size_t octave, EdgeRange range, std::span<GlobalEdge> edges) const;
  [[nodiscard]] GlobalVertex name(GlobalVertex vertex) const;

  Ssca2Parameters parameters_;
  GeneratedSize size_{};
  std::uint64_t block_size_;
  std::vector<std::uint64_t> block_begin_;  // edges inside the cliques of the blocks before
  std::vector<Octave> octaves_;
};

class UniformGenerator {
 public:
  explicit UniformGenerator(const UniformParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  std::uint64_t seed_;
  GeneratedSize size_;
};

class SocialGenerator {
 public:
  explicit SocialGenerator(const SocialParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  /// That of a draw in [0, 1).
  [[nodiscard]] GlobalVertex vertex(double draw) const;

  SocialParameters parameters_;
  GeneratedSize size_;
  std::uint64_t active_;  // vertices that may have edges
  double lowest_ = 1;     // a: see social.cpp
};

class WebGenerator {
 public:
  explicit WebGenerator(const WebParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  /// The edge that leads to vertex number `vertex` of the tails.
  [[nodiscard]] GlobalEdge tail_edge(std::uint64_t vertex) const;

  WebParameters parameters_;
  GeneratedSize core_size_;
  RmatGenerator core_;
  GeneratedSize size_{};
  Shuffle names_;
  std::vector<std::uint64_t> tail_begin_;  // vertices of the tails before each, and of all
};

class GridGenerator {
 public:
  explicit GridGenerator(const GridParameters& parameters);
  [[nodiscard]] GeneratedSize size() const { return size_; }
  void fill(EdgeRange range, std::span<GlobalEdge> edges) const;

 private:
  std::uint64_t rows_;
  std::uint64_t columns_;
  GeneratedSize size_;
};

}  // namespace strider::detail
