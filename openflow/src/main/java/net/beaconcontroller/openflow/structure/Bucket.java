package net.beaconcontroller.openflow.structure;

import java.util.ArrayList;
import java.util.List;
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
 * One set of actions of a group, OpenFlow 1.5.1 section 7.3.4 (ofp_bucket); from OpenFlow 1.1 on.
 *
 * @param bucketId its number in the group, 0 to 0xffffff00, from OpenFlow 1.5 on; {@link #NO_ID} before, and for one
 *     that is numbered by its place when it is written
 * @param actions what is done with packets
 * @param properties when it is chosen; before OpenFlow 1.5 at most a {@link Weight}, a {@link WatchPort} and a {@link
 *     WatchGroup}
 */
public record Bucket(long bucketId, List<Action> actions, List<Property> properties) {
    /** The bucket has no number. */
    public static final long NO_ID = -1;

    /**
     * How often the bucket is chosen against the others of a SELECT group, OpenFlow 1.5.1 section 7.3.4
     * (OFPGBPT_WEIGHT); from OpenFlow 1.1 on.
     *
     * @param weight 0 to 65535; 0 where it has none
     */
    public record Weight(int weight) implements Property {
        static Weight visit(FieldVisitor<Weight> f) {
            int weight = f.u16("weight", Weight::weight);
            f.pad(2);
            return new Weight(weight);
        }
    }

    /**
     * The bucket counts as alive while this port does, or what its {@link WatchGroup} watches: OpenFlow 1.5.1 section
     * 7.3.4 (OFPGBPT_WATCH_PORT); from OpenFlow 1.1 on.
     *
     * @param port see {@link PortNumber}; ANY to watch none
     */
    public record WatchPort(long port) implements Property {
        static WatchPort visit(FieldVisitor<WatchPort> f) {
            return new WatchPort(f.port("watch", WatchPort::port));
        }
    }

    /**
     * The bucket counts as alive while this group does, or what its {@link WatchPort} watches: OpenFlow 1.5.1 section
     * 7.3.4 (OFPGBPT_WATCH_GROUP); from OpenFlow 1.1 on.
     *
     * @param groupId 0 to 0xffffff00; {@link GroupNumber#ANY} to watch none
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

    /** A bucket of an ALL or INDIRECT group, in any version. */
    public static Bucket of(Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of());
    }

    /**
     * A bucket of a SELECT group, in any version.
     *
     * @param weight 0 to 65535
     */
    public static Bucket weighted(int weight, Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of(new Weight(weight)));
    }

    /**
     * A bucket of a FAST_FAILOVER group, in any version.
     *
     * @param port it is alive while this port is
     */
    public static Bucket watching(long port, Action... actions) {
        return new Bucket(NO_ID, List.of(actions), List.of(new WatchPort(port)));
    }

    /** The weight, 0 if none is said. */
    public int weight() {
        return properties.stream()
                .mapToInt(property -> property instanceof Weight(int weight) ? weight : 0)
                .sum();
    }

    /** The port that is watched, or {@link PortNumber#ANY}. */
    public long watchPort() {
        return properties.stream()
                .mapToLong(property -> property instanceof WatchPort(long port) ? port : PortNumber.ANY)
                .min()
                .orElse(PortNumber.ANY);
    }

    /** The group that is watched, or {@link GroupNumber#ANY}. */
    public long watchGroup() {
        return properties.stream()
                .mapToLong(property -> property instanceof WatchGroup(long group) ? group : GroupNumber.ANY)
                .min()
                .orElse(GroupNumber.ANY);
    }

    /** The buckets with numbers, as OpenFlow 1.5 needs them: by its place, one that has none. */
    public static List<Bucket> numbered(List<Bucket> buckets) {
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

    public static Bucket visit(FieldVisitor<Bucket> f) {
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

    /** What versions before 1.5 have no place for. */
    private List<Property> beyond11() {
        boolean fits = properties.equals(properties(weight(), watchPort(), watchGroup()));
        return fits ? List.of() : properties;
    }
}
