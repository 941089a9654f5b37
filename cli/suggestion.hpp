// "Did you mean ...?"
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strider::cli {

/// Of the words that it is shown, the one nearest to a given word by the letters to insert, delete,
/// replace or exchange with the next one; upper and lower case are the same. A word of which more
/// than a third differs is not near. O(length of both) a word; what exceeds some million letters in
/// total is not looked at.
class NearestWord {
 public:
  explicit NearestWord(std::string_view given);
  /// False once further words would not be looked at.
  bool look_at(std::string_view word);
  /// "; did you mean WORD?", "" where no word is near. Of equally near words the first.
  [[nodiscard]] std::string suggestion() const;

 private:
  [[nodiscard]] std::size_t distance_to(std::string_view word);

  std::string given_;
  std::string nearest_;
  std::size_t limit_;      // of the distance: what is farther is not near
  std::size_t work_left_;  // in pairs of letters
  std::vector<std::size_t> rows_;
};

/// The same of a few words.
[[nodiscard]] std::string did_you_mean(std::string_view given, std::span<const std::string> words);
/// The same of words with commas between, as messages list them.
[[nodiscard]] std::string did_you_mean(std::string_view given, std::string_view list);

/// The same for names of file formats, which are also known by their suffixes: "csv" is an
/// edgelist.
[[nodiscard]] std::string did_you_mean_format(std::string_view given, std::string_view list);

}  // namespace strider::cli
