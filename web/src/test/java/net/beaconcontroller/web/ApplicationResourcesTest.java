package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.wiring.BundleWiring;
import tools.jackson.databind.JsonNode;

/** Applications through the REST interface, and the REST resources that they contribute. */
class ApplicationResourcesTest {
    private static final List<Class<?>> CLASSES = List.of(
            SampleActivator.class,
            SampleActivator.Greeting.class,
            SampleActivator.Greetings.class,
            SampleActivator.Refused.class);

    @TempDir
    private Path folder;

    private Controller controller;

    @BeforeEach
    void start() throws IOException {
        controller = Controller.start(folder.resolve("data"));
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    /** Makes the bundle of an application with the sample's resources. */
    private Path bundle(String name, String version, String... headers) throws IOException {
        Path jar = folder.resolve(name + "-" + version + ".jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", name);
        manifest.getMainAttributes().putValue("Bundle-Version", version);
        manifest.getMainAttributes().putValue("Bundle-Activator", SampleActivator.class.getName());
        manifest.getMainAttributes()
                .putValue("Import-Package", "jakarta.ws.rs;version=\"[3.1,4)\",org.osgi.framework;version=\"[1.8,2)\"");
        for (String header : headers) {
            manifest.getMainAttributes().putValue(header.replaceFirst(":.*", ""), header.replaceFirst("[^:]*: *", ""));
        }
        try (OutputStream out = Files.newOutputStream(jar);
                var entries = new JarOutputStream(out, manifest)) {
            for (Class<?> type : CLASSES) {
                String entry = type.getName().replace('.', '/') + ".class";
                entries.putNextEntry(new JarEntry(entry));
                try (InputStream in =
                        Objects.requireNonNull(type.getClassLoader().getResourceAsStream(entry))) {
                    in.transferTo(entries);
                }
            }
        }
        return jar;
    }

    private HttpResponse<String> upload(Path jar, String query) throws IOException {
        return upload("POST", jar, query);
    }

    private HttpResponse<String> upload(String method, Path jar, String query) throws IOException {
        return controller.send(controller
                .request("/api/v1/applications" + query)
                .header("Content-Type", "application/java-archive")
                .method(method, BodyPublishers.ofFile(jar)));
    }

    private JsonNode change(String action, String application) {
        HttpResponse<String> response = controller.send(
                "POST",
                "/api/v1/applications/changes",
                "{\"changes\": [{\"action\": \"%s\", \"application\": \"%s\"}]}".formatted(action, application));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Controller.json(response);
    }

    private String stateOf(String application) {
        return Controller.json(controller.get("/api/v1/applications/" + application))
                .get("state")
                .asString();
    }

    @Test
    void installsStartsStopsUpdatesAndRemovesAnApplication() throws IOException {
        HttpResponse<String> installed = upload(bundle("sample", "1.0.0"), "?start=false&origin=sample.jar");
        assertThat(installed.statusCode()).as(installed.body()).isEqualTo(200);
        JsonNode step = Controller.json(installed).get("steps").get(0);
        assertThat(step.get("action").asString()).isEqualTo("install");
        assertThat(step.get("application").asString()).isEqualTo("sample");
        assertThat(step.get("done").asBoolean()).isTrue();
        assertThat(stateOf("sample")).isEqualTo("stopped");
        change("start", "sample");
        assertThat(stateOf("sample")).isEqualTo("running");
        HttpResponse<String> updated = upload("PUT", bundle("sample", "1.1.0"), "");
        assertThat(Controller.json(updated).get("steps").get(0).get("action").asString())
                .as(updated.body())
                .isEqualTo("update");
        JsonNode application = Controller.json(controller.get("/api/v1/applications/sample"));
        assertThat(application.get("version").asString()).isEqualTo("1.1.0");
        change("stop", "sample");
        assertThat(stateOf("sample")).isEqualTo("stopped");
        change("remove", "sample");
        assertThat(controller.get("/api/v1/applications/sample").statusCode()).isEqualTo(404);
        assertThat(Files.readString(folder.resolve("data/audit.log")))
                .contains("POST /api/v1/applications/changes 200 remove sample");
    }

    @Test
    void theThreadOfAnApplicationThatDoesNotStartIsNamed() throws IOException {
        controller.close();
        controller = Controller.start(folder.resolve("hanging"), Map.of("isolation.lifecycle-time", "500ms"));
        HttpResponse<String> installed = upload(bundle("sample", "1.0.0", "X-Hanging: true"), "");
        String hanging = "start of version 1.0.0 has not returned for ";
        assertThat(Controller.json(installed).get("steps").get(1).get("hanging").asString())
                .as(installed.body())
                .startsWith(hanging);
        JsonNode application = Controller.json(controller.get("/api/v1/applications/sample"));
        assertThat(application.get("state").asString()).isEqualTo("failed");
        assertThat(application.get("hanging").get(0).asString())
                .startsWith(hanging)
                .contains("thread beacon-app-sample, at " + SampleActivator.class.getName() + ".start");
        change("stop", "sample");
        assertThat(stateOf("sample")).isEqualTo("stopped");
    }

    @Test
    void refusesASecondApplicationOfTheSameName() throws IOException {
        upload(bundle("sample", "1.0.0"), "?origin=first.jar");
        HttpResponse<String> second = upload(bundle("sample", "1.1.0"), "?origin=second.jar");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(Controller.json(second).get("code").asString()).isEqualTo("exists");
        assertThat(Controller.json(second).get("detail").asString())
                .startsWith(
                        "cannot install second.jar: application sample 1.0.0 (first.jar) has the same name; remove it");
    }

    @Test
    void showsTheStepsOfADryRunWithoutMakingThem() throws IOException {
        HttpResponse<String> response = upload(bundle("sample", "1.0.0"), "?dryRun=true");
        assertThat(Controller.json(response).get("dryRun").asBoolean()).isTrue();
        assertThat(Controller.json(response).get("steps").get(0).get("done").asBoolean())
                .isFalse();
        assertThat(controller.get("/api/v1/applications/sample").statusCode()).isEqualTo(404);
    }

    @Test
    void installsFromAUrl() throws IOException {
        String url = bundle("sample", "1.0.0").toUri().toString();
        HttpResponse<String> response = controller.send(
                "POST",
                "/api/v1/applications/changes",
                "{\"changes\": [{\"action\": \"install\", \"url\": \"%s\"}]}".formatted(url));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(stateOf("sample")).isEqualTo("running");
        assertThat(Controller.json(controller.get("/api/v1/applications/sample"))
                        .get("origin")
                        .asString())
                .isEqualTo(url);
    }

    @Test
    void explainsWhyAUrlOrAFileIsRefused() throws IOException {
        HttpResponse<String> missing = controller.send(
                "POST",
                "/api/v1/applications/changes",
                "{\"changes\": [{\"action\": \"install\", \"url\": \"file:///missing.jar\"}]}");
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(missing.body())
                .contains("changes[0].url = file:///missing.jar: cannot be fetched: there is no such file");
        HttpResponse<String> ftp = controller.send(
                "POST",
                "/api/v1/applications/changes",
                "{\"changes\": [{\"action\": \"install\", \"url\": \"ftp://x/y.jar\"}]}");
        assertThat(ftp.body()).contains("needs a URL with http, https or file");
        HttpResponse<String> text = upload(Files.writeString(folder.resolve("text.jar"), "This is text."), "");
        assertThat(text.statusCode()).isEqualTo(409);
        assertThat(text.body()).contains("cannot install").contains("JAR");
    }

    @Test
    void servesTheResourcesOfAnApplicationAsLongAsItRuns() throws IOException {
        upload(bundle("sample", "1.0.0"), "");
        assertThat(controller.get("/api/sample/greetings/you").body())
                .isEqualTo("{\"text\":\"hello you\",\"count\":1}");
        assertThat(controller
                        .send("POST", "/api/sample/greetings", "{\"text\": \"a\", \"count\": 2}")
                        .body())
                .isEqualTo("[{\"text\":\"a\",\"count\":2},{\"text\":\"a\",\"count\":2}]");
        assertThat(controller.get("/api/v1/openapi.json").body()).contains("\"/api/sample/greetings/{name}\"");
        change("stop", "sample");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(404);
        assertThat(controller.get("/api/v1/openapi.json").body()).doesNotContain("/api/sample");
        change("start", "sample");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(200);
        upload(bundle("sample", "1.1.0"), "");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(200);
        change("remove", "sample");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(404);
    }

    @Test
    void answersProblemsForTheResourcesOfAnApplication() throws IOException {
        upload(bundle("sample", "1.0.0"), "");
        assertThat(controller
                        .send(controller.anonymous("/api/sample/greetings/you"))
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> failure = controller.get("/api/sample/greetings/failure");
        assertThat(failure.statusCode()).isEqualTo(500);
        assertThat(failure.body())
                .matches(".*internal error [0-9a-f]{8}; the log of the controller has its cause.*")
                .doesNotContain("secret", "Exception");
        HttpResponse<String> wrong =
                controller.send("POST", "/api/sample/greetings", "{\"text\": \"a\", \"count\": \"b\"}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("count = b: needs an integer");
    }

    @Test
    void explainsWhyAResourceIsRefusedAndServesTheOthers() throws IOException {
        upload(bundle("sample", "1.0.0", "X-Refused: true"), "");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(200);
        assertThat(controller.get("/api/sample/refused").statusCode()).isEqualTo(404);
        upload(bundle("other", "1.0.0"), "");
        assertThat(controller.get("/api/other/greetings/you").statusCode()).isEqualTo(200);
        assertThat(controller.get("/api/v1/status").statusCode()).isEqualTo(200);
    }

    @Test
    void acceptsABundleThatRequiresTheRestWhiteboard() throws IOException {
        upload(
                bundle(
                        "sample",
                        "1.0.0",
                        "Require-Capability: osgi.implementation;filter:="
                                + "\"(&(osgi.implementation=osgi.jakartars)(version>=2.0.0)(!(version>=3.0.0)))\""),
                "");
        assertThat(controller.get("/api/sample/greetings/you").statusCode()).isEqualTo(200);
    }

    /** Without a refused resource, as its exception refers to the class, and a thread may keep its last exception. */
    @Test
    void keepsNoClassOfARemovedApplication() throws IOException {
        upload(bundle("sample", "1.0.0"), "");
        controller.get("/api/sample/greetings/you");
        controller.send("POST", "/api/sample/greetings", "{\"text\": \"a\", \"count\": 2}");
        controller.get("/api/v1/openapi.json");
        WeakReference<ClassLoader> loader = classLoaderOf("sample");
        assertThat(loader.get()).isNotNull();
        change("remove", "sample");
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
    }

    private WeakReference<ClassLoader> classLoaderOf(String application) {
        return Arrays.stream(controller.beacon.applications().context().getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals(application))
                .map(bundle ->
                        new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()))
                .findFirst()
                .orElseThrow();
    }
}
