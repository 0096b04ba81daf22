package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.TableDesc;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Sets a flow table up, OpenFlow 1.5.1 section 7.3.4 (OFPT_TABLE_MOD); from OpenFlow 1.1 on.
 *
 * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
 * @param config OFPTC_ bits. Before OpenFlow 1.3 what happens to packets that match no flow: 0 to the controller, 1 to
 *     the next table, 2 dropped; in 1.3 nothing; from 1.4 on 4 flows make room for others, 8 {@link TableStatus} tells
 *     how full it is
 * @param properties how the table does that; from OpenFlow 1.4 on
 */
public record TableMod(int tableId, long config, List<Property> properties) implements Message {
    public static final MessageLayout<TableMod> LAYOUT =
            MessageLayout.of(MessageType.TABLE_MOD, TableMod.class, TableMod::visit);

    public TableMod {
        properties = List.copyOf(properties);
    }

    static TableMod visit(FieldVisitor<TableMod> f) {
        int tableId = f.u8("table_id", TableMod::tableId);
        f.pad(3);
        return new TableMod(
                tableId,
                f.as(TableDesc.CONFIG).u32("config", TableMod::config),
                f.since(Version.OF14)
                        ? f.list("properties", TableMod::properties, TableDesc.PROPERTIES)
                        : f.absentValue("properties", TableMod::properties, List.of()));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
