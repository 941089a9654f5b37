#include "page/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "page/sections.hpp"

namespace strider::cli {
namespace {

constexpr double kMicroseconds = 1e6;

/// The lines of a process, from top to bottom.
enum Line : int { kStages, kSearches, kLevels, kCommunication, kDelegates, kNormals };
constexpr const char* kLineNames[] = {
    "stages",        "searches",          "levels",
    "communication", "device: delegates", "device: normal vertices"};

class Trace {
 public:
  explicit Trace(std::string first_process) : first_process_(std::move(first_process)) {}

  /// Returns when it ends.
  double add(int process, Line line, const std::string& text, double begin, double seconds,
             const Json& more = Json::object()) {
    name(process, line);
    events_.push_back({{"ph", "X"},
                       {"name", text},
                       {"pid", process},
                       {"tid", line},
                       {"ts", begin * kMicroseconds},
                       {"dur", seconds * kMicroseconds},
                       {"args", more}});
    return begin + seconds;
  }
  [[nodiscard]] const Json& events() const { return events_; }

 private:
  /// Where it is the first event of the process or the line.
  void name(int process, Line line) {
    if (processes_.insert(process).second) {
      const std::string text = process == 0 ? first_process_ : fmt::format("rank {}", process);
      events_.push_back(
          {{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", text}}}});
    }
    if (!lines_.emplace(process, line).second) return;
    events_.push_back({{"ph", "M"},
                       {"name", "thread_name"},
                       {"pid", process},
                       {"tid", line},
                       {"args", {{"name", kLineNames[line]}}}});
  }

  std::string first_process_;
  Json events_ = Json::array();
  std::set<int> processes_;
  std::set<std::pair<int, Line>> lines_;
};

double seconds_of(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_number() ? found->get<double>() : 0;
}

/// Entries one after the other, each with what else is known of it.
void add_row(Trace& trace, int process, Line line, const Json& entries, const std::string& noun,
             double begin) {
  std::size_t number = 0;
  for (const Json& entry : entries) {
    const std::string name =
        fmt::format("{} {}", noun,
                    entry.contains("level") ? entry["level"].dump() : std::to_string(number + 1));
    begin = trace.add(process, line, name, begin, seconds_of(entry, "time_s"), entry);
    if (const double checked = seconds_of(entry, "validate_s"); checked > 0) {
      begin = trace.add(process, line, "validate " + name, begin, checked);
    }
    ++number;
  }
}

/// What a rank communicated for in a level: within the event of that.
void add_phases(Trace& trace, const Json& rank, std::size_t level, double begin, double seconds) {
  const auto phases = rank.find("by_phase");
  if (phases == rank.end()) return;
  double at = begin;
  for (const auto& [phase, times] : phases->items()) {
    const auto by_level = times.find("network_by_level_s");
    if (by_level == times.end() || level >= by_level->size()) continue;
    // Sums of the same times in another order may be a little more.
    const double mine = std::min((*by_level)[level].get<double>(), begin + seconds - at);
    if (mine > 0) at = trace.add(rank["rank"].get<int>(), kCommunication, phase, at, mine);
  }
}

/// What each rank spent in communication, level by level; levels begin together.
void add_ranks(Trace& trace, const Json& ranks, const Json& frontier, double begin) {
  for (const Json& rank : ranks) {
    if (!rank.contains("time_by_level_s")) return;
    const int process = rank["rank"].get<int>();
    double at = begin;
    std::size_t level = 0;
    for (const Json& time : rank["time_by_level_s"]) {
      const auto seconds = time.get<double>();
      trace.add(process, kCommunication, fmt::format("level {}", level), at, seconds);
      add_phases(trace, rank, level, at, seconds);
      const double whole = level < frontier.size() ? seconds_of(frontier[level], "time_s") : 0;
      at += std::max(whole, seconds);
      ++level;
    }
  }
}

/// What the queues of devices did: they began when the search did.
void add_device_visits(Trace& trace, const Json& visits, double begin) {
  for (const Json& visit : visits) {
    trace.add(visit["rank"].get<int>(), visit["queue"] == "delegates" ? kDelegates : kNormals,
              visit["visit"].get<std::string>(), begin + seconds_of(visit, "begin_s"),
              seconds_of(visit, "time_s"), {{"level", visit["level"]}});
  }
}

}  // namespace

Json trace_of_run(const Json& json) {
  const bool is_job = json.value("ranks", 1) > 1;
  Trace trace(is_job ? "rank 0" : "strider " + json.value("verb", ""));
  double begin = 0;
  double search = 0;
  for (const Stage& stage : stages_of(json)) {
    if (stage.name == "search") search = begin;
    begin = trace.add(0, kStages, stage.name, begin, stage.seconds);
  }
  for (const char* key : {"trials", "searches"}) {
    if (json.contains(key) && json[key].is_array()) {
      add_row(trace, 0, kSearches, json[key], "search", search);
    }
  }
  if (json.contains("frontier")) {
    add_row(trace, 0, kLevels, json["frontier"], "level", search);
  }
  const auto traffic = json.find("traffic");
  if (traffic != json.end()) {
    const auto ranks = traffic->find("by_rank");
    if (ranks != traffic->end() && ranks->is_array()) {
      add_ranks(trace, *ranks, json.value("frontier", Json::array()), search);
    } else if (traffic->contains("by_level")) {
      add_row(trace, 0, kCommunication, (*traffic)["by_level"], "level", search);
    }
  }
  if (const auto visits = json.find("device_visits"); visits != json.end()) {
    add_device_visits(trace, *visits, search);
  }
  Json all = {{"displayTimeUnit", "ms"}, {"traceEvents", trace.events()}};
  all["otherData"] = {{"command", json.value("command", "")},
                      {"version", json.value("version", "")},
                      {"commit", json.value("commit", "")}};
  return all;
}

}  // namespace strider::cli
