package net.beaconcontroller.topology;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.multipart.PortStats;

/**
 * Evidence that a switch which returns was restarted, or replaced by another one with its datapath id, so that the
 * knowledge of its ports is out of date. No host can make it:
 *
 * <ul>
 *   <li>The numbers or addresses of its ports are not those from before the loss of the connection.
 *   <li>The permanent flow of the controller is gone, see {@link Switch#hasLostFlows}. An operator or another
 *       controller that deletes all flows can cause this, and so does Open vSwitch in fail mode standalone.
 *   <li>A port was created after the loss: OpenFlow 1.3 and later report the age of ports.
 * </ul>
 */
final class RestartEvidence {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private RestartEvidence() {}

    /**
     * Returns a hash code of the numbers and addresses of the ports of a switch, without its local port: in Open
     * vSwitch, the address of that is one of the others by default.
     */
    static int portsHash(Switch sw) {
        return sw.ports().stream()
                .filter(port -> port.number() <= PortNumber.MAX)
                .flatMap(port -> Stream.of(port.number(), port.address()))
                .toList()
                .hashCode();
    }

    /**
     * Returns the evidence that is known when the switch is connected; empty if there is none.
     *
     * @param hashBefore the {@link #portsHash} before the loss
     */
    static Optional<String> of(Switch sw, int hashBefore) {
        if (portsHash(sw) != hashBefore) {
            return Optional.of("its ports have other numbers or addresses");
        }
        return sw.hasLostFlows() ? Optional.of("its flows are gone") : Optional.empty();
    }

    /**
     * Returns the evidence in the ages of the ports; empty if there is none.
     *
     * @param sinceLossNanos the time from the loss of the connection to the reply
     */
    static Optional<String> of(PortStats.Reply reply, long sinceLossNanos) {
        return reply.ports().stream()
                .filter(port -> port.port() <= PortNumber.MAX)
                .filter(port -> isYounger(port, sinceLossNanos))
                .findFirst()
                .map(port -> "port %d was created after that".formatted(port.port()));
    }

    /** Returns whether the age of a port is less than a time. Switches that do not know it report 0 or all bits set. */
    private static boolean isYounger(PortStats port, long nanos) {
        long fraction = port.durationNanos() < SECOND_NANOS ? port.durationNanos() : 0;
        long ageNanos = port.durationSeconds() * SECOND_NANOS + fraction;
        return ageNanos > 0 && ageNanos < nanos;
    }
}
