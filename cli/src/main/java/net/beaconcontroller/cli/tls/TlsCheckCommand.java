package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.tls.TlsCheck.Finding;
import net.beaconcontroller.cli.tls.TlsCheck.Outcome;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon tls check}. */
@Command(
        name = "check",
        description = "Connects to a controller with TLS as a switch would, and explains the result of each"
                + " check. Waits for the HELLO of the controller and sends none.",
        footer = {
            "",
            "Examples:",
            "  beacon tls check 127.0.0.1:6654",
            "  beacon tls check 192.0.2.7:6654 --ca cacert.pem \\",
            "      --certificate sc-cert.pem --key sc-privkey.pem",
        })
final class TlsCheckCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 300;

    @Parameters(paramLabel = "HOST:PORT", description = "The address of the controller.")
    private String address = "";

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "The CA that the switch trusts. Default: that of 'beacon tls init'.")
    private @Nullable Path authorities;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "The certificate of the switch. Default: that of 'beacon tls init'.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "The private key of the certificate.")
    private @Nullable Path key;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "The time to wait for each step. Default: ${DEFAULT-VALUE}.")
    private int timeout;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if ((certificate == null) != (key == null)) {
            throw new UsageException("--certificate and --key need each other");
        }
        Range.check("--timeout", timeout, 1, MAX_SECONDS);
        TlsFiles defaults = TlsFiles.in(TlsFolder.ofHome(), TlsFolder.SWITCH);
        if (authorities == null && Files.exists(defaults.authorities())) {
            authorities = defaults.authorities();
        }
        if (certificate == null && Files.exists(defaults.certificate())) {
            certificate = defaults.certificate();
            key = defaults.key();
        }
        var check = new TlsCheck(
                HostPort.parse("HOST:PORT", address), authorities, own(certificate, key), Duration.ofSeconds(timeout));
        List<Finding> findings = check.run();
        boolean passed = findings.stream().noneMatch(finding -> finding.outcome() == Outcome.FAILED);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonLine.of(fields(check, findings, passed)));
        } else {
            findings.forEach(
                    finding -> out.printf("%-8s %-16s %s%n", text(finding.outcome()), finding.part(), finding.text()));
        }
        return passed ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static OwnCertificate own(@Nullable Path certificate, @Nullable Path key) throws IOException {
        if (certificate == null || key == null) {
            return new OwnCertificate(List.of(), null);
        }
        PemKeyStore.read(certificate, key);
        return new OwnCertificate(PemKeyStore.certificates(certificate), PemKeyStore.privateKey(key));
    }

    private static String text(Outcome outcome) {
        return outcome == Outcome.FAILED ? "FAILED" : Words.of(outcome);
    }

    private Map<String, @Nullable Object> fields(TlsCheck check, List<Finding> findings, boolean passed) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("address", address);
        fields.put("passed", passed);
        fields.put(
                "version", check.session().map(session -> session.getProtocol()).orElse(null));
        fields.put(
                "cipherSuite",
                check.session().map(session -> session.getCipherSuite()).orElse(null));
        fields.put("openflow", check.version().map(Version::toString).orElse(null));
        fields.put(
                "chain",
                check.chain().stream()
                        .map(certificate -> CertificateSummary.of(certificate).fields())
                        .toList());
        fields.put(
                "findings",
                findings.stream()
                        .map(finding -> {
                            var part = new LinkedHashMap<String, String>();
                            part.put("part", finding.part());
                            part.put("outcome", Words.of(finding.outcome()));
                            part.put("text", finding.text());
                            return part;
                        })
                        .toList());
        return fields;
    }
}
