#pragma once

#include <memory>
#include <systemc>

#include "sc_models/host/host_memory.h"
#include "sc_models/host/rdma_application.h"
#include "sc_models/nic/roce_nic.h"
#include "sc_models/nic/uet_nic.h"

namespace headroom {

/// One server: its RDMA application, its NIC of either kind and the memory behind it. Only wires.
class Server final : public sc_core::sc_module {
 public:
  Server(const sc_core::sc_module_name& name, const RoceNicParams& params, const NicPlace& place, NodeId host,
         Agenda& agenda, FramePool& frames, Workload& workload, RdmaApplication::Done& done, MessageData* data)
      : sc_module(name),
        application_(host, agenda, workload, done, data),
        roce_(std::make_unique<RoceNic>("nic", params, place, agenda, frames, application_)),
        memory_("memory") {
    roce_->memory.bind(memory_.socket);
    application_.connect(roce_->doorbell());
  }
  Server(const sc_core::sc_module_name& name, const UetNicParams& params, const NicPlace& place,
         const UetNicSurroundings& surroundings, NodeId host, Agenda& agenda, FramePool& frames, Workload& workload,
         RdmaApplication::Done& done, MessageData* data)
      : sc_module(name),
        application_(host, agenda, workload, done, data),
        uet_(std::make_unique<UetNic>("nic", params, place, surroundings, agenda, frames, application_, application_)),
        memory_("memory") {
    uet_->memory.bind(memory_.socket);
    application_.connect(uet_->doorbell());
  }

  [[nodiscard]] RdmaApplication& application() { return application_; }
  [[nodiscard]] NicDatapath& nic() { return *datapath(); }
  [[nodiscard]] const NicDatapath& nic() const { return *datapath(); }
  [[nodiscard]] bool has_uet() const { return uet_ != nullptr; }
  /// Of the kind that the server has; the other one does not exist.
  [[nodiscard]] RoceNic& roce() { return *roce_; }
  [[nodiscard]] const RoceNic& roce() const { return *roce_; }
  [[nodiscard]] UetNic& uet() { return *uet_; }
  [[nodiscard]] const UetNic& uet() const { return *uet_; }
  [[nodiscard]] HostMemory& memory() { return memory_; }

 private:
  [[nodiscard]] NicDatapath* datapath() const { return roce_ ? static_cast<NicDatapath*>(roce_.get()) : uet_.get(); }

  RdmaApplication application_;
  std::unique_ptr<RoceNic> roce_;
  std::unique_ptr<UetNic> uet_;
  HostMemory memory_;
};

}  // namespace headroom
