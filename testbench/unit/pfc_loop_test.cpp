// Gate, pools and timers at the two ends of one link, without modules: what holds for any legal configuration.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cstdint>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/headroom_size.h"
#include "sc_models/core/serializer.h"
#include "sc_models/policy/buffer_pools.h"
#include "sc_models/policy/pause_time.h"
#include "sc_models/policy/pause_timers.h"
#include "sc_models/policy/pfc_gate.h"

namespace headroom {
namespace {

struct LoopParams {
  BitRate rate;
  Ps delay, service;  ///< of the link; of the receiver's host, for one frame
  Bytes charge, pool, xoff, xon;
  std::uint64_t quanta = 0;
  std::int64_t frames = 0;
};

/// A sender with nothing but one class to send and a receiver with nothing to send but PFC frames.
class Loop final : private AgendaClient {
 public:
  explicit Loop(const LoopParams& p)
      : p_(p), pools_({p.pool}), gate_(p.xoff, p.xon), send_{Rank(Due::kPortDecision, 0, 0), this, kSend} {
    agenda_.decide(send_);
    agenda_.run(kNever - Ps{1});
  }
  std::int64_t sent = 0, drops = 0, delivered = 0;
  std::uint64_t pauses = 0, resumes = 0;
  [[nodiscard]] const BufferPools& pools() const { return pools_; }
  [[nodiscard]] bool held() const { return timers_.held(0); }
  [[nodiscard]] bool pausing() const { return gate_.pausing(); }
  [[nodiscard]] std::uint64_t expired() const { return timers_.stats(0).expired; }

 private:
  enum : AgendaTag { kSend, kSent, kArrival, kServed, kRefresh, kWake, kPauseArrives, kXonArrives };
  void at(Ps time, Due group, AgendaTag tag) { agenda_.at(time, Rank(group, 0, 0), *this, tag); }

  void due(Ps now, AgendaTag tag) override {
    switch (tag) {
      case kSend: return send(now);
      case kSent: busy_ = false; return agenda_.decide(send_);
      case kArrival: return arrive(now);
      case kServed: return served(now);
      case kRefresh:
        if (gate_.pausing() && now == refresh_) act(now, gate_.on_refresh(pools_.filled(0)));
        return;
      case kWake: {
        const auto wake = timers_.wake(now, 0);
        if (wake.again != kNever) at(wake.again, Due::kPauseEnd, kWake);
        if (wake.resumed) agenda_.decide(send_);
        return;
      }
      case kPauseArrives: {
        const Ps wake = timers_.pause(now, 0, pause_time(p_.quanta, p_.rate, p_.delay));
        if (wake != kNever) at(wake, Due::kPauseEnd, kWake);
        return;
      }
      default:
        if (timers_.resume(now, 0)) agenda_.decide(send_);
    }
  }
  void send(Ps now) {
    if (busy_ || timers_.held(0) || sent == p_.frames) return;
    busy_ = true;
    ++sent;
    const Ps end = data_.send(now, p_.charge + Bytes{18}, p_.rate);
    at(end, Due::kTxEnd, kSent);
    at(end + p_.delay, Due::kFrame, kArrival);
  }
  void arrive(Ps now) {
    act(now, gate_.on_arrival(pools_.filled(0) + p_.charge));
    if (!pools_.charge(now, 0, p_.charge)) {
      ++drops;
    } else if (pools_.filled(0) == p_.charge) {
      at(now + p_.service, Due::kPcie, kServed);
    }
  }
  void served(Ps now) {
    pools_.release(now, 0, p_.charge);
    ++delivered;
    act(now, gate_.on_release(pools_.filled(0)));
    if (pools_.filled(0) > Bytes{0}) at(now + p_.service, Due::kPcie, kServed);
  }
  void act(Ps now, PfcGate::Send action) {
    if (action == PfcGate::Send::kNothing) return;
    const bool xoff = action == PfcGate::Send::kXoff;
    ++(xoff ? pauses : resumes);
    const Ps start = pfc_.busy_until() < now ? now : pfc_.busy_until();
    at(pfc_.send(start, Bytes{84}, p_.rate) + p_.delay, Due::kFrame, xoff ? kPauseArrives : kXonArrives);
    if (!xoff) return;
    refresh_ = now + refresh_interval(p_.quanta, p_.rate, p_.delay);
    at(refresh_, Due::kPfcRefresh, kRefresh);
  }

  const LoopParams p_;
  Agenda agenda_;
  BufferPools pools_;
  PfcGate gate_;
  PauseTimers timers_;
  Serializer data_, pfc_;
  Decision send_;
  Ps refresh_{0};
  bool busy_ = false;
};

LoopParams any_loop() {
  LoopParams p;
  p.rate = BitRate{*rc::gen::element<std::int64_t>(25'781'250'000, 100'000'000'000, 400'000'000'000)};
  p.delay = Ps{*rc::gen::inRange<std::int64_t>(1, 2'000'000)};
  p.service = Ps{*rc::gen::inRange<std::int64_t>(1, 2'000'000)};
  p.charge = Bytes{*rc::gen::inRange<std::int64_t>(1'000, 9'000)};
  p.xoff = Bytes{*rc::gen::inRange<std::int64_t>(1, 100'000)};  // at 0 the first frame overshoots by all of itself
  p.xon = Bytes{*rc::gen::inRange<std::int64_t>(0, 100'000)};
  p.quanta = *rc::gen::inRange<std::uint64_t>(1, 3'000);
  p.frames = 400;
  return p;
}

// The peer runs out of a pause before its repeat arrives when PFC frames take longer than the other half of its time;
// then it sends on into a full pool, and no headroom is enough.
bool refresh_comes_in_time(const LoopParams& p, Ps pause_frame) {
  const Ps whole = pause_time(p.quanta, p.rate, p.delay);
  return whole - whole / 2 > 2 * pause_frame;
}

RC_GTEST_PROP(PfcLoopProperty, WithTheHeadroomOfTheFormulaNothingIsLostAndEverythingArrives, ()) {
  LoopParams p = any_loop();
  const Ps frame = duration(p.charge + Bytes{18}, p.rate), pause = duration(Bytes{84}, p.rate) + Ps{1};
  RC_PRE(refresh_comes_in_time(p, pause));
  RC_PRE(p.xon < p.xoff);  // else a resume can leave the pool above Xoff, and the next pause comes on top of that
  // A resume may be ahead of the pause in its queue.
  const auto after = frames_after_pause(pause, pause, p.delay, frame);
  p.pool = p.xoff + headroom_needed(p.charge, after);
  const Loop loop(p);
  RC_ASSERT(loop.drops == 0);
  RC_ASSERT(loop.sent == p.frames);
  RC_ASSERT(loop.delivered == p.frames);
  RC_ASSERT(!loop.held() && !loop.pausing());
}

RC_GTEST_PROP(PfcLoopProperty, WithAnyPoolEveryPauseEndsAndEveryFrameIsDeliveredOrDropped, ()) {
  LoopParams p = any_loop();
  p.pool = Bytes{*rc::gen::inRange<std::int64_t>(9'000, 200'000)};
  const Loop loop(p);
  RC_ASSERT(loop.sent == p.frames);
  RC_ASSERT(loop.delivered + loop.drops == p.frames);
  RC_ASSERT(!loop.held());
  RC_ASSERT(loop.pools().filled(0) == Bytes{0});
  RC_ASSERT(loop.pools().meter(0).peak <= p.pool);
  Audit audit;
  loop.pools().audit(audit, "loop");
  RC_ASSERT(audit.violated().empty());
}

}  // namespace
}  // namespace headroom
