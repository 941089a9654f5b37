// What a vertex does with a message (Gallager, Humblet and Spira 1983, "The algorithm as executed
// at each node"; the numbers below are those of its responses).
//
// A fragment is a tree of branches with an edge as its core. Its vertices search for the lightest
// edge that leaves it: the core's ends send Initiate outwards, every vertex tests its edges from
// the lightest on, and Report comes back with the best of each subtree. Change-core then leads to
// the edge found, over which the fragment asks to join, by Connect. Equal levels with the same edge
// make a fragment of the next level, with this edge as its core; a fragment of a lower level is
// taken in at once; one of a higher level lets wait. A fragment that finds no edge is a tree of the
// forest: so there may be any number of them, and the end shows only in that nothing is sent any
// more.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/ghs/arc_lookup.hpp"
#include "algorithms/msf/ranks/ghs/message.hpp"
#include "algorithms/msf/ranks/ghs/parked_messages.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail::ghs {

/// The vertices of a block. `Send` has operator()(const Message&), and again(const Message&), which
/// queues a message of this block that was parked.
template <class Lookup, class Send>
class VertexProgram {
 public:
  /// `lookup` and `send` outlive this.
  VertexProgram(Workspace& workspace, const ArcBlock& arcs, const Lookup& lookup, Send& send,
                GhsChains chains)
      : arcs_(arcs),
        lookup_(lookup),
        send_(send),
        chains_(chains),
        parked_(workspace, arcs.num_vertices()) {
    workspace.declare("the vertices", vertices_, arcs.num_vertices());
    workspace.declare("the states of arcs", states_, arcs.num_arcs());
    workspace.count("branches", arcs.num_vertices() * 2 * sizeof(Branch));
  }

