package net.beaconcontroller.staticflows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryFile;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.staticflows.Catalog.Edit;
import net.beaconcontroller.staticflows.Catalog.Outcome;
import net.beaconcontroller.staticflows.SwitchStatus.State;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;

/** A controller with the application, a store, and an emulated network. */
final class StaticNetwork implements AutoCloseable {
    final TestStore store = new TestStore();
    final TestEvents events = new TestEvents();
    final LiveController controller;
    final Network network;
    private final Map<String, String> settings;
    StaticFlows application;
    private Registration registration;

    private StaticNetwork(String topology, Version version, Map<String, String> settings) throws Exception {
        this.settings = settings;
        controller = LiveController.start();
        network = controller.emulate(topology, version);
        application = new StaticFlows(controller, ApplicationSettings.of(settings), store, events);
        registration = controller.register("staticflows", application);
    }

    static StaticNetwork start(String topology, Version version) throws Exception {
        return start(topology, version, Map.of());
    }

    static StaticNetwork start(String topology, Version version, Map<String, String> settings) throws Exception {
        return new StaticNetwork(topology, version, settings);
    }

    /** Replaces the application by another object with the same store. */
    void restart() {
        registration.close();
        application.close();
        application = new StaticFlows(controller, ApplicationSettings.of(settings), store, events);
        registration = controller.register("staticflows", application);
    }

    /** Adds entries, each a line of a file. */
    Outcome add(String... lines) {
        return application.catalog().add(EntryFile.parse(String.join("\n", lines)), false);
    }

    /** Adds or replaces entries, each a line of a file. */
    Outcome put(String... lines) {
        return application
                .catalog()
                .change(new Edit(EntryFile.parse(String.join("\n", lines)), List.of(), Source.REST), false);
    }

    Outcome delete(String... names) {
        return application.catalog().change(new Edit(List.of(), List.of(names), Source.REST), false);
    }

    static Entry flow(String name, String text) {
        return Entry.parse(new Definition(Kind.FLOW, name, "all", List.of(), text, 0));
    }

    SwitchStatus status(long datapathId) {
        return application.statuses().getOrDefault(datapathId, SwitchStatus.UNKNOWN);
    }

    boolean isInSync(long datapathId) {
        return status(datapathId).state() == State.IN_SYNC;
    }

    /** Returns the static flows of a switch, as matches and actions. */
    List<String> flows(String sw) {
        var flows = new ArrayList<String>();
        for (FlowStats flow : network.flows(sw)) {
            if (KeptEntry.COOKIES.contains(flow.cookie())) {
                flows.add("%d %s %s".formatted(flow.priority(), flow.match(), flow.instructions()));
            }
        }
        flows.sort(null);
        return flows;
    }

    @Override
    public void close() throws IOException {
        application.close();
        controller.close();
        store.close();
    }
}
