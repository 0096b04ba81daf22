package net.beaconcontroller.openflow;

import java.util.List;

/**
 * How a flow table is set up, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); from OpenFlow 1.4 on.
 *
 * @param tableId 0 to 254
 * @param config OFPTC_ bits: 4 flows make room for others, 8 {@link TableStatus} tells how full it is
 */
public record TableDesc(int tableId, long config, List<Property> properties) {
    /** How a table is set up, OpenFlow 1.5.1 section 7.3.4 (OFPTMPT_); from OpenFlow 1.4 on. */
    public sealed interface Property permits Eviction, Vacancy, ExperimenterProperty, UnknownProperty {}

    /**
     * By what the flow is chosen that goes when the table is full, OpenFlow 1.5.1 section 7.3.4 (OFPTMPT_EVICTION);
     * from OpenFlow 1.4 on.
     *
     * @param flags OFPTMPEF_ bits: 1 something else, 2 {@link FlowMod#importance}, 4 how long it would live
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

    /** Asks how the tables are set up, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); from OpenFlow 1.4 on. */
    public record Request() implements MultipartRequest<Reply> {
        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    /** How the tables are set up, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_DESC); from OpenFlow 1.4 on. */
    public record Reply(List<TableDesc> tables) implements MultipartReply {
        public Reply {
            tables = List.copyOf(tables);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("tables", Reply::tables, TableDesc::visit));
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    static final TypeRegistry<Property> PROPERTIES = ExperimenterProperty.addTo(UnknownProperty.<Property>family()
            .with(2, "EVICTION", Eviction.class, Eviction::visit)
            .with(3, "VACANCY", Vacancy.class, Vacancy::visit));
    static final Names CONFIG = Names.ofBits(null, null, "EVICTION", "VACANCY_EVENTS");

    public TableDesc {
        properties = List.copyOf(properties);
    }

    static TableDesc visit(FieldVisitor<TableDesc> f) {
        f.length("length");
        int tableId = f.u8("table_id", TableDesc::tableId);
        f.pad(1);
        return new TableDesc(
                tableId,
                f.as(CONFIG).u32("config", TableDesc::config),
                f.list("properties", TableDesc::properties, PROPERTIES));
    }
}
