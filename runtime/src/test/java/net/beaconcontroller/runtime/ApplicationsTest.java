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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.routing.Forwarding;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.samples.field.FrameCounterManager;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import net.beaconcontroller.topology.LinkDiscovery;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ApplicationsTest {
    /** Updates of an application under load. */
    private static final int UPDATES = Integer.getInteger("beacon.updates", 50);

    private static final Path HUB = Bundles.of(Hub.class);
    private static final Path TOPOLOGY = Bundles.of(LinkDiscovery.class);
    private static final Path LEARNING_SWITCH = Bundles.of(LearningSwitch.class);
    private static final BundledApplications NONE_BUNDLED = new BundledApplications(Path.of("none"));

    @TempDir
    private Path data;

    private final TestEvents events = new TestEvents();
    private final TestStore store = new TestStore();
    private OpenFlowController controller;
    private Applications applications;

    @BeforeEach
    void startController() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        applications = applications(new ApplicationConfiguration(Map.of()), NONE_BUNDLED, data);
        controller.start();
    }

    private Applications applications(ApplicationConfiguration settings, BundledApplications bundled, Path folder) {
        return new Applications(controller, controller, settings, events, store, bundled, folder, Optional.empty());
    }

    private static void install(Applications applications, Path file) {
        applications.apply(List.of(new ApplicationChange.Install(file, file.toString(), false)), false);
    }

    private static void start(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Start(name)), false);
    }

    private static void stop(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Stop(name)), false);
    }

    private static void remove(Applications applications, String name) {
        applications.apply(List.of(new ApplicationChange.Remove(name)), false);
    }

    private static void update(Applications applications, Path file) {
        applications.apply(List.of(new ApplicationChange.Update(file, file.toString())), false);
    }

    /** Returns the state of an application and the reason. */
    private static String state(Applications applications, String name) {
        Application application = applications.find(name).orElseThrow();
        return application.reason().isEmpty()
                ? application.state().name()
                : "%s: %s".formatted(application.state(), application.reason());
    }

    @AfterEach
    void stopController() {
        applications.close();
        controller.close();
        store.close();
    }

    private ScriptedSwitch connect(Behavior behavior) throws IOException {
        ScriptedSwitch fake = ScriptedSwitch.connect(controller.address(), 1, Version.OF13, 4, behavior);
        await().until(() -> controller.switchOf(1).isPresent());
        return fake;
    }

    private static PacketIn packetIn(int number) {
        return PacketIn.of(1, number, Frames.udp(0xb, 0xa, 1, 2));
    }

    @Test
    void publishesItsChangesAsEvents() {
        install(applications, HUB);
        awaitEvents("installed");
        start(applications, "hub");
        awaitEvents("installed", "running");
        update(applications, HUB);
        stop(applications, "hub");
        awaitEvents("installed", "running", "stopped");
        remove(applications, "hub");
        awaitEvents("installed", "running", "stopped", "removed");
        Event last = events.published().getLast();
        assertThat(last.subject()).isEqualTo("hub");
        assertThat(last.text()).isEqualTo("application hub %s is removed", Beacon.version());
    }

    private void awaitEvents(String... changes) {
        await().untilAsserted(() -> assertThat(events.types())
                .containsExactlyElementsOf(
                        Stream.of(changes).map("application."::concat).toList()));
    }

    @Test
    void receivesPacketInsOnlyWhileItIsStarted() throws Exception {
        try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
            install(applications, HUB);
            assertThat(applications.list())
                    .containsExactly(new Application(
                            "hub",
                            Beacon.version(),
                            State.STOPPED,
                            "",
                            HUB.toString(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of()));
            var later = new AtomicLong();
            controller.register("z-later", new CountingForwarder(later));
            fake.send(packetIn(1));
            await().until(() -> later.get() == 1);
            start(applications, "hub");
            assertThat(state(applications, "hub")).isEqualTo("RUNNING");
            fake.send(packetIn(2));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
            stop(applications, "hub");
            fake.send(packetIn(3));
            await().until(() -> later.get() == 2);
            start(applications, "hub");
            fake.send(packetIn(4));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 2);
            remove(applications, "hub");
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
        try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
            install(applications, LEARNING_SWITCH);
            start(applications, "learningswitch");
            var later = new AtomicLong();
            controller.register("z-later", new CountingForwarder(later));
            fake.send(packetIn(1));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
            stop(applications, "learningswitch");
            fake.send(packetIn(2));
            await().until(() -> later.get() == 1);
        }
    }

    private static ApplicationConfiguration settings(String key, String value) {
        return new ApplicationConfiguration(
                Settings.read(null, Map.of(key, value), Map.of()).applicationValues());
    }

    /** Runs a task and returns the warnings and errors about an application; the log is that of all tests here. */
    private static List<String> warnings(String application, Runnable task) {
        return log(task, Level.WARN).stream()
                .filter(warning -> warning.contains(application))
                .toList();
    }

    /** Runs a task and returns the lines that are logged meanwhile, of a level or above. */
    private static List<String> log(Runnable task, Level level) {
        var events = new ListAppender<ILoggingEvent>();
        // Another thread may still be logging to the detached appender.
        events.list = new CopyOnWriteArrayList<>();
        var root = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        events.start();
        root.addAppender(events);
        try {
            task.run();
        } finally {
            root.detachAppender(events);
        }
        return events.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void wrongSettingIsOneErrorAndLogsNothing(@TempDir Path folder) {
        ApplicationConfiguration settings = settings("app.topology.probe-interval", "soon");
        try (var wrong = applications(settings, NONE_BUNDLED, folder)) {
            install(wrong, TOPOLOGY);
            List<String> warnings = warnings("topology", () -> assertThatThrownBy(() -> start(wrong, "topology"))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("cannot start application topology: app.topology.probe-interval = soon (command line): "
                            + "needs a time such as 10s or 500ms, from 1ms to 1h"));
            assertThat(warnings).isEmpty();
            assertThat(state(wrong, "topology")).isEqualTo("STOPPED");
        }
    }

    @Test
    void listsTheSettingsThatTheApplicationsRead() throws Exception {
        Settings settings =
                Settings.read(null, Map.of("apps", TOPOLOGY.toString(), "app.topology.settling-time", "1s"), Map.of());
        List<Setting.Value> all = Beacon.settings(settings, Path.of("apps"));
        assertThat(all).hasSize(Settings.ALL.size() + 4);
        assertThat(all.subList(Settings.ALL.size(), all.size()))
                .extracting(value -> value.setting().key(), Setting.Value::text, Setting.Value::origin)
                .containsExactly(
                        tuple("app.topology.lost-switch-timeout", "1m", "default"),
                        tuple("app.topology.plausible-latency", "5ms", "default"),
                        tuple("app.topology.probe-interval", "5s", "default"),
                        tuple("app.topology.settling-time", "1s", "command line"));
        assertThat(all.getLast().setting().description()).isNotEmpty();
    }

    @Test
    void timersOfAnApplicationEndWhenItStops() {
        var view = new ApplicationController(controller, "timer", () -> false);
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

    /** The application {@link Misbehaving}, in a folder. */
    private static Path misbehaving(Path folder) throws IOException {
        Path bundle = bundle(
                folder,
                "misbehaving",
                "Bundle-Activator: %s%nImport-Package: org.osgi.framework,net.beaconcontroller.api"
                        .formatted(Misbehaving.class.getName()));
        String file = Misbehaving.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(bundle.resolve(file).getParent());
        Files.copy(Bundles.of(Misbehaving.class).resolve(file), bundle.resolve(file));
        return bundle;
    }

    private ApplicationHealth health(String name) {
        return controller.health().stream()
                .filter(health -> health.application().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void exceptionsOfAnApplicationAreCountedAndLoggedWithItsName(@TempDir Path folder) throws Exception {
        try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
            install(applications, misbehaving(folder));
            List<String> warnings = warnings("misbehaving", () -> {
                start(applications, "misbehaving");
                await().until(() -> health("misbehaving").failures() == 1);
                send(fake, packetIn(1));
                await().until(() -> health("misbehaving").failures() == 2);
            });
            assertThat(warnings)
                    .containsExactly(
                            "application misbehaving: task of net.beaconcontroller.runtime.Misbehaving failed on "
                                    + "switch "
                                    + DatapathId.toString(1),
                            "application misbehaving: listener net.beaconcontroller.runtime.Misbehaving failed on a "
                                    + "message of switch " + DatapathId.toString(1));
        }
    }

    private static void send(ScriptedSwitch fake, Message message) {
        try {
            fake.send(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTimerThatAnApplicationHasNotEndedDoesNotKeepItsClassesLoaded(@TempDir Path folder) throws Exception {
        try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
            install(applications, misbehaving(folder));
            start(applications, "misbehaving");
            var loader = new WeakReference<>(applications.classLoaderOf("misbehaving"));
            await().until(() -> health("misbehaving").failures() == 1);
            remove(applications, "misbehaving");
            assertThat(controller.health())
                    .extracting(ApplicationHealth::application)
                    .doesNotContain("misbehaving");
            await().until(() -> {
                System.gc();
                return loader.refersTo(null);
            });
            assertThat(applications.leakedClassLoaders()).isEmpty();
            assertThat(fake.isClosed()).isFalse();
        }
    }

    @Test
    void classesThatAreStillInUseAfterTheRemovalAreReported(@TempDir Path folder) throws Exception {
        LogConfiguration.setLevel(org.slf4j.event.Level.WARN);
        install(applications, misbehaving(folder));
        start(applications, "misbehaving");
        List<ClassLoader> kept = List.of(applications.classLoaderOf("misbehaving"));
        remove(applications, "misbehaving");
        List<String> warnings = warnings(
                "misbehaving", () -> await().atMost(Duration.ofSeconds(30)).until(() -> {
                    System.gc();
                    return applications.leakedClassLoaders().equals(Map.of("misbehaving", kept.size()));
                }));
        assertThat(warnings)
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("application misbehaving: the classes of a version");
    }

    @Test
    void errorForAnUnknownApplicationListsTheInstalledOnes() {
        install(applications, HUB);
        assertThatThrownBy(() -> start(applications, "hup"))
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("hup")
                .hasMessageContaining("hub");
    }

    @Test
    void refusesAFileThatIsNoBundle(@TempDir Path folder) throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
        for (Path file : List.of(text, folder.resolve("missing.jar"), folder)) {
            assertThatThrownBy(() -> install(applications, file))
                    .isInstanceOf(ApplicationException.class)
                    .hasMessageContaining(file.toString());
        }
        assertThat(applications.list()).isEmpty();
    }

    /** An application without classes, in a folder. */
    private static Path bundle(Path folder, String name, String header) throws IOException {
        return Bundles.withoutClasses(folder.resolve(name), name, header);
    }

    @Test
    void errorListsTheMissingPackages(@TempDir Path folder) throws Exception {
        install(
                applications,
                bundle(
                        folder,
                        "user",
                        "Import-Package: a.b;version=\"[1.2,2)\",net.beaconcontroller.api;version=\"[7,8)\","
                                + "net.beaconcontroller.common,"
                                + "c;resolution:=optional"));
        assertThatThrownBy(() -> start(applications, "user"))
                .hasMessage("cannot start application user: needs package a.b of version 1.2.0 or later, before 2.0.0, "
                        + "which no installed application exports: install an application that exports it, or include "
                        + "the library in the bundle with bnd's -includeresource or Bundle-ClassPath "
                        + "(docs/applications.md, Third-party libraries); "
                        + "needs package net.beaconcontroller.api of version 7.0.0 or later, before 8.0.0; "
                        + "this controller has version "
                        + Beacon.version()
                        + "; needs package net.beaconcontroller.common, which no installed application exports: "
                        + "the application was built for another version of Beacon; build it for this one "
                        + "(CHANGELOG.md lists the packages that have new names)");

        install(applications, bundle(folder, "maker", "Export-Package: a.b;version=2.1"));
        assertThatThrownBy(() -> start(applications, "user"))
                .hasMessageContaining("application maker has version 2.1.0");
    }

    private static String service(String header, String name) {
        return header.equals("Provide-Capability")
                ? "Provide-Capability: osgi.service;objectClass:List<String>=\"%s\"".formatted(name)
                : "Require-Capability: osgi.service;effective:=active;filter:=\"(objectClass=%s)\"".formatted(name);
    }

    @Test
    void errorForAServiceThatNoApplicationProvidesHasARemedy(@TempDir Path folder) throws Exception {
        install(applications, bundle(folder, "user", service("Require-Capability", "a.b.Service")));
        assertThatThrownBy(() -> start(applications, "user"))
                .hasMessage("cannot start application user: needs service a.b.Service, which no installed application "
                        + "provides: install an application that provides it");
        assertThat(state(applications, "user")).isEqualTo("STOPPED");
    }

    @Test
    void startsApplicationsInAnyOrder(@TempDir Path folder) {
        var settings = new ApplicationConfiguration(Map.of());
        try (var other = applications(settings, NONE_BUNDLED, folder)) {
            other.startAll(Stream.of(Forwarding.class, Devices.class, LinkDiscovery.class)
                    .map(type -> Bundles.of(type).toString())
                    .toList());
            assertThat(settings.read())
                    .extracting(value -> value.setting().key())
                    .contains("app.topology.probe-interval", "app.devices.port-limit", "app.routing.flood-rate");
        }
    }

    @Test
    void theListSaysThatAnApplicationWithoutAComponentDoesNothing(@TempDir Path folder) throws Exception {
        Path library = bundle(folder, "library", "Export-Package: a.b");
        Path forgotten = bundle(folder, "forgotten", "Import-Package: net.beaconcontroller.api");
        for (Path file : List.of(library, forgotten)) {
            install(applications, file);
            start(applications, file.getFileName().toString());
        }
        assertThat(state(applications, "library")).isEqualTo("RUNNING");
        assertThat(state(applications, "forgotten"))
                .isEqualTo("RUNNING: does nothing, because it has no component: annotate a class with @Component of "
                        + "org.osgi.service.component.annotations, and build it with bnd");
    }

    @Test
    void refusesASecondApplicationOfTheSameNameWithBothOrigins(@TempDir Path folder) throws Exception {
        install(applications, HUB);
        Path second = bundle(folder, "hub", "Export-Package: a.b");
        assertThatThrownBy(() -> install(applications, second))
                .hasMessage(("cannot install %s: application hub %s (%s) has the same name; remove it or update it, "
                                + "or change the Bundle-SymbolicName of the new one")
                        .formatted(second, Beacon.version(), HUB));
        assertThat(applications.list()).hasSize(1);
    }

    private List<String> steps(ApplicationChange change, boolean dryRun) {
        return applications.apply(List.of(change), dryRun).stream()
                .map(step -> "%s %s%s"
                        .formatted(
                                step.action(), step.application(), step.reason().isEmpty() ? "" : ": " + step.reason()))
                .toList();
    }

    private void installForwarding() {
        for (Class<?> type : List.of(Forwarding.class, Devices.class, LinkDiscovery.class)) {
            install(applications, Bundles.of(type));
        }
    }

    @Test
    void startingAnApplicationStartsWhatItNeedsBefore() {
        installForwarding();
        var change = new ApplicationChange.Start("routing");
        List<String> announced = steps(change, true);
        assertThat(announced)
                .containsExactly(
                        "START topology: application devices needs its service Topology",
                        "START devices: application routing needs its service Devices",
                        "START routing");
        assertThat(state(applications, "topology")).as("after a dry run").isEqualTo("STOPPED");
        assertThat(steps(change, false)).isEqualTo(announced);
        assertThat(applications.list()).extracting(Application::state).containsOnly(State.RUNNING);
        assertThat(applications.find("devices").orElseThrow().neededBy()).containsExactly("routing");
    }

    @Test
    void applicationsWaitWhileWhatTheyNeedIsStopped() {
        installForwarding();
        start(applications, "routing");
        assertThat(steps(new ApplicationChange.Stop("topology"), false))
                .containsExactlyInAnyOrder(
                        "WAIT devices: needs service Topology",
                        "WAIT routing: needs service Devices, service Topology",
                        "STOP topology");
        assertThat(state(applications, "devices"))
                .isEqualTo("WAITING: needs service Topology: application topology is stopped");
        assertThat(steps(new ApplicationChange.Start("topology"), false))
                .containsExactly(
                        "START topology",
                        "RESUME devices: its needs are available again",
                        "RESUME routing: its needs are available again");
        assertThat(applications.list()).extracting(Application::state).containsOnly(State.RUNNING);
    }

    @Test
    void applicationsThatLackAPackageWaitForItsExporter(@TempDir Path folder) throws Exception {
        Path maker = bundle(folder, "maker", "Export-Package: a.b;version=1");
        install(applications, maker);
        install(applications, bundle(folder, "user", "Import-Package: a.b"));
        start(applications, "user");
        remove(applications, "maker");
        assertThat(state(applications, "user"))
                .startsWith("WAITING: needs package a.b, which no installed application");
        install(applications, maker);
        assertThat(applications.find("user").orElseThrow().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void changesNothingIfOneOfSeveralChangesFails(@TempDir Path folder) throws Exception {
        install(applications, HUB);
        start(applications, "hub");
        install(applications, bundle(folder, "broken", "Bundle-Activator: a.Missing"));
        assertThatThrownBy(() -> applications.apply(
                        List.of(
                                new ApplicationChange.Install(TOPOLOGY, "t", true),
                                new ApplicationChange.Remove("hub"),
                                new ApplicationChange.Start("broken")),
                        false))
                .hasMessageStartingWith("cannot start application broken: ");
        assertThat(applications.list()).extracting(Application::name).containsExactly("broken", "hub");
        assertThat(state(applications, "hub")).isEqualTo("RUNNING");
        assertThat(state(applications, "broken")).isEqualTo("STOPPED");
    }

    @Test
    void anUpdateThatDoesNotStartLeavesTheRunningVersion(@TempDir Path folder) throws Exception {
        install(applications, HUB);
        start(applications, "hub");
        Path broken = bundle(folder, "hub", "Bundle-Activator: a.Missing");
        assertThatThrownBy(() -> update(applications, broken))
                .hasMessageStartingWith("cannot update application hub to version 1.0.0: ")
                .hasMessageEndingWith("; version %s continues", Beacon.version());
        assertThat(applications.find("hub").orElseThrow().version()).isEqualTo(Beacon.version());
        assertThat(state(applications, "hub")).isEqualTo("RUNNING");
    }

    @Test
    void theListShowsAnApplicationAsRunningWhileItIsUpdated() throws Exception {
        install(applications, HUB);
        start(applications, "hub");
        var states = ConcurrentHashMap.<String>newKeySet();
        var isUpdated = new AtomicBoolean();
        var listing = CompletableFuture.runAsync(
                () -> {
                    while (!isUpdated.get()) {
                        applications.list().forEach(application -> states.add(application.toString()));
                    }
                },
                Thread.ofPlatform()::start);
        for (int i = 0; i < 30; i++) {
            update(applications, HUB);
        }
        isUpdated.set(true);
        listing.join();
        assertThat(states)
                .containsExactly(applications.find("hub").orElseThrow().toString());
    }

    @Test
    void refusesAnUpdateThatAnotherApplicationCannotUse(@TempDir Path folder) throws Exception {
        Path first = bundle(folder, "maker", "Export-Package: a.b;version=1");
        install(applications, first);
        install(applications, bundle(folder, "user", "Import-Package: a.b;version=\"[1,2)\""));
        start(applications, "user");
        Path second = bundle(folder.resolve("second"), "maker", "Export-Package: a.b;version=2");
        assertThatThrownBy(() -> update(applications, second))
                .hasMessage("cannot update application maker to version 1.0.0: application user needs package a.b of "
                        + "version 1.0.0 or later, before 2.0.0; application maker has version 2.0.0; "
                        + "version 1.0.0 stays");
        assertThat(applications.find("user").orElseThrow().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void changesSurviveARestart(@TempDir Path bundledFolder) throws Exception {
        Files.copy(jarOf(TOPOLOGY), bundledFolder.resolve("topology.jar"));
        var bundled = new BundledApplications(bundledFolder);
        applications.close();
        var settings = new ApplicationConfiguration(Map.of());
        try (var first = applications(settings, bundled, data)) {
            first.startAllAndRecorded(List.of("topology"));
            install(first, HUB);
            install(first, LEARNING_SWITCH);
            start(first, "hub");
            stop(first, "topology");
        }
        try (var second = applications(settings, bundled, data)) {
            second.startAllAndRecorded(List.of("topology"));
            assertThat(second.list())
                    .extracting(Application::name, Application::state, Application::origin)
                    .containsExactly(
                            tuple("hub", State.RUNNING, HUB.toString()),
                            tuple("learningswitch", State.STOPPED, LEARNING_SWITCH.toString()),
                            tuple("topology", State.STOPPED, "built in"));
            remove(second, "hub");
            remove(second, "topology");
        }
        try (var third = applications(settings, bundled, data)) {
            third.startAllAndRecorded(List.of("topology"));
            assertThat(third.list()).extracting(Application::name).containsExactly("learningswitch");
        }
        applications = applications(settings, NONE_BUNDLED, data);
    }

    @Test
    void anApplicationThatDoesNotStartWithTheControllerAnyMoreHasFailedUntilItIsUpdated(@TempDir Path folder)
            throws Exception {
        applications.close();
        var settings = new ApplicationConfiguration(Map.of());
        Path maker = bundle(folder, "maker", "Export-Package: a.b");
        try (var first = applications(settings, NONE_BUNDLED, data)) {
            install(first, maker);
            install(first, bundle(folder, "user", "Import-Package: a.b"));
            start(first, "user");
        }
        store.commit(List.of(Change.delete("applications", "maker")));
        try (var second = applications(settings, NONE_BUNDLED, data)) {
            second.startAllAndRecorded(List.of());
            Application user = second.find("user").orElseThrow();
            assertThat(user.state()).isEqualTo(State.FAILED);
            assertThat(user.reason()).startsWith("cannot start application user: needs package a.b");
            update(second, bundle(folder, "user", "Export-Package: c"));
            assertThat(state(second, "user")).isEqualTo("RUNNING");
        }
        applications = applications(settings, NONE_BUNDLED, data);
        applications.startAllAndRecorded(List.of());
        assertThat(state(applications, "user")).isEqualTo("RUNNING");
    }

    /** Returns a JAR file with the contents of an application. */
    private Path jarOf(Path application) throws IOException {
        return Files.isDirectory(application)
                ? new ApplicationStore(data.resolve("jars"), store).copy(application)
                : application;
    }

    @Test
    void runsABundleThatIsWrittenForAnyOsgiFramework(@TempDir Path folder) throws Exception {
        LogConfiguration.setLevel(org.slf4j.event.Level.INFO);
        Path jar = Bundles.build(folder, "org.example.counter", FrameCounterManager.class);
        List<String> lines = log(
                () -> {
                    try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
                        applications.apply(List.of(new ApplicationChange.Install(jar, "counter.jar", true)), false);
                        assertThat(state(applications, "org.example.counter")).isEqualTo("RUNNING");
                        send(fake, packetIn(1));
                        await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
                        remove(applications, "org.example.counter");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Level.INFO);
        assertThat(lines)
                .anyMatch(line -> line.matches("Started org.example.counter_1.0.0 \\[\\d+\\] with 1 switches"))
                .contains("Stopped after 1 frames");
    }

    @Test
    void changingTheFileOfAnApplicationDoesNotDisturbIt(@TempDir Path folder) throws Exception {
        Path jar = Files.copy(jarOf(LEARNING_SWITCH), folder.resolve("learningswitch.jar"));
        install(applications, jar);
        Files.writeString(jar, "no JAR any more");
        try (ScriptedSwitch fake = connect(Behavior.RESPONSIVE)) {
            start(applications, "learningswitch");
            fake.send(packetIn(1));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
        }
    }

    @Test
    void keepsTheCopyOfAnApplicationThatIsNotRecordedUntilTheNextStart() throws Exception {
        applications.startAll(List.of(jarOf(LEARNING_SWITCH).toString()));
        assertThat(data.resolve("applications")).isDirectoryContaining("glob:**.jar");
        applications.close();
        applications = applications(new ApplicationConfiguration(Map.of()), NONE_BUNDLED, data);
        assertThat(data.resolve("applications")).isEmptyDirectory();
    }

    /** A continuous stream of packet-ins from a switch, and a listener at the head of the pipeline that counts them. */
    private final class Load implements AutoCloseable {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong received = new AtomicLong();
        private final AtomicBoolean stop = new AtomicBoolean();
        private final ScriptedSwitch fake;
        private final CompletableFuture<Void> sending;

        Load() throws IOException {
            fake = connect(Behavior.DISCARDING);
            controller.register("a-counter", (PacketInListener) (_, _) -> {
                received.incrementAndGet();
                return Next.PASS;
            });
            byte[] packetIn = Messages.encode(packetIn(1), Version.OF13, 1);
            sending = CompletableFuture.runAsync(
                    () -> {
                        try {
                            while (!stop.get()) {
                                if (sent.get() - received.get() < 100) {
                                    fake.sendBytes(packetIn);
                                    sent.incrementAndGet();
                                } else {
                                    Thread.onSpinWait();
                                }
                            }
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Thread.ofPlatform()::start);
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
    void stoppingAndStartingAnApplicationManyTimesUnderLoadLosesNoPacketIn() throws Exception {
        install(applications, HUB);
        try (var load = new Load()) {
            for (int i = 0; i < UPDATES; i++) {
                start(applications, "hub");
                long before = load.received.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.received.get() > before);
                stop(applications, "hub");
            }
            load.assertNothingLost();
            assertThat(load.sent).hasValueGreaterThan(1000);
        }
    }

    @Test
    @Timeout(120)
    void installingAndUninstallingManyTimesUnderLoadReleasesTheClassLoaders() throws Exception {
        var loaders = new ArrayList<WeakReference<ClassLoader>>();
        try (var load = new Load()) {
            for (int i = 0; i < UPDATES; i++) {
                install(applications, LEARNING_SWITCH);
                start(applications, "learningswitch");
                loaders.add(new WeakReference<>(applications.classLoaderOf("learningswitch")));
                long before = load.received.get();
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> load.received.get() > before);
                remove(applications, "learningswitch");
            }
            load.assertNothingLost();
        }
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loaders).filteredOn(loader -> loader.get() != null).isEmpty();
        });
    }
}
