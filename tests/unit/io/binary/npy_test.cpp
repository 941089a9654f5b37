#include <zip.h>

#include <limits>

#include "unit/io/binary/npy_testing.hpp"
#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string npy_error(const std::string& file) {
  return error_of(parse_npy, file);
}

TEST(Npy, SparseNumbersAndWeights) {
  const InputEdges input =
      parse(parse_npy, npy("'<f8'", "(2, 3)", raw_bytes<double>({1e9, 5, 0.5, 5, 7e12, 2})));
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"5", "1000000000", "7000000000000"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {0, 2}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{0.5, 2}));
  EXPECT_EQ(parse(parse_npy, npy("'<i8'", "(0, 2)", "")).list.num_vertices, 0U);
  EXPECT_EQ(
      parse(parse_npy, npy("'<i8'", "(0, 2)", ""), {.plain_edge_list = Directedness::kUndirected})
          .facts.directedness,
      Directedness::kUndirected);
}

TEST(Npy, RecordsByNameOrByPlace) {
  const std::string data = raw_bytes<std::uint16_t>({0, 1, 5, 1, 2, 6});
  const InputEdges input =
      parse(parse_npy, npy("[('km', '<u2'), ('A', '<u2'), ('B', '<u2')]", "(2,)", data));
  EXPECT_EQ(input.list.edges[0].source, 0U);
  EXPECT_THAT(
      input.facts.notes,
      Contains(HasSubstr("column 1 ('km') and column 2 ('A') are read as source and target")));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("column 3 ('B') is read as the weight")));
  const InputEdges named =
      parse(parse_npy, npy("[('dst', '<u2'), ('SRC', '<u2'), ('km', '<u2')]", "(2,)", data));
  EXPECT_EQ(edges_of(named), (EdgeVector{{1, 0}, {2, 1}}));
  EXPECT_EQ(weights_of<std::uint32_t>(named), (std::vector<std::uint32_t>{5, 6}));
}

TEST(Npy, InfiniteValuesOfAMatrixAreNoEdges) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> values(16, kInfinity);
  values[1] = 3;
  const InputEdges input = parse(parse_npy, npy("'<f8'", "(4, 4)", raw_bytes(values)));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("15 infinite values")));
}

