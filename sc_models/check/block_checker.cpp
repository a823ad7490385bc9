#include "sc_models/check/block_checker.h"

#include "sc_models/check/pause_timers_checker.h"
#include "sc_models/check/pfc_gate_checker.h"
#include "sc_models/check/question_checkers.h"

namespace headroom {
namespace {

template <class Checker>
std::unique_ptr<BlockChecker> make(const CheckSettings& settings, Scoreboard& scoreboard) {
  return std::make_unique<Checker>(settings, scoreboard);
}

constexpr std::string_view kIngressFirst[] = {"ingress", "egress"};
constexpr std::string_view kEgressFirst[] = {"egress", "ingress"};
constexpr std::string_view kEnds[] = {"nic", "host"};

struct Maker {
  std::string_view block;
  std::unique_ptr<BlockChecker> (*make)(const CheckSettings&, Scoreboard&);
  std::span<const std::string_view> buffers;
  bool configured = true;
};
constexpr Maker kMakers[] = {{"buffer_pools", make<BufferPoolsChecker>, kIngressFirst},
                             {"credit_counter", make<CreditCounterChecker>, kEnds},
                             {"pause_timers", make<PauseTimersChecker>, {}},
                             {"pfc_frame_rx", make<PfcFrameRxChecker>, {}, false},
                             {"pfc_frame_tx", make<PfcFrameTxChecker>, {}, false},
                             {"pfc_gate", make<PfcGateChecker>, {}},
                             {"tx_scheduler", make<TxSchedulerChecker>, kEgressFirst}};

const Maker& maker_of(std::string_view block) {
  for (const Maker& maker : kMakers)
    if (maker.block == block) return maker;
  throw ModelError("no checker for " + std::string(block));
}

}  // namespace

std::span<const std::string_view> buffer_choices(std::string_view block) { return maker_of(block).buffers; }
bool needs_configuration(std::string_view block) { return maker_of(block).configured; }

std::unique_ptr<BlockChecker> make_checker(std::string_view block, const CheckSettings& settings,
                                           Scoreboard& scoreboard) {
  return maker_of(block).make(settings, scoreboard);
}

}  // namespace headroom
