// A container of a directed graph with weights and names, to be damaged.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/direct_load.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/native_forgery.hpp"
#include "support/temporary_folder.hpp"

namespace strider {

using native::FileHeader;
using native::SectionEntry;
using test::read_whole;
using test::TemporaryFolder;
using test::write_whole;

inline LoadedGraph open_native(const std::string& path, const BuildOptions& build = {}) {
  auto loaded = map_native(path, {}, build);
  if (!loaded) throw std::logic_error("not mapped");
  return std::move(*loaded);
}

class NativeFile : public testing::Test {
 protected:
  void SetUp() override {
    EdgeList list = test::random_list(200, 900, Directedness::kDirected);
    list.labels = Labels::text([] {
      std::vector<std::string> names;
      for (int v = 0; v < 200; ++v) names.push_back("vertex" + std::to_string(v));
      return names;
    }());
    test::add_weights<double>(list);
    BuildReport report;
    graph_ = build_any_graph(std::move(list), {}, &report);
    report_ = report;
    write_native(graph_, path_, nullptr, &report);
    content_ = read_whole(path_);
  }
  [[nodiscard]] FileHeader header() const {
    FileHeader header;
    std::memcpy(&header, content_.data(), sizeof(header));
    return header;
  }
  using Change = std::function<void(test::ContainerTables&)>;
  /// Writes `content_` with other tables, the header's checksum made right.
  void forge(const Change& change) {
    test::ContainerTables tables(container());
    change(tables);
    tables.write(container());
    write_whole(path_, content_);
  }
  /// The same, with all checksums made right.
  void forge_and_sign(const Change& change) {
    forge([&](test::ContainerTables& tables) {
      change(tables);
      tables.sign_sections(container());
    });
  }
  void forge_section(std::size_t i, const std::function<void(SectionEntry&)>& change) {
    forge([&](test::ContainerTables& tables) { change(tables.sections[i]); });
  }
  /// Changes the words of the section of that name; all checksums are made right.
  void forge_array(std::string_view name,
                   const std::function<void(std::span<std::uint32_t>)>& change) {
    forge_and_sign([&](test::ContainerTables& tables) {
      for (const SectionEntry& section : tables.sections) {
        if (name != section.name.data()) continue;
        const auto bytes = test::ContainerTables::bytes_of(container(), section);
        std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
        std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
        change(words);
        std::memcpy(bytes.data(), words.data(), words.size() * sizeof(std::uint32_t));
      }
    });
  }
  [[nodiscard]] std::span<std::byte> container() {
    return std::as_writable_bytes(std::span(content_));
  }
  void expect_refused(const std::string& words) {
    const std::string message = test::message_of<InputError>([&] { (void)open_native(path_); });
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(message.starts_with(path_));
  }

  void expect_unverified(const std::string& words) {
    test::expect_error<InputError>(words, [&] { verify_native(path_); });
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("g.strider");
  AnyGraph graph_;
  BuildReport report_;
  std::string content_;
};

}  // namespace strider
