package net.beaconcontroller.web;

import jakarta.inject.Inject;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.http.JsonSchema;
import net.beaconcontroller.web.http.ProblemView;
import net.beaconcontroller.web.http.ProblemWriter;
import org.glassfish.jersey.server.ParamException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Makes a problem of each exception that a resource throws or that Jersey throws before it calls one. */
final class ProblemMapper implements ExceptionMapper<Throwable> {
    /** The code of an address that no resource has. */
    static final String NO_RESOURCE = "no-resource";

    private final UriInfo uri;
    private final HttpHeaders headers;
    private final Request request;

    /** Creates the mapper with proxies of the current request. */
    @Inject
    ProblemMapper(@Context UriInfo uri, @Context HttpHeaders headers, @Context Request request) {
        this.uri = uri;
        this.headers = headers;
        this.request = request;
    }

    @Override
    public Response toResponse(Throwable exception) {
        if (exception instanceof WebApplicationException web
                && web.getResponse().hasEntity()) {
            return web.getResponse();
        }
        String path = uri.getRequestUri().getRawPath();
        ProblemView problem = ProblemView.of(problem(exception, path), path);
        Response.ResponseBuilder response = exception instanceof WebApplicationException web
                ? Response.fromResponse(web.getResponse())
                : Response.status(problem.status());
        return response.type(ProblemView.MEDIA_TYPE).entity(problem).build();
    }

    private Problem problem(Throwable exception, String path) {
        return switch (exception) {
            case Problem e -> e;
            case NotStoredException e -> ProblemWriter.ofNotStored(e);
            case Throwable e
            when ProblemWriter.isEndOfConnection(e) ->
                Problem.of(400, "the connection was closed before the end of the request");
            case JacksonException e -> ofJson(e);
            case ParamException e -> ofParameter(e);
            case NotFoundException _ ->
                Problem.of(404, "the resource %s does not exist; /api/v1/docs lists all".formatted(path))
                        .withCode(NO_RESOURCE);
            case NotAllowedException e ->
                Problem.of(
                        405,
                        "%s is not allowed here; allowed: %s"
                                .formatted(request.getMethod(), e.getResponse().getHeaderString(HttpHeaders.ALLOW)));
            case NotSupportedException _ ->
                Problem.of(
                        415,
                        "the body has the media type %s, which this resource does not take; that of JSON is %s"
                                .formatted(
                                        headers.getMediaType() == null ? "(none)" : headers.getMediaType(),
                                        MediaType.APPLICATION_JSON));
            case NotAcceptableException _ ->
                Problem.of(
                        406,
                        "cannot answer with one of the accepted media types: "
                                + headers.getHeaderString(HttpHeaders.ACCEPT));
            case ForbiddenException _ -> Problem.of(403, "needs a token with the role admin");
            case WebApplicationException e
            when e.getResponse().getStatus() < 500 ->
                Problem.of(e.getResponse().getStatus(), String.valueOf(e.getMessage()));
            default -> ProblemWriter.ofBug(exception, request.getMethod(), path);
        };
    }

    private Problem ofParameter(ParamException e) {
        String field = e.getParameterName();
        List<String> values = uri.getQueryParameters().getOrDefault(field, List.of());
        String value = String.join(",", values);
        return Problem.ofField(field, value, "is malformed");
    }

    private static Problem ofJson(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        String where = location == null || location.getLineNr() < 1
                ? ""
                : "line %d, column %d: ".formatted(location.getLineNr(), location.getColumnNr());
        String field = field(e);
        return switch (e) {
            case UnrecognizedPropertyException unknown ->
                Problem.of(400, "%sunknown field %s; known are: %s".formatted(where, field, known(unknown)))
                        .withCode("unknown-field")
                        .at(field, null);
            case InvalidFormatException format ->
                Problem.of(
                                400,
                                "%s%s = %s: needs %s"
                                        .formatted(where, field, format.getValue(), type(format.getTargetType())))
                        .withReason("needs " + type(format.getTargetType()))
                        .at(field, format.getValue());
            case MismatchedInputException _
            when location == null || location.getColumnNr() < 1 ->
                Problem.of(400, "a body in JSON is needed").withCode(Problem.MISSING);
            case MismatchedInputException mismatch
            when field.isEmpty() ->
                Problem.of(400, "%sthe body needs to be %s".formatted(where, type(mismatch.getTargetType())));
            case MismatchedInputException mismatch ->
                Problem.of(400, "%s%s: needs %s".formatted(where, field, type(mismatch.getTargetType())))
                        .withReason("needs " + type(mismatch.getTargetType()))
                        .at(field, null);
            case StreamReadException read ->
                Problem.of(400, "%sthe body is not JSON: %s".formatted(where, read.getOriginalMessage()));
            default -> Problem.of(400, "%sthe body is wrong: %s".formatted(where, e.getOriginalMessage()));
        };
    }

    private static String known(UnrecognizedPropertyException e) {
        Collection<Object> known = e.getKnownPropertyIds();
        return known == null || known.isEmpty()
                ? "none"
                : known.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
    }

    /** Returns the path of a field, such as {@code changes[0].action}. */
    private static String field(JacksonException e) {
        if (!(e instanceof DatabindException)) {
            return "";
        }
        var path = new StringBuilder();
        for (JacksonException.Reference reference : e.getPath()) {
            if (reference.getPropertyName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            }
        }
        return path.toString();
    }

    /** Returns a description of the JSON values that a Java type takes. */
    private static String type(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        }
        if (type.isEnum()) {
            return "one of " + String.join(", ", JsonSchema.constants(type));
        }
        return switch (JsonSchema.typeOf(type)) {
            case "integer" -> "an integer";
            case "number" -> "a number";
            case "boolean" -> "true or false";
            case "string" -> "a string";
            case "array" -> "an array";
            default -> "an object";
        };
    }
}
