// What an iteration more does to scores, on one machine and on ranks.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "strider/pagerank.hpp"

namespace strider::detail {

struct PageRankFindings {
  static constexpr GlobalVertex kNone = ~GlobalVertex{0};

  GlobalVertex bad_vertex = kNone;  ///< the smallest one whose score is none
  double bad_score = 0;
  double total = 0;
  double change = 0;
  double most = -1;  ///< change of a vertex
  GlobalVertex vertex = kNone;

  void look(GlobalVertex v, double score, double next) {
    const double changed = std::abs(next - score);
    const bool is_bad = !(score >= 0 && std::isfinite(score));
    merge({is_bad ? v : kNone, score, score, changed, changed, v});
  }
  void merge(const PageRankFindings& others) {
    if (others.bad_vertex < bad_vertex) {
      bad_vertex = others.bad_vertex;
      bad_score = others.bad_score;
    }
    total += others.total;
    change += others.change;
    if (others.most > most || (others.most == most && others.vertex < vertex)) {
      most = others.most;
      vertex = others.vertex;
    }
  }
  [[nodiscard]] PageRankValidation validation(double num_vertices,
                                              const PageRankOptions& options) const {
    PageRankValidation result{{}, change};
    if (num_vertices == 0) return result;
    if (bad_vertex != kNone) {
      result.violations.push_back(
          {PageRankRule::kScores, bad_vertex,
           fmt::format("vertex {} has the score {}", bad_vertex, bad_score)});
    }
    if (!(std::abs(total - 1) <= 1e-6)) {
      result.violations.push_back(
          {PageRankRule::kTotal, 0, fmt::format("the scores add up to {}", total)});
    }
    constexpr double kRounding = 1e-12;
    const double tolerance = options.tolerance ? *options.tolerance * num_vertices : 1e-8;
    const double allowed =
        2 * (options.iterations ? std::pow(options.damping, *options.iterations) : tolerance);
    if (!(change <= allowed + kRounding)) {
      result.violations.push_back(
          {PageRankRule::kFixedPoint, vertex,
           fmt::format("an iteration changes the scores by {}, by {} at vertex {}", change, most,
                       vertex)});
    }
    return result;
  }
};

}  // namespace strider::detail
