#pragma once

#include <array>
#include <cstddef>

#include "sc_models/core/agenda_entry.h"

namespace headroom {

/// A few agenda entries in order: a linked list over places of its own. Most of what is put in is due soon, so it is
/// placed from the front, few entries are passed and none is moved.
class SoonestEntries {
 public:
  static constexpr std::size_t kCapacity = 16;

  SoonestEntries() {
    for (Place& place : places_) {
      place.later = free_;
      free_ = &place;
    }
  }
  SoonestEntries(const SoonestEntries&) = delete;
  SoonestEntries& operator=(const SoonestEntries&) = delete;

  [[nodiscard]] bool empty() const { return first_ == &end_; }
  [[nodiscard]] bool full() const { return free_ == nullptr; }
  /// The soonest; when empty, something that never comes.
  [[nodiscard]] const AgendaEntry& first() const { return first_->entry; }

  /// There must be room.
  void insert(const AgendaEntry& entry) {
    Place** link = &first_;
    while ((*link)->entry.before(entry)) link = &(*link)->later;
    Place& place = *free_;
    free_ = place.later;
    place = {entry, *link};
    *link = &place;
  }
  /// `count` entries that `next` hands out in order; there must be none yet, and room.
  template <class Next>
  void fill(std::size_t count, Next next) {
    Place** link = &first_;
    for (; count > 0; --count) {
      Place& place = *free_;
      free_ = place.later;
      place = {next(), &end_};
      *link = &place;
      link = &place.later;
    }
  }
  void drop_first() {
    Place& place = *first_;
    first_ = place.later;
    place.later = free_;
    free_ = &place;
  }
  /// Drops all but the `kept` soonest and shows each of them to `visit`. There must be more.
  template <class Visit>
  void cut(std::size_t kept, Visit visit) {
    Place** link = &first_;
    for (; kept > 0; --kept) link = &(*link)->later;
    while (*link != &end_) {
      Place& place = **link;
      visit(place.entry);
      *link = place.later;
      place.later = free_;
      free_ = &place;
    }
  }
  template <class Visit>
  void for_each(Visit visit) {
    for (Place* place = first_; place != &end_; place = place->later) visit(place->entry);
  }

 private:
  struct Place {
    AgendaEntry entry{};
    Place* later = nullptr;
  };
  std::array<Place, kCapacity> places_;
  Place end_{{kNever, UINT64_MAX, nullptr, 0}, nullptr};
  Place *first_ = &end_, *free_ = nullptr;
};

}  // namespace headroom
