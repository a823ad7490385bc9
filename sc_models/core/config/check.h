// Rules that span attributes, components, topology and workload. Each is passed over while a value it looks at is not
// sound.
#pragma once

#include "sc_models/core/config/draft.h"

namespace headroom {

/// Entries of lists, in every component; a list with a bad one is refused.
void check_lists(Draft& draft, Faults& faults);
/// Rules within one NIC: pools, thresholds, pause times, PCIe buffers, MSS against `mtu`, where that is known.
void check_nic(const DraftComponent& nic, std::optional<Bytes> mtu, Faults& faults);
/// Rules within one switch: pools, PFC, what is not available yet.
void check_switch(const DraftComponent& rack_switch, Faults& faults);
/// Rules that need to know who is joined to whom: link delays, headroom, switch buffer against ports.
void check_links(const Draft& draft, std::optional<Bytes> mtu, Faults& faults);
/// Pools of the classes that flows use at their two NICs.
void check_classes(const Draft& draft, Faults& faults);

}  // namespace headroom
