#include "sc_models/check/question_checkers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sc_models/policy/pcie_transfer.h"

namespace headroom {
namespace {

constexpr std::string_view kEgress = "egress", kHost = "host";

PerClass<Bytes> pool_sizes(const CheckSettings& settings) {
  PerClass<Bytes> sizes;
  for (unsigned c = 0; c < kTrafficClasses; ++c)
    sizes[c] = settings.buffer == kEgress ? settings.nic->egress.pool(c) : settings.nic->ingress.pool(c);
  return sizes;
}

std::string fields_text(const PfcFields& fields) {
  return fmt::format("pfc source {:02x} classes {:#04x} quanta {}", fmt::join(fields.source, ""), fields.class_enable,
                     fmt::join(fields.quanta, " "));
}

std::string hex_text(const std::vector<std::uint8_t>& bytes) {
  return fmt::format("frame {:02x}", fmt::join(bytes, ""));
}

}  // namespace

void QuestionChecker::expect(const TraceEvent& question, std::string answer, const std::string& cause) {
  scoreboard_.expect(0, clock_.edge(question.time), std::move(answer),
                     fmt::format("at {} ps (line {}) {}", question.time.count(), question.line, cause), question.line);
}

BufferPoolsChecker::BufferPoolsChecker(const CheckSettings& settings, Scoreboard& scoreboard)
    : QuestionChecker(settings, scoreboard), policy_(pool_sizes(settings)) {}

void BufferPoolsChecker::told(const TraceEvent& event) {
  const unsigned c = event.traffic_class;
  const Bytes bytes{event.amount};
  if (event.name == "release") return policy_.release(event.time, c, bytes);
  const Bytes filled = policy_.filled(c);
  const bool fits = event.name == "probe" ? policy_.fits(c, bytes) : policy_.charge(event.time, c, bytes);
  expect(event, fits ? "fits" : "refused",
         fmt::format("{} of {} B for class {}, which has {} of {} B", event.name, bytes.count(), c, filled.count(),
                     policy_.size(c).count()));
}

TxSchedulerChecker::TxSchedulerChecker(const CheckSettings& settings, Scoreboard& scoreboard)
    : QuestionChecker(settings, scoreboard) {
  const bool egress = settings.buffer == kEgress;
  const PerClass<Bytes> pools = pool_sizes(settings);
  for (unsigned c = 0; c < kTrafficClasses; ++c) classes_ |= pools[c] > Bytes{0} ? class_bit(c) : 0;
  const NicParams& nic = *settings.nic;
  policy_ = make_tx_scheduler(egress ? nic.egress.scheduling : nic.ingress.scheduling, classes_,
                              egress ? nic.egress.wrr_weights : nic.ingress.wrr_weights);
}

void TxSchedulerChecker::told(const TraceEvent& event) {
  const auto eligible = static_cast<ClassMask>(event.amount);
  HEADROOM_CHECK((eligible & ~classes_) == 0, "classes {:#04x} ask, only {:#04x} have a pool", eligible, classes_);
  const std::optional<unsigned> next = policy_->next(eligible);
  expect(event, next ? fmt::format("grant of class {}", *next) : "idle", fmt::format("classes {:#04x} ask", eligible));
}

std::string TxSchedulerChecker::answer_text(const TraceEvent& event) const {
  return event.name == "idle" ? "idle" : fmt::format("grant of class {}", event.traffic_class);
}

CreditCounterChecker::CreditCounterChecker(const CheckSettings& settings, Scoreboard& scoreboard)
    : QuestionChecker(settings, scoreboard),
      end_(settings.buffer == kHost ? settings.nic->pcie_host : settings.nic->pcie_nic),
      policy_(end_.rx_header.count() / kTransferHeaderSlot.count(), end_.rx_data) {}

void CreditCounterChecker::told(const TraceEvent& event) {
  const Bytes bytes{event.amount};
  if (event.name == "give") return policy_.give_back(bytes);
  const std::int64_t slots = policy_.slots_taken();
  const Bytes taken = policy_.bytes_taken();
  const bool data = event.name == "take_data";
  const bool fits = data ? policy_.take_data(bytes) : policy_.take_header();
  expect(event, fits ? "taken" : "refused",
         fmt::format("{}{} with {} of {} slots and {} of {} B taken", data ? "data of " : "a header",
                     data ? fmt::format("{} B", bytes.count()) : "", slots,
                     end_.rx_header.count() / kTransferHeaderSlot.count(), taken.count(), end_.rx_data.count()));
}

void PfcFrameTxChecker::told(const TraceEvent& event) {
  expect(event, hex_text(write_pfc_frame(event.fields, static_cast<std::size_t>(event.size))),
         fmt::format("{} B of {}", event.size, fields_text(event.fields)));
}

std::string PfcFrameTxChecker::answer_text(const TraceEvent& event) const { return hex_text(event.frame); }

void PfcFrameRxChecker::told(const TraceEvent& event) {
  const std::optional<PfcFields> fields = read_pfc_frame(event.frame);
  expect(event, fields ? fields_text(*fields) : "other", fmt::format("{} B came", event.frame.size()));
}

std::string PfcFrameRxChecker::answer_text(const TraceEvent& event) const {
  return event.name == "other" ? "other" : fields_text(event.fields);
}

}  // namespace headroom
