package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.core.options.ControllerOptions;

/**
 * The limit of open files of this process, and its division. A socket is an open file: without a reserve, the
 * connections of switches could take all, so that there would be none for HTTP, the store and applications.
 *
 * @param limit the number of files that can be open at a time
 */
public record OpenFiles(int limit) {
    private static final System.Logger LOG = System.getLogger(OpenFiles.class.getName());

    /** Those that are open in an idle controller, about 100, and as many again for its work. */
    private static final int FILES = 256;

    /** The greatest share of HTTP in those that connections can take. */
    private static final int HTTP_DIVISOR = 4;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern SOFT_LIMIT = Pattern.compile("(?m)^Max open files +(\\d+) ");

    /** Returns the limit of this process; that of another operating system than Linux is taken as infinite. */
    public static OpenFiles ofProcess() {
        try {
            Matcher matcher = SOFT_LIMIT.matcher(Files.readString(LIMITS));
            return new OpenFiles(
                    matcher.find()
                            ? (int) Math.min(Integer.MAX_VALUE, Long.parseLong(matcher.group(1)))
                            : Integer.MAX_VALUE);
        } catch (IOException | NumberFormatException _) {
            return new OpenFiles(Integer.MAX_VALUE);
        }
    }

    /** Returns the number of connections that HTTP may have open, at least 1. */
    public int httpConnections() {
        return Math.clamp((limit - FILES) / HTTP_DIVISOR, 1, HttpOptions.CONNECTIONS);
    }

    /** Returns the number of connections that switches may have open. */
    public int switchConnections() {
        return Math.max(1, limit - FILES - httpConnections());
    }

    /** Returns options with a smaller limit of connections, if the limit of open files requires it, and logs this. */
    ControllerOptions fit(ControllerOptions options) {
        ControllerOptions.Limits limits = options.io().limits();
        int possible = switchConnections();
        if (limits.connections() <= possible) {
            return options;
        }
        boolean isDefault = limits.connections() == ControllerOptions.Limits.DEFAULT.connections();
        LOG.log(
                isDefault ? Level.INFO : Level.WARNING,
                ("io.connection-limit=%d is reduced to %d: the process may open %d files, of which HTTP and others need"
                                + " %d; raise that limit (ulimit -n, or LimitNOFILE of systemd)")
                        .formatted(limits.connections(), possible, limit, limit - possible));
        return options.withIo(options.io().withLimits(limits.withConnections(possible, limits.handshakes())));
    }
}
