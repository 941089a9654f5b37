// Markup that is well formed, as HTML and as XML: words get into it only where they are escaped.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strider::cli {

class Markup {
 public:
  Markup() = default;
  Markup& operator+=(const Markup& more) {
    text_ += more.text_;
    return *this;
  }
  [[nodiscard]] const std::string& string() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

 private:
  explicit Markup(std::string text) : text_(std::move(text)) {}

  std::string text_;

  friend Markup words(std::string_view text);
  friend Markup element(std::string_view name, const std::vector<struct Attribute>& attributes,
                        const Markup& content);
  friend Markup empty_element(std::string_view name,
                              const std::vector<struct Attribute>& attributes);
  friend Markup raw_text(std::string_view name, const std::vector<struct Attribute>& attributes,
                         std::string_view text);
};

struct Attribute {
  std::string_view name;
  std::string value;
};

/// Text as it is, whatever is in it; a question mark stands for what XML does not allow.
[[nodiscard]] Markup words(std::string_view text);
[[nodiscard]] Markup element(std::string_view name, const std::vector<Attribute>& attributes,
                             const Markup& content);
/// The same with words in it.
[[nodiscard]] Markup element(std::string_view name, const std::vector<Attribute>& attributes,
                             std::string_view text);
/// Of HTML's elements that have no end tag, and of SVG.
[[nodiscard]] Markup empty_element(std::string_view name, const std::vector<Attribute>& attributes);
/// A script or style, which HTML reads without unescaping it. Precondition: "</", "<!--" and "]]>"
/// are not in `text`.
[[nodiscard]] Markup raw_text(std::string_view name, const std::vector<Attribute>& attributes,
                              std::string_view text);

}  // namespace strider::cli
