package net.beaconcontroller.openflow;

import java.util.Optional;

/**
 * The type of a multipart message, OpenFlow 1.5.1 section 7.3.5 (OFPMP_); "statistics" before OpenFlow 1.3, OpenFlow
 * 1.0 section 5.3.5 (OFPST_). A type has the same number in all versions that have it.
 */
public enum MultipartType {
    /** Description of the switch. */
    DESC(0, Version.OF10),
    /** Flows with their statistics; OFPMP_FLOW_DESC in OpenFlow 1.5. */
    FLOW(1, Version.OF10),
    /** Aggregate statistics of flows; OFPMP_AGGREGATE_STATS in OpenFlow 1.5. */
    AGGREGATE(2, Version.OF10),
    /** Statistics of flow tables; OFPMP_TABLE_STATS in OpenFlow 1.5. */
    TABLE(3, Version.OF10),
    /** Statistics of ports; OFPMP_PORT_STATS from OpenFlow 1.3 on. */
    PORT(4, Version.OF10),
    /** Statistics of queues; OFPMP_QUEUE_STATS in OpenFlow 1.5. */
    QUEUE(5, Version.OF10),
    /** Statistics of groups; OFPMP_GROUP_STATS in OpenFlow 1.5. */
    GROUP(6, Version.OF11),
    /** Groups and their buckets. */
    GROUP_DESC(7, Version.OF11),
    /** Group features of the switch. */
    GROUP_FEATURES(8, Version.OF12),
    /** Statistics of meters; OFPMP_METER_STATS in OpenFlow 1.5. */
    METER(9, Version.OF13),
    /** Meters and their bands; OFPMP_METER_CONFIG before OpenFlow 1.5. */
    METER_DESC(10, Version.OF13),
    /** Meter features of the switch. */
    METER_FEATURES(11, Version.OF13),
    /** Features of flow tables, which a request can change. */
    TABLE_FEATURES(12, Version.OF13),
    /** Ports of the switch; before OpenFlow 1.3 they are in the features reply. */
    PORT_DESC(13, Version.OF13),
    /** Configuration of flow tables. */
    TABLE_DESC(14, Version.OF14),
    /** Queues of ports; {@link MessageType#QUEUE_GET_CONFIG_REQUEST} in OpenFlow 1.0 to 1.3. */
    QUEUE_DESC(15, Version.OF14),
    /** Notifications of changes of flows. */
    FLOW_MONITOR(16, Version.OF14),
    /** Statistics of single flows; OFPMP_FLOW_STATS of OpenFlow 1.5. */
    FLOW_COUNTERS(17, Version.OF15),
    /** Status of the controllers of the switch. */
    CONTROLLER_STATUS(18, Version.OF15),
    /** Bundle features of the switch. */
    BUNDLE_FEATURES(19, Version.OF15),
    /** Multipart messages of vendors; OFPST_VENDOR in OpenFlow 1.0. */
    EXPERIMENTER(0xffff, Version.OF10);

    private static final MultipartType[] VALUES = values();

    private final int wire;
    private final Version since;

    MultipartType(int wire, Version since) {
        this.wire = wire;
        this.since = since;
    }

    /** Returns the number of this type, 16 bits. */
    public int wire() {
        return wire;
    }

    /** Returns the first version that has this type. */
    public Version since() {
        return since;
    }

    /** Returns the type with this number; empty if the version does not have it. */
    public static Optional<MultipartType> ofWire(Version version, int wire) {
        MultipartType type = wire == EXPERIMENTER.wire ? EXPERIMENTER : wire < VALUES.length - 1 ? VALUES[wire] : null;
        return Optional.ofNullable(type).filter(known -> version.isAtLeast(known.since));
    }
}
