// Records as data: a column is a row of a table, from which header line, cells and documentation come.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sc_models/core/records/format.h"
#include "sc_models/core/records/output_folder.h"
#include "sc_models/core/records/record_file.h"

namespace headroom {

/// One column of a record whose rows are made from `Row`.
template <class Row>
struct Column {
  std::string name;
  Format format;
  Cell (*get)(const Row&);
  std::string meaning;  ///< what it counts, and when it is sampled
};

/// A record: its name, when it exists, what its rows are, and its columns in order.
template <class Row>
struct Record {
  std::string name;
  std::string when;
  std::string rows;
  std::vector<Column<Row>> columns;
};

/// The same without the getters, for documentation.
struct RecordPage {
  struct Column {
    std::string name;
    Format format;
    std::string meaning;
  };
  std::string name, when, rows;
  std::vector<Column> columns;
};

template <class Row>
RecordPage page(const Record<Row>& record) {
  RecordPage result{record.name, record.when, record.rows, {}};
  for (const auto& column : record.columns) result.columns.push_back({column.name, column.format, column.meaning});
  return result;
}

/// Name of a record's file; there is one shard.
inline std::string record_file_name(std::string_view run, std::string_view record) {
  return std::string(run) + "-" + std::string(record) + "-0.csv";
}

/// The file of one record; turns rows into lines.
template <class Row>
class RecordTable {
 public:
  /// `record` outlives the table.
  RecordTable(OutputFolder& folder, std::string_view run, const Record<Row>& record)
      : record_(record), file_(folder.claim(record_file_name(run, record.name)), header(record), folder.row_writer()) {}

  void add(const Row& row) {
    std::string& line = file_.row();
    bool first = true;
    for (const auto& column : record_.columns) {
      if (!std::exchange(first, false)) line += ',';
      column.get(row).append_to(line, column.format);
    }
    file_.end_row();
  }
  [[nodiscard]] RecordFile& file() { return file_; }

 private:
  static std::string header(const Record<Row>& record) {
    std::string line;
    for (const auto& column : record.columns) {
      if (!line.empty()) line += ',';
      append_text(line, column.name);
    }
    return line;
  }
  const Record<Row>& record_;
  RecordFile file_;
};

/// What every row of a published record knows.
struct RowTime {
  std::string_view run;
  Ps now;
  Ps since;  ///< end of the row before, 0 for the first

  [[nodiscard]] Ps interval() const { return now - since; }
};

/// Columns that several records share; `Row` has a member `time` of type RowTime.
template <class Row>
Column<Row> job_column() {
  return {"job_id", Format::kText, [](const Row& r) -> Cell { return r.time.run; }, "name of the run"};
}
template <class Row>
Column<Row> utc_column() {
  return {"time_utc", Format::kUtc, [](const Row& r) -> Cell { return r.time.now; },
          "simulated time as a date; no wall-clock time, orders nothing below a second"};
}
template <class Row>
Column<Row> sim_time_column() {
  return {"sim_time_sec", Format::kSeconds, [](const Row& r) -> Cell { return r.time.now; },
          "simulated time of the row"};
}
template <class Row>
Column<Row> exact_time_column() {
  return {"x_time_ps", Format::kInteger, [](const Row& r) -> Cell { return r.time.now; },
          "exact simulated time of the row in picoseconds"};
}

/// `amount` x 8 / `interval` in Gbps; 0 for an empty interval.
inline double gbps(Bytes amount, Ps interval) {
  return interval > Ps{0} ? static_cast<double>(amount.count()) * 8000.0 / static_cast<double>(interval.count()) : 0.0;
}
inline double microseconds(Ps time) { return static_cast<double>(time.count()) / 1e6; }
inline double nanoseconds(Ps time) { return static_cast<double>(time.count()) / 1e3; }
/// `part` of `whole` in percent; 0 of nothing.
inline double percent(double part, double whole) { return whole > 0 ? 100.0 * part / whole : 0.0; }

}  // namespace headroom
