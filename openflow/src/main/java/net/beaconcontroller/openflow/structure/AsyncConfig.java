package net.beaconcontroller.openflow.structure;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The asynchronous messages that a switch sends to this controller, OpenFlow 1.5.1 section 7.3.10 (ofp_async_config);
 * OpenFlow 1.3 and later.
 *
 * @param properties in OpenFlow 1.3 six {@link Reasons}: for packet-ins, port statuses and flow removals, in the role
 *     of master and of slave
 */
public record AsyncConfig(List<Property> properties) {
    /**
     * The reasons for which messages of a type are sent, OpenFlow 1.5.1 section 7.3.10 (ofp_async_config_prop_reasons);
     * OpenFlow 1.3 and later.
     *
     * @param type an OFPACPT_ number: 0 packet-in, 2 port-status, 4 flow-removed, 6 role-status, 8 table-status, 10
     *     requestforward, 12 flow-stats, 14 controller-status for slaves, and one more for masters and equals; 6 to 11
     *     in OpenFlow 1.4 and later, 12 to 15 in OpenFlow 1.5
     * @param mask 32 bits: bit n for the reason with number n
     */
    public record Reasons(int type, long mask) implements TypedProperty {
        static Reasons visit(FieldVisitor<Reasons> f) {
            return new Reasons(f.type(Reasons::type), f.as(Names.HEX).u32("mask", Reasons::mask));
        }
    }

    private static final String[] NAMES = {
        "PACKET_IN",
        "PORT_STATUS",
        "FLOW_REMOVED",
        "ROLE_STATUS",
        "TABLE_STATUS",
        "REQUESTFORWARD",
        "FLOW_STATS",
        "CONT_STATUS"
    };

    /** The types of OpenFlow 1.4 of the fixed fields of OpenFlow 1.3, in their order. */
    private static final int[] ORDER_13 = {1, 0, 3, 2, 5, 4};

    private static final TypeRegistry<Property> PROPERTIES = types();

    private static TypeRegistry<Property> types() {
        TypeRegistry<Property> types = PropertyTypes.createWithTwoExperimenters(ErrorCode.BAD_PROPERTY_LEN);
        IntStream.range(0, 2 * NAMES.length)
                .forEach(type -> PropertyTypes.add(
                        types,
                        type,
                        NAMES[type / 2] + (type % 2 == 0 ? "_SLAVE" : "_MASTER"),
                        type < 12 ? Version.OF14 : Version.OF15,
                        Reasons.class,
                        Reasons::visit));
        return types;
    }

    public AsyncConfig {
        properties = List.copyOf(properties);
    }

    public static AsyncConfig visit(FieldVisitor<AsyncConfig> f) {
        if (f.since(Version.OF14)) {
            return new AsyncConfig(f.list("properties", AsyncConfig::properties, PROPERTIES));
        }
        f.absentValue("properties", AsyncConfig::beyond13, List.of());
        return new AsyncConfig(IntStream.of(ORDER_13)
                .<Property>mapToObj(
                        type -> new Reasons(type, f.as(Names.HEX).u32(field13(type), config -> config.mask(type))))
                .toList());
    }

    /** Returns the name of a field of OpenFlow 1.3, such as {@code packet_in_mask_slave}. */
    private static String field13(int type) {
        return NAMES[type / 2].toLowerCase(Locale.ROOT) + (type % 2 == 0 ? "_mask_slave" : "_mask_master");
    }

    private long mask(int type) {
        return properties.stream()
                .mapToLong(property -> property instanceof Reasons(int of, long mask) && of == type ? mask : 0)
                .reduce(0, (all, mask) -> all | mask);
    }

    private List<Property> beyond13() {
        return properties.stream()
                .filter(property -> !(property instanceof Reasons(int type, long _) && type < ORDER_13.length))
                .toList();
    }
}
