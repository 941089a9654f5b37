// What to do next, where no verb was given.
#pragma once

#include <string>

namespace strider::cli {

/// The next commands for a user who gave no argument.
void print_first_steps();

/// Whether there is a file of that name.
[[nodiscard]] bool is_file(const std::string& argument);
/// Whether there is a folder of that name.
[[nodiscard]] bool is_folder(const std::string& argument);

/// The three commands that are most useful with a graph file, as they can be typed. A file of up to
/// 16 MiB, and any native container, is opened for a vertex of it; for a larger one the output says
/// that it was not read. Throws InputError where the file is no graph, MemoryError.
void print_next_commands(const std::string& path);

}  // namespace strider::cli
