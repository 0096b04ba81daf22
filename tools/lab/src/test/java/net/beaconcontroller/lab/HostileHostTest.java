package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.RestClient;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Forty hosts ping each other while another host and a process attack by all means at once, for five seconds, or for a
 * minute with {@code -Dbeacon.test.attack-seconds=60}.
 */
@NeedsOpenVSwitch
@Tag("measuring")
class HostileHostTest {
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("beacon.test.attack-seconds", 5));
    /** Pings may be lost for this time. */
    private static final Duration RECOVERY = Duration.ofSeconds(3);
    /** The time after which an edge with a host is a proven edge. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(11);

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int SWITCHES = 3;
    private static final int HOSTS_PER_SWITCH = 14;
    private static final int LAST = SWITCHES * HOSTS_PER_SWITCH;

    /**
     * A heap that does not grow and is resident from the start: if the attack needs more, the controller fails, and
     * what else grows is not hidden by a heap that the JVM has not used yet.
     */
    private static final String JVM = "-Xms256m -Xmx256m -XX:+AlwaysPreTouch";

    /** For code that is loaded and compiled, and for the memory of allocators. */
    private static final long MAX_GROWTH_BYTES = 32 << 20;

    private static final List<Integer> PINGING =
            IntStream.range(2, LAST).boxed().toList();

    @TempDir
    private Path folder;

    /** Returns switches in a line, with hosts. */
    private static NetworkSpec network() {
        var builder = new NetworkSpecBuilder();
        for (int i = 1; i <= SWITCHES; i++) {
            String added = builder.addSwitch();
            if (i > 1) {
                builder.link("s" + (i - 1), added);
            }
            for (int host = 0; host < HOSTS_PER_SWITCH; host++) {
                builder.addHost(added);
            }
        }
        return builder.build();
    }

    @Test
    void noPingOfOtherHostsIsLost() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create("Beacon test");
        TlsFiles files = files(authority, CertificateRequest.forController("127.0.0.1"));
        try (var lab = OvsLab.build(network(), "OpenFlow13 OpenFlow13 OpenFlow10");
                var beacon = BeaconProcess.startInWithJvm(
                        lab,
                        JVM,
                        "-D",
                        "data.folder=" + folder,
                        "-D",
                        "controller.tls.listen=127.0.0.1:0",
                        "-D",
                        "controller.tls.certificate=" + files.certificate(),
                        "-D",
                        "controller.tls.key=" + files.key(),
                        "-D",
                        "controller.tls.ca=" + files.authorities())) {
            lab.connectWithTls(files(authority, CertificateRequest.forSwitches()), beacon.tlsPort());
            lab.awaitConnected();
            beacon.awaitLine("topology: %d switches, %d links, %d edges;".formatted(SWITCHES, SWITCHES - 1, LAST));
            // The controller cannot distinguish a host that is not known yet from one that claims its addresses, and
            // the relay between two ports at which no host was seen from a cable.
            assertThat(lab.ping(1, LAST)).isTrue();
            try (Pingers _ = Pingers.start(lab, PINGING, CONFIRMATION)) {
                awaitSince(System.nanoTime(), CONFIRMATION);
            }
            attack(lab, beacon);
        }
    }

    private void attack(OvsLab lab, BeaconProcess beacon) throws Exception {
        try (var handshakes = HandshakeFlood.start(lab, beacon.tlsPort());
                var attack = HostileHost.start(lab, 1, LAST)) {
            long begin = System.nanoTime();
            try (var pings = Pingers.start(lab, PINGING, RECOVERY)) {
                awaitSince(begin, RECOVERY.plus(DURATION.dividedBy(6)));
                long before = beacon.residentMemoryBytes();
                awaitSince(begin, RECOVERY.plus(DURATION));
                long growth = beacon.residentMemoryBytes() - before;
                Map<Integer, Long> lost = pings.lost();
                String figures = "%s; %s; %d handshakes; resident memory %,d bytes, then %+,d"
                        .formatted(pings, attack, handshakes.begun(), before, growth);
                System.out.println(figures);
                assertThat(lost)
                        .as("lost pings by host; %s; %s", figures, beacon)
                        .isEmpty();
                assertThat(growth)
                        .as("growth of the resident memory; %s", figures)
                        .isLessThan(MAX_GROWTH_BYTES);
            }
        }
        assertThat(lab.switches().map(sw -> "switch %s disconnected".formatted(DatapathId.toString(sw))))
                .as("%s", beacon)
                .allMatch(line -> beacon.countOf(line) == 0);
        assertThat(beacon.countOf(" refused: a host is attached to port ")).isPositive();
        RestClient rest = beacon.rest(folder);
        assertThat(rest.get("v1/applications"))
                .doesNotContain("quarantined")
                .doesNotContainPattern("\"failures\":[1-9]");
        for (int sw : List.of(1, SWITCHES)) {
            assertThat(rest.get("v1/switches/" + sw)).containsPattern("\"oversized\":[1-9]");
        }
        String outcomes = rest.get("routing");
        for (String outcome : List.of("forged claim", "multicast limited", "rate limited", "source elsewhere")) {
            assertThat(outcomes).containsPattern("\"" + outcome + "\",\"[a-z]+\":[1-9]");
        }
    }

    private static void awaitSince(long beginNanos, Duration time) {
        await().atMost(time.plus(PATIENCE)).until(() -> System.nanoTime() - beginNanos > time.toNanos());
    }

    private TlsFiles files(CertificateAuthority issuer, CertificateRequest request) throws IOException {
        return issuer.issue(request).write(Files.createTempDirectory(folder, "tls"), request.name());
    }
}
