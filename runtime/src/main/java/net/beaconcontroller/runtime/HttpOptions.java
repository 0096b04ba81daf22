package net.beaconcontroller.runtime;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The options of the HTTP server.
 *
 * @param listen the address to listen on; empty for no server
 * @param certificate a PEM file with the certificate chain; empty for HTTP without TLS
 * @param key a PEM file with the private key
 * @param hosts names of this server that clients may use, besides the address and localhost
 * @param switchMetrics the number of switches that have metrics of their own
 */
public record HttpOptions(
        Optional<InetSocketAddress> listen,
        Optional<Path> certificate,
        Optional<Path> key,
        List<String> hosts,
        int switchMetrics) {

    /** The maximum number of connections. */
    static final int CONNECTIONS = 1_064;

    /** Returns whether the server uses TLS. */
    public boolean isSecure() {
        return certificate.isPresent();
    }
}
