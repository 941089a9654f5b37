// What all models of a run on ranks have in common: checks of what is asked, and sums of steps.
#pragma once

#include <string>

#include "model/degree_law.hpp"
#include "model/search_steps.hpp"
#include "strider/model.hpp"

namespace strider::model {

/// Throw UsageError.
void require(bool holds, const std::string& message);
void require_valid(const Machine& machine);
/// At least one, and not more than vertices.
void require_ranks(int ranks, int scale);

/// The step with what it takes on the machine.
[[nodiscard]] ModelStep timed(const Step& step, const Machine& machine, int ranks);
/// Adds it to the phase of its name, and to the total.
void add_phase(SearchModel& found, const ModelPhase& part);
/// The same of a step, which is kept.
void add_step(SearchModel& found, const Step& step, const Machine& machine, int ranks);

/// Of a rank's graph by `1d`.
[[nodiscard]] double graph_bytes_1d(const DegreeLaw& law, int ranks);

}  // namespace strider::model
