package net.beaconcontroller.web.rest;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.access.Role;
import net.beaconcontroller.web.access.Tokens;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/** The tokens that give access to this server. */
@Path("tokens")
@Produces("application/json")
@RolesAllowed("admin")
public final class TokensResource {
    private final Tokens tokens;

    /** A token, without its secret. */
    public record Token(
            @Description("name of the token, which the audit log has")
            String name,

            @Description("role of the token") Role role,
            @Description("time of its creation") Instant created,

            @Description("number of browsers that signed in with it")
            int sessions) {}

    /** A token to create. */
    public record NewToken(
            @Description("1 to 64 letters, digits, hyphens, dots and underscores") @Nullable
            String name,

            @Description("role of the token") @Nullable Role role) {}

    /** A token that was created. */
    public record CreatedToken(
            @Description("name of the token") String name,
            @Description("role of the token") Role role,

            @Description("the token itself, which is shown only here")
            String token) {}

    /** A link that signs a browser in. */
    public record SignInLink(
            @Description("its path on this server, which can be opened once, within two minutes")
            String path) {}

    public TokensResource(Tokens tokens) {
        this.tokens = tokens;
    }

    @GET
    @Description("Returns the tokens, without the secrets. Needs the role admin.")
    public List<Token> list() {
        return tokens.list().stream()
                .map(token -> new Token(
                        token.name(),
                        token.role(),
                        token.created(),
                        token.sessions().size()))
                .toList();
    }

    @POST
    @Consumes("application/json")
    @Description("Creates a token.")
    public CreatedToken create(
            @Example("{\"name\": \"monitoring\", \"role\": \"read-only\"}") NewToken body,
            @Context SecurityContext security) {
        String name = Body.require("name", Body.require(body).name);
        Role role = Body.require("role", body.role);
        String secret = tokens.create(name, role);
        ((Caller) security.getUserPrincipal()).note("name=%s role=%s".formatted(name, role.text()));
        return new CreatedToken(name, role, secret);
    }

    @POST
    @Path("{name}/links")
    @Description("Creates a link that signs one browser in with a token.")
    public SignInLink link(
            @PathParam("name") @Description("name of the token") @Example("admin") String name,
            @Context SecurityContext security) {
        var link = new SignInLink("/?token=" + tokens.createLink(name));
        ((Caller) security.getUserPrincipal()).note("link for " + name);
        return link;
    }

    @DELETE
    @Path("{name}")
    @Description("Revokes a token, and ends the sessions of browsers that signed in with it.")
    public Response revoke(@PathParam("name") @Description("name of the token") @Example("monitoring") String name) {
        tokens.revoke(name);
        return Response.noContent().build();
    }
}
