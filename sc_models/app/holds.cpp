#include "sc_models/app/holds.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sc_models/core/config/grouped.h"

namespace headroom {

namespace {

/// Joins `hold` to the last entry when that says the same of the server before.
void add(Hold hold, std::vector<Hold>& out) {
  const auto joins = [&hold](const Hold& last) {
    const std::uint32_t expected = last.servers.last + 1;
    return last.at_switch == hold.at_switch && last.traffic_class == hold.traffic_class &&
           expected == hold.servers.first && last.why == hold.why &&
           (last.by == hold.by || (last.at_switch && last.by == last.servers.text()));
  };
  const auto last = std::find_if(out.rbegin(), out.rend(), joins);
  if (last == out.rend()) return out.push_back(std::move(hold));
  last->servers.last = hold.servers.last;
  if (last->at_switch) last->by = last->servers.text();
  last->shortest = std::min(last->shortest, hold.shortest);
  last->longest = std::max(last->longest, hold.longest);
  last->waiting = std::max(last->waiting, hold.waiting);
  last->pauses += hold.pauses;
}

void add(Hold hold, PauseClock& clock, Ps now, std::vector<Hold>& out) {
  hold.shortest = hold.longest = clock.paused(now).total;
  hold.waiting = clock.paused_with_packets_waiting(now).total;
  if (hold.longest > Ps{0}) add(std::move(hold), out);
}

std::string receive_pool_full(NicDatapath& nic, unsigned c) {
  return fmt::format("its receive pool reached Xoff, {} B", grouped(nic.ingress().xoff(c)));
}

}  // namespace

std::string ServerRange::text() const {
  return first == last ? fmt::format("server{}", first) : fmt::format("server{}-{}", first, last);
}

std::string Hold::who() const { return at_switch ? switch_name + " to " + servers.text() : servers.text(); }

std::vector<Hold> holds(Network& network, Ps now) {
  std::vector<Hold> out;
  Switch* const rack = network.rack();
  const auto& servers = network.servers();
  for (std::uint32_t i = 0; i < servers.size(); ++i) {
    NicDatapath& nic = servers[i]->nic();
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      Hold hold;
      hold.servers = {i, i}, hold.traffic_class = c, hold.pauses = nic.pfc_stats(c).xoff_rx;
      hold.by = rack ? rack->name() : ServerRange{1 - i, 1 - i}.text();
      hold.why = rack ? fmt::format("its backlog there reached Xoff, {} B", grouped(rack->buffer().plan().xoff))
                      : receive_pool_full(servers[1 - i]->nic(), c);
      add(std::move(hold), nic.egress().pause_clock(c), now, out);
    }
  }
  for (std::uint32_t i = 0; rack && i < rack->ports(); ++i) {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      Hold hold;
      hold.servers = {i, i}, hold.at_switch = true, hold.traffic_class = c, hold.switch_name = rack->name();
      hold.pauses = std::as_const(*rack).port(i).pfc_stats(c).xoff_rx;
      hold.by = hold.servers.text();
      hold.why = receive_pool_full(servers[i]->nic(), c);
      add(std::move(hold), rack->port(i).pause_clock(c), now, out);
    }
  }
  return out;
}

}  // namespace headroom
