package net.beaconcontroller.web.openapi;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.web.http.Json;
import net.beaconcontroller.web.http.JsonSchema;
import org.jspecify.annotations.Nullable;

/**
 * Makes an OpenAPI 3.1 document from the annotations of resources, and from the records that they take and return. Used
 * by one thread.
 */
public final class OpenApi {
    private static final String PROBLEM = "Problem";

    private final Map<String, Map<String, Object>> paths = new TreeMap<>();
    private final Map<String, Object> schemas = new TreeMap<>();
    private final Map<Class<?>, String> schemaNames = new HashMap<>();
    private final Map<String, Object> error;

    /** @param problem the type of errors */
    public OpenApi(Class<?> problem) {
        error = schema(problem);
    }

    /** Adds resources below a path. */
    public void add(String base, List<Class<?>> resources) {
        for (Class<?> resource : resources) {
            Path path = resource.getAnnotation(Path.class);
            if (path != null) {
                Arrays.stream(resource.getMethods())
                        .sorted(Comparator.comparing(Method::getName))
                        .forEach(method -> addMethod(base, resource, path.value(), method));
            }
        }
    }

    private void addMethod(String base, Class<?> resource, String resourcePath, Method method) {
        for (Annotation annotation : method.getAnnotations()) {
            HttpMethod http = annotation.annotationType().getAnnotation(HttpMethod.class);
            if (http != null) {
                Path path = method.getAnnotation(Path.class);
                String full = join(base, resourcePath, path == null ? "" : path.value());
                paths.computeIfAbsent(full, _ -> new LinkedHashMap<>())
                        .put(http.value().toLowerCase(Locale.ROOT), operation(resource, method));
            }
        }
    }

    private static String join(String... parts) {
        var path = new StringBuilder();
        for (String part : parts) {
            String name = part.replaceAll("^/|/$", "");
            if (!name.isEmpty()) {
                path.append('/').append(name);
            }
        }
        // without the regular expressions of variables
        return path.toString().replaceAll("\\{\\s*(\\w+)\\s*:[^}]*}", "{$1}");
    }

    private Map<String, Object> operation(Class<?> resource, Method method) {
        var operation = new LinkedHashMap<String, Object>();
        String tag = resource.getSimpleName().replaceFirst("Resource$", "").toLowerCase(Locale.ROOT);
        operation.put("tags", List.of(tag));
        operation.put("operationId", tag + "." + method.getName());
        String description = description(method);
        if (!description.isEmpty()) {
            operation.put("summary", description);
        }
        var parameters = new ArrayList<Object>();
        for (Parameter parameter : method.getParameters()) {
            addParameter(parameter, method, resource, parameters, operation);
        }
        if (isList(method)) {
            Arrays.stream(ListParameter.values()).map(OpenApi::ofList).forEach(parameters::add);
        }
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        operation.put("responses", responses(resource, method));
        return operation;
    }

    private static boolean isList(Method method) {
        return method.isAnnotationPresent(GET.class)
                && JsonSchema.typeOf(method.getReturnType()).equals("array")
                && !method.getReturnType().isArray();
    }

    private static Map<String, Object> ofList(ListParameter parameter) {
        return ordered(
                "name",
                parameter.text(),
                "in",
                "query",
                "required",
                false,
                "schema",
                Map.of("type", parameter.type()),
                "description",
                parameter.description());
    }

    private void addParameter(
            Parameter parameter,
            Method method,
            Class<?> resource,
            List<Object> parameters,
            Map<String, Object> operation) {
        PathParam inPath = parameter.getAnnotation(PathParam.class);
        QueryParam inQuery = parameter.getAnnotation(QueryParam.class);
        if (inPath != null) {
            parameters.add(parameter("path", inPath.value(), parameter));
        } else if (inQuery != null) {
            parameters.add(parameter("query", inQuery.value(), parameter));
        } else if (!parameter.isAnnotationPresent(Context.class) && !parameter.isAnnotationPresent(HeaderParam.class)) {
            Consumes consumes = annotation(Consumes.class, method, resource);
            var content = new LinkedHashMap<String, Object>();
            for (String type : consumes == null ? new String[] {"application/json"} : consumes.value()) {
                Map<String, Object> body = ordered("schema", schema(parameter.getParameterizedType()));
                example(parameter).ifPresent(value -> body.put("example", Json.MAPPER.readTree(value)));
                content.put(type, body);
            }
            operation.put("requestBody", ordered("required", true, "content", content));
        }
    }

    private Map<String, Object> parameter(String in, String name, Parameter parameter) {
        Map<String, Object> schema = schema(parameter.getParameterizedType());
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        if (value != null) {
            schema.put(
                    "default", "boolean".equals(schema.get("type")) ? Boolean.valueOf(value.value()) : value.value());
        }
        Map<String, Object> result = ordered("name", name, "in", in, "required", in.equals("path"), "schema", schema);
        String description = description(parameter);
        if (!description.isEmpty()) {
            result.put("description", description);
        }
        example(parameter).ifPresent(text -> result.put("example", text));
        return result;
    }

