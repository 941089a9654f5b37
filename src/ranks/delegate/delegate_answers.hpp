// What other ranks know of delegates, for those who own them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "comm/encoding/valued_set.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/search/ask_ranks.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Asks all ranks about this rank's delegates `open`, which it sorts: every rank answers with
/// parent_id(i), 32 bits, for those of which knows(i); take(i, from, parent_id) gets the answers,
/// of lower ranks first. Sets of delegates go to all, sets with parent ids back. Collective, as
/// ask_ranks.
template <class Knows, class ParentIdOf, class Take>
void ask_about_delegates(comm::SparseExchange& sparse, comm::Attempts& attempts,
                         const GraphDelegate& graph, std::span<std::uint32_t> open,
                         const Knows& knows, const ParentIdOf& parent_id, const Take& take) {
  using comm::Encoding;
  using comm::SparseExchange;
  const std::uint32_t universe = graph.num_delegates;
  Array<std::byte> question;
  std::vector<Array<std::byte>> answers;
  Array<std::uint32_t> buffer;
  ask_ranks(
      sparse, attempts,
      [&](auto& messages) {
        std::ranges::sort(open);
        question = Array<std::byte>(comm::bound(universe, open.size(), Encoding::kAuto));
        question.truncate(comm::encode(open, universe, Encoding::kAuto, question.span()));
        const int ranks = graph.owners.num_ranks();
        for (int r = 0; r < ranks && !question.empty(); ++r) {
          if (r != graph.rank) messages.push_back({r, question.span()});
        }
      },
      [&](const SparseExchange::Incoming& asked, auto& messages) {
        std::vector<std::uint32_t> ids;
        std::vector<std::uint32_t> parent_ids;
        comm::decode(asked.bytes.span(), universe, buffer).for_each([&](std::uint32_t i) {
          if (!knows(i)) return;
          ids.push_back(i);
          parent_ids.push_back(parent_id(i));
        });
        if (ids.empty()) return;
        Array<std::byte> answer(comm::valued_bound<std::uint32_t>(universe, ids.size()));
        answer.truncate(comm::encode_valued<std::uint32_t>(ids, parent_ids, universe,
                                                           Encoding::kAuto, answer.span()));
        answers.push_back(std::move(answer));
        messages.push_back({asked.from, answers.back().span()});
      },
      [&](const SparseExchange::Incoming& answer) {
        comm::decode_valued<std::uint32_t>(answer.bytes.span(), universe, buffer)
            .for_each([&](std::uint32_t i, std::uint32_t t) { take(i, answer.from, t); });
      });
}

}  // namespace strider::detail
