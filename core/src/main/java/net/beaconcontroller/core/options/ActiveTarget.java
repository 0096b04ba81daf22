package net.beaconcontroller.core.options;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A switch that listens for controllers: an element of the setting {@code controller.connect}, in the notation of Open
 * vSwitch.
 *
 * @param isTls whether the switch expects TLS
 * @param host a name, or an address
 */
public record ActiveTarget(boolean isTls, String host, int port) {
    /** What {@link #parse} accepts. */
    public static final String VALID =
            "tcp:HOST[:PORT] or ssl:HOST[:PORT], such as tcp:10.0.0.5:6653 or ssl:[::1]:6654";

    /** The port of OpenFlow (1.3.5, section 6.3.1), which switches use with and without TLS. */
    private static final int DEFAULT_PORT = 6653;

    private static final Pattern FORM = Pattern.compile("(tcp|ssl):(\\[[0-9a-fA-F:.]+]|[\\w.-]+)(?::([0-9]{1,5}))?");

    /**
     * Parses a target.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static ActiveTarget parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        int port = matcher.group(3) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(3));
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException(text);
        }
        return new ActiveTarget(matcher.group(1).equals("ssl"), matcher.group(2), port);
    }

    /** Resolves the name, which can take seconds. The result is unresolved if there is no such host. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    /** Returns the notation of Open vSwitch. */
    @Override
    public String toString() {
        return "%s:%s:%d".formatted(isTls ? "ssl" : "tcp", host, port);
    }
}
