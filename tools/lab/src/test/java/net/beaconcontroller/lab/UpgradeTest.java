package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Starts with the data folders of earlier versions; src/test/resources/upgrade/README.md tells how they were made. */
@EnabledOnOs(OS.LINUX)
class UpgradeTest {
    private static final Path EARLIER = Path.of("src/test/resources/upgrade");
    /** A token that only these data know. */
    private static final String TOKEN = "5MkDgBcGMLoR9IV9eVi_jZSd6UQVRauJRfV5fCM3gxo";

    @TempDir
    private Path data;

    private void copy(String version) throws IOException {
        Path from = EARLIER.resolve(version).resolve("data");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = data.resolve(from.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
                // The controller refuses secrets that other accounts may read; Git does not keep that.
                Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
            }
        }
    }

    /** Returns the values of a member of all elements of a resource. */
    private static List<String> read(HttpClient client, BeaconProcess beacon, String resource, String member)
            throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(beacon.url() + resource))
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper()
                .readTree(response.body()).findValues(member).stream()
                        .map(JsonNode::asString)
                        .toList();
    }

    @Test
    void whatTheFirstVersionKeptIsInForceAndAnApplicationThatDoesNotFitSaysWhy() throws Exception {
        copy("bdc677a0");
        try (HttpClient client = HttpClient.newHttpClient();
                BeaconProcess beacon = BeaconProcess.startIn(data)) {
            assertThat(read(client, beacon, "/api/staticflows/entries", "text"))
                    .containsExactlyInAnyOrder(
                            "priority=100,tcp,tp_dst=80,actions=output:2", "priority=200,udp,tp_dst=53,actions=drop");
            assertThat(read(client, beacon, "/api/acl/rules", "rule")).containsExactly("deny tcp to 10.0.1.1 port 22");
            assertThat(read(client, beacon, "/api/v1/applications/counter", "state"))
                    .containsExactly("running");
            assertThat(read(client, beacon, "/api/v1/applications/statistics", "state"))
                    .containsExactly("stopped");
            assertThat(read(client, beacon, "/api/v1/applications/talkers", "state"))
                    .containsExactly("failed");
            assertThat(read(client, beacon, "/api/v1/applications/talkers", "reason"))
                    .singleElement()
                    .asString()
                    .contains("needs package net.beaconcontroller.common", "CHANGELOG.md lists the packages");
        }
    }
}
