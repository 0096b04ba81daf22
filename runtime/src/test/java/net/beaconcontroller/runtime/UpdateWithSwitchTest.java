package net.beaconcontroller.runtime;

import static net.beaconcontroller.runtime.TestApplications.install;
import static net.beaconcontroller.runtime.TestApplications.remove;
import static net.beaconcontroller.runtime.TestApplications.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates in a controller with a switch: the order of the calls, and the recipes of docs/applications.md. */
class UpdateWithSwitchTest {
    private static final long MARKER = CookieRange.of("marker").first();

    /** Publishes its calls as events. */
    private static final String RECORDER = """
            package sample;

            import net.beaconcontroller.api.*;
            import org.osgi.framework.BundleContext;
            import org.osgi.service.component.annotations.*;

            @Component
            public final class Recorder implements SwitchListener {
                private final Events events;
                private final Controller controller;
                private final String version;

                @Activate
                public Recorder(@Reference Events events, @Reference Controller controller, BundleContext context) {
                    this.events = events;
                    this.controller = controller;
                    version = context.getBundle().getVersion().toString();
                    note("constructed");
                }

                private void note(String call) {
                    events.publish(new Event(
                            "sample.called", "sample", Event.Severity.INFO, version + " " + call, java.util.Map.of()));
                }

                @Override
                public void switchEvent(SwitchEvent event) {
                    if (event instanceof SwitchEvent.Connected) {
                        note("connected");
                    }
                }

                @Deactivate
                void close() {
                    note(controller.hasSuccessor() ? "deactivated with a successor" : "deactivated");
                }
            }
            """;

    @TempDir
    private Path folder;

    private final TestEvents events = new TestEvents();
    private final TestStore store = new TestStore();
    private OpenFlowController controller;
    private Applications applications;
    private Network network;

    @BeforeEach
    void start() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        applications = new Applications(
                controller,
                controller,
                new ApplicationConfiguration(Map.of()),
                events,
                store,
                new BundledApplications(Path.of("none")),
                folder.resolve("data"),
                Optional.empty());
        controller.start();
        network = Network.start(
                NetworkSpec.of("single,2"), controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        await().until(() -> controller.switches().size() == 1);
    }

    @AfterEach
    void stop() {
        network.close();
        applications.close();
        controller.close();
        store.close();
    }

    private Path build(String name, String version, String... types) throws Exception {
        return Bundles.compile(folder, name, version, List.of(), Map.of(), DocumentationTest.recipes(types));
    }

    private List<String> calls() {
        return events.published().stream()
                .filter(event -> event.type().equals("sample.called"))
                .map(Event::text)
                .toList();
    }

    @Test
    void theNewVersionReceivesTheSwitchesBeforeTheOldOneIsDeactivated() throws Exception {
        install(applications, Bundles.compile(folder, "app", "1.0.0", List.of(), Map.of(), List.of(RECORDER)));
        update(applications, Bundles.compile(folder, "app", "2.0.0", List.of(), Map.of(), List.of(RECORDER)));
        remove(applications, "app");
        assertThat(calls())
                .containsExactly(
                        "1.0.0 constructed",
                        "1.0.0 connected",
                        "2.0.0 constructed",
                        "2.0.0 connected",
                        "1.0.0 deactivated with a successor",
                        "2.0.0 deactivated");
    }

    private long markerFlows() {
        return network.flows("s1").stream()
                .filter(flow -> flow.cookie() == MARKER)
                .count();
    }

    @Test
    void theFlowsOfTheApplicationStayAtAnUpdateAndGoWhenItStops() throws Exception {
        install(applications, build("marker", "1.0.0", "Marker"));
        await().until(() -> markerFlows() == 1);
        Path update = build("marker", "2.0.0", "Marker");
        update(applications, update);
        // of the messages of the update, this is the last one
        var barrier = controller.switches().iterator().next().request(new BarrierRequest());
        assertThat(barrier.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(10));
        assertThat(markerFlows()).isEqualTo(1);
        remove(applications, "marker");
        await().until(() -> markerFlows() == 0);
    }

    @Test
    void theComponentsOfAnApplicationFindEachOtherAtEachUpdate() throws Exception {
        install(applications, build("limited-hub", "1.0.0", "Quota", "LimitedHub"));
        for (String version : List.of("2.0.0", "3.0.0")) {
            update(applications, build("limited-hub", version, "Quota", "LimitedHub"));
            Application updated = applications.find("limited-hub").orElseThrow();
            assertThat(updated.state()).isEqualTo(State.RUNNING);
            assertThat(updated.version()).isEqualTo(version);
        }
        assertThat(network.pingAll(Duration.ofSeconds(10)).lost()).isEmpty();
    }
}
