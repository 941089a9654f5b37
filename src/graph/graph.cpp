#include "strider/graph.hpp"

#include <mutex>

#include "base/parallel.hpp"
#include "graph/transpose.hpp"

namespace strider {

struct Graph::State {
  Csr out;
  Directedness directedness = Directedness::kUndirected;
  EdgeIndex num_self_loops = 0;
  Labels labels;
  mutable std::mutex transposing;
  mutable std::optional<Csr> in;
};

Graph::Graph() : Graph(Csr(), Directedness::kUndirected, 0) {}

Graph::Graph(Csr out, Directedness directedness, EdgeIndex num_self_loops, Labels labels,
             std::optional<Csr> in) {
  auto state = std::make_shared<State>();
  state->out = std::move(out);
  state->directedness = directedness;
  state->num_self_loops = num_self_loops;
  state->labels = std::move(labels);
  state->in = std::move(in);
  state_ = std::move(state);
}

Vertex Graph::num_vertices() const {
  return state_->out.num_vertices();
}

EdgeIndex Graph::num_edges() const {
  return is_directed() ? num_arcs() : (num_arcs() + num_self_loops()) / 2;
}

EdgeIndex Graph::num_arcs() const {
  return state_->out.num_arcs();
}
EdgeIndex Graph::num_self_loops() const {
  return state_->num_self_loops;
}
Directedness Graph::directedness() const {
  return state_->directedness;
}
const Csr& Graph::out() const {
  return state_->out;
}

const Csr& Graph::in(int threads) const {
  if (!is_directed()) return state_->out;
  const std::lock_guard lock(state_->transposing);
  if (!state_->in) state_->in = transpose(state_->out, resolve_threads(threads));
  return *state_->in;
}

bool Graph::has_transpose() const {
  if (!is_directed()) return true;
  const std::lock_guard lock(state_->transposing);
  return state_->in.has_value();
}

const Labels& Graph::labels() const {
  return state_->labels;
}

const Graph& topology(const AnyGraph& graph) {
  return std::visit(
      [](const auto& any) -> const Graph& {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, Graph>) {
          return any;
        } else {
          return any.topology();
        }
      },
      graph);
}

}  // namespace strider
