package net.beaconcontroller.cli.tls;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.cli.tls.CertificateFolder.Entry;
import net.beaconcontroller.console.CommandText;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon tls init}. */
@Command(
        name = "init",
        description = "Makes a CA and certificates for the controller and the switches, and prints the commands that"
                + " use them. Files that exist are kept: run it again to add switches.",
        footer = {
            "",
            "By default all switches use one certificate. One of --switch is bound to its",
            "datapath ids: a switch that has it can use no other ids. 'ovs-vsctl get bridge",
            "br0 datapath_id' prints the id of a bridge.",
            "",
            "Examples:",
            "  beacon tls init",
            "  beacon tls init --host beacon.example.org --host 192.0.2.7",
            "  beacon tls init --switch 1 --switch 2,3 /etc/beacon/tls"
        })
final class TlsInitCommand implements Callable<Integer> {
    private static final int PORT = 6654;
    private static final int MAX_DAYS = 3650;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9*.:_-]+");
    private static final Pattern ID = Pattern.compile("[0-9A-Fa-f]{1,16}");

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            defaultValue = TlsFolder.DEFAULT,
            description = "The folder of the files. Default: ~/.beacon/tls.")
    private Path folder = Path.of("");

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A further name or address at which switches reach the controller; repeatable. Those of this"
                    + " machine are included.")
    private List<String> hosts = List.of();

    @Option(
            names = "--switch",
            paramLabel = "ID[,ID]...",
            description =
                    "The datapath id of a switch that gets a separate certificate, or the ids of bridges that share"
                            + " one; repeatable.")
    private List<String> switches = List.of();

    @Option(
            names = "--listening",
            description = "New certificates of switches are also for switches that listen for controllers. The key of"
                    + " such a switch suffices to act as a controller.")
    private boolean listening;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "" + CertificateRequest.DAYS_VALID,
            description = "The time that new certificates are valid. Default: ${DEFAULT-VALUE}; the CA: 3650.")
    private int days;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Range.check("--days", days, 1, MAX_DAYS);
        hosts.forEach(TlsInitCommand::checkHost);
        List<CertificateRequest> requests = switchRequests();
        Path path = folder.toAbsolutePath().normalize();
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new UsageException("%s: needs a folder, and this is a file".formatted(path));
        }
        try {
            make(path, requests);
        } catch (AccessDeniedException e) {
            throw new IOException("%s: this account may not write here; give another folder".formatted(e.getFile()), e);
        }
        return 0;
    }

    private void make(Path path, List<CertificateRequest> requests) throws IOException {
        CertificateFolder certificates = CertificateFolder.open(path);
        Entry controller = certificates.provide(
                TlsFolder.CONTROLLER,
                forDays(CertificateRequest.forController(controllerHosts().toArray(String[]::new))),
                hosts);
        var ofSwitches = new ArrayList<Entry>();
        for (CertificateRequest request : requests) {
            ofSwitches.add(certificates.provide(request.name(), request, request.uris()));
        }
        printCertificates(path, certificates, controller, ofSwitches);
        printCommands(path, controller.files(), ofSwitches);
    }

    private static void checkHost(String host) {
        if (!HOST.matcher(host).matches()) {
            throw new UsageException(
                    "--host %s: needs a host name or an address, such as beacon.example.org or 192.0.2.7"
                            .formatted(host));
        }
    }

    private List<CertificateRequest> switchRequests() {
        List<CertificateRequest> requests = switches.isEmpty()
                ? List.of(CertificateRequest.forSwitches())
                : switches.stream().map(TlsInitCommand::switchRequest).toList();
        return requests.stream()
                .map(request -> forDays(listening ? request.listening() : request))
                .toList();
    }

    private static CertificateRequest switchRequest(String text) {
        List<String> ids = Arrays.asList(text.split(",", -1));
        if (!ids.stream().allMatch(id -> ID.matcher(id).matches())) {
            throw new UsageException("--switch %s: %s, such as 0000000000000001, or several separated by commas"
                    .formatted(text, DatapathId.NEEDED));
        }
        long[] values = ids.stream().mapToLong(DatapathId::parse).toArray();
        return CertificateRequest.forSwitch(values[0], Arrays.copyOfRange(values, 1, values.length));
    }

    private CertificateRequest forDays(CertificateRequest request) {
        return request.valid(request.notBefore(), request.notBefore().plus(days, ChronoUnit.DAYS));
    }

    /** Returns the names and addresses of this machine and those of the command line. */
    private Set<String> controllerHosts() throws IOException {
        var all = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
        try {
            all.add(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException _) {
            // The machine has a name that does not resolve; switches cannot use it either.
        }
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .map(address -> CertificateSummary.host(withoutZone(address)))
                .forEach(all::add);
        hosts.forEach(host -> all.add(CertificateSummary.host(host)));
        return all;
    }

    /** Returns the text of an address without its zone, such as {@code %eth0}, which is local to this machine. */
    private static String withoutZone(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }

    private void printCertificates(
            Path path, CertificateFolder certificates, Entry controller, List<Entry> ofSwitches) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("Certificates in %s, each with a key that only this account may read:%n%n", path);
        var table = new Table("CERTIFICATE", "", "VALID UNTIL", "NAMES");
        addRow(
                table,
                path.resolve(CertificateAuthority.CERTIFICATE_FILE),
                certificates.authority(),
                certificates.isNew());
        Stream.concat(Stream.of(controller), ofSwitches.stream())
                .forEach(entry -> addRow(table, entry.files().certificate(), entry.certificate(), entry.isNew()));
        table.print(out);
    }

    private static void addRow(Table table, Path file, X509Certificate certificate, boolean isNew) {
        CertificateSummary summary = CertificateSummary.of(certificate);
        table.add(
                String.valueOf(file.getFileName()),
                isNew ? "new" : "kept",
                summary.validity(Instant.now()),
                summary.namesText());
    }

    private void printCommands(Path path, TlsFiles controller, List<Entry> ofSwitches) {
        PrintWriter out = spec.commandLine().getOut();
        String launcher = Image.launcher(Path.of(""));
        String address = "%s:%d".formatted(controllerHost(), PORT);
        out.printf("%nRun the controller, which then listens with TLS on port %d:%n%n", PORT);
        out.printf("  %s run -D controller.tls.listen=0.0.0.0:%d", launcher, PORT);
        // Its files are the defaults of the settings and of "tls check".
        boolean isDefault = path.equals(TlsFolder.ofHome());
        if (!isDefault) {
            out.printf(" \\%n      -D controller.tls.certificate=%s", quote(controller.certificate()));
            out.printf(" \\%n      -D controller.tls.key=%s", quote(controller.key()));
            out.printf(" \\%n      -D controller.tls.ca=%s", quote(controller.authorities()));
        }
        out.println();
        out.printf("%nConnect Open vSwitch, whose bridge is br0 here:%n%n");
        for (Entry entry : ofSwitches) {
            if (!switches.isEmpty()) {
                out.printf(
                        "  # %s%n", CertificateSummary.of(entry.certificate()).namesText());
            }
            TlsFiles files = entry.files();
            out.printf(
                    "  ovs-vsctl set-ssl %s %s %s%n",
                    quote(files.key()), quote(files.certificate()), quote(files.authorities()));
        }
        out.printf("  ovs-vsctl set-controller br0 ssl:%s%n", address);
        out.printf(
                "%nOn another machine, copy the three files of set-ssl there first, and keep the mode of the key.%n");
        out.printf("%nTest the connection as a switch would make it:%n%n");
        out.printf("  %s tls check %s", launcher, address);
        if (!isDefault || !switches.isEmpty()) {
            TlsFiles first = ofSwitches.getFirst().files();
            out.printf(" --ca %s", quote(first.authorities()));
            out.printf(" \\%n      --certificate %s --key %s", quote(first.certificate()), quote(first.key()));
        }
        out.println();
    }

    /** Returns the host at which switches reach the controller: the first of the command line, or this machine. */
    private String controllerHost() {
        String host = hosts.isEmpty() ? "127.0.0.1" : hosts.getFirst();
        return host.contains(":") ? "[%s]".formatted(host) : host;
    }

    private static String quote(Path path) {
        return CommandText.quote(path.toString());
    }
}
