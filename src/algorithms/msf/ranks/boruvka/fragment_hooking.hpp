// What each fragment is hooked to. The rank that owns it stores that; other ranks ask. Only for
// boruvka.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_messages.hpp"
#include "algorithms/msf/ranks/boruvka/fragment_numbers.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/two_level_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Memory that is taken and given back again and again within a run. Asks only for more than it has
/// been granted since restart(): asking costs as much as some hundred pages do. An estimate: steps
/// between which others take memory begin with restart().
class AskedMemory {
 public:
  static constexpr MemoryPlace kPlace = MemoryPlace::kHost;

  explicit AskedMemory(const comm::Communicator& comm) : memory_(comm) {}
  /// Nothing has been granted.
  void restart() { granted_ = 0; }
  /// As NodeMemory.
  void require(std::uint64_t bytes, const std::string& purpose) const {
    if (bytes <= granted_) return;
    memory_.require(bytes, purpose);
    granted_ = bytes;
  }

 private:
  NodeMemory memory_;
  mutable std::uint64_t granted_ = 0;
};

inline constexpr const char* kFragmentEdges = "edges between fragments";

/// A fragment is owned by the rank that owns the vertex of its id: there it is called by an own
/// number below that of vertices, which may be one of its vertices or not. Collective functions
/// throw MemoryError on all ranks.
class FragmentHooking {
 public:
  /// `exchange` outlives this.
  FragmentHooking(Workspace& workspace, const comm::TwoLevelExchange& exchange,
                  GlobalIds global_ids)
      : exchange_(exchange),
        comm_(exchange.comm()),
        global_ids_(std::move(global_ids)),
        id_bytes_(comm::bytes_for(global_ids_.count())),
        memory_(comm_) {
    workspace.declare("what fragments are hooked to", hooked_,
                      global_ids_.end(comm_.rank()) - global_ids_.begin(comm_.rank()));
  }

  /// Fragments of own numbers below `end` are hooked to none. Comes first.
  void restart(std::uint32_t end) {
    end_ = end;
    for (std::uint32_t f = 0; f < end; ++f) hooked_[f] = fragment_id(f);
    memory_.restart();
  }

