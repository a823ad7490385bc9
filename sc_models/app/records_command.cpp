#include "sc_models/app/records_command.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "sc_models/core/records/catalogue.h"

namespace headroom {
namespace {

/// One line a column: record, column, format, meaning.
std::string records_table() {
  std::string text;
  for (const RecordPage& record : record_pages())
    for (const auto& column : record.columns)
      text += fmt::format("{:<34}{:<40}{}  {}\n", record.name, column.name, code(column.format), column.meaning);
  return text;
}

}  // namespace

void add_records_command(CLI::App& app, CommandContext& context) {
  auto format = std::make_shared<std::string>("table");
  CLI::App* command = app.add_subcommand("records", "List every record a run writes: columns, formats, meanings.");
  command->add_option("--format", *format, "table or markdown")->check(CLI::IsMember({"table", "markdown"}));
  command->callback([format, &context] { context.out << (*format == "table" ? records_table() : records_markdown()); });
}

}  // namespace headroom
