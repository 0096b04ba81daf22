package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.session.SwitchTls;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionParser;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Body;
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

    private static final String ROLE = "role to request: equal, master or slave";

    private final OpenFlowController controller;

    /** The states of connected switches. */
    private enum State {
        /** Applications use it. */
        ACTIVE,
        /** This controller is a slave of it, or is becoming its master. */
        STANDBY,
        /** The settings do not allow it. */
        WATCHED
    }

    /** A connected switch. */
    public record SwitchView(
            @Description("datapath id, 16 hexadecimal digits")
            String id,

            @Description(
                    "active; standby: this controller is a slave, or is becoming the master; watched: the settings do"
                            + " not allow the switch")
            String state,

            @Description("role of this controller: equal, master or slave")
            String role,

            @Description("OpenFlow version") String version,

            @Description("address of its end of the connection")
            String address,

            @Description("version and cipher suite of TLS; off without TLS")
            String tls,

            @Description("first name in its certificate; none without a certificate")
            String certificate,

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

            @Description("packet-ins that were dropped because a message cannot state the length of their packet")
            long oversized,

            @Description("messages to it that were dropped because it did not read and too much output waited")
            long dropped,

            @Description("packets that could not be sent to it: too long, or truncated by it and not buffered")
            long unsendable) {}

    /** A role to request. */
    public record NewRole(
            @Description(ROLE) @Nullable String role,

            @Description("generation id, an unsigned number; if it is absent, the one that follows that of the switch")
            @Nullable
            String generationId) {}

    /** The result of a request for a role. */
    public record RoleResult(
            @Description("datapath id, 16 hexadecimal digits")
            String id,

            @Description("role of this controller now") String role,

            @Description("generation id of the switch, an unsigned number; null if the switch refused the role")
            @Nullable
            String generationId,

            @Description("why the switch did not change the role; null if it did") @Nullable
            String error) {}

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
    public List<SwitchView> list(
            @QueryParam("state") @DefaultValue("active") @Description("active, standby, watched or all") String state) {
        List<State> wanted = Stream.of(State.values())
                .filter(each -> state.equals("all") || state.equals(Words.of(each)))
                .toList();
        if (wanted.isEmpty()) {
            throw Problem.ofField("state", state, "needs one of active, standby, watched, all");
        }
        record Found(Switch sw, State state) {}
        List<Found> found = wanted.stream()
                .flatMap(each -> switches(each).map(sw -> new Found(sw, each)))
                .sorted((one, other) -> Long.compareUnsigned(one.sw.datapathId(), other.sw.datapathId()))
                .toList();
        return LazyList.of(found, each -> describe(each.sw, each.state));
    }

    private Stream<Switch> switches(State state) {
        return switch (state) {
            case ACTIVE -> controller.switches().stream();
            case STANDBY -> controller.standbySwitches().stream();
            case WATCHED -> controller.watchedSwitches().stream();
        };
    }

    @GET
    @Path("{id}")
    @Description("Returns an active or standby switch.")
    public SwitchView get(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return standby(id)
                .map(sw -> describe(sw, State.STANDBY))
                .orElseGet(() -> describe(LiveRequests.find(controller, id), State.ACTIVE));
    }

    private Optional<Switch> standby(String id) {
        return controller.standbySwitches().stream()
                .filter(sw -> sw.toString().equals(id))
                .findFirst();
    }

    @PUT
    @Path("{id}/role")
    @Consumes("application/json")
    @Description("Requests a role at a switch: slave makes the switch standby, and master takes it over from another"
            + " controller. Returns when the switch has changed the role.")
    public RoleResult setRole(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @Example("{\"role\": \"master\"}") NewRole body,
            @Context SecurityContext security) {
        Role role = role(body);
        OptionalLong generation = generation(body);
        note(role, security);
        Switch sw = standby(id).orElseGet(() -> LiveRequests.find(controller, id));
        try {
            return result(sw, LiveRequests.await(sw, request(sw, role, generation)));
        } catch (UnsupportedByVersionException e) {
            throw LiveRequests.problem(sw, e);
        }
    }

    @PUT
    @Path("role")
    @Consumes("application/json")
    @Description("Requests a role at all active and standby switches, and at those that connect until the controller"
            + " stops. Returns when the switches have answered, with a result for each.")
    public List<RoleResult> setRoles(
            @Example("{\"role\": \"equal\"}") NewRole body, @Context SecurityContext security) {
        Role role = role(body);
        OptionalLong generation = generation(body);
        note(role, security);
        controller.setInitialRole(role);
        Map<Switch, CompletableFuture<RoleReply>> replies = new LinkedHashMap<>();
        Stream.concat(switches(State.ACTIVE), switches(State.STANDBY))
                .sorted(Comparator.comparing(Switch::toString))
                .forEach(sw -> replies.put(sw, requestSafely(sw, role, generation)));
        var results = new ArrayList<RoleResult>();
        replies.forEach((sw, reply) -> {
            try {
                results.add(result(sw, LiveRequests.await(sw, reply)));
            } catch (Problem e) {
                results.add(new RoleResult(sw.toString(), Words.of(sw.role()), null, e.detail()));
            }
        });
        return results;
    }

    /** Adds the role to the line of the request in the audit log. */
    private static void note(Role role, SecurityContext security) {
        ((Caller) security.getUserPrincipal()).note("role=" + Words.of(role));
    }

    private static CompletableFuture<RoleReply> requestSafely(Switch sw, Role role, OptionalLong generation) {
        try {
            return request(sw, role, generation);
        } catch (UnsupportedByVersionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<RoleReply> request(Switch sw, Role role, OptionalLong generation) {
        return generation.isPresent() ? sw.requestRole(role, generation.getAsLong()) : sw.requestRole(role);
    }

    private static RoleResult result(Switch sw, RoleReply reply) {
        return new RoleResult(sw.toString(), Words.of(reply.role()), Long.toUnsignedString(reply.generationId()), null);
    }

    private static Role role(NewRole body) {
        String text = Body.require("role", Body.require(body).role);
        return switch (text) {
            case "equal" -> Role.EQUAL;
            case "master" -> Role.MASTER;
            case "slave" -> Role.SLAVE;
            default -> throw Problem.ofField("role", text, "needs one of equal, master, slave");
        };
    }

    private static OptionalLong generation(NewRole body) {
        String text = body.generationId;
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(text));
        } catch (NumberFormatException _) {
            throw Problem.ofField("generationId", text, "needs an unsigned number of at most 64 bits");
        }
    }

    private SwitchView describe(Switch sw, State state) {
        SwitchDescription texts = sw.description();
        return new SwitchView(
                sw.toString(),
                Words.of(state),
                Words.of(sw.role()),
                sw.version().toString(),
                LiveRequests.text(sw.remoteAddress()),
                controller.tlsOf(sw).map(SwitchTls::protocol).orElse("off"),
                controller.tlsOf(sw).map(SwitchTls::certificate).orElse("none"),
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
                sw.counters().oversized(),
                sw.counters().dropped(),
                sw.counters().unsendable());
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
        try {
            actions = ActionParser.actions(text);
        } catch (NotationException e) {
            throw LiveRequests.ofNotation("actions", text, e);
        }
        Bytes data =
                Problem.parse("data", hex, Bytes::ofHex, "needs the bytes of a frame, two hexadecimal digits each");
        long inPort = body.inPort == null ? PortNumber.CONTROLLER : body.inPort;
        try {
            LiveRequests.await(sw, sw.sendConfirmed(List.of(new PacketOut(PacketIn.NO_BUFFER, inPort, actions, data))));
        } catch (UnsupportedByVersionException e) {
            throw Problem.ofField("actions", text, "needs actions of this version: " + e.getMessage())
                    .withCode(LiveRequests.UNSUPPORTED);
        } catch (IllegalArgumentException e) {
            throw Problem.ofField("data", data.length() + " bytes", "needs a shorter frame: " + e.getMessage());
        }
    }
}
