package net.beaconcontroller.openflow.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Property;
import org.jspecify.annotations.Nullable;

/** Checks a group by itself. */
final class GroupCheck {
    /** The types from here to 255 are those of vendors. */
    private static final int FIRST_VENDOR_TYPE = 128;

    private static final int MAX_TYPE = 255;
    private static final int MAX_WEIGHT = 0xffff;

    /** OFPG_BUCKET_MAX. */
    private static final long MAX_BUCKET_ID = 0xffffff00L;

    /** OFPGFC_SELECT_LIVENESS and OFPGFC_CHAINING, of {@link GroupFeatures#capabilities}. */
    private static final int SELECT_LIVENESS = 1 << 1;

    private static final int CHAINING = 1 << 2;

    private final GroupMod group;
    private final Capabilities capabilities;
    private final Version version;
    private final @Nullable GroupFeatures features;
    private final ActionCheck.Targets targets;
    private final Report report;

    GroupCheck(GroupMod group, Capabilities capabilities, ActionCheck.Targets targets, Report report) {
        this.group = group;
        this.capabilities = capabilities;
        this.version = capabilities.version();
        this.features = capabilities.groupFeatures();
        this.targets = targets;
        this.report = report;
    }

    /** A reference to another group: from the path of an action or a watched group. */
    record Reference(String field, long groupId) {}

    /** Returns the groups that a group refers to. */
    static List<Reference> references(GroupMod group) {
        var references = new ArrayList<Reference>();
        for (int i = 0; i < group.buckets().size(); i++) {
            Bucket bucket = group.buckets().get(i);
            for (int j = 0; j < bucket.actions().size(); j++) {
                if (bucket.actions().get(j) instanceof Action.ToGroup(long groupId)) {
                    references.add(new Reference("buckets[%d].actions[%d].group".formatted(i, j), groupId));
                }
            }
            if (bucket.watchGroup() != GroupNumber.ANY) {
                references.add(new Reference("buckets[%d].watch_group".formatted(i), bucket.watchGroup()));
            }
        }
        return references;
    }

    void check() {
        if (version == Version.OF10) {
            report.error("group_id", group.groupId(), "OpenFlow 1.0 has no groups", "no groups");
            return;
        }
        if (group.command() != GroupMod.Command.ADD) {
            report.error("command", group.command(), "not an entry", "ADD");
        }
        report.requireRange("group_id", group.groupId(), 0, GroupNumber.MAX);
        boolean allBuckets = version.isAtLeast(Version.OF15) && group.commandBucketId() == GroupMod.ALL_BUCKETS;
        if (group.commandBucketId() != Bucket.NO_ID && !allBuckets) {
            report.error("command_bucket_id", group.commandBucketId(), "for changes of buckets only", "no bucket id");
        }
        if (!group.properties().isEmpty() && !version.isAtLeast(Version.OF15)) {
            report.error("properties", group.properties(), "a property before OpenFlow 1.5", "no properties");
        }
        checkType();
        if (group.groupType() == GroupMod.TYPE_INDIRECT && group.buckets().size() != 1) {
            report.error("buckets", group.buckets().size(), "wrong number of buckets", "1 in an indirect group");
        }
        checkBuckets();
        checkWeights();
    }

    private void checkType() {
        int type = group.groupType();
        boolean specified = type >= 0 && type <= GroupMod.TYPE_FAST_FAILOVER;
        if (!specified && (type < FIRST_VENDOR_TYPE || type > MAX_TYPE)) {
            report.error("type", type, "unknown type", "all, select, indirect, ff, or 128 to 255 for a vendor's");
        } else if (features != null && specified && (features.types() >> type & 1) == 0) {
            report.error("type", nameOf(type), "the switch does not support the type", "another type");
        }
    }

    private static String nameOf(int type) {
        return Group.TYPES.print(type);
    }

    private void checkBuckets() {
        var ids = new HashSet<Long>();
        var actions = new ActionCheck(capabilities, targets, report);
        Set<Integer> types = actionTypes();
        for (int i = 0; i < group.buckets().size(); i++) {
            Bucket bucket = group.buckets().get(i);
            String path = "buckets[%d]".formatted(i);
            actions.bucket(path + ".actions", bucket.actions(), types);
            checkId(path + ".bucket_id", bucket, ids);
            checkProperties(path, bucket);
            checkWatches(path, bucket);
        }
        if (features != null && (features.capabilities() & CHAINING) == 0) {
            for (Reference reference : references(group)) {
                if (targets.groups().contains(reference.groupId)) {
                    report.error(
                            reference.field, reference.groupId, "the switch cannot chain groups", "no other group");
                }
            }
        }
    }

