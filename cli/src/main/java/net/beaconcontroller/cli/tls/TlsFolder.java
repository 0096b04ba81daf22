package net.beaconcontroller.cli.tls;

import java.nio.file.Path;

/** The folder in which {@code beacon tls} keeps certificates and keys, unless the command line has another. */
final class TlsFolder {
    /** The default of a parameter, for picocli. */
    static final String DEFAULT = "${sys:user.home}/.beacon/tls";

    static final String CONTROLLER = "controller";
    static final String SWITCH = "switch";

    private TlsFolder() {}

    static Path ofHome() {
        return Path.of(System.getProperty("user.home"), ".beacon", "tls");
    }
}
