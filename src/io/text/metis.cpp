// METIS and DIMACS-10 graphs: G. Karypis, "METIS 5.1.0 Manual", section 4.1.1. Line v lists the
// neighbours of vertex v.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "graph/csr_facts.hpp"
#include "io/readers.hpp"
#include "io/text/metis_slice.hpp"
#include "io/text/rows.hpp"
#include "io/undirected_edges.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// The entries that the lines of a chunk hold.
struct ChunkEntries {
  std::vector<Edge> edges;
  std::vector<double> weights;
  bool fit_uint32 = true;
  std::optional<ParseFault> fault;
};

/// Reads the lines of consecutive vertices.
class ListParser {
 public:
  ListParser(const MetisHeader& header, bool keep_weights)
      : header_(header), keep_weights_(keep_weights) {}

  void parse_chunk(const MetisChunk& chunk, ChunkEntries& entries) const {
    entries.edges.reserve(chunk.words / header_.words_per_entry());
    if (keep_weights_) entries.weights.reserve(chunk.words / header_.words_per_entry());
    const char* at = chunk.text.data();
    const char* const end = at + chunk.text.size();
    for (std::uint64_t v = chunk.lines_before; at < end; ++at) {
      if (*at != '%') {
        at = parse_line(at, v, entries);
        ++v;
      }
      at = find_line_end(at, end);
    }
  }

 private:
  const char* parse_line(const char* at, std::uint64_t v, ChunkEntries& entries) const {
    at = skip_blanks(at);
    if (v >= header_.n) {  // blank lines behind the last vertex do no harm
      if (!is_line_end(*at)) {
        fail_at(at, fmt::format("expected the end of the file after {} vertices, found {}",
                                header_.n, quote_field(at)));
      }
      return at;
    }
    for (unsigned i = 0; i < header_.words_per_vertex(); ++i) {
      expect_weight(at);
      at = skip_blanks(at);
    }
    while (!is_line_end(*at)) {
      const Vertex neighbor = scan_vertex(at, 1, header_.n);
      entries.edges.push_back({static_cast<Vertex>(v), neighbor});
      at = skip_blanks(at);
      if (!header_.edge_weights) continue;
      const ScannedWeight weight = expect_weight(at);
      at = skip_blanks(at);
      if (!keep_weights_) continue;
      entries.weights.push_back(weight.value);
      entries.fit_uint32 &= weight.fits_uint32;
    }
    return at;
  }

  const MetisHeader& header_;
  bool keep_weights_;
};

RawEdges<Edge> concatenate(std::vector<ChunkEntries>& chunks, bool weighted, int threads) {
  RawEdges<Edge> raw;
  std::vector<std::size_t> begins;
  std::size_t size = 0;
  for (const ChunkEntries& chunk : chunks) {
    begins.push_back(size);
    size += chunk.edges.size();
    raw.weights_fit_uint32 &= chunk.fit_uint32;
  }
  take_room(raw, size, weighted ? ReadWeights::kYes : ReadWeights::kNo,
            "the edges of a METIS file");
  parallel_for(
      0, chunks.size(), threads,
      [&](std::size_t i) {
        std::copy(chunks[i].edges.begin(), chunks[i].edges.end(), raw.edges.begin() + begins[i]);
        if (weighted) {
          std::copy(chunks[i].weights.begin(), chunks[i].weights.end(),
                    raw.weights.begin() + begins[i]);
        }
        chunks[i] = {};
      },
      1);
  return raw;
}

RawEdges<Edge> parse_lists(const MetisFile& file, bool keep_weights, int threads) {
  const ListParser parser(file.header, keep_weights);
  std::uint64_t words = 0;
  for (const MetisChunk& chunk : file.chunks) words += chunk.words;
  const std::uint64_t entry_bytes = sizeof(Edge) + (keep_weights ? sizeof(double) : 0);
  require_memory(saturating_mul(words / file.header.words_per_entry(), entry_bytes),
                 "the edges of a METIS file");
  std::vector<ChunkEntries> entries(file.chunks.size());
  parallel_for(
      0, file.chunks.size(), threads,
      [&](std::size_t i) {
        try {
          parser.parse_chunk(file.chunks[i], entries[i]);
        } catch (const ParseFault& fault) {
          entries[i].fault = fault;
        }
      },
      1);
  for (const ChunkEntries& chunk : entries) {
    if (chunk.fault) throw ParseFault(*chunk.fault);
  }
  return concatenate(entries, keep_weights, threads);
}

}  // namespace

