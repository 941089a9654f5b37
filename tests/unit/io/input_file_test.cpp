#include "io/input_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "strider/error.hpp"

namespace strider {
namespace {

using testing::HasSubstr;

std::string gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string xz(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(
                1, LZMA_CHECK_CRC32, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

class InputFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("strider_input_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& bytes) {
    const std::string path = folder_ / "file";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  std::string error_of(const std::string& bytes) {
    try {
      static_cast<void>(InputFile::open(write(bytes)));
    } catch (const InputError& error) {
      return error.what();
    }
    ADD_FAILURE() << "expected an InputError";
    return "";
  }
  [[nodiscard]] std::string folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

void expect_padding(const InputFile& file) {
  for (std::size_t i = 0; i < kTextPadding; ++i) {
    ASSERT_EQ(file.bytes().data()[file.bytes().size() + i], '\0');
  }
}

/// Compresses well in the middle, badly at the end.
std::string sample() {
  std::string text(300'000, 'a');
  for (unsigned i = 0; i < 100'000; ++i) text += static_cast<char>(i * 2654435761U >> 24);
  return text;
}

TEST_F(InputFileTest, PlainFilesOfEverySizeArePadded) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, page - 1, page, page + 1}) {
    const std::string text(size, 'x');
    const InputFile file = InputFile::open(write(text));
    EXPECT_EQ(file.bytes(), text);
    EXPECT_EQ(file.compression(), "");
    expect_padding(file);
  }
}

TEST_F(InputFileTest, CompressionIsFoundByContent) {
  const std::string text = sample();
  const std::pair<const char*, std::string> packed[] = {
      {"gz", gzip(text)}, {"zst", zstd(text)}, {"xz", xz(text)}};
  for (const auto& [name, bytes] : packed) {
    const InputFile file = InputFile::open(write(bytes));
    EXPECT_EQ(file.compression(), name);
    EXPECT_TRUE(file.bytes() == text) << name;
    expect_padding(file);
  }
}

TEST_F(InputFileTest, EmptyContent) {
  for (const std::string& bytes : {gzip(""), zstd(""), xz("")}) {
    const InputFile file = InputFile::open(write(bytes));
    EXPECT_EQ(file.bytes(), "");
    expect_padding(file);
  }
}

TEST_F(InputFileTest, MembersInARowAreOneText) {
  for (const std::string& bytes :
       {gzip("1 2\n") + gzip("3 4\n"), zstd("1 2\n") + zstd("3 4\n"), xz("1 2\n") + xz("3 4\n")}) {
    EXPECT_EQ(InputFile::open(write(bytes)).bytes(), "1 2\n3 4\n");
  }
  EXPECT_EQ(InputFile::open(write(gzip("1 2\n") + std::string(512, '\0'))).bytes(), "1 2\n");
}

// Too much for the first guess, then a member that fits, then one that does not.
TEST_F(InputFileTest, MembersOfEverySizeAreUnpacked) {
  const std::string large(std::size_t{10} << 20, 'a');
  const InputFile file = InputFile::open(write(gzip(large) + gzip("1 2\n") + gzip(large)));
  EXPECT_TRUE(file.bytes() == large + "1 2\n" + large);
  expect_padding(file);
}

TEST_F(InputFileTest, TruncatedDataAreAnError) {
  for (const std::string& bytes : {gzip(sample()), zstd(sample()), xz(sample())}) {
    for (const std::size_t size : {bytes.size() / 3, bytes.size() - 9, bytes.size() - 1}) {
      const std::string message = error_of(bytes.substr(0, size));
      EXPECT_THAT(message, HasSubstr("end too early"));
      EXPECT_THAT(message, HasSubstr("/file: "));
    }
  }
}

TEST_F(InputFileTest, CorruptDataAreAnError) {
  for (std::string bytes : {gzip(sample()), zstd(sample()), xz(sample())}) {
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 20; ++i) bytes[i] = '\x55';
    // zstd without a checksum notices by luck; gzip and xz have one.
    if (bytes.starts_with("\x28\xb5")) continue;
    EXPECT_THAT(error_of(bytes), HasSubstr("corrupt"));
  }
  EXPECT_THAT(error_of(gzip("x") + "trailing"), HasSubstr("corrupt"));
}

TEST_F(InputFileTest, WhatCannotBeOpened) {
  EXPECT_THROW(static_cast<void>(InputFile::open(folder() + "/missing")), InputError);
  EXPECT_THROW(static_cast<void>(InputFile::open(folder())), InputError);
}

TEST_F(InputFileTest, PipesAreRead) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "0 1\n", 4), 4);
  ::close(ends[1]);
  const InputFile file = InputFile::open("/dev/fd/" + std::to_string(ends[0]));
  EXPECT_EQ(file.bytes(), "0 1\n");
  expect_padding(file);
  ::close(ends[0]);
}

TEST(CompressionSuffix, IsCut) {
  EXPECT_EQ(without_compression_suffix("a/b.mtx.gz"), "a/b.mtx");
  EXPECT_EQ(without_compression_suffix("a/b.mtx.zst"), "a/b.mtx");
  EXPECT_EQ(without_compression_suffix("b.xz"), "b");
  EXPECT_EQ(without_compression_suffix("a.gz/b.mtx"), "a.gz/b.mtx");
}

TEST_F(InputFileTest, RefusesEmptyFilesOfCompressedNames) {
  EXPECT_EQ(InputFile::open(write("")).bytes(), "");
  for (const char* suffix : {".gz", ".xz", ".zst"}) {
    const std::string path = write("") + suffix;
    std::ofstream(path).close();
    EXPECT_THROW(static_cast<void>(InputFile::open(path)), InputError);
  }
}

}  // namespace
}  // namespace strider
