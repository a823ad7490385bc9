// How congestion control of ScalaUETNIC shows.
#pragma once

#include "testbench/common/sensitivity/uet_scenes.h"

namespace headroom::test {

/// Which window a group begins with, and whether it holds packets back.
inline SensitivityCases uet_window_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kUetNicModel, "components.Nic", kNscc + key, "", to, std::move(scene), std::move(effect)};
  };
  const std::string record = "uet-transport-stats", here = "component_name=server0.nic";
  const Probe first_window{record, "calc_min_cwnd_bytes", here};
  const Scene packet = uet_messages(flow(0, 1, "4096B")), mebibyte = uet_messages(flow(0, 1, "1MiB"));
  return {
      row("PassThrough", "true", mebibyte, less({record, "x_blk_window", here}, "", "0")),
      row("NSCCEnable", "false", mebibyte, less({record, "x_num_fulfil", here}, "", "0")),
      // 1.5 x 400 Gbps x 6 us or 12 us.
      row("InitialBaseRTT", "12us", packet, exactly(first_window, "450000", "900000")),
      // 107 x 4,184 B, then 50 x 4,184 B.
      row("OverrideUetSpecMaxCWind", "true", packet, exactly(first_window, "450000", "447688")),
      row("MaxCongestionWindow", "50",
          uet_messages(flow(0, 1, "4096B"), {of_nic(kNscc + "OverrideUetSpecMaxCWind", "true")}),
          exactly(first_window, "447688", "209200")),
  };
}

/// What moves a window. In the trimmed incast proportional, fair and additive increase and multiplicative decrease do.
inline SensitivityCases uet_routine_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kUetNicModel, "components.Nic", kNscc + key, "", to, std::move(scene), std::move(effect)};
  };
  const auto sum = [](const std::string& column) { return Probe{"uet-transport-stats", column, "", Pick::kSum}; };
  const std::string target = of_nic(kNscc + "TargetQueueDelay", "1us"),
                    overridden = of_nic(kNscc + "OverrideSpecTargetQueueDelay", "true"),
                    margin = of_nic(kNscc + "TargetQueueDelayMargin", "3us");
  const std::string open_gate = of_nic(kNscc + "QuickAdaptGate", "0"),
                    low_threshold = of_nic(kNscc + "QuickAdaptThreshold", "1us");
  const Probe cuts = sum("num_quick_adapt");
  return {
      // Half the reference's ratio, half the additive term.
      row("ReferenceNetworkRTT", "12us", trimmed_incast(), less(sum("x_inc_eta_bytes"))),
      row("ReferenceNetworkLinkSpeed", "800Gbps", trimmed_incast(), less(sum("x_inc_eta_bytes"))),
      // Fair increase works at or above the target.
      row("OverrideSpecTargetQueueDelay", "true", trimmed_incast({target}), more(sum("x_inc_fair_bytes"))),
      row("TargetQueueDelay", "1us", trimmed_incast({overridden}), more(sum("x_inc_fair_bytes"))),
      row("TargetQueueDelayMargin", "3us", trimmed_incast(), more(sum("x_inc_fast_bytes"), "0")),
      row("DisableQuickAdapt", "true", uet_queued({open_gate, low_threshold}), less(cuts, "", "0")),
      row("QuickAdaptGate", "0", uet_queued({low_threshold}), more(cuts, "0")),
      row("QuickAdaptThreshold", "1us", uet_queued({open_gate}), more(cuts, "0")),
      row("MaxMultiplicativeDecreaseJump", "0.9", trimmed_incast(), less(sum("x_dec_md_bytes"))),
      row("AlphaMultiplier", "8.0", trimmed_incast(), more(sum("x_inc_prop_bytes"))),
      row("FairIncreaseMultiplier", "50.0", trimmed_incast(), more(sum("x_inc_fair_bytes"))),
      row("FastIncreaseMultiplier", "4.0", trimmed_incast({margin}), more(sum("x_inc_fast_bytes"))),
      row("EtaMultiplier", "1.0", trimmed_incast(), more(sum("x_inc_eta_bytes"))),
      row("Gamma", "0.1", trimmed_incast(), less(sum("x_dec_md_bytes"))),
      // The average is the last sample, so its largest is the largest sample.
      row("DelayAlpha", "1.0", uet_queued(),
          more({"uet-transport-stats", "max_calc_avg_q_delay_usec", "", Pick::kLargest})),
  };
}

/// What a receiver asks of its senders.
inline SensitivityCases uet_penalty_cases() {
  const auto row = [](const std::string& key, const std::string& to, Effect effect) {
    return SensitivityCase{&kUetNicModel,   "components.SlowNic", kNscc + key, "", to,
                           uet_penalized(), std::move(effect)};
  };
  const std::string record = "uet-transport-stats", here = "component_name=server0.nic";
  return {
      row("ReceiverCongestionLowThreshold", "10.0", more({record, "x_num_penalty_acks", here})),
      row("ReceiverCongestionHighThreshold", "40.0",
          more({record, "ivl_calc_max_rcvr_cwnd_pen", here, Pick::kLargest}, "", "127")),
      row("RestoreCWindEnable", "true", more({record, "calc_mean_cwnd_bytes", here})),
  };
}

}  // namespace headroom::test
