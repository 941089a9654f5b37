// Damaged containers: each opens as the graph that was written, or is refused. None crashes what
// reads or searches it.
#include <gtest/gtest.h>

#include <functional>

#include "fuzz/fuzz_file.hpp"
#include "strider/betweenness.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "strider/msf.hpp"
#include "strider/validate.hpp"
#include "support/compare_graphs.hpp"
#include "support/native_forgery.hpp"
#include "support/temporary_folder.hpp"

namespace strider::mutated {
namespace {

using test::ContainerTables;

/// A kind of container.
struct Kind {
  const char* name;
  Directedness directedness;
  void (*weigh)(EdgeList&);
  Labels (*label)(Vertex n);
  LayoutChoice layout;
};
void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

constexpr Vertex kVertices = 40;
constexpr int kMutations = 5000;
const BuildOptions kKeep{
    .self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep, .threads = 1};

void unweighted(EdgeList&) {}
template <class W>
void weighted(EdgeList& list) {
  test::add_weights<W>(list);
}
Labels dense(Vertex) {
  return Labels::dense(1);
}
Labels sparse(Vertex n) {
  Array<std::uint64_t> numbers(n);
  for (Vertex v = 0; v < n; ++v) numbers[v] = 1000 + 7 * v;
  return Labels::sparse(std::move(numbers));
}
Labels text(Vertex n) {
  std::vector<std::string> texts;
  for (Vertex v = 0; v < n; ++v) texts.push_back("name " + std::to_string(v * v));
  return Labels::text(texts);
}

/// Undirected kinds have few edges, so that trees hang off the core.
AnyGraph make(const Kind& kind) {
  const bool directed = kind.directedness == Directedness::kDirected;
  EdgeList list = test::random_list(kVertices, directed ? 120 : 45, kind.directedness);
  kind.weigh(list);
  list.labels = kind.label(kVertices);
  return build_any_graph(std::move(list), {.threads = 1});
}

/// How a mutation was signed: what it can get past.
enum class Signed : std::uint8_t { kNot, kHeader, kAll };

struct Mutant {
  std::vector<std::byte> bytes;
  Signed by = Signed::kNot;
};

/// Draws mutants of a container.
class Mutator {
 public:
  explicit Mutator(std::string_view genuine, std::uint64_t seed) : rng_(seed, 0) {
    const auto bytes = std::as_bytes(std::span(genuine));
    genuine_.assign(bytes.begin(), bytes.end());
  }

  Mutant draw() {
    mutant_ = {genuine_, Signed::kNot};
    switch (rng_.below(8)) {
      case 0:
        flip_bit(0, mutant_.bytes.size());
        break;
      case 1:
        mutant_.bytes[rng_.below(mutant_.bytes.size())] = random_byte();
        break;
      case 2:
        mutant_.bytes.resize(rng_.below(mutant_.bytes.size()));
        break;
      case 3:
        mutant_.bytes.resize(mutant_.bytes.size() + 1 + rng_.below(200), random_byte());
        break;
      case 4:
        change_tables([this](ContainerTables& tables) { exchange_sections(tables); });
        break;
      case 5:
        flip_bit(16, ContainerTables(mutant_.bytes).header.header_bytes);
        change_tables([](ContainerTables&) {});
        break;
      case 6:
        change_tables([this](ContainerTables& tables) { change_count(tables); });
        break;
      default:
        change_elements();
        break;
    }
    return mutant_;
  }

 private:
  std::byte random_byte() { return static_cast<std::byte>(rng_.below(256)); }
  void flip_bit(std::size_t begin, std::size_t end) {
    mutant_.bytes[begin + rng_.below(end - begin)] ^= static_cast<std::byte>(1U << rng_.below(8));
  }

  /// Signs the header, and half the time all sections.
  void change_tables(const std::function<void(ContainerTables&)>& change) {
    ContainerTables tables(mutant_.bytes);
    change(tables);
    sign(tables, rng_.below(2) == 0 ? Signed::kHeader : Signed::kAll);
  }
  void sign(ContainerTables& tables, Signed by) {
    if (by == Signed::kAll) tables.sign_sections(mutant_.bytes);
    tables.write(mutant_.bytes);
    mutant_.by = by;
  }

  /// Two sections trade their bytes.
  void exchange_sections(ContainerTables& tables) {
    auto& one = tables.sections[rng_.below(tables.sections.size())];
    auto& other = tables.sections[rng_.below(tables.sections.size())];
    if (rng_.below(2) == 0) {
      std::swap(one.name, other.name);
    } else {
      std::swap(one.offset, other.offset);
      std::swap(one.checksum, other.checksum);
    }
  }
  /// A number of vertices, arcs, elements or of the layout becomes another one nearby.
  void change_count(ContainerTables& tables) {
    auto& section = tables.sections[rng_.below(tables.sections.size())];
    const std::size_t scalars = tables.scalars.size();
    std::uint64_t* const counts[] = {
        &tables.header.num_vertices,
        &tables.header.num_arcs,
        &tables.header.num_self_loops,
        &tables.header.label_base,
        &section.count,
        scalars > 0 ? &tables.scalars[rng_.below(scalars)].value : &section.count};
    *counts[rng_.below(std::size(counts))] += rng_.below(2) == 0 ? 1 : ~0ULL;
  }
  /// Words of a section become others, small or any.
  void change_elements() {
    ContainerTables tables(mutant_.bytes);
    const auto& section = tables.sections[rng_.below(tables.sections.size())];
    const auto bytes = ContainerTables::bytes_of(mutant_.bytes, section);
    for (std::uint64_t i = 0; i < 1 + rng_.below(3) && bytes.size() >= sizeof(std::uint32_t); ++i) {
      const auto at = rng_.below(bytes.size() / sizeof(std::uint32_t)) * sizeof(std::uint32_t);
      const auto word = static_cast<std::uint32_t>(rng_.next() >> (rng_.below(2) == 0 ? 32U : 58U));
      std::memcpy(bytes.data() + at, &word, sizeof(word));
    }
    sign(tables, Signed::kAll);
  }