    /** Returns the types of actions that the switch supports in this type of group; null if they are unknown. */
    private @Nullable Set<Integer> actionTypes() {
        if (features == null) {
            return null;
        }
        long bits =
                switch (group.groupType()) {
                    case GroupMod.TYPE_ALL -> features.actionsAll();
                    case GroupMod.TYPE_SELECT -> features.actionsSelect();
                    case GroupMod.TYPE_INDIRECT -> features.actionsIndirect();
                    case GroupMod.TYPE_FAST_FAILOVER -> features.actionsFastFailover();
                    default -> 0;
                };
        if (bits == 0) {
            return null;
        }
        var types = new HashSet<Integer>();
        for (int type = 0; type < Integer.SIZE; type++) {
            if ((bits >> type & 1) != 0) {
                types.add(type);
            }
        }
        return types;
    }

    private void checkId(String path, Bucket bucket, Set<Long> ids) {
        long id = bucket.bucketId();
        if (id == Bucket.NO_ID) {
            return;
        }
        if (!version.isAtLeast(Version.OF15)) {
            report.error(path, id, "a bucket id before OpenFlow 1.5", "no bucket id");
        } else if (report.requireRange(path, id, 0, MAX_BUCKET_ID) && !ids.add(id)) {
            report.error(path, id, "duplicate bucket id", "one bucket for each id");
        }
    }

    private void checkProperties(String path, Bucket bucket) {
        var seen = new HashSet<Class<?>>();
        for (Property property : bucket.properties()) {
            boolean fixed = property instanceof Bucket.Weight
                    || property instanceof Bucket.WatchPort
                    || property instanceof Bucket.WatchGroup;
            if (!fixed && !version.isAtLeast(Version.OF15)) {
                report.error(path + ".properties", property, "a property before OpenFlow 1.5", "no properties");
            } else if (fixed && !seen.add(property.getClass())) {
                report.error(path + ".properties", property, "duplicate property", "one of each type");
            }
        }
        boolean inSelect = group.groupType() == GroupMod.TYPE_SELECT || group.groupType() >= FIRST_VENDOR_TYPE;
        if (report.requireRange(path + ".weight", bucket.weight(), 0, MAX_WEIGHT)
                && bucket.weight() != 0
                && !inSelect) {
            report.error(
                    path + ".weight",
                    bucket.weight(),
                    "a weight in a group of type " + nameOf(group.groupType()),
                    "no weight, or type select");
        }
    }

    private void checkWatches(String path, Bucket bucket) {
        long port = bucket.watchPort();
        long watched = bucket.watchGroup();
        boolean watchesPort = port != PortNumber.ANY;
        boolean watchesGroup = watched != GroupNumber.ANY;
        String field = path + (watchesGroup && !watchesPort ? ".watch_group" : ".watch_port");
        if (group.groupType() == GroupMod.TYPE_FAST_FAILOVER && !watchesPort && !watchesGroup) {
            report.error(field, "", "missing in a fast failover group", "a port or a group to watch");
        } else if ((watchesPort || watchesGroup) && !canWatch()) {
            report.error(
                    field,
                    watchesPort ? PortNumber.toString(port) : watched,
                    "not supported in a group of type " + nameOf(group.groupType()),
                    "no port and no group to watch");
            return;
        }
        if (watchesPort && (port < 1 || port > MatchCheck.lastPort(version)) && port != PortNumber.LOCAL) {
            report.error(
                    path + ".watch_port",
                    PortNumber.toString(port),
                    "invalid port",
                    "1 to %d or LOCAL".formatted(MatchCheck.lastPort(version)));
        } else if (watchesPort && port != PortNumber.LOCAL && !capabilities.mayHavePort(port)) {
            report.warning(path + ".watch_port", port, "the switch does not have the port", "a port of the switch");
        }
        if (watchesGroup && !targets.groups().contains(watched)) {
            report.error(
                    path + ".watch_group", GroupNumber.toString(watched), "unknown group", "a group of the switch");
        }
    }

    private boolean canWatch() {
        return switch (group.groupType()) {
            case GroupMod.TYPE_ALL, GroupMod.TYPE_INDIRECT -> false;
            case GroupMod.TYPE_SELECT -> features == null || (features.capabilities() & SELECT_LIVENESS) != 0;
            default -> true;
        };
    }

    private void checkWeights() {
        boolean selects = group.groupType() == GroupMod.TYPE_SELECT;
        if (selects
                && !group.buckets().isEmpty()
                && group.buckets().stream().allMatch(bucket -> bucket.weight() == 0)) {
            report.warning("buckets", group.buckets().size(), "no bucket has a weight", "weights from 1 on");
        }
    }
}
