package net.beaconcontroller.cli.support;

import java.net.InetSocketAddress;

/** Parses addresses of the form HOST:PORT. */
public final class HostPort {
    private static final int MAX_PORT = 0xffff;

    private HostPort() {}

    /**
     * Parses and resolves the address of a controller.
     *
     * @throws UsageException if the text is not HOST:PORT or the host is unknown
     */
    public static InetSocketAddress parse(String option, String text) {
        int colon = text.lastIndexOf(':');
        int port = colon < 1 ? 0 : portOf(text.substring(colon + 1));
        if (port < 1 || port > MAX_PORT) {
            throw new UsageException("%s %s: needs HOST:PORT, such as 127.0.0.1:6653".formatted(option, text));
        }
        var address = new InetSocketAddress(text.substring(0, colon), port);
        if (address.isUnresolved()) {
            throw new UsageException("%s %s: unknown host %s".formatted(option, text, address.getHostString()));
        }
        return address;
    }

    private static int portOf(String text) {
        return text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    }
}
