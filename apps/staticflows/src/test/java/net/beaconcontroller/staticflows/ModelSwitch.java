package net.beaconcontroller.staticflows;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.check.FlowIdentity;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;

/** A switch without packets, which executes messages strictly: it fails for what a real switch would refuse. */
final class ModelSwitch {
    final Version version;
    final Map<FlowIdentity, FlowStats> flows = new LinkedHashMap<>();
    final Map<Long, Group> groups = new TreeMap<>();
    final Map<Long, Meter> meters = new TreeMap<>();

    ModelSwitch(Version version) {
        this.version = version;
    }

    Contents contents() {
        return new Contents(List.copyOf(flows.values()), List.copyOf(groups.values()), List.copyOf(meters.values()));
    }

    void apply(Message message) {
        switch (message) {
            case FlowMod flow -> apply(flow);
            case GroupMod group -> apply(group);
            case MeterMod meter -> apply(meter);
            default -> throw new IllegalArgumentException(message.toString());
        }
    }

    private void apply(FlowMod flow) {
        FlowIdentity identity = FlowIdentity.of(flow, version);
        if (flow.command() == FlowMod.Command.ADD) {
            for (Action action : actions(flow.instructions())) {
                require(!(action instanceof Action.ToGroup(long id)) || groups.containsKey(id), "unknown group");
                require(!(action instanceof Action.ToMeter(long id)) || meters.containsKey(id), "unknown meter");
            }
            for (Instruction instruction : flow.instructions()) {
                require(
                        !(instruction instanceof Instruction.ToMeter) || version != Version.OF15,
                        "unknown instruction");
                require(
                        !(instruction instanceof Instruction.ToMeter(long id)) || meters.containsKey(id),
                        "unknown meter");
            }
            flows.put(
                    identity,
                    new FlowStats(
                            flow.tableId(),
                            flow.priority(),
                            flow.idleTimeout(),
                            flow.hardTimeout(),
                            flow.flags(),
                            flow.importance(),
                            flow.cookie(),
                            flow.match(),
                            Stats.of(0, 0, 0, 0),
                            flow.instructions()));
        } else {
            require(flow.command() == FlowMod.Command.DELETE_STRICT, "a delete that is not strict");
            flows.entrySet()
                    .removeIf(entry -> (version == Version.OF10
                                    ? entry.getKey().match().equals(identity.match())
                                            && entry.getKey().priority() == identity.priority()
                                    : entry.getKey().equals(identity))
                            && ((entry.getValue().cookie() ^ flow.cookie()) & flow.cookieMask()) == 0);
        }
    }

    private void apply(GroupMod group) {
        boolean exists = groups.containsKey(group.groupId());
        if (group.command() == GroupMod.Command.DELETE) {
            require(exists, "deletes no group");
            groups.remove(group.groupId());
            flows.values().removeIf(flow -> actions(flow.instructions()).contains(new Action.ToGroup(group.groupId())));
            groups.values()
                    .forEach(other -> require(
                            !Forms.groupsAfter(other.buckets()).contains(group.groupId()), "a group refers to it"));
            return;
        }
        require(exists == (group.command() == GroupMod.Command.MODIFY), "exists: " + exists);
        for (long next : Forms.groupsAfter(group.buckets())) {
            require(groups.containsKey(next), "unknown group");
        }
        groups.put(group.groupId(), new Group(group.groupType(), group.groupId(), group.buckets(), List.of()));
        require(!leadsTo(group.groupId(), group.groupId(), 0), "loop");
    }

    private boolean leadsTo(long from, long to, int depth) {
        return Forms.groupsAfter(requireNonNull(groups.get(from)).buckets()).stream()
                .anyMatch(next -> next == to || (depth < 10 && leadsTo(next, to, depth + 1)));
    }

    private void apply(MeterMod meter) {
        boolean exists = meters.containsKey(meter.meterId());
        require(exists != (meter.command() == MeterMod.Command.ADD), "exists: " + exists);
        if (meter.command() == MeterMod.Command.DELETE) {
            meters.remove(meter.meterId());
            flows.values()
                    .removeIf(flow -> flow.instructions().contains(new Instruction.ToMeter(meter.meterId()))
                            || actions(flow.instructions()).contains(new Action.ToMeter(meter.meterId())));
        } else {
            meters.put(meter.meterId(), new Meter(meter.flags(), meter.meterId(), meter.bands()));
        }
    }

    private static List<Action> actions(List<Instruction> instructions) {
        var actions = new ArrayList<Action>();
        for (Instruction instruction : instructions) {
            if (instruction instanceof Instruction.ApplyActions(List<Action> applied)) {
                actions.addAll(applied);
            }
        }
        return actions;
    }

    private static void require(boolean condition, String error) {
        if (!condition) {
            throw new IllegalStateException("the switch refuses it: " + error);
        }
    }
}
