package net.beaconcontroller.emulator.fake;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.PacketOut;

/** The outputs that a switch refuses, and how. */
record OutputRefusal(Set<Long> ports, ErrorCode code, int dataLength) {
    static final OutputRefusal NONE = new OutputRefusal(Set.of(), ErrorCode.BAD_OUT_PORT, 0);

    /** Returns whether a message has an output to one of the ports. */
    boolean isAbout(Message message) {
        return !ports.isEmpty() && actions(message).map(Outputs::port).anyMatch(ports::contains);
    }

    private static Stream<Action> actions(Message message) {
        return switch (message) {
            case PacketOut packet -> packet.actions().stream();
            case FlowMod flow -> flow.instructions().stream().flatMap(OutputRefusal::actions);
            case GroupMod group -> group.buckets().stream().flatMap(bucket -> bucket.actions().stream());
            default -> Stream.empty();
        };
    }

    private static Stream<Action> actions(Instruction instruction) {
        return instruction instanceof Instruction.ApplyActions(List<Action> actions)
                ? actions.stream()
                : Stream.empty();
    }

    ErrorMessage error(Bytes message, Version version) {
        return new ErrorMessage(
                code.type(version),
                code.code(version),
                Bytes.of(message.toArray(), 0, Math.min(dataLength, message.length())));
    }
}
