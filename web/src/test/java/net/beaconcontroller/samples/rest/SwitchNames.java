package net.beaconcontroller.samples.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import net.beaconcontroller.api.Controller;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** A resource as OSGi's specification of the Jakarta REST Whiteboard shows them, with a reference to the controller. */
@Component(service = SwitchNames.class, property = "osgi.jakartars.resource=true")
@Path("names")
@Produces(MediaType.APPLICATION_JSON)
public class SwitchNames {
    private final Map<Long, String> names = new ConcurrentSkipListMap<>();
    private final Controller controller;

    /** The name of a switch. */
    public record Name(String name) {}

    @Activate
    public SwitchNames(@Reference Controller controller) {
        this.controller = controller;
    }

    @GET
    public Map<Long, String> all(@QueryParam("connected") boolean connected) {
        var all = new ConcurrentSkipListMap<>(names);
        all.keySet().removeIf(id -> connected && controller.switchOf(id).isEmpty());
        return all;
    }

    @GET
    @Path("{id}")
    public Name name(@PathParam("id") long id) {
        String name = names.get(id);
        if (name == null) {
            throw new NotFoundException("switch %d has no name".formatted(id));
        }
        return new Name(name);
    }

    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response set(@PathParam("id") long id, Name name) {
        names.put(id, name.name());
        return Response.noContent().build();
    }
}
