#include "sc_models/core/records/recorder.h"

#include <algorithm>
#include <exception>
#include <tuple>
#include <utility>

#include "sc_models/core/check.h"
#include "sc_models/core/records/ecn_pfc_stats.h"
#include "sc_models/core/records/load_balancing.h"
#include "sc_models/core/records/nd_stats.h"
#include "sc_models/core/records/net_buff_stats.h"
#include "sc_models/core/records/pcie_stats.h"
#include "sc_models/core/records/reports.h"
#include "sc_models/core/records/roce_transport_stats.h"
#include "sc_models/core/records/tier_hop.h"
#include "sc_models/core/records/trim_stats.h"
#include "sc_models/core/records/uet_transport_stats.h"

namespace headroom {
namespace {

/// One switch at its own interval; switches share the two files.
class SwitchSeries final : public PeriodicRecord {
 public:
  SwitchSeries(SwitchBufferProbe& probe, SwitchAggregateBuffers& all, SwitchPortBuffers* each_port)
      : probe_(probe), all_(all), each_port_(each_port) {}
  void sample(Ps now, Ps since) override {
    all_.sample(probe_, now, since);
    if (each_port_ && probe_.per_port()) each_port_->sample(probe_, now, since);
    probe_.begin_interval();
  }
  RecordFile& file() override { return all_.file(); }

