#include "sc_models/host/host_memory.h"

#include <gtest/gtest.h>

#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <numeric>
#include <vector>

namespace headroom {
namespace {

/// Any initiator of the base protocol.
SC_MODULE(Initiator) {
  explicit Initiator(sc_core::sc_module_name) {}
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
};

struct Access {
  Access(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned int length) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  tlm::tlm_generic_payload payload;
};

class HostMemoryTest : public ::testing::Test {
 protected:
  void start(const HostMemoryParams& params = {}) {
    memory = std::make_unique<HostMemory>("memory", params);
    initiator.socket.bind(memory->socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  tlm::tlm_response_status blocking(Access access) {
    initiator.socket->b_transport(access.payload, delay);
    return access.payload.get_response_status();
  }
  static std::vector<unsigned char> pattern(std::size_t length) {
    std::vector<unsigned char> bytes(length);
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
    return bytes;
  }
  Initiator initiator{"initiator"};
  std::unique_ptr<HostMemory> memory;
  sc_core::sc_time delay;
};

constexpr std::uint64_t kNearPageEnd = 3 * HostMemory::kPageBytes - 7;

TEST_F(HostMemoryTest, ReadsBackWhatWasWrittenAcrossPagesAndZeroElsewhere) {
  start();
  std::vector<unsigned char> out = pattern(4'096), in(4'098, 0xEE);
  EXPECT_EQ(blocking({tlm::TLM_WRITE_COMMAND, kNearPageEnd, out.data(), 4'096}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(blocking({tlm::TLM_READ_COMMAND, kNearPageEnd - 1, in.data(), 4'098}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(in.front(), 0);
  EXPECT_EQ(in.back(), 0);
  EXPECT_TRUE(std::equal(out.begin(), out.end(), in.begin() + 1));
  EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
  EXPECT_EQ(memory->pages(), 2u);
}

TEST_F(HostMemoryTest, AddsItsLatencyToTheDelay) {
  start({.read_latency = Ps(200), .write_latency = Ps(50)});
  unsigned char byte = 1;
  blocking({tlm::TLM_WRITE_COMMAND, 0, &byte, 1});
  EXPECT_EQ(delay, sc_core::sc_time(50, sc_core::SC_PS));
  blocking({tlm::TLM_READ_COMMAND, 0, &byte, 1});
  EXPECT_EQ(delay, sc_core::sc_time(250, sc_core::SC_PS));
}

TEST_F(HostMemoryTest, ANonBlockingTransactionCompletesEarly) {
  start({.read_latency = Ps(200)});
  std::vector<unsigned char> out = pattern(16), in(16);
  memory->write(100, reinterpret_cast<const std::byte*>(out.data()), 16);
  Access read(tlm::TLM_READ_COMMAND, 100, in.data(), 16);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  EXPECT_EQ(initiator.socket->nb_transport_fw(read.payload, phase, delay), tlm::TLM_COMPLETED);
  EXPECT_TRUE(read.payload.is_response_ok());
  EXPECT_TRUE(read.payload.is_dmi_allowed());
  EXPECT_EQ(delay, sc_core::sc_time(200, sc_core::SC_PS));
  EXPECT_EQ(in, out);
}

TEST_F(HostMemoryTest, WritesOnlyTheEnabledBytes) {
  start();
  std::vector<unsigned char> out = pattern(8), in(8);
  std::array<unsigned char, 2> enables = {TLM_BYTE_DISABLED, TLM_BYTE_ENABLED};
  Access write(tlm::TLM_WRITE_COMMAND, 0, out.data(), 8);
  write.payload.set_byte_enable_ptr(enables.data());
  write.payload.set_byte_enable_length(2);
  initiator.socket->b_transport(write.payload, delay);
  EXPECT_TRUE(write.payload.is_response_ok());
  blocking({tlm::TLM_READ_COMMAND, 0, in.data(), 8});
  EXPECT_EQ(in, (std::vector<unsigned char>{0, 2, 0, 4, 0, 6, 0, 8}));
}

TEST_F(HostMemoryTest, AStreamWritesTheSameAddressesAgain) {
  start();
  std::vector<unsigned char> out = pattern(8), in(8);
  Access write(tlm::TLM_WRITE_COMMAND, 0, out.data(), 8);
  write.payload.set_streaming_width(4);
  initiator.socket->b_transport(write.payload, delay);
  EXPECT_TRUE(write.payload.is_response_ok());
  blocking({tlm::TLM_READ_COMMAND, 0, in.data(), 8});
  EXPECT_EQ(in, (std::vector<unsigned char>{5, 6, 7, 8, 0, 0, 0, 0}));
}

TEST_F(HostMemoryTest, AnswersWhatItCannotDoWithTheStatusThatSaysWhy) {
  start({.size = 1'000});
  std::array<unsigned char, 8> bytes{};
  EXPECT_EQ(blocking({tlm::TLM_READ_COMMAND, 992, bytes.data(), 8}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(blocking({tlm::TLM_READ_COMMAND, 993, bytes.data(), 8}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(blocking({tlm::TLM_READ_COMMAND, UINT64_MAX - 3, bytes.data(), 8}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(blocking({tlm::TLM_WRITE_COMMAND, 0, bytes.data(), 0}), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(blocking({tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0}), tlm::TLM_OK_RESPONSE);
  Access write(tlm::TLM_WRITE_COMMAND, 0, bytes.data(), 8);
  write.payload.set_byte_enable_ptr(bytes.data());
  initiator.socket->b_transport(write.payload, delay);
  EXPECT_EQ(write.payload.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_F(HostMemoryTest, DebugTransportMovesWhatIsInsideWithoutTime) {
  start({.size = 1'000, .read_latency = Ps(200)});
  std::vector<unsigned char> out = pattern(16), in(16);
  Access write(tlm::TLM_WRITE_COMMAND, 990, out.data(), 16), read(tlm::TLM_READ_COMMAND, 990, in.data(), 10);
  EXPECT_EQ(initiator.socket->transport_dbg(write.payload), 10u);
  EXPECT_EQ(initiator.socket->transport_dbg(read.payload), 10u);
  EXPECT_TRUE(std::equal(in.begin(), in.begin() + 10, out.begin()));
  Access outside(tlm::TLM_READ_COMMAND, 1'000, in.data(), 1);
  EXPECT_EQ(initiator.socket->transport_dbg(outside.payload), 0u);
}

TEST_F(HostMemoryTest, LendsItsPagesForDirectAccess) {
  start({.size = 2 * HostMemory::kPageBytes - 100, .write_latency = Ps(50)});
  std::vector<unsigned char> out = pattern(16), in(16);
  Access request(tlm::TLM_READ_COMMAND, HostMemory::kPageBytes + 5, nullptr, 0);
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(initiator.socket->get_direct_mem_ptr(request.payload, dmi));
  EXPECT_TRUE(dmi.is_read_write_allowed());
  EXPECT_EQ(dmi.get_start_address(), HostMemory::kPageBytes);
  EXPECT_EQ(dmi.get_end_address(), 2 * HostMemory::kPageBytes - 101);
  EXPECT_EQ(dmi.get_write_latency(), sc_core::sc_time(50, sc_core::SC_PS));
  std::copy(out.begin(), out.end(), dmi.get_dmi_ptr() + 5);
  blocking({tlm::TLM_READ_COMMAND, HostMemory::kPageBytes + 5, in.data(), 16});
  EXPECT_EQ(in, out);
  Access outside(tlm::TLM_READ_COMMAND, 2 * HostMemory::kPageBytes, nullptr, 0);
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(outside.payload, dmi));
}

}  // namespace
}  // namespace headroom
