package net.beaconcontroller.web;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import net.beaconcontroller.web.http.LimitedBody;
import net.beaconcontroller.web.http.ProblemView;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes bodies in JSON. */
@Consumes("application/json")
@Produces({"application/json", ProblemView.MEDIA_TYPE})
final class JsonProvider implements MessageBodyReader<Object>, MessageBodyWriter<Object> {
    private static final long MAX_BYTES = 1 << 20;

    /** Bodies of these types are passed as they are. */
    private static final Set<Class<?>> PLAIN =
            Set.of(String.class, byte[].class, InputStream.class, Reader.class, File.class, StreamingOutput.class);

    private final JsonMapper mapper;

    JsonProvider(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return !PLAIN.contains(type);
    }

    @Override
    public Object readFrom(
            Class<Object> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream body) {
        return mapper.readValue(new LimitedBody(body, MAX_BYTES), mapper.constructType(generic));
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return !isPlain(type);
    }

    /** Returns whether bodies of a type are passed as they are. */
    static boolean isPlain(Class<?> type) {
        return PLAIN.stream().anyMatch(plain -> plain.isAssignableFrom(type));
    }

    @Override
    public void writeTo(
            Object value,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream body) {
        mapper.writerFor(mapper.constructType(generic)).writeValue(body, value);
    }
}
