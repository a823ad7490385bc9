#include "sc_models/host/root_complex.h"

#include <algorithm>

#include "sc_models/core/check.h"
#include "tlm_if/time.h"

namespace headroom {

namespace {
constexpr std::uint32_t kSub = 2;  // after the ends of the link's two directions
}  // namespace

RootComplex::RootComplex(const sc_core::sc_module_name& name, const RootComplexParams& params, Agenda& agenda)
    : sc_module(name), params_(params), agenda_(agenda), rank_(Due::kPcie, params.node, kSub) {
  memory.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void RootComplex::end_of_elaboration() {
  HEADROOM_CHECK(!params_.carry_data || memory.size() == 1, "{}: data is carried, and no memory is bound", name());
}

void RootComplex::from_link(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kArrived, "{}: not the arrival of a read or write", name());
  ++started_;
  if (!params_.carry_data) return deliver(tlp);
  HEADROOM_CHECK(tlp.data != nullptr, "{}: access of {} B at {:#x} without data", name(), tlp.length.count(),
                 tlp.address);
  if (on_bus_ == 0 && access_directly(tlp)) return;
  Access& access = take(tlp);
  ++on_bus_;
  requests_.push_back(&access);
  issue();
}

/// Data moves at once; the access counts after the latency that the target has named.
bool RootComplex::access_directly(Tlp& tlp) {
  const auto length = static_cast<std::size_t>(tlp.length.count());
  sc_core::sc_time latency;
  const bool done = tlp.kind == TlpKind::kWrite ? dmi_.write(tlp.address, tlp.data, length, latency)
                                                : dmi_.read(tlp.address, tlp.data, length, latency);
  if (!done) return false;
  if (latency == sc_core::SC_ZERO_TIME && (tlp.kind == TlpKind::kWrite || answers_.empty())) {
    deliver(tlp);
    return true;
  }
  Access& access = take(tlp);
  access.direct = true;
  access.state = State::kResponded;
  agenda_.at(agenda_.now() + to_ps(latency), rank_, *this, access.number);
  return true;
}

void RootComplex::issue() {
  if (issuing_) return;
  issuing_ = true;
  while (!requests_.empty() && !requesting_ && !turn_pending_) request(*requests_.pop_front());
  issuing_ = false;
}

void RootComplex::request(Access& access) {
  requesting_ = &access;
  access.state = State::kRequested;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = ahead_of_kernel();
  const tlm::tlm_sync_enum answer = memory->nb_transport_fw(access, phase, delay);
  agenda_.kernel_touched();
  if (answer == tlm::TLM_ACCEPTED) return;
  const bool completed = answer == tlm::TLM_COMPLETED;
  HEADROOM_CHECK(completed || phase == tlm::END_REQ || phase == tlm::BEGIN_RESP,
                 "{}: the memory answers BEGIN_REQ with phase {}", name(), phase.get_name());
  const Ps when = model_time(delay);
  request_ended(access, when);
  if (completed || phase == tlm::BEGIN_RESP) responded(access, when, !completed);
}

tlm::tlm_sync_enum RootComplex::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  auto& access = static_cast<Access&>(payload);
  const Ps when = model_time(delay);
  if (phase == tlm::END_REQ) {
    HEADROOM_CHECK(access.state == State::kRequested, "{}: END_REQ for an access that is not being requested", name());
    request_ended(access, when);
    return tlm::TLM_ACCEPTED;
  }
  HEADROOM_CHECK(phase == tlm::BEGIN_RESP, "{}: the memory calls back with phase {}", name(), phase.get_name());
  HEADROOM_CHECK(access.state == State::kRequested || access.state == State::kAccepted,
                 "{}: BEGIN_RESP for an access without request", name());
  if (access.state == State::kRequested) request_ended(access, when);
  responded(access, when, false);
  return tlm::TLM_COMPLETED;  // the response ends as it begins: the next one may follow
}

/// The bus is free for the next request at `when`.
void RootComplex::request_ended(Access& access, Ps when) {
  access.state = State::kAccepted;
  requesting_ = nullptr;
  if (issuing_ && when == agenda_.now()) return;
  turn_pending_ = true;
  agenda_.at(when, rank_, *this, kNextRequest);
}

