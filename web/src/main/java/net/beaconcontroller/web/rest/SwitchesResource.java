package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionParser;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.web.Body;
import net.beaconcontroller.web.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The connected switches, and packets that they are to send. Their ports, tables, flows, groups and meters are separate
 * resources.
 */
@Path("switches")
@Produces("application/json")
public final class SwitchesResource {
    private static final String EXAMPLE =
            "{\"actions\": \"flood\", \"data\": \"ffffffffffff02000000000188b500000000\"}";

    private final OpenFlowController controller;

    /** A connected switch. */
    public record SwitchView(
            @Description("datapath id, 16 hexadecimal digits")
            String id,

            @Description("OpenFlow version") String version,

            @Description("address of its end of the connection")
            String address,

            @Description("number of auxiliary connections beside the main connection")
            int auxiliaryConnections,

            @Description("when it connected") Instant connectedSince,

            @Description("round-trip time of the last echo request in milliseconds; null before the first reply")
            @Nullable
            Double roundTripMillis,

            @Description("manufacturer, as the switch says") String manufacturer,
            @Description("hardware, as the switch says") String hardware,
            @Description("software, as the switch says") String software,

            @Description("serial number, as the switch says")
            String serialNumber,

            @Description("description of the datapath, as the switch says")
            String description,

            @Description("number of flow tables") int tables,

            @Description("number of packets that it can buffer")
            long buffers,

            @Description("number of ports") int ports,
            @Description("number of ports that are up") int portsUp,
            @Description("packet-ins received") long packetIns,
            @Description("packet-outs sent") long packetOuts,
            @Description("flow-mods sent") long flowMods,
            @Description("malformed messages received") long malformed,

            @Description("those of them with a wrong length in the header, after which the next message was found")
            long resynchronizations,

            @Description("messages to it that were dropped because it did not read and too much output waited")
            long dropped) {}

    /** A packet to send. */
    public record NewPacketOut(
            @Description("port at which the packet arrived, for the action in_port; none if it is absent") @Nullable
            Long inPort,

            @Description("what to do with it, in the notation of ovs-ofctl") @Nullable
            String actions,

            @Description("the frame, in hexadecimal") @Nullable
            String data) {}

    public SwitchesResource(OpenFlowController controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the connected switches.")
    public List<SwitchView> list() {
        return controller.switches().stream()
                .sorted(Comparator.comparing(Switch::datapathId, Long::compareUnsigned))
                .map(this::describe)
                .toList();
    }

    @GET
    @Path("{id}")
    @Description("Returns a connected switch.")
    public SwitchView get(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return describe(LiveRequests.find(controller, id));
    }

    private SwitchView describe(Switch sw) {
        SwitchDescription texts = sw.description();
        return new SwitchView(
                sw.toString(),
                sw.version().toString(),
                LiveRequests.text(sw.remoteAddress()),
                controller.auxiliaryConnections(sw),
                sw.connectedSince(),
                sw.roundTripTime().map(SwitchesResource::millis).orElse(null),
                texts.manufacturer(),
                texts.hardware(),
                texts.software(),
                texts.serialNumber(),
                texts.datapath(),
                sw.features().tables(),
                sw.features().buffers(),
                sw.ports().size(),
                (int) sw.ports().stream().filter(Port::isUp).count(),
                sw.counters().received(MessageType.PACKET_IN),
                sw.counters().sent(MessageType.PACKET_OUT),
                sw.counters().sent(MessageType.FLOW_MOD),
                sw.counters().malformed(),
                sw.counters().resynchronizations(),
                sw.counters().dropped());
    }

    private static Double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    @POST
    @Path("{id}/packet-outs")
    @Consumes("application/json")
    @Description("Sends a packet out of a switch. Returns when the switch has processed it.")
    public void packetOut(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @Example(EXAMPLE) NewPacketOut body) {
        Switch sw = LiveRequests.find(controller, id);
        String text = Body.require("actions", Body.require(body).actions);
        String hex = Body.require("data", body.data);
        List<Action> actions;
        Bytes data;
        try {
            actions = ActionParser.actions(text);
        } catch (NotationException e) {
            throw Problem.ofField("actions", text, LiveRequests.firstLine(e));
        }
        try {
            data = Bytes.ofHex(hex);
        } catch (IllegalArgumentException _) {
            throw Problem.ofField("data", hex, "needs the bytes of a frame, two hexadecimal digits each");
        }
        long inPort = body.inPort == null ? PortNumber.CONTROLLER : body.inPort;
        try {
            LiveRequests.await(sw, sw.sendConfirmed(List.of(new PacketOut(PacketIn.NO_BUFFER, inPort, actions, data))));
        } catch (UnsupportedByVersionException e) {
            throw Problem.ofField("actions", text, "needs actions of this version: " + e.getMessage());
        }
    }
}