  CounterRng rng_;
  std::vector<std::byte> genuine_;
  Mutant mutant_;
};

LoadedGraph open(const std::string& path, Verification verification) {
  return read_graph(
      path, {.format = FileFormat::kNative, .verification = verification, .threads = 1}, kKeep);
}

/// Searches as the program does. Only the library's own errors may come out of it.
void search(const LoadedGraph& loaded, bool all) {
  const Graph& graph = topology(loaded.graph);
  if (graph.num_vertices() == 0) return;
  const Vertex source = graph.num_vertices() / 2;
  BfsSolver solver(loaded.prepared ? *loaded.prepared : PreparedGraph(graph), {.threads = 1});
  const BfsResult tree = solver.run(source);
  EXPECT_EQ(tree.parents().size(), graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) (void)graph.labels().label(v);
  if (!all) return;
  (void)betweenness(graph, {.run = {.threads = 1}});
  if (!graph.is_directed()) {
    (void)MsfSolver<std::uint32_t>(with_unit_weights(graph, 1), {.threads = 1}).run();
  }
}

void expect_right_search(const LoadedGraph& loaded) {
  const Graph& graph = topology(loaded.graph);
  if (graph.num_vertices() == 0) return;
  BfsSolver solver(loaded.prepared ? *loaded.prepared : PreparedGraph(graph), {.threads = 1});
  const BfsResult tree = solver.run(0);
  EXPECT_TRUE(validate_bfs(graph, 0, tree.parents(), tree.levels(), 1).passed());
}

class MutatedContainer : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    const test::TemporaryFolder folder;
    graph_ = make(GetParam());
    const PreparedGraph prepared =
        prepare(topology(graph_), {.layout = GetParam().layout, .threads = 1});
    write_native(graph_, folder.file("g.strider"), &prepared, nullptr, 1);
    genuine_ = test::read_whole(folder.file("g.strider"));
  }

  AnyGraph graph_;
  std::string genuine_;
};

TEST_P(MutatedContainer, IsRightOrRefused) {
  Mutator mutator(genuine_, 5);
  int refused = 0;
  for (int round = 0; round < kMutations; ++round) {
    const Mutant mutant = mutator.draw();
    const fuzz::FuzzFile file(reinterpret_cast<const std::uint8_t*>(mutant.bytes.data()),
                              mutant.bytes.size());
    // Opened without checksums, nothing may crash.
    fuzz::passes([&] { search(open(file.path(), Verification::kStructure), round % 32 == 0); });
    try {
      const LoadedGraph loaded = open(file.path(), Verification::kChecksums);
      if (mutant.by == Signed::kAll) {
        // Another graph, which no checksum tells from the one that was written.
        fuzz::passes([&] { search(loaded, false); });
        if (fuzz::passes([&] { verify_native(file.path(), 1); })) expect_right_search(loaded);
      } else {
        test::expect_equal(graph_, loaded.graph);
        expect_right_search(loaded);
      }
    } catch (const InputError&) {
      ++refused;
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(refused, kMutations / 2);
}

constexpr auto kUndirected = Directedness::kUndirected;
constexpr auto kDirected = Directedness::kDirected;

INSTANTIATE_TEST_SUITE_P(
    Kinds, MutatedContainer,
    testing::Values(
        Kind{"plain", kUndirected, unweighted, dense, LayoutChoice::kNone},
        Kind{"degree", kUndirected, unweighted, sparse, LayoutChoice::kDegree},
        Kind{"locality", kUndirected, unweighted, text, LayoutChoice::kLocality},
        Kind{"float_text", kUndirected, weighted<float>, text, LayoutChoice::kNone},
        Kind{"float_degree", kUndirected, weighted<float>, dense, LayoutChoice::kDegree},
        Kind{"double_locality", kUndirected, weighted<double>, sparse, LayoutChoice::kLocality},
        Kind{"uint32_degree", kUndirected, weighted<std::uint32_t>, text, LayoutChoice::kDegree},
        Kind{"uint32_locality", kUndirected, weighted<std::uint32_t>, dense,
             LayoutChoice::kLocality},
        Kind{"directed", kDirected, unweighted, text, LayoutChoice::kNone},
        Kind{"directed_float", kDirected, weighted<float>, sparse, LayoutChoice::kNone},
        Kind{"directed_double", kDirected, weighted<double>, dense, LayoutChoice::kNone},
        Kind{"directed_uint32", kDirected, weighted<std::uint32_t>, text, LayoutChoice::kNone}),
    [](const auto& test_case) { return std::string(test_case.param.name); });

}  // namespace
}  // namespace strider::mutated
