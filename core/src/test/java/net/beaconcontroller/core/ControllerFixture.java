package net.beaconcontroller.core;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.awaitility.Awaitility;

/** A controller on a free port, and the scripted switches connected to it. */
public final class ControllerFixture implements AutoCloseable {
    /**
     * The tag of the tests that run once for each design: the classes whose subject is how messages are read,
     * dispatched and written, and of the other classes the tests that stand for their subject. The others run in the
     * default design.
     */
    public static final String EACH_DESIGN = "each-design";

    /** The design under test. */
    static final ControllerOptions.Read READ =
            ControllerOptions.Read.valueOf(System.getProperty("beacon.test.read", "RUN_TO_COMPLETION"));

    static final ControllerOptions.Write WRITE =
            ControllerOptions.Write.valueOf(System.getProperty("beacon.test.write", "BATCHED"));

    static final TransportType TRANSPORT = TransportType.valueOf(System.getProperty("beacon.test.transport", "AUTO"));

    static final long HOST_A = 0x00000000000aL;
    static final long HOST_B = 0x00000000000bL;

    final OpenFlowController controller;
    final Recorder recorder = new Recorder();
    private final List<ScriptedSwitch> switches = new ArrayList<>();

    static {
        Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
        // The time after which a test fails on a busy machine, where ten seconds were too short.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    ControllerFixture() throws IOException {
        this(oneLoop());
    }

    ControllerFixture(ControllerOptions options) throws IOException {
        controller = new OpenFlowController(options);
        controller.register("recorder", recorder);
        controller.start();
    }

    /** Returns options with one loop for all switches, so that effects of one on another show. */
    static ControllerOptions oneLoop() {
        return withLoops(1);
    }

    static ControllerOptions withLoops(int loops) {
        return ControllerOptions.onFreePort()
                .withIo(ControllerOptions.Io.DEFAULT
                        .withLoops(loops)
                        .withDesign(READ, WRITE)
                        .withTransport(TRANSPORT));
    }

    /** Connects a switch. */
    ScriptedSwitch open(long datapathId, Version version, ScriptedSwitch.Behavior behavior) throws IOException {
        var sw = ScriptedSwitch.connect(controller.address(), datapathId, version, 4, behavior);
        switches.add(sw);
        return sw;
    }

    /** Connects a switch and waits until it is active. */
    ScriptedSwitch connect(long datapathId, Version version) throws IOException {
        ScriptedSwitch sw = open(datapathId, version, ScriptedSwitch.Behavior.RESPONSIVE);
        active(datapathId);
        return sw;
    }

    /** Waits until a switch is active and the recorder knows it. */
    Switch active(long datapathId) {
        return Awaitility.await()
                .until(
                        () -> recorder.all(SwitchEvent.Connected.class).stream()
                                .map(SwitchEvent.Connected::sw)
                                .filter(sw -> sw.datapathId() == datapathId && sw.isConnected())
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    static PacketIn packetIn(int number) {
        return PacketIn.of(1, number, Frames.udp(HOST_B, HOST_A, 1000, number));
    }

    /** Keeps the processor busy, like a slow listener. */
    static void work(long micros) {
        long until = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        for (ScriptedSwitch sw : switches) {
            sw.close();
        }
        controller.close();
    }
}