  /// Every vertex sleeps, every edge is basic.
  void restart() {
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      vertices_[v] = Vertex{};
      vertices_[v].next_basic = arcs_.begin(v);
    }
    std::fill(states_.begin(), states_.end(), ArcState::kBasic);
    branches_.clear();
    parked_.restart();
    highest_level_ = 0;
  }

  /// Response 1: of all vertices that a message has not woken.
  void wake_all() {
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (vertices_[v].state == VertexState::kSleeping && arcs_.begin(v) < arcs_.end(v)) wake(v);
    }
  }

  // Two steps that bring what serve() reads into the cache, the second some messages after the
  // first.
  [[gnu::always_inline]] void ask_for(const Message& message) const {
    const std::uint32_t v = arcs_.index_of(message.receiver);
    prefetch_to_write(&vertices_[v]);
    lookup_.ask_for(v, message.sender);
  }
  [[gnu::always_inline]] void ask_for_arc(const Message& message) const {
    const std::uint32_t arc = lookup_.likely(arcs_.index_of(message.receiver), message.sender);
    if (arc >= arcs_.num_arcs()) return;
    arcs_.prefetch_arc(arc);
    prefetch_to_write(&states_[arc]);
  }

  /// False where the message cannot be served yet: it must come again.
  [[nodiscard]] bool serve(const Message& message) {
    const std::uint32_t v = arcs_.index_of(message.receiver);
    if (vertices_[v].state == VertexState::kSleeping) wake(v);
    if (message.type == MessageType::kChangeCore) {
      (void)follow(v, message);
      change_core(v);
      return true;
    }
    // What must wait is found out before the arc is looked up where that can be.
    if (message.type == MessageType::kTest && message.level > vertices_[v].level) return false;
    if (message.type == MessageType::kTest && message.name != vertices_[v].fragment) {
      send_(Message{.type = MessageType::kAccept,
                    .level = 0,
                    .state = VertexState::kFound,
                    .sender = message.receiver,
                    .receiver = message.sender,
                    .chain = chain_with(v, message),
                    .name = {}});
      return true;
    }
    const std::uint32_t arc = lookup_.find(v, message.sender);
    const std::uint32_t before = follow(v, message);
    switch (message.type) {
      case MessageType::kConnect:
        return connect(v, arc, message.level) || unfollow(v, before);
      case MessageType::kInitiate:
        initiate(v, arc, message);
        return true;
      case MessageType::kTest:
        if (!reject_test(v, arc)) unfollow(v, before);
        return true;
      case MessageType::kAccept:
        accept(v, arc);
        return true;
      case MessageType::kReject:
        if (states_[arc] == ArcState::kBasic) states_[arc] = ArcState::kRejected;
        test(v);
        return true;
      case MessageType::kReport:
        return take_report(v, arc, message.name) || unfollow(v, before);
      case MessageType::kChangeCore:
        break;
    }
    return true;
  }

  /// Keeps a message that could not be served until its vertex has changed so that it may be.
  void park(const Message& message) { parked_.park(arcs_.index_of(message.receiver), message); }

  /// body(v, arc) for each branch of each vertex of the block.
  template <class Body>
  void for_each_branch(Body&& body) const {
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      for (std::uint32_t b = vertices_[v].branches; b != kNone; b = branches_[b].next) {
        body(v, branches_[b].arc);
      }
    }
  }
  [[nodiscard]] std::uint8_t highest_level() const { return highest_level_; }
  /// That a vertex of the block has come to: once nothing is sent any more, every message has ended
  /// one or been answered by one that did. O(n).
  [[nodiscard]] std::uint32_t longest_chain() const {
    std::uint32_t longest = 0;
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      longest = std::max(longest, vertices_[v].chain);
    }
    return longest;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  enum class ArcState : std::uint8_t { kBasic, kBranch, kRejected };
  /// Branches of a vertex, as a list: rows are long, and few of their arcs are branches.
  struct Branch {
    std::uint32_t arc;
    std::uint32_t next;
  };
  struct Vertex {
    EdgeName fragment{};               ///< FN, from level 1 on: its core
    EdgeName best = kNoEdgeName;       ///< best-wt
    std::uint32_t best_arc = kNone;    ///< best-edge: of the vertex, or towards it
    std::uint32_t test_arc = kNone;    ///< test-edge
    std::uint32_t in_branch = kNone;   ///< towards the core
    std::uint32_t find_count = 0;      ///< subtrees that have not reported
    std::uint32_t next_basic = kNone;  ///< arcs before it are not basic
    std::uint32_t branches = kNone;
    std::uint8_t level = 0;  ///< LN
    VertexState state = VertexState::kSleeping;
    std::uint32_t chain = 0;  ///< the longest that ended with a message that it acted upon
  };
  static_assert(sizeof(Vertex) == 64, "a line of the cache");

  void send(std::uint32_t v, std::uint32_t arc, MessageType type, const EdgeName& name = {},
            VertexState state = VertexState::kFound) {
    send_(Message{type, vertices_[v].level, state, arcs_.vertex(v), arcs_.neighbor(arc),
                  vertices_[v].chain, name});
  }
  /// The longest chain to v, as it is or through the message. One on the wire was counted there.
  [[nodiscard]] std::uint32_t chain_with(std::uint32_t v, const Message& message) const {
    const std::uint32_t step = chains_ == GhsChains::kMessages ? 1 : 0;
    return std::max(vertices_[v].chain, message.chain + step);
  }
  /// What v sends from now on could only be sent after the message; returns the chain before.
  std::uint32_t follow(std::uint32_t v, const Message& message) {
    if (chains_ == GhsChains::kNone) return 0;
    return std::exchange(vertices_[v].chain, chain_with(v, message));
  }
  /// Of a message that must come again, or whose answer was all that came of it.
  bool unfollow(std::uint32_t v, std::uint32_t before) {
    if (chains_ != GhsChains::kNone) vertices_[v].chain = before;
    return false;
  }
  void make_branch(std::uint32_t v, std::uint32_t arc) {
    states_[arc] = ArcState::kBranch;
    branches_.push_back({arc, vertices_[v].branches});
    vertices_[v].branches = static_cast<std::uint32_t>(branches_.size() - 1);
  }

  /// What waited for another level or state of v may be served now.
  void release_parked(std::uint32_t v) {
    parked_.release(v, [&](const Message& message) { send_.again(message); });
  }

  /// Response 2.
  void wake(std::uint32_t v) {
    vertices_[v].state = VertexState::kFound;
    make_branch(v, arcs_.begin(v));
    send(v, arcs_.begin(v), MessageType::kConnect);
  }

  /// Response 3.
  [[nodiscard]] bool connect(std::uint32_t v, std::uint32_t arc, std::uint8_t level) {
    Vertex& vertex = vertices_[v];
    if (level < vertex.level) {
      make_branch(v, arc);
      send(v, arc, MessageType::kInitiate, vertex.fragment, vertex.state);
      if (vertex.state == VertexState::kFind) ++vertex.find_count;
      return true;
    }
    if (states_[arc] == ArcState::kBasic) return false;
    Message message{MessageType::kInitiate, static_cast<std::uint8_t>(vertex.level + 1),
                    VertexState::kFind,     arcs_.vertex(v),
                    arcs_.neighbor(arc),    vertex.chain,
                    arcs_.name(arc)};
    send_(message);
    return true;
  }

  /// Response 4.
  void initiate(std::uint32_t v, std::uint32_t arc, const Message& message) {
    Vertex& vertex = vertices_[v];
    vertex.level = message.level;
    vertex.fragment = message.name;
    vertex.state = message.state;
    vertex.in_branch = arc;
    vertex.best_arc = kNone;
    vertex.best = kNoEdgeName;
    if (message.level > highest_level_) highest_level_ = message.level;
    for (std::uint32_t b = vertex.branches; b != kNone; b = branches_[b].next) {
      if (branches_[b].arc == arc) continue;
      send(v, branches_[b].arc, MessageType::kInitiate, message.name, message.state);
      if (message.state == VertexState::kFind) ++vertex.find_count;
    }
    release_parked(v);
    if (message.state == VertexState::kFind) test(v);
  }

  /// Response 5.
  void test(std::uint32_t v) {
    Vertex& vertex = vertices_[v];
    const std::uint32_t end = arcs_.end(v);
    while (vertex.next_basic < end && states_[vertex.next_basic] != ArcState::kBasic) {
      ++vertex.next_basic;
    }
    if (vertex.next_basic == end) {
      vertex.test_arc = kNone;
      report(v);
    } else {
      vertex.test_arc = vertex.next_basic;
      send(v, vertex.test_arc, MessageType::kTest, vertex.fragment);
    }
  }

  /// Response 6, to a test by the vertex's own fragment. True where it stands for the answer to the
  /// vertex's own test.
  [[nodiscard]] bool reject_test(std::uint32_t v, std::uint32_t arc) {
    const Vertex& vertex = vertices_[v];
    if (states_[arc] == ArcState::kBasic) states_[arc] = ArcState::kRejected;
    if (vertex.test_arc != arc) {
      send(v, arc, MessageType::kReject);
      return false;
    }
    test(v);
    return true;
  }

  /// Response 7.
  void accept(std::uint32_t v, std::uint32_t arc) {
    Vertex& vertex = vertices_[v];
    vertex.test_arc = kNone;
    if (arcs_.name(arc) < vertex.best) {
      vertex.best_arc = arc;
      vertex.best = arcs_.name(arc);
    }
    report(v);
  }

  /// Response 9.
  void report(std::uint32_t v) {
    Vertex& vertex = vertices_[v];
    if (vertex.find_count > 0 || vertex.test_arc != kNone) return;
    vertex.state = VertexState::kFound;
    send(v, vertex.in_branch, MessageType::kReport, vertex.best);
    release_parked(v);
  }

  /// Response 10.
  [[nodiscard]] bool take_report(std::uint32_t v, std::uint32_t arc, const EdgeName& best) {
    Vertex& vertex = vertices_[v];
    if (arc != vertex.in_branch) {
      --vertex.find_count;
      if (best < vertex.best) {
        vertex.best = best;
        vertex.best_arc = arc;
      }
      report(v);
      return true;
    }
    if (vertex.state == VertexState::kFind) return false;
    // Where both halves report no edge, the fragment is a tree of the forest, and stays silent.
    if (best > vertex.best) change_core(v);
    return true;
  }

  /// Responses 8 and 11.
  void change_core(std::uint32_t v) {
    Vertex& vertex = vertices_[v];
    if (states_[vertex.best_arc] == ArcState::kBranch) {
      send(v, vertex.best_arc, MessageType::kChangeCore);
    } else {
      send(v, vertex.best_arc, MessageType::kConnect);
      make_branch(v, vertex.best_arc);
      release_parked(v);
    }
  }

  ArcBlock arcs_;
  const Lookup& lookup_;
  Send& send_;
  GhsChains chains_;
  Array<Vertex> vertices_;
  Array<ArcState> states_;
  std::vector<Branch> branches_;
  ParkedMessages parked_;
  std::uint8_t highest_level_ = 0;
};

}  // namespace strider::detail::ghs
