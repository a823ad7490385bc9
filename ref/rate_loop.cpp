#include "sc_models/policy/rate_loop.h"

#include "ref/settings.h"

using namespace headroom::reference;

struct headroom_rate_loop {
  headroom::RateLoopRules rules;
  headroom::RateLoop policy;
};

extern "C" {

headroom_rate_loop* headroom_rate_loop_new(headroom_settings* settings, int64_t line, int64_t start) {
  return guarded("headroom_rate_loop_new", [=] {
    const auto params = params_of<headroom::RoceNicParams>(settings, headroom::kRoceNicModel);
    require(start <= line, "start {} (1 to line, {})", start, line);
    return new headroom_rate_loop{headroom::RateLoopRules(params.rate_loop, rate_of(line)),
                                  headroom::RateLoop(rate_of(start))};
  });
}
void headroom_rate_loop_delete(headroom_rate_loop* loop) { delete loop; }

int headroom_rate_loop_on_cnp(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_on_cnp", [=]() -> int { return live(loop).policy.on_cnp(loop->rules); });
}
int headroom_rate_loop_on_packet_sent(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_on_packet_sent", [=] {
    live(loop).policy.on_packet_sent();
    return 0;
  });
}
int headroom_rate_loop_on_half(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_on_half", [=]() -> int { return live(loop).policy.on_half(loop->rules); });
}
int headroom_rate_loop_congested(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_congested", [=]() -> int { return live(loop).policy.congested(); });
}
int64_t headroom_rate_loop_half_interval(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_half_interval", [=] { return live(loop).rules.half_interval.count(); });
}
int64_t headroom_rate_loop_rate(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_rate", [=] { return live(loop).policy.rate().count(); });
}
int64_t headroom_rate_loop_target(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_target", [=] { return live(loop).policy.target().count(); });
}
double headroom_rate_loop_estimate(headroom_rate_loop* loop) {
  return guarded("headroom_rate_loop_estimate", [=] { return live(loop).policy.estimate(); });
}
}
