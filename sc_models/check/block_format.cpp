#include "sc_models/check/block_format.h"

namespace headroom {
namespace {

using enum TraceColumn;

struct ColumnText {
  std::string_view name, content;
};
constexpr ColumnText kColumns[] = {
    {"tc", "0 to 7"},
    {"bytes", "a whole number from 0 on"},
    {"quanta", "0 to 65535"},
    {"classes", "a mask, 0 to 255 or 0x00 to 0xff"},
    {"size", "64 or more"},
    {"source", "12 hexadecimal digits"},
    {"class_quanta", "8 numbers of 0 to 65535 with spaces between them"},
    {"frame", "hexadecimal digits, two for a byte"},
};

constexpr TraceColumn kOfClass[] = {kClass};
constexpr TraceColumn kOfBytes[] = {kBytes};
constexpr TraceColumn kOfClasses[] = {kClasses};
constexpr TraceColumn kOfFrame[] = {kFrame};
constexpr TraceColumn kClassAndBytes[] = {kClass, kBytes};
constexpr TraceColumn kClassAndQuanta[] = {kClass, kQuanta};
constexpr TraceColumn kClassesAndClass[] = {kClasses, kClass};
constexpr TraceColumn kFields[] = {kSource, kClasses, kClassQuanta};
constexpr TraceColumn kSizedFields[] = {kSize, kSource, kClasses, kClassQuanta};
constexpr TraceColumn kAllOfTx[] = {kSize, kSource, kClasses, kClassQuanta, kFrame};
constexpr TraceColumn kAllOfRx[] = {kFrame, kSource, kClasses, kClassQuanta};

constexpr EventFormat kPools[] = {{"ask", false, kClassAndBytes},
                                  {"probe", false, kClassAndBytes},
                                  {"release", false, kClassAndBytes},
                                  {"fits", true, {}},
                                  {"refused", true, {}}};
constexpr EventFormat kGate[] = {{"arrival", false, kClassAndBytes},
                                 {"release", false, kClassAndBytes},
                                 {"level", false, kClassAndBytes},
                                 {"xoff", true, kOfClass},
                                 {"xon", true, kOfClass}};
constexpr EventFormat kTimers[] = {
    {"frame", false, kClassAndQuanta}, {"held", true, kOfClass}, {"free", true, kOfClass}};
constexpr EventFormat kScheduler[] = {{"ask", false, kOfClasses}, {"grant", true, kOfClass}, {"idle", true, {}}};
constexpr EventFormat kCredits[] = {{"take_header", false, {}},
                                    {"take_data", false, kOfBytes},
                                    {"give", false, kOfBytes},
                                    {"taken", true, {}},
                                    {"refused", true, {}}};
constexpr EventFormat kFrameTx[] = {{"send", false, kSizedFields}, {"frame", true, kOfFrame}};
constexpr EventFormat kFrameRx[] = {{"frame", false, kOfFrame}, {"pfc", true, kFields}, {"other", true, {}}};

constexpr BlockFormat kBlocks[] = {
    {"buffer_pools", kClassAndBytes, kPools},      {"credit_counter", kOfBytes, kCredits},
    {"pause_timers", kClassAndQuanta, kTimers},    {"pfc_frame_rx", kAllOfRx, kFrameRx},
    {"pfc_frame_tx", kAllOfTx, kFrameTx},          {"pfc_gate", kClassAndBytes, kGate},
    {"tx_scheduler", kClassesAndClass, kScheduler}};
constexpr EventFormat kReset{kResetEvent, false, {}};

}  // namespace

std::string_view column_name(TraceColumn column) { return kColumns[static_cast<std::size_t>(column)].name; }
std::string_view column_content(TraceColumn column) { return kColumns[static_cast<std::size_t>(column)].content; }

const EventFormat* BlockFormat::find(std::string_view event) const {
  if (event == kResetEvent) return &kReset;
  for (const EventFormat& known : events)
    if (known.name == event) return &known;
  return nullptr;
}

std::span<const BlockFormat> block_formats() { return kBlocks; }

const BlockFormat* find_block(std::string_view name) {
  for (const BlockFormat& block : kBlocks)
    if (block.name == name) return &block;
  return nullptr;
}

}  // namespace headroom
