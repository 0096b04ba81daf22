package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestStore;

/** A controller with access rules and another application, and an emulated network. */
final class AclNetwork implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TestStore store = new TestStore();
    private final ApplicationSettings settings;
    private final Clock clock = Clock.system(ZoneOffset.UTC);
    final LiveController controller;
    final Network network;
    RuleBook book;
    Enforcement enforcement;
    private Registration registration;

    private AclNetwork(String topology, Version version, String defaultVerdict, Listener forwarder)
            throws IOException, TimeoutException, InterruptedException {
        settings = ApplicationSettings.of(Map.of("default", defaultVerdict));
        controller = LiveController.start();
        book = new RuleBook(settings, controller, store, clock);
        enforcement = new Enforcement(controller, book);
        registration = controller.register("acl", enforcement);
        controller.register("forwarder", forwarder);
        network = controller.emulate(topology, version);
    }

    static AclNetwork start(String topology, Version version, Listener forwarder) throws Exception {
        return new AclNetwork(topology, version, "allow", forwarder);
    }

    static AclNetwork start(String topology, Version version, Listener forwarder, Verdict defaultVerdict)
            throws Exception {
        return new AclNetwork(topology, version, defaultVerdict.toString(), forwarder);
    }

    /** Replaces the application by one that has just started. */
    void restart() {
        registration.close();
        enforcement.close();
        book.close();
        book = new RuleBook(settings, controller, store, clock);
        enforcement = new Enforcement(controller, book);
        registration = controller.register("acl", enforcement);
    }

    /** Waits until the rules are installed in all switches. */
    void awaitInstalled() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).untilAsserted(() -> assertThat(
                        enforcement.statuses().values())
                .hasSize(controller.switches().size())
                .allMatch(status -> status.state() == SwitchRules.State.INSTALLED));
    }

    /** Adds a rule at the end, and waits until it is installed. */
    void add(String rule) {
        book.add(Draft.of(rule), Integer.MAX_VALUE);
        awaitInstalled();
    }

    /** Replaces all rules, and waits until they are installed. */
    void replace(List<String> rules) {
        book.replaceAll(rules.stream().map(Draft::of).toList());
        awaitInstalled();
    }

    /** Returns the flows of the access rules in a switch. */
    List<FlowStats> flows(String sw) {
        return network.flows(sw).stream()
                .filter(flow -> AclFlow.COOKIES.contains(flow.cookie()))
                .toList();
    }

    /** Returns the number of flow-mods that were sent to all switches. */
    long flowMods() {
        return controller.switches().stream()
                .map(Switch::counters)
                .mapToLong(counters -> counters.sent(MessageType.FLOW_MOD))
                .sum();
    }

    @Override
    public void close() throws IOException {
        controller.close();
        enforcement.close();
        book.close();
        store.close();
    }
}
