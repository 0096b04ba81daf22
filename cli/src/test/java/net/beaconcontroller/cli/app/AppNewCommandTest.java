package net.beaconcontroller.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.cli.CommandResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The refusals of {@code app new}. Module lab tests the projects that it writes. */
class AppNewCommandTest {
    @TempDir
    private Path folder;

    private CommandResult appNew(String name, String... options) {
        Path target = folder.resolve("project");
        var arguments = new ArrayList<>(List.of("app", "new", name, "--folder", target.toString()));
        arguments.addAll(List.of(options));
        return CommandResult.of(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MyApp", "my_app", "1app", "my-", "my--app", "my.app", "../my-app", ""})
    void refusesANameThatIsNoName(String name) {
        appNew(name)
                .assertRefused("application name '%s': needs lower-case letters and digits, in words".formatted(name));
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"switch, Switch", "next, Next", "string, String", "path, Path", "packet-count, PacketCount"})
    void refusesANameWhoseClassHidesOneThatTheCodeUses(String name, String className) {
        appNew(name, "--from", "rest")
                .assertRefused(("application name '%s': the code uses another class with the name %s; needs another "
                                + "name, such as my-%1$s")
                        .formatted(name, className));
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"web", "web-page"})
    void refusesANameWhoseClassHidesOneThatThePageUses(String name) throws IOException {
        appNew(name, "--from", "web")
                .assertRefused("application name '%s': the code uses another class with the name WebPage; needs another"
                        .formatted(name));
        assertThat(ProjectTemplate.REST.files(name, "org.example")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"org..example", "org.class", "9lives", "java.lang"})
    void refusesAPackageThatIsNone(String name) {
        appNew("my-app", "--package", name)
                .assertRefused("--package %s: needs the name of a Java package, such as org.example".formatted(name));
    }

    @Test
    void refusesAFolderThatIsNotEmpty() throws IOException {
        Path file = Files.createFile(
                Files.createDirectory(folder.resolve("project")).resolve("precious"));
        appNew("my-app")
                .assertRefused("folder %s exists; give a new one with --folder DIR".formatted(file.getParent()));
        assertThat(folder.resolve("project")).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void listsTheTemplatesIfOneIsUnknown() {
        CommandResult result = appNew("my-app", "--from", "router");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("'--from'", "hub", "learningswitch", "service", "rest", "router");
    }
}
