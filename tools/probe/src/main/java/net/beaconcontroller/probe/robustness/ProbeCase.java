package net.beaconcontroller.probe.robustness;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.switchkit.ReceivedMessage;

/**
 * A scenario of the catalogue, and what the specification says about it.
 *
 * @param name group and name, separated by a slash, such as {@code study/length-of-header}; unique
 * @param description one line about what the culprit does
 * @param versions the versions in which the case exists
 * @param refusals the errors with which the specification refuses the message; empty if it has none
 * @param isObeyed whether a message of the controller shows that it did what the faulty message says
 * @param mayClose whether the specification asks the controller to close the connection after the error
 */
public record ProbeCase(
        String name,
        String description,
        Set<Version> versions,
        Set<ErrorCode> refusals,
        BiPredicate<CraftedMessage, ReceivedMessage> isObeyed,
        boolean mayClose,
        Scenario scenario) {
    /** All versions that Beacon and this tool support. */
    public static final Set<Version> ALL_VERSIONS = Set.copyOf(EnumSet.complementOf(EnumSet.of(Version.OF11)));

    public ProbeCase {
        if (name.indexOf('/') <= 0) {
            throw new IllegalArgumentException("case %s: needs a name like group/name".formatted(name));
        }
        versions = Set.copyOf(versions);
        refusals = Set.copyOf(refusals);
    }

    /**
     * Creates a case in all versions: messages that must not be obeyed, and for which the specification has no error.
     */
    public ProbeCase(String name, String description, Scenario scenario) {
        this(name, description, ALL_VERSIONS, Set.of(), ProbeCase::answersIt, false, scenario);
    }

    /** Sets the versions in which the case exists. */
    public ProbeCase in(Set<Version> some) {
        return new ProbeCase(name, description, some, refusals, isObeyed, mayClose, scenario);
    }

    /** Sets the versions to the given one and all later ones. */
    public ProbeCase since(Version first) {
        return in(Set.copyOf(ALL_VERSIONS.stream()
                .filter(version -> version.isAtLeast(first))
                .toList()));
    }

    /** Sets the errors of the specification. */
    public ProbeCase refusedWith(ErrorCode... errors) {
        return refusedWith(Set.of(errors));
    }

    /** Sets the errors of the specification. */
    public ProbeCase refusedWith(Set<ErrorCode> errors) {
        return new ProbeCase(name, description, versions, errors, isObeyed, mayClose, scenario);
    }

    /** Sets what shows that the controller did what a message says. */
    public ProbeCase obeyedIf(BiPredicate<CraftedMessage, ReceivedMessage> condition) {
        return new ProbeCase(name, description, versions, refusals, condition, mayClose, scenario);
    }

    /** Accepts all answers: the messages are allowed, and only the harm counts that they do to others. */
    public ProbeCase allowed() {
        return obeyedIf((_, _) -> false);
    }

    /** Declares that the specification asks the controller to close the connection. */
    public ProbeCase closed() {
        return new ProbeCase(name, description, versions, refusals, isObeyed, true, scenario);
    }

    /** Returns the part of the name before the slash. */
    public String group() {
        return name.substring(0, name.indexOf('/'));
    }

    /** Returns the part of the name after the first slash. */
    public String shortName() {
        return name.substring(name.indexOf('/') + 1);
    }

    /**
     * Returns whether a message of the controller answers the packet-in or the echo request that was changed, or adds a
     * flow for the packet-in.
     */
    public static boolean answersIt(CraftedMessage faulty, ReceivedMessage message) {
        if (message.as(EchoReply.class).isPresent() && message.xid() == faulty.xid()) {
            return true;
        }
        return faulty.origin()
                .filter(origin -> origin.message() instanceof PacketIn packet
                        && isTakenBy(new PacketInMessage(origin.version(), origin.xid(), packet), message))
                .isPresent();
    }

    private static boolean isTakenBy(PacketInMessage packet, ReceivedMessage message) {
        return packet.isAnsweredBy(message) || packet.isFollowedByFlow(message);
    }
}
