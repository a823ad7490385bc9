// Another SystemC program that uses an installed headroom: it lets an agenda keep time and prints model time.
#include <cstdio>
#include <cstdlib>
#include <systemc>

#include "sc_models/core/agenda.h"
#include "sc_models/kernel/agenda_driver.h"

namespace {

/// Wakes up once and remembers when.
class Alarm final : public headroom::AgendaClient {
 public:
  Alarm(headroom::Agenda& agenda, headroom::Ps time) {
    agenda.at(time, headroom::Rank(headroom::Due::kFrame, 0, 0), *this, 0);
  }
  void due(headroom::Ps now, headroom::AgendaTag) override { rang_ = now; }
  headroom::Ps rang() const { return rang_; }

 private:
  headroom::Ps rang_{-1};
};

}  // namespace

int sc_main(int, char*[]) {
  headroom::Agenda agenda;
  headroom::AgendaDriver driver("driver", agenda, headroom::Scheduling::kStrict);
  const Alarm alarm(agenda, headroom::Ps{83'080});
  sc_core::sc_start();
  std::printf("%lld ps\n", static_cast<long long>(alarm.rang().count()));
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
