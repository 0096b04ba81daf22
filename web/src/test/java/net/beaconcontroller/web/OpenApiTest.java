package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.web.http.ProblemView;
import net.beaconcontroller.web.openapi.OpenApi;
import net.beaconcontroller.web.rest.PortsResource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document, and that it tells the truth about the responses. */
class OpenApiTest {
    @AutoClose
    private static final Controller controller = Controller.start();

    private static final JsonNode document = Controller.json(controller.get("/api/v1/openapi.json"));

    @Test
    void hasAllResourcesWithDescriptions() {
        assertThat(document.get("openapi").asString()).isEqualTo("3.1.0");
        JsonNode paths = document.get("paths");
        assertThat(paths.propertyNames())
                .contains(
                        "/api/v1/status",
                        "/api/v1/applications",
                        "/api/v1/applications/{name}",
                        "/api/v1/applications/changes",
                        "/api/v1/pipelines",
                        "/api/v1/performance",
                        "/api/v1/events",
                        "/api/v1/services",
                        "/api/v1/configuration",
                        "/api/v1/configuration/{key}",
                        "/api/v1/loggers/{name}",
                        "/api/v1/tokens/{name}");
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                assertThat(operation.getValue().path("summary").asString())
                        .as("%s %s", operation.getKey(), path.getKey())
                        .endsWith(".");
            }
        }
    }

    @Test
    void describesTheMembersOfProblems() {
        JsonNode problem = document.get("components").get("schemas").get("Problem");
        assertThat(problem.get("properties").propertyNames())
                .containsExactly(
                        "type",
                        "title",
                        "status",
                        "detail",
                        "instance",
                        "code",
                        "field",
                        "value",
                        "column",
                        "reason",
                        "problems");
        assertThat(problem.get("required").valueStream().map(JsonNode::asString))
                .containsExactly("type", "title", "status", "detail", "code");
    }

    public record Port(long number) {}

    @Path("ports")
    public static final class OtherPorts {
        @GET
        public Port get() {
            return new Port(1);
        }
    }

    @Test
    void twoTypesOfTheSameNameHaveTheirOwnSchemas() {
        var made = new OpenApi(ProblemView.class);
        made.add("/a", List.of(PortsResource.class, OtherPorts.class));
        assertThat(made.document("", "").toString())
                .contains("#/components/schemas/Port}", "#/components/schemas/web.Port}");
    }

    @Test
    void refersOnlyToSchemasThatItHas() {
        Set<String> references = new HashSet<>();
        Matcher matcher = Pattern.compile("\"#/components/schemas/([\\w.]+)\"").matcher(document.toString());
        while (matcher.find()) {
            references.add(matcher.group(1));
        }
        assertThat(references).isNotEmpty();
        assertThat(document.get("components").get("schemas").propertyNames()).containsAll(references);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "applications",
                "pipelines",
                "performance",
                "events",
                "services",
                "configuration",
                "loggers",
                "tokens"
            })
    void describesTheResponses(String name) {
        String path = "/api/v1/" + name;
        JsonNode schema = document.get("paths")
                .get(path)
                .get("get")
                .get("responses")
                .get("200")
                .get("content")
                .get("application/json")
                .get("schema");
        assertMatches(Controller.json(controller.get(path)), schema, path);
    }

    /** Checks that a value has the type of a schema, and exactly its properties. */
    private static void assertMatches(JsonNode value, JsonNode schema, String path) {
        if (schema.has("$ref")) {
            String name = schema.get("$ref").asString().replaceFirst(".*/", "");
            assertMatches(value, document.get("components").get("schemas").get(name), path);
            return;
        }
        switch (schema.get("type").asString()) {
            case "array" -> value.forEach(element -> assertMatches(element, schema.get("items"), path + "[]"));
            case "object" -> {
                assertThat(value.isObject()).as(path).isTrue();
                if (schema.has("properties")) {
                    assertThat(List.copyOf(value.propertyNames()))
                            .as(path)
                            .containsExactlyInAnyOrderElementsOf(
                                    schema.get("properties").propertyNames());
                    schema.get("properties")
                            .properties()
                            .forEach(property -> assertMatches(
                                    value.get(property.getKey()), property.getValue(), path + "." + property.getKey()));
                }
            }
            case "string" -> assertThat(value.isString()).as(path).isTrue();
            case "integer" -> assertThat(value.isIntegralNumber()).as(path).isTrue();
            case "number" -> assertThat(value.isNumber()).as(path).isTrue();
            case "boolean" -> assertThat(value.isBoolean()).as(path).isTrue();
            default -> throw new AssertionError(path + ": " + schema);
        }
    }

    @Test
    void isShownByAPageThatNeedsNoOtherServer() {
        for (String file : List.of("docs", "docs.js", "docs.css")) {
            HttpResponse<String> response = controller.get("/api/v1/" + file);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).doesNotContain("http://", "https://", "//cdn");
        }
        assertThat(controller.get("/api/v1/docs").body()).contains("src=\"docs.js\"", "href=\"docs.css\"");
        assertThat(controller.get("/docs").headers().firstValue("Location")).contains("/api/v1/docs");
    }
}
