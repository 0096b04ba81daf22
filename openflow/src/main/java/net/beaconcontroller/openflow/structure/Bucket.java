package net.beaconcontroller.openflow.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * A bucket of a group, OpenFlow 1.5.1 section 7.3.4 (ofp_bucket); OpenFlow 1.1 and later.
 *
 * @param bucketId the number of the bucket in the group, 0 to 0xffffff00, in OpenFlow 1.5; {@link #NO_ID} in earlier
 *     versions, and to number the bucket by its position when it is encoded, as a group can be for any version
 * @param actions the action set of the bucket
 * @param properties the conditions under which the bucket is selected; before OpenFlow 1.5 at most one {@link Weight},
 *     {@link WatchPort} and {@link WatchGroup} each
 */
public record Bucket(long bucketId, List<Action> actions, List<Property> properties) {
    /** The bucket id of a bucket without a number. */
    public static final long NO_ID = -1;

    /**
     * The relative weight of the bucket in a SELECT group, OpenFlow 1.5.1 section 7.3.4 (OFPGBPT_WEIGHT); OpenFlow 1.1
     * and later.
     *
     * @param weight 0 to 65535; 0 for none
     */
    public record Weight(int weight) implements Property {
        static Weight visit(FieldVisitor<Weight> f) {
            return new Weight(f.padAfter(f.u16("weight", Weight::weight), 2));
        }
    }

    /**
     * The port whose state determines whether the bucket is live, OpenFlow 1.5.1 section 7.3.4 (OFPGBPT_WATCH_PORT);
     * OpenFlow 1.1 and later.
     *
     * @param port see {@link PortNumber}; ANY for none
     */
    public record WatchPort(long port) implements Property {
        static WatchPort visit(FieldVisitor<WatchPort> f) {
            return new WatchPort(f.port("watch", WatchPort::port));
        }
    }

    /**
     * The group whose state determines whether the bucket is live, OpenFlow 1.5.1 section 7.3.4 (OFPGBPT_WATCH_GROUP);
     * OpenFlow 1.1 and later.
     *
     * @param groupId 0 to 0xffffff00; {@link GroupNumber#ANY} for none
     */
    public record WatchGroup(long groupId) implements Property {
        static WatchGroup visit(FieldVisitor<WatchGroup> f) {
            return new WatchGroup(f.as(Names.GROUP).u32("watch", WatchGroup::groupId));
        }
    }

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(0, "WEIGHT", Weight.class, Weight::visit)
            .with(1, "WATCH_PORT", WatchPort.class, WatchPort::visit)
            .with(2, "WATCH_GROUP", WatchGroup.class, WatchGroup::visit);

    public Bucket {
        actions = List.copyOf(actions);
        properties = List.copyOf(properties);
    }

    /** Returns a bucket of an ALL or INDIRECT group, for any version. */
    public static Bucket of(Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of());
    }

    /**
     * Returns a bucket of a SELECT group, for any version.
     *
     * @param weight 0 to 65535
     */
    public static Bucket weighted(int weight, Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of(new Weight(weight)));
    }

    /**
     * Returns a bucket of a FAST_FAILOVER group, for any version.
     *
     * @param port the bucket is live while this port is live
     */
    public static Bucket watching(long port, Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of(new WatchPort(port)));
    }

    /** Returns the weight, or 0 if it has none. */
    public int weight() {
        return properties.stream()
                .mapToInt(property -> property instanceof Weight(int weight) ? weight : 0)
                .sum();
    }

    /** Returns the watched port, or {@link PortNumber#ANY}. */
    public long watchPort() {
        return properties.stream()
                .mapToLong(property -> property instanceof WatchPort(long port) ? port : PortNumber.ANY)
                .min()
                .orElse(PortNumber.ANY);
    }

    /** Returns the watched group, or {@link GroupNumber#ANY}. */
    public long watchGroup() {
        return properties.stream()
                .mapToLong(property -> property instanceof WatchGroup(long group) ? group : GroupNumber.ANY)
                .min()
                .orElse(GroupNumber.ANY);
    }

    /**
     * Returns the buckets with bucket ids, as OpenFlow 1.5 requires. A bucket without one has its position as its id.
     */
    private static List<Bucket> numbered(List<Bucket> buckets) {
        if (buckets.stream().noneMatch(bucket -> bucket.bucketId == NO_ID)) {
            return buckets;
        }
        var numbered = new ArrayList<Bucket>(buckets.size());
        for (Bucket bucket : buckets) {
            long bucketId = bucket.bucketId == NO_ID ? numbered.size() : bucket.bucketId;
            numbered.add(new Bucket(bucketId, bucket.actions, bucket.properties));
        }
        return numbered;
    }

    /**
     * Visits the buckets of a group.
     *
     * @param ahead in OpenFlow 1.5 the result of {@link FieldVisitor#lengthAhead} for the buckets
     */
    public static <T> List<Bucket> list(FieldVisitor<T> f, int ahead, Function<? super T, List<Bucket>> get) {
        return f.since(Version.OF15)
                ? f.list("buckets", ahead, group -> numbered(get.apply(group)), Bucket::visit)
                : f.list("buckets", get, Bucket::visit);
    }

    private static Bucket visit(FieldVisitor<Bucket> f) {
        f.refuseLengthsAs(ErrorCode.BAD_BUCKET);
        return f.since(Version.OF15) ? visit15(f) : visit11(f);
    }

    private static Bucket visit15(FieldVisitor<Bucket> f) {
        f.length("len");
        int actionsLength = f.lengthAhead("action_array_len");
        return new Bucket(
                f.as(Names.HEX).u32("bucket_id", Bucket::bucketId),
                f.list("actions", actionsLength, Bucket::actions, ActionTypes.in(f.version())),
                f.list("properties", Bucket::properties, PROPERTIES));
    }

    private static Bucket visit11(FieldVisitor<Bucket> f) {
        f.length("len");
        f.absentValue("properties", Bucket::beyond11, List.of());
        int weight = f.u16("weight", Bucket::weight);
        long port = f.port("watch_port", Bucket::watchPort);
        long group = f.as(Names.GROUP).u32("watch_group", Bucket::watchGroup);
        f.pad(4);
        long bucketId = f.absentLong("bucket_id", Bucket::bucketId, NO_ID);
        List<Action> actions = f.list("actions", Bucket::actions, ActionTypes.in(f.version()));
        return new Bucket(bucketId, actions, properties(weight, port, group));
    }

    private static List<Property> properties(int weight, long port, long group) {
        var properties = new ArrayList<Property>(3);
        if (weight != 0) {
            properties.add(new Weight(weight));
        }
        if (port != PortNumber.ANY) {
            properties.add(new WatchPort(port));
        }
        if (group != GroupNumber.ANY) {
            properties.add(new WatchGroup(group));
        }
        return properties;
    }

    /** Returns the properties that versions before 1.5 cannot express. */
    private List<Property> beyond11() {
        boolean fits = properties.equals(properties(weight(), watchPort(), watchGroup()));
        return fits ? List.of() : properties;
    }
}
