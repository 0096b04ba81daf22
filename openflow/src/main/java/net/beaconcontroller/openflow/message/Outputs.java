package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.structure.Bucket;

/**
 * Replaces outputs of packet-outs, flow-mods, group-mods, and those of them that are in a bundle: each action by a list
 * of actions, which can be empty. In an action set, where only one output has an effect (OpenFlow 1.5.1 section 5.6),
 * an action stays if its list has several.
 */
public final class Outputs {
    /** The actions in place of one. */
    @FunctionalInterface
    public interface Replacement extends Function<Action, List<Action>> {}

    private Outputs() {}

    /** Returns the port to which an action sends the packet, or {@link PortNumber#ANY}. */
    public static long port(Action action) {
        return switch (action) {
            case Action.Output output -> output.port();
            case Action.Enqueue enqueue -> enqueue.port();
            default -> PortNumber.ANY;
        };
    }

    /** Returns whether an action sends the packet to a port or a group. */
    public static boolean isOutput(Action action) {
        return action instanceof Action.ToGroup || port(action) != PortNumber.ANY;
    }

    /** Returns the message with other outputs; the same message if it is of another type. */
    public static Message replace(Message message, Replacement replacement) {
        return switch (message) {
            case PacketOut packet -> replace(packet, replacement);
            case FlowMod flow -> replace(flow, replacement);
            case GroupMod group -> replace(group, replacement);
            case BundleAdd add ->
                new BundleAdd(
                        add.bundleId(),
                        add.flags(),
                        Envelope.of(
                                add.message().version(),
                                add.message().xid(),
                                replace(add.message().message(), replacement)),
                        add.properties());
            default -> message;
        };
    }

    /** Returns the packet-out with other outputs. */
    public static PacketOut replace(PacketOut packet, Replacement replacement) {
        return new PacketOut(packet.bufferId(), packet.match(), inList(packet.actions(), replacement), packet.data());
    }

    /** Returns the flow with other outputs; the same flow if it would have no output left. */
    public static FlowMod replace(FlowMod flow, Replacement replacement) {
        List<Instruction> instructions = flow.instructions().stream()
                .map(instruction -> switch (instruction) {
                    case Instruction.ApplyActions(List<Action> actions) ->
                        new Instruction.ApplyActions(inList(actions, replacement));
                    case Instruction.WriteActions(List<Action> actions) ->
                        new Instruction.WriteActions(inSet(actions, replacement));
                    default -> instruction;
                })
                .toList();
        return instructions.stream().anyMatch(Outputs::hasOutput) ? flow.withInstructions(instructions) : flow;
    }

    /** Returns the group with other outputs and without buckets that lost theirs; the same group if all did. */
    public static GroupMod replace(GroupMod group, Replacement replacement) {
        var buckets = new ArrayList<Bucket>();
        for (Bucket bucket : group.buckets()) {
            List<Action> actions = inSet(bucket.actions(), replacement);
            if (hasOutput(actions) || !hasOutput(bucket.actions())) {
                buckets.add(new Bucket(bucket.bucketId(), actions, bucket.properties()));
            }
        }
        return buckets.isEmpty()
                ? group
                : new GroupMod(
                        group.command(),
                        group.groupType(),
                        group.groupId(),
                        group.commandBucketId(),
                        buckets,
                        group.properties());
    }

    private static boolean hasOutput(Instruction instruction) {
        return switch (instruction) {
            case Instruction.ApplyActions(List<Action> actions) -> hasOutput(actions);
            case Instruction.WriteActions(List<Action> actions) -> hasOutput(actions);
            default -> false;
        };
    }

    /** Returns whether one of the actions sends the packet to a port or a group. */
    public static boolean hasOutput(List<Action> actions) {
        return actions.stream().anyMatch(Outputs::isOutput);
    }

    private static List<Action> inList(List<Action> actions, Replacement replacement) {
        return actions.stream()
                .flatMap(action -> replacement.apply(action).stream())
                .toList();
    }

    private static List<Action> inSet(List<Action> actions, Replacement replacement) {
        return inList(actions, action -> {
            List<Action> replaced = replacement.apply(action);
            return replaced.size() > 1 ? List.of(action) : replaced;
        });
    }
}
