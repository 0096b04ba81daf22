package net.beaconcontroller.core.session;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.CertificateNames;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.Reloaded;

/**
 * Decides which switches may connect: those of {@code controller.switches} and of {@code controller.switches-file},
 * which is read again when it changes. Thread-safe.
 */
public final class Admission {
    private final List<AllowedSwitch> settings;
    private final Optional<Reloaded<List<AllowedSwitch>>> file;
    private final Refusals refusals = new Refusals();

    /**
     * Reads the file, if there is one.
     *
     * @throws IOException if the file cannot be used; the message contains its name
     */
    public Admission(ControllerOptions.Setup setup) throws IOException {
        settings = setup.allowed();
        file = setup.allowedFile().isEmpty()
                ? Optional.empty()
                : Optional.of(reloaded(setup.allowedFile().get()));
    }

    private Reloaded<List<AllowedSwitch>> reloaded(Path path) throws IOException {
        return new Reloaded<>(
                "switches that may connect",
                List.of(path),
                () -> {
                    List<AllowedSwitch> elements = AllowedSwitch.read(path);
                    refusals.forget();
                    return elements;
                },
                ControllerOptions.FILE_CHECK_INTERVAL);
    }

    /** Returns why a switch may not connect at present, with a remedy; empty if it may. */
    Optional<String> refusal(long datapathId, SocketAddress remote, Optional<X509Certificate> certificate) {
        List<AllowedSwitch> elements = Stream.concat(
                        settings.stream(), file.stream().flatMap(reloaded -> reloaded.get().stream()))
                .toList();
        boolean isOpen = elements.isEmpty() && file.isEmpty();
        return new AllowedSwitches(elements, isOpen)
                .refusal(
                        datapathId,
                        remote,
                        certificate.map(CertificateNames::of).orElse(CertificateNames.NONE));
    }

    public Refusals refusals() {
        return refusals;
    }

    public void close() {
        file.ifPresent(Reloaded::close);
    }
}
