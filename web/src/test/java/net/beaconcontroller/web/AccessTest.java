package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens, sessions, roles, and what requests of other web sites are refused. */
class AccessTest {
    private static final String LEVEL = "{\"level\": \"warn\"}";
    private static final String LOGGER = "/api/v1/loggers/net.beaconcontroller.test.access";

    @TempDir
    private Path folder;

    private Controller controller;

    @BeforeEach
    void start() throws IOException {
        controller = Controller.start(folder, Map.of("http.hosts", "beacon.example.com"));
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    private String newToken(String name, String role) {
        HttpResponse<String> created =
                controller.send("POST", "/api/v1/tokens", "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
        return Controller.json(created).get("token").asString();
    }

    private HttpRequest.Builder with(String token, String path) {
        return controller.anonymous(path).header("Authorization", "Bearer " + token);
    }

    private static HttpRequest.Builder put(HttpRequest.Builder request) {
        return request.header("Content-Type", "application/json").PUT(BodyPublishers.ofString(LEVEL));
    }

    private static String detail(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Controller.json(response).get("status").asInt()).isEqualTo(status);
        return Controller.json(response).get("detail").asString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/api/v1/status", "/api/v1/nosuch", "/api/x/y", "/nosuch", "/ui", "/ui/../docs"})
    void refusesRequestsWithoutAToken(String path) {
        HttpResponse<String> response = controller.send(controller.anonymous(path));
        assertThat(detail(response, 401))
                .startsWith("a token is needed: send the header 'Authorization: Bearer TOKEN'");
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }

    @Test
    void showsBrowsersAPageInsteadOfJson() {
        HttpResponse<String> response =
                controller.send(controller.anonymous("/docs").header("Accept", "text/html,application/xhtml+xml"));
        assertThat(response.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
        assertThat(response.body()).startsWith("<!doctype html>").contains("open a link /?token=TOKEN");
    }

    @Test
    void keepsTheFirstTokenInAFileOfTheAccount() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("token"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("tokens.json"))))
                .isEqualTo("rw-------");
        assertThat(Files.readString(folder.resolve("tokens.json"))).doesNotContain(controller.token());
        assertThat(controller.web.firstLink()).contains(controller.web.url() + "?token=" + controller.token());
    }

    @Test
    void keepsTokensOverARestartAndShowsTheLinkOnce() throws IOException {
        String before = controller.token();
        String other = newToken("monitoring", "read-only");
        controller.close();
        controller = Controller.start(folder);
        assertThat(controller.web.firstLink()).isEmpty();
        assertThat(controller.token()).isEqualTo(before);
        assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
        assertThat(controller.send(with(other, "/api/v1/status")).statusCode()).isEqualTo(200);
    }

    @Test
    void doesNotStartIfOthersCanReadTheToken() throws IOException {
        controller.close();
        Path token = folder.resolve("token");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatIOException()
                .isThrownBy(() -> Controller.start(folder))
                .withMessage("%s: other accounts may use this file (rw-r--r--); allow only this account: chmod 600 %s"
                        .formatted(token, token));
    }

    @Test
    void replacesALostTokenFile() throws IOException {
        String lost = controller.token();
        controller.close();
        Files.delete(folder.resolve("token"));
        controller = Controller.start(folder);
        assertThat(controller.web.firstLink()).isPresent();
        assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
        assertThat(controller.send(with(lost, "/api/v1/status")).statusCode()).isEqualTo(401);
    }

    @Test
    void doesNotStartWithAMalformedFileOfTokens() throws IOException {
        controller.close();
        Files.writeString(folder.resolve("tokens.json"), "{\"tokens\": [");
        assertThatIOException()
                .isThrownBy(() -> Controller.start(folder))
                .withMessageStartingWith(folder.resolve("tokens.json") + ": malformed: ")
                .withMessageEndingWith("repair it, or delete it to revoke all tokens");
    }

    @Test
    void letsReadOnlyTokensReadAndNotChange() {
        String token = newToken("monitoring", "read-only");
        assertThat(controller.send(with(token, "/api/v1/status")).statusCode()).isEqualTo(200);
        assertThat(detail(controller.send(put(with(token, LOGGER))), 403))
                .isEqualTo("the token monitoring has the role read-only; PUT needs a token with the role admin");
        assertThat(detail(controller.send(with(token, "/api/v1/tokens")), 403))
                .isEqualTo("needs a token with the role admin");
    }

