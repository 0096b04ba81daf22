package net.beaconcontroller.web.metrics;

import io.prometheus.metrics.core.metrics.Info;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.io.LoopStatistics;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.core.pipeline.ListenerStatistics;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.Applications;
import net.beaconcontroller.runtime.Beacon;

/** The metrics of the controller itself: loops, messages, switches, listeners and applications. */
final class ControllerMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Callbacks metrics;
    private final OpenFlowController controller;
    private final Applications applications;
    private final int maxSwitches;

    private ControllerMetrics(Callbacks metrics, Beacon beacon, int maxSwitches) {
        this.metrics = metrics;
        this.controller = beacon.controller();
        this.applications = beacon.applications();
        this.maxSwitches = maxSwitches;
    }

    /** @param maxSwitches the number of switches that have metrics of their own */
    static void register(Callbacks metrics, Beacon beacon, int maxSwitches) {
        var controller = new ControllerMetrics(metrics, beacon, maxSwitches);
        Info.builder()
                .name("beacon_build_info")
                .help("The version of the controller.")
                .labelNames("version")
                .register(metrics.registry())
                .setLabelValues(Beacon.version());
        controller.registerLoops();
        controller.registerConnections();
        controller.registerMessages();
        controller.registerSwitches();
        controller.registerListeners();
        controller.registerApplications();
        metrics.counter(
                "beacon_log_dropped_lines_total",
                "Lines that are not in the log because there were too many similar ones.",
                RateLimitedLog::droppedLines);
    }

    private void registerLoops() {
        metrics.counter(
                "beacon_loop_busy_seconds_total",
                "Time that an event loop has spent handling events.",
                values -> controller
                        .loopStatistics()
                        .forEach(loop -> values.call(loop.busyTime().toNanos() / NANOS_PER_SECOND, loop.name())),
                "loop");
        metrics.gauge(
                "beacon_loop_switches",
                "Connected switches of an event loop.",
                values -> {
                    Map<String, Long> counts = switches()
                            .flatMap(sw -> controller.loopOf(sw).stream())
                            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
                    controller.loopStatistics().stream()
                            .map(LoopStatistics::name)
                            .forEach(loop ->
                                    values.call(counts.getOrDefault(loop, 0L).doubleValue(), loop));
                },
                "loop");
    }

    private void registerConnections() {
        metrics.gauge("beacon_switches", "Active switches.", () -> controller
                .switches()
                .size());
        metrics.gauge(
                "beacon_switch_roles",
                "Active and standby switches by the role of the controller.",
                values -> {
                    Map<Role, Long> counts = Stream.concat(switches(), controller.standbySwitches().stream())
                            .collect(Collectors.groupingBy(Switch::role, Collectors.counting()));
                    Stream.of(Role.EQUAL, Role.MASTER, Role.SLAVE)
                            .forEach(role ->
                                    values.call(counts.getOrDefault(role, 0L).doubleValue(), text(role)));
                },
                "role");
        metrics.gauge("beacon_switches_watched", "Connected switches that the settings do not allow.", () -> controller
                .watchedSwitches()
                .size());
        metrics.counter(
                "beacon_switches_refused_total",
                "Connections of switches that were refused because of the settings.",
                controller::refusedSwitches);
        metrics.counter(
                "beacon_handshakes_total",
                "Connections that became an active, standby or watched switch (completed), an auxiliary connection"
                        + " (auxiliary), or were closed before (failed).",
                values -> controller
                        .handshakes()
                        .forEach((result, count) -> values.call(count.doubleValue(), text(result))),
                "result");
        metrics.counter("beacon_handovers_total", "Moves of switches to another event loop.", controller::handovers);
    }

    private Stream<Switch> switches() {
        return controller.switches().stream();
    }

    private void registerMessages() {
        metrics.counter(
                "beacon_messages_received_total",
                "Messages of switches, by type.",
                values -> {
                    MessageCounters all = controller.messageCounters();
                    types().filter(type -> !type.isFromController())
                            .forEach(type -> values.call((double) all.received(type), text(type)));
                },
                "type");
        metrics.counter(
                "beacon_messages_sent_total",
                "Messages to switches, by type.",
                values -> {
                    MessageCounters all = controller.messageCounters();
                    types().forEach(type -> values.call((double) all.sent(type), text(type)));
                },
                "type");
        metrics.counter(
                "beacon_messages_malformed_total",
                "Messages of switches that were refused because they are malformed.",
                () -> controller.messageCounters().malformed());
        metrics.counter(
                "beacon_messages_resynchronized_total",
                "Malformed messages with a wrong length, after which the next message was found by the content.",
                () -> controller.messageCounters().resynchronizations());
        metrics.counter(
                "beacon_packet_ins_oversized_total",
                "Packet-ins that were dropped because a message cannot state the length of their packet.",
                () -> controller.messageCounters().oversized());
        metrics.counter(
                "beacon_messages_dropped_total",
                "Messages to switches that were dropped because the switch did not read.",
                () -> controller.messageCounters().dropped());
        metrics.counter(
                "beacon_packets_unsendable_total",
                "Packets that could not be sent to switches: too long, or truncated by the switch and not buffered.",
                () -> controller.messageCounters().unsendable());
        metrics.counter(
                "beacon_replies_refused_total",
                "Multipart replies that were refused because too many had missing parts.",
                controller::refusedReplies);
    }

    private static Stream<MessageType> types() {
        return Stream.of(MessageType.values());
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void registerSwitches() {
        perSwitch("packet_ins", "Packet-ins of a switch.", counters -> counters.received(MessageType.PACKET_IN));
        perSwitch("packet_outs", "Packet-outs to a switch.", counters -> counters.sent(MessageType.PACKET_OUT));
        perSwitch("flow_mods", "Flow-mods to a switch.", counters -> counters.sent(MessageType.FLOW_MOD));
        perSwitch("errors", "Error messages of a switch.", counters -> counters.received(MessageType.ERROR));
        perSwitch("malformed_messages", "Malformed messages of a switch.", MessageCounters::malformed);
        perSwitch(
                "oversized_packet_ins",
                "Packet-ins whose packet was too long for a message.",
                MessageCounters::oversized);
        perSwitch("dropped_messages", "Messages that a switch did not read.", MessageCounters::dropped);
        perSwitch("unsendable_packets", "Packets that could not be sent to a switch.", MessageCounters::unsendable);
        metrics.gauge(
                "beacon_switch_connected_timestamp_seconds",
                "When a switch connected, in seconds since 1970.",
                values -> withMetrics()
                        .forEach(sw -> values.call(sw.connectedSince().toEpochMilli() / 1e3, sw.toString())),
                "switch");
        metrics.gauge(
                "beacon_switch_round_trip_seconds",
                "Time in which a switch answers an echo request.",
                values -> withMetrics().forEach(sw -> sw.roundTripTime()
                        .ifPresent(time -> values.call(time.toNanos() / NANOS_PER_SECOND, sw.toString()))),
                "switch");
    }

    private void perSwitch(String name, String help, ToDoubleFunction<MessageCounters> value) {
        metrics.counter(
                "beacon_switch_" + name + "_total",
                help,
                values -> withMetrics().forEach(sw -> values.call(value.applyAsDouble(sw.counters()), sw.toString())),
                "switch");
    }

    /** Returns the switches that have metrics of their own: always the same if there are more than may have. */
    private Stream<Switch> withMetrics() {
        return switches()
                .sorted(Comparator.comparing(Switch::datapathId, Long::compareUnsigned))
                .limit(maxSwitches);
    }

    private void registerListeners() {
        perListener(
                "beacon_listener_failures_total",
                "Exceptions that a listener has thrown.",
                ListenerStatistics::failures);
        perListener(
                "beacon_listener_loop_seconds_total",
                "Time that a listener has taken on all event loops, measured by samples.",
                listener -> listener.loopTime().toNanos() / NANOS_PER_SECOND);
    }

    private void perListener(String name, String help, ToDoubleFunction<ListenerStatistics> value) {
        metrics.counter(
                name,
                help,
                values -> {
                    // Listeners of one class have one value.
                    var sums = new HashMap<List<String>, Double>();
                    controller
                            .listenerStatistics()
                            .forEach(listener -> sums.merge(
                                    List.of(listener.application(), listener.listener()),
                                    value.applyAsDouble(listener),
                                    Double::sum));
                    sums.forEach((labels, sum) -> values.call(sum, labels.getFirst(), labels.getLast()));
                },
                "application",
                "listener");
    }

    private void registerApplications() {
        metrics.gauge(
                "beacon_applications",
                "Installed applications, by state.",
                values -> {
                    Map<Application.State, Long> counts = applications.list().stream()
                            .collect(Collectors.groupingBy(Application::state, Collectors.counting()));
                    Stream.of(Application.State.values())
                            .forEach(state ->
                                    values.call(counts.getOrDefault(state, 0L).doubleValue(), text(state)));
                },
                "state");
        perApplication(
                "beacon_application_failures_total",
                "Exceptions that the listeners and tasks of an application have thrown.",
                ApplicationHealth::failures);
        perApplication(
                "beacon_application_loop_seconds_total",
                "Time that an application has taken on all event loops, measured by samples.",
                health -> health.loopTime().toNanos() / NANOS_PER_SECOND);
        perApplication(
                "beacon_application_slow_calls_total",
                "Calls of an application that lasted longer than isolation.slow-call.",
                ApplicationHealth::slowCalls);
        metrics.gauge(
                "beacon_application_quarantined",
                "1 if an application is quarantined, else 0.",
                values -> controller
                        .health()
                        .forEach(health -> values.call(health.quarantine().isPresent() ? 1 : 0, health.application())),
                "application");
    }

    private void perApplication(String name, String help, ToDoubleFunction<ApplicationHealth> value) {
        metrics.counter(
                name,
                help,
                values -> controller
                        .health()
                        .forEach(health -> values.call(value.applyAsDouble(health), health.application())),
                "application");
    }
}
