package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller whose data folder is on a file system that becomes full. */
@NeedsOpenVSwitch
class FullDiskTest {
    private static final String JSON = "application/json";
    private static final Path HUB = BeaconProcess.bundledApplication("hub");

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path disk;

    private Path data;

    @BeforeEach
    void mount() throws Exception {
        run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
        data = disk.resolve("data");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    /** Writes a file that takes all space that is left. */
    private Path fill() throws IOException {
        Path file = disk.resolve("fill");
        try (WritableByteChannel out =
                Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (out.write(ByteBuffer.allocate(4096)) > 0) {}
        } catch (IOException e) {
            assertThat(e).hasMessage("No space left on device");
        }
        return file;
    }

    private String token() throws IOException {
        return Files.readString(data.resolve("token")).strip();
    }

    private HttpResponse<String> send(BeaconProcess beacon, String method, String path, String type, BodyPublisher body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(beacon.url()).resolve(path))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", type)
                .method(method, body);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> put(BeaconProcess beacon, String path, String json) throws Exception {
        return send(beacon, "PUT", path, JSON, BodyPublishers.ofString(json));
    }

    private HttpResponse<String> post(BeaconProcess beacon, String path, String json) throws Exception {
        return send(beacon, "POST", path, JSON, BodyPublishers.ofString(json));
    }

    private static void assertNotStored(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(507);
        assertThat(response.body()).containsAnyOf("No space left on device", "the disk is full");
    }

    @Test
    void changesAreRefusedWithTheReasonAndTheLogHasNoToken() throws Exception {
        try (BeaconProcess beacon = BeaconProcess.startIn(data)) {
            String link = beacon.firstLink();
            Path fill = fill();
            assertNotStored(client.send(HttpRequest.newBuilder(URI.create(link)).build(), BodyHandlers.ofString()));
            assertNotStored(post(beacon, "/api/v1/tokens", "{\"name\": \"more\", \"role\": \"admin\"}"));
            assertNotStored(put(beacon, "/api/v1/map/positions/1", "{\"x\": 1, \"y\": 2}"));
            assertNotStored(post(beacon, "/api/acl/rules", "{\"rule\": \"deny tcp to 10.0.1.1 port 22\"}"));
            assertNotStored(put(beacon, "/api/staticflows/entries/web", "{\"text\": \"priority=3,actions=drop\"}"));
            assertNotStored(post(
                    beacon,
                    "/api/v1/applications/changes",
                    "{\"changes\": [{\"action\": \"start\", \"application\": \"hub\"}]}"));
            assertNotStored(send(
                    beacon, "PUT", "/api/v1/applications", "application/java-archive", BodyPublishers.ofFile(HUB)));

            Files.delete(fill);
            assertThat(put(beacon, "/api/v1/map/positions/1", "{\"x\": 1, \"y\": 2}")
                            .statusCode())
                    .isEqualTo(200);
            // The line with the link of the first start.
            assertThat(beacon.countOf(token())).as(beacon::toString).isEqualTo(1);
            assertThat(beacon.countOf("ERROR")).as(beacon::toString).isZero();
        }
    }
}
