package net.beaconcontroller.openflow.flyweight;

import net.beaconcontroller.openflow.message.FlowMod;

/**
 * The common properties of the flows that an application adds for pairs of hosts. Each flow matches the ingress port,
 * the VLAN and both Ethernet addresses of a packet, and outputs to one port. An application creates this record once,
 * and adds a flow with a single call. Immutable.
 *
 * @param cookie 64 bits
 * @param priority 0 to 65535
 * @param idleTimeoutSeconds 1 to 65535; 0 for none
 * @param hardTimeoutSeconds 1 to 65535; 0 for none
 * @param flags OFPFF_ bits, such as {@link FlowMod#SEND_FLOW_REMOVED}; 16 bits
 */
public record HostPairFlow(long cookie, int priority, int idleTimeoutSeconds, int hardTimeoutSeconds, int flags) {
    /** A flow with the default priority, without cookie, timeouts and flags. */
    public static final HostPairFlow DEFAULT = new HostPairFlow(0, FlowMod.DEFAULT_PRIORITY, 0, 0, 0);

    /** @throws IllegalArgumentException if a value is outside its range */
    public HostPairFlow {
        require16Bits("priority", priority);
        require16Bits("idleTimeoutSeconds", idleTimeoutSeconds);
        require16Bits("hardTimeoutSeconds", hardTimeoutSeconds);
        require16Bits("flags", flags);
    }

    private static void require16Bits(String name, int value) {
        if (value >>> 16 != 0) {
            throw new IllegalArgumentException("%s=%d: needs 0 to 65535".formatted(name, value));
        }
    }

    public HostPairFlow withCookie(long value) {
        return new HostPairFlow(value, priority, idleTimeoutSeconds, hardTimeoutSeconds, flags);
    }

    public HostPairFlow withPriority(int value) {
        return new HostPairFlow(cookie, value, idleTimeoutSeconds, hardTimeoutSeconds, flags);
    }

    public HostPairFlow withIdleTimeoutSeconds(int value) {
        return new HostPairFlow(cookie, priority, value, hardTimeoutSeconds, flags);
    }

    /** Returns table 0, the command ADD, both timeouts and the priority, as encoded in all versions. */
    long commandToPriority() {
        return (long) idleTimeoutSeconds << 32 | (long) hardTimeoutSeconds << 16 | priority;
    }
}
