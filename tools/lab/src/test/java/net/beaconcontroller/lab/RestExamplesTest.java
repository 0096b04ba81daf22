package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of the OpenAPI document, as requests to a controller with an emulated network. */
class RestExamplesTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** The methods in an order in which an example finds what another has made, with its method. */
    private static final List<String> METHODS = List.of("post", "put", "get", "delete");

    @TempDir
    private Path folder;

    /** A request. */
    private record Operation(String method, String path, JsonNode description) {
        /** Returns the path with the values of its parameters; empty if one that is required has none. */
        Optional<String> address() {
            String address = path;
            var query = new ArrayList<String>();
            for (JsonNode parameter : description.path("parameters")) {
                String name = parameter.get("name").asString();
                JsonNode example = parameter.path("example");
                if (example.isMissingNode()) {
                    if (parameter.get("required").asBoolean()) {
                        return Optional.empty();
                    }
                } else if (parameter.get("in").asString().equals("path")) {
                    address = address.replace("{" + name + "}", example.asString());
                } else {
                    query.add(name + "=" + URLEncoder.encode(example.asString(), StandardCharsets.UTF_8));
                }
            }
            return Optional.of(query.isEmpty() ? address : address + "?" + String.join("&", query));
        }

        /** Returns the body in JSON; empty if there is none. */
        String body() {
            return description
                    .path("requestBody")
                    .path("content")
                    .path("application/json")
                    .path("example")
                    .toString();
        }

        /** Whether its body is a file. */
        boolean isUpload() {
            JsonNode body = description.path("requestBody");
            return !body.isMissingNode() && !body.path("content").has("application/json");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    @Test
    void succeed() throws Exception {
        try (var beacon = BeaconProcess.start(
                        "--apps",
                        "topology,devices,routing,statistics",
                        "-D",
                        "data.folder=" + folder,
                        "--emulate",
                        "linear,4");
                HttpClient client = HttpClient.newHttpClient()) {
            // The controller listens for switches before it listens for requests.
            await().until(() -> Files.exists(folder.resolve("token")));
            String token = Files.readString(folder.resolve("token")).strip();
            JsonNode document = await().until(
                            () -> MAPPER.readTree(send(client, beacon, token, "get", "/api/v1/openapi.json", "")
                                    .body()),
                            read -> read.path("paths").has("/api/routing/path"));
            List<Operation> operations = operations(document);
            assertThat(operations).hasSizeGreaterThan(30);
            for (Operation operation : operations) {
                Optional<String> address = operation.address();
                assertThat(address)
                        .as("%s: examples of its parameters", operation)
                        .isPresent();
                HttpResponse<String> response =
                        send(client, beacon, token, operation.method, address.orElseThrow(), operation.body());
                assertThat(response.statusCode())
                        .as("%s: %s", operation, response.body())
                        .isBetween(200, 299);
            }
        }
    }

    private static List<Operation> operations(JsonNode document) {
        return document.get("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(method -> new Operation(method.getKey(), path.getKey(), method.getValue())))
                .filter(operation -> !operation.isUpload())
                .sorted(Comparator.comparingInt(operation -> METHODS.indexOf(operation.method)))
                .toList();
    }

    private static HttpResponse<String> send(
            HttpClient client, BeaconProcess beacon, String token, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(beacon.url()).resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method.toUpperCase(Locale.ROOT), BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
