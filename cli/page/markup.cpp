#include "page/markup.hpp"

#include <cstddef>

#include "print.hpp"

namespace strider::cli {
namespace {

/// Numbers of Unicode that are no characters, which XML excludes.
void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  const auto take = [&](std::size_t until, std::string_view instead) {
    out += printable(text.substr(from, until - from));
    out += instead;
    from = until + 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '&':
        take(i, "&amp;");
        break;
      case '<':
        take(i, "&lt;");
        break;
      case '>':
        take(i, "&gt;");
        break;
      case '"':
        take(i, "&quot;");
        break;
      case '\'':
        take(i, "&#39;");
        break;
      case '\t':
        take(i, "&#9;");
        break;
      case '\n':
        take(i, "&#10;");
        break;
      default:
        break;
    }
  }
  out += printable(text.substr(std::min(from, text.size())));
  replace_all(out, "\xEF\xBF\xBE", "?");
  replace_all(out, "\xEF\xBF\xBF", "?");
  return out;
}

std::string opened(std::string_view name, const std::vector<Attribute>& attributes) {
  std::string tag = "<";
  tag += name;
  for (const Attribute& attribute : attributes) {
    tag += ' ';
    tag += attribute.name;
    tag += "=\"";
    tag += escaped(attribute.value);
    tag += '"';
  }
  return tag;
}

std::string closed(std::string_view name) {
  return "</" + std::string(name) + ">";
}

}  // namespace

Markup words(std::string_view text) {
  return Markup(escaped(text));
}

Markup element(std::string_view name, const std::vector<Attribute>& attributes,
               const Markup& content) {
  return Markup(opened(name, attributes) + ">" + content.string() + closed(name));
}

Markup element(std::string_view name, const std::vector<Attribute>& attributes,
               std::string_view text) {
  return element(name, attributes, words(text));
}

Markup empty_element(std::string_view name, const std::vector<Attribute>& attributes) {
  return Markup(opened(name, attributes) + "/>");
}

Markup raw_text(std::string_view name, const std::vector<Attribute>& attributes,
                std::string_view text) {
  return Markup(opened(name, attributes) + ">" + std::string(text) + closed(name));
}

}  // namespace strider::cli
