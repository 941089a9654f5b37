#include "page/page.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "page/assets.hpp"
#include "page/drawing.hpp"
#include "page/sections.hpp"
#include "page/tables.hpp"

namespace strider::cli {
namespace {

std::string title_of(const std::string& verb) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTitles = {{
      {"bfs", "Breadth-first search"},
      {"sssp", "Shortest paths"},
      {"msf", "Spanning forest"},
      {"bc", "Betweenness centrality"},
      {"components", "Components"},
      {"core", "Core numbers"},
      {"diameter", "Diameter"},
      {"bipartite", "Two sides"},
      {"closeness", "Closeness centrality"},
      {"pagerank", "PageRank"},
      {"cdlp", "Communities"},
      {"lcc", "Local clustering"},
      {"cluster", "Clusters"},
      {"flow", "Maximum flow"},
      {"graph500", "Graph500 benchmark"},
      {"info", "What is in it"},
  }};
  for (const auto& [name, title] : kTitles) {
    if (name == verb) return std::string(title);
  }
  return verb;
}

/// JSON that neither HTML nor XML takes for markup: all but ASCII is escaped, and so are the signs
/// that tags are made of.
std::string embedded(const Json& data) {
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else if (c == '>') {
      safe += "\\u003e";
    } else if (c == '&') {
      safe += "\\u0026";
    } else {
      safe += c;
    }
  }
  return safe;
}

Markup verdict_of(const Json& json) {
  if (!json.contains("passed") || !json["passed"].is_boolean()) return {};
  const bool passed = json["passed"].get<bool>();
  return element(
      "p", {{"class", passed ? "verdict good" : "verdict bad"}},
      passed ? "The result was checked and is right." : "The result was checked and is WRONG.");
}

Markup story_section(const Words& story) {
  if (story.empty()) return {};
  Markup list;
  std::string last;
  for (const auto& [topic, text] : story) {
    if (!topic.empty()) list += element("dt", {}, topic);
    if (topic.empty()) list += element("dt", {}, "");
    list += element("dd", {}, text);
  }
  Markup content = element("h2", {}, "In words");
  content += element("dl", {{"class", "words"}}, list);
  return element("section", {}, content);
}

Markup repeat_section(const Json& json) {
  Markup content = element("h2", {}, "Machine, and how to repeat it");
  if (json.contains("command")) {
    content += element("pre", {}, json["command"].get<std::string>());
  }
  DataTable rows({{.name = "name"}, {.name = "value"}});
  const auto add = [&](const std::string& name, const Json& value, Unit unit) {
    rows.row({{words(name), name}, data_cell(value, unit)});
  };
  if (json.contains("version")) add("strider", json["version"], Unit::kNone);
  if (json.contains("commit")) add("commit", json["commit"], Unit::kNone);
  if (json.contains("machine")) {
    for (const auto& [key, value] : json["machine"].items()) {
      const bool is_memory = key.ends_with("bytes") && value.is_number_unsigned();
      add(is_memory ? name_of_key(key.substr(0, key.size() - 6)) : name_of_key(key),
          is_memory ? Json(bytes(value.get<std::uint64_t>())) : value, Unit::kNone);
    }
  }
  content += element("div", {{"class", "long"}}, rows.markup());
  return element("section", {}, content);
}

std::string text_of(const Json& json, std::string_view key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::string page(const std::string& title, const Markup& body, const Json& data) {
  const std::string policy = fmt::format(
      "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
      kStyleHash, kScriptHash);
  Markup head = empty_element("meta", {{"charset", "utf-8"}});
  head += empty_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}});
  head += empty_element("meta", {{"name", "viewport"}, {"content", "width=device-width"}});
  head += empty_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  head += empty_element("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  head += element("title", {}, title);
  head += raw_text("style", {}, kStyle);
  Markup inside = element("main", {}, body);
  inside += element("footer", {}, "Made by strider " STRIDER_VERSION ". The page loads nothing.");
  inside += raw_text("script", {{"type", "application/json"}, {"id", "data"}}, embedded(data));
  inside += raw_text("script", {}, kScript);
  Markup all = element("head", {}, head);
  all += element("body", {}, inside);
  return "<!DOCTYPE html>\n" + element("html", {{"lang", "en"}}, all).string() + "\n";
}

std::string page_of_run(const Json& json, const Words& story) {
  const std::string title = title_of(text_of(json, "verb"));
  // A name without folders is short; the whole one is among the words.
  const std::string graph = std::filesystem::path(text_of(json, "graph")).filename().string();
  std::string place = text_of(json, "device") == "host" ? "on the host" : "on a device";
  if (json.value("ranks", 1) > 1)
    place = fmt::format("on {} ranks, {}", json["ranks"].dump(), place);
  std::string lead = place;
  if (const std::string method = text_of(json, "algorithm"); !method.empty()) {
    lead = fmt::format("method {}, {}", method, place);
  }
  Markup body = element("h1", {}, fmt::format("{}: {}", title, graph));
  body += element("p", {{"class", "lead"}}, lead);
  body += verdict_of(json);
  body += facts_section(json);
  body += story_section(story);
  if (json.contains("drawing")) body += drawing_of(json["drawing"]);
  body += levels_section(json);
  body += times_section(json);
  body += searches_section(json);
  body += top_section(json);
  body += distributions_section(json);
  body += traffic_section(json);
  body += other_section(json);
  body += repeat_section(json);
  return page(fmt::format("{}: {}", title, graph), body, json);
}

}  // namespace strider::cli
