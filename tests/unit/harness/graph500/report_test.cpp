#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "graph500/graph500.hpp"

namespace strider {
namespace {

Graph500Report small_report() {
  Graph500Report report;
  report.scale = 20;
  report.edge_factor = 16;
  report.roots = 64;
  report.generation_seconds = 0.5;
  report.construction_seconds = 0.75;
  report.preparation_seconds = 0.25;
  report.validated = true;
  report.edges = {4294921166, 4294921166, 4294921166, 4294921166, 4294921166, 4294921166, 0};
  report.bfs.time = {1, 2, 3, 4, 5, 6, 7};
  report.bfs.teps = {1e9, 2e9, 3e9, 4e9, 5e9, 2.5e9, 2.7e9, 1e6};
  report.bfs.validate = {.1, .2, .3, .4, .5, .6, .7};
  return report;
}

TEST(Graph500Report, TextIsTheReferenceProgramsLineByLine) {
  EXPECT_EQ(to_reference_text(small_report()),
            "SCALE:                          20\n"
            "edgefactor:                     16\n"
            "NBFS:                           64\n"
            "graph_generation:               0.5\n"
            "num_mpi_processes:              1\n"
            "construction_time:              0.75\n"
            "bfs  min_time:                  1\n"
            "bfs  firstquartile_time:        2\n"
            "bfs  median_time:               3\n"
            "bfs  thirdquartile_time:        4\n"
            "bfs  max_time:                  5\n"
            "bfs  mean_time:                 6\n"
            "bfs  stddev_time:               7\n"
            "min_nedge:                      4294921166\n"
            "firstquartile_nedge:            4294921166\n"
            "median_nedge:                   4294921166\n"
            "thirdquartile_nedge:            4294921166\n"
            "max_nedge:                      4294921166\n"
            "mean_nedge:                     4294921166\n"
            "stddev_nedge:                   0\n"
            "bfs  min_TEPS:                  1e+09\n"
            "bfs  firstquartile_TEPS:        2e+09\n"
            "bfs  median_TEPS:               3e+09\n"
            "bfs  thirdquartile_TEPS:        4e+09\n"
            "bfs  max_TEPS:                  5e+09\n"
            "bfs  harmonic_mean_TEPS:     !  2.5e+09\n"
            "bfs  harmonic_stddev_TEPS:      1e+06\n"
            "bfs  min_validate:              0.1\n"
            "bfs  firstquartile_validate:    0.2\n"
            "bfs  median_validate:           0.3\n"
            "bfs  thirdquartile_validate:    0.4\n"
            "bfs  max_validate:              0.5\n"
            "bfs  mean_validate:             0.6\n"
            "bfs  stddev_validate:           0.7\n"
            "preparation_time:               0.25\n");
}

TEST(Graph500Report, SaysWhereNothingWasValidated) {
  Graph500Report report = small_report();
  report.validated = false;
  std::map<std::string, double> keys;
  for (const auto& [key, value] : reference_keys(report)) keys[key] = value;
  EXPECT_EQ(keys.at("bfs  min_validate"), -1);
  EXPECT_EQ(keys.at("bfs  mean_validate"), -1);
  EXPECT_EQ(keys.at("bfs  stddev_validate"), 0);
}

TEST(Graph500Report, PassesOnlyWhereRulesHoldAndEdgesAgree) {
  Graph500Report report = small_report();
  report.bfs.searches.resize(1);
  report.bfs.searches[0].edges_traversed = 7;
  report.bfs.searches[0].edges_validated = 7;
  EXPECT_TRUE(report.passed());
  report.bfs.searches[0].edges_validated = 6;
  EXPECT_FALSE(report.passed());
  report.bfs.searches[0].edges_validated = 7;
  report.bfs.searches[0].violations.push_back("vertex 3");
  EXPECT_FALSE(report.passed());
}

}  // namespace
}  // namespace strider
