package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import net.beaconcontroller.bench.Certificates;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.io.tls.TlsFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects TLS between the switches and the controller. */
final class TlsOption {
    private static final String NEW = "";

    @Option(
            names = "--tls",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = NEW,
            description = "Connects with TLS. With --controller, DIR has the files ca-cert.pem, switch-cert.pem and"
                    + " switch-key.pem, as written by 'beacon tls init'. A started Beacon gets new certificates.")
    private @Nullable String folder;

    /** Returns the option without a folder. */
    static TlsOption withNewCertificates() {
        var option = new TlsOption();
        option.folder = NEW;
        return option;
    }

    /** Returns new certificates for a started Beacon; empty without TLS. */
    Optional<Certificates> newCertificates() throws IOException {
        if (folder == null) {
            return Optional.empty();
        }
        if (!folder.equals(NEW)) {
            throw new UsageException(
                    "--tls %s: a folder needs --controller; a started Beacon gets new certificates".formatted(folder));
        }
        return Optional.of(Certificates.create());
    }

    /** Returns the keys and certificates of the folder, for a running controller; empty without TLS. */
    Optional<SSLContext> ofFolder() throws IOException {
        if (folder == null) {
            return Optional.empty();
        }
        if (folder.equals(NEW)) {
            throw new UsageException("--tls: with --controller, needs the folder of the certificates: --tls DIR");
        }
        return Optional.of(TlsFiles.in(Path.of(folder), "switch").load());
    }
}
