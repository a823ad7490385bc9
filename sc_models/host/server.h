#pragma once

#include <systemc>

#include "sc_models/host/host_memory.h"
#include "sc_models/host/rdma_application.h"
#include "sc_models/nic/roce_nic.h"

namespace headroom {

/// One server: its RDMA application, its NIC and the memory behind it. Only wires.
class Server final : public sc_core::sc_module {
 public:
  Server(const sc_core::sc_module_name& name, const RoceNicParams& params, const NicPlace& place, NodeId host,
         Agenda& agenda, FramePool& frames, Workload& workload, RdmaApplication::Done& done, MessageData* data)
      : sc_module(name),
        application_(host, agenda, workload, done, data),
        nic_("nic", params, place, agenda, frames, application_),
        memory_("memory") {
    nic_.memory.bind(memory_.socket);
    application_.connect(nic_.doorbell());
  }

  [[nodiscard]] RdmaApplication& application() { return application_; }
  [[nodiscard]] RoceNic& nic() { return nic_; }
  [[nodiscard]] const RoceNic& nic() const { return nic_; }
  [[nodiscard]] HostMemory& memory() { return memory_; }

 private:
  RdmaApplication application_;
  RoceNic nic_;
  HostMemory memory_;
};

}  // namespace headroom
