package net.beaconcontroller.staticflows;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Outputs;

/** The outputs that a switch refuses, without which it has the entries that have others, too. */
record RefusedOutputs(Set<Long> ports, Version version) {
    /** Returns the outputs that a switch refuses now, see {@link Switch#refusedPorts}. */
    static RefusedOutputs of(Switch sw) {
        return new RefusedOutputs(sw.refusedPorts(), sw.version());
    }

    RefusedOutputs and(RefusedOutputs other) {
        var all = new HashSet<>(ports);
        all.addAll(other.ports);
        return new RefusedOutputs(all, version);
    }

    private Message message(KeptEntry entry) {
        return switch (entry.entry().kind()) {
            case FLOW -> entry.flow(version);
            case GROUP -> entry.group(GroupMod.Command.ADD);
            case METER -> entry.entry().message();
        };
    }

    private Message rest(KeptEntry entry) {
        return Outputs.replace(
                message(entry), action -> ports.contains(Outputs.port(action)) ? List.of() : List.of(action));
    }

    /** Returns whether the switch has an entry without some of its outputs. */
    boolean areOf(KeptEntry entry) {
        return !ports.isEmpty() && !rest(entry).equals(message(entry));
    }

    /** Returns whether the form in which the switch reports an entry is that of the entry without these outputs. */
    boolean accepts(KeptEntry entry, Object form) {
        if (!areOf(entry)) {
            return false;
        }
        return switch (rest(entry)) {
            case FlowMod flow -> form.equals(Forms.of(flow, version));
            case GroupMod group -> form.equals(Forms.ofGroup(group.groupType(), group.buckets()));
            default -> false;
        };
    }

    /** Returns the reason why an entry is not in the switch as it should be. */
    String reason() {
        return "the switch has it without some outputs, because it refuses output to port "
                + ports.stream().sorted().map(PortNumber::toString).collect(Collectors.joining(", "));
    }
}
