#pragma once

#include "sc_models/check/block_checker.h"
#include "sc_models/core/params/nic.h"
#include "sc_models/policy/pfc_gate.h"

namespace headroom {

/// A gate for each class of a receive buffer. A block's refresh timer runs in whole cycles from the pause that it sent,
/// and looks at the pool somewhere between the refresh being due and its answer, so the gate is asked with what the
/// pool held at a time in between for which it says the same, if there is one.
class PfcGateChecker final : public BlockChecker {
 public:
  PfcGateChecker(const CheckSettings& settings, Scoreboard& scoreboard);
  void told(const TraceEvent& event) override;
  void decided(const TraceEvent& event) override;
  void finish(Ps end) override;

 private:
  struct Class {
    bool enabled = false;
    Bytes xoff, xon;
    Ps interval;
    PfcGate gate;
    Bytes filled;
    Ps refresh = kNever;              ///< when it is due
    std::vector<TraceEvent> waiting;  ///< told since a refresh may have looked
  };
  using Send = PfcGate::Send;

  [[nodiscard]] static Send apply(Class& state, const TraceEvent& event);
  void apply_all(unsigned c, std::size_t first, std::size_t last);
  void refresh_after(unsigned c, std::size_t events);
  [[nodiscard]] std::size_t usual_place(const Class& state) const;
  [[nodiscard]] std::size_t place_that_gives(const Class& state, Send wanted) const;
  void expect(unsigned c, Send send, Ps due, std::string cause, int line);

  const Clock clock_;
  const std::int64_t tolerance_cycles_;
  Scoreboard& scoreboard_;
  PerClass<Class> classes_{};
};

}  // namespace headroom
