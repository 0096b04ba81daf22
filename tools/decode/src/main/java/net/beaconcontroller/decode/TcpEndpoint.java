package net.beaconcontroller.decode;

import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;

/** An endpoint of a TCP connection. An IPv4 address is in {@code low}. */
record TcpEndpoint(boolean isIpv6, long high, long low, int port) {
    /** Returns a text such as 10.0.0.1:6653 or [fe80::1]:6653. */
    @Override
    public String toString() {
        return isIpv6 ? "[" + new Ipv6Address(high, low) + "]:" + port : Ipv4Address.toString(low) + ":" + port;
    }
}
