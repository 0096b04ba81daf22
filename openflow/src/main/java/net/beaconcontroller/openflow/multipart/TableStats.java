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
 * The statistics of a flow table, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). Before OpenFlow 1.3 they include
 * the abilities of the table, which are {@link TableFeatures} later.
 *
 * @param tableId 0 to 254
 * @param active the number of flows, 32 bits
 * @param lookups the number of packets looked up, an unsigned 64-bit number; all bits set if unsupported
 * @param matched the number of packets that matched a flow, an unsigned 64-bit number; all bits set if unsupported
 * @param abilities null in OpenFlow 1.3 and later
 */
public record TableStats(
        int tableId,
        long active,
        long lookups,
        long matched,
        @Nullable Abilities abilities) {
    /**
     * The abilities of a flow table, OpenFlow 1.0 section 5.3.5 (ofp_table_stats); OpenFlow 1.0 and 1.2. OpenFlow 1.0
     * has only the name, the wildcards and the size; the other fields are 0.
     *
     * @param name at most 32 bytes of UTF-8
     * @param match a bit for each OXM field number that flows can match
     * @param wildcards OFPFW_ bits in OpenFlow 1.0, else a bit for each OXM field number that flows can omit
     * @param writeActions a bit for each OFPAT_ type of write-actions
     * @param applyActions a bit for each OFPAT_ type of apply-actions
     * @param writeSetFields a bit for each OXM field number that write-actions can set
     * @param applySetFields a bit for each OXM field number that apply-actions can set
     * @param metadataMatch the bits of the metadata that flows can match
     * @param metadataWrite the bits of the metadata that flows can write
     * @param instructions a bit for each OFPIT_ type
     * @param config OFPTC_ bits, see {@link TableMod}
     * @param maxEntries the maximum number of flows, 32 bits
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

        static Abilities visit(FieldVisitor<Abilities> f) {
            return new Abilities(
                    f.text("name", TableFeatures.NAME_LENGTH, Abilities::name),
                    f.as(Names.HEX).u64Since(Version.OF11, "match", Abilities::match, 0),
                    f.is10()
                            ? f.as(Names.HEX).u32("wildcards", Abilities::wildcards)
                            : f.as(Names.HEX).u64("wildcards", Abilities::wildcards),
                    f.as(Names.HEX).u32Since(Version.OF11, "write_actions", Abilities::writeActions, 0),
                    f.as(Names.HEX).u32Since(Version.OF11, "apply_actions", Abilities::applyActions, 0),
                    f.as(Names.HEX).u64Since(Version.OF11, "write_setfields", Abilities::writeSetFields, 0),
                    f.as(Names.HEX).u64Since(Version.OF11, "apply_setfields", Abilities::applySetFields, 0),
                    f.as(Names.HEX).u64Since(Version.OF11, "metadata_match", Abilities::metadataMatch, 0),
                    f.as(Names.HEX).u64Since(Version.OF11, "metadata_write", Abilities::metadataWrite, 0),
                    f.as(Names.HEX).u32Since(Version.OF11, "instructions", Abilities::instructions, 0),
                    f.as(Names.HEX).u32Since(Version.OF11, "config", Abilities::config, 0),
                    f.u32("max_entries", Abilities::maxEntries));
        }
    }

    /** Requests the statistics of the flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). */
    public record Request() implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.TABLE, new Request(), Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The statistics of the flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_STATS). */
    public record Reply(List<TableStats> tables) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.TABLE, Reply.class, "tables", Reply::tables, TableStats::visit, Reply::new);

        public Reply {
            tables = List.copyOf(tables);
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
            abilities = f.one("abilities", TableStats::abilitiesOrNone, Abilities::visit);
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
