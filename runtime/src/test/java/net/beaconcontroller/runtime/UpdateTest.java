package net.beaconcontroller.runtime;

import static net.beaconcontroller.runtime.TestApplications.install;
import static net.beaconcontroller.runtime.TestApplications.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import aQute.bnd.osgi.Constants;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An update, as seen by the components of the application and by those of others that use its services. */
class UpdateTest {
    /** Publishes events of the type "saw", whose texts the tests compare. */
    private static final String LOG = """
            package sample;

            final class Log {
                private final net.beaconcontroller.api.Events events;
                private final String prefix;

                Log(net.beaconcontroller.api.Events events, String prefix) {
                    this.events = events;
                    this.prefix = prefix;
                }

                void add(String text) {
                    events.publish(new net.beaconcontroller.api.Event(
                            "sample.saw", "sample", net.beaconcontroller.api.Event.Severity.INFO, prefix + text,
                            java.util.Map.of()));
                }
            }
            """;

    private static final String IMPORTS = """
            package sample;

            import limits.Limit;
            import net.beaconcontroller.api.*;
            import org.osgi.framework.BundleContext;
            import org.osgi.service.component.annotations.*;
            """;

    private static final String LIMIT = """
            package limits;

            public interface Limit {
                String version();
            }
            """;

    /** A service with its version, by its class and by the interface. */
    private static final String QUOTA = IMPORTS + """
            @Component(service = {Quota.class, Limit.class})
            public final class Quota implements Limit {
                private final String version;

                @Activate
                public Quota(BundleContext context) {
                    version = context.getBundle().getVersion().toString();
                }

                @Override
                public String version() {
                    return version;
                }
            }
            """;

    /** A component with a reference to a service of a type. */
    private static String user(String type) {
        return IMPORTS + """
                @Component
                public final class User {
                    @Activate
                    public User(@Reference Events events, @Reference %s service, BundleContext context) {
                        new Log(events, context.getBundle().getVersion() + " has ").add(service.version());
                    }
                }
                """.formatted(type);
    }

    /** A component with a dynamic reference of a cardinality, which publishes each change of its services. */
    private static String watcher(String cardinality) {
        return IMPORTS + """
                @Component(immediate = true)
                public final class Watcher_%1$s {
                    private final Log log;
                    private final java.util.Set<String> bound = new java.util.TreeSet<>();
                    private boolean active = true;

                    @Activate
                    public Watcher_%1$s(@Reference Events events, BundleContext context) {
                        log = new Log(events, "%1$s in " + context.getBundle().getSymbolicName() + " has ");
                    }

                    @Reference(policy = ReferencePolicy.DYNAMIC, cardinality = ReferenceCardinality.%1$s)
                    synchronized void bind(Limit service) {
                        bound.add(service.version());
                        log.add(String.join(" and ", bound));
                    }

                    synchronized void unbind(Limit service) {
                        bound.remove(service.version());
                        if (active) {
                            log.add(bound.isEmpty() ? "none" : String.join(" and ", bound));
                        }
                    }

                    @Deactivate
                    synchronized void close() {
                        active = false;
                    }
                }
                """.formatted(cardinality);
    }

    private static final List<String> CARDINALITIES = List.of("MANDATORY", "OPTIONAL", "MULTIPLE");

    /** Components with dynamic references, and one with a static reference. */
    private static final List<String> CONSUMER = Stream.concat(
                    Stream.of(LOG, user("Limit")), CARDINALITIES.stream().map(UpdateTest::watcher))
            .toList();

    @TempDir
    private Path folder;

    private final TestEvents events = new TestEvents();
    private final TestStore store = new TestStore();
    private Applications applications;

    @BeforeEach
    void start() {
        applications = TestApplications.start(events, store, folder.resolve("data"));
    }

    @AfterEach
    void stop() {
        applications.close();
        store.close();
    }

    private Path build(String name, String version, String... sources) throws Exception {
        return Bundles.compile(folder, name, version, List.of(), Map.of(), List.of(sources));
    }

    /** Returns what the components of the samples have published. */
    private List<String> seen() {
        return events.published().stream()
                .filter(event -> event.type().equals("sample.saw"))
                .map(Event::text)
                .toList();
    }

    private void assertRuns(String name, String version) {
        Application application = applications.find(name).orElseThrow();
        assertThat(application.state()).as(application.reason()).isEqualTo(State.RUNNING);
        assertThat(application.version()).isEqualTo(version);
    }

    // Components of one bundle

    @Test
    void aComponentReceivesTheServiceOfItsOwnVersionByClass() throws Exception {
        install(applications, build("app", "1.0.0", LOG, LIMIT, QUOTA, user("Quota")));
        update(applications, build("app", "2.0.0", LOG, LIMIT, QUOTA, user("Quota")));
        assertRuns("app", "2.0.0");
        assertThat(seen()).containsExactly("1.0.0 has 1.0.0", "2.0.0 has 2.0.0");
    }

