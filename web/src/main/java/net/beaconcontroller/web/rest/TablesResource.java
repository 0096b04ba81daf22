package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.List;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.openflow.multipart.TableStats;
import org.jspecify.annotations.Nullable;

/** The flow tables of a switch. {@link FlowsResource} has the flows. */
@Path("switches/{id}/tables")
@Produces("application/json")
public final class TablesResource {
    private final Controller controller;

    /** A flow table. */
    public record TableView(
            @Description("number of the table") int id,

            @Description("name; null if the version has none") @Nullable
            String name,

            @Description("number of flows") long active,

            @Description("packets looked up; null if unknown") @Nullable
            Long lookups,

            @Description("packets that matched a flow; null if unknown") @Nullable
            Long matched,

            @Description("maximum number of flows; null if unknown") @Nullable
            Long maxEntries) {}

    public TablesResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the flow tables of a switch, with the counters that the switch reports now.")
    public List<TableView> list(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return LiveRequests.ask(LiveRequests.find(controller, id), new TableStats.Request()).tables().stream()
                .map(TablesResource::describe)
                .toList();
    }

    private static TableView describe(TableStats table) {
        TableStats.Abilities abilities = table.abilities();
        return new TableView(
                table.tableId(),
                abilities == null ? null : abilities.name(),
                table.active(),
                Counts.of(table.lookups()),
                Counts.of(table.matched()),
                abilities == null ? null : (Long) abilities.maxEntries());
    }
}
