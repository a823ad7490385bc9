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
    return last.at_switch == hold.at_switch && last.switch_name == hold.switch_name &&
           last.traffic_class == hold.traffic_class && expected == hold.servers.first && last.why == hold.why &&
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

std::string backlog_in(const Switch& at) {
  return fmt::format("its backlog there reached Xoff, {} B", grouped(at.buffer().plan().xoff));
}

/// Ports of one switch that lead to one other: parallel links are one entry.
void add_between(Fabric& fabric, std::uint32_t i, std::uint32_t ifid, unsigned c, Ps now, std::vector<Hold>& out) {
  Switch& at = fabric.at(i);
  PauseClock& clock = at.port(ifid).pause_clock(c);
  const Ps paused = clock.paused(now).total, waiting = clock.paused_with_packets_waiting(now).total;
  if (paused == Ps{0}) return;
  const std::uint64_t pauses = std::as_const(at).port(ifid).pfc_stats(c).xoff_rx;
  const std::string other = fabric.peer_name(i, ifid);
  const auto known = std::find_if(out.begin(), out.end(), [&](const Hold& hold) {
    return hold.traffic_class == c && hold.switch_name == at.name() && hold.other_switch == other;
  });
  if (known != out.end()) {
    known->shortest = std::min(known->shortest, paused);
    known->longest = std::max(known->longest, paused);
    known->waiting = std::max(known->waiting, waiting);
    known->pauses += pauses;
    return;
  }
  Hold hold;
  hold.at_switch = true, hold.traffic_class = c, hold.shortest = hold.longest = paused, hold.waiting = waiting;
  hold.pauses = pauses, hold.by = hold.other_switch = other, hold.switch_name = at.name();
  hold.why = backlog_in(fabric.at(fabric.planned(i).ports[ifid].peer.number));
  out.push_back(std::move(hold));
}

}  // namespace

std::string ServerRange::text() const {
  return first == last ? fmt::format("server{}", first) : fmt::format("server{}-{}", first, last);
}

std::string Hold::who() const {
  if (!at_switch) return servers.text();
  return switch_name + " to " + (other_switch.empty() ? servers.text() : other_switch);
}

std::vector<Hold> holds(Network& network, Ps now) {
  std::vector<Hold> out;
  Fabric* const fabric = network.fabric();
  const auto& servers = network.servers();
  for (std::uint32_t i = 0; i < servers.size(); ++i) {
    NicDatapath& nic = servers[i]->nic();
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      Hold hold;
      hold.servers = {i, i}, hold.traffic_class = c, hold.pauses = nic.pfc_stats(c).xoff_rx;
      hold.by = fabric ? fabric->switch_of(i).name() : ServerRange{1 - i, 1 - i}.text();
      hold.why = fabric ? backlog_in(fabric->switch_of(i)) : receive_pool_full(servers[1 - i]->nic(), c);
      add(std::move(hold), nic.egress().pause_clock(c), now, out);
    }
  }
  if (!fabric) return out;
  for (std::uint32_t i = 0; i < servers.size(); ++i) {
    Switch& rack = fabric->switch_of(i);
    const std::uint32_t ifid = fabric->attachment(i).ifid;
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      Hold hold;
      hold.servers = {i, i}, hold.at_switch = true, hold.traffic_class = c, hold.switch_name = rack.name();
      hold.pauses = std::as_const(rack).port(ifid).pfc_stats(c).xoff_rx;
      hold.by = hold.servers.text();
      hold.why = receive_pool_full(servers[i]->nic(), c);
      add(std::move(hold), rack.port(ifid).pause_clock(c), now, out);
    }
  }
  for (std::uint32_t s = 0; s < fabric->size(); ++s) {
    for (std::uint32_t ifid = 0; ifid < fabric->at(s).ports(); ++ifid) {
      if (fabric->planned(s).ports[ifid].peer.is_server) continue;
      for (unsigned c = 0; c < kTrafficClasses; ++c) add_between(*fabric, s, ifid, c, now, out);
    }
  }
  return out;
}

}  // namespace headroom
