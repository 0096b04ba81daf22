package net.beaconcontroller.openflow.structure;

import java.util.List;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * How a flow table is set up, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); from OpenFlow 1.4 on.
 *
 * @param tableId 0 to 254
 * @param config OFPTC_ bits: 4 flows make room for others, 8 {@code TableStatus} tells how full it is
 */
public record TableDesc(int tableId, long config, List<Property> properties) {
    /**
     * By what the flow is chosen that goes when the table is full, OpenFlow 1.5.1 section 7.3.4 (OFPTMPT_EVICTION);
     * from OpenFlow 1.4 on.
     *
     * @param flags OFPTMPEF_ bits: 1 something else, 2 {@code FlowMod.importance}, 4 how long it would live
     */
    public record Eviction(long flags) implements Property {
        private static final Names FLAGS = Names.ofBits("OTHER", "IMPORTANCE", "LIFETIME");

        static Eviction visit(FieldVisitor<Eviction> f) {
            return new Eviction(f.as(FLAGS).u32("flags", Eviction::flags));
        }
    }

    /**
     * When the controller is told that the table becomes full, or less so: OpenFlow 1.5.1 section 7.3.4
     * (OFPTMPT_VACANCY); from OpenFlow 1.4 on.
     *
     * @param down percent of free space below which it is told
     * @param up percent of free space above which it is told
     * @param now percent of free space that there is; only told
     */
    public record Vacancy(int down, int up, int now) implements Property {
        static Vacancy visit(FieldVisitor<Vacancy> f) {
            int down = f.u8("vacancy_down", Vacancy::down);
            int up = f.u8("vacancy_up", Vacancy::up);
            int now = f.u8("vacancy", Vacancy::now);
            f.pad(1);
            return new Vacancy(down, up, now);
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
        int tableId = f.u8("table_id", TableDesc::tableId);
        f.pad(1);
        return new TableDesc(
                tableId,
                f.as(CONFIG).u32("config", TableDesc::config),
                f.list("properties", TableDesc::properties, PROPERTIES));
    }
}
