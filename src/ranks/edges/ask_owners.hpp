// What a rank asks the owners of any vertices.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/by_rank.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Answers of the owners: answer(v) of vertex asked[i] in place i of the result. Asked are vertices
/// of `owners`, of which answer(v) takes those of this rank as numbered there. Collective.
template <class Answer, class F>
Array<Answer> ask_owners(const comm::Communicator& comm, const OwnerMap& owners,
                         std::span<const GlobalVertex> asked, F&& answer) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm.size()), 0);
  for (const GlobalVertex v : asked) ++counts[static_cast<std::size_t>(owners.owner(v))];
  std::vector<std::uint64_t> places = comm::begins_by_rank(counts);
  Array<std::uint32_t> questions(asked.size());
  Array<std::uint64_t> place_of(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const OwnedVertex owned = owners.locate(asked[i]);
    place_of[i] = places[static_cast<std::size_t>(owned.rank)]++;
    questions[place_of[i]] = index(owned.vertex);
  }
  std::vector<std::uint64_t> asked_counts;
  const Array<std::uint32_t> heard =
      comm.all_to_all<std::uint32_t>(std::as_const(questions).span(), counts, asked_counts);
  Array<Answer> given(heard.size());
  for (std::size_t i = 0; i < heard.size(); ++i) given[i] = answer(heard[i]);
  const Array<Answer> got = comm.answer<Answer>(std::as_const(given).span(), asked_counts, counts);
  Array<Answer> answers(asked.size());
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = got[place_of[i]];
  return answers;
}

}  // namespace strider::detail
