// Validation of diameters: the searches that a result names are made again, one vertex after the
// other, and their bounds computed anew.
#include "strider/diameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/sample.hpp"
#include "base/workspace.hpp"
#include "graph/both_ways.hpp"
#include "strider/error.hpp"
#include "validate/hop_search.hpp"

namespace strider {
namespace {

using detail::HopSearch;

class DiameterCheck {
 public:
  DiameterCheck(const Graph& graph, const DiameterResult& result)
      : graph_(graph), result_(result), forward_(graph.out()) {
    detail::Workspace workspace;
    workspace.declare("lower bounds", lower_, graph.num_vertices());
    workspace.declare("upper bounds", upper_, graph.num_vertices());
    workspace.declare("the ball", ball_, graph.num_vertices());
    workspace.take("the validation", detail::HostMemory());
    std::ranges::fill(lower_, Level{0});
    std::ranges::fill(upper_, kUnreached);
    std::ranges::fill(ball_, kUnreached);
  }

  DiameterValidation run(const DiameterValidationOptions& options) {
    const DiameterFacts<Level>& facts = result_.facts();
    check_scope();
    if (graph_.num_vertices() == 0) return std::move(validation_);
    look_at_witnesses();
    const std::size_t num_sources = facts.sources.size();
    const bool is_proof = num_sources <= options.most_searches;
    const std::size_t num_searched = is_proof ? num_sources : options.most_searches;
    validation_.is_proof = is_proof;
    for (const std::size_t i : draw_sample(num_sources, num_searched, options.seed)) {
      take(to_vertex(facts.sources[i]));
    }
    for (const GlobalVertex center : facts.balls) take_ball(to_vertex(center));
    compare(is_proof);
    return std::move(validation_);
  }

 private:
  [[nodiscard]] bool counts(Vertex v) const { return result_.lower()[v] <= result_.upper()[v]; }
  [[nodiscard]] Vertex to_vertex(GlobalVertex v) const {
    if (v < graph_.num_vertices()) return static_cast<Vertex>(v);
    throw UsageError(fmt::format("validation: {} is not a vertex", v));
  }
  void report(DiameterRule rule, GlobalVertex v, std::string message) {
    const auto is_same = [&](const DiameterViolation& known) { return known.rule == rule; };
    if (std::ranges::none_of(validation_.violations, is_same)) {
      validation_.violations.push_back({rule, v, std::move(message)});
    }
  }

  /// Also bounds what no search reaches: a component of k vertices has no distance of k.
  void check_scope() {
    const Graph both = detail::both_ways(graph_, 1);
    HopSearch component(both.out());
    std::vector<bool> is_seen(graph_.num_vertices());
    std::size_t num_counted = 0;
    std::size_t largest = 0;
    std::size_t largest_counted = 0;
    std::size_t num_parts = 0;
    for (Vertex root = 0; root < graph_.num_vertices(); ++root) {
      if (is_seen[root]) continue;
      const std::span<const Vertex> members = component.search(root);
      for (const Vertex v : members) {
        is_seen[v] = true;
        upper_[v] = static_cast<Level>(members.size() - 1);
        if (counts(v) != counts(root)) {
          report(DiameterRule::kScope, v, "a part of its component counts, and a part does not");
        }
      }
      largest = std::max(largest, members.size());
      if (!counts(root)) continue;
      ++num_parts;
      num_counted += members.size();
      largest_counted = std::max(largest_counted, members.size());
    }
    const bool is_largest = num_parts == 1 && largest_counted == largest;
    if (num_counted != result_.facts().num_vertices ||
        (num_counted != graph_.num_vertices() && !is_largest)) {
      report(DiameterRule::kScope, 0,
             fmt::format("{} vertices count, which are neither all nor a largest component",
                         result_.facts().num_vertices));
    }
  }

  void look_at_witnesses() {
    const DiameterFacts<Level>& facts = result_.facts();
    const Vertex end = to_vertex(facts.ends[1]);
    search(to_vertex(facts.ends[0]));
    if (forward_.level(end) != facts.diameter || !facts.is_exact() || !counts(end)) {
      report(
          DiameterRule::kDiameter, facts.ends[0],
          fmt::format("the distance from {} to {} is not {}", facts.ends[0], end, facts.diameter));
    }
    const Level least = search(to_vertex(facts.center));
    if (least != facts.radius || !counts(to_vertex(facts.center))) {
      report(DiameterRule::kRadius, facts.center,
             fmt::format("vertex {} has the eccentricity {}, not {}", facts.center, least,
                         facts.radius));
    }
  }

