package net.beaconcontroller.web.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.util.List;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/**
 * Where people have put switches on the map. Each position is a document in the store, so that two people who move two
 * switches do not undo each other's changes.
 */
@Path("map/positions")
@Produces("application/json")
public final class MapResource {
    /** The number of switches that can have a position. */
    static final int MAX_POSITIONS = 10_000;

    private static final double MAX_COORDINATE = 1_000_000;
    private static final String NAMESPACE = "map";
    private static final String COORDINATE =
            "needs a number from %.0f to %.0f".formatted(-MAX_COORDINATE, MAX_COORDINATE);

    private final Store store;
    private final Documents<Position> positions;

    /** A point of the map. */
    public record Position(
            @Description("from left to right") @Nullable Double x,
            @Description("from top to bottom") @Nullable Double y) {}

    /** A position of a switch. */
    public record SwitchPosition(
            @Description("datapath id of the switch") @JsonProperty("switch")
            String datapathId,

            @Description("from left to right") double x,
            @Description("from top to bottom") double y) {}

    public MapResource(Store store) {
        this.store = store;
        this.positions = store.documents(NAMESPACE, Position.class);
    }

    @GET
    @Description(
            "Returns the positions of the switches that were moved on the map; the others have those of the layout.")
    public List<SwitchPosition> list() {
        return positions.list().stream()
                .map(document -> describe(document.key(), document.value()))
                .toList();
    }

    @PUT
    @Path("{id}")
    @Consumes("application/json")
    @Description("Puts a switch, connected or not, at a position of the map.")
    public SwitchPosition put(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @Example("{\"x\": 120, \"y\": -40}") Position body) {
        String key = key(id);
        Position given = Body.require(body);
        var position = new Position(coordinate("x", given.x), coordinate("y", given.y));
        if (positions.get(key).isEmpty() && positions.list().size() >= MAX_POSITIONS) {
            throw Problem.of(
                    409,
                    "the map has positions of %d switches, which is the maximum; remove some".formatted(MAX_POSITIONS));
        }
        store.commit(positions.put(key, position));
        return describe(key, position);
    }

    @DELETE
    @Path("{id}")
    @Description("Removes the position of a switch, which goes to its place in the layout.")
    public Response delete(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        store.commit(positions.delete(key(id)));
        return Response.noContent().build();
    }

    @DELETE
    @Description("Removes all positions, so that the map is that of the layout.")
    public Response deleteAll() {
        store.commit(positions.list().stream()
                .<Change>map(document -> positions.delete(document.key()))
                .toList());
        return Response.noContent().build();
    }

    private static String key(String id) {
        return DatapathId.toString(Problem.parse("id", id, DatapathId::parse, DatapathId.NEEDED));
    }

    private static double coordinate(String field, @Nullable Double value) {
        double number = Body.require(field, value);
        if (!(Math.abs(number) <= MAX_COORDINATE)) {
            throw Problem.ofField(field, value, COORDINATE);
        }
        return number;
    }

    private static SwitchPosition describe(String key, Position position) {
        return new SwitchPosition(key, Body.require("x", position.x), Body.require("y", position.y));
    }
}
