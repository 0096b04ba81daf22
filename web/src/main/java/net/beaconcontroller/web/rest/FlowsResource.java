package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/** The flows of a switch. They are those in the switch, which the controller does not keep. */
@Path("switches/{id}/flows")
@Produces("application/json")
public final class FlowsResource {
    private static final int MAX_TABLE = 254;
    private static final int MAX_PRIORITY = 0xffff;
    private static final String FLOW = "the flow in the notation of ovs-ofctl: priority=10,tcp,actions=output:2";

    private final Controller controller;

    /** A flow. */
    public record FlowView(
            @Description("number of the flow table") int table,

            @Description("0 to 65535; of the flows that match, that with the highest priority applies")
            int priority,

            @Description("cookie, hexadecimal after 0x") String cookie,

            @Description("the packets it matches, in the notation of ovs-ofctl; empty for all")
            String match,

            @Description("the actions, in the notation of ovs-ofctl")
            String actions,

            @Description("packets that matched; null if unknown") @Nullable
            Long packets,

            @Description("bytes of these packets; null if unknown") @Nullable
            Long bytes,

            @Description("age in seconds") double seconds,

            @Description("seconds without a packet after which it is removed; 0 for never")
            int idleTimeout,

            @Description("seconds after which it is removed; 0 for never")
            int hardTimeout,

            @Description("OFPFF_ flags") List<String> flags,

            @Description("the whole flow as ovs-ofctl prints it; it can be added again")
            String text) {}

    /** A flow to add. */
    public record NewFlow(@Description(FLOW) @Nullable String flow) {}

    public FlowsResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the flows of a switch, which it reports now.")
    public List<FlowView> list(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return LazyList.of(
                LiveRequests.ask(LiveRequests.find(controller, id), new FlowStats.Request())
                        .flows(),
                FlowsResource::describe);
    }

    private static FlowView describe(FlowStats flow) {
        return new FlowView(
                flow.tableId(),
                flow.priority(),
                "0x" + Long.toHexString(flow.cookie()),
                flow.match().toString(),
                ActionPrinter.instructions(flow.instructions()),
                Counts.of(flow.packets()),
                Counts.of(flow.bytes()),
                flow.durationSeconds() + flow.durationNanos() / 1e9,
                flow.idleTimeout(),
                flow.hardTimeout(),
                FlowMod.FLAGS.namesOf(flow.flags()),
                flow.toString());
    }

    @POST
    @Consumes("application/json")
    @Description("Adds a flow to a switch, in place of one with the same table, priority and match. Returns when the "
            + "switch has accepted it.")
    public FlowView add(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @QueryParam("dryRun") @DefaultValue("false") @Description("whether to check the flow without adding it")
                    boolean dryRun,
            @Example("{\"flow\": \"priority=10,tcp,tp_dst=80,actions=output:2\"}") NewFlow body,
            @Context SecurityContext security) {
        Switch sw = LiveRequests.find(controller, id);
        String text = Body.require("flow", Body.require(body).flow);
        FlowMod flow = parse(text);
        if (flow.command() != FlowMod.Command.ADD) {
            throw Problem.ofField("flow", text, "needs a flow, without a command");
        }
        check(flow, sw.version(), "flow", text);
        if (!dryRun) {
            LiveRequests.await(sw, sw.sendConfirmed(List.of(flow)));
        }
        FlowView added = describe(new FlowStats(
                flow.tableId(),
                flow.priority(),
                flow.idleTimeout(),
                flow.hardTimeout(),
                flow.flags(),
                flow.importance(),
                flow.cookie(),
                flow.match(),
                Stats.of(0, 0, 0, 0),
                flow.instructions()));
        ((Caller) security.getUserPrincipal()).note((dryRun ? "dry run: " : "") + added.text);
        return added;
    }

    private static FlowMod parse(String text) {
        try {
            return FlowMod.parse(text);
        } catch (NotationException e) {
            throw LiveRequests.ofNotation("flow", text, e);
        }
    }

    /** Ends the request with a problem if the switch's version cannot express a flow-mod. */
    private static void check(FlowMod flow, Version version, String field, String value) {
        try {
            var _ = Messages.encode(flow, version, 0);
        } catch (UnsupportedByVersionException e) {
            throw Problem.ofField(field, value, String.valueOf(e.getMessage())).withCode(LiveRequests.UNSUPPORTED);
        }
    }

    @DELETE
    @Description("Deletes the flow with this table, priority and match from a switch. Returns the flow as it was; "
            + "nothing if the switch has no such flow.")
    public List<FlowView> delete(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @QueryParam("table") @DefaultValue("0") @Description("number of the flow table") int table,
            @QueryParam("priority") @DefaultValue("32768") @Description("priority of the flow") @Example("10")
                    int priority,
            @QueryParam("match")
                    @DefaultValue("")
                    @Description("the match of the flow, in the notation of ovs-ofctl; empty for all packets")
                    @Example("tcp,tp_dst=80")
                    String match,
            @Context SecurityContext security) {
        Switch sw = LiveRequests.find(controller, id);
        FlowMod deletion = deletion(table, priority, match, sw.version());
        List<FlowView> before = LiveRequests.ask(sw, new FlowStats.Request()).flows().stream()
                .filter(flow -> flow.tableId() == table
                        && flow.priority() == priority
                        && Set.copyOf(flow.match().fields())
                                .equals(Set.copyOf(deletion.match().fields())))
                .map(FlowsResource::describe)
                .toList();
        LiveRequests.await(sw, sw.sendConfirmed(List.of(deletion)));
        ((Caller) security.getUserPrincipal()).note("table=%d,priority=%d,%s".formatted(table, priority, match));
        return before;
    }

    private static FlowMod deletion(int table, int priority, String match, Version version) {
        if (table < 0 || table > MAX_TABLE) {
            throw Problem.ofField("table", table, "needs 0 to " + MAX_TABLE);
        }
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw Problem.ofField("priority", priority, "needs 0 to " + MAX_PRIORITY);
        }
        try {
            FlowMod deletion = FlowMod.delete()
                    .command(FlowMod.Command.DELETE_STRICT)
                    .tableId(version == Version.OF10 ? FlowMod.ALL_TABLES : table)
                    .priority(priority)
                    .match(Match.parse(match))
                    .build();
            check(deletion, version, "match", match);
            return deletion;
        } catch (NotationException e) {
            throw LiveRequests.ofNotation("match", match, e);
        }
    }
}