    @Test
    void revokedTokensAreRefused() {
        String token = newToken("guest", "admin");
        assertThat(controller.send(put(with(token, LOGGER))).statusCode()).isEqualTo(200);
        assertThat(controller
                        .send(controller.request("/api/v1/tokens/guest").DELETE())
                        .statusCode())
                .isEqualTo(204);
        assertThat(detail(controller.send(put(with(token, LOGGER))), 401))
                .startsWith("the token is wrong, or it was revoked");
    }

    @Test
    void explainsWhichTokensCannotBeCreatedOrRevoked() {
        assertThat(detail(controller.send("POST", "/api/v1/tokens", "{\"name\": \"a b\", \"role\": \"admin\"}"), 400))
                .isEqualTo("name = a b: needs 1 to 64 letters, digits, hyphens, dots and underscores");
        assertThat(detail(controller.send("POST", "/api/v1/tokens", "{\"name\": \"x\", \"role\": \"root\"}"), 400))
                .endsWith("role = root: needs one of read-only, admin");
        assertThat(detail(controller.send("POST", "/api/v1/tokens", "{\"role\": \"admin\"}"), 400))
                .isEqualTo("name: is missing");
        assertThat(detail(controller.send("POST", "/api/v1/tokens", "{\"name\": \"admin\", \"role\": \"admin\"}"), 409))
                .isEqualTo("there is already a token named admin; revoke it first, or choose another name");
        assertThat(detail(
                        controller.send(
                                controller.request("/api/v1/tokens/nosuch").DELETE()),
                        404))
                .isEqualTo("no token is named nosuch; there are: admin");
        assertThat(detail(
                        controller.send(
                                controller.request("/api/v1/tokens/admin").DELETE()),
                        409))
                .isEqualTo("admin is the only token with the role admin; create another one first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/ui/app.js", "/ui/nosuch.js"})
    void showsThePageWithoutATokenBecauseItHasNoData(String path) {
        assertThat(controller.send(controller.anonymous(path)).statusCode()).isIn(200, 404);
    }

    @Test
    void aSignInThatCannotBeStoredIsRefusedWithTheReasonAndTheLogDoesNotHaveTheToken() throws IOException {
        // The new content of tokens.json is written to this file first.
        Files.createDirectories(folder.resolve("tokens.json.new/obstacle"));
        HttpResponse<String> response = controller.send(controller.anonymous("/?token=" + controller.token()));
        assertThat(detail(response, 507)).startsWith("cannot write %s: ".formatted(folder.resolve("tokens.json")));
        assertThat(detail(controller.send("POST", "/api/v1/tokens", "{\"name\": \"x\", \"role\": \"admin\"}"), 507))
                .startsWith("cannot write %s: ".formatted(folder.resolve("tokens.json")));
        assertThat(controller.get("/api/v1/events?types=log").body()).doesNotContain(controller.token());
    }

    /** Opens the link, and returns the cookie. */
    private String signIn() {
        HttpResponse<String> response = controller.send(controller.anonymous("/?token=" + controller.token()));
        assertThat(response.statusCode()).isEqualTo(303);
        assertThat(response.headers().firstValue("Location")).contains("/");
        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict").doesNotContain(controller.token());
        return cookie.replaceFirst(";.*", "");
    }

    @Test
    void aLinkSignsABrowserInUntilItsTokenIsRevoked() throws IOException {
        String cookie = signIn();
        assertThat(controller
                        .send(controller.anonymous("/api/v1/status").header("Cookie", cookie))
                        .statusCode())
                .isEqualTo(200);
        String port = "beacon-" + controller.port();
        controller.close();
        controller = Controller.start(folder);
        cookie = cookie.replace(port, "beacon-" + controller.port());
        assertThat(controller
                        .send(controller.anonymous("/api/v1/status").header("Cookie", cookie))
                        .statusCode())
                .as("after a restart")
                .isEqualTo(200);
        String other = newToken("other", "admin");
        assertThat(controller.send(with(other, "/api/v1/tokens/admin").DELETE()).statusCode())
                .isEqualTo(204);
        assertThat(detail(controller.send(controller.anonymous("/api/v1/status").header("Cookie", cookie)), 401))
                .startsWith("the token is wrong, or it was revoked");
    }

