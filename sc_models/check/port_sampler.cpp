#include "sc_models/check/port_sampler.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sc_models/core/check.h"
#include "sc_models/core/class_mask.h"
#include "sc_models/core/params/nic.h"

namespace headroom {
namespace {

constexpr std::size_t kBeatBytes = 64;

class PoolsSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    // What is given back can be taken at the same edge.
    if (ports_.flag("release_valid")) fill(told("release"), "release_class", "release_bytes");
    if (ports_.flag("ask_valid") && ports_.flag("ask_ready"))
      fill(told(ports_.flag("ask_probe") ? "probe" : "ask"), "ask_class", "ask_bytes");
    const bool fits = ports_.flag("answer_valid") && ports_.flag("answer_fits");
    decided_when_valid("answer_valid", "answer_ready", fits ? "fits" : "refused");
  }
  void fill(TraceEvent& event, std::string_view of_class, std::string_view bytes) const {
    event.traffic_class = static_cast<unsigned>(ports_.number(of_class));
    event.amount = static_cast<std::int64_t>(ports_.number(bytes));
  }
};

class GateSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    if (ports_.flag("event_valid") && ports_.flag("event_ready")) {
      TraceEvent& event = told(ports_.flag("event_release") ? "release" : "arrival");
      event.traffic_class = static_cast<unsigned>(ports_.number("event_class"));
      event.amount = static_cast<std::int64_t>(ports_.number("event_filled"));
      filled_[event.traffic_class] = kUnknown;
    }
    for (unsigned c = 0; c < kTrafficClasses; ++c) {  // what a refresh looks at
      const auto filled = static_cast<std::int64_t>(ports_.of_class("filled", c));
      if (filled_[c] == filled) continue;
      filled_[c] = filled;
      TraceEvent& event = told("level");
      event.traffic_class = c;
      event.amount = filled;
    }
    const bool valid = ports_.flag("send_valid");
    if (TraceEvent* event =
            decided_when_valid("send_valid", "send_ready", valid && ports_.flag("send_xoff") ? "xoff" : "xon"))
      event->traffic_class = static_cast<unsigned>(ports_.number("send_class"));
  }
  static constexpr std::int64_t kUnknown = -1;
  PerClass<std::int64_t> filled_{};
};

class TimersSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    if (ports_.flag("frame_valid")) {
      TraceEvent& event = told("frame");
      event.traffic_class = static_cast<unsigned>(ports_.number("frame_class"));
      event.amount = static_cast<std::int64_t>(ports_.number("frame_quanta"));
    }
    const auto held = static_cast<ClassMask>(ports_.number("held"));
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if (((held ^ held_) & class_bit(c)) == 0) continue;
      decided((held & class_bit(c)) != 0 ? "held" : "free").traffic_class = c;
    }
    held_ = held;
  }
  ClassMask held_ = 0;
};

class SchedulerSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    if (ports_.flag("ask_valid") && ports_.flag("ask_ready"))
      told("ask").amount = static_cast<std::int64_t>(ports_.number("eligible"));
    const bool any = ports_.flag("grant_valid") && ports_.flag("grant_any");
    TraceEvent* const event = decided_when_valid("grant_valid", "grant_ready", any ? "grant" : "idle");
    if (event != nullptr && any) event->traffic_class = static_cast<unsigned>(ports_.number("grant_class"));
  }
};

class CreditSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    if (ports_.flag("give_valid")) told("give").amount = static_cast<std::int64_t>(ports_.number("give_bytes"));
    if (!ports_.flag("take_valid")) return;
    if (ports_.flag("take_data")) {
      told("take_data").amount = static_cast<std::int64_t>(ports_.number("take_bytes"));
    } else {
      told("take_header");
    }
    decided(ports_.flag("take_ready") ? "taken" : "refused");
  }
};

/// Bytes of one beat, added to a frame.
void add_beat(const BlockPorts& ports, std::string_view port, std::size_t count, std::vector<std::uint8_t>& frame) {
  for (std::size_t k = 0; k < count; ++k) frame.push_back(static_cast<std::uint8_t>(ports.number(port, 8 * k, 8)));
}

class FrameTxSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;
  void finish() override {
    if (begun_) take_back(*begun_);
  }

 private:
  void sample() override {
    if (ports_.flag("frame_valid") && ports_.flag("frame_ready")) {
      TraceEvent& event = told("send");
      event.size = ports_.flag("long_frame") ? 84 : 64;
      event.fields.class_enable = static_cast<std::uint8_t>(ports_.number("class_enable"));
      for (unsigned k = 0; k < event.fields.source.size(); ++k)
        event.fields.source[k] = static_cast<std::uint8_t>(ports_.number("source", 40 - 8 * k, 8));
      for (unsigned c = 0; c < kTrafficClasses; ++c)
        if ((event.fields.class_enable & class_bit(c)) != 0)
          event.fields.quanta[c] = static_cast<std::uint16_t>(ports_.number("quanta", 16 * c, 16));
    }
    if (!ports_.flag("out_valid")) return;
    if (!begun_) begun_ = begin_decision("frame");
    if (!ports_.flag("out_ready")) return;
    const bool last = ports_.flag("out_last");
    add_beat(ports_, "out_data", last ? ports_.number("out_bytes") : kBeatBytes, frame_);
    if (!last) return;
    complete(*begun_).frame = std::exchange(frame_, {});
    begun_.reset();
  }
  std::vector<std::uint8_t> frame_;
  std::optional<std::size_t> begun_;  ///< the frame on the port
};

class FrameRxSampler final : public PortSampler {
 public:
  using PortSampler::PortSampler;

 private:
  void sample() override {
    if (ports_.flag("in_valid") && ports_.flag("in_ready")) {
      const bool last = ports_.flag("in_last");
      add_beat(ports_, "in_data", last ? ports_.number("in_bytes") : kBeatBytes, frame_);
      if (last) told("frame").frame = std::exchange(frame_, {});
    }
    const bool pfc = ports_.flag("answer_valid") && ports_.flag("answer_pfc");
    TraceEvent* const event = decided_when_valid("answer_valid", "answer_ready", pfc ? "pfc" : "other");
    if (event == nullptr || !pfc) return;
    event->fields.class_enable = static_cast<std::uint8_t>(ports_.number("answer_enable"));
    for (unsigned k = 0; k < event->fields.source.size(); ++k)
      event->fields.source[k] = static_cast<std::uint8_t>(ports_.number("answer_source", 40 - 8 * k, 8));
    for (unsigned c = 0; c < kTrafficClasses; ++c)
      event->fields.quanta[c] = static_cast<std::uint16_t>(ports_.number("answer_quanta", 16 * c, 16));
  }
  std::vector<std::uint8_t> frame_;
};

template <class Sampler>
std::unique_ptr<PortSampler> make(const BlockPorts& ports, Trace& trace) {
  return std::make_unique<Sampler>(ports, trace);
}

constexpr std::string_view kPoolsPorts[] = {
    "clk",          "rst",          "ask_valid",   "ask_ready",     "ask_probe",     "ask_class",    "ask_bytes",
    "answer_valid", "answer_ready", "answer_fits", "release_valid", "release_class", "release_bytes"};
constexpr std::string_view kCreditPorts[] = {"clk",       "rst",        "take_valid", "take_ready",
                                             "take_data", "take_bytes", "give_valid", "give_bytes"};
constexpr std::string_view kTimersPorts[] = {"clk", "rst", "frame_valid", "frame_class", "frame_quanta", "held"};
constexpr std::string_view kRxPorts[] = {"clk",           "rst",           "in_valid",     "in_ready",     "in_data",
                                         "in_bytes",      "in_last",       "answer_valid", "answer_ready", "answer_pfc",
                                         "answer_source", "answer_enable", "answer_quanta"};
constexpr std::string_view kTxPorts[] = {"clk",         "rst",          "long_frame", "source",    "frame_valid",
                                         "frame_ready", "class_enable", "quanta",     "out_valid", "out_ready",
                                         "out_data",    "out_bytes",    "out_last"};
