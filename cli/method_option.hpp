// --algorithm, for any family of methods.
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <span>
#include <string>

#include "help.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "suggestion.hpp"

namespace strider::cli {

/// --algorithm NAME, which sets `into`. name_of(method) and from_name(name) are each other's
/// inverse; the latter gives nothing for a name that is none.
template <class Method, class NameOf, class FromName>
void add_method_option(CLI::App& verb, Method& into, std::span<const Method> all, NameOf name_of,
                       FromName from_name) {
  const std::string names = joined_names(all, name_of);
  const auto set = [&into, names, from_name](const CLI::results_t& texts) {
    const auto method = from_name(texts.front());
    if (!method) {
      throw CLI::ValidationError(fmt::format("--algorithm must be one of {1}, got '{0}'{2}",
                                             texts.front(), names,
                                             did_you_mean(texts.front(), names)));
    }
    into = *method;
    return true;
  };
  suggest_values(
      verb.add_option("--algorithm", set, fmt::format("One of {} (default: auto)", names)), names)
      ->type_name("NAME")
      ->group(kSearchGroup);
}

}  // namespace strider::cli
