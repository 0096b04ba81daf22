package net.beaconcontroller.core.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.FlowIdentity;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RequestForward;
import net.beaconcontroller.openflow.multipart.FlowCounters;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;

/**
 * The changes of flows, groups and meters that a switch reports between the parts of a reply that lists them. They are
 * newer than the parts before them, and can be newer than those after them, because a switch may collect all parts at
 * the time of the request. So they correct the whole reply: it also lacks a flow that was removed, and added again
 * before the last part. Not thread-safe.
 */
final class NewerChanges {
    /** The approximate memory of a change, in bytes. */
    static final int LENGTH = 256;

    private record Removed(FlowIdentity flow, long cookie) {}

    private final Request<?> request;
    private final Version version;
    private final Set<Removed> flows = new HashSet<>();
    private final Set<FlowIdentity> identities = new HashSet<>();
    private final List<Message> changes = new ArrayList<>();

    NewerChanges(Request<?> request, Version version) {
        this.request = request;
        this.version = version;
    }

    /** Adds a change. Returns whether it has a meaning for this reply. */
    boolean add(Message message) {
        return switch (message) {
            case FlowRemoved flow -> addRemoved(flow);
            case RequestForward forward
            when isAbout(forward.request().message()) ->
                changes.add(forward.request().message());
            default -> false;
        };
    }

    private boolean addRemoved(FlowRemoved flow) {
        return switch (request) {
            case FlowStats.Request _ -> flows.add(new Removed(FlowIdentity.of(flow, version), flow.cookie()));
            case FlowCounters.Request _ -> identities.add(FlowIdentity.of(flow, version));
            default -> false;
        };
    }

    private boolean isAbout(Message change) {
        return switch (request) {
            case GroupDescription.Request(long id) ->
                change instanceof GroupMod mod && (id == GroupNumber.ALL || id == mod.groupId());
            case MeterDescription.Request(long id) ->
                change instanceof MeterMod mod && (id == MeterMod.ALL || id == mod.meterId());
            default -> false;
        };
    }

    /** Returns the reply with the changes. */
    Message applyTo(Message reply) {
        return switch (reply) {
            case FlowStats.Reply stats
            when !flows.isEmpty() ->
                new FlowStats.Reply(stats.flows().stream()
                        .filter(flow -> !flows.contains(new Removed(FlowIdentity.of(flow, version), flow.cookie())))
                        .toList());
            case FlowCounters.Reply counters
            when !identities.isEmpty() ->
                new FlowCounters.Reply(counters.flows().stream()
                        .filter(flow -> !identities.contains(FlowIdentity.of(flow, version)))
                        .toList());
            case GroupDescription.Reply groups when !changes.isEmpty() -> changed(groups);
            case MeterDescription.Reply meters when !changes.isEmpty() -> changed(meters);
            default -> reply;
        };
    }

    private GroupDescription.Reply changed(GroupDescription.Reply reply) {
        Map<Long, Group> groups = new LinkedHashMap<>();
        reply.groups().forEach(group -> groups.put(group.groupId(), group));
        for (Message change : changes) {
            GroupMod mod = (GroupMod) change;
            switch (mod.command()) {
                case ADD, MODIFY ->
                    groups.put(
                            mod.groupId(), new Group(mod.groupType(), mod.groupId(), mod.buckets(), mod.properties()));
                case DELETE -> groups.keySet().removeIf(id -> mod.groupId() == GroupNumber.ALL || id == mod.groupId());
                case INSERT_BUCKET, REMOVE_BUCKET -> {}
            }
        }
        return new GroupDescription.Reply(List.copyOf(groups.values()));
    }

    private MeterDescription.Reply changed(MeterDescription.Reply reply) {
        Map<Long, Meter> meters = new LinkedHashMap<>();
        reply.meters().forEach(meter -> meters.put(meter.meterId(), meter));
        for (Message change : changes) {
            MeterMod mod = (MeterMod) change;
            switch (mod.command()) {
                case ADD, MODIFY -> meters.put(mod.meterId(), new Meter(mod.flags(), mod.meterId(), mod.bands()));
                case DELETE -> meters.keySet().removeIf(id -> mod.meterId() == MeterMod.ALL || id == mod.meterId());
            }
        }
        return new MeterDescription.Reply(List.copyOf(meters.values()));
    }
}
