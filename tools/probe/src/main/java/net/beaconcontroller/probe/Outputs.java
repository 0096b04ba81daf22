package net.beaconcontroller.probe;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketOut;

/** The ports to which a packet-out or a flow sends packets. */
final class Outputs {
    private Outputs() {}

    static List<Long> of(Message message) {
        Stream<Action> actions =
                switch (message) {
                    case PacketOut out -> out.actions().stream();
                    case FlowMod mod ->
                        mod.instructions().stream()
                                .flatMap(instruction -> instruction instanceof Instruction.ApplyActions apply
                                        ? apply.actions().stream()
                                        : Stream.empty());
                    default -> Stream.empty();
                };
        return actions.flatMap(
                        action -> action instanceof Action.Output(long port, int _) ? Stream.of(port) : Stream.empty())
                .toList();
    }
}
