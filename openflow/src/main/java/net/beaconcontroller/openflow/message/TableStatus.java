package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.TableDesc;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The notification that a flow table has changed, OpenFlow 1.5.1 section 7.4.5 (OFPT_TABLE_STATUS); OpenFlow 1.4 and
 * later.
 *
 * @param reason an OFPTR_ number: 3 vacancy down, 4 vacancy up
 * @param table the configuration of the table
 */
public record TableStatus(int reason, TableDesc table) implements Message {
    public static final MessageLayout<TableStatus> LAYOUT =
            MessageLayout.of(MessageType.TABLE_STATUS, TableStatus.class, TableStatus::visit);

    private static final Names REASONS = Names.ofValues(null, null, null, "vacancy_down", "vacancy_up");

    static TableStatus visit(FieldVisitor<TableStatus> f) {
        return new TableStatus(
                f.padAfter(f.as(REASONS).u8("reason", TableStatus::reason), 7),
                f.one("table", TableStatus::table, TableDesc::visit));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
