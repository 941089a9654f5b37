// The options of --algorithm ghs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parser.hpp"

namespace strider::cli {

/// GhsOptions' where it is not given.
struct GhsTuning {
  std::string lookup;
  std::optional<double> hash_factor;
  std::string test_queue;
  std::string postponed;
  std::string messages;
  std::string finish_test;
  std::string chains;
  std::optional<std::uint32_t> aggregation_bytes;
  std::optional<std::uint32_t> flush_frequency;
  std::optional<std::uint32_t> queue_frequency;
  std::optional<std::uint32_t> test_frequency;
  std::optional<std::uint32_t> finish_frequency;

  /// The first of these options that was given, "" where none was.
  [[nodiscard]] std::string_view first_given() const;
};

void add_ghs_options(CLI::App& verb, GhsTuning& options);

}  // namespace strider::cli
