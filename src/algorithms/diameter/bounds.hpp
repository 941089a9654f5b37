// Diameter, radius and eccentricities by bounds, one listing for all places and all distances:
//
//   lower(v) = 0, upper(v) = infinity, for every vertex v
//   until no vertex is open:
//     s = the next source; search from s, which finds e = ecc(s) and the distances d(s, .)
//     D = max(D, e), R = min(R, e)
//     for every v: lower(v) = max(lower(v), d(s, v), e - d(s, v))
//                  upper(v) = min(upper(v), d(s, v) + e)
//   v is open while lower(v) < R, or lower(v) > D, or lower(v) < upper(v) > D and v is outside of
//   the ball
//
// The bounds and sources in turn of greatest upper and least lower bound are those of Takes and
// Kosters ("Computing the eccentricity distribution of large graphs", Algorithms 6(1), 2013). The
// ball holds the vertices at most D / 2 from one vertex: two of them are at most D apart, so of a
// greater distance one end is outside (iFUB: Crescenzi et al., TCS 514, 2013; Winnow: Bradley,
// Akathoott and Burtscher, ICPP 2025). Both together need fewer searches than either.
//
// Where a level k of a search has a single vertex w, every path from s to a deeper vertex leads
// through w. Hence ecc(w) = e - k, unless it is to a vertex above w, which is at most 2k - 1 away.
// So upper(v) = d(s, v) + e - 2k for every v not above w, if 3k <= e + 1. A chain that ends in s is
// the common case; levels alone show it, so it needs no look at the graph.
//
// Directed and strongly connected: v reaches what s reaches after d(v, s), so upper(v) = d(v, s) +
// e, and lower(v) = max(d(v, s), e - d(s, v)), which may be more than D. There is no ball:
// distances have a direction.
//
// Invariant: lower(v) <= ecc(v) <= upper(v), and D, R are eccentricities. A round is a search and
// O(n) work for the bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "strider/diameter.hpp"

namespace strider::detail {

/// What distances from and to a source tell of others.
enum class BoundRules : std::uint8_t {
  kUndirected,         ///< distances are the same both ways
  kStronglyConnected,  ///< every vertex reaches every other
  kNone                ///< nothing: each vertex is searched
};

template <class T>
[[nodiscard]] DiameterFacts<T> facts_of_one_vertex(GlobalVertex v) {
  DiameterFacts<T> facts;
  facts.ends = {v, v};
  facts.center = v;
  facts.num_vertices = 1;
  return facts;
}

/// A vertex by how much a search from it is wanted.
template <class T>
struct Candidate {
  T key{};
  T second{};
  GlobalVertex vertex = ~GlobalVertex{0};

  void take_greater(const Candidate& other) {
    if (other.is_preferred_to(*this, other.key > key, other.second > second)) *this = other;
  }
  void take_less(const Candidate& other) {
    if (other.is_preferred_to(*this, other.key < key, other.second < second)) *this = other;
  }
  [[nodiscard]] bool found() const { return vertex != ~GlobalVertex{0}; }

 private:
  [[nodiscard]] bool is_preferred_to(const Candidate& known, bool by_key, bool by_second) const {
    if (!found() || !known.found()) return found();
    if (key != known.key) return by_key;
    return second != known.second ? by_second : vertex < known.vertex;
  }
};

/// Bounds of vertices, and room for their distances from the centre of the ball.
template <class T>
struct BoundArrays {
  std::span<T> lower;
  std::span<T> upper;
  std::span<T> ball;
};

/// Place: where searches run, and the vertices of one component that are here. It has
///   Distance             the type of a distance
///   rules()              BoundRules
///   name(i)              the vertex; i stands for one here, as below
///   start()              the first source
///   search(source)
///   from(i), to(i)       distances from and to the last source
///   look<Findings>(f)    f(i, findings) for each i, then the merged findings of all threads and
///                        ranks
///   count_levels(size)   for hops: by distance below `size` the vertices so far from the last
///                        source; any number above 1 stands for all of them
/// On ranks all but name(), from() and to() are collective.
template <class Place>
class EccentricityBounds {
 public:
  using T = typename Place::Distance;

