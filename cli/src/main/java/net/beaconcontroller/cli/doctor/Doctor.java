package net.beaconcontroller.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.DataFolder;
import net.beaconcontroller.runtime.OpenFiles;
import net.beaconcontroller.runtime.Settings;

/** Checks whether a controller with some settings can do its work on this machine. Changes nothing. */
final class Doctor {
    private static final long LEAST_DISK = 100L << 20;
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);
    private static final String ANY_HOST = "0.0.0.0";

    private final Settings settings;
    private final Programs programs;

    /** @param programs the other programs of the machine */
    Doctor(Settings settings, Programs programs) {
        this.settings = settings;
        this.programs = programs;
    }

    /** Returns what the checks have found, in the order of a table. */
    List<Finding> examine() {
        var findings = new ArrayList<Finding>();
        findings.add(java());
        settings.options().channels().listen().ifPresent(address -> findings.add(address("switches", address)));
        settings.options()
                .channels()
                .tlsListen()
                .ifPresent(address -> findings.add(address("switches with TLS", address)));
        settings.http().listen().ifPresent(address -> findings.add(address("HTTP", address)));
        findings.add(reach());
        findings.add(openFiles());
        settings.dataFolder().ifPresent(folder -> {
            findings.add(permissions(folder));
            findings.add(disk(folder));
        });
        findings.add(clock());
        findings.add(openVSwitch());
        return findings;
    }

    private static Finding java() {
        return Finding.ok(
                "Beacon",
                "%s on Java %s of %s, %s"
                        .formatted(
                                Beacon.version(),
                                Runtime.version(),
                                System.getProperty("java.vendor"),
                                System.getProperty("java.home")));
    }

    private Finding address(String purpose, InetSocketAddress address) {
        String text = text(address);
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return Finding.ok(purpose, text + " is free");
        } catch (IOException e) {
            Optional<Long> controller = settings.dataFolder().flatMap(DataFolder::user);
            return controller.isPresent()
                    ? Finding.ok(purpose, "%s, a controller runs (process %d)".formatted(text, controller.get()))
                    : Finding.problem(
                            purpose,
                            "%s cannot be opened: %s".formatted(text, e.getMessage()),
                            "See which program listens there, and end it or give Beacon another address:",
                            "    ss -ltnp 'sport = :%d'".formatted(address.getPort()));
        }
    }

    /** Whether switches on other machines can connect, and whether any machine can. */
    private Finding reach() {
        List<InetAddress> plain = settings.options().channels().listen().map(InetSocketAddress::getAddress).stream()
                .toList();
        boolean hasTls = settings.options().channels().tlsListen().isPresent();
        if (!hasTls && !plain.isEmpty() && plain.getFirst().isLoopbackAddress()) {
            return Finding.note(
                    "reach",
                    "only switches on this machine can connect",
                    "For real switches, set this, and which switches may connect (controller.switches) or TLS:",
                    "    controller.listen = \"%s:6653\"".formatted(ANY_HOST));
        }
        if (!plain.isEmpty()
                && !plain.getFirst().isLoopbackAddress()
                && settings.options().setup().allowed().isEmpty()
                && settings.options().setup().allowedFile().isEmpty()) {
            return Finding.note(
                    "reach",
                    "any machine that reaches this port can connect as a switch",
                    "Say which switches may connect with controller.switches, or use TLS:",
                    "    beacon tls init");
        }
        return Finding.ok("reach", hasTls ? "switches connect with TLS" : "switches of the list may connect");
    }

    private Finding openFiles() {
        OpenFiles files = OpenFiles.ofProcess();
        int wanted = settings.options().io().limits().connections();
        return files.limit() == Integer.MAX_VALUE || files.switchConnections() >= wanted
                ? Finding.ok("open files", "enough for %,d switches".formatted(wanted))
                : Finding.note(
                        "open files",
                        "%,d, enough for %,d switches of the %,d of io.connection-limit"
                                .formatted(files.limit(), files.switchConnections(), wanted),
                        "Raise the limit of this shell, or LimitNOFILE of the service:",
                        "    ulimit -n 32768");
    }

    private static Finding permissions(Path folder) {
        Path existing = existing(folder);
        if (!Files.isWritable(existing)) {
            return Finding.problem(
                    "data",
                    "%s: %s cannot write to it".formatted(existing, System.getProperty("user.name")),
                    "Run this as the account of the controller, or as root; or give another folder with data.folder.");
        }
        return Finding.ok("data", Files.exists(folder) ? folder.toString() : folder + " will be made");
    }

    private Finding disk(Path folder) {
        try {
            long usable = Files.getFileStore(existing(folder)).getUsableSpace();
            String found = "%,d MiB free".formatted(usable >> 20);
            return usable < LEAST_DISK
                    ? Finding.problem("disk", found, "Documents cannot be saved on a full disk: make room.")
                    : Finding.ok("disk", found);
        } catch (IOException e) {
            return Finding.problem("disk", String.valueOf(e.getMessage()));
        }
    }

    private static Path existing(Path folder) {
        Path at = folder.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private Finding clock() {
        Instant now = Instant.now();
        Optional<Instant> saved = settings.store().flatMap(file -> {
            try {
                return Optional.of(Files.getLastModifiedTime(file).toInstant());
            } catch (IOException _) {
                return Optional.empty();
            }
        });
        if (saved.filter(time -> time.isAfter(now.plus(CLOCK_TOLERANCE))).isPresent()) {
            return Finding.problem(
                    "clock",
                    "%s, before the data was saved (%s)".formatted(now, saved.get()),
                    "Set the clock: certificates and links that sign in depend on it.");
        }
        return programs.output("timedatectl", "show", "--property=NTPSynchronized", "--value")
                        .filter(text -> text.strip().equals("no"))
                        .isPresent()
                ? Finding.note(
                        "clock", "not synchronized", "Install or start a time service, such as systemd-timesyncd.")
                : Finding.ok("clock", now.toString());
    }

    private Finding openVSwitch() {
        Optional<String> bridges = programs.output("ovs-vsctl", "--timeout=2", "list-br");
        if (bridges.isEmpty()) {
            return programs.isInstalled("ovs-vsctl")
                    ? Finding.note(
                            "Open vSwitch", "installed, and does not answer", "    systemctl start openvswitch-switch")
                    : Finding.ok("Open vSwitch", "not on this machine");
        }
        List<String> names = bridges.get().lines().toList();
        int port = settings.options()
                .channels()
                .listen()
                .map(InetSocketAddress::getPort)
                .orElse(0);
        List<String> here = names.stream()
                .filter(name -> programs.output("ovs-vsctl", "--timeout=2", "get-controller", name).stream()
                        .flatMap(String::lines)
                        .anyMatch(target -> target.matches("tcp:(127\\.[0-9.]+|\\[::1]):" + port)))
                .toList();
        if (!here.isEmpty() || port == 0) {
            return Finding.ok("Open vSwitch", "bridges that connect here: " + String.join(", ", here));
        }
        String bridge = names.isEmpty() ? "br0" : names.getFirst();
        return Finding.note(
                "Open vSwitch",
                "no bridge connects to this controller",
                Stream.of(
                                "To let one connect:",
                                "    ovs-vsctl %sset bridge %s protocols=OpenFlow10,OpenFlow13,OpenFlow15"
                                        .formatted(names.isEmpty() ? "add-br br0 -- " : "", bridge),
                                "    ovs-vsctl set-controller %s tcp:127.0.0.1:%d".formatted(bridge, port))
                        .toArray(String[]::new));
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
