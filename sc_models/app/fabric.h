#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sc_models/core/params/configuration.h"
#include "sc_models/core/pfc_observer.h"
#include "sc_models/fabric/switch.h"
#include "sc_models/policy/fabric_plan.h"

namespace headroom {

/// What a direction of a link loses. `random_node` and `ifid`: of the end that sends.
[[nodiscard]] LinkLoss link_loss(double probability, std::uint64_t seed, std::uint32_t random_node, std::uint32_t ifid);

/// The switches of a network and the links between them, built by a plan. Switches are numbered as in the plan: as the
/// nodes of the records. The configuration must outlive it.
class Fabric {
 public:
  /// Gives a port its observer; may give null.
  using Tap = std::function<PfcObserver*(const PortIdentity&)>;
  Fabric(const Configuration& configuration, FabricPlan plan, Agenda& agenda, FramePool& frames, const Tap& tap);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(switches_.size()); }
  [[nodiscard]] Switch& at(std::uint32_t i) { return *switches_[i]; }
  [[nodiscard]] const Switch& at(std::uint32_t i) const { return *switches_[i]; }
  [[nodiscard]] const PlannedSwitch& planned(std::uint32_t i) const { return plan_.switches[i]; }
  [[nodiscard]] const SwitchParams& params(std::uint32_t i) const {
    return configuration_.switches[planned(i).component].params;
  }
  /// "server3", or the name of a switch: what is at the other end of a port.
  [[nodiscard]] std::string peer_name(std::uint32_t i, std::uint32_t ifid) const;

  /// The switch and port that a server is connected to.
  [[nodiscard]] FabricPlan::Attachment attachment(std::uint32_t server) const { return plan_.servers[server]; }
  [[nodiscard]] Switch& switch_of(std::uint32_t server) { return at(attachment(server).switch_index); }
  [[nodiscard]] MacPort& mac_of(std::uint32_t server) { return switch_of(server).mac(attachment(server).ifid); }
  [[nodiscard]] const MacPort& mac_of(std::uint32_t server) const {
    return at(attachment(server).switch_index).port(attachment(server).ifid).mac();
  }
  [[nodiscard]] PortIdentity port_of(std::uint32_t server) const {
    return planned(attachment(server).switch_index).port_identity(attachment(server).ifid);
  }

  /// Calls `visit` with the lower end's switch and port and the upper's for each link between switches.
  template <class Visit>
  void for_each_link(Visit visit) const {
    for (std::uint32_t i = 0; i < size(); ++i) {
      for (std::uint32_t ifid = 0; ifid < planned(i).ports.size(); ++ifid) {
        const PlannedPort& port = planned(i).ports[ifid];
        if (port.direction == LinkDirection::kUp) visit(i, ifid, port.peer.number, port.peer.ifid);
      }
    }
  }
  void audit(Audit& audit) const;

 private:
  void build(std::uint32_t i, Agenda& agenda, FramePool& frames, const Tap& tap);
  void cable();

  const Configuration& configuration_;
  const FabricPlan plan_;
  std::vector<std::unique_ptr<Switch>> switches_;
};

/// States that what one end of a link was given has arrived, was lost or is on its way.
void audit_wire(const MacPort& from, const MacPort& to, Audit& audit);

}  // namespace headroom
