// records.md 3.3.
#include "sc_models/core/records/uet_events.h"

#include <gtest/gtest.h>

#include "testbench/common/csv.h"
#include "testbench/common/record_fakes.h"
#include "testbench/common/temporary_folder.h"
#include "testbench/common/uet_packets.h"

namespace headroom {
namespace {

using test::end_of;
using Kind = UetEventKind;

class UetEventsTest : public testing::Test {
 protected:
  std::string content() {
    record_.file().close();
    return file_content(temporary_.path() / "run-uet-events-0.csv");
  }
  TemporaryFolder temporary_;
  OutputFolder folder_{temporary_.path()};
  UetEvents record_{folder_, "run"};
  const NodeIdentity nic0_ = nic_node(0, 1), nic1_ = nic_node(1, 2);
};

TEST_F(UetEventsTest, PrintTheSampleOfTheDocument) {
  record_.write(nic0_, {Ps{0}, Kind::kWqeCreated, end_of(0, 1), end_of(1, 0), 1, 1'000'000});
  EXPECT_EQ(content(),
            "time_utc,sim_time_ns,component_name,FEP_ID,local_PDC_ID,remote_PDC_ID,wqe_ID,wqe_size_bytes,ev_type,"
            "x_time_ps\n"
            "1970-01-01T00:00:00Z,0,server0.nic,1,32.0.0.1:1,32.0.0.2:0,1,1000000,WQE_CREATED,0\n");
}

// The life of one 4,096 B message, at the times of the worked timeline (uet-transport.md 10).
TEST_F(UetEventsTest, NameEachKindAndGiveTheWorkRequestWhereThereIsOne) {
  const UetPdcEnd sender = end_of(0, 1), receiver = end_of(1, 32'769);
  record_.write(nic0_, {Ps{0}, Kind::kPdcCreated, sender, end_of(1, 0)});
  record_.write(nic0_, {Ps{0}, Kind::kWqeCreated, sender, end_of(1, 0), 1, 4'096});
  record_.write(nic0_, {Ps{15'000}, Kind::kSendComplete, sender, end_of(1, 0), 1, 4'096});
  record_.write(nic1_, {Ps{453'923}, Kind::kPdcCreated, receiver, sender});
  record_.write(nic1_, {Ps{453'923}, Kind::kRecvComplete, receiver, sender, 1, 4'096});
  record_.write(nic1_, {Ps{453'923}, Kind::kPdcTerminated, receiver, sender});
  record_.write(nic0_, {Ps{723'413}, Kind::kWqeComplete, sender, receiver, 1, 4'096});
  record_.write(nic0_, {Ps{723'413}, Kind::kPdcTerminated, sender, receiver});
  const std::string text = content();
  const CsvTable rows(text);
  EXPECT_EQ(rows.column("ev_type"), (CsvRow{"PDC_CREATED", "WQE_CREATED", "SEND_COMPLETE", "PDC_CREATED",
                                            "RECV_COMPLETE", "PDC_TERMINATED", "WQE_COMPLETE", "PDC_TERMINATED"}));
  EXPECT_EQ(rows.column("wqe_ID"), (CsvRow{"", "1", "1", "", "", "", "1", ""}));
  EXPECT_EQ(rows.column("wqe_size_bytes"), (CsvRow{"", "4096", "4096", "", "", "", "4096", ""}));
  EXPECT_EQ(rows.column("sim_time_ns"),
            (CsvRow{"0", "0", "15", "453.923", "453.923", "453.923", "723.413", "723.413"}));
  EXPECT_EQ(rows.column("x_time_ps"), (CsvRow{"0", "0", "15000", "453923", "453923", "453923", "723413", "723413"}));
  EXPECT_EQ(rows.at(3, "component_name"), "server1.nic");
  EXPECT_EQ(rows.at(3, "FEP_ID"), "2");
  EXPECT_EQ(rows.at(3, "local_PDC_ID"), "32.0.0.2:32769");
  EXPECT_EQ(rows.at(3, "remote_PDC_ID"), "32.0.0.1:1");
  EXPECT_EQ(rows.at(7, "remote_PDC_ID"), "32.0.0.2:32769");
}

TEST_F(UetEventsTest, DateByWholeSimulatedSeconds) {
  record_.write(nic0_, {Ps{1'999'999'999'999}, Kind::kPdcCreated, end_of(0, 1), end_of(1, 0)});
  EXPECT_EQ(CsvTable(content()).at(0, "time_utc"), "1970-01-01T00:00:01Z");
}

}  // namespace
}  // namespace headroom
