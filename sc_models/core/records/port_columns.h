// Identity columns of rows about a port; `Row` has a member `port` of type PortIdentity.
#pragma once

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"

namespace headroom {

template <class Row>
Column<Row> component_name_column() {
  return {"component_name", Format::kText, [](const Row& r) -> Cell { return r.port.node.name; },
          "`server<i>.nic` or the switch's name"};
}
template <class Row>
Column<Row> component_type_column() {
  return {"component_type", Format::kText, [](const Row& r) -> Cell { return r.port.node.type(); },
          "`Nic` or `Switch`"};
}
template <class Row>
Column<Row> ifid_column() {
  return {"ifid", Format::kInteger, [](const Row& r) -> Cell { return r.port.ifid; },
          "number of the port on its node, from 0; down ports first"};
}
template <class Row>
Column<Row> uldl_column() {
  return {"uldl", Format::kText, [](const Row& r) -> Cell { return r.port.direction(); },
          "`ul` when the peer is nearer the top, `dl` when nearer the servers"};
}
template <class Row>
Column<Row> node_id_column() {
  return {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.port.node.id; },
          "number of the node: switches, then NICs, then hosts"};
}
template <class Row>
Column<Row> tier_column() {
  return {"tier", Format::kInteger, [](const Row& r) -> Cell { return r.port.node.tier; },
          "0 spine, 1 fabric, 2 rack, 3 NIC"};
}
template <class Row>
Column<Row> subtier_column() {
  return {"subtier", Format::kInteger, [](const Row& r) -> Cell { return r.port.node.subtier; },
          "plane of the switch; 4294967295 where there are no planes"};
}

}  // namespace headroom
