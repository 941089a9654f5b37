// Normal vertices found over nn arcs, to their owners (Pan, Pearce and Owens 2018, section V-B).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bfs/dist/delegate/delegate.hpp"
#include "algorithms/bfs/dist/delegate/local.hpp"
#include "comm/communicator.hpp"
#include "dist/delegate/graph_delegate.hpp"

namespace strider::detail {

/// One exchange a level: start(), then finish() before the next; between the two messages are on
/// their way. Both collective.
class NormalExchange {
 public:
  /// Vertices of this rank that came from rank `from`.
  using Take = std::function<void(int from, std::span<const std::uint32_t> vertices)>;

  virtual ~NormalExchange() = default;
  /// Sends what visit_nn() met.
  virtual void start(const DelegateLocal& local) = 0;
  virtual void finish(const Take& take) = 0;
  /// Ranks of the same group cannot be told apart by where their messages come from.
  [[nodiscard]] virtual int group_of(int rank) const = 0;
};

/// From each rank to each owner, or gathered by node first where the settings say so. `comm` and
/// `graph` outlive it. Throws MemoryError on all ranks. Collective.
[[nodiscard]] std::unique_ptr<NormalExchange> make_normal_exchange(
    const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings);
[[nodiscard]] std::unique_ptr<NormalExchange> make_direct_exchange(
    const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings);
[[nodiscard]] std::unique_ptr<NormalExchange> make_node_exchange(
    const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings);

/// How vertices of one owner become bytes: encoded sets where they are distinct, else lists.
class VertexFormat {
 public:
  VertexFormat(Uniquify uniquify, comm::Encoding encoding)
      : unique_(uniquify == Uniquify::kOn), encoding_(encoding) {}

  [[nodiscard]] bool unique() const { return unique_; }
  /// Bytes that at most `most` vertices of an owner with `universe` vertices take.
  [[nodiscard]] std::size_t bound(std::uint32_t universe, std::uint64_t most) const;
  std::size_t write(std::span<const std::uint32_t> vertices, std::uint32_t universe,
                    std::span<std::byte> to) const;
  /// The same of a set of `count` vertices as bits. Precondition: unique().
  std::size_t write_bits(std::span<const std::uint64_t> words, std::uint64_t count,
                         std::uint32_t universe, std::span<std::byte> to) const;
  /// What write() wrote; in the message or in `buffer`.
  std::span<const std::uint32_t> read(std::span<const std::byte> message, std::uint32_t universe,
                                      Array<std::uint32_t>& ids,
                                      Array<std::uint32_t>& buffer) const;

 private:
  bool unique_;
  comm::Encoding encoding_;
};

/// The vertices that this rank may send to each rank in a level: its ghosts there or, where they
/// are not made unique, the nn arcs to them.
[[nodiscard]] std::vector<std::uint64_t> most_outgoing(const GraphDelegate& graph, int ranks,
                                                       Uniquify uniquify);

}  // namespace strider::detail