RawEdges<Edge> parse_metis_lists(const NamedText& input, MetisFile& file, MetisPlace place,
                                 const ReadOptions& options) {
  return with_lines(input, [&] {
    place_metis_part(input, file, place.lines_before, place.all_lines, place.all_words);
    return parse_lists(file, metis_weights(file.header, options) == ReadWeights::kYes,
                       resolve_threads(options.threads));
  });
}

MetisListFacts find_metis_facts(const RawEdges<Edge>& raw, int threads) {
  struct alignas(64) Facts : MetisListFacts {};
  std::vector<Facts> shares(static_cast<std::size_t>(threads));
  parallel_chunks(raw.edges.size(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    Facts facts;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [u, v] = raw.edges[i];
      facts.self_loops += u == v ? 1 : 0;
      facts.structure.add(u, v);
      if (raw.weights.empty()) continue;
      facts.weighted.add(u, v, mix_weight(raw.weights[i]));
    }
    shares[static_cast<std::size_t>(thread)] = facts;
  });
  MetisListFacts all;
  all.entries = raw.edges.size();
  for (const Facts& share : shares) {
    all.self_loops += share.self_loops;
    all.structure.add(share.structure);
    all.weighted.add(share.weighted);
  }
  return all;
}

MetisRows decide_metis_rows(const NamedText& input, const MetisHeader& header,
                            const ReadOptions& options, const MetisListFacts& lists,
                            InputFacts& facts) {
  const bool counts_edges = lists.entries + lists.self_loops == 2 * header.m ||  // loops once
                            lists.entries == 2 * header.m;                       // loops twice
  const bool counts_entries = lists.entries == header.m;
  const auto fail = [&](const std::string& message) {
    throw_input_error(input, ParseFault{header.at, message});
  };
  if (!counts_edges && !counts_entries) {
    fail(fmt::format("declares {} edges, so {} entries were expected, but the lists have {}",
                     header.m, saturating_mul(header.m, 2), lists.entries));
  }
  facts.weighted = header.edge_weights;
  if (header.words_per_vertex() > 0) {
    facts.notes.emplace_back("the weights and sizes of vertices are not read");
  }
  if (lists.structure.symmetric()) {
    facts.directedness = Directedness::kUndirected;
    facts.directedness_reason = "METIS lists each edge at both ends";
    if (options.directedness == Directedness::kDirected) return MetisRows::kAsListed;
    if (lists.weighted.symmetric()) return MetisRows::kUpperTriangle;
    facts.notes.insert(
        facts.notes.begin(),
        "some edges have different weights at their two ends and are kept with both");
    return MetisRows::kAsListed;
  }
  if (!counts_entries && !options.directedness) {
    fail(
        "some edges are listed at one end only; read as directed, the lists are arcs; read as "
        "undirected, the missing ends are added");
  }
  facts.directedness = Directedness::kDirected;
  facts.directedness_reason = "the lists are not symmetric and the header counts every entry";
  return MetisRows::kAsListed;
}

InputEdges parse_metis(const NamedText& input, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  MetisFile file = with_lines(input, [&] { return open_metis_part(input, 0, 1, threads); });
  RawEdges<Edge> raw = parse_metis_lists(input, file, {0, file.lines, file.words}, options);
  InputEdges result;
  const MetisListFacts lists = find_metis_facts(raw, threads);
  if (decide_metis_rows(input, file.header, options, lists, result.facts) ==
      MetisRows::kUpperTriangle) {
    keep_upper_triangle(raw.edges, raw.weights);
  }
  result.list =
      list_from_one(std::move(raw), file.header.n, metis_weights(file.header, options), threads);
  return result;
}

}  // namespace strider