TEST(Npy, Errors) {
  const std::string edge = raw_bytes<std::int64_t>({0, 1});
  EXPECT_THAT(npy_error("\x93NUMPY"), HasSubstr("test: is not an array of numpy"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(1, 2)", edge).substr(0, 40)), HasSubstr("is cut off"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(1, 2)", edge.substr(1))),
              HasSubstr("has 15 bytes of values, but its header announces 2 elements of 8 bytes"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(1, 2)", edge + "x")), HasSubstr("has 17 bytes"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(4611686018427387904, 2)", edge)), HasSubstr("announces"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(99999999999999999999, 2)", edge)), HasSubstr("header"));
  EXPECT_THAT(npy_error(npy("'<c16'", "(1,)", edge)), HasSubstr("type '<c16', which is not read"));
  EXPECT_THAT(npy_error(npy("'|O'", "(2,)", edge)), HasSubstr("type '|O'"));
  EXPECT_THAT(npy_error(npy("'<U2'", "(1, 2)", edge)), HasSubstr("found texts"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(2,)", edge)), HasSubstr("has 1 axes"));
  EXPECT_THAT(npy_error(npy("'<i8'", "()", edge.substr(8))), HasSubstr("has 0 axes"));
  EXPECT_THAT(npy_error(npy("'|u1'", "(3, 5)", std::string(15, '\0'))),
              HasSubstr("array of 3 x 5"));
  EXPECT_THAT(npy_error(npy("[('a', '<i8')]", "(2,)", edge)), HasSubstr("found one field"));
  EXPECT_THAT(npy_error(npy("[('a', '<i8', (2,))]", "(1,)", edge)), HasSubstr("its header"));
  EXPECT_THAT(npy_error(npy_of("{'descr': '<i8'}", "")), HasSubstr("its header"));
  EXPECT_THAT(npy_error(npy_of("", "")), HasSubstr("its header"));
  EXPECT_THAT(npy_error(npy("'<i8'", "(1, 2)", raw_bytes<std::int64_t>({0, -3}))),
              HasSubstr("element 0 is -3: expected a vertex number"));
  EXPECT_THAT(npy_error(npy("'<f4'", "(1, 2)", raw_bytes<float>({0, 1.5}))), HasSubstr("is 1.5"));
  EXPECT_THAT(npy_error(npy("'<f4'", "(1, 3)", raw_bytes<float>({0, 1, NAN}))),
              HasSubstr("element 0 is not a number: expected a weight"));
  EXPECT_THAT(npy_error(npy("'<f4'", "(1, 2)", raw_bytes<float>({0, NAN}))), HasSubstr("is nan"));
  std::vector<float> matrix(16, NAN);
  EXPECT_THAT(npy_error(npy("'<f4'", "(4, 4)", raw_bytes(matrix))),
              HasSubstr("row 0 has a value that is not a number"));
}

using Members = std::vector<std::pair<std::string, std::string>>;

/// A zip archive of arrays, in memory.
std::string npz(const Members& members, std::int32_t method = ZIP_CM_DEFLATE) {
  zip_error_t error;
  zip_source_t* const buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(buffer);
  zip_t* const archive = zip_open_from_source(buffer, ZIP_TRUNCATE, &error);
  for (const auto& [name, content] : members) {
    zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
    const auto index = zip_file_add(archive, (name + ".npy").c_str(), source, 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  zip_stat_t status;
  zip_source_stat(buffer, &status);
  std::string bytes(status.size, '\0');
  zip_source_open(buffer);
  zip_source_read(buffer, bytes.data(), bytes.size());
  zip_source_close(buffer);
  zip_source_free(buffer);
  return bytes;
}

/// The matrix (0 2 0; 0 0 3; 0 0 0), one of its arrays replaced.
Members csr_with(const std::string& name = "", const std::string& content = "") {
  Members members{{"indices", npy("'<i4'", "(2,)", raw_bytes<std::int32_t>({1, 2}))},
                  {"indptr", npy("'<i4'", "(4,)", raw_bytes<std::int32_t>({0, 1, 2, 2}))},
                  {"format", npy("'|S3'", "()", "csr")},
                  {"shape", npy("'<i8'", "(2,)", raw_bytes<std::int64_t>({3, 3}))},
                  {"data", npy("'<f8'", "(2,)", raw_bytes<double>({2, 3}))}};
  for (auto& member : members) {
    if (member.first == name) member.second = content;
  }
  return members;
}

std::string csr_error(const std::string& name, const std::string& content) {
  return error_of(parse_npz, npz(csr_with(name, content)));
}

TEST(Npz, CsrInEitherWayOfPacking) {
  for (const std::int32_t method : {ZIP_CM_DEFLATE, ZIP_CM_STORE}) {
    const InputEdges input = parse(parse_npz, npz(csr_with(), method));
    EXPECT_EQ(input.list.num_vertices, 3U);
    EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
    EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{2, 3}));
  }
  const InputEdges columns =
      parse(parse_npz,
            npz(csr_with("format", npy("'<U3'", "()", std::string("c\0\0\0s\0\0\0c\0\0\0", 12)))));
  EXPECT_EQ(edges_of(columns), (EdgeVector{{1, 0}, {2, 1}}));
}

TEST(Npz, RepeatedEntriesAreAddedUp) {
  Members members = csr_with("data", npy("'<f8'", "(4,)", raw_bytes<double>({2, 3, 4, -5})));
  members[0] = {"row", npy("'<i4'", "(4,)", raw_bytes<std::int32_t>({2, 0, 2, 2}))};
  members[1] = {"col", npy("'<i4'", "(4,)", raw_bytes<std::int32_t>({1, 1, 0, 1}))};
  members[2] = {"format", npy("'|S3'", "()", "coo")};
  const InputEdges input = parse(parse_npz, npz(members));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}, {2, 1}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{3, 4, -3}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("1 entries are added to others")));
  members[4].second = npy("'<f8'", "(4,)", raw_bytes<double>({INFINITY, 3, 4, -INFINITY}));
  EXPECT_THAT(error_of(parse_npz, npz(members)),
              HasSubstr("test: the entries in row 2 and column 1"));
}

