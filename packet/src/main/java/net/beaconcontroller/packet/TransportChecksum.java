package net.beaconcontroller.packet;

import static net.beaconcontroller.net.InternetChecksum.sum;

import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.InternetChecksum;

/**
 * The Internet checksums of the protocols above IP: TCP, RFC 9293 section 3.1; UDP, RFC 768; ICMP, RFC 792; ICMPv6, RFC
 * 4443 section 2.3. All but ICMP's cover a pseudo header with the IP addresses, RFC 8200 section 8.1.
 */
public final class TransportChecksum {
    /** The offset of a checksum that does not exist. */
    public static final int NONE = -1;

    private static final int IPV4_ADDRESSES_LENGTH = 8;
    private static final int IPV6_ADDRESSES_LENGTH = 32;

    private TransportChecksum() {}

    /**
     * Returns the offset of the checksum in the header of an IP protocol; {@link #NONE} for other protocols than these
     * four.
     */
    public static int offset(int protocol) {
        return switch (protocol) {
            case Transport.TCP -> 16;
            case Transport.UDP -> 6;
            case Icmp.V4, Icmp.V6 -> 2;
            default -> NONE;
        };
    }

    /**
     * Returns the checksum of the {@code length} bytes at {@code start}, 0 if they contain a correct checksum.
     *
     * @param ip the offset of the IP header, of either version
     * @param protocol one of the four protocols
     */
    static int compute(byte[] array, int ip, int protocol, int start, int length) {
        long sum = sum(array, start, length);
        if (protocol != Icmp.V4) {
            boolean isIpv6 = ByteAccess.getUnsignedByte(array, ip) >> 4 == 6;
            sum += protocol + length;
            sum += isIpv6
                    ? sum(array, ip + Ipv6.SOURCE_OFFSET, IPV6_ADDRESSES_LENGTH)
                    : sum(array, ip + Ipv4.SOURCE_OFFSET, IPV4_ADDRESSES_LENGTH);
        }
        return InternetChecksum.finish(sum);
    }
}
