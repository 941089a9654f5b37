// Whether a result will find its place.
#pragma once

#include <string>

namespace strider::cli {

/// Throws InputError where there can be no file of this name: its folder is not there or cannot be
/// written, or what has the name cannot be replaced. Nothing is opened; the writer has the last
/// word. Of what goes to stdout, and of no name, nothing is asked.
void require_writable(const std::string& path);

}  // namespace strider::cli
