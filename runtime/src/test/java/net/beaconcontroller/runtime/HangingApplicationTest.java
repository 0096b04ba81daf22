package net.beaconcontroller.runtime;

import static net.beaconcontroller.runtime.TestApplications.install;
import static net.beaconcontroller.runtime.TestApplications.remove;
import static net.beaconcontroller.runtime.TestApplications.start;
import static net.beaconcontroller.runtime.TestApplications.stop;
import static net.beaconcontroller.runtime.TestApplications.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application whose constructor or {@code @Deactivate} does not return is failed, and disturbs no other one. */
@Timeout(60)
class HangingApplicationTest {
    private static final Path HUB = Bundles.of(Hub.class);
    private static final Duration LIMIT = Duration.ofMillis(1500);
    private static final String THREAD = "beacon-app-app";

    /** A component that hangs in its constructor or when it stops, until the test ends. */
    private static String component(String inConstructor, String whenItStops) {
        return """
                package sample;

                import net.beaconcontroller.api.*;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Sample implements PacketInListener {
                    private final Events events;

                    @Activate
                    public Sample(@Reference Events events) throws Exception {
                        this.events = events;
                        %s
                        note("started");
                    }

                    private void note(String text) {
                        events.publish(
                                new Event("sample.note", "sample", Event.Severity.INFO, text, java.util.Map.of()));
                    }

                    @Override
                    public Next packetIn(Switch sw, PacketInContext in) {
                        return Next.PASS;
                    }

                    @Deactivate
                    void close() throws Exception {
                        %s
                        note("stopped");
                    }

                    /** Hangs until the system property is set, also if the thread is interrupted. */
                    private void hang() {
                        while (!Boolean.getBoolean("%s")) {
                            java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
                            Thread.interrupted();
                        }
                    }
                }
                """.formatted(inConstructor, whenItStops, RELEASED);
    }

    private static final String RELEASED = HangingApplicationTest.class.getName();
    private static final String HANG = "hang();";
    private static final String WAIT = "Thread.sleep(60_000);";

    @TempDir
    private Path folder;

    private final TestEvents events = new TestEvents();
    private final TestStore store = new TestStore();
    private final List<Applications> opened = new ArrayList<>();
    private Applications applications;

    @BeforeEach
    void startApplications() {
        System.clearProperty(RELEASED);
        open();
    }

    private void open() {
        applications = TestApplications.start(events, store, folder.resolve("data"), Optional.of(LIMIT));
        opened.add(applications);
    }

    @AfterEach
    void stopApplications() {
        release();
        opened.forEach(Applications::close);
        store.close();
    }

    private void release() {
        System.setProperty(RELEASED, "true");
    }

    private Path build(String version, String inConstructor, String whenItStops) throws Exception {
        return Bundles.compile(
                folder, "app", version, List.of(), Map.of(), List.of(component(inConstructor, whenItStops)));
    }

    private Application application() {
        return applications.find("app").orElseThrow();
    }

    private void awaitState(State state) {
        await().untilAsserted(() -> assertThat(application().state()).isEqualTo(state));
    }

    private List<String> notes() {
        return events.published().stream()
                .filter(event -> event.type().equals("sample.note"))
                .map(Event::text)
                .toList();
    }

    /** Changes another application in each way. */
    private void assertThatOthersChange() {
        long begin = System.nanoTime();
        install(applications, HUB);
        update(applications, HUB);
        assertThat(applications.find("hub").orElseThrow().state()).isEqualTo(State.RUNNING);
        stop(applications, "hub");
        start(applications, "hub");
        remove(applications, "hub");
        assertThat(System.nanoTime() - begin).isLessThan(Duration.ofSeconds(5).toNanos());
    }

    private void assertFailed(String reason) {
        Application application = application();
        assertThat(application.state()).isEqualTo(State.FAILED);
        assertThat(Stream.concat(Stream.of(application.reason()), application.hanging().stream()))
                .hasSize(2)
                .allSatisfy(text -> assertThat(text)
                        .matches(reason + " has not returned for \\d+ s: thread " + THREAD
                                + ", at sample\\.Sample\\..*\\(Sample\\.java:\\d+\\)"));
    }

