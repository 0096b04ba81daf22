package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import org.jspecify.annotations.Nullable;

/** The group table of a switch, OpenFlow 1.3.5 section 5.6. For the loop's thread. */
final class GroupTable {
    static final int MAX_GROUPS = 4096;

    /** OFPGFC_SELECT_WEIGHT, OFPGFC_SELECT_LIVENESS, OFPGFC_CHAINING, OFPGFC_CHAINING_CHECKS. */
    static final long CAPABILITIES = 0b1111;

    /** OFPG_MAX. */
    private static final long MAX_ID = 0xffffff00L;

    /** A group and its counters. */
    static final class Entry {
        private final int type;
        private final long groupId;
        private final List<Bucket> buckets;
        /** The actions of each bucket in execution order. */
        private final List<List<Action>> actions;

        private final int[] weights;
        private final long createdNanos;
        private long packets;
        private long bytes;
        private final long[] bucketPackets;
        private final long[] bucketBytes;

        private Entry(GroupMod mod, long createdNanos) {
            this.type = mod.groupType();
            this.groupId = mod.groupId();
            this.buckets = mod.buckets();
            this.actions = buckets.stream()
                    .map(bucket -> ActionSet.inOrder(bucket.actions()))
                    .toList();
            this.weights = buckets.stream().mapToInt(Bucket::weight).toArray();
            this.createdNanos = createdNanos;
            this.bucketPackets = new long[buckets.size()];
            this.bucketBytes = new long[buckets.size()];
        }

        int type() {
            return type;
        }

        int size() {
            return buckets.size();
        }

        List<Action> actions(int bucket) {
            return actions.get(bucket);
        }

        void count(int length) {
            packets++;
            bytes += length;
        }

        void countBucket(int bucket, int length) {
            bucketPackets[bucket]++;
            bucketBytes[bucket] += length;
        }

        Group toGroup() {
            return new Group(type, groupId, buckets, List.of());
        }

        long groupId() {
            return groupId;
        }

        GroupStats toStats(long references, long nowNanos, Version version) {
            var age = Age.of(createdNanos, nowNanos, version);
            var counters = new ArrayList<GroupStats.BucketCounter>();
            for (int i = 0; i < buckets.size(); i++) {
                counters.add(new GroupStats.BucketCounter(bucketPackets[i], bucketBytes[i]));
            }
            return new GroupStats(groupId, references, packets, bytes, age.seconds(), age.nanos(), counters);
        }
    }

    private final TreeMap<Long, Entry> groups = new TreeMap<>();

    boolean contains(long groupId) {
        return groups.containsKey(groupId);
    }

    @Nullable
    Entry get(long groupId) {
        return groups.get(groupId);
    }

    /** Returns the group with this id, or all groups for {@link GroupNumber#ALL}. */
    Collection<Entry> select(long groupId) {
        Entry entry = groups.get(groupId);
        return groupId == GroupNumber.ALL ? groups.values() : entry == null ? List.of() : List.of(entry);
    }

    void clear() {
        groups.clear();
    }

    /** Adds or modifies a group. */
    void put(GroupMod mod, Version version, long nowNanos) {
        boolean add = mod.command() == GroupMod.Command.ADD;
        if (mod.groupId() > MAX_ID) {
            throw new RequestException(
                    ErrorCode.INVALID_GROUP, "group %d; needs at most %d".formatted(mod.groupId(), MAX_ID));
        }
        if (add && contains(mod.groupId())) {
            throw new RequestException(ErrorCode.GROUP_EXISTS, "duplicate group %d".formatted(mod.groupId()));
        }
        if (!add && !contains(mod.groupId())) {
            throw new RequestException(ErrorCode.UNKNOWN_GROUP, "unknown group %d".formatted(mod.groupId()));
        }
        if (add && groups.size() >= MAX_GROUPS) {
            throw new RequestException(ErrorCode.OUT_OF_GROUPS, "more than %d groups".formatted(MAX_GROUPS));
        }
        check(mod, version);
        groups.put(mod.groupId(), new Entry(mod, nowNanos));
    }

    /** Deletes a group, or all groups, and returns their ids. The group need not exist. */
    Set<Long> delete(long groupId) {
        Set<Long> deleted = groupId == GroupNumber.ALL ? Set.copyOf(groups.keySet()) : Set.of(groupId);
        return deleted.stream().filter(id -> groups.remove(id) != null).collect(Collectors.toSet());
    }

