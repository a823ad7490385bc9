#include "sc_models/core/config/number_text.h"

#include "sc_models/core/check.h"

namespace headroom {

std::optional<WithUnit> split_unit(std::string_view text) {
  std::size_t used = 0;
  const std::optional<Decimal> number = Decimal::parse_prefix(text, used);
  if (!number) return std::nullopt;
  const std::size_t unit = text.find_first_not_of(' ', used);
  return WithUnit{*number, unit == std::string_view::npos ? std::string_view() : text.substr(unit)};
}

Decimal in_base(Type type, std::string_view text) {
  const std::optional<WithUnit> split = split_unit(text);
  HEADROOM_CHECK(split, "attribute table: \"{}\" is not a number", text);
  return in_base(type, split->number, split->unit);
}

Decimal in_base(Type type, const Decimal& number, std::string_view unit) {
  if (type == Type::kSeconds) return number.scaled(1, 12);
  if (const Unit* known = find_unit(type, unit)) return number.scaled(known->factor, known->power);
  HEADROOM_CHECK(unit.empty() && !is_dimensional(type), "attribute table: unit \"{}\" does not fit", unit);
  return number;
}

std::optional<nlohmann::ordered_json> json_number(const Decimal& number) {
  if (const std::optional<std::int64_t> whole = number.integer()) return *whole;
  const double real = number.real();
  if (Decimal::parse(shortest_text(real)) != number) return std::nullopt;
  return nlohmann::ordered_json(real);
}

}  // namespace headroom