    private static Optional<String> example(Parameter parameter) {
        return Optional.ofNullable(parameter.getAnnotation(Example.class)).map(Example::value);
    }

    private Map<String, Object> responses(Class<?> resource, Method method) {
        var responses = new LinkedHashMap<String, Object>();
        Type type = returnType(method);
        if (type == void.class || type == Response.class) {
            responses.put("204", Map.of("description", "done"));
        } else {
            Produces produces = annotation(Produces.class, method, resource);
            var content = new LinkedHashMap<String, Object>();
            for (String mediaType : produces == null ? new String[] {"application/json"} : produces.value()) {
                content.put(
                        mediaType,
                        Map.of("schema", mediaType.startsWith("text/") ? Map.of("type", "string") : schema(type)));
            }
            responses.put("200", ordered("description", "success", "content", content));
        }
        responses.put("default", Map.of("$ref", "#/components/responses/" + PROBLEM));
        return responses;
    }

    private static Type returnType(Method method) {
        Description description = method.getAnnotation(Description.class);
        return description == null || description.returns() == void.class
                ? method.getGenericReturnType()
                : description.returns();
    }

    private static <A extends Annotation> @Nullable A annotation(Class<A> type, Method method, Class<?> resource) {
        A own = method.getAnnotation(type);
        return own == null ? resource.getAnnotation(type) : own;
    }

    private static String description(AnnotatedElement element) {
        Description description = element.getAnnotation(Description.class);
        return description == null ? "" : description.value();
    }

    /** Returns the schema of a type. Records become schemas with a name, to which it refers. */
    private Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            return switch (JsonSchema.typeOf(raw)) {
                case "array" -> ordered("type", "array", "items", schema(arguments[0]));
                case "object" ->
                    arguments.length == 2 && arguments[1] != Object.class
                            ? ordered("type", "object", "additionalProperties", schema(arguments[1]))
                            : ordered("type", "object");
                default -> new LinkedHashMap<>();
            };
        }
        if (!(type instanceof Class<?> plain)) {
            return new LinkedHashMap<>();
        }
        if (plain.isRecord()) {
            String name = schemaName(plain);
            if (!schemas.containsKey(name)) {
                // first, because it may contain itself
                schemas.put(name, Map.of());
                schemas.put(name, record(plain));
            }
            return ordered("$ref", "#/components/schemas/" + name);
        }
        if (plain.isEnum()) {
            return ordered("type", "string", "enum", JsonSchema.constants(plain));
        }
        if (InputStream.class.isAssignableFrom(plain) || plain == byte[].class) {
            return ordered("type", "string", "format", "binary");
        }
        if (plain.isArray()) {
            return ordered("type", "array", "items", schema(plain.getComponentType()));
        }
        return ordered("type", JsonSchema.typeOf(plain));
    }

    /** Returns the name of a record, with its package before it if another record has that name. */
    private String schemaName(Class<?> type) {
        return schemaNames.computeIfAbsent(type, _ -> {
            String name = type.getSimpleName().replaceFirst("View$", "");
            return schemas.containsKey(name) ? type.getPackageName().replaceFirst(".*\\.", "") + "." + name : name;
        });
    }

    private Map<String, Object> record(Class<?> type) {
        var properties = new LinkedHashMap<String, Object>();
        var required = new ArrayList<String>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = JsonSchema.name(component);
            Map<String, Object> schema = schema(component.getGenericType());
            String description = description(component);
            if (!description.isEmpty()) {
                schema.put("description", description);
            }
            properties.put(name, schema);
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(name);
            }
        }
        Map<String, Object> schema = ordered("type", "object", "properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /**
     * Returns the document.
     *
     * @param url the address of the server
     */
    public Map<String, Object> document(String version, String url) {
        Map<String, Object> response = ordered(
                "description",
                "the request is refused or has failed (RFC 9457)",
                "content",
                Map.of("application/problem+json", Map.of("schema", error)));
        Map<String, Object> bearer = ordered("type", "http", "scheme", "bearer");
        return ordered(
                "openapi",
                "3.1.0",
                "info",
                ordered("title", "Beacon", "version", version, "license", Map.of("name", "Apache-2.0")),
                "servers",
                List.of(Map.of("url", url)),
                "security",
                List.of(Map.of("token", List.of())),
                "paths",
                paths,
                "components",
                ordered(
                        "schemas",
                        schemas,
                        "responses",
                        Map.of(PROBLEM, response),
                        "securitySchemes",
                        Map.of("token", bearer)));
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
