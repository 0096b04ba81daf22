package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /** A bucket and its counters. */
    static final class BucketEntry {
        private final Bucket bucket;
        /** The actions in execution order. */
        private final List<Action> actions;

        private long packets;
        private long bytes;

        private BucketEntry(Bucket bucket) {
            this.bucket = bucket;
            this.actions = ActionSet.inOrder(bucket.actions());
        }

        List<Action> actions() {
            return actions;
        }

        void count(int length) {
            packets++;
            bytes += length;
        }
    }

    /** A group and its counters. */
    static final class Entry {
        private final GroupMod mod;
        private final BucketEntry[] buckets;
        private final long createdNanos;
        private long packets;
        private long bytes;

        private Entry(GroupMod mod, long createdNanos) {
            this.mod = mod;
            this.buckets = mod.buckets().stream().map(BucketEntry::new).toArray(BucketEntry[]::new);
            this.createdNanos = createdNanos;
        }

        int type() {
            return mod.groupType();
        }

        /** Returns the buckets, which must not be replaced. */
        BucketEntry[] buckets() {
            return buckets;
        }

        void count(int length) {
            packets++;
            bytes += length;
        }

        Group toGroup() {
            return new Group(mod.groupType(), mod.groupId(), mod.buckets(), List.of());
        }

        long groupId() {
            return mod.groupId();
        }

        GroupStats toStats(long references, long nowNanos, Version version) {
            var age = Age.of(createdNanos, nowNanos, version);
            var counters = Arrays.stream(buckets)
                    .map(bucket -> new GroupStats.BucketCounter(bucket.packets, bucket.bytes))
                    .toList();
            return new GroupStats(mod.groupId(), references, packets, bytes, age.seconds(), age.nanos(), counters);
        }
    }

    private final LongPredicate portIsUp;
    private final TreeMap<Long, Entry> groups = new TreeMap<>();

    GroupTable(LongPredicate portIsUp) {
        this.portIsUp = portIsUp;
    }

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

    /** Returns the groups, for {@link #restore}. */
    Map<Long, Entry> copy() {
        return new TreeMap<>(groups);
    }

    /** Replaces all groups. */
    void restore(Map<Long, Entry> copy) {
        groups.clear();
        groups.putAll(copy);
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

    /** Deletes a group, or all groups, and returns their ids. A group that does not exist is ignored. */
    Set<Long> delete(long groupId) {
        List<Long> deleted = groupId == GroupNumber.ALL ? List.copyOf(groups.keySet()) : List.of(groupId);
        return deleted.stream()
                .filter(id -> groups.remove(id) != null)
                .collect(Collectors.toCollection(LinkedHashSet::new));
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
                if (next == groupId
                        || (entry != null && seen.add(next) && leadsTo(groupId, entry.mod.buckets(), seen))) {
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
                .flatMap(entry -> entry.mod.buckets().stream())
                .filter(bucket -> Flow.InstructionSet.use(bucket.actions(), id -> id == groupId))
                .count();
    }

    /** Whether a bucket is live: the port or group that it watches, if any, is up. */
    private boolean isAlive(Bucket bucket) {
        boolean watchesPort = bucket.watchPort() != PortNumber.ANY;
        boolean watchesGroup = bucket.watchGroup() != GroupNumber.ANY;
        return (!watchesPort && !watchesGroup)
                || (watchesPort && portIsUp.test(bucket.watchPort()))
                || (watchesGroup && isAlive(bucket.watchGroup()));
    }

    private boolean isAlive(long groupId) {
        Entry entry = groups.get(groupId);
        return entry != null && firstAlive(entry) != null;
    }

    private @Nullable BucketEntry firstAlive(Entry entry) {
        for (BucketEntry candidate : entry.buckets) {
            if (isAlive(candidate.bucket)) {
                return candidate;
            }
        }
        return null;
    }

    /** Selects a live bucket of a select or fast failover group; returns null if there is none. */
    @Nullable
    BucketEntry choose(Entry entry, int flowHash) {
        if (entry.type() == GroupMod.TYPE_FAST_FAILOVER) {
            return firstAlive(entry);
        }
        long weights = 0;
        for (BucketEntry candidate : entry.buckets) {
            weights += weight(candidate.bucket);
        }
        long left = weights == 0 ? 0 : Integer.toUnsignedLong(flowHash) % weights;
        for (BucketEntry candidate : entry.buckets) {
            left -= weight(candidate.bucket);
            if (left < 0) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns the share of a bucket in the flows of a select group, 0 if the bucket is not live. */
    private int weight(Bucket bucket) {
        return isAlive(bucket) ? bucket.weight() : 0;
    }
}
