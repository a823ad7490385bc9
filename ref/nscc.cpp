#include "sc_models/policy/uet/nscc.h"

#include "ref/settings.h"

using namespace headroom::reference;
using headroom::Ps;

struct headroom_nscc {
  headroom::Nscc policy;
  unsigned fulfil = 0;  ///< of the last ACK
};

namespace {

std::optional<Ps> sample(std::int64_t round_trip) {
  if (round_trip == HEADROOM_NO_SAMPLE) return std::nullopt;
  return time_of(round_trip);
}
bool flag(const char* what, int value) { return whole(what, value, 1) != 0; }

}  // namespace

extern "C" {

headroom_nscc* headroom_nscc_new(headroom_settings* settings, int64_t rate, int64_t now) {
  return guarded("headroom_nscc_new", [=] {
    const auto params = params_of<headroom::UetNicParams>(settings, headroom::kUetNicModel);
    return new headroom_nscc{
        headroom::Nscc(params.nscc, params.pds.mss, params.pds.trimming, rate_of(rate), time_of(now))};
  });
}
void headroom_nscc_delete(headroom_nscc* nscc) { delete nscc; }

int headroom_nscc_may_commit(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_may_commit",
                 [=]() -> int { return live(nscc).policy.may_commit(whole("nominal", nominal)); });
}
int headroom_nscc_may_fetch(headroom_nscc* nscc) {
  return guarded("headroom_nscc_may_fetch", [=]() -> int { return live(nscc).policy.may_fetch(); });
}
int headroom_nscc_committed(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_committed", [=] {
    live(nscc).policy.committed(whole("nominal", nominal));
    return 0;
  });
}
int headroom_nscc_fetched(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_fetched", [=] {
    live(nscc).policy.fetched(whole("nominal", nominal));
    return 0;
  });
}
int headroom_nscc_left_flight(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_left_flight", [=] {
    headroom::Nscc& policy = live(nscc).policy;
    HEADROOM_CHECK(whole("nominal", nominal) <= policy.in_flight(), "{} B left flight, {} B are in flight", nominal,
                   policy.in_flight());
    policy.left_flight(nominal);
    return 0;
  });
}
int headroom_nscc_retired(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_retired", [=] {
    headroom::Nscc& policy = live(nscc).policy;
    HEADROOM_CHECK(whole("nominal", nominal) <= policy.bytes_fetched(), "{} B retired, {} B are fetched", nominal,
                   policy.bytes_fetched());
    policy.retired(nominal);
    return 0;
  });
}

int headroom_nscc_offer(headroom_nscc* nscc, int64_t round_trip) {
  return guarded("headroom_nscc_offer", [=] {
    live(nscc).policy.offer(time_of(round_trip));
    return 0;
  });
}
int headroom_nscc_on_ack(headroom_nscc* nscc, int64_t now, int64_t newly, int marked, int64_t round_trip, int penalty,
                         int restore) {
  return guarded("headroom_nscc_on_ack", [=] {
    headroom_nscc& state = live(nscc);
    const auto reaction =
        state.policy.on_ack(time_of(now), whole("newly", newly), flag("marked", marked), sample(round_trip),
                            static_cast<unsigned>(whole("penalty", penalty, 255)), flag("restore", restore));
    state.fulfil = reaction.fulfil;
    return static_cast<int>(reaction.routine);
  });
}
int headroom_nscc_on_trim(headroom_nscc* nscc, int64_t now, int64_t nominal, int64_t round_trip) {
  return guarded("headroom_nscc_on_trim", [=] {
    const Ps time = time_of(now);
    return static_cast<int>(live(nscc).policy.on_trim(time, whole("nominal", nominal), sample(round_trip)).routine);
  });
}
int headroom_nscc_on_timeout(headroom_nscc* nscc, int64_t nominal) {
  return guarded("headroom_nscc_on_timeout", [=] {
    live(nscc).policy.on_timeout(whole("nominal", nominal));
    return 0;
  });
}

int headroom_nscc_fulfil(headroom_nscc* nscc) {
  return guarded("headroom_nscc_fulfil", [=] { return static_cast<int>(live(nscc).fulfil); });
}
int64_t headroom_nscc_window(headroom_nscc* nscc) {
  return guarded("headroom_nscc_window", [=] { return live(nscc).policy.window(); });
}
int64_t headroom_nscc_max_window(headroom_nscc* nscc) {
  return guarded("headroom_nscc_max_window", [=] { return live(nscc).policy.max_window(); });
}
int64_t headroom_nscc_in_flight(headroom_nscc* nscc) {
  return guarded("headroom_nscc_in_flight", [=] { return live(nscc).policy.in_flight(); });
}
int64_t headroom_nscc_bytes_fetched(headroom_nscc* nscc) {
  return guarded("headroom_nscc_bytes_fetched", [=] { return live(nscc).policy.bytes_fetched(); });
}
int64_t headroom_nscc_base_rtt(headroom_nscc* nscc) {
  return guarded("headroom_nscc_base_rtt", [=] { return live(nscc).policy.base_rtt().count(); });
}
double headroom_nscc_average_delay(headroom_nscc* nscc) {
  return guarded("headroom_nscc_average_delay", [=] { return live(nscc).policy.average_delay(); });
}
}
