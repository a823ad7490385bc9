// What the congestion control of a UET NIC cannot work with. The NIC finds it when it opens its first connection, as
// sender or receiver, and stops the run; validation warns of it beforehand [S].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/params/uet_nic.h"

namespace headroom {

struct ConnectionFault {
  std::string_view attribute;  ///< key of the value to change
  std::string message;         ///< what is wrong with it (what is allowed)
};

/// Every rule that is broken on a link of this rate, compared exactly.
[[nodiscard]] std::vector<ConnectionFault> connection_faults(const UetNicParams& nic, BitRate link);

/// The same as one line, "InitialBaseRTT is ...; ..."; empty when a connection may be opened.
[[nodiscard]] std::string connection_fault_text(const UetNicParams& nic, BitRate link);

}  // namespace headroom
