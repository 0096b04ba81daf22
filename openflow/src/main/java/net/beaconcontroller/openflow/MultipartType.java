package net.beaconcontroller.openflow;

import java.util.Optional;

/**
 * What a multipart message asks for or answers, "statistics" before 1.3: OpenFlow 1.5.1 section 7.3.5 (OFPMP_),
 * OpenFlow 1.0 section 5.3.5 (OFPST_). Each is in all versions from one on, which {@link #since} tells, with the same
 * number.
 */
public enum MultipartType {
    /** Who made the switch: {@link SwitchDescription}. */
    DESC(0, Version.OF10),
    /** Flows with all that is known of them; OFPMP_FLOW_DESC in 1.5: {@link FlowStats}. */
    FLOW(1, Version.OF10),
    /** The counters of many flows together; OFPMP_AGGREGATE_STATS in 1.5: {@link AggregateStats}. */
    AGGREGATE(2, Version.OF10),
    /** How full flow tables are, and how often they are used; OFPMP_TABLE_STATS in 1.5: {@link TableStats}. */
    TABLE(3, Version.OF10),
    /** The counters of ports; OFPMP_PORT_STATS: {@link PortStats}. */
    PORT(4, Version.OF10),
    /** The counters of queues; OFPMP_QUEUE_STATS in 1.5: {@link QueueStats}. */
    QUEUE(5, Version.OF10),
    /** The counters of groups; OFPMP_GROUP_STATS in 1.5: {@link GroupStats}. */
    GROUP(6, Version.OF11),
    /** Groups and their buckets: {@link Group}. */
    GROUP_DESC(7, Version.OF11),
    /** What groups the switch can have: {@link GroupFeatures}. */
    GROUP_FEATURES(8, Version.OF12),
    /** The counters of meters; OFPMP_METER_STATS in 1.5: {@link MeterStats}. */
    METER(9, Version.OF13),
    /** Meters and their bands; OFPMP_METER_CONFIG before 1.5: {@link Meter}. */
    METER_DESC(10, Version.OF13),
    /** What meters the switch can have: {@link MeterFeatures}. */
    METER_FEATURES(11, Version.OF13),
    /** What flow tables can do, which a request can change: {@link TableFeatures}. */
    TABLE_FEATURES(12, Version.OF13),
    /** The ports of the switch, which its features reply has before 1.3: {@link Port}. */
    PORT_DESC(13, Version.OF13),
    /** How flow tables are set up: {@link TableDesc}. */
    TABLE_DESC(14, Version.OF14),
    /** How queues are set up, for which 1.0 to 1.3 have {@link MessageType#QUEUE_GET_CONFIG_REQUEST}: {@link Queue}. */
    QUEUE_DESC(15, Version.OF14),
    /** Changes of flows, told as they happen: {@link FlowMonitor}. */
    FLOW_MONITOR(16, Version.OF14),
    /** The counters of flows alone, OFPMP_FLOW_STATS of 1.5: {@link FlowCounters}. */
    FLOW_COUNTERS(17, Version.OF15),
    /** How the controllers of the switch are doing: {@link ControllerStatus}. */
    CONTROLLER_STATUS(18, Version.OF15),
    /** What the switch can do with bundles: {@link BundleFeatures}. */
    BUNDLE_FEATURES(19, Version.OF15),
    /** What a vendor has defined; OFPST_VENDOR in 1.0: {@link ExperimenterMultipart}. */
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
