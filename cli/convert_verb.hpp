// strider convert, in one process and on ranks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"
#include "report.hpp"
#include "verb.hpp"

namespace strider::cli {

struct ConvertVerb : GraphVerb {
  ConvertVerb() : GraphVerb("convert") { algorithm.all.ranks = "auto"; }

  std::string to;
  std::optional<LayoutChoice> layout;

  /// Of the file that is written. Throws UsageError.
  [[nodiscard]] FileFormat written_format() const { return output_format(run.output, to); }
};

/// Throws UsageError where options do not go together, wherever it runs.
void require_fitting(const ConvertVerb& verb);

/// What was read and written, for the summary and for JSON.
struct ConvertOutcome {
  GraphFacts graph = {};
  WritingRemarks remarks = {};
  // Those written:
  Layout layout = Layout::kNone;
  std::string_view weight_layout = "none";
  double prepare_s = 0;
  double write_s = 0;
};
void report(const ConvertVerb& verb, const ConvertOutcome& outcome);

/// The notes on what the output does not have of such an input.
void note_lost_facts(const InputFacts& facts, WritingRemarks& remarks);

/// On all processes of a launcher. Throws Reported where it failed.
void run_on_ranks(const ConvertVerb& verb);

}  // namespace strider::cli