  EccentricityBounds(Place& place, const BoundArrays<T>& arrays, const DiameterOptions& options)
      : place_(place), bounds_(arrays), options_(options) {}

  /// Precondition: the component has a vertex.
  [[nodiscard]] DiameterFacts<T> run() {
    clear();
    GlobalVertex source = place_.start();
    bool is_central = true;
    for (;;) {
      const T eccentricity = place_.search(source);
      ++facts_.searches;
      facts_.sources.push_back(source);
      const Survey survey = update(source, eccentricity, is_central);
      if (options_.on_search) options_.on_search(facts_.searches, survey.open);
      if (survey.open == 0 || facts_.searches == options_.most_searches) {
        finish(survey);
        return std::move(facts_);
      }
      source = choose(survey, is_central).vertex;
    }
  }

 private:
  /// What there is to know of all vertices after a search.
  struct Survey {
    std::uint64_t open = 0;
    Candidate<T> farthest;    ///< of greatest lower bound
    Candidate<T> peripheral;  ///< of greatest upper bound
    Candidate<T> central;     ///< of least lower bound
    T greatest_upper{};       ///< outside of the ball
    T least_lower = kInfinite;

    void merge(const Survey& other) {
      open += other.open;
      farthest.take_greater(other.farthest);
      peripheral.take_greater(other.peripheral);
      central.take_less(other.central);
      greatest_upper = std::max(greatest_upper, other.greatest_upper);
      least_lower = std::min(least_lower, other.least_lower);
    }
  };
  struct Count {
    std::uint64_t vertices = 0;
    void merge(const Count& other) { vertices += other.vertices; }
  };
  struct First {
    GlobalVertex vertex = ~GlobalVertex{0};
    void merge(const First& other) { vertex = std::min(vertex, other.vertex); }
  };
  static constexpr T kInfinite = std::numeric_limits<T>::max();
  /// Of the first so many searches, one from a central vertex may move the ball.
  static constexpr std::uint64_t kBallSearches = 7;

  void clear() {
    facts_.radius = kInfinite;
    const auto all = place_.template look<Count>([&](std::size_t i, Count& count) {
      bounds_.lower[i] = T{};
      bounds_.upper[i] = kInfinite;
      bounds_.ball[i] = kInfinite;
      ++count.vertices;
    });
    facts_.num_vertices = all.vertices;
  }

  /// Takes what a search has found into the bounds.
  Survey update(GlobalVertex source, T e, bool is_central) {
    if (facts_.searches == 1 || e > facts_.diameter) {
      facts_.diameter = e;
      facts_.ends = {source, first_at(e)};
    }
    if (e < facts_.radius) {
      facts_.radius = e;
      facts_.center = source;
    }
    const BoundRules rules = place_.rules();
    if (rules == BoundRules::kUndirected && is_central && facts_.searches <= kBallSearches) {
      move_ball(source);
    }
    const T bottleneck = rules == BoundRules::kUndirected ? deepest_bottleneck(e) : T{};
    return place_.template look<Survey>([&](std::size_t i, Survey& survey) {
      T lower = bounds_.lower[i];
      T upper = bounds_.upper[i];
      if (place_.name(i) == source) {
        lower = upper = e;
      } else if (rules != BoundRules::kNone) {
        const T from = place_.from(i);
        const T to = place_.to(i);
        lower = std::max(lower, std::max(to, e - from));
        upper = std::min(upper, to >= bottleneck ? to - bottleneck + (e - bottleneck) : to + e);
      }
      bounds_.lower[i] = lower;
      bounds_.upper[i] = upper;
      examine(i, lower, upper, survey);
    });
  }

