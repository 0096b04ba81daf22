package net.beaconcontroller.console;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses addresses of the form HOST:PORT. */
public final class HostPort {
    private static final Pattern FORM = Pattern.compile("(.+):(\\d{1,5})");
    /** The highest port number of TCP. */
    public static final int MAX_PORT = 0xffff;

    private HostPort() {}

    /**
     * Parses and resolves the address of a controller.
     *
     * @throws UsageException if the text is not HOST:PORT or the host is unknown
     */
    public static InetSocketAddress parse(String option, String text) {
        Matcher parts = FORM.matcher(text);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw new UsageException("%s %s: needs HOST:PORT, such as 127.0.0.1:6653".formatted(option, text));
        }
        var address = new InetSocketAddress(parts.group(1), port);
        if (address.isUnresolved()) {
            throw new UsageException("%s %s: unknown host %s".formatted(option, text, address.getHostString()));
        }
        return address;
    }
}
