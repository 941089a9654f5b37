// One file of a table that all ranks have rows of.
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "io/results/table.hpp"
#include "strider/results.hpp"

namespace strider::detail {

/// Writes the rows of all ranks, in order of rank, to a SharedFile, or by rank 0 alone if the
/// format is kParquet; `own` is the part of this rank. Uncompressed, the file has the bytes that
/// write_table gives it on one machine. Throws, on all ranks, InputError, UsageError and
/// UnavailableError as write_table does. Collective.
void write_shared_table(const comm::Communicator& comm, const ResultTable& own,
                        const std::string& path, ResultFormat format);

}  // namespace strider::detail
