// Declares the parser of the command line. Its own header takes a compiler three seconds to read,
// so only sources that declare options include it.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
class Option;
}  // namespace CLI
