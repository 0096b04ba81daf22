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
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.FakeSwitch.Behavior;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.routing.Forwarding;
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
    private static final BundledApplications NONE_BUNDLED = new BundledApplications(Path.of("none"));

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
        applications = new Applications(controller, new ApplicationConfiguration(Map.of()), NONE_BUNDLED);
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
    void receivesPacketInsOnlyWhileItIsStarted() throws Exception {
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
    void consumesPacketInsBeforeLaterListenersUntilItIsStopped() throws Exception {
        try (FakeSwitch fake = connect(Behavior.RESPONSIVE)) {
            applications.install(LEARNING_SWITCH);
            applications.start("learningswitch");
            var later = new AtomicLong();
            controller.register("z-later", new CountingForwarder(later));
            fake.send(packetIn(1));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
            applications.stop("learningswitch");
            fake.send(packetIn(2));
            await().until(() -> later.get() == 1);
        }
    }

    private static ApplicationConfiguration settings(String key, String value) {
        return new ApplicationConfiguration(
                Settings.read(null, Map.of(key, value), Map.of()).applicationValues());
    }

    /** Runs a task and returns the warnings and errors that it logs. */
    private static List<String> warnings(Runnable task) {
        var events = new ListAppender<ILoggingEvent>();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        events.start();
        root.addAppender(events);
        try {
            task.run();
        } finally {
            root.detachAppender(events);
        }
        return events.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void wrongSettingIsOneErrorAndLogsNothing() {
        ApplicationConfiguration settings = settings("app.topology.probe-interval", "soon");
        try (var wrong = new Applications(controller, settings, NONE_BUNDLED)) {
            wrong.install(TOPOLOGY);
            List<String> warnings = warnings(() -> assertThatThrownBy(() -> wrong.start("topology"))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("cannot start application topology: app.topology.probe-interval = soon (command line): "
                            + "needs a time such as 10s or 500ms, from 1ms to 1h"));
            assertThat(warnings).isEmpty();
            assertThat(wrong.list()).containsExactly(new Application("topology", "0.1.0", State.STOPPED));
        }
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
    void timersOfAnApplicationEndWhenItStops() {
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
    void errorForAnUnknownApplicationListsTheInstalledOnes() {
        applications.install(HUB);
        assertThatThrownBy(() -> applications.start("hup"))
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("hup")
                .hasMessageContaining("hub");
    }

    @Test
    void refusesAFileThatIsNoBundle(@TempDir Path folder) throws Exception {
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
    void errorListsTheMissingPackages(@TempDir Path folder) throws Exception {
        applications.install(bundle(
                folder,
                "user",
                "Import-Package: a.b;version=\"[1.2,2)\",net.beaconcontroller.api;version=\"[7,8)\","
                        + "c;resolution:=optional"));
        assertThatThrownBy(() -> applications.start("user"))
                .hasMessage("cannot start application user: "
                        + "package a.b, version 1.2.0 or later, before 2.0.0 is missing: start the application "
                        + "that exports it too, or include the library in the bundle with bnd's -includeresource "
                        + "or Bundle-ClassPath "
                        + "(docs/applications.md, Third-party libraries); "
                        + "package net.beaconcontroller.api, version 7.0.0 or later, before 8.0.0 is missing; "
                        + "available is that of the controller, version 0.1.0");

        applications.install(bundle(folder, "maker", "Export-Package: a.b;version=2.1"));
        assertThatThrownBy(() -> applications.start("user"))
                .hasMessageContaining("available is that of application maker, version 2.1.0");
    }

    /** An application without classes in a JAR file of the bundled applications. */
    private static void bundledJar(Path folder, String name, Map<String, String> headers) throws IOException {
        var manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Manifest-Version", "1.0");
        attributes.putValue("Bundle-SymbolicName", name);
        headers.forEach(attributes::putValue);
        new JarOutputStream(Files.newOutputStream(folder.resolve(name + "-1.0.jar")), manifest).close();
    }

    @Test
    void errorNamesTheBundledApplicationThatProvidesWhatIsMissing(@TempDir Path folder, @TempDir Path bundledFolder)
            throws Exception {
        bundledJar(bundledFolder, "another", Map.of("Export-Package", "d;uses:=\"a.b\",a.b.c"));
        bundledJar(
                bundledFolder,
                "maker",
                Map.of(
                        "Export-Package",
                        "d;uses:=\"a.b\",a.b;version=1",
                        "Provide-Capability",
                        "osgi.service;objectClass:List<String>=\"x.Other,a.b.Service\";uses:=\"a.b\""));
        String requirement = "Require-Capability: osgi.service;effective:=active;filter:=\"(objectClass=%s)\"%s";
        Path importer = bundle(folder, "importer", "Import-Package: a.b");
        Path user = bundle(folder, "user", requirement.formatted("a.b.Service", ""));
        Path unknown = bundle(folder, "unknown", requirement.formatted("a.b.Servi", ""));
        Path optional = bundle(folder, "optional", requirement.formatted("a.b.Service", ";resolution:=optional"));
        var settings = new ApplicationConfiguration(Map.of());
        try (var other = new Applications(controller, settings, new BundledApplications(bundledFolder))) {
            other.startAll(List.of(optional.toString()));
            assertThatThrownBy(() -> other.startAll(List.of(importer.toString())))
                    .hasMessage("cannot start application importer: package a.b is missing: "
                            + "start the application maker too");
            assertThatThrownBy(() -> other.startAll(List.of(user.toString())))
                    .hasMessage("cannot start application user: service a.b.Service is missing: "
                            + "start the application maker too");
            assertThatThrownBy(() -> other.startAll(List.of(unknown.toString())))
                    .hasMessage("cannot start application unknown: service a.b.Servi is missing: "
                            + "start an application that provides it too");
        }
    }

    @Test
    void startsApplicationsInAnyOrder() {
        var settings = new ApplicationConfiguration(Map.of());
        try (var other = new Applications(controller, settings, NONE_BUNDLED)) {
            other.startAll(Stream.of(Forwarding.class, Devices.class, LinkDiscovery.class)
                    .map(type -> bundleOf(type).toString())
                    .toList());
            assertThat(settings.read())
                    .extracting(value -> value.setting().key())
                    .contains("app.topology.probe-interval", "app.devices.port-limit", "app.routing.flood-rate");
        }
    }

    @Test
    void warnsAboutAnApplicationWithoutAComponent(@TempDir Path folder) throws Exception {
        Path forgotten = bundle(folder, "forgotten", "Import-Package: net.beaconcontroller.api");
        Path library = bundle(folder, "library", "Export-Package: a.b");
        assertThat(warnings(() -> List.of(HUB, library, forgotten).forEach(applications::install)))
                .containsExactly("application forgotten does nothing: " + forgotten + " has no component; annotate a "
                        + "class with @Component of org.osgi.service.component.annotations, and build it with bnd");
    }

    /** A continuous stream of packet-ins from a switch, and a listener at the head of the pipeline that counts them. */
    private final class Load implements AutoCloseable {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong received = new AtomicLong();
        private final AtomicBoolean stop = new AtomicBoolean();
        private final FakeSwitch fake;
        private final CompletableFuture<Void> sending;

        Load() throws IOException {
            fake = connect(Behavior.DISCARDING);
            controller.register("a-counter", (PacketInListener) (_, _) -> {
                received.incrementAndGet();
                return Next.PASS;
            });
            byte[] packetIn = Messages.encode(packetIn(1), Version.OF13, 1);
            sending = CompletableFuture.runAsync(() -> {
                try {
                    while (!stop.get()) {
                        if (sent.get() - received.get() < 100) {
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
            await().untilAsserted(() -> assertThat(received).hasValue(sent.get()));
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
                long before = load.received.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.received.get() > before);
                applications.stop("hub");
            }
            load.assertNothingLost();
            assertThat(load.sent).hasValueGreaterThan(1000);
        }
    }

    @Test
    @Timeout(120)
    void installingAndUninstalling200TimesUnderLoadReleasesTheClassLoaders() throws Exception {
        var loaders = new ArrayList<WeakReference<ClassLoader>>();
        try (var load = new Load()) {
            for (int i = 0; i < 200; i++) {
                applications.install(LEARNING_SWITCH);
                applications.start("learningswitch");
                loaders.add(new WeakReference<>(applications.classLoaderOf("learningswitch")));
                long before = load.received.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.received.get() > before);
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
