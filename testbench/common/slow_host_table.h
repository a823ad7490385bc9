// The table of host rates of the slow host's worked examples [R]: what oracle and model must both give in 3 ms.
#pragma once

#include <cstdint>
#include <ostream>

namespace headroom {

struct SlowHostRow {
  std::int64_t host_bps;  ///< link rate of the NIC's end
  std::int64_t first_pause_ps, first_xon_ps;
  bool xon_at_refresh;  ///< else at a release
  std::int64_t xon_bytes;
  std::int64_t mean_cycle_ns, cycle_ps;  ///< in ns when it is a mean, in ps when it settles on one value; else 0
  std::int64_t peak_bytes, pauses, xons, frames;
};

inline void PrintTo(const SlowHostRow& row, std::ostream* out) { *out << row.host_bps << " bit/s"; }

inline constexpr std::int64_t kLaneBps = 7'880'000'000;

inline constexpr SlowHostRow kSlowHostRows[] = {
    {4 * kLaneBps, 68'308'680, 110'301'080, true, 2'742'168, 45'343, 0, 2'895'200, 65, 64, 3'441},
    {8 * kLaneBps, 74'290'440, 116'282'840, true, 2'580'864, 0, 49'338'960, 2'895'200, 60, 59, 6'147},
    {16 * kLaneBps, 90'075'640, 132'068'040, true, 2'266'528, 59'899, 0, 2'891'064, 49, 48, 11'460},
    {245'806'640'625, 151'721'000, 193'713'400, true, 1'675'080, 100'929, 0, 2'886'928, 29, 28, 21'706},
    {32 * kLaneBps, 157'370'440, 199'362'840, true, 1'641'992, 104'734, 0, 2'886'928, 28, 27, 22'302},
    {287'929'687'500, 199'741'240, 241'733'640, true, 1'464'144, 132'971, 0, 2'886'928, 22, 21, 25'415},
    {293'261'718'750, 208'132'320, 249'979'501, false, 1'439'328, 0, 137'983'069, 2'886'928, 21, 20, 25'667},
    {298'593'750'000, 217'188'040, 258'274'965, false, 1'439'328, 0, 141'487'543, 2'882'792, 20, 20, 26'228},
    {319'921'875'000, 263'131'280, 301'471'186, false, 1'439'328, 0, 160'017'067, 2'882'792, 18, 17, 28'074},
    {373'242'187'500, 559'145'320, 592'008'268, false, 1'439'328, 0, 291'447'954, 2'882'792, 9, 9, 32'553},
    {52 * kLaneBps, 2'440'990'400, 2'470'923'689, false, 1'439'328, 0, 0, 2'882'792, 1, 1, 35'748},
};

}  // namespace headroom
