// Pools, the gate of a pool, and credits.
#include "ref/guard.h"
#include "sc_models/policy/buffer_pools.h"
#include "sc_models/policy/credit_counter.h"
#include "sc_models/policy/pfc_gate.h"

using namespace headroom::reference;  // of a file that defines functions of the global namespace only
using headroom::Bytes;

struct headroom_pools {
  headroom::BufferPools policy;
};
struct headroom_gate {
  headroom::PfcGate policy;
};
struct headroom_credits {
  headroom::CreditCounter policy;
};

extern "C" {

headroom_pools* headroom_pools_new(const int64_t* sizes) {
  return guarded("headroom_pools_new", [=] {
    require(sizes != nullptr, "sizes is null");
    headroom::PerClass<Bytes> pools;
    for (unsigned c = 0; c < headroom::kTrafficClasses; ++c) pools[c] = bytes_of(sizes[c]);
    return new headroom_pools{headroom::BufferPools(pools)};
  });
}
void headroom_pools_delete(headroom_pools* pools) { delete pools; }

int headroom_pools_fits(headroom_pools* pools, int traffic_class, int64_t bytes) {
  return guarded("headroom_pools_fits",
                 [=]() -> int { return live(pools).policy.fits(class_of(traffic_class), bytes_of(bytes)); });
}
int headroom_pools_charge(headroom_pools* pools, int traffic_class, int64_t bytes) {
  return guarded("headroom_pools_charge", [=]() -> int {
    return live(pools).policy.charge(headroom::Ps{}, class_of(traffic_class), bytes_of(bytes));
  });
}
int headroom_pools_release(headroom_pools* pools, int traffic_class, int64_t bytes) {
  return guarded("headroom_pools_release", [=] {
    live(pools).policy.release(headroom::Ps{}, class_of(traffic_class), bytes_of(bytes));
    return 0;
  });
}
int64_t headroom_pools_filled(headroom_pools* pools, int traffic_class) {
  return guarded("headroom_pools_filled", [=] { return live(pools).policy.filled(class_of(traffic_class)).count(); });
}
int64_t headroom_pools_peak(headroom_pools* pools, int traffic_class) {
  return guarded("headroom_pools_peak", [=] { return live(pools).policy.meter(class_of(traffic_class)).peak.count(); });
}
int64_t headroom_pools_refused(headroom_pools* pools, int traffic_class) {
  return guarded("headroom_pools_refused",
                 [=] { return static_cast<int64_t>(live(pools).policy.meter(class_of(traffic_class)).refused); });
}

headroom_gate* headroom_gate_new(int64_t xoff, int64_t xon) {
  return guarded("headroom_gate_new",
                 [=] { return new headroom_gate{headroom::PfcGate(bytes_of(xoff), bytes_of(xon))}; });
}
void headroom_gate_delete(headroom_gate* gate) { delete gate; }

int headroom_gate_on_arrival(headroom_gate* gate, int64_t filled) {
  return guarded("headroom_gate_on_arrival",
                 [=] { return static_cast<int>(live(gate).policy.on_arrival(bytes_of(filled))); });
}
int headroom_gate_on_release(headroom_gate* gate, int64_t filled) {
  return guarded("headroom_gate_on_release",
                 [=] { return static_cast<int>(live(gate).policy.on_release(bytes_of(filled))); });
}
int headroom_gate_on_refresh(headroom_gate* gate, int64_t filled) {
  return guarded("headroom_gate_on_refresh",
                 [=] { return static_cast<int>(live(gate).policy.on_refresh(bytes_of(filled))); });
}
int headroom_gate_pausing(headroom_gate* gate) {
  return guarded("headroom_gate_pausing", [=]() -> int { return live(gate).policy.pausing(); });
}

headroom_credits* headroom_credits_new(int64_t slots, int64_t bytes) {
  return guarded("headroom_credits_new",
                 [=] { return new headroom_credits{headroom::CreditCounter(whole("slots", slots), bytes_of(bytes))}; });
}
void headroom_credits_delete(headroom_credits* credits) { delete credits; }

int headroom_credits_take_header(headroom_credits* credits) {
  return guarded("headroom_credits_take_header", [=]() -> int { return live(credits).policy.take_header(); });
}
int headroom_credits_take_data(headroom_credits* credits, int64_t bytes) {
  return guarded("headroom_credits_take_data",
                 [=]() -> int { return live(credits).policy.take_data(bytes_of(bytes)); });
}
int headroom_credits_give_back(headroom_credits* credits, int64_t bytes) {
  return guarded("headroom_credits_give_back", [=] {
    live(credits).policy.give_back(bytes_of(bytes));
    return 0;
  });
}
int64_t headroom_credits_slots_taken(headroom_credits* credits) {
  return guarded("headroom_credits_slots_taken", [=] { return live(credits).policy.slots_taken(); });
}
int64_t headroom_credits_bytes_taken(headroom_credits* credits) {
  return guarded("headroom_credits_bytes_taken", [=] { return live(credits).policy.bytes_taken().count(); });
}
}
