// Binds a JSON object to the attribute table of a model.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sc_models/core/config/fault.h"
#include "sc_models/core/config/json_node.h"
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/value.h"

namespace headroom {

/// The values of one component: one for each row of its table.
class BoundValues {
 public:
  /// All at their Defaults.
  BoundValues(const Model& model, Place place, std::string path);

  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] const Value& operator[](std::size_t row) const { return values_[row]; }
  [[nodiscard]] const Value& at(std::string_view path) const { return values_[row(path)]; }
  [[nodiscard]] bool written(std::string_view path) const { return written_[row(path)]; }
  /// Where the attribute was written, or where its component was.
  [[nodiscard]] Place place(std::string_view path) const { return places_[row(path)]; }
  [[nodiscard]] Place place() const { return own_place_; }
  /// Full dotted path of an attribute, for faults.
  [[nodiscard]] std::string path(std::string_view attribute) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  void set(std::size_t row, Value value, Place place);
  /// The attribute, or all below the path, was written in a way that cannot be used: back at its Default, and no rule
  /// across attributes shall look at it.
  void refuse(std::string_view path);
  /// None of them was refused, as far as the model has them.
  [[nodiscard]] bool sound(std::initializer_list<std::string_view> paths) const;
  [[nodiscard]] bool sound(std::string_view path) const {
    if (!any_refused_) return true;
    const Attribute* const attribute = model_->find(path);
    return !attribute || !refused_[model_->index_of(*attribute)];
  }
  /// A value that follows from others; its place stays.
  void fill(std::string_view path, Value value) { values_[row(path)] = std::move(value); }

  /// The parameters with every member filled in.
  template <class P>
  [[nodiscard]] P make() const {
    P params;
    for (std::size_t i = 0; i < values_.size(); ++i) model_->attributes[i].store(&params, values_[i]);
    return params;
  }

  /// Nested by section: leaf(attribute, value) at each attribute; those without a value are left out.
  using Leaf = nlohmann::ordered_json (*)(const Attribute&, const Value&);
  [[nodiscard]] nlohmann::ordered_json nested(Leaf leaf) const;
  /// Without sections.
  [[nodiscard]] nlohmann::ordered_json flat(Leaf leaf) const;

 private:
  [[nodiscard]] std::size_t row(std::string_view path) const;

  const Model* model_;
  std::string path_;
  Place own_place_;
  std::vector<Value> values_;
  std::vector<Place> places_;
  std::vector<bool> written_, refused_;
  bool any_refused_ = false;  ///< a file may have millions of flows, and few that are wrong
};

/// Keys of someone else that were likely meant by an unknown one: not to be reported as missing too.
using Misspelt = std::vector<std::string_view>;

/// Reads every attribute below `object` into `values`; keys and values the table does not allow become faults. Keys in
/// `others` at the top belong to someone else; those that an unknown key was likely meant for are returned.
Misspelt bind_values(const JsonNode& object, Form form, BoundValues& values, Faults& faults,
                     std::span<const std::string_view> others = {});

}  // namespace headroom
