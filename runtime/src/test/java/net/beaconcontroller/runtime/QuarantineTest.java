package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.runtime.events.KeptEvent;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quarantine of an application that is a bundle: how it is shown, and its remedy. */
class QuarantineTest {
    private static final int FAILURES = 5;

    /** Fails on the packets of port 1, and floods those of other ports. */
    private static final String FAILING = """
            package sample;

            import net.beaconcontroller.api.*;
            import org.osgi.service.component.annotations.Component;

            @Component
            @Pipeline(Stage.FORWARD)
            public final class Failing implements PacketInListener {
                @Override
                public Next packetIn(Switch sw, PacketInContext in) {
                    if (in.inPort() == 1) {
                        throw new IllegalStateException("as tested");
                    }
                    sw.packetOut(in).flood().send();
                    return Next.STOP;
                }
            }
            """;

    @TempDir
    private Path folder;

    private static ApplicationHealth health(Beacon beacon) {
        return beacon.controller().health().stream()
                .filter(health -> health.application().equals("failing"))
                .findFirst()
                .orElseThrow();
    }

    private static void send(ScriptedSwitch sw, long port) throws Exception {
        sw.send(PacketIn.of(port, PacketIn.NO_BUFFER, Frames.udp(2, 1, 1, 2)));
    }

    private static boolean isAnswer(ReceivedMessage received) {
        return received.message() instanceof EchoReply || received.message() instanceof PacketOut;
    }

    @Test
    void isAnEventAndEndsWhenTheApplicationIsRestarted() throws Exception {
        Map<String, String> settings = Map.of(
                "data.folder",
                folder.resolve("data").toString(),
                "controller.listen",
                "127.0.0.1:0",
                "isolation.failures",
                "" + FAILURES,
                "apps",
                "");
        try (Beacon beacon = Beacon.start(Settings.read(null, settings, Map.of()), folder.resolve("none"));
                ScriptedSwitch sw = ScriptedSwitch.connect(beacon.address(), 1, Version.OF13)) {
            await().until(() -> beacon.controller().switchOf(1).isPresent());
            Applications applications = beacon.applications();
            TestApplications.install(
                    applications, Bundles.compile(folder, "failing", "1.0.0", List.of(), Map.of(), List.of(FAILING)));
            send(sw, 2);
            sw.await(PacketOut.class);

            for (int i = 0; i <= FAILURES; i++) {
                send(sw, 1);
            }
            await().until(() -> health(beacon).quarantine().isPresent());
            String reason = health(beacon).quarantine().orElseThrow();
            assertThat(reason).contains("setting isolation.failures");
            // The bundle runs, so that its services stay.
            assertThat(applications.find("failing").orElseThrow().state()).isEqualTo(State.RUNNING);
            List<KeptEvent> events = beacon.events().newest("application.quarantined"::equals, 2);
            assertThat(events).hasSize(1);
            assertThat(events.getFirst().event().severity()).isEqualTo(Event.Severity.ALARM);
            assertThat(events.getFirst().event().text()).isEqualTo("application failing is quarantined: " + reason);

            send(sw, 2);
            sw.send(new EchoRequest(Bytes.EMPTY));
            assertThat(sw.await(QuarantineTest::isAnswer).message())
                    .as("the next message, as the packet has no answer")
                    .isInstanceOf(EchoReply.class);

            TestApplications.stop(applications, "failing");
            TestApplications.start(applications, "failing");
            assertThat(health(beacon).quarantine()).isEmpty();
            send(sw, 2);
            sw.await(PacketOut.class);
        }
    }
}
