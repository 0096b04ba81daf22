package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.bench.report.Labels;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file that lists controllers: its syntax and its error messages. */
class ControllersFileTest {
    @TempDir
    private Path folder;

    @Test
    void namesControllersInTheirOrder() throws IOException {
        List<ControllersFile.Entry> entries = read("""
                controllers = [
                  { name = Beacon, command = [./beacon, run], port = 6653, openflow = ["1.0", "1.3"], cpus = "1" }
                  { name = "NOX", command = "./nox_core -i ptcp:6633 switch", address = "127.0.0.1:6633"
                    folder = %s, environment { LD_PRELOAD = /usr/lib/libtcmalloc.so, COLUMNS = 80 } }
                  { name = running, port = 6654, openflow = ["1.3"] }
                ]
                """.formatted(folder));
        assertThat(entries).extracting(entry -> entry.controller().name()).containsExactly("Beacon", "NOX", "running");
        assertThat(entries.get(0).version(Version.OF10)).isEqualTo(Version.OF10);
        assertThat(entries.get(0).version(Version.OF13)).isEqualTo(Version.OF13);
        assertThat(entries.get(1).version(Version.OF13)).isEqualTo(Version.OF10);
        assertThat(entries.get(2).version(Version.OF10)).isEqualTo(Version.OF13);
    }

    @Test
    void describesControllersAndNamesTheMissingOnes() throws IOException {
        String text = """
                controllers = [
                  { name = a, port = 1, files = [ %s ]
                    about { version = 1, "in words" = built
                            application = hub } }
                  { name = b, missing = "has no source" }
                ]
                """.formatted(folder);
        assertThat(read(text)).singleElement().satisfies(entry -> {
            assertThat(entry.about())
                    .containsOnlyKeys("version", "in words", "application")
                    .containsEntry("application", "hub");
            assertThat(entry.files()).containsExactly(folder);
        });
        assertThat(ControllersFile.missing(folder.resolve("controllers.conf")))
                .containsExactly(new ControllersFile.Missing("b", "has no source"));
    }

    @Test
    void theExampleFileIsValid() {
        assertThat(ControllersFile.read(
                        Path.of(System.getProperty("basedir", "."))
                                .toAbsolutePath()
                                .resolve("../../docs/controllers.conf")
                                .normalize(),
                        ""))
                .extracting(entry -> entry.controller().name())
                .startsWith("Beacon");
    }

    @Test
    void aSweepHasThePointsOfEachController() throws IOException {
        List<ControllersFile.Entry> entries = read("""
                controllers = [
                  { name = a, command = [a, "{loops}"], port = 1, openflow = ["1.0", "1.3"] }
                  { name = b, command = "exec b", environment { THREADS = "{loops}" }, port = 2 }
                ]
                """);
        Load load = FakeBenchmark.load(16, 700).in(Version.OF13);
        assertThat(Comparison.points(entries, Axis.SWITCHES, List.of(1, 4), load))
                .extracting(Labels::of, point -> point.load().version())
                .containsExactly(
                        tuple("a, switches: 1", Version.OF13),
                        tuple("a, switches: 4", Version.OF13),
                        tuple("b, switches: 1", Version.OF10),
                        tuple("b, switches: 4", Version.OF10));
        assertThat(Comparison.points(entries, Axis.LOOPS, List.of(1, 8), load))
                .extracting(Labels::of)
                .containsExactly("a, loops: 1", "a, loops: 8", "b, loops: 1", "b, loops: 8");
        assertThatThrownBy(() -> Comparison.points(entries, Axis.LOOPS, List.of(0), load))
                .hasMessage("loops 0: needs 1 or more");
    }

    @Test
    void theNumberOfLoopsIsWhereTheFileHasAPlaceForIt() {
        var launch = new LaunchSpec(
                List.of("./beacon", "run", "-D", "io.loops={loops}"),
                new InetSocketAddress(1),
                "",
                Optional.empty(),
                Map.of("THREADS", "{loops}"),
                Optional.empty());
        assertThat(launch.hasLoops()).isTrue();
        assertThat(launch.withLoops(4).command()).containsExactly("./beacon", "run", "-D", "io.loops=4");
        assertThat(launch.withLoops(4).environment()).containsExactly(Map.entry("THREADS", "4"));
    }

