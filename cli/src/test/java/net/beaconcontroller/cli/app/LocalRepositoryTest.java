package net.beaconcontroller.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRepositoryTest {
    private static final String JAR = "net/beaconcontroller/api/1.0/api-1.0.jar";

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void addsArtifactsAndReplacesThoseOfAnotherBuild() throws IOException {
        write("image/" + JAR, "new");
        write("image/net/beaconcontroller/core/1.0/core-1.0.pom", "core");
        write("repository/" + JAR, "old");
        var repository = new LocalRepository(folder.resolve("repository"));
        repository.install(folder.resolve("image"));
        assertThat(repository.folder().resolve(JAR)).hasContent("new");
        assertThat(repository.folder().resolve("net/beaconcontroller/core/1.0/core-1.0.pom"))
                .hasContent("core");
        assertThat(repository.folder().resolve(JAR).getParent())
                .isDirectoryNotContaining(file -> file.toString().endsWith(".new"));
    }

    @Test
    void isTheOneOfMavensOptionsElseOfTheUsersSettingsElseTheDefault() throws IOException {
        Path home = folder.resolve("home");
        assertThat(LocalRepository.ofUser(Map.of(), home).folder()).isEqualTo(home.resolve(".m2/repository"));
        write("home/.m2/settings.xml", "<settings><localRepository>${user.home}/repo</localRepository></settings>");
        assertThat(LocalRepository.ofUser(Map.of(), home).folder()).isEqualTo(home.resolve("repo"));
        Map<String, String> options = Map.of("MAVEN_OPTS", "-Xmx1g -Dmaven.repo.local=/elsewhere");
        assertThat(LocalRepository.ofUser(options, home).folder()).isEqualTo(Path.of("/elsewhere"));
    }
}
