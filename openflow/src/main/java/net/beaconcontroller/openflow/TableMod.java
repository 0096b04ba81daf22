package net.beaconcontroller.openflow;

import java.util.List;

/**
 * Sets a flow table up, OpenFlow 1.5.1 section 7.3.4.1; from OpenFlow 1.1 on.
 *
 * @param tableId {@link FlowMod#ALL_TABLES} for all
 * @param config OFPTC_ bits; before OpenFlow 1.3 what happens to packets that match no flow, later deprecated until 1.4
 * @param properties from OpenFlow 1.4 on
 */
public record TableMod(int tableId, long config, List<TableDesc.Property> properties) implements Message {
    public TableMod {
        properties = List.copyOf(properties);
    }

    static TableMod walk(Fields<TableMod> f) {
        int tableId = f.u8("table_id", TableMod::tableId);
        f.pad(3);
        return new TableMod(
                tableId,
                f.as(TableDesc.CONFIG).u32("config", TableMod::config),
                f.since(Version.OF14)
                        ? f.list("properties", TableMod::properties, TableDesc.PROPERTIES)
                        : f.unsaidValue("properties", TableMod::properties, List.of()));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}