    @Test
    void measuresThroughputAndLatencyInASupportedVersion() throws IOException {
        List<ControllersFile.Entry> entries = read("""
                controllers = [
                  { name = a, port = 1, openflow = ["1.0", "1.3"] }
                  { name = b, port = 2 }
                ]
                """);
        List<Point> points =
                Comparison.points(entries, FakeBenchmark.load(16, 700).in(Version.OF13));
        assertThat(points)
                .extracting(point -> "%s %s %s %d x %d"
                        .formatted(
                                point.axis().keyword(),
                                point.controller().name(),
                                point.load().version(),
                                point.load().switches(),
                                point.load().window()))
                .containsExactly(
                        "controllers a 1.3 16 x 700",
                        "controllers b 1.0 16 x 700",
                        "latency a 1.3 1 x 1",
                        "latency b 1.0 1 x 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nam = x | nam = \"x\" ({file}: 2): unknown key; needs one of name, command, address, port",
                "command = [] | command = [] ({file}: 2): needs a list of arguments, or a string for the shell",
                "port = 70000 | port = 70000 ({file}: 2): needs a number of 1 to 65535",
                "address = \"x\" | address = \"x\" ({file}: 2): needs HOST:PORT, such as 127.0.0.1:6653",
                "openflow = [\"1.1\"] | openflow = [\"1.1\"] ({file}: 2): "
                        + "needs a list of versions among 1.0, 1.2, 1.3, 1.4, 1.5",
                "openflow = [] | openflow = [] ({file}: 2): needs a list of versions among 1.0, 1.2, 1.3, 1.4, 1.5",
                "folder = /no/such | folder = \"/no/such\" ({file}: 2): needs a folder that is there",
                "cpus = one | cpus = \"one\" ({file}: 2): needs a list of CPUs as taskset takes it",
                "environment = [] | environment = [] ({file}: 2): needs { NAME = value, ... }",
                "about = x | about = \"x\" ({file}: 2): needs { heading = text, ... }",
                "files = [/no/such] | files = [\"/no/such\"] ({file}: 2): "
                        + "needs a list of files and folders that are there",
                "missing = x | port = 1 ({file}: 1): not allowed beside missing, which says why",
                "name = \"\" | name = \"\" ({file}: 2): needs a name",
                "name = null controller | name = \"null controller\" ({file}: 2): duplicate name; needs a unique name",
            })
    void reportsValueAndLineOfAnInvalidKey(String line, String message) throws IOException {
        assertRefused("controllers = [ { name = a, port = 1\n" + line + "\n} ]", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "controllers = [ { port = 1 } ] | a controller without a name ({file}: 1); needs name = ...",
                "controllers = [ { name = a } ] | "
                        + "controller a ({file}: 1): needs address = \"HOST:PORT\" or port = NUMBER",
                "controllers = [ { name = a, port = 1, address = \"h:1\" } ] | controller a ({file}: 1): needs address",
                "controllers = [ { name = a, port = 1 }, { name = a, port = 2 } ] | duplicate name",
                "controllers = [ a ] | "
                        + "controllers = \"a\" ({file}: 1): needs { name = ..., command = ..., port = ... }",
                "controllers = [] | controllers = [] ({file}: 1): needs controllers = [ { name",
                "colour = red | colour = \"red\" ({file}: 1): unknown key",
                "a = [ | {file}: 1: ",
            })
    void rejectsAnInvalidList(String text, String message) throws IOException {
        assertRefused(text, message);
    }

    @Test
    void reportsAllErrors() {
        assertThatThrownBy(() -> read("controllers = [\n{ name = a, port = x }\n{ name = b, port = 1, cpu = 3 }\n]"))
                .isInstanceOf(ControllersFile.InvalidFileException.class)
                .hasMessageContainingAll("port = \"x\"", ": 2)", "cpu = 3", ": 3)");
    }

    @Test
    void rejectsAMissingFile() {
        assertThatThrownBy(() -> ControllersFile.read(folder.resolve("missing.conf"), ""))
                .hasMessageContainingAll("missing.conf", "is not a readable file");
    }

    private void assertRefused(String text, String message) throws IOException {
        Path file = write(text);
        assertThatThrownBy(() -> ControllersFile.read(file, ""))
                .isInstanceOf(ControllersFile.InvalidFileException.class)
                .hasMessageContaining(message.replace("{file}", file.toString()));
    }

    private List<ControllersFile.Entry> read(String text) throws IOException {
        return ControllersFile.read(write(text), "");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("controllers.conf"), text);
    }
}
