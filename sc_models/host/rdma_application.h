#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/host/workload.h"
#include "sc_models/nic/pdc_ports.h"
#include "sc_models/nic/ports.h"

namespace headroom {

/// Where the data of messages lies in host memory, when data is carried.
class MessageData {
 public:
  /// Address of a message's first byte at its source and at its destination.
  virtual std::pair<std::uint64_t, std::uint64_t> addresses(std::uint32_t flow, std::uint32_t message) = 0;
  /// Puts the message's bytes into the source's memory, before it is posted.
  virtual void fill(std::uint32_t flow, std::uint32_t message) = 0;

 protected:
  ~MessageData() = default;
};

/// The RDMA application of one server: posts the messages of the flows that start there, each at the earliest time its
/// start, interval and limit of outstanding messages allow, and passes on what its NIC tells. Posts due at one time are
/// made in order of flow and message [C]. Over UET it opens a PDC for each message, or some for the whole flow, and
/// each end closes it when it is done with them.
class RdmaApplication final : public HostNotices, public PdcNotices, private AgendaClient {
 public:
  /// Ends the run when the last flow is done and everything is in host memory.
  class Done {
   public:
    virtual void maybe_done() = 0;

   protected:
    ~Done() = default;
  };

  RdmaApplication(NodeId node, Agenda& agenda, Workload& workload, Done& done, MessageData* data);
  /// Takes over a flow whose source is this server. All of them before the run starts; `begin` is when flows' times
  /// count from.
  void add_flow(std::uint32_t flow, Ps begin);
  void connect(Doorbell& doorbell) { doorbell_ = &doorbell; }
  void connect(PdcDoorbell& doorbell) { doorbell_ = pdcs_ = &doorbell; }

 private:
  void started(std::uint32_t flow, std::uint32_t message, Ps now) override;
  void sent(std::uint32_t flow, std::uint32_t message, Ps now) override;
  void received(std::uint32_t flow, std::uint32_t message, Ps now) override;
  void acknowledged(std::uint32_t flow, std::uint32_t message, Ps now) override;
  void landed(Ps now) override;
  void completed(PdcHandle sending_end, std::uint32_t flow, std::uint32_t message) override;
  void arrived(PdcHandle receiving_end, std::uint32_t flow, std::uint32_t message) override;
  [[nodiscard]] unsigned answer_class(std::uint32_t flow) override;
  void due(Ps now, AgendaTag tag) override;

  void schedule(Ps earliest, std::uint32_t flow);
  [[nodiscard]] bool may_post(const FlowProgress& flow) const;
  [[nodiscard]] Ps due_time(const FlowProgress& flow) const;
  void post_next(std::uint32_t flow, Ps now);
  [[nodiscard]] std::uint32_t connection(FlowProgress& flow, std::uint32_t message);
  void arm();

  const NodeId node_;
  Agenda& agenda_;
  Workload& workload_;
  Done& done_;
  MessageData* const data_;
  Doorbell* doorbell_ = nullptr;
  PdcDoorbell* pdcs_ = nullptr;  ///< UET only
  Ps begin_{0};
  /// Flows that may post, by time, then flow. The agenda holds an entry for the head, due at armed_.
  std::priority_queue<std::pair<Ps, std::uint32_t>, std::vector<std::pair<Ps, std::uint32_t>>, std::greater<>> posts_;
  Ps armed_ = kNever;
};

}  // namespace headroom
