package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The projects that {@code app new} writes: Maven builds and tests them, {@code app run} runs and reloads them. */
class ProjectTest {
    /** The others are those of the tutorial. */
    private static final List<String> TEMPLATES = List.of("learningswitch", "web");

    private static final String NAME = "my-app";

    @TempDir
    private Path folder;

    private ProjectLab lab;

    @BeforeEach
    void makeLab() {
        lab = new ProjectLab(folder);
    }

    @Test
    void mavenBuildsEachTemplateAndRunsItsTests() throws Exception {
        for (String template : TEMPLATES) {
            lab.appNew("my-" + template, "--from", template);
        }
        String output = lab.mavenPackage(TEMPLATES.stream().map("my-"::concat).toList());
        assertThat(output).doesNotContain(".java:[").containsOnlyOnce("BUILD SUCCESS");
        for (String template : TEMPLATES) {
            assertThat(folder.resolve("my-%s/target/my-%1$s-1.0.jar".formatted(template)))
                    .exists();
            assertThat(folder.resolve("my-%s/target/surefire-reports".formatted(template)))
                    .isNotEmptyDirectory();
        }
    }

    @Test
    void appRunInstallsInARunningControllerAndUpdatesAtEachSave() throws Exception {
        lab.appNew(NAME, "--from", "rest");
        Path data = folder.resolve("data");
        try (var beacon = BeaconProcess.startIn(data)) {
            Path token = data.resolve("token");
            try (var session =
                    lab.beacon(NAME, "app", "run", "--url", beacon.url(), "--token-file", token.toString())) {
                session.await("my-app is running (built and installed in ");
                assertThat(get(beacon.url() + "/api/my-app/counts", token)).isEqualTo("[]");

                lab.edit(NAME, "@Path(\"counts\")", "@Path(\"packets\")");
                session.await("my-app is running (built and installed in ");
                assertThat(get(beacon.url() + "/api/my-app/packets", token)).isEqualTo("[]");

                session.stop();
                session.await(
                        "my-app stays installed in %s; 'beacon app remove my-app' removes it".formatted(beacon.url()));
            }
            assertThat(get(beacon.url() + "/api/my-app/packets", token)).isEqualTo("[]");
        }
    }

    private static String get(String url, Path token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + Files.readString(token).strip())
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }
}
