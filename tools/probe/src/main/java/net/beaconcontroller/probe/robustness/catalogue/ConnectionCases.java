package net.beaconcontroller.probe.robustness.catalogue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ExpectationFailedException;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.ProbeCase;

/**
 * Connections that are slow, half open, or too many, and wrong HELLOs. A correct culprit is connected meanwhile, unless
 * the fault is its own.
 */
final class ConnectionCases {
    private static final int MANY = 300;
    private static final int SOME = 20;

    private ConnectionCases() {}

    static List<ProbeCase> all() {
        var cases = new ArrayList<ProbeCase>();
        addHalfOpen(cases);
        addHellos(cases);
        addOtherProtocols(cases);
        addStorms(cases);
        addReconnects(cases);
        addSlowReaders(cases);
        return cases;
    }

    private static ProbeCase of(String name, String what, Scenario scenario) {
        return new ProbeCase("connection/" + name, what, scenario).allowed();
    }

    private static ProbeSwitch silent(Probe probe) throws IOException {
        return probe.newSwitch().silent().connect();
    }

    private static Duration moment(Probe probe) {
        return probe.patience().dividedBy(2);
    }

    private static void addHalfOpen(List<ProbeCase> cases) {
        cases.add(of("silent", "20 connections that say nothing", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                silent(probe);
            }
        }));
        cases.add(of("hello-only", "20 connections that say HELLO and nothing else", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                silent(probe).sendHello();
            }
        }));
        cases.add(of("half-a-header", "20 connections that send half of a header", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                silent(probe).send(hello(probe.version()).cutTo(Header.LENGTH / 2));
            }
        }));
        cases.add(of("slow-hello", "a HELLO of which a byte comes every 50 ms, then a correct switch", probe -> {
            probe.culprit();
            ProbeSwitch slow = silent(probe);
            slow.sendSlowly(hello(probe.version()), 1, Duration.ofMillis(50));
        }));
        cases.add(of("slow-packet-in", "a good packet-in of which a byte comes every 10 ms", probe -> {
            ProbeSwitch culprit = probe.culprit();
            PacketInMessage packet = culprit.packetIn(1, 2);
            culprit.sendSlowly(packet.craft(), 1, Duration.ofMillis(10));
            culprit.expectAnswer(packet, probe.patience());
        }));
        cases.add(of("cut-in-message", "20 connections that end within a message", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                ProbeSwitch cut = silent(probe);
                cut.sendHello();
                cut.send(cut.packetIn(1, 2).craft().cutTo(30));
                cut.close();
            }
        }));
        cases.add(of("output-shut-down", "20 served switches that announce that they send nothing more", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                probe.newSwitch().connect().shutdownOutput();
            }
        }));
    }

    private static void addHellos(List<ProbeCase> cases) {
        for (int version : new int[] {0, 2, 7, 0x42, 0xff}) {
            boolean isNewer = version > Version.OF15.wire();
            cases.add(of(
                            "hello-version-" + version,
                            "a HELLO of version %d without a bitmap of versions".formatted(version),
                            probe -> {
                                probe.culprit();
                                ProbeSwitch other = silent(probe);
                                other.send(plainHello().version(version));
                                if (!isNewer) {
                                    expectRefused(other, probe);
                                }
                            })
                    .refusedWith(isNewer ? Set.of() : Set.of(ErrorCode.HELLO_INCOMPATIBLE)));
        }
        cases.add(of("hello-no-common-version", "a HELLO whose bitmap offers version 31 only", probe -> {
                    probe.culprit();
                    ProbeSwitch other = silent(probe);
                    other.send(bitmapHello(0x8000_0000));
                    expectRefused(other, probe);
                })
                .refusedWith(ErrorCode.HELLO_INCOMPATIBLE));
        cases.add(of("hello-empty-bitmap", "a HELLO whose bitmap offers no version", probe -> {
                    probe.culprit();
                    ProbeSwitch other = silent(probe);
                    other.send(bitmapHello(0));
                    other.awaitClosed(moment(probe));
                })
                .refusedWith(ErrorCode.HELLO_INCOMPATIBLE));
        cases.add(of("hello-all-versions", "a HELLO whose bitmap offers all versions, also unknown ones", probe -> {
            ProbeSwitch other = probe.newSwitch().silent().connect();
            other.send(bitmapHello(-1));
            probe.culprit();
        }));
        cases.add(hellos(
                "hello-element-too-long",
                "a HELLO whose element is longer than the message",
                culprit -> bitmapHello(1 << culprit.version().wire()).at(Header.LENGTH + 2, 0xff, 0xff)));
        cases.add(hellos("hello-element-empty", "a HELLO whose element has no length", culprit -> bitmapHello(
                        1 << culprit.version().wire())
                .at(Header.LENGTH + 2, 0, 0)));
        cases.add(hellos("hello-element-unknown", "a HELLO with an unknown element", culprit -> bitmapHello(
                        1 << culprit.version().wire())
                .at(Header.LENGTH, 0xff, 0xff)));
        cases.add(hellos("hello-twice", "HELLO twice at the beginning", culprit -> hello(culprit.version())));
        cases.add(new ProbeCase(
                        "connection/hello-late",
                        "a HELLO of each version after the handshake",
                        Culprits.sendsEachAlone(culprit -> IntStream.range(0, 8)
                                .mapToObj(version -> hello(culprit.version())
                                        .version(version)
                                        .xid(culprit.nextNumber()))
                                .toList()))
                .allowed()
                .refusedWith(ErrorCode.BAD_VERSION, ErrorCode.BAD_TYPE));
        cases.add(of("hello-64k", "a HELLO of 65,535 bytes", probe -> {
            probe.culprit();
            ProbeSwitch other = silent(probe);
            other.send(plainHello()
                    .version(probe.version().wire())
                    .append(new byte[Header.MAX_MESSAGE_LENGTH - Header.LENGTH])
                    .withTrueLength());
        }));
        cases.add(of("no-hello", "a features reply instead of HELLO", probe -> {
            probe.culprit();
            ProbeSwitch other = silent(probe);
            other.send(Sample.of("features-reply").craft(other));
            other.awaitClosed(moment(probe));
        }));
        cases.add(of("packet-in-before-handshake", "packet-ins at once after HELLO", probe -> {
            ProbeSwitch culprit = silentAfterHello(probe);
            for (int i = 0; i < 100; i++) {
                culprit.send(Culprits.packetIn(culprit));
            }
        }));
    }

    private static ProbeSwitch silentAfterHello(Probe probe) throws IOException {
        ProbeSwitch sw = silent(probe);
        sw.sendHello();
        return sw;
    }

    /** Makes a HELLO for a culprit. */
    private interface Greeting {
        CraftedMessage of(ProbeSwitch culprit);
    }

    /** Returns a case of a switch that sends this HELLO before the right one, and then is to be served or refused. */
    private static ProbeCase hellos(String name, String what, Greeting greeting) {
        return of(name, what, probe -> {
            ProbeSwitch other = silent(probe);
            other.send(greeting.of(other));
            other.sendHello();
            other.awaitClosed(moment(probe));
        });
    }

    private static CraftedMessage hello(Version version) {
        return CraftedMessage.of(Hello.offering(Set.of(version)), version, 1);
    }

    private static CraftedMessage plainHello() {
        return CraftedMessage.of(new Hello(List.of(), Bytes.EMPTY), Version.OF10, 1);
    }

    private static CraftedMessage bitmapHello(int bitmap) {
        Message hello = new Hello(List.of(new Hello.Element(1, Bytes.ofLong(bitmap, Integer.BYTES))), Bytes.EMPTY);
        return CraftedMessage.of(hello, Version.OF13, 1);
    }

    /** Expects what the specification says about versions without a common one: an error, and the end. */
    private static void expectRefused(ProbeSwitch other, Probe probe) throws InterruptedException {
        if (!other.awaitClosed(probe.patience())) {
            throw new ExpectationFailedException(Verdict.IGNORED, "the connection was not closed");
        }
    }

    private static void addOtherProtocols(List<ProbeCase> cases) {
        addBytes(cases, "http", "20 HTTP requests", "GET / HTTP/1.1\r\nHost: controller\r\n\r\n");
        addBytes(cases, "text", "20 connections that send lines of text", "hello\r\n".repeat(1000));
        addBytes(cases, "zeros", "20 connections that send zeros", "\0".repeat(10_000));
        cases.add(of(
                "tls",
                "20 TLS ClientHellos",
                probe -> each(probe, new byte[] {0x16, 3, 1, 0, (byte) 200, 1, 0, 0, (byte) 196, 3, 3, 1, 2, 3, 4})));
        cases.add(of("random", "20 connections that send random bytes", probe -> {
            byte[] noise = new byte[10_000];
            probe.random().nextBytes(noise);
            each(probe, noise);
        }));
    }

    private static void addBytes(List<ProbeCase> cases, String name, String what, String text) {
        cases.add(of(name, what, probe -> each(probe, text.getBytes(StandardCharsets.ISO_8859_1))));
    }

    private static void each(Probe probe, byte[] bytes) throws IOException, InterruptedException {
        probe.culprit();
        for (int i = 0; i < SOME; i++) {
            try {
                silent(probe).send(CraftedMessage.ofBytes(bytes));
            } catch (IOException _) {
                // The controller closed the connection early.
            }
        }
    }

    private static void addStorms(List<ProbeCase> cases) {
        cases.add(of("storm", "300 switches connect at once, and are served", probe -> {
            probe.culprit();
            var switches = new ArrayList<ProbeSwitch>();
            for (int i = 0; i < MANY; i++) {
                switches.add(probe.newSwitch().connect());
            }
            for (ProbeSwitch sw : switches) {
                sw.awaitHandshake(probe.patience().multipliedBy(10));
            }
        }));
        cases.add(of("storm-silent", "300 connections at once that say nothing", probe -> {
            probe.culprit();
            for (int i = 0; i < MANY; i++) {
                silent(probe);
            }
        }));
        cases.add(of("storm-in-a-row", "300 connections, each closed when it is open", probe -> {
            probe.culprit();
            for (int i = 0; i < MANY; i++) {
                silent(probe).close();
            }
        }));
        cases.add(of("storm-reset", "300 switches, each reset within its handshake", probe -> {
            probe.culprit();
            for (int i = 0; i < MANY; i++) {
                probe.newSwitch().connect().reset();
            }
        }));
    }

    private static void addReconnects(List<ProbeCase> cases) {
        cases.add(of("reconnect", "a switch that closes its connection and connects again, 10 times", probe -> {
            for (int i = 0; i < 10; i++) {
                reconnect(probe).close();
            }
        }));
        cases.add(of("reconnect-reset", "a switch that resets its connection and connects again, 10 times", probe -> {
            for (int i = 0; i < 10; i++) {
                reconnect(probe).reset();
            }
        }));
        cases.add(of("stolen-datapath-id", "a second switch with the datapath id of a served one", probe -> {
            ProbeSwitch victim =
                    probe.newSwitch().connectAndServe(probe.patience().multipliedBy(10));
            ProbeSwitch thief =
                    probe.newSwitch().datapathId(victim.datapathId()).connect();
            thief.awaitClosed(moment(probe));
            if (victim.isClosed()) {
                throw new ExpectationFailedException(
                        Verdict.DISTURBED, "the switch that was served before: " + victim.end());
            }
            victim.expectAnswers(10, probe.patience());
        }));
        cases.add(of("datapath-id-zero", "switches with the datapath ids 0 and -1", probe -> {
            probe.culprit();
            probe.newSwitch().datapathId(0).connect().awaitHandshake(probe.patience());
            probe.newSwitch().datapathId(-1).connect().awaitHandshake(probe.patience());
        }));
    }

    private static final long RECONNECTING = 0x00c0_ffee_0000_0001L;

    private static ProbeSwitch reconnect(Probe probe) throws IOException, InterruptedException {
        return probe.newSwitch()
                .datapathId(RECONNECTING)
                .connectAndServe(probe.patience().multipliedBy(10));
    }

    private static void addSlowReaders(List<ProbeCase> cases) {
        cases.add(of("slow-reader", "a switch that reads nothing until it has sent 20,000 packet-ins", probe -> {
            ProbeSwitch culprit = probe.culprit();
            culprit.setReading(false);
            Thread sender = Thread.ofVirtual().start(() -> sendPacketIns(culprit, 20_000));
            sender.join(probe.patience());
            culprit.setReading(true);
            sender.join(probe.patience().multipliedBy(10));
            culprit.awaitService(probe.patience().multipliedBy(10));
        }));
        cases.add(of("never-reads", "five switches that send packet-ins and read nothing", probe -> {
            probe.culprit();
            for (int i = 0; i < 5; i++) {
                ProbeSwitch deaf =
                        probe.newSwitch().connectAndServe(probe.patience().multipliedBy(10));
                deaf.setReading(false);
                Thread.ofVirtual()
                        .start(() -> sendPacketIns(deaf, 20_000))
                        .join(moment(probe).dividedBy(2));
            }
        }));
        cases.add(of("reads-slowly-in-handshake", "20 switches that never read", probe -> {
            probe.culprit();
            for (int i = 0; i < SOME; i++) {
                probe.newSwitch().connect().setReading(false);
            }
        }));
    }

    private static void sendPacketIns(ProbeSwitch sw, int count) {
        try {
            for (int i = 0; i < count; i++) {
                sw.send(sw.packetIn(1, 2));
            }
        } catch (IOException _) {
            // The scenario ended first, or the controller closed the connection, which the verdict says.
        }
    }
}
