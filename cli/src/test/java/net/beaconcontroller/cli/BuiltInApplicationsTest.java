package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.beaconcontroller.cli.support.Image;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("other tests, and the controllers that they start, would have the image")
class BuiltInApplicationsTest {
    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    /** Creates an image with two applications without classes. */
    @BeforeAll
    static void createImage() throws IOException {
        Path apps = Files.createDirectory(home.resolve("apps"));
        for (String name : List.of("hub", "learningswitch")) {
            var manifest = new Manifest();
            manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
            manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
            manifest.getMainAttributes().putValue("Bundle-SymbolicName", name);
            new JarOutputStream(Files.newOutputStream(apps.resolve(name + "-0.1.0.jar")), manifest).close();
        }
        System.setProperty(Image.HOME, home.toString());
    }

    @AfterAll
    static void resetImage() {
        System.clearProperty(Image.HOME);
    }

    @Test
    void runListsThemIfAnApplicationIsUnknown() {
        CommandResult outcome = CommandResult.of(
                "run",
                "--data=" + folder.resolve("data"),
                "-Dcontroller.listen=127.0.0.1:0",
                "-Dhttp.listen=127.0.0.1:0",
                "--apps=nosuch");
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("beacon: ")
                .contains("nosuch", "hub, learningswitch", "JAR")
                .hasLineCount(1);
    }

    @Test
    void appNewRefusesTheNameOfOne() {
        CommandResult.of(
                        "app",
                        "new",
                        "hub",
                        "--folder",
                        folder.resolve("project").toString())
                .assertRefused("application name 'hub': a built-in application has this name; built in are: hub, "
                        + "learningswitch");
    }
}