  void examine(std::size_t i, T lower, T upper, Survey& survey) const {
    const bool is_outside = is_beyond(bounds_.ball[i]);
    if (is_outside) survey.greatest_upper = std::max(survey.greatest_upper, upper);
    survey.least_lower = std::min(survey.least_lower, lower);
    const bool is_any = options_.sought == DiameterSought::kEccentricities;
    const bool is_extreme = options_.sought == DiameterSought::kExtremes;
    const bool is_unknown = lower < upper;
    // A bound can show an eccentricity beyond those that searches have found.
    const bool may_be_far = lower > facts_.diameter ||
                            (is_unknown && (is_any || (upper > facts_.diameter && is_outside) ||
                                            (is_extreme && upper >= facts_.diameter)));
    const bool may_be_central =
        lower < facts_.radius || (is_unknown && (is_any || (is_extreme && lower <= facts_.radius)));
    if (!may_be_far && !may_be_central) return;
    ++survey.open;
    const GlobalVertex v = place_.name(i);
    survey.farthest.take_greater({lower, upper, v});
    if (may_be_far) survey.peripheral.take_greater({upper, lower, v});
    if (may_be_central) survey.central.take_less({lower, upper, v});
  }

  /// The first sources are those of two sweeps, and central vertices between what they found.
  [[nodiscard]] Candidate<T> choose(const Survey& survey, bool& is_central) {
    is_central = false;
    if (facts_.searches <= 2 || facts_.searches == 4) return survey.farthest;
    is_central = (is_central_turn_ && survey.central.found()) || !survey.peripheral.found();
    is_central_turn_ = !is_central_turn_;
    return is_central ? survey.central : survey.peripheral;
  }

  [[nodiscard]] GlobalVertex first_at(T distance) {
    return place_
        .template look<First>([&](std::size_t i, First& first) {
          if (place_.from(i) == distance) first.merge({place_.name(i)});
        })
        .vertex;
  }

  /// Whether a vertex at that distance from the centre is outside of the ball. Twice the distance
  /// may not be a number.
  [[nodiscard]] bool is_beyond(T distance) const {
    return distance > facts_.diameter || distance > facts_.diameter - distance;
  }
  /// The ball with fewer vertices outside is the better one.
  void move_ball(GlobalVertex source) {
    const std::uint64_t outside = place_
                                      .template look<Count>([&](std::size_t i, Count& count) {
                                        count.vertices += is_beyond(place_.from(i)) ? 1 : 0;
                                      })
                                      .vertices;
    if (outside >= outside_) return;
    outside_ = outside;
    facts_.balls = {source};
    static_cast<void>(place_.template look<Count>(
        [&](std::size_t i, Count&) { bounds_.ball[i] = place_.from(i); }));
  }

  /// The deepest level k with 3k <= e + 1 that has a single vertex. 0 where there is none, which is
  /// the level of the source.
  [[nodiscard]] T deepest_bottleneck(T e) {
    if constexpr (std::is_same_v<T, Level>) {
      const std::span<const std::uint32_t> counts =
          place_.count_levels((std::size_t{e} + 1) / 3 + 1);
      for (std::size_t k = counts.size(); k-- > 0;) {
        if (counts[k] == 1) return static_cast<Level>(k);
      }
    }
    return T{};
  }

  void finish(const Survey& survey) {
    facts_.diameter_bound = std::max(facts_.diameter, survey.greatest_upper);
    if constexpr (std::is_same_v<T, Level>) {
      const auto longest_path = static_cast<T>(facts_.num_vertices - 1);
      facts_.diameter_bound = std::min(facts_.diameter_bound, longest_path);
    }
    facts_.radius_bound = std::min(facts_.radius, survey.least_lower);
  }

  Place& place_;
  BoundArrays<T> bounds_;
  const DiameterOptions& options_;
  DiameterFacts<T> facts_;
  std::uint64_t outside_ = ~std::uint64_t{0};
  bool is_central_turn_ = true;
};

}  // namespace strider::detail
