package net.beaconcontroller.cli.decode;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.packet.Ipv4;

/** One end of a TCP connection. The address is {@code low} alone in IPv4. */
record TcpEndpoint(boolean isIpv6, long high, long low, int port) {
    private static final int WORDS = 8;

    /** Such as 10.0.0.1:6653 or [fe80::1]:6653. */
    @Override
    public String toString() {
        return isIpv6 ? "[" + ipv6() + "]:" + port : Ipv4.toString(low) + ":" + port;
    }

    /** The longest run of zeros is left out, RFC 5952 section 4. */
    private String ipv6() {
        int from = 0;
        int to = 0;
        for (int begin = 0; begin < WORDS; begin++) {
            int end = begin;
            while (end < WORDS && word(end) == 0) {
                end++;
            }
            if (end - begin > Math.max(1, to - from)) {
                from = begin;
                to = end;
            }
        }
        return to == 0 ? words(0, WORDS) : words(0, from) + "::" + words(to, WORDS);
    }

    private String words(int from, int to) {
        List<String> words = new ArrayList<>();
        for (int i = from; i < to; i++) {
            words.add(Integer.toHexString(word(i)));
        }
        return String.join(":", words);
    }

    private int word(int index) {
        return (int) ((index < 4 ? high : low) >>> (48 - index % 4 * 16)) & 0xffff;
    }
}
