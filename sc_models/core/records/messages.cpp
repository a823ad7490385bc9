#include "sc_models/core/records/messages.h"

#include <fmt/format.h>

namespace headroom {
namespace {

template <class T>
Cell or_empty(const std::optional<T>& value) {
  return value ? Cell(*value) : Cell();
}

/// Bytes may reach 2^32 x messages; a double is what a computed rate is made of anyway.
double size_of(const FlowParams& flow) {
  return static_cast<double>(flow.message_size) * static_cast<double>(flow.messages);
}

}  // namespace

std::string_view name(Verb verb) { return verb == Verb::kWrite ? "WRITE" : "SEND"; }

std::string metric_path(const FlowParams& flow) { return fmt::format("ScalaRDMA.{}.{}", name(flow.verb), flow.name); }

std::optional<Ps> FlowRow::completion_time() const {
  if (result.completed < flow.params.messages || !result.first_post || !result.last_acknowledged) return std::nullopt;
  return *result.last_acknowledged - *result.first_post;
}

const Record<PerfRow>& perf_record() {
  using Row = PerfRow;
  static const Record<Row> record{
      "perf",
      "`EnablePerfLogging`",
      "one for each message, when it is acknowledged",
      {
          job_column<Row>(),
          utc_column<Row>(),
          sim_time_column<Row>(),
          {"metric_name", Format::kText, [](const Row&) -> Cell { return "ScalaApp"; }, "`ScalaApp`"},
          {"perf_metric_usec", Format::kMicroseconds,
           [](const Row& r) -> Cell { return r.message.acknowledged - r.message.post; },
           "from the post to the acknowledgement"},
          {"metric_path", Format::kText, [](const Row& r) -> Cell { return r.path; }, "`ScalaRDMA.<verb>.<flow>`"},
          {"metric_aggregation_id", Format::kInteger, [](const Row& r) -> Cell { return r.message.flow; },
           "number of the flow"},
          {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.flow.source_host.id; },
           "number of the sending host"},
          {"transaction_number", Format::kInteger, [](const Row& r) -> Cell { return r.message.message; },
           "number of the message in its flow, from 0"},
          {"start_time_sec", Format::kSeconds, [](const Row& r) -> Cell { return r.message.post; }, "post"},
          {"transfer_size_b", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.message_size; },
           "bytes of the message"},
          {"application_name", Format::kText, [](const Row& r) -> Cell { return r.flow.params.name; },
           "name of the flow"},
          exact_time_column<Row>(),
      }};
  return record;
}

const Record<MessageRow>& messages_record() {
  using Row = MessageRow;
  static const Record<Row> record{
      "messages",
      "`RecordMessages`",
      "one for each message, when it is both acknowledged and received",
      {
          {"flow", Format::kText, [](const Row& r) -> Cell { return r.flow.params.name; }, "name of the flow"},
          {"message", Format::kInteger, [](const Row& r) -> Cell { return r.message.message; },
           "number of the message in its flow, from 0"},
          {"bytes", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.message_size; }, "its size"},
          {"post_ps", Format::kInteger, [](const Row& r) -> Cell { return r.message.post; },
           "the doorbell leaves the host"},
          {"start_ps", Format::kInteger, [](const Row& r) -> Cell { return r.message.started; },
           "its first packet is generated"},
          {"sent_ps", Format::kInteger, [](const Row& r) -> Cell { return r.message.sent; },
           "serialization of its last packet ends, first transmission"},
          {"received_ps", Format::kInteger, [](const Row& r) -> Cell { return r.message.received; },
           "its last packet is accepted in order and PCIe has accepted its payload"},
          {"end_ps", Format::kInteger, [](const Row& r) -> Cell { return r.message.acknowledged; },
           "an ACK covers its last packet"},
      }};
  return record;
}

const Record<FlowRow>& flows_record() {
  using Row = FlowRow;
  static const Record<Row> record{
      "flows",
      "always",
      "at the end, one for each flow, in the order of the configuration",
      {
          {"flow", Format::kText, [](const Row& r) -> Cell { return r.flow.params.name; }, "name of the flow"},
          {"src", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.source; },
           "number of the sending server"},
          {"dst", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.destination; },
           "number of the receiving server"},
          {"verb", Format::kText, [](const Row& r) -> Cell { return name(r.flow.params.verb); }, "`WRITE` or `SEND`"},
          {"message_size", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.message_size; },
           "bytes of one message"},
          {"messages", Format::kInteger, [](const Row& r) -> Cell { return r.flow.params.messages; },
           "messages of the flow"},
          {"completed", Format::kInteger, [](const Row& r) -> Cell { return r.result.completed; },
           "messages acknowledged"},
          {"bytes", Format::kInteger,
           [](const Row& r) -> Cell {
             return r.result.completed * static_cast<std::uint64_t>(r.flow.params.message_size);
           },
           "bytes of the messages acknowledged"},
          {"start_ps", Format::kInteger, [](const Row& r) -> Cell { return or_empty(r.result.first_post); },
           "first post; empty if there was none"},
          {"end_ps", Format::kInteger,
           [](const Row& r) -> Cell { return r.completion_time() ? Cell(*r.result.last_acknowledged) : Cell(); },
           "acknowledgement of the last message; empty unless the flow completed"},
          {"fct_usec", Format::kMicroseconds, [](const Row& r) -> Cell { return or_empty(r.completion_time()); },
           "end_ps - start_ps; empty unless the flow completed"},
          {"goodput_gbps", Format::kReal,
           [](const Row& r) -> Cell {
             const std::optional<Ps> time = r.completion_time();
             if (!time) return {};
             return *time > Ps{0} ? size_of(r.flow.params) * 8000.0 / static_cast<double>(time->count()) : 0.0;
           },
           "messages x message_size x 8 / fct; empty unless the flow completed"},
          {"retransmitted_packets", Format::kInteger, [](const Row& r) -> Cell { return r.result.retransmitted; },
           "data packets sent again"},
      }};
  return record;
}

}  // namespace headroom
