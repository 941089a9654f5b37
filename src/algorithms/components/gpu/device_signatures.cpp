// Strong components on a device, compiled once for each kind of device: signatures.hpp, a kernel
// for each line.
#include "algorithms/components/gpu/device_signatures.hpp"

#include <span>
#include <utility>

#include "algorithms/components/signatures.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "gpu/advance.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kSignatureThreads = 256;

struct Signatures {
  u32* in;
  u32* out;
  u64* parts;  ///< in and out of the round before
  u32* names;  ///< of components: one vertex of them, kNoVertex where it is not known
  u32* continues;

  STRIDER_DEVICE_FUNCTION void lower(u32* key, u32 to) const {
    if (to >= simt::load(key)) return;
    simt::atomic_min(key, to);
    simt::store(continues, 1U);
  }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool has_name(u32 v) const {
    return simt::load(&names[v]) != kNoVertex;
  }
};

/// Follows an arc inside a part.
struct Spread {
  Signatures at;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool cond(u32 u) const { return !at.has_name(u); }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v) const {
    if (simt::load(&at.parts[u]) != simt::load(&at.parts[v])) return false;
    at.lower(&at.in[v], simt::load(&at.in[u]));
    at.lower(&at.out[u], simt::load(&at.out[v]));
    return false;
  }
};

/// The greatest degree in the upper half, its vertex in the lower.
template <class Offset>
STRIDER_KERNEL find_pivot(Rows<Offset> rows, u64* most) {
  u64 mine = 0;
  for (u32 v = simt::global_id(); v < rows.num_vertices; v += simt::global_size()) {
    const u64 here = u64{degree(rows, v)} << 32 | v;
    if (here > mine) mine = here;
  }
  simt::atomic_max(most, mine);
}
STRIDER_KERNEL begin_round(Signatures at, u32 num_vertices, u32 mask) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    if (at.has_name(v)) continue;
    at.in[v] = v ^ mask;
    at.out[v] = v ^ mask;
  }
}
STRIDER_KERNEL jump(Signatures at, u32 num_vertices, u32 mask) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    if (at.has_name(v)) continue;
    at.lower(&at.in[v], simt::load(&at.in[simt::load(&at.in[v]) ^ mask]));
    at.lower(&at.out[v], simt::load(&at.out[simt::load(&at.out[v]) ^ mask]));
  }
}
STRIDER_KERNEL settle_round(Signatures at, u32 num_vertices, u32 mask) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    if (at.has_name(v)) continue;
    at.parts[v] = u64{at.in[v]} << 32 | at.out[v];
    if (at.in[v] == at.out[v]) {
      at.names[v] = at.in[v] ^ mask;
    } else {
      simt::store(at.continues, 1U);
    }
  }
}
STRIDER_KERNEL find_least(const u32* names, u32 num_vertices, u32* least) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    simt::atomic_min(&least[names[v]], v);
  }
}
STRIDER_KERNEL write_labels(const u32* names, const u32* least, u32 num_vertices, u32* labels) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    labels[v] = least[names[v]];
  }
}

class SignaturesOnDevice {
 public:
  SignaturesOnDevice(Workspace& workspace, const GraphArrays& graph)
      : queue_(graph.context()), graph_(graph), size_(graph.num_vertices()) {
    Context& context = queue_.context();
    workspace.declare("signatures", in_, size_, context);
    workspace.declare("signatures", out_, size_, context);
    workspace.declare("parts", parts_, size_, context);
    workspace.declare("names of components", names_, size_, context);
    workspace.declare("flags", continues_, 1, context);
    workspace.declare("the pivot", most_, 1, context);
    workspace.declare("the labels", labels_, size_);
    workspace.when_taken([this] {
      queue_.fill(parts_.data(), 0, size_ * sizeof(u64));
      queue_.fill(names_.data(), 0xFF, size_ * sizeof(u32));
      queue_.fill(most_.data(), 0, sizeof(u64));
    });
  }

  [[nodiscard]] u32 pivot() {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      launch(&find_pivot<Offset>, rows, most_.data());
    });
    u64 most = 0;
    download(queue_, std::span(&most, 1), most_);
    return static_cast<u32>(most);
  }
  void begin(u64 mask) {
    throw_if_stopped();
    mask_ = static_cast<u32>(mask);
    launch(&begin_round, at(), size_, mask_);
  }
  [[nodiscard]] bool propagate() {
    throw_if_stopped();
    return continues([&] {
      graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
        launch(&advance_rows<Rows<Offset>, AllRows, Spread, Nowhere, ByWarps>, rows, AllRows{size_},
               Spread{at()}, Nowhere{}, ByWarps{});
      });
      launch(&jump, at(), size_, mask_);
    });
  }
  [[nodiscard]] bool settle() {
    return continues([&] { launch(&settle_round, at(), size_, mask_); });
  }
  [[nodiscard]] Array<Vertex> take_labels() {
    queue_.fill(in_.data(), 0xFF, size_ * sizeof(u32));
    launch(&find_least, names_.data(), size_, in_.data());
    launch(&write_labels, names_.data(), in_.data(), size_, out_.data());
    download(queue_, labels_.span(), out_);
    return std::move(labels_);
  }

 private:
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), Arguments... arguments) {
    simt::launch(queue_.handle(), shape_for(queue_.context(), size_, kSignatureThreads), kernel,
                 arguments...);
  }
  [[nodiscard]] Signatures at() const {
    return {in_.data(), out_.data(), parts_.data(), names_.data(), continues_.data()};
  }
  /// Whether a thread of what `body` launches says so.
  template <class Body>
  [[nodiscard]] bool continues(const Body& body) {
    queue_.fill(continues_.data(), 0, sizeof(u32));
    body();
    u32 continues = 0;
    download(queue_, std::span(&continues, 1), continues_);
    return continues != 0;
  }

  Queue queue_;
  const GraphArrays& graph_;
  u32 size_;
  u32 mask_ = 0;
  DeviceBuffer<u32> in_;
  DeviceBuffer<u32> out_;
  DeviceBuffer<u64> parts_;
  DeviceBuffer<u32> names_;
  DeviceBuffer<u32> continues_;
  DeviceBuffer<u64> most_;
  Array<Vertex> labels_;
};

}  // namespace

Array<Vertex> find_strong_components(const DeviceObject& graph) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  SignaturesOnDevice signatures(workspace, arrays);
  workspace.take("strong components", HostMemory(), arrays.context());
  if (arrays.num_vertices() > 0) {
    find_by_signatures(signatures, signatures.pivot(), arrays.num_vertices());
  }
  return signatures.take_labels();
}

}  // namespace strider::detail::STRIDER_DEVICE
