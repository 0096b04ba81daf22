package net.beaconcontroller.web;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.Response.Status;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ExtendedUriInfo;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Completes the answers in JSON to GET requests: selects the part of a list that the request asks for, and answers a
 * conditional request (RFC 9110, section 13) without the body if the client has it already.
 */
final class JsonResponses implements ContainerRequestFilter, ContainerResponseFilter {
    private static final String QUERY = ListQuery.class.getName();
    private static final String TOTAL = "X-Total-Count";
    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final int TAG_BYTES = 12;

    private final JsonMapper mapper;

    JsonResponses(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Reads the parameters before the resource is called, so that it does not work in vain if they are wrong. */
    @Override
    public void filter(ContainerRequestContext request) {
        if (METHODS.contains(request.getMethod()) && request.getUriInfo() instanceof ExtendedUriInfo uri) {
            var parameters = new MultivaluedHashMap<>(uri.getQueryParameters());
            parameters.keySet().removeAll(ownParameters(uri.getMatchedResourceMethod()));
            request.setProperty(QUERY, ListQuery.of(parameters));
        }
    }

    /** Returns the query parameters that a resource reads itself, perhaps with another meaning. */
    private static Set<String> ownParameters(@Nullable ResourceMethod method) {
        return method == null
                ? Set.of()
                : Stream.of(method.getInvocable().getHandlingMethod().getParameters())
                        .map(parameter -> parameter.getAnnotation(QueryParam.class))
                        .filter(Objects::nonNull)
                        .map(QueryParam::value)
                        .collect(Collectors.toSet());
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (request.getProperty(QUERY) instanceof ListQuery query
                && response.getStatus() == Status.OK.getStatusCode()
                && MediaType.APPLICATION_JSON_TYPE.equals(response.getMediaType())
                && !JsonProvider.isPlain(response.getEntityClass())) {
            Object entity = response.getEntity();
            Type type = response.getEntityType();
            if (entity instanceof List<?> list) {
                ListQuery.Page page = query.select(list, mapper);
                response.getHeaders().putSingle(TOTAL, page.total());
                query.next(request.getUriInfo(), page).ifPresent(next -> response.getHeaders()
                        .putSingle(HttpHeaders.LINK, "<%s>; rel=\"next\"".formatted(next)));
                entity = page.elements();
                type = entity == list ? type : entity.getClass();
            }
            answer(
                    request,
                    response,
                    mapper.writerFor(mapper.constructType(type)).writeValueAsBytes(entity));
        }
    }

    private static void answer(ContainerRequestContext request, ContainerResponseContext response, byte[] body) {
        String tag = tag(body);
        response.getHeaders().putSingle(HttpHeaders.ETAG, tag);
        if (isKnown(request.getHeaderString(HttpHeaders.IF_NONE_MATCH), tag)) {
            response.setStatusInfo(Status.NOT_MODIFIED);
            response.setEntity(null);
        } else {
            response.setEntity(body, new Annotation[0], MediaType.APPLICATION_JSON_TYPE);
        }
    }

    private static boolean isKnown(@Nullable String tags, String tag) {
        return tags != null
                && (tags.equals("*") || Arrays.asList(tags.split("\\s*,\\s*")).contains(tag));
    }

    /** Returns a weak tag, because fields of the same values may have another order. */
    private static String tag(byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return "W/\"%s\"".formatted(Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, TAG_BYTES)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
