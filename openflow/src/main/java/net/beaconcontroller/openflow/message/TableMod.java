package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.TableDesc;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Modifies the configuration of a flow table, OpenFlow 1.5.1 section 7.3.4 (OFPT_TABLE_MOD); OpenFlow 1.1 and later.
 *
 * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
 * @param config OFPTC_ bits. Before OpenFlow 1.3 the handling of table misses: 0 controller, 1 next table, 2 drop;
 *     reserved in 1.3; 4 eviction, 8 vacancy events in 1.4 and later, see {@link TableStatus}
 * @param properties OpenFlow 1.4 and later
 */
public record TableMod(int tableId, long config, List<Property> properties) implements Message {
    public static final MessageLayout<TableMod> LAYOUT =
            MessageLayout.of(MessageType.TABLE_MOD, TableMod.class, TableMod::visit);

    public TableMod {
        properties = List.copyOf(properties);
    }

    static TableMod visit(FieldVisitor<TableMod> f) {
        return new TableMod(
                f.padAfter(f.u8("table_id", TableMod::tableId), 3),
                f.as(TableDesc.CONFIG).u32("config", TableMod::config),
                f.listSince(Version.OF14, "properties", TableMod::properties, TableDesc.PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
