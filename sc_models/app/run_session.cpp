#include "sc_models/app/run_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <tlm>

#include "sc_models/app/cli.h"
#include "sc_models/app/findings.h"
#include "sc_models/app/network.h"
#include "sc_models/app/network_probes.h"
#include "sc_models/app/network_summary.h"
#include "sc_models/app/record_tap.h"
#include "sc_models/app/run_table.h"
#include "sc_models/app/run_watch.h"
#include "sc_models/app/version.h"
#include "sc_models/core/config/effective.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/core/records/record_file.h"
#include "sc_models/core/records/record_schedule.h"
#include "sc_models/core/records/recorder.h"

namespace headroom {

namespace {

/// Says what it can: a stderr that takes no more is no reason to fail in another way.
void complain(const std::string& line) { std::cerr << "headroom: " << line << std::endl; }

/// The model of one run with everything that looks on.
class Session {
 public:
  Session(const RunOptions& options, const LoadResult& loaded, OutputFolder& folder)
      : options_(options),
        loaded_(loaded),
        folder_(folder),
        network_(*loaded.configuration),
        probes_(network_),
        recorder_(folder, loaded.configuration->simulation, probes_.probes()),
        schedule_(network_.agenda(), recorder_, begin(loaded.configuration->simulation)),
        tap_(recorder_),
        watch_(network_, interrupt_, loaded.configuration->simulation.stop_time(), show_progress(options), &recorder_) {
    network_.set_pfc_sink(&tap_);
    network_.set_uet_sink(&tap_);
    network_.workload().set_observer(&tap_);
    network_.driver().set_watch(&watch_);
  }

  int run() {
    simulate();
    watch_.clear();
    const Ps end = end_of_run();
    const std::vector<FlowResult> results = flow_results(network_);
    record([&] { recorder_.finish(end, results); });
    const Summary summary = summarize_run(end, results);
    record([&] { folder_.write("summary.json", summary_json(summary)); });
    if (!options_.quiet) fmt::print("{}", run_table(network_, summary, findings_, folder_.path()));
    for (const std::string& fault : faults_) complain(fault);
    if (stop_reason_ == StopReason::kError) return kExitModelFailed;
    return stop_reason_ == StopReason::kInterrupted ? kExitInterrupted : kExitDone;
  }

 private:
  static Ps begin(const SimulationParams& simulation) { return simulation.start_time + simulation.client_start_offset; }
  static bool show_progress(const RunOptions& options) {
    if (options.quiet) return false;
    return options.progress == ProgressMode::kOn || (options.progress == ProgressMode::kAuto && isatty(STDERR_FILENO));
  }

  /// A record that cannot be written fails the run; what can still be written is.
  template <class Write>
  void record(Write write) {
    try {
      write();
    } catch (const RecordError& error) { fail(error.what()); }
  }

  void fail(const std::string& why) {
    stop_reason_ = StopReason::kError;
    if (faults_.empty() || faults_.back() != why) faults_.push_back(why);
  }

  /// What is thrown in a process leaves the kernel as a report that has its text but not its type.
  void simulate() {
    try {
      sc_core::sc_start();
    } catch (const sc_core::sc_report& report) { return fail(report.get_msg()); } catch (const std::exception& error) {
      return fail(error.what());
    }
    if (network_.agenda().stopped()) {
      stop_reason_ = StopReason::kWorkloadComplete;
    } else if (network_.driver().interrupted()) {
      stop_reason_ = StopReason::kInterrupted;
    } else if (network_.agenda().idle()) {
      fail(fmt::format("nothing is due any more at {} ps, and {} of {} flows have not completed",
                       network_.agenda().now().count(), open_flows(), network_.workload().flows().size()));
    } else {
      stop_reason_ = StopReason::kDuration;
    }
  }

  [[nodiscard]] std::size_t open_flows() const {
    std::size_t open = 0;
    for (const FlowProgress& flow : network_.workload().flows()) open += !flow.complete();
    return open;
  }
  [[nodiscard]] Ps end_of_run() {
    if (stop_reason_ != StopReason::kDuration) return network_.agenda().now();
    return *loaded_.configuration->simulation.stop_time();
  }

  Summary summarize_run(Ps end, const std::vector<FlowResult>& results) {
    Summary summary = summarize(network_, probes_.probes().flows, results, end);
    for (const std::string& law : summary.audit.violated()) fail("invariant violated: " + law);
    summary.version = std::string(kVersion);
    summary.config_sha256 = sha256(canonical_text(loaded_.effective));
    summary.seed = loaded_.configuration->simulation.seed;
    summary.stop_reason = stop_reason_;
    findings_ = findings(network_, end);
    summary.findings = findings_.sentences(end);
    summary.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return summary;
  }

  const RunOptions& options_;
  const LoadResult& loaded_;
  OutputFolder& folder_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  InterruptGuard interrupt_;
  Network network_;
  NetworkProbes probes_;
  Recorder recorder_;
  RecordSchedule schedule_;
  RecordTap tap_;
  RunWatch watch_;
  Findings findings_;
  StopReason stop_reason_ = StopReason::kError;
  std::vector<std::string> faults_;
};

}  // namespace

int run_session(const RunOptions& options) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of the record, not the end of the process
  const LoadResult loaded = load_configuration(options.config, options.overrides);
  std::cerr << loaded.faults.text() << std::flush;
  if (!loaded.ok()) return kExitRefused;
  const std::string& run = loaded.configuration->simulation.name;
  try {
    OutputFolder folder(options.out.value_or(std::filesystem::path("headroom-out") / run), options.force);
    folder.write("config.json", canonical_text(loaded.effective));
    tlm::tlm_global_quantum::instance().set(sc_core::sc_max_time());  // nobody else shares this kernel
    Session session(options, loaded, folder);
    return session.run();
  } catch (const OutputRefused& refused) {
    complain(refused.what());
    return kExitRefused;
  } catch (const RecordError& error) {
    complain(fmt::format("{}; nothing was simulated", error.what()));
    return kExitModelFailed;
  }
}

}  // namespace headroom