constexpr std::string_view kGatePorts[] = {"clk",           "rst",         "event_valid",  "event_ready",
                                           "event_release", "event_class", "event_filled", "filled",
                                           "send_valid",    "send_ready",  "send_class",   "send_xoff"};
constexpr std::string_view kSchedulerPorts[] = {"clk",         "rst",         "ask_valid", "ask_ready",  "eligible",
                                                "grant_valid", "grant_ready", "grant_any", "grant_class"};

struct SampledBlock {
  std::string_view name;
  std::span<const std::string_view> ports;
  std::unique_ptr<PortSampler> (*make)(const BlockPorts&, Trace&);
};
constexpr SampledBlock kSampledBlocks[] = {
    {"buffer_pools", kPoolsPorts, make<PoolsSampler>},        {"credit_counter", kCreditPorts, make<CreditSampler>},
    {"pause_timers", kTimersPorts, make<TimersSampler>},      {"pfc_frame_rx", kRxPorts, make<FrameRxSampler>},
    {"pfc_frame_tx", kTxPorts, make<FrameTxSampler>},         {"pfc_gate", kGatePorts, make<GateSampler>},
    {"tx_scheduler", kSchedulerPorts, make<SchedulerSampler>}};

const SampledBlock& sampled_block(std::string_view name) {
  for (const SampledBlock& block : kSampledBlocks)
    if (block.name == name) return block;
  throw ModelError("no ports of " + std::string(name));
}

}  // namespace

std::uint64_t BlockPorts::number(std::string_view port, std::size_t at, std::size_t width) const {
  const std::string& all = bits(port);
  if (width == 0) width = all.size();
  std::uint64_t value = 0;
  for (std::size_t i = at + width; i-- > at;) {
    const char bit = i < all.size() ? all[all.size() - 1 - i] : '0';
    if (bit != '0' && bit != '1')
      file_.fail(file_.line(),
                 fmt::format("{} is {} at {} ps (0 or 1 where the block looks)", port, bit, file_.time().count()));
    value = value << 1 | static_cast<std::uint64_t>(bit - '0');
  }
  return value;
}

std::uint64_t BlockPorts::of_class(std::string_view port, unsigned c) const {
  const std::size_t width = bits(port).size() / kTrafficClasses;
  return number(port, c * width, width);
}

void PortSampler::edge(Ps now, int line) {
  now_ = now;
  line_ = line;
  sample();
}

TraceEvent* PortSampler::decided_when_valid(std::string_view valid, std::string_view ready, std::string_view name) {
  if (!ports_.flag(valid)) {
    shown_ = false;
    return nullptr;
  }
  const bool first = !shown_;
  if (first) {
    shown_at_ = trace_.events.size();
    add(name, true);
  }
  shown_ = !ports_.flag(ready);
  if (!shown_) trace_.events[shown_at_].taken = now_;
  return first ? &trace_.events[shown_at_] : nullptr;
}

std::size_t PortSampler::begin_decision(std::string_view name) {
  add(name, true);
  return trace_.events.size() - 1;
}
TraceEvent& PortSampler::complete(std::size_t place) {
  trace_.events[place].taken = now_;
  return trace_.events[place];
}
void PortSampler::take_back(std::size_t place) {
  trace_.events.erase(trace_.events.begin() + static_cast<std::ptrdiff_t>(place));
}

TraceEvent& PortSampler::add(std::string_view name, bool decision) {
  TraceEvent& event = trace_.events.emplace_back();
  event.time = now_;
  event.line = line_;
  event.name = name;
  event.decision = decision;
  return event;
}

std::span<const std::string_view> sampled_ports(std::string_view block) { return sampled_block(block).ports; }
std::unique_ptr<PortSampler> make_sampler(std::string_view block, const BlockPorts& ports, Trace& trace) {
  return sampled_block(block).make(ports, trace);
}

}  // namespace headroom
