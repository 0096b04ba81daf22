package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** The levels of detail of the log. */
@Path("loggers")
@Produces("application/json")
public final class LoggersResource {
    private static final String NAME = "name of the logger: a class, a package, or ROOT";

    /** A logger. */
    public record Logger(
            @Description(NAME) String name,

            @Description("its level of detail: error, warn, info, debug or trace")
            String level,

            @Description("whether the level was set for this logger; otherwise it is that of its package")
            boolean own) {}

    /** A level to set. */
    public record NewLevel(
            @Description("error, warn, info, debug or trace") @Nullable
            String level) {}

    @GET
    @Description("Returns the loggers.")
    public List<Logger> list() {
        return LogConfiguration.loggers().stream()
                .map(LoggersResource::describe)
                .toList();
    }

    @GET
    @Path("{name}")
    @Description("Returns a logger.")
    public Logger get(@PathParam("name") @Description(NAME) @Example("net.beaconcontroller.topology") String name) {
        return describe(LogConfiguration.logger(checked(name)));
    }

    @PUT
    @Path("{name}")
    @Consumes("application/json")
    @Description("Sets the level of detail of a logger and of the loggers below it, until the controller stops.")
    public Logger set(
            @PathParam("name") @Description(NAME) @Example("net.beaconcontroller.topology") String name,
            @Example("{\"level\": \"debug\"}") NewLevel body,
            @Context SecurityContext security) {
        Level level = level(Body.require("level", Body.require(body).level));
        LogConfiguration.setLevel(checked(name), level);
        ((Caller) security.getUserPrincipal()).note("level=" + text(level));
        return describe(LogConfiguration.logger(name));
    }

    @DELETE
    @Path("{name}")
    @Description("Removes the level of a logger, so that it has that of its package again.")
    public Logger reset(@PathParam("name") @Description(NAME) @Example("net.beaconcontroller.topology") String name) {
        LogConfiguration.resetLevel(checked(name));
        return describe(LogConfiguration.logger(name));
    }

    private static String checked(String name) {
        if (!name.matches("[\\w$.-]{1,200}")) {
            throw Problem.ofField("name", name, "needs the name of a class or package, or ROOT");
        }
        return name;
    }

    private static Level level(String text) {
        return Stream.of(Level.values())
                .filter(level -> text(level).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> Problem.ofField(
                        "level",
                        text,
                        "needs one of "
                                + Stream.of(Level.values())
                                        .map(LoggersResource::text)
                                        .collect(Collectors.joining(", "))));
    }

    private static Logger describe(LogConfiguration.LoggerLevel logger) {
        return new Logger(logger.name(), text(logger.level()), logger.isOwn());
    }

    private static String text(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
