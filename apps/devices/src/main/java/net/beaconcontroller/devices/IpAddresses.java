package net.beaconcontroller.devices;

import net.beaconcontroller.net.Ipv4Address;

/**
 * IP addresses of both families as 128-bit values in two {@code long}s. An IPv4 address is represented by its
 * IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2), so that the same rules apply to both families.
 */
final class IpAddresses {
    private static final long IPV4_PREFIX = 0xffff_0000_0000L;
    private static final long IPV4_MASK = 0xffff_ffffL;

    private IpAddresses() {}

    /** Returns the low half of the IPv4-mapped address; the high half is 0. */
    static long mapped(long ipv4) {
        return IPV4_PREFIX | ipv4;
    }

    static boolean isIpv4(long high, long low) {
        return high == 0 && (low & ~IPV4_MASK) == IPV4_PREFIX;
    }

    static long ipv4(long low) {
        return low & IPV4_MASK;
    }

    static boolean isUnspecified(long high, long low) {
        return (high | low) == 0;
    }

    /** Returns whether a host can have this IPv4 address, RFC 1122 section 3.2.1.3. */
    static boolean isHostIpv4(long ipv4) {
        int network = (int) (ipv4 >>> 24);
        return network != 0 && network != 127 && !Ipv4Address.isMulticast(ipv4) && ipv4 != Ipv4Address.BROADCAST;
    }

    /** Returns whether a host can have this IPv6 address, RFC 4291 sections 2.5.2, 2.5.3, 2.5.5.2 and 2.7. */
    static boolean isHostIpv6(long high, long low) {
        boolean isUnspecifiedOrLoopback = high == 0 && low >>> 1 == 0;
        boolean isMulticast = high >>> 56 == 0xff;
        return !isUnspecifiedOrLoopback && !isIpv4(high, low) && !isMulticast;
    }
}
