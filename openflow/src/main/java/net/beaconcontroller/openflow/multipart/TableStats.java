package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.TableMod;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import org.jspecify.annotations.Nullable;

/**
 * How a flow table is used, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). Before 1.3 that answer also says what the
 * table can do, which is {@link TableFeatures} later.
 *
 * @param tableId 0 to 254
 * @param active how many flows there are in it, 32 bits
 * @param lookups how many packets were looked up in it, an unsigned number of 64 bits; all ones if it is not counted
 * @param matched how many of them matched a flow, an unsigned number of 64 bits; all ones if it is not counted
 * @param abilities before OpenFlow 1.3: what the table can do, else null
 */
public record TableStats(
        int tableId,
        long active,
        long lookups,
        long matched,
        @Nullable Abilities abilities) {
    /**
     * What a table can do, OpenFlow 1.0 section 5.3.5 (ofp_table_stats); in OpenFlow 1.0 and 1.2. In 1.0 there are the
     * name, the wildcards and the size alone, and the others are 0.
     *
     * @param name at most 32 bytes of UTF-8
     * @param match which fields can be matched on, a bit for each OXM field number
     * @param wildcards OFPFW_ bits in OpenFlow 1.0, else which fields can be left out, a bit for each OXM field number
     * @param writeActions which actions can be written, a bit for each OFPAT_ type
     * @param applyActions which actions can be applied, a bit for each OFPAT_ type
     * @param writeSetFields which fields written actions can set, a bit for each OXM field number
     * @param applySetFields which fields applied actions can set, a bit for each OXM field number
     * @param metadataMatch which bits of the metadata can be matched on
     * @param metadataWrite which bits of the metadata can be written
     * @param instructions a bit for each OFPIT_ type
     * @param config OFPTC_ bits, see {@link TableMod}
     * @param maxEntries how many flows fit in, 32 bits
     */
    public record Abilities(
            String name,
            long match,
            long wildcards,
            long writeActions,
            long applyActions,
            long writeSetFields,
            long applySetFields,
            long metadataMatch,
            long metadataWrite,
            long instructions,
            long config,
            long maxEntries) {
        private static final Abilities NONE = new Abilities("", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        static Abilities visit10(FieldVisitor<Abilities> f) {
            return new Abilities(
                    f.text("name", TableFeatures.NAME_LENGTH, Abilities::name),
                    f.absentLong("match", Abilities::match, 0),
                    f.as(Names.HEX).u32("wildcards", Abilities::wildcards),
                    f.absentLong("write_actions", Abilities::writeActions, 0),
                    f.absentLong("apply_actions", Abilities::applyActions, 0),
                    f.absentLong("write_setfields", Abilities::writeSetFields, 0),
                    f.absentLong("apply_setfields", Abilities::applySetFields, 0),
                    f.absentLong("metadata_match", Abilities::metadataMatch, 0),
                    f.absentLong("metadata_write", Abilities::metadataWrite, 0),
                    f.absentLong("instructions", Abilities::instructions, 0),
                    f.absentLong("config", Abilities::config, 0),
                    f.u32("max_entries", Abilities::maxEntries));
        }

        static Abilities visit12(FieldVisitor<Abilities> f) {
            return new Abilities(
                    f.text("name", TableFeatures.NAME_LENGTH, Abilities::name),
                    f.as(Names.HEX).u64("match", Abilities::match),
                    f.as(Names.HEX).u64("wildcards", Abilities::wildcards),
                    f.as(Names.HEX).u32("write_actions", Abilities::writeActions),
                    f.as(Names.HEX).u32("apply_actions", Abilities::applyActions),
                    f.as(Names.HEX).u64("write_setfields", Abilities::writeSetFields),
                    f.as(Names.HEX).u64("apply_setfields", Abilities::applySetFields),
                    f.as(Names.HEX).u64("metadata_match", Abilities::metadataMatch),
                    f.as(Names.HEX).u64("metadata_write", Abilities::metadataWrite),
                    f.as(Names.HEX).u32("instructions", Abilities::instructions),
                    f.as(Names.HEX).u32("config", Abilities::config),
                    f.u32("max_entries", Abilities::maxEntries));
        }
    }

    /** Asks how the tables are used, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). */
    public record Request() implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.TABLE, Request.class, f -> new Request(), Reply.class);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** How the tables are used, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). */
    public record Reply(List<TableStats> tables) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.TABLE, Reply.class, Reply::visit);

        public Reply {
            tables = List.copyOf(tables);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("tables", Reply::tables, TableStats::visit));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    static TableStats visit(FieldVisitor<TableStats> f) {
        int tableId = f.u8("table_id", TableStats::tableId);
        f.pad(f.version() == Version.OF12 ? 7 : 3);
        Abilities abilities = null;
        if (f.since(Version.OF13)) {
            f.absent("abilities", table -> table.abilities == null ? 0 : 1, 0);
        } else {
            abilities =
                    f.one("abilities", TableStats::abilitiesOrNone, f.is10() ? Abilities::visit10 : Abilities::visit12);
        }
        return new TableStats(
                tableId,
                f.u32("active_count", TableStats::active),
                f.u64("lookup_count", TableStats::lookups),
                f.u64("matched_count", TableStats::matched),
                abilities);
    }

    private Abilities abilitiesOrNone() {
        return abilities == null ? Abilities.NONE : abilities;
    }
}
