#include "rules.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace strider::cli {

const char* rule_name(BfsRule rule) {
  switch (rule) {
    case BfsRule::kTree:
      return "the parents form a tree from the source";
    case BfsRule::kTreeLevels:
      return "the level of a vertex is its parent's plus one";
    case BfsRule::kEdgeLevels:
      return "an edge spans at most one level";
    case BfsRule::kSpan:
      return "an edge does not leave the reached vertices";
    case BfsRule::kTreeEdges:
      return "parent and vertex are joined by an edge";
  }
  return "";
}

const char* rule_name(SsspRule rule) {
  switch (rule) {
    case SsspRule::kTree:
      return "the parents form a tree from the source";
    case SsspRule::kTreeDistances:
      return "a distance is the parent's plus the weight of the edge";
    case SsspRule::kEdgeDistances:
      return "the distance at an edge's end is at most that at its start plus its weight";
    case SsspRule::kSpan:
      return "an edge does not leave the reached vertices";
    case SsspRule::kTreeEdges:
      return "parent and vertex are joined by an edge";
  }
  return "";
}

const char* rule_name(MsfRule rule) {
  switch (rule) {
    case MsfRule::kEdges:
      return "an edge of the forest is an edge of the graph, of the same weight";
    case MsfRule::kAcyclic:
      return "a forest has no cycles";
    case MsfRule::kSpanning:
      return "the ends of an edge are in one tree";
    case MsfRule::kLightest:
      return "no edge is better than an edge of the forest on the path between its ends";
  }
  return "";
}

const char* rule_name(ClosenessRule rule) {
  switch (rule) {
    case ClosenessRule::kRange:
      return "a score is a number that the neighbours of its vertex allow";
    case ClosenessRule::kScores:
      return "a score follows from the distances to its vertex";
    case ClosenessRule::kTop:
      return "no vertex has a higher score than those that were asked for";
  }
  return "";
}

const char* rule_name(ComponentsRule rule) {
  switch (rule) {
    case ComponentsRule::kLeastVertex:
      return "the label of a component is its first vertex, for all its vertices";
  }
  return "";
}

const char* rule_name(CoreRule rule) {
  switch (rule) {
    case CoreRule::kEnoughEdges:
      return "as many edges as the core number lead to vertices of no smaller one";
    case CoreRule::kPeeled:
      return "vertices of one core number can be removed one after the other";
  }
  return "";
}
const char* rule_name(BipartiteRule rule) {
  switch (rule) {
    case BipartiteRule::kOneOrTheOther:
      return "there are two sides, or else an odd cycle";
    case BipartiteRule::kSides:
      return "a vertex is on side 0 or 1";
    case BipartiteRule::kEdges:
      return "every edge connects the two sides";
    case BipartiteRule::kLeastVertex:
      return "the first vertex of each component is on side 0";
    case BipartiteRule::kOddCycle:
      return "the cycle has an odd number of vertices, none twice";
    case BipartiteRule::kCycleEdges:
      return "an edge connects each vertex of the cycle with the next";
  }
  return "";
}
const char* rule_name(DistanceRule rule) {
  switch (rule) {
    case DistanceRule::kSource:
      return "the source, and no other vertex, has level 0";
    case DistanceRule::kEdges:
      return "an edge leads at most one level farther";
    case DistanceRule::kReached:
      return "an edge leads to a vertex from one level nearer";
  }
  return "";
}
const char* rule_name(PathRule rule) {
  switch (rule) {
    case PathRule::kEnds:
      return "the path leads from the source to the target";
    case PathRule::kEdges:
      return "an edge leads from each vertex of the path to the next";
    case PathRule::kShortest:
      return "no path has fewer edges";
  }
  return "";
}

const char* rule_name(PageRankRule rule) {
  switch (rule) {
    case PageRankRule::kScores:
      return "a score is a number and not negative";
    case PageRankRule::kTotal:
      return "the scores add up to 1";
    case PageRankRule::kFixedPoint:
      return "an iteration more changes the scores by no more than the tolerance allows";
  }
  return "";
}

const char* rule_name(LabelPropagationRule rule) {
  switch (rule) {
    case LabelPropagationRule::kMostFrequent:
      return "a label is that of most neighbours, the least of several";
  }
  return "";
}

const char* rule_name(LocalClusteringRule rule) {
  switch (rule) {
    case LocalClusteringRule::kCoefficient:
      return "a coefficient is the share of links that there are between neighbours";
  }
  return "";
}

const char* rule_name(ClustersRule rule) {
  switch (rule) {
    case ClustersRule::kLeastVertex:
      return "the label of a cluster is its first vertex, for all its vertices";
    case ClustersRule::kLinked:
      return "edges within the limit link a cluster";
    case ClustersRule::kCount:
      return "there are as many clusters as the limits leave";
    case ClustersRule::kDistances:
      return "the last merge and the next one are at the distances named";
    case ClustersRule::kApart:
      return "no edge within the limit connects two clusters";
  }
  return "";
}

std::string left_open(const DiameterValidation& validation) {
  if (validation.is_proof) return "";
  return fmt::format(
      "nothing contradicts it, but it is not proven: a sample of {} searches was made again",
      validation.searches);
}
std::string left_open(const ConnectivityValidation& validation) {
  if (validation.is_proof || !validation.passed()) return "";
  return "without these edges there is no way from one side to the other; that no cut has fewer "
         "takes too long to prove";
}

const char* rule_name(DiameterRule rule) {
  switch (rule) {
    case DiameterRule::kScope:
      return "all vertices count, or those of a largest component";
    case DiameterRule::kDiameter:
      return "two vertices are at the diameter, and bounds leave no greater distance";
    case DiameterRule::kRadius:
      return "a vertex has the radius, and bounds leave no smaller eccentricity";
    case DiameterRule::kBounds:
      return "the bounds of an eccentricity follow from searches";
  }
  return "";
}

const char* rule_name(FlowRule rule) {
  switch (rule) {
    case FlowRule::kCapacity:
      return "no edge carries more than its capacity";
    case FlowRule::kConservation:
      return "as much flows into a vertex as out of it";
    case FlowRule::kValue:
      return "the flow leaves the source";
    case FlowRule::kSides:
      return "the cut separates the source from the target";
    case FlowRule::kCut:
      return "the capacity of the cut is the flow";
  }
  return "";
}

const char* rule_name(ConnectivityRule rule) {
  switch (rule) {
    case ConnectivityRule::kSides:
      return "both sides of the cut have vertices";
    case ConnectivityRule::kCut:
      return "the cut has as many edges as the edge connectivity says";
    case ConnectivityRule::kLeast:
      return "no cut has fewer edges";
  }
  return "";
}

void Verdict::require_passed() const {
  if (!fault.empty()) throw ValidationFailed(fault);
}

const char* rule_name(StrongRule rule) {
  switch (rule) {
    case StrongRule::kLeastVertex:
      return "a component is named by its first vertex";
    case StrongRule::kReached:
      return "a path inside the component leads from its first vertex to each";
    case StrongRule::kLeadsBack:
      return "a path inside the component leads from each vertex to its first";
    case StrongRule::kAcyclic:
      return "no cycle leads through several components";
  }
  return "";
}

}  // namespace strider::cli