    @Test
    void aWrongLinkIsRefused() {
        assertThat(detail(controller.send(controller.anonymous("/?token=wrong")), 401))
                .startsWith("the token is wrong, or it was revoked");
    }

    @Test
    void aNewLinkSignsOneBrowserIn() {
        String path = Controller.json(controller.send("POST", "/api/v1/tokens/admin/links", ""))
                .get("path")
                .asString();
        assertThat(path).doesNotContain(controller.token());
        assertThat(controller.send(controller.anonymous(path)).statusCode()).isEqualTo(303);
        assertThat(controller.send(controller.anonymous(path)).statusCode()).isEqualTo(401);
        assertThat(detail(controller.send("POST", "/api/v1/tokens/nosuch/links", ""), 404))
                .isEqualTo("no token is named nosuch; there are: admin");
    }

    @Test
    void changesOfABrowserComeFromAPageOfThisServer() {
        String cookie = signIn();
        assertThat(detail(controller.send(put(controller.anonymous(LOGGER)).header("Cookie", cookie)), 403))
                .contains("without the header Origin");
        assertThat(detail(
                        controller.send(put(controller.anonymous(LOGGER))
                                .header("Cookie", cookie)
                                .header("Origin", "http://attacker.example.com")),
                        403))
                .isEqualTo(
                        "a change from the web site http://attacker.example.com is refused; only pages of this server "
                                + "may request changes");
        assertThat(controller
                        .send(put(controller.anonymous(LOGGER))
                                .header("Cookie", cookie)
                                .header("Origin", controller.web.url().replaceFirst("/$", "")))
                        .statusCode())
                .isEqualTo(200);
    }

    /** Otherwise the client could send its next request on a connection that ends. */
    @Test
    void aResponseBeforeTheBodySaysThatTheConnectionEnds() throws IOException {
        assertThat(controller.raw(
                        "PUT %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nContent-Length: 9\r\n\r\n"
                                .formatted(LOGGER)))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("Connection: close");
    }

    @Test
    void refusesNamesThatAnAttackerCouldDirectHere() throws IOException {
        String request =
                "GET /api/v1/status HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n";
        assertThat(controller.raw(request.formatted("attacker.example.com", controller.token())))
                .startsWith("HTTP/1.1 421 ")
                .contains("the host attacker.example.com is unknown", "http.hosts");
        for (String host : List.of("localhost:" + controller.port(), "BEACON.example.com", "127.0.0.1", "[::1]:80")) {
            assertThat(controller.raw(request.formatted(host, controller.token())))
                    .as(host)
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void limitsTheRateOfWrongTokens() {
        for (int i = 0; i < 10; i++) {
            assertThat(controller.send(with("wrong" + i, "/api/v1/status")).statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> response = controller.send(with("wrong", "/api/v1/status"));
        assertThat(detail(response, 429)).matches("too many wrong tokens from 127.0.0.1; retry in [1-6] s");
        assertThat(response.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 6L);
        assertThat(controller.get("/api/v1/status").statusCode())
                .as("with a valid token")
                .isEqualTo(200);
    }

    @Test
    void logsWhatWasChangedAndByWhom() throws IOException {
        newToken("operator", "admin");
        controller.send("PUT", LOGGER, LEVEL);
        controller.send("PUT", LOGGER, "{\"level\": \"loud\"}");
        controller.get("/api/v1/status");
        List<String> lines = Files.readAllLines(folder.resolve("audit.log"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("\\S+Z admin 127.0.0.1 POST /api/v1/tokens 200 name=operator role=admin");
        assertThat(lines.get(1)).endsWith(" admin 127.0.0.1 PUT " + LOGGER + " 200 level=warn");
        assertThat(lines.get(2)).endsWith(" PUT " + LOGGER + " 400");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("audit.log"))))
                .isEqualTo("rw-------");
    }
}
