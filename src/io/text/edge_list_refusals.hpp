// Texts that would pass for edge lists, but are something else.
#pragma once

#include <vector>

#include "io/readers.hpp"
#include "io/text/edge_list_sample.hpp"

namespace strider {

/// Throws ParseFault if the file is an adjacency list by its name, or a matrix with names of rows
/// and columns. Precondition: there is a row.
void refuse_other_files(const NamedText& input, const Sample& sample, const ReadOptions& options);

/// Throws ParseFault if the rows below `names` are Gephi's table of nodes, or a METIS file.
void refuse_other_tables(const Cells& names, const std::vector<SampledRow>& rows,
                         const ReadOptions& options);

}  // namespace strider
