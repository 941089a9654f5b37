// Questions to a few ranks, and their answers.
#pragma once

#include <vector>

#include "comm/collective_error.hpp"
#include "comm/sparse_exchange.hpp"

namespace strider::detail {

/// Two sparse exchanges, for ranks that do not know who asks them. ask(messages) lists this rank's
/// questions; answer(question, messages) adds what answers one that came; take(answer) gets the
/// answers, of lower ranks first. What a message points to lives until the next of these is called.
/// What fails on this rank is for the next throw_on_all_ranks of `attempts`. Collective.
template <class Ask, class Answer, class Take>
void ask_ranks(comm::SparseExchange& sparse, comm::Attempts& attempts, const Ask& ask,
               const Answer& answer, const Take& take) {
  using comm::SparseExchange;
  std::vector<SparseExchange::Outgoing> messages;
  const auto exchange = [&] {
    if (attempts.have_failed()) messages.clear();
    auto came = attempts.take_part([&] { return sparse.exchange(messages); });
    messages.clear();
    return came;
  };
  attempts.run([&] { ask(messages); });
  const std::vector<SparseExchange::Incoming> questions = exchange();
  attempts.run([&] {
    for (const SparseExchange::Incoming& question : questions) answer(question, messages);
  });
  const std::vector<SparseExchange::Incoming> answers = exchange();
  attempts.run([&] {
    for (const SparseExchange::Incoming& message : answers) take(message);
  });
}

}  // namespace strider::detail