    @Test
    void aComponentReceivesTheServiceOfItsOwnVersionByAnInterfaceOfTheBundle() throws Exception {
        install(applications, build("app", "1.0.0", LOG, LIMIT, QUOTA, user("Limit")));
        update(applications, build("app", "2.0.0", LOG, LIMIT, QUOTA, user("Limit")));
        assertRuns("app", "2.0.0");
        assertThat(seen()).containsExactly("1.0.0 has 1.0.0", "2.0.0 has 2.0.0");
    }

    @Test
    void aDynamicReferenceBindsTheServicesOfItsOwnVersionOnly() throws Exception {
        install(applications, build("app", "1.0.0", LOG, LIMIT, QUOTA, watcher("MULTIPLE")));
        update(applications, build("app", "2.0.0", LOG, LIMIT, QUOTA, watcher("MULTIPLE")));
        assertRuns("app", "2.0.0");
        // The services of the old version end with it.
        assertThat(seen())
                .containsExactly("MULTIPLE in app has 1.0.0", "MULTIPLE in app has 2.0.0", "MULTIPLE in app has none");
    }

    @Test
    void aVersionUsesItsOwnClassesOfThePackagesThatItExportsAndImports() throws Exception {
        Map<String, String> instructions = Map.of(Constants.EXPORT_PACKAGE, "limits;version=1.0");
        String limit = LIMIT.replace("}", "default String added() { return version(); } }");
        install(
                applications,
                Bundles.compile(
                        folder, "app", "1.0.0", List.of(), instructions, List.of(LOG, LIMIT, QUOTA, user("Limit"))));
        update(
                applications,
                Bundles.compile(
                        folder,
                        "app",
                        "2.0.0",
                        List.of(),
                        instructions,
                        List.of(LOG, limit, QUOTA, user("Limit").replace("service.version()", "service.added()"))));
        assertRuns("app", "2.0.0");
        assertThat(seen()).containsExactly("1.0.0 has 1.0.0", "2.0.0 has 2.0.0");
    }

    // Consumers in another bundle

    private Path build(String name, String version, List<Path> libraries, String export, List<String> sources)
            throws Exception {
        Map<String, String> instructions = export.isEmpty() ? Map.of() : Map.of("-exportcontents", export);
        return Bundles.compile(folder, name, version, libraries, instructions, sources);
    }

    /** Returns what the component with a dynamic reference of a cardinality has published. */
    private List<String> seenBy(String cardinality) {
        return seen().stream().filter(text -> text.startsWith(cardinality)).toList();
    }

    @Test
    void aConsumerHasTheServiceOfTheOldVersionOrOfTheNewOne() throws Exception {
        Path limits = build("limits", "1.0.0", List.of(), "limits", List.of(LIMIT));
        install(applications, limits);
        install(applications, build("app", "1.0.0", List.of(limits), "", List.of(QUOTA)));
        install(applications, build("consumer", "1.0.0", List.of(limits), "", CONSUMER));
        Path broken = build(
                "app",
                "1.5.0",
                List.of(limits),
                "",
                List.of(QUOTA.replace("context.getBundle()", "context.getBundle(-1)")));
        assertThatThrownBy(() -> update(applications, broken))
                .hasMessageContaining("NullPointerException")
                .hasMessageEndingWith("version 1.0.0 continues");
        assertRuns("app", "1.0.0");
        assertThat(seen()).hasSize(4).allMatch(text -> text.endsWith(" has 1.0.0"));

        update(applications, build("app", "2.0.0", List.of(limits), "", List.of(QUOTA)));
        for (String cardinality : CARDINALITIES) {
            String has = cardinality + " in consumer has ";
            assertThat(seenBy(cardinality)).containsExactly(has + "1.0.0", has + "1.0.0 and 2.0.0", has + "2.0.0");
        }
        assertThat(seenBy("1.0.0")).containsExactly("1.0.0 has 1.0.0", "1.0.0 has 2.0.0");
        assertRuns("consumer", "1.0.0");
    }

    @Test
    void aConsumerOfAnInterfaceOfTheProviderHasTheServiceOfTheOldVersionOrOfTheNewOne() throws Exception {
        Path app = build("app", "1.0.0", List.of(), "limits;version=1.0", List.of(LIMIT, QUOTA));
        install(applications, app);
        install(applications, build("consumer", "1.0.0", List.of(app), "", CONSUMER));
        update(applications, build("app", "2.0.0", List.of(), "limits;version=1.0", List.of(LIMIT, QUOTA)));
        for (String cardinality : CARDINALITIES) {
            String has = cardinality + " in consumer has ";
            assertThat(seenBy(cardinality)).containsExactly(has + "1.0.0", has + "2.0.0");
        }
        assertThat(seenBy("1.0.0")).containsExactly("1.0.0 has 1.0.0", "1.0.0 has 2.0.0");
        assertRuns("consumer", "1.0.0");
    }
}
