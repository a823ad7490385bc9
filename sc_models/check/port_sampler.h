#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sc_models/check/vcd_file.h"

namespace headroom {

/// The ports of one block in a dump, by name.
class BlockPorts {
 public:
  BlockPorts(const VcdFile& file, std::map<std::string_view, std::size_t> values)
      : file_(file), values_(std::move(values)) {}

  /// Bits [at + width - 1 : at]; an unknown one among them is a fault of the trace. `width`: 0 to the end.
  [[nodiscard]] std::uint64_t number(std::string_view port, std::size_t at = 0, std::size_t width = 0) const;
  [[nodiscard]] bool flag(std::string_view port) const { return number(port) != 0; }
  /// Of a port that has an equal field for each class.
  [[nodiscard]] std::uint64_t of_class(std::string_view port, unsigned c) const;
  [[nodiscard]] std::size_t value(std::string_view port) const { return values_.at(port); }

 private:
  [[nodiscard]] const std::string& bits(std::string_view port) const { return file_.bits(values_.at(port)); }

  const VcdFile& file_;
  std::map<std::string_view, std::size_t> values_;
};

/// Turns what the ports of a block show at each edge into events.
class PortSampler {
 public:
  PortSampler(const BlockPorts& ports, Trace& trace) : ports_(ports), trace_(trace) {}
  virtual ~PortSampler() = default;
  /// One edge without reset.
  void edge(Ps now, int line);
  /// The dump is over: what is not complete is taken back.
  virtual void finish() {}

 protected:
  virtual void sample() = 0;
  /// For these to fill in; the reference is valid until the next one.
  TraceEvent& told(std::string_view name) { return add(name, false); }
  /// A decision on a port with valid and ready: written when it is first seen. Null: it has been.
  TraceEvent* decided_when_valid(std::string_view valid, std::string_view ready, std::string_view name);
  TraceEvent& decided(std::string_view name) { return add(name, true); }
  /// Decides now what is complete only later: its place, for complete() or, for the last one, take_back().
  [[nodiscard]] std::size_t begin_decision(std::string_view name);
  TraceEvent& complete(std::size_t place);
  void take_back(std::size_t place);
  const BlockPorts& ports_;

 private:
  TraceEvent& add(std::string_view name, bool decision);

  Trace& trace_;
  Ps now_;
  int line_ = 0;
  bool shown_ = false;        ///< the decision on the port has been written
  std::size_t shown_at_ = 0;  ///< which event it is
};

/// The ports of a block that its sampler looks at, clk and rst among them.
[[nodiscard]] std::span<const std::string_view> sampled_ports(std::string_view block);
[[nodiscard]] std::unique_ptr<PortSampler> make_sampler(std::string_view block, const BlockPorts& ports, Trace& trace);

}  // namespace headroom
