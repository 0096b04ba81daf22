package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import net.beaconcontroller.api.web.Description;

/** Whether the controller runs, for supervisors. Needs no token. */
@Path("health")
@Produces("application/json")
public final class HealthResource {
    /** The health. */
    public record Health(@Description("up") String status) {}

    @GET
    @Description("Returns whether the controller runs. Needs no token.")
    public Health health() {
        return new Health("up");
    }
}
