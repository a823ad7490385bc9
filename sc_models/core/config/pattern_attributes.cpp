// The fields that patterns have besides those of a flow.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/pattern.h"

namespace headroom {
namespace {

using P = PatternParams;
constexpr Origin kOurs = Origin::kExtension;
constexpr std::string_view kPatterns[] = {"incast", "permutation"};
constexpr std::string_view kChoices[] = {"first", "random"};
constexpr std::string_view kKinds[] = {"random", "shift", "bisection", "pairs"};

constexpr Attribute kRows[] = {
    {"pattern", Type::kEnum, field<&P::pattern>, "", "", "", kOurs,
     "incast: senders to one server; permutation: every server to another one; required.", kPatterns},
    {"dst", Type::kUint, field<&P::destination>, "", "0", "4294967295", kOurs,
     "incast: the receiving server, one of servers; required."},
    {"choose", Type::kEnum, field<&P::choose>, "first", "", "", kOurs,
     "incast: which of the candidates send when senders is a number.", kChoices},
    {"kind", Type::kEnum, field<&P::kind>, "random", "", "", kOurs,
     "permutation: one random cycle; shift: each to the one by positions on; bisection: shift by half; pairs: "
     "neighbours to each other.",
     kKinds},
    {"by", Type::kUint, field<&P::by>, "1", "1", "4294967295", kOurs, "permutation of kind shift: positions."},
    {"start_spread", Type::kTime, field<&P::start_spread>, "0us", "0ps", "", kOurs,
     "Each flow starts up to this much after start, drawn for its sender."},
};

}  // namespace

const Model kPatternModel{
    "Pattern", "pattern", "workload",
    "One entry of workload.patterns, which becomes flows named by pattern, its number and a "
    "count: incast0.0. It may have every field of a flow but src, dst and name, and besides "
    "servers (\"0-15\" or a list of numbers; default: all) and, for an incast, senders (a number, "
    "or servers likewise; default: all but the receiver).",
    kRows};

}  // namespace headroom