    private void check(GroupMod mod, Version version) {
        int type = mod.groupType();
        if (type > GroupMod.TYPE_FAST_FAILOVER) {
            throw new RequestException(ErrorCode.GROUP_BAD_TYPE, "group type %d; needs 0 to 3".formatted(type));
        }
        if (type == GroupMod.TYPE_INDIRECT && mod.buckets().size() != 1) {
            throw new RequestException(
                    ErrorCode.INVALID_GROUP,
                    "indirect group with %d buckets; needs 1"
                            .formatted(mod.buckets().size()));
        }
        for (Bucket bucket : mod.buckets()) {
            check(bucket, type);
            ActionValidator.bucket(bucket.actions(), version);
        }
        if (leadsTo(mod.groupId(), mod.buckets(), new HashSet<>())) {
            throw new RequestException(ErrorCode.GROUP_LOOP, "group %d: forwarding loop".formatted(mod.groupId()));
        }
    }

    /** Validates a bucket like Open vSwitch. */
    private static void check(Bucket bucket, int type) {
        boolean watches = bucket.watchPort() != PortNumber.ANY || bucket.watchGroup() != GroupNumber.ANY;
        if (bucket.weight() != 0 && type != GroupMod.TYPE_SELECT) {
            throw new RequestException(ErrorCode.INVALID_GROUP, "bucket weight in a group that is not of type select");
        }
        if (watches && (type == GroupMod.TYPE_ALL || type == GroupMod.TYPE_INDIRECT)) {
            throw new RequestException(
                    ErrorCode.WATCH_UNSUPPORTED, "watch port or group in a group of type all or indirect");
        }
        if (!watches && type == GroupMod.TYPE_FAST_FAILOVER) {
            throw new RequestException(ErrorCode.INVALID_GROUP, "fast failover bucket without watch port and group");
        }
    }

    /** Whether packets can reach the group from these buckets, through their actions or watched groups. */
    private boolean leadsTo(long groupId, List<Bucket> buckets, Set<Long> seen) {
        for (Bucket bucket : buckets) {
            for (long next : next(bucket)) {
                Entry entry = groups.get(next);
                if (next == groupId || (entry != null && seen.add(next) && leadsTo(groupId, entry.buckets, seen))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Long> next(Bucket bucket) {
        var next = new ArrayList<Long>();
        for (Action action : bucket.actions()) {
            if (action instanceof Action.ToGroup(long id)) {
                next.add(id);
            }
        }
        if (bucket.watchGroup() != GroupNumber.ANY) {
            next.add(bucket.watchGroup());
        }
        return next;
    }

    /** Returns the number of buckets that refer to the group. */
    long references(long groupId) {
        return groups.values().stream()
                .flatMap(entry -> entry.buckets.stream())
                .filter(bucket -> Flow.InstructionSet.use(bucket.actions(), id -> id == groupId))
                .count();
    }

    /** Whether a bucket is live: the port or group that it watches, if any, is up. */
    boolean isAlive(Entry entry, int index, LongPredicate portIsUp) {
        Bucket bucket = entry.buckets.get(index);
        boolean watchesPort = bucket.watchPort() != PortNumber.ANY;
        boolean watchesGroup = bucket.watchGroup() != GroupNumber.ANY;
        return (!watchesPort && !watchesGroup)
                || (watchesPort && portIsUp.test(bucket.watchPort()))
                || (watchesGroup && isAlive(bucket.watchGroup(), portIsUp));
    }

    private boolean isAlive(long groupId, LongPredicate portIsUp) {
        Entry entry = groups.get(groupId);
        if (entry == null) {
            return false;
        }
        for (int i = 0; i < entry.size(); i++) {
            if (isAlive(entry, i, portIsUp)) {
                return true;
            }
        }
        return false;
    }

    /** Selects a live bucket of a select or fast failover group; returns -1 if there is none. */
    int choose(Entry entry, int flowHash, LongPredicate portIsUp) {
        if (entry.type == GroupMod.TYPE_FAST_FAILOVER) {
            for (int i = 0; i < entry.size(); i++) {
                if (isAlive(entry, i, portIsUp)) {
                    return i;
                }
            }
            return -1;
        }
        long weights = 0;
        for (int i = 0; i < entry.size(); i++) {
            weights += isAlive(entry, i, portIsUp) ? entry.weights[i] : 0;
        }
        if (weights == 0) {
            return -1;
        }
        long left = Integer.toUnsignedLong(flowHash) % weights;
        for (int i = 0; i < entry.size(); i++) {
            left -= isAlive(entry, i, portIsUp) ? entry.weights[i] : 0;
            if (left < 0) {
                return i;
            }
        }
        return -1;
    }
}
