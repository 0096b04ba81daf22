package net.beaconcontroller.runtime.events;

import java.util.LinkedHashMap;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.Connected;
import net.beaconcontroller.api.SwitchEvent.Disconnected;
import net.beaconcontroller.api.SwitchEvent.PortChanged;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchEvent.PortUp;
import net.beaconcontroller.api.SwitchEvent.RoleChanged;
import net.beaconcontroller.api.SwitchEvent.RoleReason;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RefusedMessage;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events of switches and their ports, and the flow-removed and error messages. A listener in the
 * pipelines, whose methods are called on the loops of the switches.
 */
public final class SwitchEvents implements SwitchListener, MessageListener {
    /** Estimates of the memory that a flow-removed message takes without its match, and a field of the match. */
    private static final int FLOW_BYTES = 1_200;

    private static final int FIELD_BYTES = 100;

    private final EventLog log;

    public SwitchEvents(EventLog log) {
        this.log = log;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        log.publish(
                event.sw().toString(),
                switch (event) {
                    case Connected(Switch sw) -> connected(sw);
                    case Disconnected(Switch sw) ->
                        new Event(
                                "switch.disconnected",
                                sw.toString(),
                                Severity.WARNING,
                                "switch %s disconnected".formatted(sw),
                                Map.of("switch", sw.toString()));
                    case RoleChanged changed -> roleChanged(changed);
                    case PortUp(Switch sw, Port port) -> portEvent("up", Severity.INFO, sw, port);
                    case PortDown(Switch sw, Port port) -> portEvent("down", Severity.WARNING, sw, port);
                    case PortChanged(Switch sw, Port port) -> portEvent("changed", Severity.INFO, sw, port);
                });
    }

    private static Event connected(Switch sw) {
        return new Event(
                "switch.connected",
                sw.toString(),
                Severity.INFO,
                "switch %s connected from %s: OpenFlow %s".formatted(sw, sw.remoteAddress(), sw.version()),
                Map.of("switch", sw.toString(), "version", sw.version().toString()));
    }

    private static Event roleChanged(RoleChanged changed) {
        String sw = changed.sw().toString();
        String role = Words.spaced(changed.role());
        String reason = Words.spaced(changed.reason());
        String generation = Long.toUnsignedString(changed.generationId());
        return new Event(
                "switch.role",
                sw,
                changed.reason() == RoleReason.REQUEST ? Severity.INFO : Severity.WARNING,
                "role at switch %s: %s; reason: %s, generation id %s".formatted(sw, role, reason, generation),
                Map.of("switch", sw, "role", role, "reason", reason, "generationId", generation));
    }

    private static Event portEvent(String what, Severity severity, Switch sw, Port port) {
        String number = PortNumber.toString(port.number());
        return new Event(
                "port." + what,
                "%s:%s".formatted(sw, number),
                severity,
                "port %s (%s) of switch %s %s"
                        .formatted(number, port.name(), sw, what.equals("changed") ? what : "is " + what),
                Map.of("switch", sw.toString(), "port", describe(sw, port)));
    }

    private static Map<String, @Nullable Object> describe(Switch sw, Port port) {
        var description = new LinkedHashMap<String, @Nullable Object>();
        description.put("number", port.number());
        description.put("name", port.name());
        description.put("mac", MacAddress.toString(port.address()));
        description.put("isUp", port.isUp());
        description.put("state", Port.states(sw.version()).namesOf(port.state()));
        description.put("config", Port.CONFIG.namesOf(port.config()));
        description.put(
                "speedKbps",
                port.ethernet()
                        .map(Port.Ethernet::currentSpeed)
                        .filter(speed -> speed != 0)
                        .orElse(null));
        return description;
    }

    @Override
    public Next message(Switch sw, long xid, Message message) {
        switch (message) {
            case FlowRemoved flow -> {
                long datapathId = sw.datapathId();
                // there can be many, so that the text is made when it is read
                log.publish(
                        sw.toString(),
                        "flow.removed",
                        FLOW_BYTES + FIELD_BYTES * flow.match().fields().size(),
                        () -> flowRemoved(DatapathId.toString(datapathId), flow));
            }
            case ErrorMessage error -> log.publish(sw.toString(), refused(sw, xid, error));
            default -> {}
        }
        return Next.PASS;
    }

    private static Event flowRemoved(String sw, FlowRemoved flow) {
        var details = new LinkedHashMap<String, Object>();
        details.put("switch", sw);
        details.put("table", flow.tableId());
        details.put("priority", flow.priority());
        details.put("cookie", "0x%x".formatted(flow.cookie()));
        details.put("match", flow.match().toString());
        details.put("packets", flow.packets());
        details.put("bytes", flow.bytes());
        details.put("seconds", flow.durationSeconds());
        return new Event(
                "flow.removed", sw, Severity.INFO, "flow of switch %s removed: %s".formatted(sw, flow.text()), details);
    }

    private static Event refused(Switch sw, long xid, ErrorMessage error) {
        var details = new LinkedHashMap<String, Object>();
        details.put("switch", sw.toString());
        details.put("xid", xid);
        details.put("error", error.name(sw.version()));
        RefusedMessage.of(error, sw.version()).ifPresent(message -> {
            details.put("message", message.type().toString());
            details.put(
                    "ports",
                    message.outputs().stream().map(PortNumber::toString).toList());
        });
        return new Event(
                "switch.error",
                sw.toString(),
                Severity.WARNING,
                "switch %s refused message %d: %s".formatted(sw, xid, error.description(sw.version())),
                details);
    }
}