  Level search(Vertex source) {
    ++validation_.searches;
    return forward_.level(forward_.search(source).back());
  }
  void bound(Vertex v, Level at_least, Level at_most) {
    lower_[v] = std::max(lower_[v], at_least);
    upper_[v] = std::min(upper_[v], at_most);
  }
  /// The bounds of one search.
  void take(Vertex source) {
    const Level e = search(source);
    if (!graph_.is_directed()) {
      // Where levels 1 .. k of a walk have a vertex that all deeper ones are behind, what is deeper
      // is nearer to it: at most the deepest such vertex, w.
      Level cut = 0;
      const std::span<const Vertex> reached = forward_.reached();
      for (std::size_t i = 1; i < reached.size(); ++i) {
        const Level k = forward_.level(reached[i]);
        const bool is_alone = forward_.level(reached[i - 1]) < k &&
                              (i + 1 == reached.size() || forward_.level(reached[i + 1]) > k);
        // Below w at most 2k - 1, beyond it e - k.
        if (is_alone && 2 * k <= e - k + 1) cut = k;
      }
      for (const Vertex v : reached) {
        const Level d = forward_.level(v);
        bound(v, std::max(d, e - d), d < cut ? d + e : (d - cut) + (e - cut));
      }
    } else {
      if (!backward_) backward_.emplace(graph_.in());
      backward_->search(source);
      // What also leads back to the source reaches all that the source does, and no more.
      for (const Vertex v : forward_.reached()) {
        const Level to = backward_->level(v);
        if (to != kUnreached) bound(v, std::max(to, e - forward_.level(v)), to + e);
      }
    }
  }
  /// Of several balls in one component the first one counts.
  void take_ball(Vertex center) {
    if (graph_.is_directed() || ball_[center] != kUnreached) return;
    search(center);
    for (const Vertex v : forward_.reached()) ball_[v] = forward_.level(v);
  }

  void compare(bool is_proof) {
    const DiameterFacts<Level>& facts = result_.facts();
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!counts(v)) continue;
      const bool is_outside = ball_[v] == kUnreached || ball_[v] > facts.diameter / 2;
      if (lower_[v] > facts.diameter || (is_proof && is_outside && upper_[v] > facts.diameter)) {
        report(DiameterRule::kDiameter, v,
               fmt::format("the eccentricity of vertex {} is between {} and {}", v, lower_[v],
                           upper_[v]));
      }
      if (upper_[v] < facts.radius || (is_proof && lower_[v] < facts.radius)) {
        report(DiameterRule::kRadius, v,
               fmt::format("the eccentricity of vertex {} is between {} and {}", v, lower_[v],
                           upper_[v]));
      }
      const bool is_unproven =
          is_proof && (result_.lower()[v] > lower_[v] || result_.upper()[v] < upper_[v]);
      if (is_unproven || result_.lower()[v] > upper_[v] || result_.upper()[v] < lower_[v]) {
        report(DiameterRule::kBounds, v,
               fmt::format("the bounds of vertex {} are {} and {}, but {} and {} follow", v,
                           result_.lower()[v], result_.upper()[v], lower_[v], upper_[v]));
      }
    }
  }

  const Graph& graph_;
  const DiameterResult& result_;
  HopSearch forward_;
  std::optional<HopSearch> backward_;
  Array<Level> lower_;
  Array<Level> upper_;
  Array<Level> ball_;
  DiameterValidation validation_;
};

}  // namespace

DiameterValidation validate_diameter(const Graph& graph, const DiameterResult& result,
                                     const DiameterValidationOptions& options) {
  if (result.lower().size() != graph.num_vertices() ||
      result.upper().size() != graph.num_vertices()) {
    throw UsageError(fmt::format("validation: got {} bounds for a graph of {} vertices",
                                 result.lower().size(), graph.num_vertices()));
  }
  return DiameterCheck(graph, result).run(options);
}

}  // namespace strider
