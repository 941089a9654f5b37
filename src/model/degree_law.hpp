// How many neighbours the vertices of a graph have, expected: of a Kronecker graph of Graph500, or
// of any graph whose degrees are known.
//
// Of the former, the ends of an edge are drawn bit by bit: both bits 0 with probability 0.57, both
// 1 with 0.05, else 0.19 each (Graph500 specification; Chakrabarti, Zhan and Faloutsos 2004). So
// vertices whose numbers have as many ones are alike: they are a class. How often an edge between
// two vertices is drawn is nearly a Poisson variable; duplicates are dropped. So degrees of a class
// are nearly Poisson variables, too. Of a graph of known degrees, vertices of about the same degree
// are a class, and ends of arcs are drawn in proportion to degrees (Chung and Lu 2002).
#pragma once

#include <cstdint>
#include <valarray>
#include <vector>

#include "partition/delegates.hpp"
#include "partition/grid.hpp"

namespace strider::model {

/// A number for each class of vertices, from that of the highest degrees: of a Kronecker graph
/// those with as many ones, from none.
using ByClass = std::valarray<double>;

/// Keeps a quotient finite whose divisor may be 0.
inline constexpr double kLeast = 1e-300;

/// Graphs that a DegreeLaw takes: those of fewer than 2^63 arcs among them.
inline constexpr int kMostScale = 61;
inline constexpr double kMostEdgeFactor = 1e6;

/// Probabilities that a Poisson variable is at most a number, and that it is above.
struct PoissonTails {
  double at_most = 0;
  double above = 0;
};
[[nodiscard]] PoissonTails poisson_tails(double mean, double most);

/// Vertices of degrees above a threshold, and arcs out of them.
struct DegreeTail {
  double vertices = 0;
  double arcs = 0;
};

/// Arcs by whether their ends are normal (n) or delegates (d).
struct SubgraphArcs {
  double nn = 0;
  double nd = 0;  ///< and as many dn
  double dd = 0;
};

class DegreeLaw {
 public:
  /// Without self-loops and duplicates, as ranks build graphs. Throws UsageError where the scale is
  /// not in 1 .. kMostScale, the edge factor not in 1 .. kMostEdgeFactor, or twice the edges are
  /// 2^63 or more. O(scale^3).
  DegreeLaw(int scale, double edge_factor);
  /// Precondition: there are arcs. O(classes^2).
  explicit DegreeLaw(const strider::detail::DegreeHistogram& histogram);

  [[nodiscard]] double num_vertices() const { return num_vertices_; }
  /// An undirected edge has two.
  [[nodiscard]] double num_arcs() const { return num_arcs_; }
  /// Vertices with neighbours.
  [[nodiscard]] double num_connected() const { return num_vertices_ * share_with(draws_); }

  /// Of each class.
  [[nodiscard]] const ByClass& vertices() const { return vertices_; }
  /// Mean number of neighbours of a vertex of each class, ...
  [[nodiscard]] const ByClass& degrees() const { return degrees_; }
  /// ... and how often an edge to one was drawn: in exp(-draws) no edge was.
  [[nodiscard]] const ByClass& draws() const { return draws_; }
  /// The same to neighbours of which there are `number` of each class.
  [[nodiscard]] ByClass neighbours_among(const ByClass& number) const;
  [[nodiscard]] ByClass draws_among(const ByClass& number) const;

  /// Of those neighbours, the ones of a higher degree: of a class before, or of half the own one.
  [[nodiscard]] ByClass neighbours_of_higher_degree(const ByClass& number) const;

  /// The vertices that have neighbours of a kind, which one of each class has `mean` of, and none
  /// of another kind, which it has `lacking` of: of each class, ...
  [[nodiscard]] ByClass vertices_with(const ByClass& mean, const ByClass& lacking) const;
  /// ... and as a share of all vertices.
  [[nodiscard]] double share_with(const ByClass& mean, const ByClass& lacking) const;
  [[nodiscard]] double share_with(const ByClass& mean) const;

  [[nodiscard]] DegreeTail above(double threshold) const;
  /// With vertices above the threshold as delegates.
  [[nodiscard]] SubgraphArcs subgraphs(double threshold) const;
  /// For partition/delegates.hpp.
  [[nodiscard]] strider::detail::DegreeHistogram histogram() const;

  /// Vertices of other ranks that a rank has arcs to, where each of `ranks` owns as many.
  [[nodiscard]] double ghosts_1d(int ranks) const;
  /// Columns with entries in the block of a rank of a grid, and rows.
  [[nodiscard]] double kept_columns(strider::detail::Grid grid) const;
  [[nodiscard]] double kept_rows(strider::detail::Grid grid) const;

 private:
  double num_vertices_ = 0;
  double num_arcs_ = 0;
  ByClass vertices_;
  ByClass degrees_;
  ByClass draws_;
  // Of a vertex of a class with all vertices of another.
  std::vector<ByClass> neighbours_between_;
  std::vector<ByClass> draws_between_;
};

}  // namespace strider::model