void RootComplex::responded(Access& access, Ps when, bool end_expected) {
  access.state = State::kResponded;
  access.end_expected = end_expected;
  if (issuing_ && when == agenda_.now()) {
    finish(access);
  } else {
    agenda_.at(when, rank_, *this, access.number);
  }
}

void RootComplex::due(Ps, AgendaTag tag) {
  if (tag == kNextRequest) {
    turn_pending_ = false;
    issue();
  } else {
    finish(*accesses_[tag]);
  }
}

void RootComplex::finish(Access& access) {
  if (!access.direct) {
    end_response(access);
    check_response(access);
    --on_bus_;
    tlm::tlm_dmi grant;
    if (access.is_dmi_allowed() && memory->get_direct_mem_ptr(access, grant)) dmi_.add(grant);
  }
  if (access.tlp->kind == TlpKind::kWrite) {
    Tlp& tlp = *access.tlp;
    access.release();
    deliver(tlp);
    return;
  }
  access.state = State::kDone;
  while (!answers_.empty() && answers_.front()->state == State::kDone) {
    Access& first = *answers_.pop_front();
    Tlp& tlp = *first.tlp;
    first.release();
    deliver(tlp);
  }
}

void RootComplex::end_response(Access& access) {
  if (!access.end_expected) return;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = ahead_of_kernel();
  memory->nb_transport_fw(access, phase, delay);
  agenda_.kernel_touched();
}

void RootComplex::check_response(const Access& access) const {
  HEADROOM_CHECK(access.is_response_ok(), "{}: memory answered {} to a {} of {} B at {:#x}", name(),
                 access.get_response_string(), access.is_read() ? "read" : "write", access.get_data_length(),
                 access.get_address());
}

/// The memory has a write, or an answer may go.
void RootComplex::deliver(Tlp& tlp) {
  ++delivered_;
  if (tlp.kind == TlpKind::kWrite) {
    link_rx.reply(tlp, TlpPhase::kCompleted);
  } else {
    tlp.kind = TlpKind::kCompletion;
    link_tx.send(tlp, TlpPhase::kOffer);
  }
}

RootComplex::Access& RootComplex::take(Tlp& tlp) {
  if (unused_.empty()) {
    accesses_.push_back(std::make_unique<Access>());
    accesses_.back()->number = static_cast<AgendaTag>(accesses_.size() - 1);
    accesses_.back()->set_mm(this);
    unused_.push_back(accesses_.back().get());
    unused_.reserve(accesses_.capacity());
  }
  Access& access = *unused_.back();
  unused_.pop_back();
  ++open_;
  access.acquire();
  access.tlp = &tlp;
  access.state = State::kWaiting;
  access.direct = access.end_expected = false;
  access.set_command(tlp.kind == TlpKind::kWrite ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  access.set_address(tlp.address);
  access.set_data_ptr(reinterpret_cast<unsigned char*>(tlp.data));
  access.set_data_length(static_cast<unsigned int>(tlp.length.count()));
  access.set_streaming_width(static_cast<unsigned int>(tlp.length.count()));
  access.set_byte_enable_ptr(nullptr);
  access.set_dmi_allowed(false);
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (tlp.kind == TlpKind::kRead) answers_.push_back(&access);
  return access;
}

/// The last holder of the payload has let go of it, which may be a component between here and the memory.
void RootComplex::free(tlm::tlm_generic_payload* payload) {
  payload->reset();
  unused_.push_back(static_cast<Access*>(payload));
  --open_;
}

sc_core::sc_time RootComplex::ahead_of_kernel() const {
  const sc_core::sc_time model = to_sc(agenda_.now()), kernel = sc_core::sc_time_stamp();
  return model > kernel ? model - kernel : sc_core::SC_ZERO_TIME;
}

Ps RootComplex::model_time(const sc_core::sc_time& delay) const {
  return std::max(agenda_.now(), to_ps(sc_core::sc_time_stamp() + delay));
}

void RootComplex::audit(Audit& audit) const {
  audit.law(name(), "accesses delivered <= started, bus idle when nothing is open",
            delivered_ <= started_ && (open_ > 0 || (on_bus_ == 0 && requests_.empty() && answers_.empty())));
}

}  // namespace headroom
