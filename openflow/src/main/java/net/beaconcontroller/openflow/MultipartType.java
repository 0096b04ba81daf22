package net.beaconcontroller.openflow;

import java.util.Optional;

/**
 * What a multipart message asks for or answers (OFPMP_, OpenFlow 1.5.1 section 7.3.5), "statistics" before 1.3. Each is in all
 * versions from one on.
 */
public enum MultipartType {
    DESC(0, Version.OF10),
    /** Flows with all that is known of them; OFPMP_FLOW_DESC in 1.5. */
    FLOW(1, Version.OF10),
    AGGREGATE(2, Version.OF10),
    TABLE(3, Version.OF10),
    PORT(4, Version.OF10),
    QUEUE(5, Version.OF10),
    GROUP(6, Version.OF11),
    GROUP_DESC(7, Version.OF11),
    GROUP_FEATURES(8, Version.OF12),
    METER(9, Version.OF13),
    /** OFPMP_METER_CONFIG before 1.5. */
    METER_DESC(10, Version.OF13),
    METER_FEATURES(11, Version.OF13),
    TABLE_FEATURES(12, Version.OF13),
    PORT_DESC(13, Version.OF13),
    TABLE_DESC(14, Version.OF14),
    QUEUE_DESC(15, Version.OF14),
    FLOW_MONITOR(16, Version.OF14),
    /** The counters of flows alone, OFPMP_FLOW_STATS of 1.5. */
    FLOW_COUNTERS(17, Version.OF15),
    CONTROLLER_STATUS(18, Version.OF15),
    BUNDLE_FEATURES(19, Version.OF15),
    /** OFPST_VENDOR in 1.0. */
    EXPERIMENTER(0xffff, Version.OF10);

    private static final MultipartType[] VALUES = values();

    private final int wire;
    private final Version since;

    MultipartType(int wire, Version since) {
        this.wire = wire;
        this.since = since;
    }

    /** This type's number, the same in all versions. */
    public int wire() {
        return wire;
    }

    /** The first version that has this. */
    public Version since() {
        return since;
    }

    /** The type with this number; empty where the version gives the number no meaning. */
    public static Optional<MultipartType> ofWire(Version version, int wire) {
        MultipartType type = wire == EXPERIMENTER.wire ? EXPERIMENTER : wire < VALUES.length - 1 ? VALUES[wire] : null;
        return Optional.ofNullable(type).filter(known -> version.isAtLeast(known.since));
    }
}
