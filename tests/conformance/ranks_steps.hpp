// The steps that ranks_steps_test.cpp expects.
#pragma once

#include <array>
#include <string_view>

namespace strider::test {

struct KnownSteps {
  int ranks;
  std::string_view name;
  std::string_view steps;
};

inline constexpr auto kSteps = std::to_array<KnownSteps>({
    {4, "build, 1d",
     R"(control all-reduce of 4: 7 times, 42 messages
build all-reduce of 4: 5 times, 30 messages
build all-gather of 4: 1 times, 6 messages
build all-to-all of 4: 4 times, 48 messages
)"},
    {4, "build, 2d",
     R"(control all-reduce of 4: 8 times, 48 messages
build all-reduce of 2: 1 times, 4 messages
build all-reduce of 4: 4 times, 24 messages
build all-gather of 2: 1 times, 4 messages
build all-to-all of 2: 2 times, 8 messages
build all-to-all of 4: 2 times, 24 messages
)"},
    {4, "build, delegate",
     R"(control all-reduce of 4: 10 times, 60 messages
build all-reduce of 4: 6 times, 36 messages
build all-gather of 4: 3 times, 18 messages
build all-to-all of 4: 2 times, 24 messages
)"},
    {4, "bfs, 1d",
     R"(control all-reduce of 4: 6 times, 36 messages
expand round of 4: 4 times 3, 48 messages
fold round of 4: 1 times 3, 12 messages, 9 empty
predecessors round of 4: 1 times
predecessors all-to-all of 4: 1 times
)"},
    {4, "bfs, 2d",
     R"(control all-reduce of 4: 6 times, 36 messages
expand round of 2: 4 times 1, 16 messages, 3 empty
fold round of 2: 7 times 1, 28 messages, 5 empty
predecessors round of 2: 2 times
predecessors all-to-all of 2: 1 times
)"},
    {4, "bfs, delegate",
     R"(control all-reduce of 4: 9 times, 54 messages
reduce reduce of 4: 2 times, 6 messages
reduce broadcast of 4: 2 times, 6 messages
exchange round of 4: 5 times 3, 60 messages, 15 empty
predecessors sparse of 4: 4 times
predecessors all-reduce of 4: 1 times
)"},
    {4, "sssp",
     R"(control all-reduce of 4: 23 times, 138 messages
expand round of 4: 1 times 3, 12 messages
exchange round of 4: 18 times 3, 216 messages, 53 empty
predecessors sparse of 4: 2 times
predecessors all-reduce of 4: 2 times
)"},
    {4, "msf",
     R"(control all-reduce of 4: 21 times, 126 messages
control all-gather of 4: 2 times, 12 messages
exchange all-reduce of 4: 2 times, 12 messages
exchange broadcast of 4: 4 times, 12 messages
exchange all-gather of 4: 5 times, 30 messages
exchange all-to-all of 4: 6 times, 51 messages
)"},
    {16, "build, 1d",
     R"(control all-reduce of 16: 7 times, 210 messages
build all-reduce of 16: 5 times, 150 messages
build all-gather of 16: 1 times, 30 messages
build all-to-all of 16: 4 times, 960 messages
)"},
    {16, "build, 2d",
     R"(control all-reduce of 16: 8 times, 240 messages
build all-reduce of 4: 1 times, 24 messages
build all-reduce of 16: 4 times, 120 messages
build all-gather of 4: 1 times, 24 messages
build all-to-all of 4: 2 times, 96 messages
build all-to-all of 16: 2 times, 480 messages
)"},
    {16, "build, delegate",
     R"(control all-reduce of 16: 12 times, 360 messages
build all-reduce of 16: 6 times, 180 messages
build all-gather of 16: 3 times, 90 messages
build all-to-all of 16: 3 times, 720 messages
)"},
    {16, "bfs, 1d",
     R"(control all-reduce of 16: 6 times, 180 messages
expand round of 16: 4 times 15, 960 messages, 165 empty
fold round of 16: 1 times 15, 240 messages, 228 empty
predecessors round of 16: 1 times
predecessors all-to-all of 16: 1 times
)"},
    {16, "bfs, 2d",
     R"(control all-reduce of 16: 6 times, 180 messages
expand round of 4: 4 times 3, 192 messages, 57 empty
fold round of 4: 13 times 3, 240 messages, 86 empty
predecessors round of 4: 2 times
predecessors all-to-all of 4: 1 times
)"},
    {16, "bfs, delegate",
     R"(control all-reduce of 16: 9 times, 270 messages
reduce reduce of 16: 2 times, 30 messages
reduce broadcast of 16: 2 times, 30 messages
exchange round of 16: 5 times 15, 1200 messages, 620 empty
predecessors sparse of 16: 4 times
predecessors all-reduce of 16: 1 times
)"},
    {16, "sssp",
     R"(control all-reduce of 16: 26 times, 780 messages
expand round of 16: 1 times 15, 240 messages
exchange round of 16: 21 times 15, 5040 messages, 2915 empty
predecessors sparse of 16: 2 times
predecessors all-reduce of 16: 2 times
)"},
    {16, "msf",
     R"(control all-reduce of 16: 77 times, 2310 messages
control all-gather of 16: 2 times, 60 messages
reduce all-to-all of 16: 4 times, 960 messages
exchange all-reduce of 16: 8 times, 240 messages
exchange all-gather of 16: 1 times, 30 messages
exchange all-to-all of 16: 40 times, 7289 messages
)"},
    {64, "build, 1d",
     R"(control all-reduce of 64: 9 times, 1134 messages
build all-reduce of 64: 5 times, 630 messages
build all-gather of 64: 1 times, 126 messages
build all-to-all of 64: 5 times, 20160 messages
)"},
    {64, "build, 2d",
     R"(control all-reduce of 64: 8 times, 1008 messages
build all-reduce of 8: 1 times, 112 messages
build all-reduce of 64: 4 times, 504 messages
build all-gather of 8: 1 times, 112 messages
build all-to-all of 8: 2 times, 896 messages
build all-to-all of 64: 2 times, 8064 messages
)"},
    {64, "build, delegate",
     R"(control all-reduce of 64: 12 times, 1512 messages
build all-reduce of 64: 6 times, 756 messages
build all-gather of 64: 3 times, 378 messages
build all-to-all of 64: 3 times, 12096 messages
)"},
    {64, "bfs, 1d",
     R"(control all-reduce of 64: 6 times, 756 messages
expand round of 64: 3 times 63, 12096 messages, 3777 empty
expand sparse of 64: 1 times 18, 278 messages
fold sparse of 64: 1 times 27, 153 messages
predecessors round of 64: 1 times
predecessors all-to-all of 64: 1 times
)"},
    {64, "bfs, 2d",
     R"(control all-reduce of 64: 7 times, 882 messages
expand round of 8: 5 times 7, 2240 messages, 1043 empty
fold round of 8: 26 times 7, 2432 messages, 1382 empty
predecessors round of 8: 2 times
predecessors all-to-all of 8: 1 times
)"},
    {64, "bfs, delegate",
     R"(control all-reduce of 64: 9 times, 1134 messages
reduce reduce of 64: 2 times, 126 messages
reduce broadcast of 64: 2 times, 126 messages
exchange round of 64: 5 times 63, 18980 messages, 13922 empty
predecessors sparse of 64: 4 times
predecessors all-reduce of 64: 1 times
)"},
    {64, "sssp",
     R"(control all-reduce of 64: 26 times, 3276 messages
expand round of 64: 1 times 63, 4032 messages
exchange round of 64: 2 times 63, 8064 messages, 6580 empty
exchange sparse of 64: 19 times 63, 9914 messages
predecessors sparse of 64: 2 times
predecessors all-reduce of 64: 2 times
)"},
    {64, "msf",
     R"(control all-reduce of 64: 77 times, 9702 messages
control all-gather of 64: 2 times, 252 messages
reduce all-to-all of 64: 4 times, 10688 messages
exchange all-reduce of 64: 8 times, 1008 messages
exchange all-gather of 64: 1 times, 126 messages
exchange all-to-all of 64: 40 times, 95533 messages
)"},
});

}  // namespace strider::test
