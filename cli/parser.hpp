// The parser of the command line, for headers that name it: to read it whole takes a compiler three
// seconds, so sources do that which declare options.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI
