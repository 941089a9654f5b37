// What --help and --help-all print.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "parser.hpp"

namespace strider::cli {

// The headings that options stand under. --help prints the first ones, with the options that most
// people need, and --help-all prints all of them.
inline constexpr const char* kGraphGroup = "Graph";
inline constexpr const char* kSearchGroup = "Search";
inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kRunGroup = "Run";
inline constexpr const char* kTableGroup = "Tables";
inline constexpr const char* kRareGroup = "Rarely needed";
inline constexpr const char* kRanksGroup = "On ranks";
inline constexpr const char* kDevicesGroup = "On devices";
inline constexpr const char* kTuningGroup = "Tuning";

inline constexpr std::array kFirstGroups = {kGraphGroup, kSearchGroup, kOutputGroup, kRunGroup};
inline constexpr std::array kOtherGroups = {kTableGroup, kRareGroup, kRanksGroup, kDevicesGroup,
                                            kTuningGroup};

/// What an option takes, in short: " N" for whole numbers, " X" for others; empty for a flag.
[[nodiscard]] std::string value_name(const CLI::Option& option);
/// The options of `app` that stand under a heading, in their order.
[[nodiscard]] std::vector<const CLI::Option*> options_of_group(const CLI::App& app,
                                                               std::string_view group);
/// The verbs below `app`, which may be the program.
[[nodiscard]] std::vector<const CLI::App*> verbs_of(const CLI::App& app);
/// "[OPTIONS] GRAPH", with a blank before it.
[[nodiscard]] std::string usage_of(const CLI::App& app);

/// Gives `program`, and the verbs that are added to it later, both flags and their format: lines of
/// 80 characters at most.
void set_help(CLI::App& program);

}  // namespace strider::cli
