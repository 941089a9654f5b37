// Options as rows of tables. A row says all there is to say of an option: its names, what it sets,
// its line of help, where it counts. The parser, --help, the manual page, the completions and the
// refusals of options without effect follow from it.
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "files.hpp"
#include "given_options.hpp"
#include "help.hpp"
#include "option_values.hpp"
#include "suggestion.hpp"

namespace strider::cli {

/// What an option sets, which must live as long as the parser.
struct Value {
  /// Declares an option of these names to the parser, with this line of help.
  std::function<CLI::Option*(CLI::App&, const std::string& names, const std::string& help)> declare;
  std::string otherwise = {};         ///< the default, as a text
  std::string suggested = {};         ///< the names that it takes, with commas between
  const std::string* file = nullptr;  ///< the name of one, if it is that
  FileUse use = FileUse::kRead;       ///< of the file
};

struct Row {
  /// "-s,--source LABEL"; flags, numbers and choices need no word behind.
  std::string names;
  Value value;
  std::string help;  ///< {} stands for the default
  Limits limits = {};
};

/// The options of a verb.
class OptionTable {
 public:
  OptionTable(CLI::App& above, const std::string& name, const std::string& description);

  /// Adds rows under one of the headings of help.hpp, below those that stand there.
  void add(const char* group, const std::vector<Row>& rows);
  /// Moves options to another heading.
  void move(const char* group, const std::vector<std::string>& names);
  /// Fills `given` in before the verb runs.
  void note_given(GivenOptions& given);
  void footer(const std::string& text);
  /// What the verb does. Throws UsageError before, where it would overwrite a file that it reads.
  void on_run(std::function<void()> run);
  [[nodiscard]] CLI::App& verb() const { return *verb_; }

 private:
  using Declared = std::vector<std::pair<const CLI::Option*, Limits>>;

  CLI::App* verb_;
  std::shared_ptr<Declared> declared_ = std::make_shared<Declared>();
  std::shared_ptr<std::vector<NamedFile>> files_ = std::make_shared<std::vector<NamedFile>>();
};

namespace detail {
template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<std::optional<T>> {
  using Type = T;
};
}  // namespace detail
/// T, or that of which T is an optional.
template <class T>
using PlainType = typename detail::Plain<T>::Type;

/// Names of values.
template <class T>
using Names = std::vector<std::pair<std::string, T>>;

/// Those of `items`, as name_of(item) has them.
template <class Items, class NameOf>
[[nodiscard]] auto named(const Items& items, NameOf name_of) {
  Names<std::decay_t<decltype(*items.begin())>> names;
  for (const auto item : items) names.emplace_back(name_of(item), item);
  return names;
}
/// "auto, near-far, bellman-ford".
template <class T>
[[nodiscard]] std::string joined(const Names<T>& names, std::string_view between = ", ") {
  std::string text;
  for (const auto& [name, value] : names) text.append(text.empty() ? "" : between).append(name);
  return text;
}

/// A flag; names that begin with ! clear it.
[[nodiscard]] Value flag(bool& into);
/// A flag that sets `value`.
template <class T>
[[nodiscard]] Value flag(T& into, T value) {
  return {[&into, value](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_flag_callback(
        names, [&into, value] { into = value; }, help);
  }};
}

/// A number, of which check(text) tells what is wrong. Of a T of 64 bits without a sign the parser
/// would take -1 for the largest number, and cut off what does not fit.
template <class T, class Check>
[[nodiscard]] Value number(T& into, Check check) {
  Value value{[&into, check](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_option(names, into, help)->check(check);
  }};
  if constexpr (std::is_same_v<T, PlainType<T>>) value.otherwise = fmt::format("{}", into);
  return value;
}
template <class T>
[[nodiscard]] Value number(T& into) {
  constexpr bool is_natural = std::is_same_v<PlainType<T>, std::uint64_t>;
  return number(into, is_natural ? natural_number : anything);
}

/// A text, of which check(text) tells what is wrong: a std::string, or an optional one.
template <class T>
[[nodiscard]] Value text(T& into, std::string suggested = {},
                         std::string (*check)(const std::string&) = not_empty) {
  Value value = number(into, check);
  value.suggested = std::move(suggested);
  return value;
}
/// The name of an input file, of which - is the standard input.
[[nodiscard]] Value input_file(std::string& into);
/// The name of a file that the verb writes.
[[nodiscard]] Value output_file(std::string& into);

/// What parse(text) makes of a text; nothing where it is none of what `takes` says.
template <class T, class Parse>
[[nodiscard]] Value parsed(T& into, Parse parse, std::string takes,
                           std::function<std::string(std::string_view)> suggest) {
  return {[&into, parse, takes, suggest](CLI::App& verb, const std::string& names,
                                         const std::string& help) {
    const std::string name = names.substr(0, names.find(','));
    return verb.add_option(
        names,
        [&into, parse, takes, suggest, name](const CLI::results_t& texts) {
          const auto value = parse(texts.front());
          if (!value) {
            throw CLI::ValidationError(fmt::format("{}: the value must be {}, got '{}'{}", name,
                                                   takes, texts.front(), suggest(texts.front())));
          }
          into = *value;
          return true;
        },
        help);
  }};
}

/// One of a few names; a T, or an optional one.
template <class T>
[[nodiscard]] Value choice(
    T& into, const std::type_identity_t<Names<PlainType<T>>>& names,
    std::string (*suggest)(std::string_view, std::string_view) =
        static_cast<std::string (*)(std::string_view, std::string_view)>(did_you_mean)) {
  const auto parse = [names](const std::string& text) -> std::optional<PlainType<T>> {
    for (const auto& [name, value] : names) {
      if (name == text) return value;
    }
    return std::nullopt;
  };
  const std::string all = joined(names);
  Value value = parsed(into, parse, "one of " + all,
                       [all, suggest](std::string_view text) { return suggest(text, all); });
  value.suggested = all;
  if constexpr (std::is_same_v<T, PlainType<T>>) {
    for (const auto& [name, meant] : names) {
      if (meant == into) value.otherwise = name;
    }
  }
  return value;
}

}  // namespace strider::cli