TEST(Npz, Errors) {
  const auto integers = [](const std::string& shape, const std::vector<std::int64_t>& values) {
    return npy("'<i8'", shape, raw_bytes(values));
  };
  EXPECT_THAT(csr_error("shape", integers("(2,)", {3, 4})), HasSubstr("is not square"));
  EXPECT_THAT(csr_error("shape", integers("(2,)", {1LL << 40, 1LL << 40})),
              HasSubstr("more than one machine"));
  EXPECT_THAT(csr_error("shape", integers("(3,)", {3, 3, 3})), HasSubstr("expected two numbers"));
  EXPECT_THAT(csr_error("shape", integers("(2,)", {-3, -3})), HasSubstr("shape: element 0 is -3"));
  EXPECT_THAT(csr_error("shape", integers("(2,)", {4000000000, 4000000000})),
              HasSubstr("indptr: has 4 elements, expected 4000000001"));
  EXPECT_THAT(csr_error("indptr", integers("(4,)", {0, 2, 1, 2})),
              HasSubstr("descends at element 2"));
  EXPECT_THAT(csr_error("indptr", integers("(4,)", {0, 1, 1, 1})), HasSubstr("leads from 0 to 1"));
  EXPECT_THAT(csr_error("indptr", integers("(4,)", {0, 1, 9, 2})), HasSubstr("element 2 is 9"));
  EXPECT_THAT(csr_error("indices", integers("(2,)", {1, 3})),
              HasSubstr("element 1 is 3: expected a number below 3"));
  EXPECT_THAT(csr_error("indices", integers("(2,)", {-1, 0})), HasSubstr("element 0 is -1"));
  EXPECT_THAT(csr_error("indices", integers("(1, 2)", {1, 2})), HasSubstr("expected one axis"));
  EXPECT_THAT(csr_error("data", integers("(3,)", {1, 2, 3})),
              HasSubstr("data: has 3 elements, expected 2"));
  EXPECT_THAT(csr_error("data", npy("'<f8'", "(2,)", raw_bytes<double>({1, NAN}))),
              HasSubstr("element 1 is not a number"));
  EXPECT_THAT(csr_error("format", npy("'|S3'", "()", "xyz")),
              HasSubstr("layout 'xyz' are not read"));
  EXPECT_THAT(csr_error("format", npy("'<i8'", "()", std::string(8, 'x'))),
              HasSubstr("expected a word"));
  EXPECT_THAT(error_of(parse_npz, npz({{"a", "x"}, {"b", "y"}})),
              HasSubstr("but holds 'a.npy', 'b.npy': if the first are sources, targets and perhaps "
                        "weights, convert it with  python3 -c \"import sys, numpy"));
  EXPECT_THAT(error_of(parse_npz, "PK\x03\x04 and no more"), HasSubstr("is not a zip archive"));
  Members without = csr_with();
  without.erase(without.begin() + 1);
  EXPECT_THAT(error_of(parse_npz, npz(without)), HasSubstr("has no member 'indptr.npy'"));
}

TEST(Npz, SizesBeyondTheArchiveAreRefused) {
  std::string bytes = npz(csr_with());
  const std::size_t entry = bytes.find("PK\x01\x02");
  // Both sizes of the first member, packed and unpacked.
  for (const std::size_t place : {20U, 24U}) bytes.replace(entry + place, 4, "\x00\x00\x00\xF0", 4);
  EXPECT_THAT(error_of(parse_npz, bytes), HasSubstr("announces more bytes than it can hold"));
}

TEST(Npz, DamagedArchives) {
  const std::string good = npz(csr_with());
  for (std::size_t size = 0; size < good.size(); size += 7) {
    static_cast<void>(error_of(parse_npz, good.substr(0, size)));
  }
  // A byte of the packed data of the first member: its checksum tells.
  std::string flipped = npz(csr_with(), ZIP_CM_STORE);
  flipped[flipped.find("NUMPY") + 20] ^= 1;
  EXPECT_THAT(error_of(parse_npz, flipped), HasSubstr("checksum"));
}

}  // namespace
}  // namespace strider::io_testing
