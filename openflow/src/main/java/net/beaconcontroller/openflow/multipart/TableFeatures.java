package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.TableDesc;
import net.beaconcontroller.openflow.structure.TypedProperty;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The features of a flow table, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_FEATURES); OpenFlow 1.3 and later.
 *
 * @param tableId 0 to 254
 * @param command the command of a request in OpenFlow 1.5; else {@link Command#REPLACE}
 * @param features OFPTFF_ bits: 1 ingress table, 2 egress table, 16 first egress table; OpenFlow 1.5, else 0
 * @param name at most 32 bytes of UTF-8
 * @param metadataMatch the bits of the metadata that flows can match
 * @param metadataWrite the bits of the metadata that flows can write
 * @param capabilities OFPTC_ bits, see {@link TableDesc}
 * @param maxEntries the maximum number of flows, 32 bits
 * @param properties the supported instructions, actions, fields and tables
 */
public record TableFeatures(
        int tableId,
        Command command,
        long features,
        String name,
        long metadataMatch,
        long metadataWrite,
        long capabilities,
        long maxEntries,
        List<Property> properties) {

    /**
     * The command of a request, OpenFlow 1.5.1 section 7.3.5 (OFPTFC_); OpenFlow 1.5. Earlier requests replace all
     * tables.
     */
    public enum Command {
        /** Replaces all tables of the pipeline. */
        REPLACE,
        /** Modifies the features of these tables. */
        MODIFY,
        /** Enables these tables in the pipeline. */
        ENABLE,
        /** Disables these tables in the pipeline. */
        DISABLE
    }

    /**
     * The type of an instruction or action without its fields, OpenFlow 1.5.1 section 7.3.5 (ofp_instruction_id,
     * ofp_action_id); OpenFlow 1.3 and later.
     *
     * @param type the OFPIT_ or OFPAT_ number, 16 bits
     * @param data the bytes after the length: the experimenter id of an experimenter type, usually empty otherwise
     */
    public record Id(int type, Bytes data) {
        static Id visit(FieldVisitor<Id> f) {
            int type = f.u16("type", Id::type);
            f.length("len");
            return new Id(type, f.rest("data", Id::data));
        }
    }

    /**
     * The supported instructions, OpenFlow 1.5.1 section 7.3.5 (OFPTFPT_INSTRUCTIONS); OpenFlow 1.3 and later.
     *
     * @param type 0 for flows, 1 for the table-miss flow
     */
    public record Instructions(int type, List<Id> ids) implements TypedProperty {
        public Instructions {
            ids = List.copyOf(ids);
        }

        static Instructions visit(FieldVisitor<Instructions> f) {
            return new Instructions(
                    f.type(Instructions::type), f.list("instruction_ids", Instructions::ids, Id::visit));
        }
    }

    /**
     * The tables that flows can go to, or with which this table is synchronized, OpenFlow 1.5.1 section 7.3.5
     * (OFPTFPT_NEXT_TABLES, OFPTFPT_TABLE_SYNC_FROM); OpenFlow 1.3 and later.
     *
     * @param type 2 for flows, 3 for the table-miss flow; 16 for synchronization, OpenFlow 1.4 and later
     * @param tableIds one byte each, 0 to 254
     */
    public record Tables(int type, Bytes tableIds) implements TypedProperty {
        static Tables visit(FieldVisitor<Tables> f) {
            return new Tables(f.type(Tables::type), f.rest("table_ids", Tables::tableIds));
        }
    }

    /**
     * The supported actions, OpenFlow 1.5.1 section 7.3.5 (OFPTFPT_WRITE_ACTIONS, OFPTFPT_APPLY_ACTIONS); OpenFlow 1.3
     * and later.
     *
     * @param type 4 for write-actions, 6 for apply-actions; 5 and 7 for the table-miss flow
     */
    public record Actions(int type, List<Id> ids) implements TypedProperty {
        public Actions {
            ids = List.copyOf(ids);
        }

        static Actions visit(FieldVisitor<Actions> f) {
            return new Actions(f.type(Actions::type), f.list("action_ids", Actions::ids, Id::visit));
        }
    }

    /**
     * The fields that a match or an action supports, OpenFlow 1.5.1 section 7.3.5 (OFPTFPT_MATCH, OFPTFPT_WILDCARDS,
     * OFPTFPT_WRITE_SETFIELD, OFPTFPT_APPLY_SETFIELD, OFPTFPT_WRITE_COPYFIELD, OFPTFPT_APPLY_COPYFIELD); OpenFlow 1.3
     * and later.
     *
     * @param type 8 match, 10 wildcards, 12 set-field of write-actions, 14 set-field of apply-actions, 18 copy-field of
     *     write-actions, 20 copy-field of apply-actions; 13, 15, 19 and 21 for the table-miss flow; 18 to 21 in
     *     OpenFlow 1.5
     * @param ids 32-bit OXM headers, each followed by the 32-bit experimenter id in the experimenter class
     */
    public record OxmIds(int type, Bytes ids) implements TypedProperty {
        static OxmIds visit(FieldVisitor<OxmIds> f) {
            return new OxmIds(f.type(OxmIds::type), f.rest("oxm_ids", OxmIds::ids));
        }
    }

    /**
     * The packet types that the table accepts, OpenFlow 1.5.1 section 7.3.5 (OFPTFPT_PACKET_TYPES); OpenFlow 1.5.
     *
     * @param values a {@link Field#PACKET_TYPE} for each
     */
    public record PacketTypes(List<Oxm> values) implements Property {
        public PacketTypes {
            values = List.copyOf(values);
        }

        static PacketTypes visit(FieldVisitor<PacketTypes> f) {
            return new PacketTypes(f.tlvs("oxm_values", PacketTypes::values, Oxm.CODEC));
        }
    }

    /**
     * Requests the features of the flow tables, or sets them, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_FEATURES);
     * OpenFlow 1.3 and later.
     *
     * @param tables the features to set; empty to request the current features
     */
    public record Request(List<TableFeatures> tables) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.TABLE_FEATURES,
                Request.class,
                f -> new Request(f.list("tables", Request::tables, TableFeatures::visit)),
                Reply.LAYOUT);

        /** Requests the features of the flow tables. */
        public Request() {
            this(List.of());
        }

        public Request {
            tables = List.copyOf(tables);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The features of the flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_TABLE_FEATURES); OpenFlow 1.3 and later. */
    public record Reply(List<TableFeatures> tables) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.TABLE_FEATURES, Reply.class, "tables", Reply::tables, TableFeatures::visit, Reply::new);

        public Reply {
            tables = List.copyOf(tables);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    static final int NAME_LENGTH = 32;

    private static final Names FEATURES = Names.ofBits("INGRESS_TABLE", "EGRESS_TABLE", null, null, "FIRST_EGRESS");
    private static final EnumCodec<Command> COMMANDS =
            new EnumCodec<>(ErrorCode.BAD_TABLE_FEATURES_COMMAND, Command.values());

    private static final TypeRegistry<Property> PROPERTIES = types();

    private static TypeRegistry<Property> types() {
        TypeRegistry<Property> types = PropertyTypes.createWithTwoExperimenters(ErrorCode.BAD_TABLE_FEATURES_LEN)
                .with(22, "PACKET_TYPES", Version.OF15, PacketTypes.class, PacketTypes::visit);
        PropertyTypes.add(types, 0, "INSTRUCTIONS", Version.OF13, Instructions.class, Instructions::visit);
        PropertyTypes.add(types, 1, "INSTRUCTIONS_MISS", Version.OF13, Instructions.class, Instructions::visit);
        PropertyTypes.add(types, 2, "NEXT_TABLES", Version.OF13, Tables.class, Tables::visit);
        PropertyTypes.add(types, 3, "NEXT_TABLES_MISS", Version.OF13, Tables.class, Tables::visit);
        PropertyTypes.add(types, 4, "WRITE_ACTIONS", Version.OF13, Actions.class, Actions::visit);
        PropertyTypes.add(types, 5, "WRITE_ACTIONS_MISS", Version.OF13, Actions.class, Actions::visit);
        PropertyTypes.add(types, 6, "APPLY_ACTIONS", Version.OF13, Actions.class, Actions::visit);
        PropertyTypes.add(types, 7, "APPLY_ACTIONS_MISS", Version.OF13, Actions.class, Actions::visit);
        PropertyTypes.add(types, 8, "MATCH", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 10, "WILDCARDS", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 12, "WRITE_SETFIELD", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 13, "WRITE_SETFIELD_MISS", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 14, "APPLY_SETFIELD", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 15, "APPLY_SETFIELD_MISS", Version.OF13, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 16, "TABLE_SYNC_FROM", Version.OF14, Tables.class, Tables::visit);
        PropertyTypes.add(types, 18, "WRITE_COPYFIELD", Version.OF15, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 19, "WRITE_COPYFIELD_MISS", Version.OF15, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 20, "APPLY_COPYFIELD", Version.OF15, OxmIds.class, OxmIds::visit);
        PropertyTypes.add(types, 21, "APPLY_COPYFIELD_MISS", Version.OF15, OxmIds.class, OxmIds::visit);
        return types;
    }

    public TableFeatures {
        properties = List.copyOf(properties);
    }

    static TableFeatures visit(FieldVisitor<TableFeatures> f) {
        boolean is15 = f.since(Version.OF15);
        f.length("length");
        int tableId = f.u8("table_id", TableFeatures::tableId);
        Command command = is15
                ? f.enum8("command", TableFeatures::command, COMMANDS)
                : f.absentValue("command", TableFeatures::command, Command.REPLACE);
        return new TableFeatures(
                tableId,
                command,
                f.padAfter(f.as(FEATURES).u32Since(Version.OF15, "features", TableFeatures::features, 0), is15 ? 0 : 5),
                f.text("name", NAME_LENGTH, TableFeatures::name),
                f.as(Names.HEX).u64("metadata_match", TableFeatures::metadataMatch),
                f.as(Names.HEX).u64("metadata_write", TableFeatures::metadataWrite),
                f.as(TableDesc.CONFIG).u32(is15 ? "capabilities" : "config", TableFeatures::capabilities),
                f.u32("max_entries", TableFeatures::maxEntries),
                f.list("properties", TableFeatures::properties, PROPERTIES));
    }
}
