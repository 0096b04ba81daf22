package net.beaconcontroller.io;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The unit by which peers share a resource: an IPv4 address, or the /64 prefix of an IPv6 address, because a host can
 * use all addresses of its subnet (RFC 4291, section 2.5.4; RFC 8981).
 *
 * @param address the IPv4 address, or the prefix followed by zeros
 */
public record PeerNetwork(InetAddress address) {
    private static final int PREFIX_BYTES = 8;

    /**
     * Returns the network of a connection's remote end.
     *
     * @throws IllegalArgumentException if the address is not that of an Internet socket, or is unresolved
     */
    public static PeerNetwork of(SocketAddress remote) {
        if (!(remote instanceof InetSocketAddress inet) || inet.isUnresolved()) {
            throw new IllegalArgumentException("not a resolved Internet address: " + remote);
        }
        InetAddress address = inet.getAddress();
        return new PeerNetwork(address instanceof Inet6Address ? prefix(address.getAddress()) : address);
    }

    private static InetAddress prefix(byte[] bytes) {
        Arrays.fill(bytes, PREFIX_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("the length is that of an address", e);
        }
    }

    /** Returns the address, with {@code /64} if it is a prefix. */
    @Override
    public String toString() {
        return address.getHostAddress() + (address instanceof Inet6Address ? "/64" : "");
    }
}
