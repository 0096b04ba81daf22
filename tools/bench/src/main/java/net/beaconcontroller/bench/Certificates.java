package net.beaconcontroller.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;

/**
 * Keys and certificates of a controller on the loopback interface and of its switches, for measurements with TLS. The
 * files are in a temporary folder, which is deleted when this process ends.
 *
 * @param controller the files of the controller
 * @param switches the files of the switches, which have the same certificate
 */
public record Certificates(TlsFiles controller, TlsFiles switches) {
    /** Makes certificates, signed by a new authority. */
    public static Certificates create() throws IOException {
        Path folder = Files.createTempDirectory("beacon-bench-tls");
        var authority = CertificateAuthority.create("beacon bench");
        var all = new Certificates(
                authority
                        .issue(CertificateRequest.forController("localhost", "127.0.0.1"))
                        .write(folder, "controller"),
                authority.issue(CertificateRequest.forSwitches()).write(folder, "switch"));
        folder.toFile().deleteOnExit();
        Stream.of(all.controller, all.switches)
                .flatMap(files -> files.all().stream())
                .forEach(file -> file.toFile().deleteOnExit());
        return all;
    }

    /** Returns the settings of a Beacon that uses the files of the controller. */
    Map<String, String> settings() {
        return Map.of(
                "controller.tls.certificate", controller.certificate().toString(),
                "controller.tls.key", controller.key().toString(),
                "controller.tls.ca", controller.authorities().toString());
    }
}
