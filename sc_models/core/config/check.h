// Rules that span attributes, components, topology and workload. Each is passed over while a value it looks at is not
// sound.
#pragma once

#include "sc_models/core/config/draft.h"

namespace headroom {

/// The parameters of a NIC component, of whichever model.
[[nodiscard]] NicComponent nic_component(const DraftComponent& nic);
/// Whether port speed and delay of a NIC are known.
[[nodiscard]] bool has_wire(const DraftComponent& nic);
/// Wire bytes of its largest data packet.
[[nodiscard]] Bytes full_packet(const NicComponent& nic);

/// Entries of lists, in every component; a list with a bad one is refused.
void check_lists(Draft& draft, Faults& faults);
/// Rules within one NIC: pools, thresholds, pause times, PCIe buffers, prefetch buffer, the RoCE NIC's MSS against
/// `mtu`, where that is known.
void check_nic(const DraftComponent& nic, std::optional<Bytes> mtu, Faults& faults);
/// Rules within one switch: pools, PFC, load balancing, trimming.
void check_switch(const DraftComponent& rack_switch, Faults& faults);
/// Rules that need to know who is joined to whom: link delays, headroom, switch buffer against ports.
void check_links(const Draft& draft, std::optional<Bytes> mtu, Faults& faults);
/// Rules of a switch that need its ports: headroom, pools, advisory counts; and its NICs: UET policy.
void check_ports(const DraftTopology& topology, std::optional<Bytes> mtu, Faults& faults);
/// What flows need of their two NICs: one transport, and pools for their classes.
void check_classes(const Draft& draft, Faults& faults);
/// Periodic records that would fill up while flows wait for their start.
void check_idle(const Draft& draft, Faults& faults);
/// Settings of the UET monitor: whose hold for the run, and filters that can select nothing.
void check_monitor(const DraftTopology& topology, Faults& faults);

}  // namespace headroom