 private:
  SwitchBufferProbe& probe_;
  SwitchAggregateBuffers& all_;
  SwitchPortBuffers* each_port_;
};

template <class Probe, class Place>
void sort_by(std::vector<Probe*>& probes, Place place) {
  std::stable_sort(probes.begin(), probes.end(), [&](const Probe* a, const Probe* b) { return place(*a) < place(*b); });
}

/// Rows of one time stand by node, then port or pool, whatever the order of construction.
RunProbes sorted(RunProbes probes) {
  sort_by(probes.ports, [](const PortProbe& p) { return std::tuple(p.identity().node.id, p.identity().ifid); });
  sort_by(probes.pools, [](const PoolProbe& p) {
    const auto& pool = p.identity();
    return std::tuple(pool.node.id, pool.direction, pool.traffic_class);
  });
  sort_by(probes.roce, [](const RoceProbe& p) { return p.node().id; });
  sort_by(probes.uet, [](const UetProbe& p) { return p.node().id; });
  sort_by(probes.pcie, [](const PcieProbe& p) { return p.identity().nic.id; });
  sort_by(probes.load_balancing, [](const LoadBalancingProbe& p) { return p.node().id; });
  sort_by(probes.trimmers, [](const TrimProbe& p) { return std::tuple(p.identity().node.id, p.identity().ifid); });
  sort_by(probes.switches, [](const SwitchBufferProbe& p) { return p.node().id; });
  return probes;
}

}  // namespace

Recorder::Recorder(OutputFolder& folder, const SimulationParams& params, RunProbes probes)
    : run_(params.name), probes_(sorted(std::move(probes))) {
  open_periodic(folder, params);
  open_switches(folder, run_);
  const auto open = [&](auto& table, bool on, const auto& record) {
    if (on) files_.push_back(&table.emplace(folder, run_, record).file());
  };
  if (params.enable_pfc_events) files_.push_back(&pfc_events_.emplace(folder, run_).file());
  if (probes_.uet_events) files_.push_back(&uet_events_.emplace(folder, run_).file());
  if (probes_.uet_monitor) files_.push_back(&uet_monitor_.emplace(folder, run_, *probes_.uet_monitor).file());
  open(perf_, params.enable_perf, perf_record());
  open(messages_, params.record_messages, messages_record());
  open(flows_, true, flows_record());
  if (params.enable_cpu_mem_stats) files_.push_back(&cpu_mem_.emplace(folder, run_).file());
  if (params.enable_reports) {
    write_application_report(folder, run_, probes_.flows);
    write_topology_report(folder, run_, probes_.links);
  }
  for (const FlowIdentity& flow : probes_.flows) paths_.push_back(metric_path(flow.params));
}

Recorder::~Recorder() = default;

void Recorder::open_periodic(OutputFolder& folder, const SimulationParams& params) {
  const Ps interval = params.nd_stats_interval;
  if (params.enable_net_device_stats)
    add(std::make_unique<NdStats>(folder, run_, probes_.ports, probes_.lossy_links), interval);
  if (params.enable_pfc_ecn_stats) add(std::make_unique<EcnPfcStats>(folder, run_, probes_.ports), interval);
  if (params.enable_roce_stats) add(std::make_unique<RoceTransportStats>(folder, run_, probes_.roce), interval);
  if (!probes_.uet.empty()) add(std::make_unique<UetTransportStats>(folder, run_, probes_.uet), interval);
  if (params.enable_pcie_stats) add(std::make_unique<PcieStats>(folder, run_, probes_.pcie), interval);
  if (params.enable_tier_hop && probes_.tiers) add(std::make_unique<TierHop>(folder, run_, *probes_.tiers), interval);
  if (!probes_.trimmers.empty()) add(std::make_unique<SwitchTrimStats>(folder, run_, probes_.trimmers), interval);
  if (params.enable_buffer_stats && !probes_.pools.empty())
    add(std::make_unique<NetBuffStats>(folder, run_, probes_.pools), params.buffer_stats_interval);
}

void Recorder::open_switches(OutputFolder& folder, const std::string& run) {
  if (probes_.switches.empty()) return;
  switch_buffers_.emplace(folder, run);
  const bool per_port = std::any_of(probes_.switches.begin(), probes_.switches.end(),
                                    [](const SwitchBufferProbe* probe) { return probe->per_port(); });
  if (per_port) files_.push_back(&switch_port_buffers_.emplace(folder, run).file());
  for (SwitchBufferProbe* probe : probes_.switches)
    add(std::make_unique<SwitchSeries>(*probe, *switch_buffers_, per_port ? &*switch_port_buffers_ : nullptr),
        probe->interval());
  if (!probes_.load_balancing.empty()) load_balancing_.emplace(folder, run, load_balancing_record());
  for (LoadBalancingProbe* probe : probes_.load_balancing)
    add(std::make_unique<LoadBalancingStats>(run, *load_balancing_, *probe), probe->interval());
}

void Recorder::add(std::unique_ptr<PeriodicRecord> record, Ps interval) {
  HEADROOM_CHECK(interval > Ps{0}, "recorder: a record's interval is {} ps", interval.count());
  RecordFile* const file = &record->file();
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
  series_.push_back({std::move(record), interval, Ps{0}, false});
}

void Recorder::make_rows(Series& series, Ps now) {
  if (series.sampled && series.last == now) return;
  const Ps since = std::exchange(series.last, now);
  series.sampled = true;
  series.record->sample(now, since);
}

void Recorder::sample(std::size_t series, Ps now) {
  make_rows(series_[series], now);
  flush();
}

void Recorder::flush() {
  for (RecordFile* file : files_) file->flush();
}

void Recorder::message_acknowledged(const MessageInstants& message) {
  if (perf_)
    perf_->add({{run_, message.acknowledged, Ps{0}}, probes_.flows[message.flow], message, paths_[message.flow]});
}

void Recorder::message_complete(const MessageInstants& message) {
  if (messages_) messages_->add({probes_.flows[message.flow], message});
}

void Recorder::finish(Ps now, const std::vector<FlowResult>& results) {
  if (std::exchange(finished_, true)) return;
  std::exception_ptr first;
  const auto attempt = [&first](const auto& action) {
    try {
      action();
    } catch (const RecordError&) {
      if (!first) first = std::current_exception();
    }
  };
  for (Series& series : series_) attempt([&] { make_rows(series, now); });
  attempt([&] {
    for (std::size_t i = 0; i < results.size(); ++i) flows_->add({probes_.flows[i], results[i]});
  });
  for (RecordFile* file : files_) attempt([&] { file->close(); });
  if (first) std::rethrow_exception(first);
}

}  // namespace headroom
