package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Table;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon tls show}. */
@Command(
        name = "show",
        description = "Lists the certificates of a file in PEM, or of the files in a folder, with the files of their"
                + " keys. Fails if a certificate is not valid now, or a key is wrong or not private.",
        footer = {
            "",
            "Examples:",
            "  beacon tls show",
            "  beacon tls show /etc/openvswitch/sc-cert.pem",
            "  beacon tls show --json /etc/beacon/tls"
        })
final class TlsShowCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "0..1",
            defaultValue = TlsFolder.DEFAULT,
            description = "The certificates. Default: ~/.beacon/tls.")
    private Path path = Path.of("");

    @Option(names = "--json", description = "Prints JSON, one line for each certificate.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.exists(path)) {
            throw new IOException("%s does not exist; 'beacon tls init' makes certificates".formatted(path));
        }
        Instant now = Instant.now();
        List<CertificateFile> all = CertificateFile.list(path);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            all.forEach(listed -> out.println(JsonLine.of(listed.fields(now))));
        } else {
            print(all, now, out);
        }
        return all.stream().allMatch(listed -> listed.errors(now).isEmpty())
                ? CommandLine.ExitCode.OK
                : CommandLine.ExitCode.SOFTWARE;
    }

    private static void print(List<CertificateFile> all, Instant now, PrintWriter out) {
        var table = new Table("FILE", "SUBJECT", "NAMES", "ISSUER", "VALID UNTIL", "KEY", "KEY FILE");
        for (CertificateFile listed : all) {
            CertificateSummary certificate = listed.summary();
            table.add(
                    String.valueOf(listed.file().getFileName()),
                    certificate.subject(),
                    certificate.namesText(),
                    certificate.issuer(),
                    certificate.validity(now),
                    certificate.key(),
                    listed.keyText());
        }
        table.print(out);
        for (CertificateFile listed : all) {
            listed.errors(now).forEach(error -> out.println("error: " + error));
            listed.warnings(now).forEach(warning -> out.println("warning: " + warning));
        }
    }
}
