// A run as one file that a browser shows, without loading anything else.
#pragma once

#include <string>

#include "page/markup.hpp"
#include "report.hpp"

namespace strider::cli {

/// The page of a run, of whose JSON it has all in it.
[[nodiscard]] std::string page_of_run(const Json& json, const Words& story);

/// The page itself: `data` is there for scripts, too.
[[nodiscard]] std::string page(const std::string& title, const Markup& body, const Json& data);

}  // namespace strider::cli