    @Test
    void anApplicationThatHangsInItsConstructorHasFailedUntilTheConstructorReturns() throws Exception {
        install(applications, build("1.0.0", HANG, ""));
        assertFailed("start of version 1.0.0");
        assertThatOthersChange();
        release();
        awaitState(State.RUNNING);
        assertThat(application().hanging()).isEmpty();
        assertThat(notes()).containsExactly("started");
    }

    @Test
    void anApplicationThatIsStoppedWhileItHangsStopsWhenItsConstructorReturns() throws Exception {
        install(applications, build("1.0.0", HANG, ""));
        stop(applications, "app");
        assertFailed("start of version 1.0.0");
        assertThatThrownBy(() -> start(applications, "app"))
                .hasMessageStartingWith("cannot start application app: start of version 1.0.0 has not returned");
        release();
        awaitState(State.STOPPED);
        await().untilAsserted(() -> assertThat(notes()).containsExactly("started", "stopped"));
    }

    @Test
    void aConstructorThatWaitsIsInterruptedWhenTheApplicationIsStopped() throws Exception {
        install(applications, build("1.0.0", WAIT, ""));
        assertFailed("start of version 1.0.0");
        stop(applications, "app");
        assertThat(application().state()).isEqualTo(State.STOPPED);
        assertThat(notes()).isEmpty();
    }

    @Test
    void anApplicationThatHangsWhenItStopsHasFailed() throws Exception {
        install(applications, build("1.0.0", "", HANG));
        stop(applications, "app");
        assertFailed("stop of version 1.0.0");
        assertThatOthersChange();
        release();
        awaitState(State.STOPPED);
        assertThat(notes()).containsExactly("started", "stopped");
    }

    @Test
    void anApplicationThatHangsCanBeRemovedAndInstalledAgain() throws Exception {
        install(applications, build("1.0.0", HANG, ""));
        remove(applications, "app");
        assertThat(applications.list()).isEmpty();
        install(applications, build("2.0.0", "", ""));
        assertThat(application().state()).isEqualTo(State.RUNNING);
        assertThat(application().hanging())
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("start of version 1.0.0 has not returned");
        release();
        await().untilAsserted(() -> assertThat(application().hanging()).isEmpty());
        assertThat(application().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void anUpdateThatHangsIsRefusedAndItsThreadIsNamed() throws Exception {
        install(applications, build("1.0.0", "", ""));
        Path update = build("2.0.0", HANG, "");
        assertThatThrownBy(() -> update(applications, update))
                .hasMessageStartingWith(
                        "cannot update application app to version 2.0.0: start of version 2.0.0 has not returned")
                .hasMessageEndingWith("; version 1.0.0 continues");
        assertThat(application().state()).isEqualTo(State.RUNNING);
        assertThat(application().hanging())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("version 2.0.0", "thread " + THREAD);
        update(applications, build("3.0.0", "", ""));
        assertThat(application().version()).isEqualTo("3.0.0");
        assertThat(application().state()).isEqualTo(State.RUNNING);
        release();
        await().untilAsserted(() -> assertThat(application().hanging()).isEmpty());
    }

    @Test
    void anUpdateReplacesAVersionThatHangsWhenItStops() throws Exception {
        install(applications, build("1.0.0", "", HANG));
        update(applications, build("2.0.0", "", ""));
        assertThat(application().version()).isEqualTo("2.0.0");
        assertThat(application().state()).isEqualTo(State.RUNNING);
        assertThat(application().hanging())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("stop of version 1.0.0", "thread " + THREAD);
        release();
        await().untilAsserted(() -> assertThat(application().hanging()).isEmpty());
    }

    @Test
    void theOtherApplicationsOfTheRecordStartAndTheControllerStops() throws Exception {
        install(applications, build("1.0.0", HANG, ""));
        install(applications, HUB);
        long begin = System.nanoTime();
        applications.close();
        open();
        applications.startAllAndRecorded(List.of());
        assertFailed("start of version 1.0.0");
        assertThat(applications.find("hub").orElseThrow().state()).isEqualTo(State.RUNNING);
        assertThat(System.nanoTime() - begin).isLessThan(Duration.ofSeconds(10).toNanos());
    }
}