  /// A fragment that hooks itself to that of another rank's vertex, by the first edge that leaves
  /// it.
  struct Hook {
    std::uint32_t fragment;  ///< an own number
    std::uint64_t target;    ///< a global id in rank order of a vertex
  };
  /// Hooks the fragments, and lets them jump. fragment_of(own vertex) is the own number of its
  /// fragment. Returns the places in `hooks` of those whose edges the forest gets: of two that
  /// chose each other one does not, and is a root. Collective.
  template <class FragmentOf>
  [[nodiscard]] std::vector<std::size_t> hook_by_first_edges(std::span<const Hook> hooks,
                                                             const FragmentOf& fragment_of) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kReduce);
    const Distinct targets = comm::try_on_all_ranks(comm_, [&] {
      for (const Hook& hook : hooks) hooked_[hook.fragment] = hook.target;
      return distinct(hooks, [](const Hook& hook) { return hook.target; });
    });
    // Of a target: its fragment, and the vertex that this one is to be hooked to.
    const std::vector<std::uint64_t> answers =
        ask(targets.ids.span(), 2, [&](std::uint32_t vertex, std::uint64_t* out) {
          const std::uint32_t f = fragment_of(vertex);
          out[0] = fragment_id(f);
          out[1] = hooked_[f];
        });
    std::vector<std::uint32_t> hooked;
    std::vector<std::size_t> certain;
    comm::try_on_all_ranks(comm_, [&] {
      hooked.reserve(hooks.size());
      certain.reserve(hooks.size());
      for (std::size_t i = 0; i < hooks.size(); ++i) {
        const std::uint32_t f = hooks[i].fragment;
        const std::uint64_t there = answers[2 * std::size_t{targets.places[i]}];
        const std::uint64_t back = answers[2 * std::size_t{targets.places[i]} + 1];
        const bool each_other =
            global_ids_.owner(back) == comm_.rank() && fragment_of(own(back)) == f;
        const bool is_root = each_other && fragment_id(f) < there;
        hooked_[f] = is_root ? fragment_id(f) : there;
        hooked.push_back(f);
        if (!is_root) certain.push_back(i);
      }
    });
    jump(std::move(hooked));
    return certain;
  }

  /// Hooks one fragment, of that own number.
  void hook(std::uint32_t fragment, std::uint64_t to) { hooked_[fragment] = to; }
  /// Pointer jumping: each of the fragments asks what its target is hooked to and hooks itself to
  /// that, until all are hooked to roots. Collective.
  void jump(std::vector<std::uint32_t> fragments) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    std::erase_if(fragments, [&](std::uint32_t f) { return hooked_[f] == fragment_id(f); });
    while (comm_.all_reduce(std::uint64_t{fragments.size()}, comm::Reduction::kSum) > 0) {
      const Distinct parents = comm::try_on_all_ranks(comm_, [&] {
        return distinct(std::span<const std::uint32_t>(fragments),
                        [&](std::uint32_t f) { return hooked_[f]; });
      });
      const std::vector<std::uint64_t> theirs = ask_hooked(parents.ids.span());
      std::size_t left = 0;
      for (std::size_t i = 0; i < fragments.size(); ++i) {
        const std::uint32_t f = fragments[i];
        const std::uint64_t next = theirs[parents.places[i]];
        if (std::exchange(hooked_[f], next) != next) fragments[left++] = f;
      }
      fragments.resize(left);
    }
  }

  /// Lets every fragment know its tree. Collective.
  void find_trees() {
    std::vector<std::uint32_t> hooked;
    comm::try_on_all_ranks(comm_, [&] {
      for (std::uint32_t f = 0; f < end_; ++f) {
        if (hooked_[f] != fragment_id(f)) hooked.push_back(f);
      }
    });
    jump(std::move(hooked));
  }
  /// What the fragment of an own number is hooked to: its root when it last jumped, after
  /// find_trees() its tree.
  [[nodiscard]] std::uint64_t tree(std::uint32_t own) const { return hooked_[own]; }

  [[nodiscard]] const comm::TwoLevelExchange& exchange() const { return exchange_; }
  [[nodiscard]] const GlobalIds& global_ids() const { return global_ids_; }
  /// For what a step takes.
  [[nodiscard]] AskedMemory& memory() { return memory_; }
  /// What fragments are hooked to. Collective.
  [[nodiscard]] std::vector<std::uint64_t> ask_hooked(
      std::span<const std::uint64_t> fragment_ids) const {
    return ask(fragment_ids, 1, [&](std::uint32_t f, std::uint64_t* out) { *out = hooked_[f]; });
  }
  [[nodiscard]] std::uint64_t fragment_id(std::uint32_t own) const {
    return global_ids_.begin(comm_.rank()) + own;
  }
  [[nodiscard]] std::uint32_t own(std::uint64_t fragment_id) const {
    return static_cast<std::uint32_t>(fragment_id - global_ids_.begin(comm_.rank()));
  }

 private:
  /// Different ids, and by element the place of its own.
  struct Distinct {
    Array<std::uint64_t> ids;
    Array<Vertex> places;
  };
  /// Those of id_of(element). Throws MemoryError on this rank only.
  template <class T, class IdOf>
  [[nodiscard]] Distinct distinct(std::span<const T> elements, const IdOf& id_of) const {
    Distinct found;
    Workspace workspace;
    FragmentNumbers numbers(workspace, global_ids_.count(), elements.size());
    workspace.declare("the fragments asked", found.places, elements.size());
    workspace.take(kFragmentEdges, memory_);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      found.places[i] = numbers.number(id_of(elements[i]));
    }
    found.ids = std::move(numbers).fragment_ids();
    return found;
  }

  /// Asks the owners of ids; answer(own vertex, out) writes `count` numbers for each. The
  /// answers come in the order of `numbers`. Collective.
  template <class Answer>
  [[nodiscard]] std::vector<std::uint64_t> ask(std::span<const std::uint64_t> numbers,
                                               std::size_t count, Answer&& answer) const {
    struct Asked {
      std::uint64_t number;
      std::size_t place;
    };
    std::vector<Asked> grouped;
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> in_order;  // the answers
    NumberMessages sent = comm::try_on_all_ranks(comm_, [&] {
      memory_.require(
          numbers.size() * (2 * sizeof(Asked) + (1 + count) * sizeof(std::uint64_t) + id_bytes_),
          kFragmentEdges);
      in_order.resize(numbers.size() * count);
      std::vector<Asked> by_place;
      by_place.reserve(numbers.size());
      for (const std::uint64_t number : numbers) by_place.push_back({number, by_place.size()});
      grouped = group_by_rank(
          by_place, comm_.size(), [&](const Asked& a) { return global_ids_.owner(a.number); },
          counts);
      std::vector<std::uint64_t> questions;
      questions.reserve(grouped.size());
      for (const Asked& a : grouped) questions.push_back(a.number);
      return pack_numbers(questions, counts, id_bytes_);
    });
    const ReceivedNumbers asked = exchange_numbers(exchange_, std::move(sent));
    sent = comm::try_on_all_ranks(comm_, [&] {
      memory_.require(asked.size() * count * (sizeof(std::uint64_t) + id_bytes_), kFragmentEdges);
      std::vector<std::uint64_t> answers(asked.size() * count);
      for (std::size_t i = 0; i < asked.size(); ++i) answer(own(asked[i]), &answers[i * count]);
      for (std::size_t r = 0; r < counts.size(); ++r) counts[r] = asked.count_from(r) * count;
      return pack_numbers(answers, counts, id_bytes_);
    });
    const ReceivedNumbers came = exchange_numbers(exchange_, std::move(sent));
    for (std::size_t i = 0; i < came.size(); ++i) {
      in_order[grouped[i / count].place * count + i % count] = came[i];
    }
    return in_order;
  }

  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  GlobalIds global_ids_;
  unsigned id_bytes_;            // of a fragment id in a message
  Array<std::uint64_t> hooked_;  // by own number of a fragment
  std::uint32_t end_ = 0;        // of these
  AskedMemory memory_;
};

}  // namespace strider::detail
