// Load balancing: the source of entropy values, and the recycled ones alone.
#include "sc_models/policy/uet/entropy.h"

#include "ref/settings.h"

using namespace headroom::reference;

struct headroom_entropy {
  headroom::EntropySource policy;
};
struct headroom_reps {
  headroom::RecycledEntropy policy;
};

namespace {

std::uint16_t port(const char* what, int value) { return static_cast<std::uint16_t>(whole(what, value, 65'535)); }

}  // namespace

extern "C" {

uint64_t headroom_entropy_seed(uint64_t run_seed, uint32_t server, uint32_t group) {
  return guarded("headroom_entropy_seed", [=] { return headroom::entropy_seed(run_seed, server, group); });
}
headroom_entropy* headroom_entropy_new(headroom_settings* settings, uint64_t seed, int64_t exploration_packets) {
  return guarded("headroom_entropy_new", [=] {
    const auto params = params_of<headroom::UetNicParams>(settings, headroom::kUetNicModel);
    return new headroom_entropy{headroom::EntropySource(params.pds.spraying, params.spraying, seed,
                                                        whole("exploration_packets", exploration_packets))};
  });
}
void headroom_entropy_delete(headroom_entropy* entropy) { delete entropy; }

int headroom_entropy_set_port(headroom_entropy* entropy, int value) {
  return guarded("headroom_entropy_set_port", [=] {
    live(entropy).policy.set_port(port("port", value));
    return 0;
  });
}
int headroom_entropy_next(headroom_entropy* entropy) {
  return guarded("headroom_entropy_next", [=]() -> int { return live(entropy).policy.next(); });
}
int headroom_entropy_ack(headroom_entropy* entropy, int value, int marked, int64_t now) {
  return guarded("headroom_entropy_ack", [=] {
    live(entropy).policy.ack(port("value", value), whole("marked", marked, 1) != 0, time_of(now));
    return 0;
  });
}
int headroom_entropy_nack(headroom_entropy* entropy, int value, int last_hop, int64_t now) {
  return guarded("headroom_entropy_nack", [=] {
    live(entropy).policy.nack(port("value", value), whole("last_hop", last_hop, 1) != 0, time_of(now));
    return 0;
  });
}
int headroom_entropy_path_failure(headroom_entropy* entropy, int value, int64_t now) {
  return guarded("headroom_entropy_path_failure", [=] {
    live(entropy).policy.path_failure(port("value", value), time_of(now));
    return 0;
  });
}
int headroom_entropy_state(headroom_entropy* entropy) {
  return guarded("headroom_entropy_state", [=] { return static_cast<int>(live(entropy).policy.state()); });
}

headroom_reps* headroom_reps_new(int size_bits, int values, int64_t freezing_timeout, uint64_t seed,
                                 int64_t exploration_packets) {
  return guarded("headroom_reps_new", [=] {
    require(values >= 1 && values <= 65'536, "values {} (1 to 65536)", values);
    return new headroom_reps{headroom::RecycledEntropy(static_cast<std::uint64_t>(whole("size_bits", size_bits, 16)),
                                                       static_cast<std::uint64_t>(values), time_of(freezing_timeout),
                                                       seed, whole("exploration_packets", exploration_packets))};
  });
}
void headroom_reps_delete(headroom_reps* reps) { delete reps; }

int headroom_reps_next(headroom_reps* reps) {
  return guarded("headroom_reps_next", [=]() -> int { return live(reps).policy.next(); });
}
int headroom_reps_recycle(headroom_reps* reps, int value, int64_t now) {
  return guarded("headroom_reps_recycle", [=] {
    live(reps).policy.recycle(port("value", value), time_of(now));
    return 0;
  });
}
int headroom_reps_path_failure(headroom_reps* reps, int64_t now) {
  return guarded("headroom_reps_path_failure", [=] {
    live(reps).policy.path_failure(time_of(now));
    return 0;
  });
}
int headroom_reps_state(headroom_reps* reps) {
  return guarded("headroom_reps_state", [=] { return static_cast<int>(live(reps).policy.state()); });
}
int64_t headroom_reps_valid(headroom_reps* reps) {
  return guarded("headroom_reps_valid", [=] { return static_cast<int64_t>(live(reps).policy.valid()); });
}
int64_t headroom_reps_count(headroom_reps* reps, int which) {
  return guarded("headroom_reps_count", [=] {
    const headroom::UetSprayingCounts& counts = live(reps).policy.counts();
    const std::uint64_t all[] = {counts.explore, counts.reuse, counts.stale_reuse, counts.freeze, counts.unfreeze};
    return static_cast<int64_t>(all[whole("which", which, HEADROOM_REPS_UNFREEZES)]);
  });
}
}
