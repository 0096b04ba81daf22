package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The responses to wrong requests, which neither stop the server nor reveal anything about it. */
class ProblemsTest {
    private static final String LOGGER = "/api/v1/loggers/net.beaconcontroller.test.problems";

    @AutoClose
    private static final Controller controller = Controller.start();

    private static JsonNode problem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = Controller.json(response);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("type").asString()).isEqualTo("about:blank");
        assertThat(problem.get("instance").asString()).startsWith("/");
        return problem;
    }

    private static String detail(HttpResponse<String> response, int status) {
        return problem(response, status).get("detail").asString();
    }

    @Test
    void namesAnUnknownResource() {
        assertThat(detail(controller.get("/api/v1/nosuch"), 404))
                .isEqualTo("the resource /api/v1/nosuch does not exist; /api/v1/docs lists all");
        assertThat(detail(controller.get("/api/nosuch/x"), 404))
                .isEqualTo("there is nothing at /api/nosuch/x, as no application nosuch with resources runs"
                        + " ('beacon app list'); /api/v1/docs lists all resources");
        assertThat(detail(controller.get("/api/v1/configuration/no.such"), 404))
                .isEqualTo("the setting no.such does not exist; GET /api/v1/configuration lists all");
        assertThat(detail(controller.get("/api/v1/applications/nosuch"), 404))
                .startsWith("application nosuch is not installed; installed are: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET  | /api/nosuch/x               |                              | 404 | application-not-running",
                "GET  | /nosuch                     |                              | 404 | no-resource",
                "GET  | /api/v1/nosuch              |                              | 404 | no-resource",
                "GET  | /api/v1/switches/1f         |                              | 404 | not-found",
                "GET  | /api/v1/switches/x          |                              | 400 | invalid",
                "GET  | /api/v1/switches?limit=0    |                              | 400 | invalid",
                "POST | /api/v1/tokens              |                              | 400 | missing",
                "POST | /api/v1/tokens              | {'name': 'x'}                | 400 | missing",
                "POST | /api/v1/tokens              | {'title': 'x'}               | 400 | unknown-field",
                "POST | /api/v1/tokens              | {'name': 'a', 'role': 'x'}   | 400 | invalid",
                "POST | /api/v1/tokens              | {'name': 'admin', 'role': 'admin'} | 409 | exists",
                "POST | /api/v1/tokens              | {'name                       | 400 | bad-request",
                "PUT  | /api/v1/configuration/io.loops | {'value': '2'}            | 409 | not-changeable",
                "PUT  | /api/v1/configuration/log.level | {'value': 'loud'}        | 400 | invalid",
                "PUT  | /api/v1/status              | {}                           | 405 | method-not-allowed",
            })
    void tellsProgramsWhatIsWrong(String method, String path, String body, int status, String code) {
        HttpResponse<String> response = method.equals("GET")
                ? controller.get(path)
                : controller.send(method, path, body == null ? "" : body.replace('\'', '"'));
        assertThat(problem(response, status).get("code").asString()).isEqualTo(code);
    }

    @Test
    void hasTheReasonWithoutTheFieldAndItsValue() {
        JsonNode problem = problem(controller.get("/api/v1/switches?limit=0"), 400);
        assertThat(problem.get("field").asString()).isEqualTo("limit");
        assertThat(problem.get("value").asString()).isEqualTo("0");
        assertThat(problem.get("reason").asString()).isEqualTo("needs a number from 1 to 2147483647");
        assertThat(problem.has("column")).isFalse();
    }

    @Test
    void namesTheAllowedMethods() {
        HttpResponse<String> response =
                controller.send(controller.request("/api/v1/status").DELETE());
        assertThat(detail(response, 405))
                .startsWith("DELETE is not allowed here; allowed: ")
                .contains("GET");
        assertThat(response.headers().firstValue("Allow")).isPresent();
    }

    @Test
    void namesTheMediaTypes() {
        assertThat(detail(
                        controller.send(controller
                                .request(LOGGER)
                                .header("Content-Type", "text/plain")
                                .PUT(BodyPublishers.ofString("debug"))),
                        415))
                .isEqualTo("the body has the media type text/plain, which this resource does not take; that of JSON is "
                        + "application/json");
        assertThat(detail(controller.send(controller.request("/api/v1/status").header("Accept", "image/png")), 406))
                .isEqualTo("cannot answer with one of the accepted media types: image/png");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"level\": \"debug\"            | line 1, column",
                "{\"level\" \"debug\"}            | line 1, column 10: the body is not JSON",
                "                                 | a body in JSON is needed",
                "null                             | a body in JSON is needed",
                "[1]                              | line 1, column 1: the body needs to be an object",
                "{\"level\": {\"a\": 1}}          | level: needs a string",
                "{\"level\": \"debug\"} x         | line 1, column",
                "{\"levle\": \"debug\"}           | unknown field levle; known are: level",
                "{}                               | level: is missing",
                "{\"level\": null}                | level: is missing",
                "{\"level\": \"loud\"}            | level = loud: needs one of error, warn, info, debug, trace",
            })
    void namesThePlaceAndTheFieldOfWrongJson(String body, String detail) {
        JsonNode problem = problem(controller.send("PUT", LOGGER, body == null ? "" : body), 400);
        assertThat(problem.get("detail").asString())
                .contains(detail)
                .doesNotContain("net.beaconcontroller", "tools.jackson");
        if (detail.contains("level")) {
            assertThat(problem.get("field").asString()).startsWith("lev");
        }
    }

    @Test
    void refusesJsonThatIsNestedTooDeeply() {
        assertThat(detail(controller.send("PUT", LOGGER, "[".repeat(100_000)), 400))
                .doesNotContain("Exception");
    }

    @Test
    void namesTheFieldInAList() {
        JsonNode problem = problem(
                controller.send(
                        "POST",
                        "/api/v1/applications/changes",
                        "{\"changes\": [{\"action\": \"start\", \"application\": \"a\"}, {\"action\": \"explode\"}]}"),
                404);
        assertThat(problem.get("field").asString()).isEqualTo("changes[0].application");
        problem = problem(
                controller.send("POST", "/api/v1/applications/changes", "{\"changes\": [{\"action\": \"explode\"}]}"),
                400);
        assertThat(problem.get("field").asString()).isEqualTo("changes[0].action");
        assertThat(problem.get("value").asString()).isEqualTo("explode");
        assertThat(problem.get("detail").asString())
                .isEqualTo("changes[0].action = explode: needs install, update, start, stop or remove");
        problem = problem(
                controller.send("POST", "/api/v1/applications/changes", "{\"changes\": [{\"action\": {\"x\": 1}}]}"),
                400);
        assertThat(problem.get("field").asString()).isEqualTo("changes[0].action");
    }

    @Test
    void refusesBodiesThatAreTooLong() {
        byte[] spaces = new byte[(1 << 20) + 1];
        Arrays.fill(spaces, (byte) ' ');
        assertThat(detail(
                        controller.send(controller
                                .request(LOGGER)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofByteArray(spaces))),
                        413))
                .isEqualTo("the body is longer than 1048576 bytes");
        assertThat(detail(
                        controller.send(controller
                                .request(LOGGER)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(spaces)))),
                        413))
                .isEqualTo("the body is longer than 1048576 bytes");
    }

    @Test
    void refusesAHugeBodyBeforeReadingIt() throws IOException {
        assertThat(controller.raw(head("POST /api/v1/applications")
                        + "Content-Type: application/java-archive\r\nContent-Length: 99999999999\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ")
                .contains("the body is longer than 67108864 bytes");
    }

    private static String head(String methodAndPath) {
        return "%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: close\r\n"
                .formatted(methodAndPath, controller.token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/../../etc/passwd",
                "/api/v1/%2e%2e/%2e%2e/etc/passwd",
                "/api/v1/docs/..%2f..%2fetc/passwd",
                "/api/v1/status;x=1/../tokens",
                "//api/v1/status",
                "/api/v1/%00",
                "/api/v1/%zz",
                "/api/v1/<script>",
                "/api/v1/\u00e9",
                "/./api/../.git/config",
                "/api/v1/docs.html",
                "/api//tokens",
            })
    void refusesPathTricks(String path) throws IOException {
        String response = controller.raw(head("GET " + path) + "\r\n");
        assertThat(response)
                .matches("(?s)HTTP/1.1 (400|404) .*")
                .contains("application/problem+json")
                .doesNotContain("root:", "Exception", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n",
            })
    void answersMalformedRequestsWithAProblemAndContinues(String bytes) throws IOException {
        assertThat(controller.raw(bytes))
                .matches("(?s)HTTP/1.1 (400|401|505) .*")
                .contains("application/problem+json", "\"detail\":")
                .doesNotContain("Jetty", "Exception", "\tat ");
        assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesAHeaderThatIsTooLong() throws IOException {
        assertThat(controller.raw(head("GET /api/v1/status") + "X: " + "x".repeat(10_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ")
                .contains("application/problem+json");
    }

    @Test
    void answersWhileClientsAreSlow() throws IOException {
        var slow = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 200; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), controller.port());
                slow.add(socket);
                String sent = i % 2 == 0
                        ? "GET /api/v1/sta"
                        : head("PUT " + LOGGER) + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"le";
                socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void answersWhileMoreConnectionsAreIdleThanTheLimit() throws IOException {
        try (var _ = new IdleConnections(controller.port(), 1_100)) {
            assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void sendsNoVersionOfTheServer() {
        HttpResponse<String> response = controller.get("/api/v1/status");
        assertThat(response.headers().map().keySet()).doesNotContain("server", "x-powered-by");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }
}
