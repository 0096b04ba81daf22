package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.FakeSwitch.Behavior;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.topology.LinkDiscovery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ApplicationsTest {
    private static final Path HUB = bundleOf(Hub.class);
    private static final Path TOPOLOGY = bundleOf(LinkDiscovery.class);
    private static final Path LEARNING_SWITCH = bundleOf(LearningSwitch.class);

    private OpenFlowController controller;
    private Applications applications;

    /** The JAR of an application, or the folder that would become it, as the class path of this test has it. */
    private static Path bundleOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void startController() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        applications = new Applications(controller, new ApplicationConfiguration(Map.of()));
        controller.start();
    }

    @AfterEach
    void stopController() {
        applications.close();
        controller.close();
    }

    private FakeSwitch connect(Behavior behavior) throws IOException {
        FakeSwitch fake = FakeSwitch.connect(controller.address(), 1, Version.OF13, 4, behavior);
        await().until(() -> controller.switchOf(1).isPresent());
        return fake;
    }

    private static PacketIn packetIn(int number) {
        return PacketIn.of(1, number, Frames.udp(0xb, 0xa, 1, 2));
    }

    @Test
    void anApplicationHearsSwitchesWhileItIsStartedAndNotElse() throws Exception {
        try (FakeSwitch fake = connect(Behavior.RESPONSIVE)) {
            assertThat(applications.install(HUB)).isEqualTo(new Application("hub", "0.1.0", State.STOPPED));
            fake.send(packetIn(1));
            applications.start("hub");
            assertThat(applications.list()).containsExactly(new Application("hub", "0.1.0", State.STARTED));
            fake.send(packetIn(2));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
            applications.stop("hub");
            fake.send(packetIn(3));
            applications.start("hub");
            fake.send(packetIn(4));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 2);
            applications.uninstall("hub");
            assertThat(applications.list()).isEmpty();
        }
    }

    @Pipeline(Stage.FORWARD)
    private record CountingForwarder(AtomicLong count) implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            count.incrementAndGet();
            return Next.PASS;
        }
    }

    @Test
    void anApplicationRunsUntilItIsStoppedInTheOrderOfThePipeline() throws Exception {
        try (FakeSwitch fake = connect(Behavior.RESPONSIVE)) {
            applications.install(LEARNING_SWITCH);
            applications.start("learningswitch");
            var behind = new AtomicLong();
            controller.register("z-behind", new CountingForwarder(behind));
            fake.send(packetIn(1));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
            applications.stop("learningswitch");
            fake.send(packetIn(2));
            await().until(() -> behind.get() == 1);
        }
    }

    private static ApplicationConfiguration settings(String key, String value) {
        return new ApplicationConfiguration(
                Settings.read(null, Map.of(key, value), Map.of()).applicationValues());
    }

    @Test
    void aWrongSettingIsOneErrorAndNothingIsLogged() {
        var events = new ListAppender<ILoggingEvent>();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        events.start();
        root.addAppender(events);
        try (var wrong = new Applications(controller, settings("app.topology.probe-interval", "soon"))) {
            wrong.install(TOPOLOGY);
            assertThatThrownBy(() -> wrong.start("topology"))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("cannot start application topology: app.topology.probe-interval = soon (command line): "
                            + "needs a time such as 10s or 500ms, from 1ms to 1h");
            assertThat(wrong.list()).containsExactly(new Application("topology", "0.1.0", State.STOPPED));
        } finally {
            root.detachAppender(events);
        }
        assertThat(events.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    @Test
    void listsTheSettingsThatTheApplicationsRead() {
        Settings settings =
                Settings.read(null, Map.of("apps", TOPOLOGY.toString(), "app.topology.settling-time", "1s"), Map.of());
        List<Setting.Value> all = Beacon.settings(settings, Path.of("apps"));
        assertThat(all).hasSize(Settings.ALL.size() + 2);
        assertThat(all.subList(Settings.ALL.size(), all.size()))
                .extracting(value -> value.setting().key(), Setting.Value::text, Setting.Value::origin)
                .containsExactly(
                        tuple("app.topology.probe-interval", "5s", "default"),
                        tuple("app.topology.settling-time", "1s", "command line"));
        assertThat(all.getLast().setting().description()).isNotEmpty();
    }

    @Test
    void theTimersAndListenersOfAnApplicationEndWhenItStops() {
        var view = new ApplicationController(controller);
        var runs = new AtomicLong();
        view.every(Duration.ofMillis(1), runs::incrementAndGet);
        view.every(Duration.ofMillis(1), () -> {}).close();
        await().until(() -> runs.get() > 0);
        view.stop();
        long atStop = runs.get();
        var later = new AtomicLong();
        controller.every(Duration.ofMillis(1), later::incrementAndGet);
        await().until(() -> later.get() > 3);
        assertThat(runs).hasValue(atStop);
        assertThatThrownBy(() -> view.every(Duration.ofMillis(1), () -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void namesWhatIsInstalledWhenAskedForWhatIsNot() {
        applications.install(HUB);
        assertThatThrownBy(() -> applications.start("hup"))
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("hup")
                .hasMessageContaining("hub");
    }

    @Test
    void refusesWhatIsNoBundle(@TempDir Path folder) throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
        for (Path file : List.of(text, folder.resolve("missing.jar"), folder)) {
            assertThatThrownBy(() -> applications.install(file))
                    .isInstanceOf(ApplicationException.class)
                    .hasMessageContaining(file.toString());
        }
        assertThat(applications.list()).isEmpty();
    }

    /** An application without classes, in a folder. */
    private static Path bundle(Path folder, String name, String header) throws IOException {
        Path manifest = Files.createDirectories(folder.resolve(name).resolve("META-INF"))
                .resolve("MANIFEST.MF");
        Files.writeString(manifest, """
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: %s
                Bundle-Version: 1.0.0
                %s
                """.formatted(name, header));
        return folder.resolve(name);
    }

    @Test
    void tellsWhichPackagesAnApplicationNeedsThatNoneHas(@TempDir Path folder) throws Exception {
        applications.install(bundle(
                folder,
                "user",
                "Import-Package: a.b;version=\"[1.2,2)\",net.beaconcontroller.api;version=\"[7,8)\","
                        + "c;resolution:=optional"));
        assertThatThrownBy(() -> applications.start("user"))
                .hasMessage("cannot start application user: "
                        + "package a.b, version 1.2.0 or later, before 2.0.0 is missing: start the application "
                        + "that exports it "
                        + "first, or include the library in the bundle with bnd's -includeresource or Bundle-ClassPath "
                        + "(docs/applications.md, Third-party libraries); "
                        + "package net.beaconcontroller.api, version 7.0.0 or later, before 8.0.0 is missing; "
                        + "available is that of the controller, version 0.1.0");

        applications.install(bundle(folder, "maker", "Export-Package: a.b;version=2.1"));
        assertThatThrownBy(() -> applications.start("user"))
                .hasMessageContaining("available is that of application maker, version 2.1.0");
    }

    /** Packet-ins from a switch without pause, all of which a listener in front of the pipeline must hear. */
    private final class Load implements AutoCloseable {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong heard = new AtomicLong();
        private final AtomicBoolean stop = new AtomicBoolean();
        private final FakeSwitch fake;
        private final CompletableFuture<Void> sending;

        Load() throws IOException {
            fake = connect(Behavior.DISCARDING);
            controller.register("a-witness", (PacketInListener) (_, _) -> {
                heard.incrementAndGet();
                return Next.PASS;
            });
            byte[] packetIn = Messages.encode(packetIn(1), Version.OF13, 1);
            sending = CompletableFuture.runAsync(() -> {
                try {
                    while (!stop.get()) {
                        if (sent.get() - heard.get() < 100) {
                            fake.sendRaw(packetIn);
                            sent.incrementAndGet();
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        void assertNothingLost() {
            stop.set(true);
            sending.join();
            await().untilAsserted(() -> assertThat(heard).hasValue(sent.get()));
            assertThat(controller.listenerFailures()).isZero();
            assertThat(fake.isClosed()).isFalse();
        }

        @Override
        public void close() throws IOException {
            stop.set(true);
            sending.join();
            fake.close();
        }
    }

    @Test
    @Timeout(120)
    void stoppingAndStartingAnApplication200TimesUnderLoadLosesNoPacketIn() throws Exception {
        applications.install(HUB);
        try (var load = new Load()) {
            for (int i = 0; i < 200; i++) {
                applications.start("hub");
                long before = load.heard.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.heard.get() > before);
                applications.stop("hub");
            }
            load.assertNothingLost();
            assertThat(load.sent).hasValueGreaterThan(1000);
        }
    }

    @Test
    @Timeout(120)
    void installingAndUninstallingAnApplication200TimesUnderLoadLeavesNoClassLoaderBehind() throws Exception {
        var loaders = new ArrayList<WeakReference<ClassLoader>>();
        try (var load = new Load()) {
            for (int i = 0; i < 200; i++) {
                applications.install(LEARNING_SWITCH);
                applications.start("learningswitch");
                loaders.add(new WeakReference<>(applications.classLoaderOf("learningswitch")));
                long before = load.heard.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.heard.get() > before);
                applications.uninstall("learningswitch");
            }
            load.assertNothingLost();
        }
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loaders).filteredOn(loader -> loader.get() != null).isEmpty();
        });
    }
}
