// What a page on ranks shows of the graph and of the values of its vertices.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "page/picture.hpp"
#include "ranks/job.hpp"
#include "strider/vertex_values.hpp"

namespace strider::cli {

/// The values of the vertices of a rank, and which vertices these are.
struct OwnValues {
  VertexNumbers numbers;
  std::function<GlobalVertex(std::size_t)> vertex_of;
};

/// Makes the picture on all ranks as one process does: distributions are summed over ranks, and
/// what is drawn is gathered. Where no page is asked for, nothing is done or sent. All of it is
/// collective.
class SharedPicture {
 public:
  SharedPicture(const Cluster& cluster, const RunOptions& run, const SharedGraph& shared);

  /// As those of one process. Without values of all vertices nothing is added or marked.
  void add_values(const std::string& name, const OwnValues& values);
  void add_groups(const std::string& name, const DistVertexValues<GlobalVertex>& groups);
  void mark_tree(const std::function<GlobalVertex(std::size_t)>& vertex_of,
                 std::span<const GlobalVertex> parents);
  /// Each edge is passed by one rank.
  template <class Edges>
  void mark_listed(const std::string& what, const Edges& edges) {
    if (picture_.drawing.is_null()) return;
    attempt_on_all_ranks(cluster_, [&] {
      std::vector<Ends> drawn;
      for (const auto& edge : edges) {
        drawn.push_back({static_cast<Vertex>(edge.u), static_cast<Vertex>(edge.v)});
      }
      cli::mark_listed(picture_, what, drawn, Directedness::kUndirected);
    });
    combine_marks();
  }

  [[nodiscard]] Picture take() { return std::move(picture_); }

 private:
  struct Ends {
    Vertex u;
    Vertex v;
  };

  [[nodiscard]] bool are_all(std::size_t own) const;
  void add(const std::string& name, const std::string& counts, const Histogram& found);
  /// By vertex, the values of all; of few vertices.
  [[nodiscard]] std::vector<double> gathered(const OwnValues& values) const;
  void combine_marks();

  const Cluster& cluster_;
  const SharedGraph& shared_;
  bool is_wanted_;
  Reductions all_ranks_;
  Picture picture_ = {};
};

/// With a picture of one value of each vertex.
template <class T>
void add_values(SharedPicture& picture, const std::string& name,
                const DistVertexValues<T>& result) {
  if constexpr (std::is_same_v<T, GlobalVertex>) {
    picture.add_groups(name, result);
  } else {
    const auto number_of = [&](std::size_t i) { return static_cast<double>(result.values[i]); };
    picture.add_values(name, {{result.values.size(), number_of},
                              [&](std::size_t i) { return result.vertices[i]; }});
  }
}

}  // namespace strider::cli
