#include "sc_models/core/records/uet_transport_columns.h"

namespace headroom::uet_columns {
namespace {

using W = UetWindowCounts;
using E = UetSprayingCounts;

void congestion(Columns& c) {
  counter<count<&S::window, &W::decreases>>(c, "x_num_md", "multiplicative decreases that cut a window");
  counter<count<&S::window, &W::fulfils>>(c, "x_num_fulfil", "times that accumulated increase was added to a window");
  counter<count<&S::window, &W::fast_acks>>(c, "x_num_fast_acks", "ACKs that grew a window by fast increase");
  counter<count<&S::window, &W::penalty_acks>>(c, "x_num_penalty_acks", "ACKs with a receiver penalty above 0");
  counter<count<&S::window, &W::added_proportional>>(c, "x_inc_prop_bytes",
                                                     "bytes added to windows by proportional increase");
  counter<count<&S::window, &W::added_fair>>(c, "x_inc_fair_bytes", "by fair increase");
  counter<count<&S::window, &W::added_fast>>(c, "x_inc_fast_bytes", "by fast increase");
  counter<count<&S::window, &W::added_eta>>(c, "x_inc_eta_bytes", "by the additive term");
  counter<count<&S::window, &W::cut_decrease>>(c, "x_dec_md_bytes",
                                               "bytes taken from windows by multiplicative decrease");
  counter<count<&S::window, &W::cut_quick_adapt>>(c, "x_dec_qa_bytes", "by Quick Adapt");
  counter<count<&S::window, &W::cut_trim>>(c, "x_dec_trim_bytes", "by trimmed packets");
  counter<count<&S::window, &W::cut_timeout>>(c, "x_dec_rto_bytes", "by retransmission timeouts");
  counter<count<&S::window, &W::cut_penalty>>(c, "x_dec_pen_bytes",
                                              "by receiver penalties; what a restore gives back is not counted");
  counter<count<&S::window, &W::cut_base_rtt>>(c, "x_dec_base_bytes", "by a lower base round trip");
  counter<count<&S::window, &W::base_rtt_drops>>(c, "x_base_rtt_drops", "samples that lowered a base round trip");
  c.push_back(
      {"x_min_base_rtt_ns", Format::kNanoseconds, sampled<&S::base_rtt, Span::kRun, Part::kMin>,
       "smallest base round trip of the run, after each data ACK that gives a round trip and whenever it falls"});
  c.push_back({"x_ivl_min_base_rtt_ns", Format::kNanoseconds, sampled<&S::base_rtt, Span::kInterval, Part::kMin>,
               "smallest of the interval"});
}

void spraying(Columns& c) {
  counter<count<&S::spraying, &E::explore>>(c, "x_reps_explore", "Recycled Entropy Packet Spraying: values drawn");
  counter<count<&S::spraying, &E::reuse>>(c, "x_reps_reuse", "recycled values used");
  counter<count<&S::spraying, &E::stale_reuse>>(c, "x_reps_stale_reuse", "values used again while frozen");
  counter<count<&S::spraying, &E::freeze>>(c, "x_reps_freeze", "path failures that froze the cache");
  counter<count<&S::spraying, &E::unfreeze>>(c, "x_reps_unfreeze", "ends of freezing");
  counter<count<&S::spraying, &E::failures_detected>>(
      c, "x_efd", "failure deadlines that found their packet in flight: path failures reported early");
}

void ignored_and_blocked(Columns& c) {
  counter<count<&S::stale_nacks>>(c, "x_stale_nack", "NACKs ignored: the packet they name is not in flight");
  counter<count<&S::late_acks>>(c, "x_late_ack", "ACKs that cancelled a waiting retransmission");
  counter<count<&S::no_pdc>>(c, "x_rx_no_pdc", "packets received for which no PDC is open");
  counter<count<&S::blocked_window>>(c, "x_blk_window",
                                     "turns of a group that had work and found nothing its window lets go");
  counter<count<&S::blocked_egress>>(c, "x_blk_egress", "transmit passes ended by a full egress pool");
  counter<count<&S::blocked_prefetch>>(c, "x_blk_prefetch", "turns of a group that lacked only prefetch space");
}

}  // namespace

void append_own_columns(Columns& columns) {
  congestion(columns);
  spraying(columns);
  ignored_and_blocked(columns);
}

}  // namespace headroom::uet_columns
