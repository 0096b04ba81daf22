package net.beaconcontroller.openflow.structure;

import java.util.List;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The configuration of a flow table, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); OpenFlow 1.4 and later.
 *
 * @param tableId 0 to 254
 * @param config OFPTC_ bits: 4 eviction, 8 vacancy events, see {@code TableStatus}
 */
public record TableDesc(int tableId, long config, List<Property> properties) {
    /**
     * The eviction of flows from a full table, OpenFlow 1.5.1 section 7.3.4 (OFPTMPT_EVICTION); OpenFlow 1.4 and later.
     *
     * @param flags OFPTMPEF_ bits, by what flows are selected: 1 another criterion, 2 {@code FlowMod.importance}, 4
     *     remaining lifetime
     */
    public record Eviction(long flags) implements Property {
        private static final Names FLAGS = Names.ofBits("OTHER", "IMPORTANCE", "LIFETIME");

        static Eviction visit(FieldVisitor<Eviction> f) {
            return new Eviction(f.as(FLAGS).u32("flags", Eviction::flags));
        }
    }

    /**
     * The vacancy thresholds of a table, OpenFlow 1.5.1 section 7.3.4 (OFPTMPT_VACANCY); OpenFlow 1.4 and later.
     *
     * @param down the switch reports free space below this percentage
     * @param up the switch reports free space above this percentage
     * @param now current percentage of free space; only in messages from the switch
     */
    public record Vacancy(int down, int up, int now) implements Property {
        static Vacancy visit(FieldVisitor<Vacancy> f) {
            return new Vacancy(
                    f.u8("vacancy_down", Vacancy::down),
                    f.u8("vacancy_up", Vacancy::up),
                    f.padAfter(f.u8("vacancy", Vacancy::now), 1));
        }
    }

    public static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(2, "EVICTION", Eviction.class, Eviction::visit)
            .with(3, "VACANCY", Vacancy.class, Vacancy::visit);
    public static final Names CONFIG = Names.ofBits(null, null, "EVICTION", "VACANCY_EVENTS");

    public TableDesc {
        properties = List.copyOf(properties);
    }

    public static TableDesc visit(FieldVisitor<TableDesc> f) {
        f.length("length");
        return new TableDesc(
                f.padAfter(f.u8("table_id", TableDesc::tableId), 1),
                f.as(CONFIG).u32("config", TableDesc::config),
                f.list("properties", TableDesc::properties, PROPERTIES));
    }
}
