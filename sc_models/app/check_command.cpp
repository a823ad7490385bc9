#include "sc_models/app/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "sc_models/app/override_options.h"
#include "sc_models/check/csv_trace.h"
#include "sc_models/check/trace_check.h"
#include "sc_models/check/vcd_trace.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/value.h"

namespace headroom {
namespace {

constexpr std::string_view kUsualPeriod = "1ns";

struct CheckOptions {
  std::string block, config, trace, period, component, buffer, scope;
  std::int64_t tolerance_cycles = 0;
  Overrides overrides;
};

/// What is wrong with the command line itself.
class WrongOption : public std::runtime_error {
 public:
  WrongOption(std::string_view option, const std::string& what)
      : std::runtime_error(fmt::format("headroom: {}: {}", option, what)) {}
};

std::vector<std::string> block_names() {
  std::vector<std::string> names;
  for (const BlockFormat& block : block_formats()) names.emplace_back(block.name);
  return names;
}

Ps read_period(const std::string& text) {
  static constexpr Attribute kPeriod{.path = "period", .type = Type::kTime, .min = "1ps"};
  const auto result = read_value(kPeriod, loose_value(text, {}), Form::kFile, {});
  if (const auto* refusal = std::get_if<Refusal>(&result)) throw WrongOption("--period", refusal->message);
  return Ps{std::get<Value>(result).base};
}

std::string choose_buffer(const CheckOptions& options) {
  const std::span<const std::string_view> choices = buffer_choices(options.block);
  if (options.buffer.empty()) return choices.empty() ? "" : std::string(choices.front());
  if (choices.empty()) throw WrongOption("--buffer", fmt::format("{} has no choice (leave it out)", options.block));
  if (std::ranges::find(choices, options.buffer) == choices.end())
    throw WrongOption("--buffer", fmt::format("{} ({})", options.buffer, list_of(choices)));
  return options.buffer;
}

const NicParams& choose_component(const Configuration& configuration, const std::string& name) {
  if (name.empty()) return configuration.nics[configuration.topology.server_nic.front()].common();
  std::vector<std::string_view> known;
  for (const NicComponent& nic : configuration.nics) {
    if (nic.name == name) return nic.common();
    known.push_back(nic.name);
  }
  throw WrongOption("--component", fmt::format("{} ({})", name, list_of(known)));
}

/// One CSV or, by its name, a value change dump, which brings its own clock.
Trace read_trace(const CheckOptions& options, std::string_view text, Clock& clock) {
  if (options.trace.ends_with(".vcd")) {
    if (!options.period.empty()) throw WrongOption("--period", "a dump has its own clock (leave it out)");
    VcdTrace dump = read_vcd_trace(text, options.trace, options.block, options.scope);
    clock = dump.clock;
    return std::move(dump.trace);
  }
  if (!options.scope.empty()) throw WrongOption("--scope", "only dumps, *.vcd, have scopes (leave it out)");
  clock = {read_period(options.period.empty() ? std::string(kUsualPeriod) : options.period), Ps{0}};
  return read_csv_trace(text, options.trace, *find_block(options.block));
}

void print_result(const CheckOptions& options, const TraceVerdict& verdict, CommandContext& context) {
  const Scoreboard& scoreboard = verdict.scoreboard;
  context.out << fmt::format("{}: {} of {} decisions agree, worst lag {}\n", options.block, scoreboard.agreed(),
                             scoreboard.agreed() + scoreboard.departures(), cycles_text(scoreboard.worst_lag_cycles()));
  if (scoreboard.still_owed() > 0)
    context.out << fmt::format("{} more could still come when the trace ended\n", scoreboard.still_owed());
  if (const auto& first = scoreboard.first_departure()) {
    context.out << fmt::format("first departure: {}:{}: at {} ps: {}\n", options.trace, first->line,
                               first->time.count(), first->what);
    context.exit_code = kExitModelFailed;
    if (!verdict.stopped.empty()) context.out << "not compared from here on: " << verdict.stopped << '\n';
  }
}

void run_check(const CheckOptions& options, CommandContext& context) {
  CheckSettings settings;
  settings.buffer = choose_buffer(options);
  settings.tolerance_cycles = options.tolerance_cycles;
  LoadResult loaded{Faults(options.config), {}, {}};
  if (!options.config.empty()) {
    loaded = load_configuration(options.config, options.overrides);
    context.report(loaded.faults);
    if (!loaded.ok()) return;
    settings.nic = &choose_component(*loaded.configuration, options.component);
  } else if (!options.component.empty() || !options.overrides.sets.empty() || options.overrides.seed ||
             options.overrides.until) {
    throw WrongOption("--config", "is missing (the file that the other options are about)");
  } else if (needs_configuration(options.block)) {
    throw WrongOption("--config", fmt::format("{} needs a configuration (a file)", options.block));
  }
  Faults reading(options.trace);
  const std::optional<std::string> text = read_file(options.trace, reading);
  if (!text) return context.report(reading);
  const Trace trace = read_trace(options, *text, settings.clock);
  print_result(options, check_trace(trace, options.trace, options.block, settings), context);
}

}  // namespace

void add_check_command(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Compare a trace of a block with what the specification says.");
  command->add_option("TRACE", options->trace, "CSV of events, or a value change dump of the block's ports, *.vcd")
      ->required();
  command->add_option("--block", options->block, "What the trace is of")
      ->required()
      ->check(CLI::IsMember(block_names()));
  command->add_option("--config", options->config, "Configuration file with the block's settings");
  command->add_option("--component", options->component, "NIC component of it; usually that of server 0");
  command->add_option("--buffer", options->buffer, "ingress or egress; of a credit_counter nic or host");
  command->add_option("--tolerance-cycles", options->tolerance_cycles, "Cycles a decision may come after its cause; 0")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000}));
  command->add_option("--period", options->period, "Of the clock of a CSV; 1ns");
  command->add_option("--scope", options->scope, "Where a dump has the ports, top.dut");
  add_override_options(*command, options->overrides);
  command->callback([options, &context] {
    try {
      run_check(*options, context);
    } catch (const WrongOption& wrong) { context.refuse(wrong.what()); } catch (const TraceFault& fault) {
      context.refuse(fault.what());
    }
  });
}

}  // namespace headroom
